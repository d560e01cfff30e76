// Prints a panel's document: text as text, a tree with its expanded rows. Because the screen shows only a window of it, a sheet
// with the whole content is rendered for the printer and removed afterwards.

import { append } from '../../shared/append.ts';
import { formatSize } from '../../shared/bytes/size.ts';
import { isContainer, type Row } from '../../shared/protocol/rows.ts';
import { asRow } from '../../shared/units.ts';
import type { PanelCore } from '../panel-core/panel-core.ts';
import { PRINT } from '../strings/app/print.ts';
import styles from './print.module.css';

/** Browsers lay out all pages before showing the first; above this size that takes minutes. */
const MAX_BYTES = 2 * 1024 * 1024;
const MAX_ROWS = 40_000;
/** Rows that are read per call. */
const PAGE_ROWS = 2000;

/** Prints the document of a panel, or reports why it can't be printed. */
export async function printDocument(core: PanelCore): Promise<void> {
  const { client, state } = core;
  if (state.document.blank) return;
  try {
    const isTree = state.mode === 'tree' && state.doc.tree !== 'none';
    const { rowCount, size } = client.state;
    if (isTree ? rowCount > MAX_ROWS : size > MAX_BYTES) {
      const message = isTree
        ? PRINT.manyRows(rowCount, MAX_ROWS)
        : PRINT.tooLarge(formatSize(size), formatSize(MAX_BYTES));
      core.notify({ severity: 'warning', message });
      return;
    }
    const text = await core.run(PRINT.working, async (task) =>
      isTree ? (await readTree(core, task.signal)).join('\n') : (await client.read(task)).text(),
    );
    print(state.document.name, text);
  } catch (error) {
    core.report(error);
  }
}

function print(name: string, text: string): void {
  const sheet = document.createElement('article');
  sheet.className = styles['sheet'] ?? '';
  const title = document.createElement('h1');
  title.textContent = name;
  const body = document.createElement('pre');
  body.textContent = text;
  sheet.append(title, body);
  document.body.append(sheet);
  addEventListener('afterprint', () => sheet.remove(), { once: true });
  globalThis.print();
}

async function readTree({ client }: PanelCore, signal: AbortSignal): Promise<string[]> {
  const lines: string[] = [];
  while (lines.length < client.state.rowCount) {
    signal.throwIfAborted();
    const { rows } = await client.readRows({ first: asRow(lines.length), count: PAGE_ROWS });
    if (rows.length === 0) break;
    append(lines, rows.map(lineOf));
  }
  return lines;
}

/** A row as a line of text. */
export function lineOf({ depth, kind, key, position, expanded, childCount, text, textCut, keyCut }: Row): string {
  const name = depth === 0 ? '' : `${key === null ? position : key}${keyCut ? '…' : ''}: `;
  const sign = !isContainer(kind) ? '  ' : expanded ? '▾ ' : '▸ ';
  const value = expanded ? PRINT.count(kind === 'array', childCount) : `${text}${textCut ? '…' : ''}`;
  return `${'  '.repeat(depth)}${sign}${name}${value}`;
}
