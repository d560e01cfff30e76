// Settings as a file: an object with one member for each preference, by its name. It has nothing else of the browser's storage,
// so no token and no document.

import { readEntered } from './ignored-paths.ts';
import type { Preferences, PreferenceStore } from './preferences.ts';

/** A longer file is not one of settings, in bytes. */
const MAX_BYTES = 1024 * 1024;

/** What became of the names in a file. Settings that have the file's value already are in no list. */
export interface ImportOutcome {
  readonly taken: readonly string[];
  /** Names of no setting. */
  readonly unknown: readonly string[];
  /** Settings whose value in the file is none of theirs. */
  readonly unreadable: readonly string[];
}

/** Returns the text of a file with all preferences. */
export function writeSettings(preferences: Readonly<Preferences>): string {
  return `${JSON.stringify(preferences, null, 2)}\n`;
}

/** Sets the preferences that a file names, and no others; `null` if it is no JSON object. */
export async function importSettings(file: Blob, store: PreferenceStore): Promise<ImportOutcome | null> {
  if (file.size > MAX_BYTES) return null;
  const members = readMembers(await file.text());
  if (members === null) return null;
  const taken: string[] = [];
  const unknown: string[] = [];
  const unreadable: string[] = [];
  const take = (name: keyof Preferences, stored: unknown): void => {
    const isPlain = typeof stored === 'string' || typeof stored === 'number' || typeof stored === 'boolean';
    const value = isPlain ? readEntered(name, String(stored)) : undefined;
    if (value === undefined) unreadable.push(name);
    else if (value !== store.state[name]) {
      store.set(name, value);
      taken.push(name);
    }
  };
  for (const [name, value] of members) {
    if (isPreference(name, store.state)) take(name, value);
    else unknown.push(name);
  }
  return { taken, unknown, unreadable };
}

function isPreference(name: string, preferences: Readonly<Preferences>): name is keyof Preferences {
  return Object.hasOwn(preferences, name);
}

function readMembers(text: string): [string, unknown][] | null {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? Object.entries(read) : null;
  } catch {
    return null;
  }
}
