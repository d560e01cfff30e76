// The paths ignored by a comparison, as entered by the user. They are parsed where they are used, and not when the page starts.

import { parsePath } from '../../shared/document/path-text.ts';
import type { Path } from '../../shared/document/path.ts';
import { readPreference, type Preferences } from './preferences.ts';

/**
 * Parses comma-separated paths: `$.orders[*].updated, /meta/version`. `*` matches any member or item. `null` if a path is
 * invalid.
 */
export function readPaths(text: string): Path[] | null {
  const spelt = text
    .split(/,(?![^[]*\])/)
    .map((one) => one.trim())
    .filter((one) => one !== '');
  try {
    return spelt.map((one) => parsePath(one.replaceAll('[*]', '["*"]').replaceAll('.*', '["*"]')));
  } catch {
    return null;
  }
}

/** Reads what was entered for a preference, or stands in a file; `undefined` if it is no value of it. */
export function readEntered<K extends keyof Preferences>(name: K, text: string): Preferences[K] | undefined {
  return name === 'compareIgnorePaths' && readPaths(text) === null ? undefined : readPreference(name, text);
}
