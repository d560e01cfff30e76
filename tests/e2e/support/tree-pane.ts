// A tree in a real browser: its rows, the selection, and user actions on it.

import type { BrowserContextOptions, Locator, Page } from 'playwright';
import { expect } from 'vitest';
import { CLIPBOARD, dropOpen, lookOf, panel, type Stage } from './app.ts';
import { catchSaves, savedBytes } from './saves.ts';

const SIDE = 'Right';
/** A free spot of a row, left of its chevron: a click on its preview would expand it. */
const FREE_SPOT = { x: 2, y: 8 };

/** The tree on the right. */
export class TreePane {
  readonly root: Locator;
  readonly grid: Locator;

  private constructor(readonly page: Page) {
    this.root = panel(page, SIDE);
    this.grid = this.root.getByRole('treegrid');
  }

  /** Opens a file as a tree on the right; on the shared page, if it supports the options. */
  static async open(stage: Stage, path: string, context: BrowserContextOptions = {}): Promise<TreePane> {
    const look = lookOf({ context });
    const page = await (look === null ? stage.open('#left=json.[]', { ...CLIPBOARD, ...context }) : stage.blank(look));
    await dropOpen(page, SIDE, path);
    await catchSaves(page);
    const pane = new TreePane(page);
    await pane.grid.getByRole('row').first().waitFor();
    return pane;
  }

  /** Returns the row with this key or index. */
  row(key: string, nth = 0): Locator {
    const name = this.page.getByRole('gridcell').first().getByText(key, { exact: true });
    return this.grid.getByRole('row').filter({ has: name }).nth(nth);
  }

  /** Returns the keys or indexes of the rows on the screen. */
  async keys(): Promise<string[]> {
    return this.grid
      .getByRole('row')
      .evaluateAll((rows) =>
        rows
          .toSorted((a, b) => Number(a.ariaRowIndex) - Number(b.ariaRowIndex))
          .map((row) => row.querySelector('[role=gridcell]')?.textContent ?? ''),
      );
  }

  /** Returns the keys or indexes of the selected rows. */
  async selected(): Promise<string[]> {
    return this.grid
      .locator('[aria-selected=true]')
      .evaluateAll((rows) =>
        rows
          .toSorted((a, b) => Number(a.ariaRowIndex) - Number(b.ariaRowIndex))
          .map((row) => row.querySelector('[role=gridcell]')?.textContent ?? ''),
      );
  }

  async click(key: string, modifiers: ('Shift' | 'Control')[] = [], nth = 0): Promise<void> {
    await this.row(key, nth).click({ position: FREE_SPOT, modifiers });
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Returns the open text field. */
  field(part: 'Key' | 'Value'): Locator {
    return this.grid.getByRole('textbox', { name: part });
  }

  /** Saves, and returns the text. */
  async text(): Promise<string> {
    return (await savedBytes(this.page)).toString();
  }

  /** Waits until the document has this text. */
  async becomes(text: string): Promise<void> {
    await expect.poll(() => this.text(), { timeout: 15_000 }).toBe(text);
  }

  /** Opens the context menu of a row and chooses an entry through its submenus. */
  async choose(key: string, ...entries: string[]): Promise<void> {
    await this.row(key).click({ button: 'right', position: { x: 120, y: 8 } });
    for (const [level, entry] of entries.entries()) {
      const item = this.page.getByRole('menu').nth(level).getByRole('menuitem', { name: entry, exact: false }).first();
      await item.waitFor();
      await item.click();
    }
  }

  async clipboard(): Promise<string> {
    return this.page.evaluate(() => navigator.clipboard.readText());
  }

  /** Drags a row to a fraction of the height of another row. */
  async drag(from: string, to: string, share: number): Promise<void> {
    const [start, end] = [await this.row(from).boundingBox(), await this.row(to).boundingBox()];
    if (start === null || end === null) throw new Error('a row is not on the screen');
    await this.page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
    await this.page.mouse.down();
    await this.page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 4 });
    await this.page.mouse.move(end.x + end.width / 2, end.y + end.height * share, { steps: 4 });
    await this.page.mouse.up();
  }
}
