// Whether this server shows ads and counts visits. It ships without: then nothing is reserved and nothing loaded (PAN-6,
// OFF-2). What is set up runs in a frame of another origin, where it sees nothing of this page.
//
//   {"ads": {"isOn": true, "frame": "https://ads.example/column.html"}, "analytics": {"frame": "https://…"}}

import { addressOf, readConfiguration } from './configuration.ts';

/** What is set up of ads. */
export interface AdConfig {
  readonly isOn: boolean;
  /** The page with the ads; `null` where only the promo is shown. */
  readonly frame: string | null;
}

/** What the server has set up. */
export function readAdConfig(): AdConfig {
  const ads = readConfiguration('ads');
  return { isOn: ads.get('isOn') === true, frame: frameOf(ads.get('frame')) };
}

/** The page that counts visits, or `null`. */
export function readAnalyticsConfig(): string | null {
  return frameOf(readConfiguration('analytics').get('frame'));
}

/** An address of another origin: a frame of this one could read the documents. */
function frameOf(value: unknown): string | null {
  const address = addressOf(value);
  return address === null || new URL(address).origin === location.origin ? null : address;
}
