// Which passwords are too common to be chosen: those of a list of the 49,000 commonest, and runs of keys.

import { dictionary } from '@zxcvbn-ts/language-common';

const COMMON: ReadonlySet<string> = new Set(dictionary['passwords-common']);
/** The keys in a row, and the alphabet. */
const KEYS = [
  '0123456789',
  '1234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
];
const RUNS: readonly string[] = KEYS.flatMap((keys) => [keys + keys, [...(keys + keys)].toReversed().join('')]);

/** Whether a password is one of the commonest, in any letter case, or a run of one or two characters or of keys. */
export function isCommon(password: string): boolean {
  const folded = password.toLowerCase();
  if (new Set(folded).size <= 2 || COMMON.has(folded)) return true;
  return RUNS.some((run) => run.includes(folded));
}
