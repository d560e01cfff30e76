// Reads tables of Markdown and HTML as arrays of objects. A cell that is a number, a boolean or null is one; all else is text, and
// an empty cell is missing.

import { literalOf, type JsonTree } from './json-tree.ts';

const RULE = /^\|?(?:\s*:?-+:?\s*\|)*\s*:?-+:?\s*\|?$/;
const ENTITIES = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
]);

/** Returns the rows of a Markdown table; `null` without a line of dashes below the first. */
export function readMarkdown(text: string): JsonTree | null {
  const lines = text.split(/\r\n|\n/).filter((line) => line.trim() !== '');
  const [head = '', rule = ''] = lines;
  if (!head.includes('|') || !RULE.test(rule.trim()) || !rule.includes('|')) return null;
  const names = markdownCells(head);
  if (markdownCells(rule).length !== names.length) return null;
  const rows = lines.slice(2).map(markdownCells);
  return rows.every((row) => row.length <= names.length) ? toObjects(names, rows) : null;
}

/** Returns the rows of the only table in HTML; `null` if a text does not begin with one. */
export function readHtml(text: string): JsonTree | null {
  const table = /^\s*<table\b[^>]*>(.*)<\/table>\s*$/is.exec(text)?.[1];
  if (table === undefined || /<table\b/i.test(table)) return null;
  const rows = [...table.matchAll(/<tr\b[^>]*>(.*?)(?:<\/tr>|(?=<tr\b)|$)/gis)].map(([, row = '']) =>
    [...row.matchAll(/<t[dh]\b[^>]*>(.*?)(?:<\/t[dh]>|(?=<t[dh]\b)|$)/gis)].map(([, cell = '']) => htmlText(cell)),
  );
  const [names, ...body] = rows;
  return names === undefined ? null : toObjects(names, body);
}

function toObjects(names: readonly string[], rows: readonly (readonly string[])[]): JsonTree {
  return rows.map(
    (row) =>
      new Map(
        names.flatMap((name, column): [string, JsonTree][] => {
          const cell = row[column] ?? '';
          return cell === '' ? [] : [[name, literalOf(cell) ?? JSON.stringify(cell)]];
        }),
      ),
  );
}

function markdownCells(line: string): string[] {
  const cells: string[] = [];
  let cell = '';
  const inner = line.trim().replace(/^\|/, '');
  for (let at = 0; at < inner.length; at += 1) {
    const character = inner[at] ?? '';
    const next = inner[at + 1] ?? '';
    if (character === '\\' && (next === '|' || next === '\\')) {
      cell += next;
      at += 1;
    } else if (character === '|') {
      cells.push(cell);
      cell = '';
    } else cell += character;
  }
  if (cell.trim() !== '') cells.push(cell);
  return cells.map((one) => one.trim().replaceAll(/<br\s*\/?>/gi, '\n'));
}

function htmlText(cell: string): string {
  return cell
    .replaceAll(/<br\b[^>]*>/gi, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(?:#(\d+)|#x([\da-f]+)|([a-z]+));/gi, (entity, decimal?: string, hex?: string, name?: string) => {
      const code = Number.parseInt(decimal ?? hex ?? '', decimal === undefined ? 16 : 10);
      if (code <= 0x10ffff) return String.fromCodePoint(code);
      return ENTITIES.get(name?.toLowerCase() ?? '') ?? entity;
    });
}
