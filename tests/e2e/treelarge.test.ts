// Ten million rows: every one is reached, by whatever way.

import { describe, expect, it } from 'vitest';
import { setStage } from './app.ts';
import { makeFolder } from './files.ts';
import { PATIENT } from './pane.ts';
import { TreePane } from './treepane.ts';

const stage = setStage();
const files = makeFolder();
const ROWS = 10_000_000;
const LAST = String(ROWS - 1);

describe('a tree of ten million rows', () => {
  it(
    '[TRE-1] [BIG-1] is reached by End, PageUp, the scrollbar, the wheel, a path and a search',
    { timeout: 240_000 },
    async () => {
      // Twenty megabytes; the last value alone is another one.
      const pane = await TreePane.open(stage, files.write('large.json', `[${'0,'.repeat(ROWS - 1)}7]`));
      const shown = async (key: string): Promise<void> => {
        await pane.row(key).locator('[role=gridcell]').last().waitFor({ timeout: 20_000 });
        // A row that is not read yet has no value.
        await expect.poll(() => pane.row(key).innerText(), PATIENT).toMatch(/[07]/);
      };
      await pane.root.getByText('Valid', { exact: true }).waitFor({ timeout: 60_000 });
      expect(await pane.grid.getAttribute('aria-rowcount')).toBe(String(ROWS + 1));
      await pane.click('0');
      await pane.press('End');
      await shown(LAST);
      await expect.poll(() => pane.selected()).toEqual([LAST]);
      await pane.press('PageUp', 'PageUp', 'ArrowUp');
      const [near = ''] = await pane.selected();
      expect(Number(near)).toBeGreaterThan(ROWS - 200);
      await shown(near);

      const bar = pane.root.getByRole('scrollbar').first();
      await bar.evaluate((track) => track.scrollTo({ top: (track.scrollHeight - track.clientHeight) / 2 }));
      await expect
        .poll(async () => (await pane.keys()).some((key) => Math.abs(Number(key) - ROWS / 2) < 2000), PATIENT)
        .toBe(true);
      const before = Number((await pane.keys())[20]);
      const box = await pane.grid.boundingBox();
      await pane.page.mouse.move((box?.x ?? 0) + 100, (box?.y ?? 0) + 100);
      await pane.page.mouse.wheel(0, 2200);
      await expect.poll(async () => Number((await pane.keys())[20]), PATIENT).toBeGreaterThan(before + 50);

      await pane.grid.focus();
      await pane.press('Control+G');
      const field = pane.root.getByRole('textbox', { name: 'Line, byte or path' });
      await field.fill('$[7654321]');
      await pane.root.getByText(/^Goes to line/).waitFor();
      await pane.press('Enter');
      await shown('7654321');
      await expect.poll(() => pane.selected()).toEqual(['7654321']);

      await pane.press('Control+F');
      await pane.page.keyboard.type('7');
      await pane.root
        .getByRole('search')
        .getByRole('status')
        .filter({ hasText: '1 of 1' })
        .waitFor({ timeout: 60_000 });
      await shown(LAST);
      await expect.poll(() => pane.selected()).toEqual([LAST]);
    },
  );
});
