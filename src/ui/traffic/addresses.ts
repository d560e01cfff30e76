// Which addresses are files of the page itself, and which others are listed.

/** Paths of the server that are no files of the page. */
const INTERFACE = /^\/(?:v2|health|ready)(?:\/|$)/;
/** Schemes that reach no network. */
const LOCAL = /^(?:blob|data|about|javascript|filesystem):/;

/** An address without its fragment; `null` for one that reaches no network. */
export function plainAddress(address: string): string | null {
  if (address === '' || LOCAL.test(address)) return null;
  const url = URL.parse(address, document.baseURI);
  if (url === null) return address;
  url.hash = '';
  return LOCAL.test(url.protocol) ? null : url.href;
}

/** Whether an address is that of a file of the page, which holds nothing of a document. */
export function isOwnFile(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.origin === location.origin && !INTERFACE.test(url.pathname);
}

/** Whether an address is of this page's own server. */
export function isOwnServer(address: string): boolean {
  return URL.parse(address)?.origin === location.origin;
}
