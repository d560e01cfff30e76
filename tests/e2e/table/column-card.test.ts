// The figures of a table's columns on the built page: the brush by a real mouse, the card at every width, axe, and what a filter
// leaves alone.

import { describe, expect, it } from 'vitest';
import { setStage } from '../support/app.ts';
import { findings, findingsInBoth } from '../support/axe.ts';
import { makeFolder } from '../support/files.ts';
import { TablePane } from '../support/table-pane.ts';

const stage = setStage();
const files = makeFolder();
const shots = process.env['SHOTS'];

const rows = Array.from({ length: 500 }, (_, id) => ({
  id,
  status: ['open', 'paid', 'late'][id % 3],
  total: (id * 37) % 1000,
  day: new Date(Date.UTC(2024, 0, 1) + id * 86_400_000).toISOString().slice(0, 10),
  ...(id % 20 === 0 ? {} : { note: id % 50 === 7 ? 7 : 'open' }),
}));
const orders = files.write('orders.json', JSON.stringify(rows, null, 1));

describe.each([1440, 390])('the card of a column at %i px', (width) => {
  it('[TAB-2] [PAN-11] is in the window, axe finds nothing in it, and Escape returns to the cells', async () => {
    const pane = await TablePane.open(stage, orders, { context: { viewport: { width, height: 800 } } });
    const { page } = pane;
    await pane.click(0, 'total');
    const card = page.getByRole('dialog');
    for (const [key, tab] of [
      ['Alt+v', 'values'],
      ['Alt+f', 'condition'],
      ['Alt+i', 'figures'],
    ] as const) {
      await pane.press(key);
      await card.waitFor();
      await (
        tab === 'condition' ? card.getByLabel('Condition', { exact: true }).last() : card.getByText(/rows/).first()
      ).waitFor();
      await expect
        .poll(async () => {
          const box = await card.boundingBox();
          return box !== null && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= 800;
        })
        .toBe(true);
      if (shots !== undefined) await page.screenshot({ path: `${shots}/card-${tab}-${width}.png` });
      expect(await (width === 1440 ? findingsInBoth : findings)(page, '[role=dialog]')).toEqual([]);
      await pane.press('Escape');
      await card.waitFor({ state: 'detached' });
      await expect.poll(() => pane.grid.evaluate((grid) => grid === document.activeElement)).toBe(true);
    }
  });
});

it('[TAB-2] tells dates from other strings, in the header and in the statistics', async () => {
  const pane = await TablePane.open(stage, orders);
  const signOf = (name: string) => pane.header(name).locator('span').first();
  await expect.poll(() => signOf('day').innerText()).toBe('D');
  await expect.poll(() => signOf('status').innerText()).toBe('T');
  await pane.click(0, 'day');
  await pane.press('Alt+i');
  await pane.page.getByRole('dialog').getByText('date 500', { exact: true }).waitFor();
  await pane.press('Escape');
});

it('[TAB-2] a brush over the bars of a header keeps the rows in that range, and the others show what is left', async () => {
  const pane = await TablePane.open(stage, orders);
  const { page } = pane;
  const bars = pane.header('total').locator('svg[data-brush]');
  await bars.waitFor();
  await expect.poll(() => pane.header('note').locator('[data-figures=new]').count()).toBe(1);
  const box = await bars.boundingBox();
  if (box === null) throw new Error('no bars, expected some');
  const at = (share: number): [number, number] => [box.x + box.width * share, box.y + 5];
  await page.mouse.move(...at(0.05));
  await page.mouse.down();
  // Live: rows are gone before the button is released.
  await page.mouse.move(...at(0.3), { steps: 4 });
  await expect.poll(async () => Number(await pane.grid.getAttribute('aria-rowcount'))).toBeLessThan(300);
  await page.mouse.move(...at(0.45), { steps: 4 });
  await page.mouse.up();
  const chip = pane.root.getByRole('button', { name: /^Remove filter: total from/ });
  await chip.waitFor();
  const [, from = '', to = ''] = /from (\S+) to below (\S+)/.exec((await chip.getAttribute('aria-label')) ?? '') ?? [];
  const kept = rows.filter(({ total }) => total >= Number(from) && total < Number(to));
  await expect.poll(() => pane.grid.getAttribute('aria-rowcount')).toBe(String(kept.length + 1));
  // A press opens the card, with the counts of the rows that are left.
  await pane.header('note').locator('[data-figures=new]').click();
  const card = page.getByRole('dialog');
  await card.getByText(`${kept.length} of 500 rows, as the other filters keep them`).waitFor();
  const missing = kept.filter(({ note }) => note === undefined).length;
  await card.getByRole('button', { name: `${missing} rows where it is missing` }).click();
  await expect.poll(() => pane.grid.getAttribute('aria-rowcount')).toBe(String(missing + 1));
  await pane.press('Escape');
  await card.waitFor({ state: 'detached' });
  await expect.poll(() => pane.grid.evaluate((grid) => grid === document.activeElement)).toBe(true);

  // What the filter hides is not replaced.
  await pane.press('Control+H');
  await page.getByRole('textbox', { name: 'Find' }).fill('open');
  await page.getByRole('textbox', { name: 'Replace with' }).fill('closed');
  const hit = kept.filter(({ note, status }) => note === undefined && status === 'open').length;
  await page.getByRole('button', { name: /^Replace all/ }).click();
  await page.getByText(/more in rows that the filter hides: nothing was replaced there\.$/).waitFor();
  await pane.press('Escape');
  const text = await pane.text();
  expect(text.split('"closed"').length - 1).toBe(hit);
});
