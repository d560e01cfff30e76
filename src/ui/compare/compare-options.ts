// The user's options for comparing documents.

import { readPaths } from '../settings/ignored-paths.ts';
import type { CompareOptions } from '../../shared/protocol/compare.ts';
import type { Preferences } from '../settings/preferences.ts';
import type { COMPARE_KEYS } from './compare-state.ts';

/** Converts the preferences to options. */
export function readCompareOptions(preferences: Pick<Preferences, (typeof COMPARE_KEYS)[number]>): CompareOptions {
  const { compareNumbers, compareTolerance, compareIgnoreOrder, compareIdentity, compareIgnorePaths } = preferences;
  const { compareStructureOnly: structureOnly } = preferences;
  return {
    numbers: compareNumbers,
    tolerance: compareTolerance,
    ignoreOrder: compareIgnoreOrder,
    identity: compareIdentity === '' ? null : compareIdentity,
    ignorePaths: readPaths(compareIgnorePaths) ?? [],
    structureOnly,
  };
}
