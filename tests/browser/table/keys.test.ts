// Keys of the table that are pressed faster than rows, cells and fields follow.

import { afterEach, describe, expect, it } from 'vitest';
import { pressAtOnce, pressKeys, TableBox, typing } from '../support/table-box.tsx';

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

const records = (count: number) =>
  Array.from({ length: count }, (_, id) => ({ id, name: `item ${id}`, on: id % 2 === 0 }));

describe.each(['none', 0, 40, 150] as const)('keys of the table with a pause of %s (in ms) between them', (pause) => {
  const press = (keys: readonly string[]): Promise<void> =>
    pause === 'none' ? Promise.resolve(pressAtOnce(keys)) : pressKeys(keys, pause);

  it('[TAB-2] act on the row that was moved, once it has moved', async () => {
    const table = await open(records(5));
    await table.click(1, 1);
    await press(['Alt+ArrowDown', 'F2', 'End', 'x', 'Enter']);
    expect(await table.value()).toEqual(
      [0, 2, 1, 3, 4].map((id) => ({ ...records(5)[id], name: id === 1 ? 'item 1x' : `item ${id}` })),
    );
  });

  it('[TAB-2] type the old value again over an emptied cell', async () => {
    const table = await open(records(3));
    await table.click(1, 1);
    await press(['Delete', ...typing('item 1'), 'Enter']);
    expect(await table.value()).toEqual(records(3));
  });

  it('[TAB-2] switch the cell of the row that follows a removed one', async () => {
    const table = await open(records(4));
    await table.click(1, 2);
    await press(['Control+Shift+Delete', ' ']);
    expect(await table.value()).toEqual([0, 2, 3].map((id) => ({ ...records(4)[id], ...(id === 2 && { on: false }) })));
  });

  it('[TAB-2] go to the field that they open, with all characters and spaces', async () => {
    const long = 'y'.repeat(400);
    const table = await open([
      { a: long, b: '' },
      { a: 'z', b: '' },
    ]);
    await table.click(0, 0);
    await press(['F2', 'End', 'x', 'Enter', 'F2', 'Home', 'x', 'ArrowRight', 'y', 'Tab']);
    await press([...typing('two words'), 'Enter']);
    expect(await table.value()).toEqual([
      { a: `${long}x`, b: '' },
      { a: 'xzy', b: 'two words' },
    ]);
  });

  it('[TAB-2] undo as often as they say, without a complaint', async () => {
    const table = await open(records(6));
    await table.click(1, 1);
    await press(['Alt+s']);
    await press(['Control+Shift+Delete', 'Control+Shift+Delete', 'Delete', 'a', 'Enter']);
    await press(Array.from({ length: 4 }, () => 'Control+z'));
    expect(await table.value()).toEqual(records(6));
  });
});
