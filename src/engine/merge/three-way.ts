// Merges the edits of two documents that come from the same one. The result is one of the two with the other's edits written into
// it, so that every byte that nobody edited stays. What both have edited differently is a conflict.
//
//   base ──┬─▶ left ──┐ versions.ts: two comparisons with the base
//          └─▶ right ─┘     │
//                           ▼
//                        plan.ts: what stands, in which order; conflicts.ts      merge-comments.ts: comments of items that stay
//                           │                                                       │
//                           └──────────────▶ write-merge.ts ◀──────────────────────┘

import { equalBytes } from '../../shared/bytes/bytes.ts';
import { hasComments } from '../../shared/document/dialect.ts';
import { COMPARE_DEFAULTS } from '../../shared/protocol/compare.ts';
import type { MergeConflict, MergeSide, MergeValues } from '../../shared/protocol/merge.ts';
import type { Splice } from '../../shared/document/splice.ts';
import { otherSide } from '../../shared/side.ts';
import type { Work } from '../base/work.ts';
import type { JsonDocument } from '../document/document.ts';
import { copyDocument } from '../document/load-document.ts';
import { Conflicts, type Prefer } from './conflicts.ts';
import { mergeComments } from './merge-comments.ts';
import { Planner } from './plan.ts';
import { Versions } from './versions.ts';
import { writeMerge } from './write-merge.ts';

/** A merge. */
export interface ThreeWayMerge {
  /** The text, with what `prefer` says where both sides conflict. */
  readonly text: Uint8Array;
  readonly conflicts: readonly MergeConflict[];
}

export interface MergeOptions {
  readonly prefer: Prefer;
  /** The key that identifies items of arrays; `null`: detected for each array. */
  readonly identity: string | null;
}

/**
 * Merges two documents that come from `base`. All must be valid. Cost: two comparisons, and `PreparedMerge.merge`.
 * @throws CodedError as the engine's comparison
 */
export function* mergeThreeWay(
  base: JsonDocument,
  left: JsonDocument,
  right: JsonDocument,
  { prefer, identity }: MergeOptions,
): Work<ThreeWayMerge> {
  const prepared = yield* PreparedMerge.compare(base, left, right, identity);
  return yield* prepared.merge(prefer);
}

/** Three compared documents, which must not change, and are merged as often as what stands is decided anew. */
export class PreparedMerge {
  private constructor(
    /** `null` where one of the sides is the result, whatever is decided. */
    private readonly versions: Versions | null,
    private readonly identity: string | null,
    private readonly result: JsonDocument,
  ) {}

  /** Compares both sides with the base. @throws CodedError as the engine's comparison */
  static *compare(
    base: JsonDocument,
    left: JsonDocument,
    right: JsonDocument,
    identity: string | null,
  ): Work<PreparedMerge> {
    const isSame = (one: JsonDocument, other: JsonDocument): boolean =>
      equalBytes(one.memory.text(), other.memory.text());
    if (isSame(base, right) || isSame(left, right)) return new PreparedMerge(null, identity, left);
    if (isSame(base, left)) return new PreparedMerge(null, identity, right);
    const versions = yield* Versions.compare(base, left, right, { ...COMPARE_DEFAULTS, identity });
    return new PreparedMerge(versions, identity, left);
  }

  /**
   * Merges the sides, with what `prefer` says where they conflict. Cost: what differs, and a copy of one document; each array whose
   * items both sides have moved costs the square of their number, up to a bound beyond which it is a conflict.
   */
  *merge(prefer: Prefer): Work<ThreeWayMerge> {
    const { versions, identity, result } = this;
    if (versions === null) return { text: result.memory.text().slice(), conflicts: [] };
    const conflicts = new Conflicts(versions, prefer);
    const plan = yield* new Planner(versions, conflicts, identity).run();
    const comments = yield* commentSplices(versions, conflicts, plan.host);
    const host = versions.of(plan.host).document;
    const written = comments.length === 0 ? host : yield* editedCopy(host, comments);
    return { text: yield* writeMerge(versions, plan, written), conflicts: conflicts.list() };
  }
}

/** The splices that write what the other side has done to comments into one side's document. */
function* commentSplices(versions: Versions, conflicts: Conflicts, host: MergeSide): Work<Splice[]> {
  const guest = otherSide(host);
  const bySide = ({ base, left, right }: MergeValues): MergeValues =>
    host === 'left' ? { base, left, right } : { base, left: right, right: left };
  if (!hasComments(versions.base.tape.dialect)) return [];
  const own = yield* versions.of(host).mapEntries();
  const other = yield* versions.of(guest).mapEntries();
  return yield* mergeComments({
    base: versions.base.document,
    left: versions.of(host).document,
    right: versions.of(guest).document,
    originOf: (side, entry) => (side === 'left' ? own : other).origins[entry] ?? -1,
    counterpartOf: (side, entry) => (side === 'left' ? own : other).here[entry] ?? -1,
    decide: (entry, values) => (conflicts.decideComments(entry, bySide(values)) === host ? 'left' : 'right'),
  });
}

function* editedCopy(document: JsonDocument, splices: readonly Splice[]): Work<JsonDocument> {
  const copy = yield* copyDocument(document);
  copy.apply(splices.toSorted((a, b) => a.start - b.start || a.end - b.end));
  yield* copy.settle();
  return copy;
}
