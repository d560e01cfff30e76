// Whether this server shows ads. It ships without: then nothing is reserved for them (PAN-6).

import { readConfiguration } from './configuration.ts';

/** What is set up of ads. */
export interface AdConfig {
  readonly isOn: boolean;
}

/** What the server has set up. */
export function readAdConfig(): AdConfig {
  return { isOn: readConfiguration('ads').get('isOn') === true };
}
