// Axe findings in every state of the page, and keyboard access: every control is reachable and shows its focus.

import type { Locator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { dropOpen, panel, setMode, setStage } from '../support/app.ts';
import { findings, findingsInBoth } from '../support/axe.ts';
import { makeFolder } from '../support/files.ts';

const stage = setStage();
const files = makeFolder();

async function openFirst(options = {}): Promise<Page> {
  const page = await stage.open('', options);
  await panel(page, 'Left').locator('.view-line').first().waitFor();
  if ((page.viewportSize()?.width ?? 0) > 700) await panel(page, 'Right').getByRole('row').nth(7).waitFor();
  return page;
}

/** Checks the first visit, open menus, dialogs and notices. */
async function visitMenus(page: Page): Promise<void> {
  expect(await findingsInBoth(page)).toEqual([]);

  await panel(page, 'Right').getByRole('button', { name: 'Format' }).click();
  await page.getByRole('menu').waitFor();
  expect(await findingsInBoth(page, '[role=menu]')).toEqual([]);
  await page.keyboard.press('Escape');

  await page.locator('#settings').click();
  await page.getByRole('menuitemradio').first().waitFor();
  expect(await findingsInBoth(page, '[role=menu]')).toEqual([]);
  await page.keyboard.press('Escape');

  await panel(page, 'Left').getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('menuitem', { name: /web address/ }).click();
  await page.getByRole('dialog', { name: 'Open document' }).waitFor();
  await page.getByRole('textbox', { name: 'Address' }).fill('nowhere');
  await page.keyboard.press('Enter');
  await page.getByText(/This is not an address/).waitFor();
  expect(await findingsInBoth(page, '[data-modal]')).toEqual([]);
  await page.getByRole('textbox', { name: 'Address' }).fill('http://localhost:9/none.json');
  await page.keyboard.press('Enter');
  await page
    .getByText(/Failed to load url/)
    .first()
    .waitFor();
  await page.getByRole('dialog', { name: 'Open document' }).waitFor({ state: 'detached' });
  expect(await findingsInBoth(page, '[data-severity]')).toEqual([]);
}

/** Checks the tree while a value is edited. `visitFaults` checks a selected value. */
async function visitTree(page: Page): Promise<void> {
  const tree = panel(page, 'Right').getByRole('treegrid');
  await tree.getByText('Hello World').dblclick();
  await tree.getByRole('textbox', { name: 'Value' }).waitFor();
  expect(await findingsInBoth(page, '#RIGHT_PANEL')).toEqual([]);
  await page.keyboard.press('Escape');
}

/** Checks the dialogs of text mode, and the menu of the path. */
async function visitDialogs(page: Page): Promise<void> {
  const left = panel(page, 'Left');
  await left.locator('.view-line').nth(2).click();
  await left
    .getByRole('button', { name: '$.array[0]' })
    .or(left.getByRole('button', { name: /^\$/ }))
    .first()
    .click();
  await page.getByRole('menu').waitFor();
  // Checked in one theme only: its colours are those of the other menus.
  expect(await findings(page, '[role=menu]')).toEqual([]);
  await page.getByRole('menuitem', { name: /^Go to…/ }).click();
  const field = page.getByRole('textbox', { name: 'Line, byte or path' });
  await field.waitFor();
  await field.fill('$.nowhere');
  await page.getByText(/There is nothing at this path/).waitFor();
  expect(await findingsInBoth(page, '[data-modal]')).toEqual([]);
  await page.keyboard.press('Escape');
  await page.locator('[data-modal]').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitem', { name: /^Font size/ }).click();
  await page.getByRole('textbox', { name: 'Size of the text' }).fill('large');
  await page.keyboard.press('Enter');
  await page.getByText(/This is not a font size/).waitFor();
  expect(await findingsInBoth(page, '[data-modal]')).toEqual([]);
  await page.keyboard.press('Escape');
  await page.locator('[data-modal]').waitFor({ state: 'detached' });
  const line = `[${Array.from({ length: 40_000 }, (_, id) => `{"id":${id},"name":"record ${id}"}`).join(',')}]`;
  await dropOpen(page, 'Left', files.write('line.json', line));
  await left.getByText(/one line/).waitFor();
  expect(await findingsInBoth(page, '#LEFT_PANEL')).toEqual([]);
  await dropOpen(page, 'Left', files.write('broken.json', '{\n  a: \'x\',\n  "b": [1 2,]\n'));
  await left.getByRole('button', { name: 'Auto repair' }).click();
  await page.locator('[data-modal]').getByRole('listitem').first().waitFor();
  expect(await findingsInBoth(page, '[data-modal]')).toEqual([]);
  await page.keyboard.press('Escape');
  await page.locator('[data-modal]').waitFor({ state: 'detached' });
}

/** Checks an invalid text and its stale tree, and a panel without a document. */
async function visitFaults(page: Page): Promise<void> {
  await dropOpen(page, 'Left', files.write('invalid.json', '{"a": [1, 2}'));
  await panel(page, 'Left').getByRole('button', { name: 'Auto repair' }).waitFor();
  await setMode(page, 'Right', 'text');
  await panel(page, 'Right').locator('.view-line').first().click();
  await page.keyboard.type('x');
  await panel(page, 'Right')
    .getByRole('button', { name: /^Invalid/ })
    .waitFor();
  await setMode(page, 'Right', 'tree');
  await panel(page, 'Right')
    .getByText(/this is the last valid state/)
    .waitFor();
  await panel(page, 'Right').getByRole('row').nth(2).click();
  expect(await findingsInBoth(page, 'main')).toEqual([]);
  await page.evaluate(() => (location.hash = '#left=nowhere.1'));
  await panel(page, 'Left').getByRole('alert').waitFor();
  expect(await findingsInBoth(page, '#LEFT_PANEL')).toEqual([]);
}

describe('axe finds nothing, in the light and in the dark,', () => {
  it('[PAN-11] [TRE-3] [TXT-3] [PAR-4] in menus, dialogs and notices, in the tree, in an invalid text and without one', async () => {
    const page = await openFirst();
    await visitMenus(page);
    await visitTree(page);
    await visitDialogs(page);
    await visitFaults(page);
  });

  it('[PAN-9] [PAN-11] at 390 px', async () => {
    const page = await openFirst({
      viewport: { width: 390, height: 760 },
      hasTouch: true,
      isMobile: true,
    });
    expect(await findingsInBoth(page)).toEqual([]);
    await page.getByRole('radio', { name: 'Right' }).tap();
    await panel(page, 'Right').getByRole('row').nth(3).waitFor();
    await panel(page, 'Right').getByRole('button', { name: 'More' }).tap();
    await page.getByRole('menu').waitFor();
    expect(await findings(page, '[role=menu]')).toEqual([]);
  });
});

describe('a page that runs from right to left', () => {
  it('[PAN-9] [PAN-11] mirrors what is around the documents, and fits; JSON stays as it is', async () => {
    const page = await stage.prepare();
    await page.route(stage.address(), async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replace('<html', '<html dir="rtl"') });
    });
    const fits = (): Promise<boolean> =>
      page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);
    await page.goto(stage.address());
    await panel(page, 'Left').locator('.view-line').first().waitFor();
    await panel(page, 'Right').getByRole('row').nth(7).waitFor();
    const box = async (target: Locator) => (await target.boundingBox()) ?? { x: 0, width: 0 };
    const [left, right] = [await box(panel(page, 'Left')), await box(panel(page, 'Right'))];
    expect(left.x).toBeLessThan(right.x);
    const name = await box(panel(page, 'Left').getByRole('heading'));
    expect(name.x + name.width).toBeGreaterThan(left.x + left.width - 40);
    const key = await box(panel(page, 'Right').getByRole('row').nth(1).getByText('array'));
    expect(key.x).toBeLessThan(right.x + 80);
    expect(await findings(page)).toEqual([]);
    for (const width of [1440, 1000, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(fits).toBe(true);
    }
    await page.keyboard.press('Control+o');
    await page.getByRole('dialog', { name: 'Open document' }).waitFor();
    await expect.poll(fits).toBe(true);
    expect(await findings(page, '[data-modal]')).toEqual([]);
  });
});

describe('a keyboard', () => {
  it('[PAN-11] shows selection, current difference, mode and Compare in forced colours', async () => {
    const page = await stage.show('#left=json.{"a":1,"b":2}&right=json.{"a":1,"b":3}');
    await panel(page, 'Left').locator('.view-line').first().waitFor();
    await page.emulateMedia({ forcedColors: 'active' });
    await setMode(page, 'Left', 'tree');
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.getByText('–/1').waitFor();
    await page.keyboard.press('F7');
    await page.getByText('1/1').waitFor();
    const background = (locator: Locator): Promise<string> =>
      locator.evaluate((element) => getComputedStyle(element).backgroundColor);
    const left = panel(page, 'Left');
    const pairs: [Locator, Locator][] = [
      [left.getByRole('row').nth(2), left.getByRole('row').nth(1)],
      [
        left.locator('label', { hasText: 'tree' }).locator('span'),
        left.locator('label', { hasText: 'text' }).locator('span'),
      ],
      [
        page.getByRole('button', { name: 'Compare', exact: true }),
        page.getByRole('button', { name: 'Swap the panels' }),
      ],
    ];
    for (const [shown, plain] of pairs)
      await expect.poll(async () => (await background(shown)) === (await background(plain))).toBe(false);
    await page.emulateMedia({ forcedColors: null });
  });

  it('[TRE-3] [PAN-11] reaches every control by Tab, shows where it is, works menus, dialogs and modes', async () => {
    const page = await stage.show('#left=json.{"a":[1]}&right=json.{"a":[1]}');
    await panel(page, 'Left').locator('.view-line').first().waitFor();
    const wanted = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('button, [role=treegrid], [role=separator], input:checked')]
        // The controls beside a value in a tree row are for the mouse: the row's own keys do the same.
        .filter((element) => element.checkVisibility() && element.closest('.monaco-editor, [role=row]') === null)
        .map((element, index) => {
          element.dataset['stop'] = String(index);
          return `${index} ${element.ariaLabel ?? element.textContent}`;
        }),
    );
    expect(wanted.length).toBeGreaterThan(18);
    const reached = new Set<string>();
    const unseen: string[] = [];
    let switches = 0;
    for (let step = 0; step < wanted.length + 12; step += 1) {
      await page.keyboard.press('Tab');
      const at = await page.evaluate(async () => {
        const element = document.activeElement;
        if (!(element instanceof HTMLElement)) return null;
        await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)));
        // The focus ring is on the element itself, or on its visible part.
        const rings = [element, element.nextElementSibling, ...element.querySelectorAll('*')].filter(
          (part) => part !== null,
        );
        const seen = rings.some((part) => {
          const style = getComputedStyle(part);
          return (
            (style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2) ||
            style.boxShadow.includes('inset')
          );
        });
        return { stop: element.dataset['stop'], seen, inEditor: element.closest('.monaco-editor') !== null };
      });
      if (at?.inEditor === true) {
        // In the text editor Tab types a character. Control+M makes it move the focus, as screen-reader users expect.
        await page.keyboard.press('Control+m');
        switches += 1;
        continue;
      }
      if (at?.stop === undefined) continue;
      reached.add(wanted[Number(at.stop)] ?? '');
      if (!at.seen) unseen.push(wanted[Number(at.stop)] ?? '');
    }
    expect(wanted.filter((control) => !reached.has(control))).toEqual([]);
    expect(unseen).toEqual([]);
    // Holds for all texts of the page, so for the next test, too.
    await panel(page, 'Left').locator('.view-line').first().click();
    if (switches % 2 === 1) await page.keyboard.press('Control+m');

    // A menu, a dialog and the modes work by keyboard, and return the focus.
    const open = panel(page, 'Left').getByRole('button', { name: 'Open', exact: true });
    await open.focus();
    await page.keyboard.press('Enter');
    // Arrow keys work only once the first entry has the focus.
    await page.locator('[role=menuitem]:focus').filter({ hasText: 'Open…' }).waitFor();
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowDown');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('web address');
    await page.keyboard.press('Enter');
    const address = page.getByRole('textbox', { name: 'Address' });
    await expect.poll(() => address.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    await address.waitFor({ state: 'detached' });
    await expect.poll(() => open.evaluate((button) => button === document.activeElement)).toBe(true);
    await panel(page, 'Left').getByRole('radio', { name: 'text' }).focus();
    await page.keyboard.press('ArrowRight');
    await panel(page, 'Left').getByRole('treegrid').waitFor();
  });
});
