// Tabs that are killed: what was typed, undone and formatted is in the autosaved document, or in the draft that is offered on
// the next start. KILLS sets the number of kills, SEED the actions before each; the seed is printed on failure.

import type { BrowserContext, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { dropOpen, panel, setStage, shownLines, waitValid } from '../support/app.ts';
import { makeFolder } from '../support/files.ts';
import { randomFrom } from '../../random.ts';

const stage = setStage();
const files = makeFolder();
const KILLS = Number(process.env['KILLS'] ?? 2);
/** How long the user has stopped typing before the kill, in milliseconds. */
const AFTER_MS = 2000;

/** Ends the renderer of a page immediately: no event is dispatched, no question is shown. */
async function kill(page: Page): Promise<BrowserContext> {
  const context = page.context();
  const crashed = page.waitForEvent('crash');
  void page.goto('chrome://crash').catch(() => undefined);
  await crashed;
  await page.close();
  return context;
}

/** Types at the end of the left panel's only line. */
async function typeAtEnd(page: Page, text: string): Promise<void> {
  await panel(page, 'Left').locator('.view-line').first().click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(text);
}

const shown = async (page: Page): Promise<string> => (await shownLines(page, 'Left')).join('\n');

describe('a tab that is killed two seconds after an edit', () => {
  it(
    `[DOC-5] [DOC-15] leaves the edit in the document, ${Math.ceil(KILLS / 2)} times`,
    { timeout: 60_000 + KILLS * 10_000 },
    async () => {
      let page = await stage.prepare({ allow: /./ });
      await page.goto(`${stage.address()}#right=json.[0]`);
      await panel(page, 'Left').getByRole('button', { name: 'Start empty' }).click();
      let text = '';
      for (let count = 0; count < Math.ceil(KILLS / 2); count += 1) {
        await typeAtEnd(page, `${count} `);
        text += `${count} `;
        await page.waitForTimeout(AFTER_MS);
        const hash = (): Promise<string> => page.evaluate(() => location.hash);
        // On a slow machine the first save may take longer.
        await expect.poll(hash).toContain('local.');
        const address = stage.address() + (await hash());
        page = await (await kill(page)).newPage();
        await page.goto(address);
        // The work was saved, or it is offered for recovery.
        const recover = page.getByRole('button', { name: /^Recover/ });
        const found = async (): Promise<string> => {
          if (await recover.isVisible()) await recover.click();
          return shown(page);
        };
        await expect.poll(found).toBe(text);
      }
    },
  );

  it(
    `[DOC-15] leaves the edit of a file in a draft, ${Math.floor(KILLS / 2)} times`,
    { timeout: 60_000 + KILLS * 10_000 },
    async () => {
      let page = await stage.prepare({ allow: /./ });
      await page.addInitScript(() => localStorage.setItem('autosave', 'false'));
      await page.goto(`${stage.address()}#right=json.[0]`);
      await dropOpen(page, 'Left', files.write('work.json', '[1]'));
      await waitValid(page, 'Left');
      let text = '[1]';
      for (let count = 0; count < Math.floor(KILLS / 2); count += 1) {
        await typeAtEnd(page, ` ${count}`);
        text += ` ${count}`;
        await page.waitForTimeout(AFTER_MS);
        page = await (await kill(page)).newPage();
        await page.goto(`${stage.address()}#right=json.[0]`);
        const dialog = page.getByRole('dialog', { name: 'Unsaved work was found' });
        await dialog.getByRole('button', { name: 'Recover work.json' }).click();
        await expect.poll(() => shown(page)).toBe(text);
      }
    },
  );

  it(
    `[DOC-15] leaves what was typed, undone and formatted, once it says that the draft is kept, ${Math.ceil(KILLS / 2)} times`,
    { timeout: 60_000 + KILLS * 12_000 },
    async () => {
      const seed = Number(process.env['SEED'] ?? 728_445);
      const random = randomFrom(seed);
      let page = await stage.prepare({ allow: /./ });
      await page.addInitScript(() => localStorage.setItem('autosave', 'false'));
      await page.goto(`${stage.address()}#right=json.[0]`);
      await dropOpen(page, 'Left', files.write('mixed.json', '[1]'));
      await waitValid(page, 'Left');
      for (let count = 0; count < Math.ceil(KILLS / 2); count += 1) {
        const trace: string[] = [];
        await panel(page, 'Left').locator('.view-line').first().click();
        for (let steps = 2 + Math.floor(random() * 5); steps > 0; steps -= 1) {
          const step = random();
          if (step < 0.5) {
            const text = `${Math.floor(random() * 1000)}, `;
            trace.push(text);
            await page.keyboard.press('Control+Home');
            await page.keyboard.press('ArrowRight');
            await page.keyboard.type(text, { delay: 5 });
          } else if (step < 0.7) {
            trace.push('undo');
            await page.keyboard.press('Control+z');
          } else if (step < 0.85) {
            trace.push('format');
            await page.keyboard.press('Control+i');
          } else {
            // Moving the caret ends an undo step.
            trace.push('move');
            await page.keyboard.press('ArrowRight');
          }
        }
        const mark = `${900_000 + count}`;
        await page.keyboard.press('Control+Home');
        await page.keyboard.press('ArrowRight');
        await page.keyboard.type(`${mark},`);
        // Keys may have been queued until an undo was done.
        await expect.poll(() => shown(page)).toContain(`${mark},`);
        await panel(page, 'Left').getByText('Draft kept').and(page.locator('[aria-busy=false]')).waitFor();
        const text = await shown(page);
        page = await (await kill(page)).newPage();
        await page.goto(`${stage.address()}#right=json.[0]`);
        const dialog = page.getByRole('dialog', { name: 'Unsaved work was found' });
        await dialog.getByRole('button', { name: 'Recover mixed.json' }).click();
        await expect.poll(() => shown(page), { message: `seed ${seed}, ${count}: ${trace.join(', ')}` }).toBe(text);
      }
    },
  );
});
