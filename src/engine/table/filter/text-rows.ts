// Finds the rows that contain a text: one pass of the byte search over the array, whose hits are mapped to rows. Where there is no
// hit, no node is visited.

import type { Work } from '../../base/work.ts';
import type { Sink } from '../../search/hits.ts';
import { searchDocument } from '../../search/search.ts';
import type { Places } from '../../tape/places.ts';
import { fetchEntries } from '../../tape/prefetch.ts';
import { asByte } from '../../../shared/units.ts';
import { HIT_WORDS } from '../../../shared/protocol/search.ts';
import type { TableIndex } from '../column/table-index.ts';

/** Up to this many rows are stepped over one by one. */
const NEAR = 1024;
const KEY_FREE = 0x7fffffff;

/** Called for each hit, with its row. `node` is the scalar that it is in; offsets are bytes of the document. */
export type OnHit = (row: number, node: number, start: number, end: number) => void;

/** Passes the hits of a plain text in the values of an array to `onHit`, in order; of each scalar, those that do not overlap. */
export function* findInRows(
  { document, array }: TableIndex,
  text: string,
  matchCase: boolean,
  onHit: OnHit,
): Work<void> {
  if (text === '') return;
  if (document === null) throw new RangeError('rows of a tape without its document were searched');
  const { start, end } = document.places.range(array);
  const query = {
    pattern: text,
    matchCase,
    wholeWord: false,
    regex: false,
    scope: 'values' as const,
    within: [{ start: asByte(start), end: asByte(end) }],
  };
  yield* searchDocument(document, query, new RowSink(document.places, array, onHit));
}

/** Passes packed hits in the values to `onHit`; those outside the array belong to no row, and are left out. */
export function mapHits({ places, array }: TableIndex, hits: Uint32Array, onHit: OnHit): void {
  const close = places.tape.closing(array);
  new RowSink(places, array, onHit).take(hits.filter((_, at) => isInside(hits, at, array, close)));
}

/** Whether the hit of a word is in an entry of the array. */
function isInside(hits: Uint32Array, at: number, array: number, close: number): boolean {
  const node = (hits[at - (at % HIT_WORDS) + 2] ?? 0) & KEY_FREE;
  return node > array && node < close;
}

/** Maps hits to rows. Both ascend, so that each row is stepped over once. */
class RowSink implements Sink {
  readonly done = false;
  private row = -1;
  /** The entry after the row; the first row begins there at first. */
  private behind: number;
  private readonly close: number;
  private fetched = 0;

  constructor(
    private readonly places: Places,
    private readonly array: number,
    private readonly onHit: OnHit,
  ) {
    this.behind = array + 1;
    this.close = places.tape.closing(array);
  }

  take(words: Uint32Array): void {
    for (let at = 0; at < words.length; at += HIT_WORDS) {
      const node = (words[at + 2] ?? 0) & KEY_FREE;
      if (node >= this.behind) this.advance(node);
      this.onHit(this.row, node, words[at] ?? 0, words[at + 1] ?? 0);
    }
  }

  takeMatch(start: number, end: number, word: number): void {
    const node = word & KEY_FREE;
    if (node >= this.behind) this.advance(node);
    this.onHit(this.row, node, start, end);
  }

  private advance(node: number): void {
    const { places, close } = this;
    const { tape } = places;
    for (let steps = 0; steps < NEAR && node >= this.behind; steps += 1) {
      if (this.behind >= this.fetched) this.fetched = fetchEntries(tape, this.behind, close);
      this.behind = tape.next(this.behind);
      this.row += 1;
    }
    if (node < this.behind) return;
    const { child, ordinal } = places.children.containing(this.array, node);
    this.row = ordinal;
    this.behind = tape.next(child);
  }
}
