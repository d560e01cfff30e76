// Values as a table of HTML or Markdown: one row for each item of an array, columns as in CSV.

import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import { joinBytes } from '../../shared/bytes/bytes.ts';
import { unquote } from '../../shared/bytes/literals.ts';
import { ByteBuffer } from '../base/byte-buffer.ts';
import { TextBuffer } from '../base/text-buffer.ts';
import type { Work } from '../base/work.ts';
import { MemberColumns } from '../csv/member-columns.ts';
import type { JsonDocument } from '../document/document.ts';
import { writeJson } from '../values/json-writer.ts';

const SLICE_ITEMS = 2048;

/** How a table is spelt. */
export interface TableStyle {
  head(names: readonly string[]): string;
  row(cells: readonly string[]): string;
  readonly end: string;
}

export const HTML_TABLE: TableStyle = {
  head: (names) =>
    `<table>\n<thead>\n<tr>${names.map((name) => `<th>${escape(name)}</th>`).join('')}</tr>\n</thead>\n<tbody>\n`,
  row: (cells) => `<tr>${cells.map((cell) => `<td>${escape(cell)}</td>`).join('')}</tr>\n`,
  end: '</tbody>\n</table>\n',
};

export const MARKDOWN_TABLE: TableStyle = {
  head: (names) => `${markdownRow(names)}${markdownRow(names.map(() => '---'))}`,
  row: (cells) => markdownRow(cells.map(markdownCell)),
  end: '',
};

/** Writes the array at the root of a document. Returns how many cells hold JSON text. */
export function* writeStyledTable(document: JsonDocument, style: TableStyle, out: TextBuffer): Work<number> {
  const { places, tape } = document;
  const found = new MemberColumns(places, true, false);
  yield* found.find(0);
  const names = found.columns.map(({ path }) => path.join('.'));
  const close = tape.closing(0);
  let bare = -1;
  for (let item = 1; item < close && bare < 0; item = tape.next(item))
    if (places.kind(item) !== 'object') bare = names.push(names.includes('value') ? 'value 2' : 'value') - 1;
  out.addText(style.head(style === MARKDOWN_TABLE ? names.map(markdownCell) : names));
  let [nested, items] = [0, 0];
  const cellOf = (entry: number): string => {
    const kind = places.kind(entry);
    const { start, end } = places.range(entry);
    if (kind === 'string') return unquote(decodeUtf8(places.text.slice(start, end)));
    if (tape.isOpening(entry)) nested += 1;
    const json = new ByteBuffer();
    writeJson(places, entry, json);
    return decodeUtf8(joinBytes(json.finish()));
  };
  for (let item = 1; item < close; item = tape.next(item)) {
    const cells = names.map(() => '');
    if (places.kind(item) === 'object') found.walk(item, (member, entry) => (cells[member.column] = cellOf(entry)));
    else cells[bare] = cellOf(item);
    out.addText(style.row(cells));
    items += 1;
    if (items % SLICE_ITEMS === 0) yield { done: tape.start(item), total: document.size };
  }
  out.addText(style.end);
  return nested;
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/\r\n|\n|\r/g, '<br>');
}

function markdownRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |\n`;
}

function markdownCell(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('|', String.raw`\|`)
    .replaceAll(/\r\n|\n|\r/g, '<br>');
}
