// A range of cells as text: tab-separated values for spreadsheets, and JSON. Numbers keep their spelling.
//
// In tab-separated text, a cell with a tab or a line end, or that begins with a quote, is quoted and its quotes are doubled, as
// spreadsheets expect.

import { pickKeys } from '../../shared/protocol/wizard.ts';
import { decodeUtf8, encodeUtf8 } from '../../shared/bytes/utf8.ts';
import { ByteBuffer } from '../base/byte-buffer.ts';
import { TextBuffer } from '../base/text-buffer.ts';
import type { Work } from '../base/work.ts';
import type { Places } from '../tape/places.ts';
import { writeJson } from '../values/json-writer.ts';
import { CellFinder } from './cell-finder.ts';
import { textOf } from './filter/text-filter.ts';
import type { RangeOfRows } from './cell-summary.ts';
import { itemsAt, positionsOf, type View } from './table-rows.ts';

const SLICE_CELLS = 8192;

/** The texts, in chunks of UTF-8. */
export interface CellTexts {
  readonly tsv: Uint8Array[];
  readonly json: Uint8Array[];
  readonly cells: Uint8Array[];
}

/**
 * Writes the cells of a range. The JSON is an array: of values for one column, else of objects with the keys that the Transform
 * wizard would use. Without columns, the JSON has the rows as they are spelt. The form with spelt cells is a `SpeltCells`.
 */
export function* writeCells(
  places: Places,
  isLive: boolean,
  view: View,
  { firstRow, lastRow, columns }: RangeOfRows,
): Work<CellTexts> {
  const items = yield* itemsAt(places, view.array, positionsOf(places, view, firstRow, lastRow - firstRow + 1));
  const finder = new CellFinder(places, columns, isLive);
  const found = new Int32Array(columns.length);
  const keys = pickKeys(columns).map((key) => encodeUtf8(`${JSON.stringify(key)}:`));
  const [tsv, json, spelt] = [new TextBuffer(), new TextBuffer(), new TextBuffer()];
  const [open, close, comma, tab, line, brace, braceEnd, none] = ['[', ']', ',', '\t', '\n', '{', '}', 'null'].map(
    encodeUtf8,
  ) as [Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array];
  json.add(open);
  spelt.add(encodeUtf8(`{"dialect":${JSON.stringify(places.tape.dialect)},"rows":[`));
  const compact = new ByteBuffer();
  let cells = 0;
  for (let row = 0; row < items.length; row += 1) {
    finder.find(items[row] ?? 0, found, 0);
    if (row > 0) {
      json.add(comma);
      tsv.add(line);
      spelt.add(comma);
    }
    spelt.add(open);
    if (columns.length === 0) {
      const { start, end } = places.range(items[row] ?? 0);
      json.add(places.text.slice(start, end).slice());
    }
    const isObject = columns.length > 1;
    if (isObject) json.add(brace);
    let isFirst = true;
    for (let column = 0; column < found.length; column += 1) {
      const node = found[column] ?? -1;
      if (column > 0) {
        tsv.add(tab);
        spelt.add(comma);
      }
      if (node < 0) {
        spelt.add(none);
        if (!isObject) json.add(none);
        continue;
      }
      if (isObject) {
        if (!isFirst) json.add(comma);
        json.add(keys[column] ?? none);
        isFirst = false;
      }
      const { start, end } = places.range(node);
      const text = places.text.slice(start, end).slice();
      json.add(text);
      spelt.add(encodeUtf8(JSON.stringify(decodeUtf8(text))));
      tsv.add(encodeUtf8(quoteCell(shownText(places, node, compact))));
    }
    spelt.add(close);
    if (isObject) json.add(braceEnd);
    cells += columns.length + 1;
    if (cells < SLICE_CELLS) continue;
    cells = 0;
    yield { done: row, total: items.length };
  }
  json.add(close);
  spelt.add(encodeUtf8(']}'));
  return { tsv: tsv.finish(), json: json.finish(), cells: spelt.finish() };
}

/** The text of a cell in other programs: objects and arrays on one line. */
function shownText(places: Places, node: number, compact: ByteBuffer): string {
  const kind = places.kind(node);
  if (kind !== 'object' && kind !== 'array') return textOf(places, node);
  writeJson(places, node, compact);
  return decodeUtf8(compact.takeView());
}

function quoteCell(text: string): string {
  return /[\t\n\r]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
