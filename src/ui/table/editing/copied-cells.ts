// The form in which cells are on the clipboard for this page: as they are spelt, so that they keep their kind. It is carried in
// the HTML, which every way to paste can read, and other programs take as a table. Cells that are too many for that are
// remembered by the page that copied them, with their text.

import type { CopiedCells, SpeltCells } from '../../../shared/protocol/table.ts';
import type { ClipboardContent } from '../../widgets/clipboard.ts';
import { readTabs } from './tab-separated.ts';

/** Larger copies have no HTML: the browser would parse it on the page's thread. */
const MAX_HTML_CELLS = 5000;
/** Longer texts are not compared with what was copied, in bytes. */
const MAX_REMEMBERED_BYTES = 64 * 1024 * 1024;
const ATTRIBUTE = 'data-diptych-cells';
/** In the languages of spreadsheets that make booleans of them. */
const BOOLEANS =
  /^(?:true|false|wahr|falsch|vrai|faux|verdadero|falso|vero|waar|onwaar|verdadeiro|sant|falskt|sand|falsk|tosi|epätosi|prawda|fałsz|истина|ложь)$/iu;

/** The last copy without HTML. */
let remembered: CopiedCells | null = null;

/** Whether a copy of this many cells has HTML. */
export function hasHtml(cells: number): boolean {
  return cells <= MAX_HTML_CELLS;
}

/** Remembers a copy that has no HTML; `null` forgets it. */
export function rememberCells(copied: CopiedCells | null): void {
  remembered = copied;
}

/** Returns copied cells as HTML, with their spelling. */
export async function cellsAsHtml(copied: CopiedCells): Promise<Blob> {
  const cells = await copied.cells.text();
  const html = htmlOf(readTabs(await copied.tsv.text()), parseCells(cells)?.rows ?? []);
  return new Blob([html.replace('<table', () => `<table ${ATTRIBUTE}="${escape(cells)}"`)], { type: 'text/html' });
}

/** A table that Excel, Google Sheets and LibreOffice take as it is. `spelt` has the cells in JSON, `texts` what they show. */
export function htmlOf(texts: readonly (readonly string[])[], spelt: SpeltCells['rows']): string {
  const cellOf = (text: string, json: string | null | undefined): string => {
    const isText = json?.startsWith('"') === true && isChanged(text);
    return `<td${isText ? asText(text) : ''}>${shown(text)}</td>`;
  };
  // A row of empty cells is an empty line.
  const rows = spelt.map((row, at) => row.map((json, column) => cellOf(texts[at]?.[column] ?? '', json)).join(''));
  return `<table><tbody>${rows.map((row) => `<tr>${row}</tr>`).join('')}</tbody></table>`;
}

/** Whether a spreadsheet would make something else of a text: a number, a date, a time, a formula, a boolean, an error. */
function isChanged(text: string): boolean {
  return /\d|^[\s'=+\-@#＝＋－＠]/u.test(text) || BOOLEANS.test(text.trim());
}

/** The format of text as Excel, Google Sheets and LibreOffice read it. */
function asText(text: string): string {
  const sheets = escape(JSON.stringify({ 1: 2, 2: text }));
  return ` style='mso-number-format:"\\@"' data-sheets-value="${sheets}" sdnum="1033;0;@"`;
}

/** Blanks that a browser would collapse are kept, and a break stays in its cell. */
function shown(text: string): string {
  return escape(text)
    .replaceAll(/^ | (?= )| $/gm, '&nbsp;')
    .replaceAll(/\r\n|\n|\r/g, '<br style="mso-data-placement:same-cell">');
}

/** Returns the cells that are on the clipboard, if a page like this one has copied them. */
export async function findCells({ text, html }: ClipboardContent): Promise<SpeltCells | null> {
  if (html.includes(ATTRIBUTE)) {
    const table = new DOMParser().parseFromString(html, 'text/html').querySelector(`[${ATTRIBUTE}]`);
    const cells = table === null ? null : parseCells(table.getAttribute(ATTRIBUTE) ?? '');
    if (cells !== null) return cells;
  }
  const kept = remembered;
  if (kept === null || html !== '' || kept.tsv.size > MAX_REMEMBERED_BYTES || text.length > kept.tsv.size) return null;
  if (normalised(await kept.tsv.text()) !== normalised(text)) return null;
  return parseCells(await kept.cells.text());
}

function parseCells(json: string): SpeltCells | null {
  try {
    const value = JSON.parse(json) as SpeltCells;
    const isOurs =
      ['json', 'jsonc', 'json5', 'ndjson'].includes(value.dialect) &&
      value.rows.every((row) => row.every((cell) => cell === null || typeof cell === 'string'));
    return isOurs && value.rows.length > 0 ? value : null;
  } catch {
    return null;
  }
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** Some systems change line ends on the clipboard. */
function normalised(text: string): string {
  return text.replaceAll('\r\n', '\n');
}
