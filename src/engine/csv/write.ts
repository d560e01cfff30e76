// Writes an array of objects as a file of separated values. Columns are in order of first appearance over all rows; every row
// ends with a line end. Items that are no objects have no names: they share a column `value`.

import { CodedError } from '../../shared/errors.ts';
import type { CsvFile, CsvLineEnd, CsvWriteOptions } from '../../shared/protocol/csv.ts';
import { CSV_TEXTS } from '../../shared/texts/conversions.ts';
import type { Work } from '../base/work.ts';
import type { JsonDocument } from '../document/document.ts';
import { ByteBuffer } from '../base/byte-buffer.ts';
import { CellWriter } from './cell-writer.ts';
import { fromUtf8 } from './encoding.ts';
import type { ItemStyle } from './fast-items.ts';
import { MemberColumns, type MemberColumn } from './member-columns.ts';

const SLICE_ITEMS = 2048;
const MARKED = /:(?:json|text)$/;
const LINE_ENDS: Readonly<Record<CsvLineEnd, readonly number[]>> = { LF: [10], CRLF: [13, 10], CR: [13] };

/** The bytes of a line end. */
export function lineEndBytes(lineEnd: CsvLineEnd): Uint8Array {
  return Uint8Array.from(LINE_ENDS[lineEnd]);
}

/** A file in pieces. */
export interface WrittenTable extends Omit<CsvFile, 'content'> {
  readonly content: Uint8Array[];
}

/**
 * Writes the array at an entry of a document, unless `isFast` is false in WebAssembly.
 * @throws CodedError `invalid-document`; `refused` when it is no array, or a character is not in the encoding
 */
export function* writeTable(
  document: JsonDocument,
  array: number,
  options: CsvWriteOptions = {},
  isFast = true,
): Work<WrittenTable> {
  if (!document.isWhole) throw new CodedError('invalid-document', CSV_TEXTS.invalid);
  const { places, tape } = document;
  if (places.kind(array) !== 'array') throw new CodedError('refused', CSV_TEXTS.notRows);
  const typed = options.form === 'typed';
  const flatten = options.nested !== 'json';
  const skipsNull = options.nulls === 'empty' && !typed;
  const separator = (options.separator ?? ',').charCodeAt(0);
  const quote = typed ? 0x22 : (options.quote ?? '"').charCodeAt(0);
  const out = new ByteBuffer();
  const style = { separator, quote, typed, escapesFormulas: options.formulas === 'escape' };
  const writer = new CellWriter(places, style, out);
  const end = lineEndBytes(options.lineEnd ?? 'LF');
  const found = new MemberColumns(places, flatten, typed, new Set(), isFast);
  yield* found.find(array);
  if (typed) yield* found.markSurrogates(array);
  const { columns } = found;
  const named = (column: MemberColumn): string => nameInFile(column, typed, flatten);
  const bare = bareItem(document, array);
  if (columns.length === 0 && !bare && options.columns === undefined)
    return { content: [], nested: 0, unnamed: [], replaced: 0, doubled: 0, separator: options.separator ?? ',' };
  const names = options.columns === undefined ? columns.map(named) : inOrder(columns, options.columns, named);
  if (bare) names.push(names.includes('value') ? 'value 2' : 'value');
  if (options.header !== false) {
    for (const [index, name] of names.entries()) {
      if (index > 0) out.put(separator);
      writer.writeName(name);
    }
    out.add(end);
  }
  const rules: { readonly isJson: boolean }[] = [];
  for (const { member, hasContainer } of columns) rules[member.column] = { isJson: hasContainer };
  const cells = new Int32Array(names.length).fill(-1);
  const close = tape.closing(array);
  let [items, nested, doubled] = [0, 0, 0];
  const itemStyle: ItemStyle = {
    ...style,
    skipsNull,
    lineEnd: end,
    isJson: names.map((_, column) => rules[column]?.isJson === true),
  };
  for (let item = array + 1; item < close; item = tape.next(item)) {
    for (let isLeft = false; !isLeft && item < close;) {
      const many = found.write(item, close, itemStyle);
      if (many === null) break;
      ({ item, isLeft } = many);
      out.add(many.rows);
      if (!typed) nested += many.nested;
      doubled += many.doubled;
      if (!isLeft) yield { done: tape.start(item), total: document.size };
    }
    if (item >= close) break;
    if (bare && places.kind(item) !== 'object') cells[columns.length] = item;
    else
      found.walk(item, (member, entry) => {
        if ((cells[member.column] ?? -1) >= 0) doubled += 1;
        cells[member.column] = entry;
      });
    for (let column = 0; column < cells.length; column += 1) {
      if (column > 0) out.put(separator);
      const entry = cells[column] ?? -1;
      const isLeftOut = entry < 0 || (skipsNull && places.kind(entry) === 'null');
      if (!isLeftOut && writer.write(entry, rules[column]) && !typed) nested += 1;
    }
    cells.fill(-1);
    out.add(end);
    items += 1;
    if (items % SLICE_ITEMS === 0) yield { done: tape.start(item), total: document.size };
  }
  const content = fromUtf8(out.finish(), options.encoding ?? 'utf-8', options.mark === true);
  return { content, nested, unnamed: [], replaced: 0, doubled, separator: options.separator ?? ',' };
}

/** Gives columns the places of their names in a list. Returns the names of all in the file. */
function inOrder(
  columns: readonly MemberColumn[],
  names: readonly string[],
  named: (column: MemberColumn) => string,
): string[] {
  const inFile = [...names];
  for (const column of columns) {
    const place = names.indexOf(column.path.join('.'));
    column.member.column = place < 0 ? inFile.length : place;
    inFile[column.member.column] = named(column);
  }
  return inFile;
}

/** Whether an item is no object. */
function bareItem({ tape, places }: JsonDocument, array: number): boolean {
  const close = tape.closing(array);
  for (let item = array + 1; item < close; item = tape.next(item)) if (places.kind(item) !== 'object') return true;
  return false;
}

/** The name of a column in the file. */
export function nameInFile({ path, hasContainer }: MemberColumn, typed: boolean, flatten: boolean): string {
  const name = path.join('.');
  if (!typed) return name;
  if (hasContainer) return `${name}:json`;
  const isLiteral = MARKED.test(name) || (flatten && path.length === 1 && name.includes('.'));
  return isLiteral ? `${name}:text` : name;
}
