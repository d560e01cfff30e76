// A field that is open in the table while its document is changed by somebody else, is scrolled, or is left.

import { afterEach, describe, expect, it } from 'vitest';
import { asByte } from '../../../src/shared/units.ts';
import { pressKeys, TableBox, typing } from '../support/table-box.tsx';

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

const records = (count: number) =>
  Array.from({ length: count }, (_, id) => ({ id, name: `item ${id}`, in: { a: id } }));

/** The changes of somebody else that move or remove rows; each leaves the rows with these ids. */
const OTHERS: Readonly<Record<string, readonly [ids: readonly number[], make: (table: TableBox) => Promise<unknown>]>> =
  {
    'a document that was saved in another tab': [[1, 2, 3, 4], (table) => table.replace(records(5).slice(1))],
    'a patch of an embedding page': [
      [1, 2, 3, 4],
      async ({ client }) => {
        const text = await (await client.read()).text();
        const splice = {
          start: asByte(text.indexOf('{')),
          end: asByte(text.indexOf('{', text.indexOf('}\n },'))),
          insert: new Uint8Array(),
        };
        await client.apply(client.state.revision, [splice], 'alone');
      },
    ],
    'a sort of the rows': [
      [4, 3, 2, 1, 0],
      ({ client }) =>
        client.edit(client.state.revision, {
          type: 'table',
          path: [],
          change: { type: 'sort-rows', sorts: [{ path: ['id'], direction: 'descending' }] },
        }),
    ],
    'a row that was inserted above': [
      [9, 0, 1, 2, 3, 4],
      (table) => table.replace([{ id: 9, name: 'item 9', in: { a: 9 } }, ...records(5)]),
    ],
  };

const namesOf = (value: unknown): Record<number, string> =>
  Object.fromEntries((value as { id: number; name: string }[]).map(({ id, name }) => [id, name]));

describe.each(Object.keys(OTHERS))('a field of the table that is open during %s', (what) => {
  const [ids, change] = OTHERS[what] ?? [[], () => Promise.resolve()];

  it('[TAB-2] writes into the row that it was opened in', async () => {
    const table = await open(records(5));
    await table.click(2, 1);
    await pressKeys(typing('mine'));
    await expect.poll(() => table.field?.value).toBe('mine');
    await change(table);
    await expect.poll(() => table.grid?.ariaRowCount).toBe(String(ids.length + 1));
    // It stands where its row is now.
    const row = ids.indexOf(2);
    await expect
      .poll(() => Math.round(table.field?.getBoundingClientRect().top ?? 0))
      .toBe(Math.round(table.cell(row, 1)?.getBoundingClientRect().top ?? -1));
    await pressKeys(['x', 'Enter']);
    expect(namesOf(await table.value())).toEqual(
      Object.fromEntries(ids.map((id) => [id, id === 2 ? 'minex' : `item ${id}`])),
    );
    expect(table.problems).toEqual([]);
  });

  it('[TAB-2] leaves the selection on its row, for the next key', async () => {
    const table = await open(records(5));
    await table.click(2, 1);
    await change(table);
    await expect.poll(() => table.grid?.ariaRowCount).toBe(String(ids.length + 1));
    await expect.poll(() => table.cell(ids.indexOf(2), 1)?.dataset['focused']).toBe('true');
    await pressKeys(['Delete']);
    expect(namesOf(await table.value())[2]).toBe('');
  });

  it('[TAB-2] writes what was edited in a tree into the row that it was opened in', async () => {
    const table = await open(records(5).map((record) => ({ ...record, in: [record.id] })));
    await table.click(2, 2);
    await pressKeys(['Enter']);
    await expect.poll(() => table.nested?.path).toEqual([2, 'in']);
    await table.replace(
      records(5)
        .slice(1)
        .map((record) => ({ ...record, in: [record.id] })),
    );
    await table.nested?.write('[7, 8]');
    const value = (await table.value()) as { in: number[] }[];
    expect(value.map((record) => record.in)).toEqual([[1], [7, 8], [3], [4]]);
    expect(await table.nested?.find()).toEqual([1, 'in']);
    await table.replace([]);
    await expect(table.nested?.write('[9]')).rejects.toMatchObject({ code: 'refused' });
  });
});

describe('a field of the table', () => {
  it('[TAB-2] says that its row was removed, keeps its text, and writes nothing', async () => {
    const table = await open(records(4));
    await table.click(2, 1);
    await pressKeys(typing('mine'));
    await expect.poll(() => table.field?.value).toBe('mine');
    const left = records(4).filter(({ id }) => id !== 2);
    await table.replace(left);
    await expect.poll(() => table.grid?.querySelector('[role=alert]')?.textContent).toContain('has been removed');
    await pressKeys(['z', 'Enter']);
    expect(await table.value()).toEqual(left);
    expect(table.field?.value).toBe('minez');
    await pressKeys(['Escape']);
    await expect.poll(() => table.field).toBeNull();
    expect(document.activeElement).toBe(table.grid);
  });

  it('[TAB-2] opens again where its row turns out to be gone only when it is written', async () => {
    const table = await open(records(4));
    await table.click(2, 1);
    await pressKeys(typing('mine'));
    await expect.poll(() => table.field?.value).toBe('mine');
    const left = records(4).filter(({ id }) => id !== 2);
    // The worker has the new text before the page knows of it.
    const replaced = table.replace(left);
    await pressKeys(['Enter']);
    await replaced;
    await expect.poll(() => table.field?.value).toBe('mine');
    expect(await table.value()).toEqual(left);
    expect(table.problems).toMatchObject([{ code: 'refused' }]);
  });

  it('[TAB-2] is written when the table is left, as by a change of the mode', async () => {
    const table = await open(records(3));
    await table.click(1, 1);
    await pressKeys(typing('left'));
    await expect.poll(() => table.field?.value).toBe('left');
    expect(table.handle?.isEditing()).toBe(true);
    table.unmount();
    await expect.poll(async () => namesOf(JSON.parse(await table.text()))[1]).toBe('left');
    expect(table.problems).toEqual([]);
  });

  it('[TAB-2] is not written into another document that was opened meanwhile', async () => {
    const table = await open(records(3));
    await table.click(1, 1);
    await pressKeys(typing('mine'));
    await expect.poll(() => table.field?.value).toBe('mine');
    await table.client.open(new Blob([JSON.stringify(records(3))]));
    table.unmount();
    await expect.poll(() => table.problems.map(String)).toEqual([expect.stringContaining('mine')]);
    expect(JSON.parse(await table.text())).toEqual(records(3));
  });

  it('[TAB-2] [BIG-1] keeps its text and the keys while it is scrolled out of view', async () => {
    const table = await open(records(3000));
    await table.click(1, 1);
    await pressKeys(typing('far'));
    await expect.poll(() => table.field?.value).toBe('far');
    const { grid } = table;
    for (const top of [20_000, 60_000]) {
      grid?.scrollTo({ top });
      await expect.poll(() => table.cell(1, 1)).toBeNull();
    }
    await pressKeys(typing('ther'));
    await expect.poll(() => table.field?.value).toBe('farther');
    await expect.poll(() => table.cell(1, 1)).not.toBeNull();
    await pressKeys(['Enter']);
    expect(namesOf(await table.value())[1]).toBe('farther');
  });

  it('[TAB-2] [PAN-11] covers the rows below it', async () => {
    const table = await open([{ a: 'one\ntwo\nthree\nfour', b: 1 }, ...records(6)]);
    await table.click(0, 0);
    await pressKeys(['F2']);
    await expect.poll(() => table.field?.value).toContain('four');
    const { left, top, width, height } = table.field?.getBoundingClientRect() ?? new DOMRect();
    expect(height).toBeGreaterThan(60);
    for (const part of [0.1, 0.3, 0.5, 0.7, 0.9]) {
      expect(document.elementFromPoint(left + width / 2, top + height * part)).toBe(table.field);
    }
  });

  it('[TAB-2] survives the death of the worker', async () => {
    const table = await open(records(5));
    await table.click(2, 1);
    await pressKeys(typing('alive'));
    await expect.poll(() => table.field?.value).toBe('alive');
    table.killWorker();
    await pressKeys(['Enter']);
    await expect.poll(async () => namesOf(await table.value())).toEqual({ ...namesOf(records(5)), 2: 'alive' });
  });
});
