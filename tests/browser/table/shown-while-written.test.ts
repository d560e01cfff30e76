// What a cell shows from the key that writes it on: what was typed, and never its old value.

import { afterEach, describe, expect, it } from 'vitest';
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

/** Notes each text that a cell shows, and `field` while one is open. */
function watch(table: TableBox, row: number, column: number): { readonly texts: string[]; stop(): void } {
  const texts: string[] = [];
  const look = (): void => {
    const cell = table.cell(row, column);
    if (cell === null) return;
    const text = table.field === null ? (cell.querySelector('input')?.checked.toString() ?? cell.innerText) : 'field';
    if (texts.at(-1) !== text) texts.push(text);
  };
  const observer = new MutationObserver(look);
  if (table.grid !== null)
    observer.observe(table.grid, { subtree: true, childList: true, characterData: true, attributes: true });
  look();
  return { texts, stop: () => observer.disconnect() };
}

const settled = async (table: TableBox): Promise<void> => {
  await table.client.caughtUp();
  for (let frame = 0; frame < 20; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
};

describe('a cell that is written', () => {
  // So many rows that reading them again takes a while.
  const records = Array.from({ length: 20_000 }, (_, id) => ({ id, name: `old ${id}`, on: false }));

  it('[TAB-2] shows what was typed at once, and goes on to show it', async () => {
    const table = await open(records);
    await table.click(1, 1);
    const { texts, stop } = watch(table, 1, 1);
    await pressKeys([...typing('new'), 'Enter']);
    await settled(table);
    expect(texts).toEqual(['old 1', 'field', 'new']);
    await table.click(1, 1);
    await pressKeys(['F2', 'End', ...typing('er'), 'Tab']);
    await settled(table);
    expect(texts).toEqual(['old 1', 'field', 'new', 'field', 'newer']);
    stop();
    await expect.poll(async () => ((await table.value()) as typeof records)[1]?.name).toBe('newer');
  });

  it('[TAB-2] shows a switch as it was set, however fast it is set again', async () => {
    const table = await open(records);
    await table.click(2, 2);
    const { texts, stop } = watch(table, 2, 2);
    await pressKeys([' ']);
    await settled(table);
    expect(texts).toEqual(['false', 'true']);
    await pressKeys([' ', ' ', ' ']);
    await settled(table);
    stop();
    expect(texts).toEqual(['false', 'true', 'false', 'true', 'false']);
    await expect.poll(async () => ((await table.value()) as typeof records)[2]?.on).toBe(false);
  });

  it('[TAB-2] shows the value that another one wrote after that', async () => {
    const table = await open(records.slice(0, 50));
    await table.click(1, 1);
    await pressKeys([...typing('mine'), 'Enter']);
    await expect.poll(() => table.cell(1, 1)?.innerText).toBe('mine');
    await table.undo();
    await expect.poll(() => table.cell(1, 1)?.innerText).toBe('old 1');
    await table.undo('redo');
    await expect.poll(() => table.cell(1, 1)?.innerText).toBe('mine');
  });
});
