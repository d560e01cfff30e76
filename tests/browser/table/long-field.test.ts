// A cell whose text takes several lines in its field: keys do the same whether they come before the field is there or after.

import { afterEach, expect, it } from 'vitest';
import { pressAtOnce, pressKeys, TableBox } from '../support/table-box.tsx';

let box: TableBox | null = null;
afterEach(() => {
  box?.close();
  box = null;
});

// Longer than what the table reads of a cell, so that the field waits for the rest.
const LONG = 'many words that are wrapped '.repeat(100).trim();

async function textAfter(press: () => unknown): Promise<string> {
  box?.close();
  box = new TableBox();
  await box.open([{ id: 1, text: LONG }]);
  await box.click(0, 1);
  await press();
  await expect.poll(() => box?.field?.value).toContain('x');
  await pressKeys(['Enter']);
  const [record] = (await box.value()) as { text: string }[];
  return record?.text ?? '';
}

it.each([
  ['Home', ['F2', 'Home', 'x']],
  ['End and Home', ['F2', 'End', 'Home', 'x']],
  ['an arrow up', ['F2', 'End', 'ArrowUp', 'x']],
])('[TAB-2] %s moves by the lines that are shown, however fast the keys come', async (_, keys) => {
  const slow = await textAfter(async () => {
    await pressKeys(keys.slice(0, 1));
    await expect.poll(() => box?.field?.value).toBe(LONG);
    await pressKeys(keys.slice(1), 20);
  });
  const fast = await textAfter(() => pressAtOnce(keys));
  expect(fast.indexOf('x')).toBe(slow.indexOf('x'));
  expect(slow.indexOf('x')).toBeGreaterThan(0);
  expect(slow.replace('x', '')).toBe(LONG);
});
