// A panel in text mode for tests: real keys as input, and the text on the screen or the saved bytes as output.

import type { Page } from 'playwright';
import { expect } from 'vitest';
import { CLIPBOARD, dropOpen, lookOf, panel, waitValid, type PageOptions, type Side, type Stage } from './app.ts';
import { catchSaves, savedBytes } from './saves.ts';

/** One row on the screen. `number` is empty for the continuation of a wrapped line. */
export interface ShownRow {
  readonly number: string;
  readonly text: string;
}

const NOTHING_COPIED = 'nothing is copied yet';

/** Opens a file in the left panel in text mode, with the caret at its start; on the shared page, if it supports the options. */
export async function openPane(stage: Stage, path: string, options: PageOptions = {}): Promise<TextPane> {
  const look = lookOf(options);
  const page = await (look === null ? loadPage(stage, options) : stage.blank(look));
  await dropOpen(page, 'Left', path);
  await catchSaves(page);
  const pane = new TextPane(page, 'Left');
  await pane.focus();
  return pane;
}

async function loadPage(stage: Stage, { context, ...options }: PageOptions): Promise<Page> {
  const page = await stage.prepare({ context: { ...CLIPBOARD, ...context }, ...options });
  await page.goto(stage.address());
  await waitValid(page, 'Left');
  return page;
}

/** The text of one panel. */
export class TextPane {
  constructor(
    readonly page: Page,
    readonly side: Side,
  ) {}

  get root() {
    return panel(this.page, this.side);
  }

  /** Clicks into the text and moves the caret to its start. */
  async focus(): Promise<void> {
    await this.root.locator('.view-line').first().click();
    await this.press('Control+Home');
    await this.at(1, 1);
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  async repeat(key: string, count: number): Promise<void> {
    for (let step = 0; step < count; step += 1) await this.page.keyboard.press(key);
  }

  /** Types one key after the other, like a keyboard. */
  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  /** Saves, and returns the bytes. */
  bytes(): Promise<Buffer> {
    return savedBytes(this.page);
  }

  /** Saves, and returns the bytes as UTF-8. */
  async text(): Promise<string> {
    return (await this.bytes()).toString();
  }

  /** Waits until the caret is at a line and column, both from 1. */
  async at(line: number, column: number): Promise<void> {
    const place = `Ln ${line.toLocaleString('en-US')}, Col ${column.toLocaleString('en-US')}`;
    await this.root.getByText(new RegExp(`^${place}( \\(|$)`)).waitFor();
  }

  /** Moves the caret by keys to a line and column near the start. */
  async go(line: number, column: number): Promise<void> {
    await this.press('Control+Home');
    await this.repeat('ArrowDown', line - 1);
    await this.repeat('ArrowRight', column - 1);
    await this.at(line, column);
  }

  /** Returns the rows on the screen, from the top. */
  async rows(): Promise<ShownRow[]> {
    return this.root
      .locator('.monaco-editor')
      .first()
      .evaluate((editor) => {
        const byTop = (selector: string): Map<number, string> =>
          new Map(
            Array.from(editor.querySelectorAll<HTMLElement>(selector), (row) => [
              Number.parseFloat(row.style.top),
              (row.textContent ?? '').replaceAll('\u00a0', ' '),
            ]),
          );
        const numbers = byTop('.margin-view-overlays > div');
        return [...byTop('.view-lines > .view-line')]
          .toSorted(([a], [b]) => a - b)
          .map(([top, text]) => ({ number: numbers.get(top) ?? '?', text }));
      });
  }

  /** Returns the text on the screen, one line per row. */
  async shown(): Promise<string> {
    return (await this.rows()).map((row) => row.text).join('\n');
  }

  /** Waits until the screen shows exactly this text. */
  async shows(text: string): Promise<void> {
    await expect.poll(() => this.shown()).toBe(text);
  }

  /** Scrolls to a fraction of the scrollbar's range. */
  async scrollTo(share: number): Promise<void> {
    await this.root
      .getByRole('scrollbar')
      .evaluate((bar, part) => bar.scrollTo({ top: (bar.scrollHeight - bar.clientHeight) * part }), share);
  }

  /** Turns the wheel over the text with Alt, which scrolls fast. Calls `look` after every turn. */
  async wheel(turns: number, deltaPx: number, look?: () => Promise<void>): Promise<void> {
    const box = await this.root.locator('.monaco-editor').first().boundingBox();
    await this.page.mouse.move((box?.x ?? 0) + 300, (box?.y ?? 0) + 300);
    await this.page.keyboard.down('Alt');
    for (let turn = 0; turn < turns; turn += 1) {
      await this.page.mouse.wheel(0, deltaPx);
      await look?.();
    }
    await this.page.keyboard.up('Alt');
  }

  async copy(text: string): Promise<void> {
    await this.page.evaluate((content) => navigator.clipboard.writeText(content), text);
  }

  /** Returns the clipboard's text, read as bytes: `readText` would be slow for a large one. */
  async clipboard(): Promise<string> {
    return this.page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      return item?.types.includes('text/plain') ? (await item.getType('text/plain')).text() : '';
    });
  }

  /** Copies the selection, and returns the clipboard's text once it is there: until then the clipboard has older text. */
  async copied(): Promise<string> {
    await this.copy(NOTHING_COPIED);
    await this.press('Control+C');
    let text = NOTHING_COPIED;
    const read = async (): Promise<boolean> => (text = await this.clipboard()) !== NOTHING_COPIED;
    await expect.poll(read).toBe(true);
    return text;
  }

  async clickUndo(): Promise<void> {
    await this.root.getByRole('button', { name: /^Undo/ }).click();
  }

  async format(name: string): Promise<void> {
    await this.root.getByRole('button', { name: 'Format', exact: true }).click();
    await this.page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click();
  }
}
