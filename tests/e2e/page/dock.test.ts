// The dock of a panel: where it is at each width, how it is sized, entered and left, and the one set of keys of its lists.

import type { Locator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { colourPage, panel, setMode, setStage } from '../support/app.ts';
import { findings } from '../support/axe.ts';
import { closeDock, dockIn, rowsIn, showList } from '../support/dock.ts';

const stage = setStage({ passed: ['dockHeight', 'dockWidth', 'splitterValue', 'showDiff'] });

const LEFT = `{\n${Array.from({ length: 40 }, (_, at) => `  "k${at}": {"a": ${at}, "a": 1, "n": 1e400}`).join(',\n')}\n}\n`;
const RIGHT = `{\n${Array.from({ length: 40 }, (_, at) => `  "k${at}": {"a": ${at % 3 === 0 ? at : 7}, "n": 2}`).join(',\n')}\n}\n`;
const HASH = `#left=json.${encodeURIComponent(LEFT)}&right=json.${encodeURIComponent(RIGHT)}`;
const LISTS = ['Problems', 'Differences', 'Steps', 'Receipt'];

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

function boxOf(one: Locator): Promise<Box> {
  return one.evaluate((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return { left, top, right, bottom };
  });
}

async function open(): Promise<{ page: Page; left: Locator; dock: Locator }> {
  const page = await stage.show(HASH);
  const left = panel(page, 'Left');
  const count = left.getByRole('button', { name: /^Problems: / });
  await count.waitFor();
  await count.click();
  const dock = dockIn(left);
  await rowsIn(dock).first().waitFor();
  return { page, left, dock };
}

const activeText = (dock: Locator): Promise<string> =>
  dock.locator('[role=treeitem][aria-selected=true], [role=option][aria-selected=true]').innerText();

describe('[NEW-11] the dock', () => {
  it('[PAN-9] [PAN-11] is in its panel at each width in both themes, covers no row of it, and axe finds nothing', async () => {
    const { page, left, dock } = await open();
    await page.getByRole('button', { name: 'Compare', exact: true }).first().click();
    await dock.getByRole('tab', { name: 'Differences' }).waitFor();
    for (const width of [1440, 1000, 390]) {
      await page.setViewportSize({ width, height: 800 });
      if (width < 700) await page.getByRole('radio', { name: 'Left', exact: true }).click();
      for (const name of LISTS) {
        await showList(dock, name);
        await expect.poll(() => dock.getByRole('tab', { selected: true }).innerText()).toMatch(new RegExp(`^${name}`));
        const [frame, box, status, content, tab] = await Promise.all(
          [
            left,
            dock,
            left.locator('[aria-busy]').last(),
            left.locator('[data-content]'),
            dock.getByRole('tab', { selected: true }),
          ].map((one) => boxOf(one)),
        );
        if (!frame || !box || !status || !content || !tab) throw new RangeError('a box is missing');
        expect(box.left).toBeGreaterThanOrEqual(frame.left);
        expect(box.right).toBeLessThanOrEqual(frame.right);
        expect(box.bottom).toBeLessThanOrEqual(status.top + 1);
        expect(box.bottom - box.top).toBeGreaterThan(150);
        // A sheet lies over the document; elsewhere the two share the room.
        if (width >= 700) expect(content.bottom).toBeLessThanOrEqual(box.top + 1);
        else expect(content.top).toBeLessThan(box.top);
        expect(tab.left).toBeGreaterThanOrEqual(box.left);
        expect(tab.right).toBeLessThanOrEqual(box.right);
        await expect
          .poll(() => dock.evaluate((element) => element.scrollWidth - element.clientWidth))
          .toBeLessThanOrEqual(1);
      }
      for (const theme of ['light', 'dark'] as const) {
        await colourPage(page, theme);
        for (const name of LISTS.slice(0, 2)) {
          await showList(dock, name);
          await rowsIn(dock).first().waitFor();
          expect(await findings(page, '#LEFT_PANEL')).toEqual([]);
        }
      }
      await colourPage(page, 'light');
    }
    await page.setViewportSize({ width: 1440, height: 800 });
    await page.getByRole('button', { name: 'Compare', exact: true }).first().click();
    await closeDock(dock);
  });

  it('is sized by pointer and key up to the whole panel, beside the document in a wide one, and keeps that', async () => {
    const { page, left, dock } = await open();
    const height = async (): Promise<number> => {
      const { top, bottom } = await boxOf(dock);
      return bottom - top;
    };
    const before = await height();
    const sash = dock.getByRole('separator', { name: 'Size of the lists' });
    const { left: x, top: y } = await boxOf(sash);
    await page.mouse.move(x + 50, y + 2);
    await page.mouse.down();
    await page.mouse.move(x + 50, y - 98, { steps: 4 });
    await page.mouse.up();
    await expect.poll(async () => Math.abs((await height()) - before - 100)).toBeLessThan(4);
    await sash.focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(height).toBeLessThan(before + 90);
    await page.keyboard.press('End');
    const room = (): Promise<number> => left.locator('[data-content]').evaluate((element) => element.clientHeight);
    await expect.poll(room).toBe(0);
    await dock.getByRole('button', { name: 'Show the document too' }).click();
    await expect.poll(room).toBeGreaterThan(100);
    // Another document, another page: the size is the same.
    const kept = await height();
    await closeDock(dock);
    await left.getByRole('button', { name: /^Problems: / }).click();
    await expect.poll(async () => Math.abs((await height()) - kept)).toBeLessThan(2);
    // A panel that has the whole page.
    await page.locator('[role=separator][aria-controls=LEFT_PANEL]').dblclick();
    await expect.poll(async () => (await boxOf(left)).right - (await boxOf(left)).left).toBeGreaterThan(1000);
    await expect
      .poll(async () => (await boxOf(dock)).left - (await boxOf(left.locator('[data-content]'))).right)
      .toBeGreaterThan(-1);
    await page.keyboard.press('Escape');
  });

  it('has one stop for Tab and one set of keys; F6 enters it, Escape leaves it, and Enter goes without leaving', async () => {
    const { page, left, dock } = await open();
    // It has the focus since the click on the count. The same message forty times is one group.
    await expect.poll(() => activeText(dock)).toMatch(/^Duplicate keys/);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => activeText(dock)).toMatch(/^Duplicate key "a": line … has it already/);
    await expect.poll(() => rowsIn(dock).count()).toBe(4);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => activeText(dock)).toMatch(/Ln 2, Col \d+$/);
    await page.keyboard.press('Enter');
    await left.getByRole('button', { name: /^Ln 2, / }).waitFor();
    await page.keyboard.press('PageDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => left.getByRole('button', { name: /^Ln \d/ }).innerText()).not.toMatch(/^Ln 2,/);
    // Letters go to the next row that starts with them.
    await page.keyboard.type('1e4');
    await expect.poll(() => activeText(dock)).toMatch(/^1e…|^1e4/);
    await page.keyboard.press('End');
    await page.keyboard.press('Home');
    await expect.poll(() => activeText(dock)).toMatch(/^Duplicate keys/);
    // The group closes with its rows, and the focus stays on it.
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => rowsIn(dock).count()).toBe(4);
    await page.keyboard.press('Escape');
    const isInDock = (): Promise<boolean> =>
      page.evaluate(() => document.activeElement?.closest('[data-dock]') !== null);
    await expect.poll(isInDock).toBe(false);
    await page.keyboard.press('F6');
    await expect.poll(isInDock).toBe(true);
    await expect.poll(() => activeText(dock)).toMatch(/^Duplicate key "a"/);
    await page.keyboard.press('Shift+Escape');
    await dock.waitFor({ state: 'detached' });
    await expect.poll(isInDock).toBe(false);
  });

  it('[CMP-4] [CMP-5] lists the differences with both values, goes to each, and takes one over', async () => {
    const { page, left, dock } = await open();
    await page.getByRole('button', { name: 'Compare', exact: true }).first().click();
    await showList(dock, 'Differences');
    const rows = rowsIn(dock);
    await expect.poll(() => rows.first().innerText()).toMatch(/^~\s*Changed\s+\$\.k1\.a\s+1 → 7|^[−~]/);
    const changed = rows.filter({ hasText: '$.k1.a' }).first();
    await changed.click();
    await left.getByRole('button', { name: /^Ln 3, / }).waitFor();
    const details = dock.getByRole('region', { name: 'About this difference' });
    await details.getByText('$.k1.a').first().waitFor();
    const count = await dock.getByRole('tab', { selected: true }).innerText();
    await details.getByRole('button', { name: 'Take over to the right' }).click();
    await expect.poll(() => dock.getByRole('tab', { selected: true }).innerText()).not.toBe(count);
    await setMode(page, 'Right', 'text');
    await panel(page, 'Right').locator('.view-line').filter({ hasText: '"k1"' }).waitFor();
    await page.getByRole('button', { name: 'Compare', exact: true }).first().click();
    await dock.getByText('The documents are not being compared.').waitFor();
    await closeDock(dock);
  });
});
