// The judged cases of the clipboard: cells of other programs pasted, and cells copied for them.

import { afterAll, describe, expect, it } from 'vitest';
import { server } from 'vitest/browser';
import { pressKeys, TableBox } from '../support/table-box.tsx';
import { useClipboardAlone } from '../support/clipboard.ts';

useClipboardAlone();

interface Cases {
  readonly clipboardIn: readonly {
    readonly id: string;
    readonly plain: string;
    readonly html: string | null;
    readonly expect: { readonly cells: readonly (readonly string[])[] };
  }[];
  readonly clipboardOut: readonly {
    readonly id: string;
    readonly cells: readonly (readonly string[])[];
    readonly expect: {
      readonly tsv: string | readonly string[];
      readonly html: readonly (readonly { readonly text: string; readonly asText?: boolean }[])[];
    };
  }[];
}

const read = (path: string): Promise<string> => server.commands.readFile(`tests/cases/csv/${path}`);
const { clipboardIn, clipboardOut } = JSON.parse(await read('cases.json')) as Cases;
/** A value that no case has, in each cell before a paste. */
const BEFORE = '"before"';

const box = new TableBox();
box.flatten = false;
let isOpen = false;
/** Tells one document from the one before. */
let shown = 0;
afterAll(() => box.close());

/** Shows an array of arrays, whose cells are JSON; an empty one is missing. */
async function show(cells: readonly (readonly string[])[]): Promise<void> {
  shown += 1;
  if (!isOpen) await box.open([1]);
  isOpen = true;
  const rows = cells.map(
    (row) => `{${row.flatMap((json, at) => (json === '' ? [] : [`"c${at}":${json}`])).join(',')}}`,
  );
  // Columns come from all rows, in order.
  const names = (cells[0] ?? []).map((_, at) => `"c${at}":${shown}`).join(',');
  await box.client.replace(new Blob([`[{${names}},\n${rows.join(',\n')}]`]));
  await expect.poll(() => box.cell(0, 0)?.textContent).toBe(String(shown));
  await expect.poll(() => box.grid?.getAttribute('aria-colcount')).toBe(String((cells[0]?.length ?? 0) + 1));
}

describe('[TAB-2] cells of other programs', () => {
  it.each(clipboardIn)('are pasted as they are: $id', async ({ plain, html, expect: { cells } }) => {
    await show(cells.map((row) => row.map(() => BEFORE)));
    await box.click(1, 0);
    const data = new DataTransfer();
    data.setData('text/plain', await read(plain));
    if (html !== null) data.setData('text/html', await read(html));
    box.grid?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    await box.value();
    const rows = (await box.text()).split(/,\n/).slice(1);
    const expected = cells.map(
      (row) => `{${row.map((json, at) => `"c${at}":${json === '' ? '""' : json}`).join(',')}}`,
    );
    expect(rows.join('\n')).toBe(`${expected.join('\n')}]`);
  });
});

describe('[TAB-2] copied cells', () => {
  it.each(clipboardOut)('are what spreadsheets read: $id', async ({ cells, expect: { tsv, html } }) => {
    await show(cells);
    await box.click(1, 0);
    await pressKeys([
      ...(cells[0] ?? []).slice(1).map(() => 'Shift+ArrowRight'),
      ...cells.slice(1).map(() => 'Shift+ArrowDown'),
    ]);
    await navigator.clipboard.writeText('before');
    box.grid?.dispatchEvent(new ClipboardEvent('copy', { bubbles: true, cancelable: true }));
    await expect.poll(() => navigator.clipboard.readText()).not.toBe('before');
    const text = (await navigator.clipboard.readText()).replace(/\r?\n$/, '');
    expect([tsv].flat().map((one) => one.replace(/\n$/, ''))).toContain(text);
    const [item] = await navigator.clipboard.read();
    const page = new DOMParser().parseFromString((await (await item?.getType('text/html'))?.text()) ?? '', 'text/html');
    const found = Array.from(page.querySelectorAll('tr'), (row) =>
      Array.from(row.cells, (cell) => {
        for (const end of cell.querySelectorAll('br')) end.replaceWith('\n');
        return {
          text: cell.textContent.replaceAll('\u{a0}', ' '),
          asText: /mso-number-format:\s*["']?\\@/.test(cell.getAttribute('style') ?? ''),
        };
      }),
    );
    const expected = html.map((row, line) =>
      row.map(({ text: expectedText, asText }, at) => ({
        text: expectedText,
        asText: asText ?? found[line]?.[at]?.asText,
      })),
    );
    expect(found).toEqual(expected);
  });
});
