// How documents are compared, as a person has chosen it.

import type { CompareOptions } from '../../shared/protocol/compare.ts';
import type { Path } from '../../shared/document/path.ts';
import { parsePath } from '../../shared/document/path-text.ts';
import type { Preferences } from '../settings/preferences.ts';

/** The preferences that a comparison depends on. */
export const COMPARE_KEYS = [
  'compareNumbers',
  'compareTolerance',
  'compareIgnoreOrder',
  'compareIdentity',
  'compareIgnorePaths',
] as const satisfies readonly (keyof Preferences)[];

/** The options that the preferences mean. */
export function readCompareOptions(preferences: Pick<Preferences, (typeof COMPARE_KEYS)[number]>): CompareOptions {
  const { compareNumbers, compareTolerance, compareIgnoreOrder, compareIdentity, compareIgnorePaths } = preferences;
  return {
    numbers: compareNumbers,
    tolerance: compareTolerance,
    ignoreOrder: compareIgnoreOrder,
    identity: compareIdentity === '' ? null : compareIdentity,
    ignorePaths: readPaths(compareIgnorePaths) ?? [],
  };
}

/**
 * Paths with a comma between: `$.orders[*].updated, /meta/version`. `*` stands for any member or item. `null` where one
 * can't be read.
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
