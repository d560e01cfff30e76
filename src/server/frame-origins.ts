// Origins that the page may show in a frame: only those of the ads and of the visit counter in the page's configuration. See
// src/ui/settings/server-configuration.ts.

import { readConfiguration } from './configuration.ts';

/** Returns the origins that a page's configuration names; none where it can't be read. */
export function frameOrigins(page: string): string[] {
  const configuration = readConfiguration(page);
  const addresses = ['ads', 'analytics'].map((area) => entry(entry(configuration, area), 'frame'));
  const origins = addresses.flatMap((address) => {
    const url = typeof address === 'string' ? URL.parse(address) : null;
    return url !== null && /^https?:$/.test(url.protocol) ? [url.origin] : [];
  });
  return [...new Set(origins)];
}

function entry(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? new Map<string, unknown>(Object.entries(value)).get(name) : null;
}
