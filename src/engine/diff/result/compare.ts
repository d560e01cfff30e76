// Compares two documents. The result serves later queries: `counterparts.ts`, `entries.ts`, `text-changes.ts`, `merge.ts` and
// the exports. `docs/compare.md` has a diagram of the whole.

import type { CompareNote, CompareOptions, Side } from '../../../shared/protocol/compare.ts';
import { CodedError } from '../../../shared/errors.ts';
import type { JsonDocument } from '../../document/document.ts';
import type { Work } from '../../base/work.ts';
import { writeChanges } from './changes.ts';
import { hashDocument, type Hashes } from '../hash/subtree-hash.ts';
import { findIgnored, type Ignored } from '../hash/ignored.ts';
import { Matcher, type MatchExtras } from '../match/match.ts';
import { Pairing } from '../match/pairing.ts';
import { Sides, type SideData } from '../hash/sides.ts';
import { NOT_VALID } from '../../../shared/texts/documents.ts';

/** Two documents, which do not change, and their differences. Arrays are packed as in `shared/protocol/compare.ts`. */
export interface Comparison {
  readonly sides: Sides;
  readonly options: CompareOptions;
  readonly pairing: Pairing;
  readonly changes: Uint32Array<ArrayBuffer>;
  readonly marks: Readonly<Record<Side, Uint32Array<ArrayBuffer>>>;
  /** The number of differences; a move counts once. */
  readonly count: number;
  readonly notes: readonly CompareNote[];
}

/** Shares of the progress: hashing each side, matching, and recording the changes. */
const SHARES = [0.4, 0.4, 0.15, 0.05];

/**
 * Compares two documents. Cost: a few scans of both; memory: 12 bytes for each entry of both tapes for the lifetime of the
 * result.
 * @throws CodedError `invalid-document`, which names the side and has the place of the error
 */
export function* compareDocuments(
  left: JsonDocument,
  right: JsonDocument,
  options: CompareOptions,
  extras: MatchExtras = {},
): Work<Comparison> {
  checkValid(left, 'left');
  checkValid(right, 'right');
  if (isCopy(left, right)) return nothingDiffers(left, right, options);
  const total = left.size + right.size;
  const stage = function* <T>(index: number, work: Work<T>): Work<T> {
    const before = SHARES.slice(0, index).reduce((sum, share) => sum + share, 0);
    for (;;) {
      const step = work.next();
      if (step.done === true) return step.value;
      const part = step.value.total === 0 ? 0 : step.value.done / step.value.total;
      yield { done: Math.round((before + part * (SHARES[index] ?? 0)) * total), total };
    }
  };
  const one = yield* stage(0, readSide(left, options));
  const other = yield* stage(1, readSide(right, options));
  const sides = new Sides(one, other);
  const matcher = new Matcher(sides, options, extras);
  yield* stage(2, matcher.run());
  const { pairing, notes } = matcher;
  const { changes, leftMarks, rightMarks, count } = yield* stage(3, writeChanges(sides, pairing));
  return { sides, options, pairing, changes, marks: { left: leftMarks, right: rightMarks }, count, notes };
}

/** Whether both documents have the same bytes. About 50 ms for 100 MB. */
function isCopy(left: JsonDocument, right: JsonDocument): boolean {
  if (left.size !== right.size || left.dialect !== right.dialect) return false;
  const none = new Uint32Array();
  const sides = new Sides(sideOf(left, none, null), sideOf(right, none, null));
  return sides.commonLength(0, 0, left.size) === left.size;
}

/** The comparison of two copies. It needs no hashes: they would be the same at every entry. */
function nothingDiffers(left: JsonDocument, right: JsonDocument, options: CompareOptions): Comparison {
  const none = new Uint32Array();
  const sides = new Sides(sideOf(left, none, null), sideOf(right, none, null));
  const pairing = new Pairing(1, 1);
  pairing.pair(0, 0);
  return { sides, options, pairing, changes: none, marks: { left: none, right: none }, count: 0, notes: [] };
}

function sideOf(document: JsonDocument, hashes: Hashes, ignored: Ignored | null): SideData {
  return { document, places: document.places, tape: document.tape, hashes, ignored };
}

function* readSide(document: JsonDocument, options: CompareOptions): Work<SideData> {
  const ignored = yield* findIgnored(document.places, options.ignorePaths);
  return sideOf(document, yield* hashDocument(document, options, ignored), ignored);
}

function checkValid(document: JsonDocument, side: Side): void {
  if (document.isLive) return;
  throw new CodedError('invalid-document', NOT_VALID.toCompare(side), document.error?.place ?? null);
}
