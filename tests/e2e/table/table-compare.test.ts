// Compare in tables: cells, rows and columns that differ, going to them, taking them over, hiding the rest.

import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { panel, setMode, setStage, waitValid, type Side } from '../support/app.ts';
import { findingsInBoth } from '../support/axe.ts';
import { catchSaves, caughtBytes } from '../support/saves.ts';
import { TablePane } from '../support/table-pane.ts';

const stage = setStage();

const item = (id: number): Record<string, unknown> => ({
  id,
  name: `Item ${id}`,
  price: id + 0.5,
  size: { width: id, height: 2 },
  tags: ['a', 'b'],
  note: id % 2 === 0 ? 'even' : undefined,
});
const LEFT = Array.from({ length: 80 }, (_, id) => item(id));
/** A row in front, one removed, a changed cell, a removed cell, a change inside a cell, and a column that is new. */
const RIGHT = [
  { id: 100, name: 'New', price: 1 },
  ...LEFT.filter(({ id }) => id !== 5).map((one) => {
    const row = { ...one, stock: 1 };
    if (one['id'] === 2) return { ...row, price: 99 };
    if (one['id'] === 4) return { ...row, note: undefined };
    if (one['id'] === 70) return { ...row, tags: ['a', 'c'] };
    return row;
  }),
];

const controls = (page: Page) => page.getByRole('group', { name: 'Compare', exact: true });
const says = (page: Page, text: RegExp) => expect.poll(() => controls(page).innerText()).toMatch(text);

async function choose(page: Page, entry: string): Promise<void> {
  await controls(page).getByRole('button', { name: 'More of Compare' }).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

/** Opens two documents as tables, and compares them. */
async function compare(left: unknown, right: unknown): Promise<{ page: Page; left: TablePane; right: TablePane }> {
  const spell = (value: unknown): string => encodeURIComponent(JSON.stringify(value));
  const page = await stage.show(`#left=json.${spell(left)}&right=json.${spell(right)}`);
  await catchSaves(page);
  for (const side of ['Left', 'Right'] as const) {
    await waitValid(page, side);
    await setMode(page, side, 'table');
    await panel(page, side).locator('[role=gridcell][data-kind]').first().waitFor();
  }
  await controls(page).getByRole('button', { name: 'Compare', exact: true }).click();
  return { page, left: new TablePane(page), right: new TablePane(page, 'Right') };
}

/** The cells on the screen with a difference, as `2 price update now 99`. */
function marked(page: Page, side: Side): Promise<string[]> {
  return panel(page, side)
    .getByRole('grid')
    .evaluate((grid) => {
      const names = new Map(
        Array.from(grid.querySelectorAll('[role=columnheader][data-column]'), (header) => [
          header.getAttribute('data-column'),
          header.getAttribute('aria-label'),
        ]),
      );
      return Array.from(grid.querySelectorAll('[role=gridcell][data-difference]'), (cell) => {
        const row = cell.closest('[role=row]')?.querySelector('[data-position]')?.textContent ?? '';
        const name = names.get(cell.getAttribute('data-column'));
        return `${row} ${name} ${cell.getAttribute('data-difference')} ${cell.querySelector(':scope > [role=img]')?.ariaLabel}`;
      }).toSorted((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10) || (a < b ? -1 : 1));
    });
}

describe('[CMP-3] Compare in a table', () => {
  it('colours cells, with what is on the other side; also what one side lacks', async () => {
    const { page } = await compare(LEFT.slice(0, 8), RIGHT.slice(0, 8));
    await says(page, /\/11\n/);
    await expect.poll(() => marked(page, 'Left')).toContain('2 price update now 99');
    const left = await marked(page, 'Left');
    expect(left).toContain('4 note delete deleted');
    // The whole row.
    expect(left).toContain('5 name delete deleted');
    expect(left.filter((cell) => cell.startsWith('0 '))).toEqual([]);
    await expect.poll(() => marked(page, 'Right')).toContain('5 note delete was "even"');
    const right = await marked(page, 'Right');
    expect(right).toContain('3 price update was 2.5');
    expect(right).toContain('1 stock create created');
    expect(right).toContain('0 name create created');
    const header = panel(page, 'Right').getByRole('columnheader', { name: 'stock', exact: true });
    await expect.poll(() => header.getAttribute('data-difference')).toBe('create');
    await expect.poll(() => header.getAttribute('data-hint')).toContain('The left document has no such column.');
    const position = panel(page, 'Left').locator('[data-row="5"] [data-position]');
    await expect.poll(() => position.getAttribute('data-difference')).toBe('delete');
    expect(await findingsInBoth(page, 'main')).toEqual([]);
  });

  it('[CMP-4] F7 selects the cell, and both tables show it at the same height', async () => {
    // A row in front and another one removed: the same rows have other positions.
    const { page, left, right } = await compare(LEFT, [
      RIGHT[0],
      ...LEFT.filter(({ id }) => id !== 5).map((one) => (one['id'] === 2 ? { ...one, price: 99 } : one)),
    ]);
    await says(page, /\/3\n/);
    // Beside the scrollbars, too.
    await left.root.locator('path[data-kind=deleted]').waitFor();
    await right.root.locator('path[data-kind=created]').waitFor();
    // The row that only the right has is in front of it.
    await left.grid.locator('[role=gridcell]', { hasText: /^Item 0$/ }).click();
    await page.keyboard.press('F7');
    await says(page, /2\/3\n/);
    await expect.poll(() => left.grid.locator('[data-focused]').innerText()).toBe('2.5');
    await expect.poll(() => right.grid.locator('[data-focused]').innerText()).toBe('99');
    const at = async ({ grid }: TablePane): Promise<number> => {
      const row = grid.locator('[role=row]').filter({ has: page.locator('[role=gridcell]', { hasText: /^Item 2$/ }) });
      return (await row.boundingBox())?.y ?? -1;
    };
    await expect.poll(async () => Math.abs((await at(left)) - (await at(right)))).toBeLessThan(2);
    // The side that is scrolled takes the other one along.
    await left.grid.hover();
    await page.mouse.wheel(0, 600);
    const yOf = async ({ grid }: TablePane): Promise<number> => {
      const cell = grid.locator('[role=gridcell]', { hasText: /^Item 40$/ });
      return (await cell.count()) === 0 ? -1 : ((await cell.boundingBox())?.y ?? -1);
    };
    await expect.poll(async () => yOf(left)).toBeGreaterThan(0);
    await expect.poll(async () => Math.abs((await yOf(left)) - (await yOf(right)))).toBeLessThan(2);
  });

  it('[CMP-4] takes over a cell, a row, and all; hides rows and columns without differences', async () => {
    const { page, left, right } = await compare(
      LEFT.slice(0, 60),
      LEFT.slice(0, 60).map((one) =>
        one['id'] === 2 ? { ...one, price: 99 } : one['id'] === 50 ? { ...one, name: 'x' } : one,
      ),
    );
    await says(page, /\/2\n/);
    await choose(page, 'Show only differences');
    await expect.poll(() => right.grid.getAttribute('aria-rowcount')).toBe('3');
    await expect.poll(() => left.grid.locator('[data-position]').allInnerTexts()).toEqual(['2', '50']);
    await right.root.getByRole('button', { name: 'Changed columns' }).click();
    await expect.poll(() => right.columns()).toEqual(['name', 'price']);
    const cell = right.grid.locator('[role=gridcell][data-difference=update]').first();
    await cell.click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Compare', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Take what is on the left' }).first().click();
    await says(page, /\/1\n/);
    // The row that differs no more is hidden.
    await expect.poll(() => right.grid.locator('[data-position]').allInnerTexts()).toEqual(['50']);
    await choose(page, 'Save as CSV');
    expect((await caughtBytes(page)).toString()).toBe('change,path,to,left,right\r\nchanged,$[50].name,,Item 50,x\r\n');
    await choose(page, 'Show all rows');
    await expect.poll(() => right.grid.getAttribute('aria-rowcount')).toBe('61');
    await right.root.getByRole('button', { name: 'Changed columns' }).click();
    await expect.poll(() => right.columns()).toContain('id');
  });
});
