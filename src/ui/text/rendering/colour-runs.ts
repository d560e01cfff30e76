// Splits a line into stretches of one colour.

import type { Scope, ColourToken } from '../editor/colours.ts';

/** Consecutive characters of one colour. */
export interface ColourStretch {
  /** Where the stretch begins in its line, in UTF-16 units. */
  readonly at: number;
  readonly text: string;
  /** `null` before the first token. */
  readonly scope: Scope | null;
}

/** The stretches of a line, given its tokens. */
export function stretchesOf(line: string, tokens: readonly ColourToken[]): ColourStretch[] {
  const all = tokens[0]?.startIndex === 0 ? tokens : [{ startIndex: 0, scopes: null }, ...tokens];
  return all.map(({ startIndex, scopes }, index) => ({
    at: startIndex,
    text: line.slice(startIndex, all[index + 1]?.startIndex),
    scope: scopes,
  }));
}
