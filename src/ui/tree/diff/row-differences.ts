// What rows show of a comparison: what has become of a value, how many differences are inside of what is collapsed, and
// what a changed value is on the other side. Rows on the screen ask for theirs; the same object comes until it changes.

import type { Mark } from '../../../shared/protocol/compare.ts';
import { unquote } from '../../../shared/bytes/literals.ts';
import { isContainer, type Row } from '../../../shared/protocol/rows.ts';
import type { SideDifferences } from '../../compare/side-differences.ts';
import { ROW } from '../../strings/compare/compare.ts';
import type { CachedRow } from '../rows/row-cache.ts';
import { stretchesOf, type Stretch } from '../found/visible-hits.ts';
import { onOneLine, type Controls } from '../../model/literal.ts';

/** A row's part in the comparison. */
export interface RowDiff {
  readonly mark: Mark;
  /** Differences among what is collapsed in it; else 0. */
  readonly inside: number;
  /** What an updated value is on the other side, in words; `null` where that is not known. */
  readonly other: string | null;
  /** What differs of the string that is shown. */
  readonly changed: readonly Stretch[] | null;
}

/** Rows that are remembered. */
const MOST_ROWS = 500;

/** Reads the differences of rows. */
export class RowDiffReader {
  private readonly made = new Map<number, { readonly row: Row; readonly controls: Controls; readonly diff: RowDiff }>();

  constructor(readonly differences: SideDifferences) {}

  /** The difference of a row, `null` for none. Until both are of one revision, the one before where the row looks the same. */
  at(index: number, { row, revision }: CachedRow, controls: Controls): RowDiff | null {
    const { differences, made } = this;
    const known = made.get(index);
    const before = known?.controls === controls ? known : undefined;
    if (differences.revision === null) {
      made.clear();
      return null;
    }
    if (differences.revision !== revision) {
      const looksAlike = before?.row.text === row.text && before.row.rawKey === row.rawKey;
      return looksAlike ? before.diff : null;
    }
    const found = differences.markOf(row.node);
    if (found === null) {
      made.delete(index);
      return null;
    }
    const { mark } = found;
    const other = mark === 'update' && found.node === row.node ? differences.otherValue(row.node) : null;
    const isOpen = isContainer(row.kind) && row.expanded;
    const isString = other !== null && row.kind === 'string' && !row.textCut;
    const ranges = isString ? differences.changedText(row.node) : null;
    const shown = ranges?.map(({ start, end }) => ({ start: start - row.byteStart, end: end - row.byteStart }));
    const diff: RowDiff = {
      changed: shown === undefined ? null : changedIn(row, shown, controls),
      mark,
      inside: mark === 'child-update' && !isOpen ? found.count : 0,
      other: other === null ? null : differences.side === 'left' ? ROW.becomes(other) : ROW.was(other),
    };
    const kept = before !== undefined && isSame(before.diff, diff) ? before.diff : diff;
    if (made.size > MOST_ROWS) made.clear();
    made.set(index, { row, controls, diff: kept });
    return kept;
  }
}

function changedIn({ text }: Row, changed: readonly Stretch[], controls: Controls): Stretch[] | null {
  return stretchesOf(text, onOneLine(unquote(text), controls), changed, controls);
}

function isSame(a: RowDiff, b: RowDiff): boolean {
  if (a.mark !== b.mark || a.inside !== b.inside || a.other !== b.other) return false;
  return (
    a.changed?.length === b.changed?.length &&
    (a.changed ?? []).every((one, at) => one.start === b.changed?.[at]?.start && one.end === b.changed[at].end)
  );
}
