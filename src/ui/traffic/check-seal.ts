// Whether the page that calls itself sealed is: another server may answer its address with the usual page. Its policy has to be seen
// to refuse.

import { isSealed, SEALED_PATH } from '../model/sealed.ts';
import type { TrafficState } from './traffic-log.ts';

/** An answer of the server takes no longer, in milliseconds. */
const MAX_MS = 10_000;

/** Asks for the page itself, which the policy of a sealed page refuses without a request. */
export function checkSeal(state: TrafficState): void {
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
