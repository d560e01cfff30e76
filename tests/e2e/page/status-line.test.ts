// The status line, measured: nothing of it is cut or lies over something else, and the path has half of it where it needs that.

import type { Locator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { colourPage, drop, dropOpen, panel, setMode, setStage, type Side } from '../support/app.ts';
import { findingsInBoth } from '../support/axe.ts';
import { makeFolder } from '../support/files.ts';

const stage = setStage();
const files = makeFolder();
const WIDTHS = [1440, 1000, 390] as const;

const lineOf = (page: Page, side: Side): Locator => panel(page, side).getByRole('group', { name: 'Status line' });

/** Lists what is wrong in a status line: parts outside of it, over each other, or cut, and a path with less than half of it. */
function faultsOf(line: Locator): Promise<string[]> {
  return line.evaluate((element) => {
    const found: string[] = [];
    const box = element.getBoundingClientRect();
    const { paddingLeft, paddingRight } = getComputedStyle(element);
    const room = element.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    const [left, right] = [element.firstElementChild, element.lastElementChild] as HTMLElement[];
    if (left === undefined || right === undefined) return ['there are no halves'];
    const isShown = (part: Element): boolean => {
      const { width, height } = part.getBoundingClientRect();
      return width > 1 && height > 1;
    };
    const parts = [...left.children, ...right.children].filter(isShown);
    const nameOf = (part: Element): string => part.ariaLabel ?? part.textContent.slice(0, 30);
    for (const [index, part] of parts.entries()) {
      const one = part.getBoundingClientRect();
      if (one.left < box.left || one.right > box.right + 0.5 || one.top < box.top || one.bottom > box.bottom + 0.5)
        found.push(`${nameOf(part)} leaves the line`);
      for (const other of parts.slice(index + 1)) {
        const two = other.getBoundingClientRect();
        // Buttons reach into the gaps beside them.
        if (one.right > two.left + 8 && two.right > one.left + 8)
          found.push(`${nameOf(part)} is over ${nameOf(other)}`);
      }
    }
    // Each text is either whole, or on the second line of its part, which is not seen, or only for screen readers.
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const parent = text.parentElement;
      if (parent === null || text.textContent?.trim() === '') continue;
      if (!parent.checkVisibility() || parent.closest('[role=status]') !== null) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const at = range.getBoundingClientRect();
      const clips = [];
      for (let around: Element | null = parent; around !== null && around !== element; around = around.parentElement)
        if (getComputedStyle(around).overflowX === 'hidden') clips.push(around.getBoundingClientRect());
      if (clips.some((clip) => clip.width <= 1 || at.top >= clip.bottom - 2)) continue;
      if (clips.some((clip) => at.left < clip.left - 1 || at.right > clip.right + 1))
        found.push(`"${text.textContent}" is cut`);
    }
    const wanted = parseFloat(left.style.flexBasis);
    const { width } = left.getBoundingClientRect();
    if (width + 1 < Math.min(wanted, room / 2)) found.push(`the path has ${width} of ${room}, and wants ${wanted}`);
    return found;
  });
}

async function atEachWidth(page: Page, side: Side, name: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 780 });
    if (width === 390) await page.getByRole('radio', { name: side, exact: true }).check();
    for (const theme of ['light', 'dark'] as const) {
      await colourPage(page, theme);
      await expect.poll(() => faultsOf(lineOf(page, side)), { message: `${name} at ${width}, ${theme}` }).toEqual([]);
    }
  }
  await page.setViewportSize({ width: 1280, height: 720 });
}

const NAMES = ['customers', 'billing addresses', 'contact', 'preferences', 'notification channels', 'daily'];
const DEEP = NAMES.reduceRight<unknown>((inner, name) => ({ [name]: [inner] }), { price: 12.5 });

describe('[TXT-3] the status line', () => {
  it('shows all of a text with a deep path, a selection and problems', async () => {
    const page = await stage.blank();
    const text = JSON.stringify(DEEP, null, 1).replace('"price": 12.5', '"price": 1,\n"price": 1e400');
    await dropOpen(page, 'Left', files.write('deep.json', text.replaceAll('\n', '\r\n')));
    await setMode(page, 'Left', 'text');
    await panel(page, 'Left').locator('.view-line', { hasText: '1e400' }).click();
    const line = lineOf(page, 'Left');
    await line.getByText(/\[0\]\.price$/).waitFor();
    await line.getByRole('button', { name: /^Problems: / }).waitFor();
    await atEachWidth(page, 'Left', 'a path');
    // It is cut before a name, and its button has all of it.
    await page.setViewportSize({ width: 1000, height: 720 });
    await expect.poll(() => line.getByText(/\.price$/).innerText()).toMatch(/^…(?:\.\w+|\['[\w ]+'\]|\[\d+\])+$/);
    await line.getByRole('button', { name: /^\$\.customers.*\.price$/ }).waitFor();
    expect(await findingsInBoth(page, '[aria-label="Status line"]')).toEqual([]);

    await panel(page, 'Left').locator('.view-line', { hasText: '1e400' }).click();
    await page.keyboard.press('Control+A');
    await line.getByText(/\(\d+ selected\)/).waitFor();
    await atEachWidth(page, 'Left', 'a selection');
  });

  it('shows as many of the last names as fit in the tree, and the others in a menu', async () => {
    const page = await stage.blank();
    await dropOpen(page, 'Right', files.write('tree.json', JSON.stringify(DEEP)));
    await setMode(page, 'Right', 'tree');
    await page.keyboard.press('Control+G');
    const field = panel(page, 'Right').getByRole('textbox', { name: 'Line, byte or path' });
    await field.fill(`$${NAMES.map((name) => `['${name}'][0]`).join('')}.price`);
    await page.keyboard.press('Enter');
    const path = panel(page, 'Right').getByRole('navigation', { name: 'Right path' });
    await path.getByRole('button', { name: 'price', exact: true }).waitFor();
    await atEachWidth(page, 'Right', 'a path of buttons');
    await page.setViewportSize({ width: 1000, height: 720 });
    await path.getByRole('button', { name: 'More of the path' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: '$', exact: true }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('shows the sums of a selection, and the file of a table', async () => {
    const page = await stage.blank();
    const rows = Array.from({ length: 40 }, (_, index) => `${index};Name ${index};${index * 1234.5}`);
    await drop(page, 'Right', files.write('people.csv', ['id;name;total', ...rows, ''].join('\r\n')));
    await panel(page, 'Right').getByRole('gridcell', { name: 'Name 0', exact: true }).click();
    await atEachWidth(page, 'Right', 'a cell');
    const line = lineOf(page, 'Right');
    const item = line.getByRole('button', { name: /^Document: / });
    await expect.poll(() => item.getAttribute('aria-label')).toMatch(/^Document: CSV, [\d.]+ (B|KB), CRLF$/);
    await panel(page, 'Right').getByRole('gridcell', { name: 'Name 0', exact: true }).click();
    await page.keyboard.press('Control+A');
    await line.getByText(/^sum /i).waitFor();
    await atEachWidth(page, 'Right', 'sums');
    // Every item works by keys.
    for (const [name, entry] of [
      [/^Document: /, 'CSV options…'],
      [/counted yet|left|Talked/, 'Check for secrets…'],
    ] as const) {
      await line.getByRole('button', { name }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: entry }).waitFor();
      expect(await findingsInBoth(page, '[role=menu]')).toEqual([]);
      await page.keyboard.press('Escape');
      await expect.poll(() => line.getByRole('button', { name }).evaluate((one) => one.matches(':focus'))).toBe(true);
    }
  });
});
