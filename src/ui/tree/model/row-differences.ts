// What rows show of a comparison: whether a value was changed, created or deleted, how many differences are inside a collapsed
// container, and what a changed value is on the other side. Computed for rows on the screen; a row gets the same object until
// its difference changes.

import type { DifferenceMark } from '../../../shared/protocol/compare.ts';
import { unquote } from '../../../shared/bytes/literals.ts';
import { isContainer, type Row } from '../../../shared/protocol/rows.ts';
import type { SideDifferences } from '../../compare/side-differences.ts';
import { ROW } from '../../strings/compare/compare-rows.ts';
import type { CachedRow } from './row-cache.ts';
import { stretchesOf, type HitStretch } from './visible-hits.ts';
import { onOneLine, type Controls } from '../../model/literal.ts';

/** The difference of one row. */
export interface RowDiff {
  readonly mark: DifferenceMark;
  /** The number of differences inside a collapsed container; otherwise 0. */
  readonly inside: number;
  /** Describes the value on the other side, for an updated value; `null` when it is not known. */
  readonly other: string | null;
  /** The parts of the shown string that differ. */
  readonly changed: readonly HitStretch[] | null;
}

/** When more rows are cached, the cache is cleared. */
const MAX_ROWS = 500;

/** Reads the differences of rows. */
export class RowDiffReader {
  private readonly made = new Map<number, { readonly row: Row; readonly controls: Controls; readonly diff: RowDiff }>();

  constructor(readonly differences: SideDifferences) {}

  /**
   * Returns the difference of a row; `null` when it has none. While the revisions of comparison and row differ, returns the
   * previous difference if the row looks the same.
   */
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
    if (made.size > MAX_ROWS) made.clear();
    made.set(index, { row, controls, diff: kept });
    return kept;
  }
}

function changedIn({ text }: Row, changed: readonly HitStretch[], controls: Controls): HitStretch[] | null {
  return stretchesOf(text, onOneLine(unquote(text), controls), changed, controls);
}

function isSame(a: RowDiff, b: RowDiff): boolean {
  if (a.mark !== b.mark || a.inside !== b.inside || a.other !== b.other) return false;
  return (
    a.changed?.length === b.changed?.length &&
    (a.changed ?? []).every((one, at) => one.start === b.changed?.[at]?.start && one.end === b.changed[at].end)
  );
}
