// Where the keys of the table go: to its grid after a press on a header, and to the field of a cell from an input method.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { cdp } from 'vitest/browser';
import { pressKeys, TableBox, typing } from '../support/table-box.tsx';

let box: TableBox | null = null;
afterEach(() => {
  expect(box?.problems).toEqual([]);
  box?.close();
  box = null;
});
async function open(value: unknown): Promise<TableBox> {
  box = new TableBox();
  await box.open(value);
  return box;
}
const send = (method: string, parameters: unknown): Promise<unknown> =>
  (cdp() as unknown as { send(method: string, parameters: unknown): Promise<unknown> }).send(method, parameters);

it('[TAB-2] a table that is released after it has gone follows no row any more', async () => {
  const table = await open([{ a: 1 }, { a: 2 }]);
  await table.click(1, 0);
  const { handle } = table;
  handle?.hold();
  table.unmount();
  const following = vi.spyOn(table.client, 'followValue');
  handle?.release();
  expect(following).not.toHaveBeenCalled();
});

describe('the keys of the table', () => {
  it('[TAB-2] [PAN-11] go on after a press on a header that is then scrolled out of view', async () => {
    const wide = Object.fromEntries(Array.from({ length: 200 }, (_, column) => [`column ${column}`, column]));
    const table = await open(Array.from({ length: 300 }, () => wide));
    for (const target of ['', ' button']) {
      // As a press of the mouse does.
      const header = table.grid?.querySelector<HTMLElement>(`[role=columnheader][data-column="1"]${target}`);
      header?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0, pointerType: 'mouse' }));
      header?.focus();
      header?.click();
      dispatchEvent(new PointerEvent('pointerup', { pointerType: 'mouse' }));
      expect(document.activeElement).toBe(table.grid);
      await pressKeys(['Control+End']);
      await expect.poll(() => table.cell(299, 199)?.dataset['focused']).toBe('true');
      expect(document.activeElement).toBe(table.grid);
      await pressKeys(['Control+Home']);
      await expect.poll(() => table.cell(0, 0)?.dataset['focused']).toBe('true');
    }
  });

  it('[TAB-2] go to the field that the first composition of an input method opens', async () => {
    const table = await open([{ a: 'one' }, { a: 'two' }]);
    await table.click(0, 0);
    await send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
    await expect.poll(() => table.field?.value).toBe('に');
    await send('Input.imeSetComposition', { text: 'にほ', selectionStart: 2, selectionEnd: 2 });
    await send('Input.insertText', { text: '日本' });
    await expect.poll(() => table.field?.value).toBe('日本');
    expect(document.activeElement).toBe(table.field);
    await pressKeys([...typing('go'), 'Enter', ...typing('x'), 'Enter']);
    expect(await table.value()).toEqual([{ a: '日本go' }, { a: 'x' }]);
  });

  it('[TAB-2] [PAN-11] and its rows stay one each while the table is hidden and shown again', async () => {
    const table = await open(Array.from({ length: 800 }, (_, id) => ({ id })));
    const { grid } = table;
    const host = grid?.closest<HTMLElement>('div[style*="fixed"]');
    for (const top of [0, 4000, 9000]) {
      grid?.scrollTo({ top });
      for (const display of ['none', 'flex']) {
        if (host) host.style.display = display;
        await new Promise((resolve) => requestAnimationFrame(resolve));
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      const rows = (): number[] =>
        [...(grid?.querySelectorAll('[data-row]') ?? [])].map((row) => row.getBoundingClientRect().top);
      await expect.poll(() => rows().length).toBeGreaterThan(10);
      expect(new Set(rows()).size).toBe(rows().length);
    }
  });
});
