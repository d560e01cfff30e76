// The cells of a pasted text: of a spreadsheet with tabs, of CSV that one separator splits evenly, of a table in Markdown, or
// one of each line.

import { readTabs } from './tab-separated.ts';

/** One cell of a text, and whether it stood in quotes, which make it text in CSV. */
export interface PastedCell {
  readonly text: string;
  readonly isText: boolean;
}

/** Returns the cells of a text, row by row. */
export function readPasted(text: string): PastedCell[][] {
  if (text.includes('\t')) return plain(fillRows(readTabs(withoutEnd(text)), ''));
  const lines = withoutEnd(text).split(/\r\n|\n|\r/);
  if (lines.length === 1) return plain(readTabs(text));
  const markdown = readMarkdown(lines);
  if (markdown !== null) return plain(markdown);
  for (const separator of [';', '|', ',']) {
    const rows = readEvenly(text, separator);
    if (rows !== null) return rows;
  }
  return plain(readTabs(text));
}

function plain(rows: readonly (readonly string[])[]): PastedCell[][] {
  return rows.map((row) => row.map((text) => ({ text, isText: false })));
}

/** Without the line end that ends the last row. */
function withoutEnd(text: string): string {
  return text.replace(/(?:\r\n|\n|\r)$/, '');
}

function fillRows(rows: readonly (readonly string[])[], filler: string): string[][] {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  return rows.map((row) => [...row, ...Array.from({ length: width - row.length }, () => filler)]);
}

/** The cells of a table in Markdown: a line of dashes is below the first one. */
function readMarkdown(lines: readonly string[]): string[][] | null {
  const rule = lines[1]?.trim() ?? '';
  if (!/^\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?\s*)?$/.test(rule)) return null;
  const width = cellsOf(rule).length;
  const rows = lines.filter((line, index) => index !== 1 && line.trim() !== '').map((line) => cellsOf(line.trim()));
  return rows.every((row) => row.length <= width) ? fillRows(rows, '').map((row) => row.slice(0, width)) : null;
}

function cellsOf(line: string): string[] {
  const inner = line.replace(/^\|/, '').replace(/(?<!\\)\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) =>
    cell
      .trim()
      .replaceAll(String.raw`\|`, '|')
      .replaceAll(/<br\s*\/?>/gi, '\n'),
  );
}

/** The cells of CSV, if a separator splits all its lines into the same number of cells, two at least. */
function readEvenly(text: string, separator: string): PastedCell[][] | null {
  const rows: PastedCell[][] = [];
  let at = 0;
  while (at < text.length) {
    const row: PastedCell[] = [];
    for (;;) {
      const isQuoted = text[at] === '"';
      const cell = isQuoted ? quotedCell(text, at) : plainCell(text, at, separator);
      if (cell === null) return null;
      row.push({ text: cell.text, isText: isQuoted });
      at = cell.end;
      if (text[at] !== separator) break;
      at += 1;
    }
    if (at < text.length && text[at] !== '\n' && text[at] !== '\r') return null;
    at += text.startsWith('\r\n', at) ? 2 : 1;
    if (row.length === 1 && row[0]?.text === '' && !row[0].isText) continue;
    if (row.length < 2 || row.length !== (rows[0] ?? row).length) return null;
    rows.push(row);
  }
  return rows.length > 1 ? rows : null;
}

function plainCell(text: string, start: number, separator: string): { readonly text: string; readonly end: number } {
  let end = start;
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return { text: text.slice(start, end), end };
}

function quotedCell(text: string, start: number): { readonly text: string; readonly end: number } | null {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] !== '"') continue;
    if (text[at + 1] === '"') at += 1;
    else return { text: text.slice(start + 1, at).replaceAll('""', '"'), end: at + 1 };
  }
  return null;
}
