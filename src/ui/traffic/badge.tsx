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
import { watchTraffic } from './watch.ts';
import { isSealed, SEALED_PATH } from '../model/sealed.ts';

const TrafficDialog = lazyPart(loadWithRetry(() => import('./traffic-dialog.tsx')));

/** What is known of the requests of this page, in words. */
export interface TrafficWords {
  readonly log: TrafficLog;
  /** "Nothing left this browser" */
  readonly text: string;
  /** The same, after whether the page is sealed. */
  readonly full: string;
  /** What there is space for in a line. */
  readonly short: string;
  readonly sign: 'sealed' | 'nothing' | 'unsure';
}

/** What this page talked to; re-renders when that changes. */
export function useTraffic(): TrafficWords {
  const [log] = useState(trafficLog);
  const state = useSnapshot(log.state) as TrafficState;
  const destinations = state.destinations.filter(({ isRefused }) => !isRefused).length + state.unlisted;
  const text = textOf(state, destinations);
  const isSealedPage = state.seal === 'sealed';
  return {
    log,
    text,
    full: isSealedPage ? `${TRAFFIC.badge.sealed}: ${text}` : text,
    short: isSealedPage && destinations === 0 ? TRAFFIC.badge.sealed : text,
    sign: isSealedPage ? 'sealed' : destinations === 0 && state.coverage.type === 'whole' ? 'nothing' : 'unsure',
  };
}

const SIGNS = { sealed: Lock, nothing: ShieldCheck, unsure: ShieldQuestion } as const;

/** The sign of what is known of the requests of this page. */
export function TrafficSign({ sign }: Pick<TrafficWords, 'sign'>) {
  const Icon = SIGNS[sign];
  return <Icon size={13} aria-hidden />;
}

export interface TrafficListProps {
  readonly app: PageModel;
  readonly log: TrafficLog;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The list of addresses, loaded when it is opened first. */
export function TrafficList({ app, log, open, onClose }: TrafficListProps) {
  return (
    <Once when={open} onClose={onClose}>
      <TrafficDialog app={app} log={log} open={open} onClose={onClose} />
    </Once>
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
