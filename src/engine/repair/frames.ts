// The brackets that are open, and what a closing bracket of another kind means.

import { isKeyAt } from './strings.ts';
import type { RepairSource } from './source.ts';

export type FrameKind = 'object' | 'array' | 'call';

/** A bracket that is open. */
export interface RepairFrame {
  kind: FrameKind;
  /** Where it is in the text. */
  readonly start: number;
  /** Number of items or members begun. */
  count: number;
  /** The end of the last value, or of the bracket. */
  lastEnd: number;
  /** The end of the value before the last. */
  previousEnd: number;
  /** The comma after the last value; -1 if there is none. */
  comma: number;
}

/** What closes each kind. */
export const CLOSERS: Readonly<Record<FrameKind, string>> = { object: '}', array: ']', call: ')' };

/** How a bracket that fits the innermost one in no way is read. */
export type Closing =
  /** Brackets around are closed by it: those inside, this many, have no bracket of their own. */
  | { readonly type: 'outer'; readonly inside: number }
  /** It is of the wrong kind. */
  | { readonly type: 'other' }
  /** It is one too many. */
  | { readonly type: 'extra' };

/** How far brackets that follow each other are looked at. */
const MAX_BRACKETS = 100;

/** Decides on a closing bracket that ends at `behind` and does not match the innermost frame. */
export function readClosing(
  source: RepairSource,
  frames: readonly RepairFrame[],
  closer: string,
  behind: number,
): Closing {
  const top = frames.length - 1;
  let inside = 0;
  while (inside < MAX_BRACKETS && inside <= top && CLOSERS[frames[top - inside]?.kind ?? 'call'] !== closer)
    inside += 1;
  const isOuter = inside <= top && inside < MAX_BRACKETS;
  const choices: [score: number, closing: Closing][] = [];
  if (isOuter) choices.push([fit(source, frames, top - inside, behind), { type: 'outer', inside }]);
  if (closer !== ')') choices.push([fit(source, frames, top, behind), { type: 'other' }]);
  choices.push([fit(source, frames, top + 1, behind), { type: 'extra' }]);
  return choices.reduce((best, choice) => (choice[0] > best[0] ? choice : best))[1];
}

/** How well the text after a bracket fits if `depth` frames are still open: 3 well, 1 badly, 0 not. */
function fit(source: RepairSource, frames: readonly RepairFrame[], depth: number, index: number): number {
  let open = depth;
  let at = source.skip(index);
  for (let seen = 0; seen < MAX_BRACKETS; seen += 1) {
    const next = source.mark(at);
    if (next !== '}' && next !== ']' && next !== ')') break;
    if (open === 0) return 0;
    if (CLOSERS[frames[open - 1]?.kind ?? 'call'] !== next) return 1;
    open -= 1;
    at = source.skip(at + 1);
  }
  const next = source.mark(at);
  if (next === '') return open === 0 ? 3 : 1;
  if (open === 0) return next === ';' ? 3 : 0;
  if (next === ',') at = source.skip(at + 1);
  const after = source.mark(at);
  if (after === '' || after === '}' || after === ']') return 2;
  return (frames[open - 1]?.kind === 'object') === isKeyAt(source, at) ? 3 : 0;
}
