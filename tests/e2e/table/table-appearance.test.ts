// The appearance of table mode: axe, rectangles of floating elements, the width of a phone, touch. SHOTS names a folder for
// screenshots.

import { describe, expect, it } from 'vitest';
import { setStage } from '../support/app.ts';
import { findings, findingsInBoth } from '../support/axe.ts';
import { makeFolder } from '../support/files.ts';
import { TablePane } from '../support/table-pane.ts';

const stage = setStage();
const files = makeFolder();
const shots = process.env['SHOTS'];

const CITIES = ['Rotterdam', 'Espoo', 'Łódź', 'Bergen', 'Faro'];
const orders = files.write(
  'orders.json',
  JSON.stringify(
    Array.from({ length: 400 }, (_, id) => ({
      id: 9_007_199_254_740_000 + id,
      customer: `${CITIES[id % 5]} Textiles & Sons`,
      paid: id % 3 !== 0,
      total: (id * 1937) % 5400,
      ship_to: { city: CITIES[id % 5], geo: { lat: 51.9 + id / 10, lon: 4.4 } },
      coupon: id % 4 === 0 ? null : id % 5 === 0 ? '' : 'SPRING',
      lines: Array.from({ length: id % 4 }, () => ({ sku: 'A-100', qty: 9 })),
      ...(id % 3 === 0 ? { note: 'deliver after 17:00' } : {}),
    })),
    null,
    1,
  ),
);
const wide = files.write(
  'wide.json',
  JSON.stringify(
    Array.from({ length: 60 }, (_, row) =>
      Object.fromEntries(Array.from({ length: 300 }, (_cell, cell) => [`column${cell}`, row * cell])),
    ),
  ),
);

/** Whether a box lies within another one, with a tolerance of one pixel. */
function isWithin(inner: { x: number; y: number; width: number; height: number } | null, outer: typeof inner): boolean {
  if (inner === null || outer === null) return false;
  return (
    inner.x >= outer.x - 1 &&
    inner.y >= outer.y - 1 &&
    inner.x + inner.width <= outer.x + outer.width + 1 &&
    inner.y + inner.height <= outer.y + outer.height + 1
  );
}

describe.each([1440, 390])('the look at %i px', (width) => {
  it('[TAB-1] [TAB-2] [PAN-11] axe finds nothing, and all that floats is in the window', async () => {
    const height = 800;
    const pane = await TablePane.open(stage, orders, { context: { viewport: { width, height } } });
    const { page } = pane;
    const screen = { x: 0, y: 0, width, height };
    const shot = async (name: string): Promise<void> => {
      if (shots !== undefined) await page.screenshot({ path: `${shots}/table-${name}-${width}.png` });
    };
    // Runs axe at the large width only, for elements that are the same at every width.
    const lookOnce = async (within: string): Promise<void> =>
      width === 1440 ? expect(await findings(page, within)).toEqual([]) : undefined;
    await pane.shows(['id'], [['9007199254740000'], ['9007199254740001']]);
    await pane.click(1, 'id');
    await shot('records');
    await lookOnce('#LEFT_PANEL');
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);

    // The field covers its cell.
    await pane.press('F2');
    const field = pane.grid.getByRole('textbox');
    await field.waitFor();
    await expect.poll(async () => isWithin(await field.boundingBox(), await pane.grid.boundingBox())).toBe(true);
    await shot('edited');
    await pane.press('Escape');

    // The header stays while cells scroll below it, and scrolls sideways with them.
    await pane.press('Control+End');
    await pane.grid.locator('[aria-rowindex="401"]').waitFor();
    const grid = await pane.grid.boundingBox();
    const header = await pane.grid.getByRole('columnheader', { name: 'note' }).boundingBox();
    const cell = await pane.grid.locator('[aria-rowindex="401"] [data-focused]').boundingBox();
    // On a phone the column may be wider than the space for it.
    expect(isWithin(cell && { ...cell, width: Math.min(cell.width, 100) }, grid)).toBe(true);
    expect(header?.x).toBeCloseTo(cell?.x ?? 0, 0);
    expect(header?.y).toBeLessThan((grid?.y ?? 0) + 48);
    if (width === 390) {
      // On a phone the first column is pinned.
      const first = await pane.grid.locator('[aria-rowindex="401"] [data-column="0"]').boundingBox();
      expect(isWithin(first, grid)).toBe(true);
      expect(first?.x).toBeLessThan(cell?.x ?? 0);
    }
    await shot('end');
    await pane.press('Control+Home');

    // Menus and dialogs.
    await (await pane.cell(2, 'id')).click({ button: 'right' });
    const menu = page.getByRole('menu');
    await menu.waitFor();
    await expect.poll(async () => isWithin(await menu.boundingBox(), screen)).toBe(true);
    await shot('menu');
    await lookOnce('[role=menu]');
    await pane.press('Escape');
    await pane.root.getByRole('button', { name: /^Columns/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await expect.poll(async () => isWithin(await dialog.boundingBox(), screen)).toBe(true);
    await shot('columns');
    await lookOnce('[role=dialog]');
    await pane.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await pane.root.getByRole('button', { name: 'Filter', exact: true }).click();
    await dialog.waitFor();
    await page.getByLabel('Value').fill('Espoo');
    await shot('filter');
    await lookOnce('[role=dialog]');
    await pane.press('Enter');
    await expect.poll(() => pane.grid.getAttribute('aria-rowcount')).toBe('81');
    await pane.press('Alt+s');
    await pane.root
      .getByText(/^Sorted by/)
      .first()
      .waitFor();
    await pane.press('Shift+ArrowDown', 'Shift+ArrowDown');
    await pane.root.getByText('3 cells', { exact: true }).waitFor();
    await shot('filtered');
    expect(await (width === 1440 ? findingsInBoth : findings)(page, '#LEFT_PANEL')).toEqual([]);
    // A filter that matches no row.
    await pane.root.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByLabel('Value').fill('nowhere');
    await pane.press('Enter');
    await pane.root.getByText('No row matches').waitFor();
    await shot('empty');
  });
});

describe('a wide table', () => {
  it('[TAB-2] [BIG-1] has the cells in the page that are on the screen, at whatever column', async () => {
    const pane = await TablePane.open(stage, wide);
    await pane.click(0, 'column0');
    for (let turn = 0; turn < 3; turn += 1) {
      await expect.poll(() => pane.grid.locator('[role=gridcell]').count()).toBeLessThan(1500);
      await pane.press(turn === 0 ? 'End' : 'Home');
    }
    await pane.press('Control+End');
    await pane.at(59, 'column299');
    await expect.poll(async () => await (await pane.cell(59, 'column299')).innerText()).toBe(String(59 * 299));
    // Scrolls sideways by mouse wheel.
    await pane.press('Home');
    await pane.page.mouse.wheel(4000, 0);
    await expect.poll(async () => (await pane.columns()).at(-1)).not.toBe('column8');
    await expect.poll(async () => (await pane.columns()).length).toBeLessThan(20);
    // The cells may not have been read yet.
    const areThere = async (): Promise<boolean> => {
      const texts = (await pane.texts((await pane.columns())[1] ?? '')).flat();
      return texts.length > 0 && texts.every((text) => /^\d+$/.test(text));
    };
    await expect.poll(areThere).toBe(true);
  });
});

describe('ten million rows', () => {
  it('[TAB-2] [BIG-1] [PAN-11] the last one is reached, and says which it is', async () => {
    const millions = files.write('millions.json', `[${'0,'.repeat(9_999_999)}7]`);
    const pane = await TablePane.open(stage, millions);
    await pane.click(0, 'value');
    await pane.press('Control+End');
    const last = pane.grid.locator('[aria-rowindex="10000001"]');
    await last.locator('[role=gridcell][data-focused][data-kind]').waitFor();
    await expect.poll(() => pane.grid.getAttribute('aria-rowcount')).toBe('10000001');
    await expect.poll(() => last.getByRole('rowheader').innerText()).toBe('9,999,999');
    const cell = last.getByRole('gridcell');
    await expect
      .poll(async () => [await cell.innerText(), await cell.getAttribute('aria-colindex')])
      .toEqual(['7', '2']);
    await expect.poll(() => pane.grid.getAttribute('aria-activedescendant')).toBe(await cell.getAttribute('id'));
    await expect.poll(async () => isWithin(await cell.boundingBox(), await pane.grid.boundingBox())).toBe(true);
  });
});

describe('a finger', () => {
  it('[TAB-2] taps a cell, holds it for its menu, and finds targets that are large enough', async () => {
    const context = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 800 } };
    const pane = await TablePane.open(stage, orders, { context });
    await (await pane.cell(1, 'id')).tap();
    await pane.at(1, 'id');
    const row = await pane.grid.locator('[data-row="1"]').boundingBox();
    expect(row?.height).toBe(40);
    // The first column is pinned because of the width, not by a setting.
    await expect.poll(() => pane.grid.locator('[data-row="1"] [data-any] [data-column="0"]').count()).toBe(1);
    await expect.poll(() => pane.page.evaluate(() => localStorage.getItem('tableColumns'))).toBeNull();
    const box = await (await pane.cell(2, 'id')).boundingBox();
    const session = await pane.page.context().newCDPSession(pane.page);
    const point = { x: (box?.x ?? 0) + 20, y: (box?.y ?? 0) + 20 };
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
    await pane.page.getByRole('menuitem', { name: 'Edit' }).waitFor();
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    // The end of a long press is not a tap, so tap the menu entry anew.
    const edit = pane.page.getByRole('menuitem', { name: 'Edit' });
    const opened = async (): Promise<number> => {
      if (await edit.isVisible()) await edit.tap();
      return pane.grid.getByRole('textbox').count();
    };
    await expect.poll(opened, { timeout: 10_000, interval: 400 }).toBe(1);
  });
});

describe('the editor of a nested value', () => {
  it('[TAB-2] opens over a scrolled table for the first time, and no two records share a place', async () => {
    // A page of its own, in which the editor has not been loaded yet.
    const pane = await TablePane.open(stage, orders, { context: { viewport: { width: 1000, height: 700 } } });
    const rows = (): Promise<{ row: number; y: number; height: number }[]> =>
      // Not by its role: it is hidden from assistive technology below the dialog.
      pane.page.locator('#LEFT_PANEL [role=grid]').evaluate((grid) =>
        [...grid.querySelectorAll<HTMLElement>('[data-row]')].map((row) => {
          const { y, height } = row.getBoundingClientRect();
          return { row: Number(row.dataset['row']), y: Math.round(y), height };
        }),
      );
    const apart = async (): Promise<boolean> => {
      const all = (await rows()).toSorted((a, b) => a.row - b.row);
      const places = new Set(all.map(({ y }) => y));
      return (
        all.length > 5 &&
        places.size === all.length &&
        all.every(({ row, y }, at) => at === 0 || (row === (all[at - 1]?.row ?? 0) + 1 && y > (all[at - 1]?.y ?? 0)))
      );
    };
    await pane.grid.getByRole('gridcell').first().click();
    await pane.page.keyboard.press('Control+End');
    await expect.poll(async () => (await rows()).some(({ row }) => row === 399)).toBe(true);
    await expect.poll(apart).toBe(true);
    await (await pane.cell(399, 'lines')).dblclick();
    const dialog = pane.page.locator('[data-modal]');
    await dialog.waitFor();
    await expect.poll(apart).toBe(true);
    await pane.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(apart).toBe(true);
    await pane.page.keyboard.press('Control+Home');
    await expect.poll(async () => (await rows()).some(({ row }) => row === 0)).toBe(true);
    await expect.poll(apart).toBe(true);
  });
});
