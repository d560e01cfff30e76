// Dialogs: moved aside by their title, with a way out and the focus on their first choice, and with no notice over them.

import type { Locator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { randomFrom } from '../../random.ts';
import { panel, setStage } from '../support/app.ts';

const stage = setStage();

const modal = (page: Page): Locator => page.locator('[data-modal]').last();
const notices = (page: Page): Locator => page.locator('[data-notices] [role=dialog]');

async function runCommand(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+Shift+P');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await palette.getByRole('combobox').fill(name);
  await palette.getByRole('option', { name }).first().click();
  await palette.waitFor({ state: 'detached' });
}

async function close(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await modal(page).waitFor({ state: 'detached' });
}

/** Shows two errors, which stay for a minute. */
async function fail(page: Page): Promise<void> {
  // A hint at the pointer of the test before would lie over a notice.
  await page.mouse.move(2, 2);
  for (const name of ['none', 'missing']) {
    await page.keyboard.press('Control+O');
    const field = modal(page).getByRole('textbox', { name: 'From a web address' });
    await field.fill(`${stage.address()}${name}.json`);
    await field.press('Enter');
    await page.getByText(`${name}.json`).first().waitFor();
  }
}

/** The boxes that overlap: a notice and the dialog, or parts that another element lies over. */
function overlaps(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const dialog = [...document.querySelectorAll('[data-modal]')].at(-1)?.getBoundingClientRect();
    const found = [...document.querySelectorAll('[data-notices] [role=dialog]')].filter((one) => one.checkVisibility());
    if (dialog === undefined || found.length < 2) return [`${found.length} notices`];
    return found.flatMap((notice) => {
      const { left, right, top, bottom } = notice.getBoundingClientRect();
      const isOver = left < dialog.right && right > dialog.left && top < dialog.bottom && bottom > dialog.top;
      const under = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return [
        ...(isOver
          ? [`a notice at ${Math.round(top)} lies over the dialog, which ends at ${Math.round(dialog.bottom)}`]
          : []),
        ...(notice.contains(under) ? [] : ['a notice is covered']),
      ];
    });
  });
}

const NAMES = [
  'Open…',
  'Transform…',
  'Configure editor…',
  'Keyboard shortcuts',
  'Schema…',
  'Share…',
  'Go to…',
  'Export as CSV…',
];

describe('a dialog', () => {
  it.each([
    [1440, 860],
    [1000, 600],
    [390, 780],
  ])('[ERR-2] [MOD-1] has no notice over it at %i × %i px', async (width, height) => {
    const page = await stage.blank({ viewport: { width, height } });
    await fail(page);
    for (const name of NAMES) {
      await runCommand(page, name);
      await modal(page).waitFor();
      await expect.poll(() => overlaps(page), { message: name }).toEqual([]);
      if (name === 'Transform…' && width >= 700) {
        await modal(page).getByRole('button', { name: 'Full screen' }).click();
        await expect.poll(() => overlaps(page), { message: 'full screen' }).toEqual([]);
      }
      await close(page);
    }
    // The palette, too.
    await page.keyboard.press('F1');
    await modal(page).waitFor();
    await expect.poll(() => overlaps(page)).toEqual([]);
    await close(page);
    // A notice is closed while a dialog is open, and the dialog stays.
    await runCommand(page, 'Configure editor…');
    await modal(page).waitFor();
    await expect.poll(() => overlaps(page)).toEqual([]);
    const shown = await notices(page).allInnerTexts();
    const [closed = ''] = shown;
    await notices(page).filter({ hasText: closed }).getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => notices(page).allInnerTexts()).toEqual(shown.slice(1));
    expect(shown).toHaveLength(2);
    await modal(page).waitFor();
    await close(page);
    await notices(page).getByRole('button', { name: 'Close' }).click();
  });

  it('[ERR-1] [MOD-1] that is closed while it is still at work says nothing more', async () => {
    const page = await stage.blank();
    const session = await page.context().newCDPSession(page);
    const random = randomFrom(7);
    try {
      // As slow as a small computer: more of what a dialog has begun is still under way.
      await session.send('Emulation.setCPUThrottlingRate', { rate: 3 });
      for (let turn = 0; turn < 16; turn += 1) {
        const name = turn % 2 === 0 ? 'Transform…' : (NAMES[(turn >> 1) % NAMES.length] ?? '');
        await runCommand(page, name);
        await modal(page).waitFor();
        await page.waitForTimeout(random() * 150);
        await close(page);
        await expect.poll(() => notices(page).allInnerTexts(), { message: name }).toEqual([]);
      }
    } finally {
      await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      await session.detach();
    }
  });

  it('[MOD-1] has a way out, and the focus on its first choice', async () => {
    const page = await stage.show('#left=json.[{"a":1}]');
    const first: Record<string, string> = {};
    for (const name of NAMES) {
      await runCommand(page, name);
      const ways = modal(page).getByRole('button', { name: /^(?:Cancel|Close|Done|Later|OK)$/ });
      await ways.first().waitFor();
      await expect
        .poll(() =>
          modal(page).evaluate((box) => box !== document.activeElement && box.contains(document.activeElement)),
        )
        .toBe(true);
      first[name] = await page.evaluate(
        () =>
          document.activeElement?.getAttribute('aria-label') ||
          document.activeElement?.textContent ||
          document.activeElement?.tagName ||
          '',
      );
      await close(page);
    }
    expect(first['Open…']).toBe('Open file…');
    for (const [name, focused] of Object.entries(first)) expect([name, focused]).not.toEqual([name, 'Cancel']);
  });

  it('[MOD-1] is moved aside by its title, stays in the window, and comes back with a double-click', async () => {
    const page = await stage.show('#left=json.[{"a":1}]', { viewport: { width: 1440, height: 860 } });
    for (const name of ['Open…', 'Transform…', 'Go to…']) {
      await runCommand(page, name);
      const title = modal(page).getByRole('heading').first();
      const at = async () => {
        const { x = 0, y = 0, width = 0, height = 0 } = (await modal(page).boundingBox()) ?? {};
        return [x, y, width, height].map(Math.round);
      };
      await expect.poll(async () => (await at())[2]).toBeGreaterThan(0);
      const [x = 0, y = 0, width = 0, height = 0] = await at();
      const box = await title.boundingBox();
      if (box === null) throw new Error('no title');
      const drag = async (dx: number, dy: number): Promise<void> => {
        const now = await title.boundingBox();
        await page.mouse.move((now?.x ?? 0) + 4, (now?.y ?? 0) + 4);
        await page.mouse.down();
        await page.mouse.move((now?.x ?? 0) + 4 + dx / 2, (now?.y ?? 0) + 4 + dy / 2);
        await page.mouse.move((now?.x ?? 0) + 4 + dx, (now?.y ?? 0) + 4 + dy);
        await page.mouse.up();
      };
      await drag(-60, 30);
      await expect.poll(at).toEqual([x - 60, y + 30, width, height]);
      // Its title can always be reached again.
      await drag(4000, 4000);
      await expect.poll(async () => ((await title.boundingBox())?.x ?? 9999) < 1440 - 40).toBe(true);
      await expect.poll(async () => ((await title.boundingBox())?.y ?? 9999) < 860 - 40).toBe(true);
      await title.dblclick({ position: { x: 4, y: 4 } });
      await expect.poll(at).toEqual([x, y, width, height]);
      await close(page);
    }
    await panel(page, 'Left').waitFor();
  });
});
