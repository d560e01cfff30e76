// Cells on the clipboard. The browser's clipboard events are real: the keys of the test are.

import { afterEach, describe, expect, it } from 'vitest';
import { copyParts } from '../../../src/ui/widgets/clipboard.ts';
import { copyText } from '../../../src/ui/widgets/begin-copy.ts';
import { pressKeys, TableBox } from '../support/table-box.tsx';
import { useClipboardAlone } from '../support/clipboard.ts';

useClipboardAlone();

let box: TableBox | null = null;
afterEach(() => {
  box?.close();
  box = null;
});
async function open(value: unknown): Promise<TableBox> {
  box = new TableBox();
  await box.open(value);
  return box;
}

/** Pastes as the browser does by Ctrl+V, with what is on the clipboard. */
async function paste(table: TableBox, from: Readonly<Record<string, string>> | null = null): Promise<void> {
  const data = new DataTransfer();
  if (from === null) {
    for (const item of await navigator.clipboard.read())
      for (const type of item.types.filter((one) => one.startsWith('text/')))
        data.setData(type, await (await item.getType(type)).text());
  } else for (const [type, text] of Object.entries(from)) data.setData(type, text);
  table.grid?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
}

/** Copies the selected cells, and waits until they are on the clipboard. */
async function copy(table: TableBox): Promise<void> {
  await navigator.clipboard.writeText('before');
  table.grid?.dispatchEvent(new ClipboardEvent('copy', { bubbles: true, cancelable: true }));
  await expect.poll(() => navigator.clipboard.readText()).not.toBe('before');
}

const KINDS =
  '[{"a":"true","b":"12"},{"a":"null","b":" 5 "},{"b":""},{"a":null,"b":"[\\"1\\"]"},{"a":"\\ud800","b":1.10},{"a":true,"b":12},{"a":["1"],"b":{"x":1}}]';

describe('cells of the table', () => {
  it('[TAB-2] keep their kind and their spelling, by the event and by the menu, and stay missing where they are', async () => {
    const table = await open(KINDS);
    await table.click(0, 0);
    await pressKeys(['Control+a']);
    await copy(table);
    for (const way of ['event', 'menu']) {
      // With the columns of before, b and b.x, whenever they are read again.
      const rows = Array.from({ length: 7 }, (_, row) => (row < 6 ? '{"a":0,"b":0}' : '{"a":0,"b":{"x":0}}'));
      await table.client.replace(new Blob([`[${rows.join(',')}]`]));
      await table.click(0, 0);
      if (way === 'event') await paste(table);
      else table.handle?.runCommand('paste');
      await expect.poll(async () => (await table.text()).replaceAll(/:\s/g, ':')).toBe(KINDS);
      await pressKeys(['Control+z']);
      await expect.poll(() => table.text()).not.toContain('true');
    }
    expect(table.problems).toEqual([]);
  });

  it('[TAB-2] keep their kind where they are too many for HTML', async () => {
    const rows = Array.from({ length: 6000 }, (_, id) => (id % 3 === 0 ? { b: id } : { a: String(id), b: id }));
    const table = await open(rows);
    await table.click(0, 0);
    await pressKeys(['Control+a']);
    await copy(table);
    await table.replace(rows.map(({ b }) => ({ a: 1, b })));
    await table.click(0, 0);
    await paste(table);
    await expect.poll(async () => JSON.parse(await table.text()) as unknown).toEqual(rows);
  });

  it('[TAB-2] [BIG-1] are pasted by 125,000 lines, as one step', async () => {
    const table = await open([{ a: 'x' }]);
    await table.click(0, 0);
    const lines = Array.from({ length: 125_000 }, (_, line) => String(line));
    await paste(table, { 'text/plain': lines.join('\n') });
    await expect.poll(async () => (await table.client.countItems([])) ?? 0).toBe(lines.length);
    const value = (await table.value()) as { a: number }[];
    expect([value[0], value.at(-1)]).toEqual([{ a: 0 }, { a: 124_999 }]);
    await pressKeys(['Control+z']);
    await expect.poll(async () => JSON.parse(await table.text()) as unknown).toEqual([{ a: 'x' }]);
    expect(table.problems).toEqual([]);
  });

  it('[TAB-2] say which columns found no place', async () => {
    // Items without keys can't get another column.
    const table = await open([1, 2]);
    await table.click(0, 0);
    await paste(table, { 'text/plain': '5\t6\t7' });
    expect(await table.value()).toEqual([5, 2]);
    expect(table.problems.map(String)).toEqual([expect.stringContaining('2 of the 3 columns')]);
  });

  it('[TAB-2] are emptied by keys after a paste only where these say', async () => {
    const table = await open(Array.from({ length: 6 }, (_, id) => ({ a: id })));
    await table.click(1, 0);
    await paste(table, { 'text/plain': '7\n8' });
    await pressKeys(['Control+ArrowDown', 'Delete']);
    expect(await table.value()).toEqual([0, 7, 8, 3, 4, null].map((a) => ({ a })));
  });
});

describe('a copy', () => {
  it('[TAB-2] [TRE-3] is void once something else was copied, however long it takes', async () => {
    await open([1]);
    let finish: (text: string) => void = () => undefined;
    const slow = new Promise<Blob>((resolve) => {
      finish = (text) => resolve(new Blob([text], { type: 'text/plain' }));
    });
    const first = copyParts({ 'text/plain': slow });
    await copyText('newer');
    finish('older');
    expect(await first).toBe(false);
    expect(await navigator.clipboard.readText()).toBe('newer');
    const second = copyParts({ 'text/plain': Promise.resolve(new Blob(['newest'], { type: 'text/plain' })) });
    expect(await second).toBe(true);
    expect(await navigator.clipboard.readText()).toBe('newest');
  });
});
