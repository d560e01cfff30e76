// Warns if the page was loaded without encryption. Only the local machine may omit a certificate. @see requirements ERR-4

import type { Notice } from '../notices/notices.ts';
import { INSECURE, SWITCH_TO_HTTPS } from '../strings/app/notices.ts';

type Address = Pick<Location, 'protocol' | 'hostname' | 'href'>;

/** Whether an address is http and not the local machine. */
export function isInsecure({ protocol, hostname }: Address): boolean {
  const isOwn = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
  return protocol === 'http:' && !isOwn;
}

/** The warning; its action opens the same page over https. */
export function insecureNotice(address: Address): Notice {
  const secure = new URL(address.href);
  secure.protocol = 'https:';
  return {
    severity: 'info',
    message: INSECURE,
    action: { label: SWITCH_TO_HTTPS, run: () => location.replace(secure.href) },
  };
}
