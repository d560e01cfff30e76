// The badge in the status line: whether anything left this browser, as far as that is known. @see requirements NEW-8

import { Lock, ShieldCheck, ShieldQuestion } from 'lucide-react';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import type { PageModel } from '../app-model/app-model.ts';
import { lazyPart } from '../browser/lazy-part.tsx';
import { loadWithRetry } from '../browser/load-with-retry.ts';
import { TRAFFIC } from '../strings/panel/traffic.ts';
import { Once } from '../widgets/once.tsx';
import { trafficLog } from './traffic.ts';
import type { TrafficState } from './traffic-log.ts';
import styles from './traffic.module.css';

const TrafficDialog = lazyPart(loadWithRetry(() => import('./traffic-dialog.tsx')));

/** "Nothing left this browser" */
export function TrafficBadge({ app, isSecond }: { readonly app: PageModel; readonly isSecond: boolean }) {
  const [log] = useState(trafficLog);
  const state = useSnapshot(log.state) as TrafficState;
  const [isOpen, setIsOpen] = useState(false);
  const close = (): void => setIsOpen(false);
  const destinations = state.destinations.filter(({ isRefused }) => !isRefused).length + state.unlisted;
  const isSealed = state.seal === 'sealed';
  const Icon = isSealed ? Lock : destinations === 0 && state.coverage.type === 'whole' ? ShieldCheck : ShieldQuestion;
  const text = textOf(state, destinations);
  return (
    <>
      <button
        type="button"
        className={styles['badge']}
        data-traffic
        data-second={isSecond || undefined}
        data-hint={TRAFFIC.badgeHint}
        aria-label={isSealed ? `${TRAFFIC.badge.sealed}: ${text}` : text}
        onClick={() => setIsOpen(true)}
      >
        <Icon size={13} aria-hidden />
        <span aria-hidden>{isSealed && destinations === 0 ? TRAFFIC.badge.sealed : text}</span>
      </button>
      <Once when={isOpen} onClose={close}>
        <TrafficDialog app={app} log={log} open={isOpen} onClose={close} />
      </Once>
    </>
  );
}

function textOf({ seal, coverage }: TrafficState, destinations: number): string {
  const { badge } = TRAFFIC;
  if (seal === 'failed') return badge.notSealed;
  if (destinations > 0) return badge.talked(destinations);
  if (coverage.type === 'none') return badge.none;
  return coverage.type === 'whole' ? badge.nothing : badge.nothingSince(coverage.at);
}
