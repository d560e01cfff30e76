// Configuration of ads and the visit counter. Without configuration no space is reserved and nothing is loaded (PAN-6, OFF-2).
// Configured pages run in frames of other origins, without access to this page.
//
//   {"ads": {"isOn": true, "frame": "https://ads.example/column.html"}, "analytics": {"frame": "https://…"}}

import { addressOf, readConfiguration } from '../settings/server-configuration.ts';

/** The configuration of ads. */
export interface AdConfig {
  readonly isOn: boolean;
  /** The page with the ads; `null` if only the promotion is shown. */
  readonly frame: string | null;
}

/** Reads the server's configuration. */
export function readAdConfig(): AdConfig {
  const ads = readConfiguration('ads');
  return { isOn: ads.get('isOn') === true, frame: frameOf(ads.get('frame')) };
}

/** Returns the address of the visit counter, or `null`. */
export function readAnalyticsConfig(): string | null {
  return frameOf(readConfiguration('analytics').get('frame'));
}

/** Returns an address of another origin: a frame of this origin could read the documents. */
function frameOf(value: unknown): string | null {
  const address = addressOf(value);
  return address === null || new URL(address).origin === location.origin ? null : address;
}
