// The form in which cells are on the clipboard for this page: as they are spelt, so that they keep their kind. It is carried in
// the HTML, which every way to paste can read, and other programs take as a table. Cells that are too many for that are
// remembered by the page that copied them, with their text.

import type { CopiedCells, SpeltCells } from '../../../shared/protocol/table.ts';
import { readTabs } from './tab-separated.ts';

/** Larger copies have no HTML: the browser would parse it on the page's thread. */
const MAX_HTML_CELLS = 5000;
/** Longer texts are not compared with what was copied, in bytes. */
const MAX_REMEMBERED_BYTES = 64 * 1024 * 1024;
const ATTRIBUTE = 'data-diptych-cells';

/** The last copy without HTML. */
let remembered: CopiedCells | null = null;

/** What is on the clipboard. */
export interface ClipboardContent {
  readonly text: string;
  readonly html: string;
}

/** Whether a copy of this many cells has HTML. */
export function hasHtml(cells: number): boolean {
  return cells <= MAX_HTML_CELLS;
}

/** Remembers a copy that has no HTML; `null` forgets it. */
export function rememberCells(copied: CopiedCells | null): void {
  remembered = copied;
}

/** Returns copied cells as HTML, with their spelling. */
export async function spellHtml(copied: CopiedCells): Promise<Blob> {
  const rows = readTabs(await copied.tsv.text()).map(
    (row) => `<tr>${row.map((cell) => `<td>${escape(cell).replaceAll('\n', '<br>')}</td>`).join('')}</tr>`,
  );
  const html = `<table ${ATTRIBUTE}="${escape(await copied.cells.text())}"><tbody>${rows.join('')}</tbody></table>`;
  return new Blob([html], { type: 'text/html' });
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

/** Returns what is on the system's clipboard. */
export async function readClipboard(): Promise<ClipboardContent> {
  const { clipboard } = navigator;
  // Some browsers, and pages without the permission to read, have the text alone.
  const items = 'read' in clipboard ? await clipboard.read().catch(() => null) : null;
  if (items === null) return { text: await clipboard.readText(), html: '' };
  const read = async (type: string): Promise<string> => {
    const item = items.find(({ types }) => types.includes(type));
    return item === undefined ? '' : (await item.getType(type)).text();
  };
  return { text: await read('text/plain'), html: await read('text/html') };
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
