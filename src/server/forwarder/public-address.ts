// Addresses that the forwarder may reach: public unicast ones in any spelling, and no name of the machine itself, its network
// or a cloud's metadata service.

import ipaddr from 'ipaddr.js';
import { Refusal } from '../errors.ts';

const PORTS: ReadonlySet<string> = new Set(['', '80', '443']);
/** In a public range and yet internal: Azure's host, from which every machine there can get secrets. */
const DENIED: ReadonlySet<string> = new Set(['168.63.129.16']);
const DENIED_NAMES =
  /^(localhost|metadata|instance-data|metadata\.azure\.com|kubernetes)$|\.(localhost|local|internal|intranet|lan|home\.arpa|svc|corp)$/;
/** The part of IPv6 that is allocated to the public internet. */
const PUBLIC_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

const NOT_PUBLIC = 'The address is not one of the public internet.';

/**
 * Returns a URL that may be fetched once its name is resolved.
 * @throws Refusal 400 for text that is no URL, 403 for a forbidden one
 */
export function checkUrl(text: string): URL {
  const url = URL.parse(text);
  if (url === null) throw new Refusal(400, 'The url can’t be read.');
  if (!/^https?:$/.test(url.protocol)) throw new Refusal(403, 'The url has to begin with http:// or https://.');
  if (url.username !== '' || url.password !== '') throw new Refusal(403, 'The url must not hold a user or a password.');
  if (!PORTS.has(url.port)) throw new Refusal(403, 'The url has to be of port 80 or 443.');
  const name = hostOf(url);
  if (name === '' || DENIED_NAMES.test(name)) throw new Refusal(403, NOT_PUBLIC);
  if (ipaddr.isValid(name)) checkAddress(name);
  // A name without a dot is a host of the local network.
  else if (!name.includes('.')) throw new Refusal(403, NOT_PUBLIC);
  url.hash = '';
  return url;
}

/** Returns the name or address in a URL, without brackets and without the dot of the root. */
export function hostOf({ hostname }: URL): string {
  const name = hostname.replace(/^\[|\]$/g, '');
  let end = name.length;
  while (name[end - 1] === '.') end -= 1;
  return name.slice(0, end).toLowerCase();
}

/** @throws Refusal 403 for an address that is not public */
export function checkAddress(address: string): void {
  if (!isPublicAddress(address)) throw new Refusal(403, NOT_PUBLIC);
}

/** Whether an address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || DENIED.has(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(PUBLIC_IPV6);
}
