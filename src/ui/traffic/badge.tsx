// The badge in the status line: whether anything left this browser, as far as that is known. @see requirements NEW-8

import { Lock, ShieldCheck, ShieldQuestion } from 'lucide-react';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import type { PageModel } from '../app-model/app-model.ts';
import { lazyPart } from '../browser/lazy-part.tsx';
import { loadWithRetry } from '../browser/load-with-retry.ts';
import { TRAFFIC } from '../strings/panel/traffic.ts';
import { Once } from '../widgets/once.tsx';
import { type TrafficState, TrafficLog } from './traffic-log.ts';
import styles from './traffic.module.css';
import { watchTraffic } from './watch.ts';
import { isSealed, SEALED_PATH } from '../model/sealed.ts';

const TrafficDialog = lazyPart(loadWithRetry(() => import('./traffic-dialog.tsx')));

/** "Nothing left this browser" */
export function TrafficBadge({ app, isSecond }: { readonly app: PageModel; readonly isSecond: boolean }) {
  const [log] = useState(trafficLog);
  const state = useSnapshot(log.state) as TrafficState;
  const [isOpen, setIsOpen] = useState(false);
  const close = (): void => setIsOpen(false);
  const destinations = state.destinations.filter(({ isRefused }) => !isRefused).length + state.unlisted;
  const holdsSeal = state.seal === 'sealed';
  const Icon = holdsSeal ? Lock : destinations === 0 && state.coverage.type === 'whole' ? ShieldCheck : ShieldQuestion;
  const text = textOf(state, destinations);
  return (
    <>
      <button
        type="button"
        className={styles['badge']}
        data-traffic
        data-second={isSecond || undefined}
        data-hint={TRAFFIC.badgeHint}
        aria-label={holdsSeal ? `${TRAFFIC.badge.sealed}: ${text}` : text}
        onClick={() => setIsOpen(true)}
      >
        <Icon size={13} aria-hidden />
        <span aria-hidden>{holdsSeal && destinations === 0 ? TRAFFIC.badge.sealed : text}</span>
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

let started: TrafficLog | null = null;

/** The log of this page. */
function trafficLog(): TrafficLog {
  if (started !== null) return started;
  started = new TrafficLog();
  watchTraffic(started);
  checkSeal(started.state);
  return started;
}

// Whether the page that calls itself sealed is: another server may answer its address with the usual page. Its policy has to be seen
// to refuse.

/** An answer of the server takes no longer, in milliseconds. */
const MAX_MS = 10_000;

/** Asks for the page itself, which the policy of a sealed page refuses without a request. */
function checkSeal(state: TrafficState): void {
  if (!isSealed()) return;
  state.seal = 'checking';
  const address = new URL(SEALED_PATH, location.origin).href;
  const told = ({ blockedURI, disposition }: SecurityPolicyViolationEvent): void => {
    if (blockedURI === address && disposition === 'enforce') state.seal = 'sealed';
  };
  document.addEventListener('securitypolicyviolation', told);
  const fail = (): void => {
    document.removeEventListener('securitypolicyviolation', told);
    if (state.seal === 'checking') state.seal = 'failed';
  };
  // The report of a refusal comes after the error.
  fetch(address, { method: 'HEAD', cache: 'no-store' }).then(fail, () => setTimeout(fail, MAX_MS));
}
