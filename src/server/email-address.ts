// One spelling for each e-mail address. A domain can be written in letters of its language or as `xn--…`, in full width, in upper
// case, and with a dot at its end; browsers and providers differ in which of these they send.

import { domainToASCII, domainToUnicode } from 'node:url';

/** What a URL's parser would cut off, decode or leave out, and no domain has. */
// oxlint-disable-next-line no-control-regex -- they are the ones that a URL's parser leaves out
const FOREIGN = /[\0- "#%/:<>?@[\\\]^`{|}\u007f]/;
/** A last label that makes an IP address of a domain. */
const NUMBER = /^(\d+|0x[0-9a-f]*)$/;

/** Returns the one spelling of an address, in which it is stored and compared, in lower case alone where its domain is none. */
export function canonicalAddress(said: string): string {
  const [local, domain] = partsOf(said.toLowerCase());
  return domain === null ? local : `${local}@${canonicalDomain(domain) ?? domain}`;
}

/**
 * Returns the spellings under which an address may be stored, the most exact first: as it is written, in its one spelling, and as
 * earlier versions have stored a domain in letters of its language.
 */
export function spellingsOf(said: string): string[] {
  const [local, written] = partsOf(said.toLowerCase());
  const domain = written === null ? null : canonicalDomain(written);
  const own = domain === null ? [] : [domain, domainToUnicode(domain)];
  return [...new Set([said.toLowerCase(), ...own.map((one) => `${local}@${one}`)])];
}

/** Returns the one spelling of a domain; `null` for a text that is none. */
export function canonicalDomain(said: string): string | null {
  if (FOREIGN.test(said)) return null;
  const ascii = domainToASCII(said).replace(/\.$/, '');
  const isNumber = NUMBER.test(ascii.split('.').at(-1) ?? '');
  // A number is not read as one: 1 is not 0.0.0.1.
  const found = isNumber ? said.normalize('NFKC').toLowerCase() : ascii;
  return found.split('.').every((label) => label !== '') ? found : null;
}

function partsOf(address: string): readonly [string, string | null] {
  const at = address.lastIndexOf('@');
  return at === -1 ? [address, null] : [address.slice(0, at), address.slice(at + 1)];
}
