// A table in a real browser: its cells, the selection, and user actions on it.

import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import { CLIPBOARD, dropOpen, lookOf, panel, setMode, type PageOptions, type Side, type Stage } from './app.ts';
import { catchSaves, savedBytes } from './saves.ts';

async function loadPage(stage: Stage, { context, ...options }: PageOptions): Promise<Page> {
  const page = await stage.prepare({ context: { ...CLIPBOARD, ...context }, ...options });
  await page.goto(`${stage.address()}#right=json.[]`);
  return page;
}

/** The table of one panel. */
export class TablePane {
  readonly root: Locator;
  readonly grid: Locator;

  constructor(
    readonly page: Page,
    readonly side: Side = 'Left',
  ) {
    this.root = panel(page, side);
    this.grid = this.root.getByRole('grid');
  }

  /** Opens a file as a table on the left; on the shared page, if it supports the options. */
  static async open(stage: Stage, path: string, options: PageOptions = {}): Promise<TablePane> {
    const look = lookOf(options);
    const pane = new TablePane(await (look === null ? loadPage(stage, options) : stage.blank(look)));
    await pane.drop(path);
    return pane;
  }

  /** Opens another file in the table. */
  async drop(path: string): Promise<void> {
    await dropOpen(this.page, this.side, path);
    await catchSaves(this.page);
    await setMode(this.page, this.side, 'table');
  }

  header(name: string): Locator {
    return this.grid.getByRole('columnheader', { name, exact: true });
  }

  /** Returns the names of the columns on the screen, from the left. */
  async columns(): Promise<string[]> {
    return this.grid.getByRole('columnheader').evaluateAll((headers) =>
      headers
        .filter((header) => header.hasAttribute('data-column'))
        .toSorted((a, b) => a.getBoundingClientRect().left - b.getBoundingClientRect().left)
        .map((header) => header.getAttribute('aria-label') ?? ''),
    );
  }

  /** Returns the texts of the cells on the screen, row by row; `·` for a missing value. */
  async texts(...columns: readonly string[]): Promise<string[][]> {
    return this.grid.evaluate((grid, wanted) => {
      const indexes = wanted.map((name) => {
        const header = [...grid.querySelectorAll('[role=columnheader]')].find(
          (one) => one.getAttribute('aria-label') === name,
        );
        return header?.getAttribute('aria-colindex') ?? '';
      });
      return [...grid.querySelectorAll<HTMLElement>('[data-row]')]
        .toSorted((a, b) => Number(a.dataset['row']) - Number(b.dataset['row']))
        .map((row) =>
          indexes.map((index) => {
            const cell = row.querySelector<HTMLElement>(`[role=gridcell][aria-colindex="${index}"]`);
            return cell === null ? '' : cell.dataset['missing'] === undefined ? cell.innerText.trim() : '·';
          }),
        );
    }, columns);
  }

  /** Waits until the first cells of columns have these texts. */
  async shows(columns: readonly string[], expected: readonly (readonly string[])[]): Promise<void> {
    await expect.poll(async () => (await this.texts(...columns)).slice(0, expected.length)).toEqual(expected);
  }

  /** Returns a cell by its row in the view and the name of its column. */
  async cell(row: number, column: string): Promise<Locator> {
    const index = await this.header(column).getAttribute('aria-colindex');
    return this.grid.locator(`[data-row="${row}"] [role="gridcell"][aria-colindex="${index}"]`);
  }

  async click(row: number, column: string, options: Parameters<Locator['click']>[0] = {}): Promise<void> {
    await (await this.cell(row, column)).click(options);
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  /** Opens a context menu and chooses an entry through its submenus. */
  async choose(target: Locator, ...entries: readonly string[]): Promise<void> {
    await target.click({ button: 'right' });
    for (const [level, entry] of entries.entries())
      await this.page.getByRole('menu').nth(level).getByRole('menuitem', { name: entry }).first().click();
  }

  /** Saves, and returns the text. */
  async text(): Promise<string> {
    return (await savedBytes(this.page)).toString();
  }

  /** Waits until the document has this value. */
  async becomes(expected: unknown): Promise<void> {
    await expect.poll(async () => JSON.parse(await this.text()) as unknown).toEqual(expected);
  }

  /** Waits until a cell has the focus. */
  async at(row: number, column: string): Promise<void> {
    const index = await this.header(column).getAttribute('aria-colindex');
    await this.grid.locator(`[data-row="${row}"] [aria-colindex="${index}"][data-focused]`).waitFor();
  }

  async clipboard(): Promise<string> {
    return this.page.evaluate(() => navigator.clipboard.readText());
  }
}
