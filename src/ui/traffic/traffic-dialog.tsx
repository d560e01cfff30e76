// The list of what this page talked to, the build of the page, and the switch that seals it.

import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { formatSize } from '../../shared/bytes/size.ts';
import { PRODUCT_VERSION } from '../../shared/version.ts';
import type { PageModel } from '../app-model/app-model.ts';
import { isSealed } from '../model/sealed.ts';
import { CLOSE } from '../strings/app/layout.ts';
import { TRAFFIC } from '../strings/panel/traffic.ts';
import { Button } from '../widgets/button.tsx';
import { Actions, Dialog } from '../widgets/dialog/dialog.tsx';
import { MiddleCut } from '../widgets/middle-cut.tsx';
import { isOwnServer } from './addresses.ts';
import { toggleSeal } from './seal.ts';
import type { Destination, TrafficLog, TrafficState } from './traffic-log.ts';
import styles from './traffic.module.css';

export interface TrafficDialogProps {
  readonly app: PageModel;
  readonly log: TrafficLog;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The dialog "What this page talked to". */
export default function TrafficDialog({ app, log, open, onClose }: TrafficDialogProps) {
  return (
    <Dialog title={TRAFFIC.title} open={open} onClose={onClose} wide>
      {open && <Content app={app} log={log} onClose={onClose} />}
    </Dialog>
  );
}

function Content({ app, log, onClose }: Omit<TrafficDialogProps, 'open'>) {
  const { seal, coverage, destinations, unlisted } = useSnapshot(log.state) as TrafficState;
  const left = destinations.filter(({ isRefused }) => !isRefused);
  const refused = destinations.filter(({ isRefused }) => isRefused);
  const canSeal = location.pathname === '/' || isSealed();
  return (
    <>
      {seal === 'failed' && <p role="alert">{TRAFFIC.notSealed}</p>}
      <p className={styles['said']} role="status">
        {seal === 'sealed' && `${TRAFFIC.sealedNow} `}
        {coverage.type === 'since' ? TRAFFIC.coverage.since(coverage.at) : TRAFFIC.coverage[coverage.type]}
      </p>
      <div className={styles['lists']}>
        {left.length === 0 ? (
          <p className={styles['said']}>{TRAFFIC.nothing}</p>
        ) : (
          <Destinations title={TRAFFIC.list} destinations={left} />
        )}
        {unlisted > 0 && <p className={styles['faint']}>{TRAFFIC.unlisted(unlisted)}</p>}
        {refused.length > 0 && <Destinations title={TRAFFIC.refused} destinations={refused} />}
      </div>
      <p className={styles['faint']}>{TRAFFIC.limits}</p>
      <Build />
      {canSeal && !isSealed() && <p className={styles['faint']}>{TRAFFIC.sealHint}</p>}
      <Actions>
        <Button look="outline" onClick={onClose}>
          {CLOSE}
        </Button>
        {canSeal && (
          <Button
            look="primary"
            onClick={() => {
              onClose();
              void toggleSeal(app);
            }}
          >
            {isSealed() ? TRAFFIC.unseal : TRAFFIC.seal}
          </Button>
        )}
      </Actions>
    </>
  );
}

function Destinations({
  title,
  destinations,
}: {
  readonly title: string;
  readonly destinations: readonly Destination[];
}) {
  return (
    <section aria-label={title}>
      <h3 className={styles['title']}>{title}</h3>
      <ul className={styles['destinations']}>
        {destinations.map((destination) => (
          <Entry key={destination.url} destination={destination} />
        ))}
      </ul>
    </section>
  );
}

function Entry({
  destination: { url, count, first, last, received, sent, kinds, reason, isRefused },
}: {
  readonly destination: Destination;
}) {
  return (
    <li>
      <p className={styles['address']} dir="ltr">
        <MiddleCut text={url} />
      </p>
      <p className={styles['facts']}>
        <span>{TRAFFIC.at(first, last, count)}</span>
        {kinds.length > 0 && <span>{kinds.join(', ')}</span>}
        {sent > 0 && <span>{TRAFFIC.sent(formatSize(sent))}</span>}
        {received > 0 && <span>{TRAFFIC.received(formatSize(received))}</span>}
      </p>
      {!isRefused && <p className={styles['reason']}>{TRAFFIC.reason(reason, isOwnServer(url))}</p>}
    </li>
  );
}

function Build() {
  const [hash, setHash] = useState<string | null | undefined>();
  useEffect(() => {
    buildHash().then(setHash, () => setHash(null));
  }, []);
  return (
    <p className={styles['faint']} data-hint={TRAFFIC.buildHint}>
      {TRAFFIC.build(PRODUCT_VERSION)}{' '}
      {typeof hash === 'string' ? (
        <code className={styles['hash']}>{hash}</code>
      ) : hash === null ? (
        TRAFFIC.buildUnknown
      ) : (
        TRAFFIC.reading
      )}
    </p>
  );
}

/** SHA-256 in hexadecimal digits; `null` where the browser offers none, as in a page without https. */
async function buildHash(): Promise<string | null> {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  const { subtle } = crypto as { readonly subtle?: SubtleCrypto };
  if (script === null || subtle === undefined) return null;
  const bytes = await (await fetch(script.src)).arrayBuffer();
  const hash = await subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
