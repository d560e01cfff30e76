// A line as what it is coloured in.

import type { Scope, Token } from './colours.ts';

/** Letters of one colour. */
export interface Stretch {
  /** Where it begins in its line, in UTF-16 units. */
  readonly at: number;
  readonly text: string;
  /** `null` before the first token. */
  readonly scope: Scope | null;
}

/** The letters of a line, each with its colour. */
export function stretchesOf(line: string, tokens: readonly Token[]): Stretch[] {
  const all = tokens[0]?.startIndex === 0 ? tokens : [{ startIndex: 0, scopes: null }, ...tokens];
  return all.map(({ startIndex, scopes }, index) => ({
    at: startIndex,
    text: line.slice(startIndex, all[index + 1]?.startIndex),
    scope: scopes,
  }));
}
