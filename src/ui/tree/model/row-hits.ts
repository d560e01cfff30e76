// The hits of the find bar in one row: in its key, in its value, and the number inside it when it is collapsed. Computed for
// rows on the screen; a row gets the same object until its hits change.

import { unquote } from '../../../shared/bytes/literals.ts';
import { isContainer, type Row } from '../../../shared/protocol/rows.ts';
import type { DocumentClient } from '../../client/document.ts';
import type { Finder } from '../../find/finder.ts';
import type { HitList } from '../../find/hit-list.ts';
import type { CachedRow } from './row-cache.ts';
import { onOneLine, type Controls } from '../../model/literal.ts';
import { stretchesOf, type HitStretch } from './visible-hits.ts';

/** The hits in a shown text. */
export interface TextHits {
  /** In ascending order and disjoint, in UTF-16 units; `null` when their exact places are unknown. */
  readonly stretches: readonly HitStretch[] | null;
  /** Index of the current hit, or -1. */
  readonly current: number;
}

export interface RowHits {
  readonly key: TextHits | null;
  readonly value: TextHits | null;
  /** The number of hits inside a collapsed container. */
  readonly inside: number;
}

/** The hits of a row, and what they were computed from. */
interface Made {
  readonly row: Row;
  readonly list: HitList;
  readonly from: number;
  readonly to: number;
  readonly current: number;
  readonly controls: Controls;
  readonly hits: RowHits;
}

/** Most hits that are marked in one text. */
const MAX_MARKED_HITS = 300;
/** When more rows are cached, the cache is cleared. */
const MAX_ROWS = 500;

/** Reads the hits of rows. */
export class RowHitReader {
  private readonly made = new Map<number, Made>();

  constructor(
    private readonly finder: Finder,
    private readonly client: DocumentClient,
  ) {}

  /**
   * Returns the hits of a row; `null` when it has none. While hits and rows are of different revisions, returns the previous
   * hits if the row looks the same.
   */
  at(index: number, { row, revision }: CachedRow, controls: Controls): RowHits | null {
    const { finder, made } = this;
    const { open, current } = finder.getState();
    const known = made.get(index);
    const before = known?.controls === controls ? known : undefined;
    if (!open) return null;
    if (finder.hitsRevision !== revision || revision !== this.client.state.revision) {
      const isSame = before?.row.text === row.text && before.row.rawKey === row.rawKey;
      return isSame ? before.hits : null;
    }
    const { hits } = finder;
    const valueEnd = row.byteStart + row.byteLength;
    const from = hits.indexFrom(row.itemStart);
    const isOpen = isContainer(row.kind) && row.expanded;
    const to = hits.indexFrom(isOpen ? row.byteStart : valueEnd);
    if (to === from) {
      made.delete(index);
      return null;
    }
    const here = current >= from && current < to ? current : -1;
    if (before?.row === row && before.list === hits && before.from === from && before.to === to) {
      if (before.current === here) return before.hits;
    }
    const found = readHits(row, hits, from, to, here, controls);
    const kept = before !== undefined && areSame(before.hits, found) ? before.hits : found;
    if (made.size > MAX_ROWS) made.clear();
    made.set(index, { row, list: hits, from, to, current: here, controls, hits: kept });
    return kept;
  }
}

function readHits(row: Row, list: HitList, from: number, to: number, current: number, controls: Controls): RowHits {
  const hitsIn = (first: number, last: number, literal: string, text: string, base: number): TextHits | null =>
    textHits(list, first, last, current, literal, text, base, controls);
  const middle = Math.min(to, list.indexFrom(row.byteStart));
  const key = row.key === null ? null : onOneLine(row.key, controls);
  if (isContainer(row.kind)) {
    const inKey = key === null ? null : hitsIn(from, middle, row.rawKey, key, row.itemStart);
    return { key: inKey, value: null, inside: row.expanded ? 0 : to - middle };
  }
  const text = row.kind === 'string' ? onOneLine(unquote(row.text), controls) : row.text;
  return {
    key: key === null ? null : hitsIn(from, middle, row.rawKey, key, row.itemStart),
    value: hitsIn(middle, to, row.text, text, row.byteStart),
    inside: 0,
  };
}

/** Returns the hits from `from` to `to` (exclusive) in the shown text of a literal that begins at offset `base`. */
function textHits(
  list: HitList,
  from: number,
  to: number,
  current: number,
  literal: string,
  text: string,
  base: number,
  controls: Controls,
): TextHits | null {
  if (from === to) return null;
  const last = Math.min(to, from + MAX_MARKED_HITS);
  const at = (index: number): HitStretch => {
    const { start, end } = list.at(index);
    return { start: start - base, end: end - base };
  };
  const stretches = stretchesOf(
    literal,
    text,
    Array.from({ length: last - from }, (_, index) => at(from + index)),
    controls,
  );
  const isHere = current >= from && current < to;
  if (stretches === null) return { stretches, current: isHere ? 0 : -1 };
  const [first] = isHere ? (stretchesOf(literal, text, [at(current)], controls) ?? []) : [];
  return { stretches, current: first === undefined ? -1 : stretches.findIndex(({ start }) => start === first.start) };
}

function areSame(a: RowHits, b: RowHits): boolean {
  return a.inside === b.inside && isSameText(a.key, b.key) && isSameText(a.value, b.value);
}

function isSameText(a: TextHits | null, b: TextHits | null): boolean {
  if (a === null || b === null) return a === b;
  if (a.current !== b.current || a.stretches?.length !== b.stretches?.length) return false;
  return (a.stretches ?? []).every(({ start, end }, at) => {
    const other = b.stretches?.[at];
    return other?.start === start && other.end === end;
  });
}
