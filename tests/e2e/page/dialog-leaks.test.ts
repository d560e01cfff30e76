// A dialog that was closed leaves nothing behind: neither elements nor listeners.

import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { panel, setStage } from '../support/app.ts';

const stage = setStage();
const OPENINGS = 20;
/** What the browser may still hold of the last one. */
const REST = 40;

/** Counts the elements and listeners of a page that something still refers to. */
async function counter(page: Page): Promise<() => Promise<{ nodes: number; listeners: number }>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  return async () => {
    // What one collection frees may hold what the next one does.
    for (let times = 0; times < 4; times += 1) {
      await session.send('HeapProfiler.collectGarbage');
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    }
    const { metrics } = await session.send('Performance.getMetrics');
    const valueOf = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? 0;
    return { nodes: valueOf('Nodes'), listeners: valueOf('JSEventListeners') };
  };
}

async function byMenu(page: Page): Promise<void> {
  await panel(page, 'Left').getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('menuitem', { name: /web address/ }).click();
  await page.getByRole('textbox', { name: 'Address' }).waitFor();
}

async function byPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+Shift+P');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await palette.getByRole('combobox', { name: 'Command' }).fill('Export as CSV');
  await page.keyboard.press('Enter');
  await palette.waitFor({ state: 'detached' });
  await page.getByRole('dialog', { name: 'Export as CSV' }).waitFor();
}

it.each<[name: string, open: (page: Page) => Promise<void>]>([
  ['a menu', byMenu],
  ['the palette', byPalette],
])('[MOD-1] a dialog opened from %s and closed by Escape keeps no elements and no listeners', async (_, open) => {
  const page = await stage.open();
  const read = await counter(page);
  const openings = async (count: number): Promise<void> => {
    for (let index = 0; index < count; index += 1) {
      await open(page);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
  };
  // The first ones load code.
  await openings(3);
  const before = await read();
  await openings(OPENINGS);
  const after = await read();
  expect(after.nodes - before.nodes).toBeLessThan(REST);
  expect(after.listeners - before.listeners).toBeLessThan(REST);
});
