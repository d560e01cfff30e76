// Finds the separator and the quote of a file, from all of its rows: the separator that gives most rows the same number of
// cells. Of equals, the one under which fewer quotes are faulty, then the one that leaves fewer others inside of cells.

import type { CsvLineEnd, CsvQuote } from '../../shared/protocol/csv.ts';
import { CR, LF, QUOTE } from '../../shared/bytes/ascii.ts';
import { SLICE_BYTES, type Work } from '../base/work.ts';
import { CellReader, FAULTS, SEPARATORS } from './cells.ts';
import type { FastRows } from './fast-rows.ts';

/** How the rows of a file come out under a separator and a quote. */
export interface Split {
  readonly separator: string | null;
  readonly quote: CsvQuote;
  readonly rows: number;
  /** The number of cells that most rows have, and how many have it. */
  readonly width: number;
  readonly alike: number;
  readonly faults: number;
}

/** A first line `sep=;`, which gives the separator and is no row. */
export interface SepLine {
  readonly separator: string;
  /** The first byte after it. */
  readonly end: number;
  /** `null` where the file ends with it. */
  readonly lineEnd: CsvLineEnd | null;
}

/** Reads a first line that gives the separator. */
export function readSepLine(bytes: Uint8Array): SepLine | null {
  const [s, e, p, equals, separator, next] = bytes;
  if (s !== 0x73 || e !== 0x65 || p !== 0x70 || equals !== 0x3d) return null;
  if (separator === undefined || separator >= 0x80 || separator === QUOTE || separator === LF || separator === CR)
    return null;
  if (next !== undefined && next !== LF && next !== CR) return null;
  const end = next === undefined ? 5 : next === CR && bytes[6] === LF ? 7 : 6;
  const lineEnd = next === undefined ? null : next === LF ? 'LF' : end === 7 ? 'CRLF' : 'CR';
  return { separator: String.fromCharCode(separator), end, lineEnd };
}

/** Finds the best split of a file from `start` on; what a person has chosen is kept. */
export function* findSplit(
  bytes: Uint8Array,
  start: number,
  told: { readonly separator?: string | null | undefined; readonly quote?: CsvQuote | undefined },
  fast: FastRows | null = null,
): Work<Split> {
  const occurs = (char: string): boolean => {
    const byte = char.charCodeAt(0);
    // `includes` has no fast search.
    return fast !== null && start === 0 ? fast.has(byte) : bytes.indexOf(byte, start) >= 0;
  };
  const separators = told.separator === undefined ? SEPARATORS.filter(occurs) : [told.separator];
  const quotes: readonly CsvQuote[] = told.quote === undefined ? (occurs("'") ? ["'", '"'] : ['"']) : [told.quote];
  let best: Split | null = null;
  for (const separator of separators) {
    for (const quote of quotes) {
      const isSure = told.quote !== undefined || quote === '"';
      const split = yield* trySplit(bytes, start, separator, quote, isSure, fast);
      if (split === null) continue;
      if (told.separator !== undefined) return split;
      if (split.width >= 2 && (best === null || (yield* isBetter(split, best, bytes, start)))) best = split;
      // Where apostrophes are quotes, they are no characters.
      if (quote === "'") break;
    }
  }
  if (best !== null) return best;
  for (const quote of quotes) {
    const split = yield* trySplit(bytes, start, null, quote, told.quote !== undefined || quote === '"', fast);
    if (split !== null) return split;
  }
  throw new RangeError('no quote was tried, expected one');
}

function* isBetter(one: Split, other: Split, bytes: Uint8Array, start: number): Work<boolean> {
  const [mine, theirs] = [one.alike * other.rows, other.alike * one.rows];
  if (mine !== theirs) return mine > theirs;
  if (one.faults !== other.faults) return one.faults < other.faults;
  return (yield* countRivals(one, bytes, start)) < (yield* countRivals(other, bytes, start));
}

/** Splits a file. `null` for an apostrophe that is not used as a quote throughout, unless `isSure`. */
function* trySplit(
  bytes: Uint8Array,
  start: number,
  separator: string | null,
  quote: CsvQuote,
  isSure: boolean,
  fast: FastRows | null,
): Work<Split | null> {
  const reader = new CellReader(bytes, start, separator?.charCodeAt(0) ?? -1, quote.charCodeAt(0));
  const counts = new Map<number, number>();
  let [rows, faults, quoted] = [0, 0, 0];
  let pauseAt = start + SLICE_BYTES;
  fast?.begin(reader);
  for (;;) {
    const isLeft = fast === null || fast.split(reader, Math.min(pauseAt, bytes.length));
    rows += fast?.count ?? 0;
    quoted += fast?.quoted ?? 0;
    if (isLeft) {
      if (!reader.nextRow()) break;
      let cells = 0;
      do {
        reader.nextCell();
        cells += 1;
        if (reader.isQuoted) quoted += 1;
        if (reader.fault !== FAULTS.none && reader.fault !== FAULTS.blankAtQuote) {
          faults += 1;
          if (!isSure) return null;
        }
        if (!isSure && !reader.isQuoted && bytes[reader.start] === QUOTE) return null;
      } while (!reader.endsRow);
      rows += 1;
      counts.set(cells, (counts.get(cells) ?? 0) + 1);
    } else if (reader.at >= bytes.length) break;
    if (reader.at < pauseAt) continue;
    pauseAt = reader.at + SLICE_BYTES;
    yield { done: reader.at, total: bytes.length };
  }
  if (!isSure && quoted < 2) return null;
  for (const [cells, count] of fast?.widths.entries() ?? [])
    if (count > 0) counts.set(cells, (counts.get(cells) ?? 0) + count);
  let [width, alike] = [1, 0];
  for (const [cells, count] of counts) {
    if (count > alike || (count === alike && cells > width)) [width, alike] = [cells, count];
  }
  return { separator, quote, rows, width, alike, faults };
}

/** How many other separators a split leaves in its cells. */
function* countRivals({ separator, quote }: Split, bytes: Uint8Array, start: number): Work<number> {
  const code = separator?.charCodeAt(0) ?? -1;
  const reader = new CellReader(bytes, start, code, quote.charCodeAt(0), false, true);
  let pauseAt = start + SLICE_BYTES;
  while (reader.nextRow()) {
    do reader.nextCell();
    while (!reader.endsRow);
    if (reader.at < pauseAt) continue;
    pauseAt = reader.at + SLICE_BYTES;
    yield { done: reader.at, total: bytes.length };
  }
  return reader.rivals;
}
