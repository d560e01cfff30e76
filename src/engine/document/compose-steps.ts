// Several undo steps carried out at once. The text is changed once, however many there are: in a text of 100 MB each change of
// its length moves everything behind it.

import { joinBytes } from '../../shared/bytes/bytes.ts';
import { composeSplices, invertSplices, PieceReader } from '../../shared/document/splice-lists.ts';
import type { Splice } from '../../shared/document/splice.ts';
import { arrangementOf } from './arrangement.ts';
import type { HistoryChange } from './history.ts';

/** Composing takes the product of the number of steps and of their splices: steps beyond these are carried out separately. */
const MAX_STEPS = 256;
const MAX_SPLICES = 64;

type SpliceChange = Extract<HistoryChange, { readonly type: 'splices' }>;

/** Reads a copy of bytes of the current text. */
export type ReadText = (start: number, end: number) => Uint8Array;

/**
 * Carries out changes, each on what the one before makes, and returns their inverses. `carryOut` is called as few times as
 * possible.
 */
export function carryOutSteps(
  changes: readonly HistoryChange[],
  read: ReadText,
  carryOut: (change: HistoryChange) => HistoryChange,
): HistoryChange[] {
  return runsOf(changes).flatMap((run): HistoryChange[] => {
    if (run.length === 1) return run.map(carryOut);
    const { whole, inverses } = composeSteps(
      run.filter(isSplices).map(({ splices }) => splices),
      read,
    );
    carryOut({ type: 'splices', splices: whole });
    return inverses.map((splices) => ({ type: 'splices', splices }));
  });
}

/** Groups changes, in order, into those that are carried out together. */
function runsOf(changes: readonly HistoryChange[]): HistoryChange[][] {
  const runs: HistoryChange[][] = [];
  for (const change of changes) {
    const run = runs.at(-1);
    const joins = run?.[0] !== undefined && isComposed(run[0]) && isComposed(change) && run.length < MAX_STEPS;
    if (joins) run.push(change);
    else runs.push([change]);
  }
  return runs;
}

/** Whether a change may be composed with others. One that moves items spares the tape a scan only by itself. */
function isComposed(change: HistoryChange): boolean {
  return isSplices(change) && change.splices.length <= MAX_SPLICES && arrangementOf(change.splices) === null;
}

function isSplices(change: HistoryChange): change is SpliceChange {
  return change.type === 'splices';
}

/** Lists of splices, each in the text that the one before makes, as one; and the inverse of each, as if carried out alone. */
interface ComposedSteps {
  readonly whole: readonly Splice[];
  readonly inverses: readonly (readonly Splice[])[];
}

/** Composes the splices of several steps. */
function composeSteps(steps: readonly (readonly Splice[])[], read: ReadText): ComposedSteps {
  let whole: readonly Splice[] = [];
  const inverses: (readonly Splice[])[] = [];
  for (const step of steps) {
    inverses.push(invertSplices(step, readerThrough(whole, read)));
    whole = composeSplices(whole, step);
  }
  return { whole, inverses };
}

/** Returns a function that reads the text that `splices` make. Its ranges must be in ascending order. */
function readerThrough(splices: readonly Splice[], read: ReadText): ReadText {
  const pieces = new PieceReader(splices);
  let at = 0;
  return (start, end) => {
    const parts: Uint8Array[] = [];
    pieces.take(start - at, () => undefined);
    pieces.take(end - start, (piece) =>
      parts.push(piece.kept ? read(piece.start, piece.start + piece.length) : piece.bytes),
    );
    at = end;
    return joinBytes(parts);
  };
}
