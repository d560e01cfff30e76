// The list of the document's steps, and the way to any of them.

import { describe, expect, it } from 'vitest';
import { chooseMore, dropOpen, panel, setStage, waitValid, withSettings } from '../support/app.ts';
import { findingsInBoth } from '../support/axe.ts';
import { closeDock, dockIn } from '../support/dock.ts';
import { makeFolder } from '../support/files.ts';
import { TreePane } from '../support/tree-pane.ts';

const stage = setStage();
const files = makeFolder();

describe('the steps of a document', () => {
  it('[NEW-11] have names, and a click goes to any of them until the next edit', async () => {
    const pane = await TreePane.open(stage, files.write('steps.json', '{"a": 1, "b": [3, 1, 2], "c": 0}'));
    const { page } = pane;
    await pane.click('c');
    await pane.press('Delete');
    await pane.click('a');
    await pane.press('Delete');
    // The title of the tab says what is unsaved before the name.
    await expect.poll(() => page.title()).toBe('Inline document · ● steps.json · Diptych');
    await pane.becomes('{"b": [3, 1, 2]}');
    await expect.poll(() => page.title()).toBe('Inline document · steps.json · Diptych');
    await pane.press('F1');
    await page.keyboard.type('Undo the removal');
    await page.getByRole('option', { name: /Undo the removal of a value/ }).waitFor();
    await page.keyboard.press('Escape');
    await chooseMore(page, 'Right', 'Steps…');
    const dock = dockIn(panel(page, 'Right'));
    const steps = dock.getByRole('option');
    await expect.poll(() => steps.count()).toBe(3);
    await expect.poll(() => steps.first().innerText()).toMatch(/^the removal of a value\s+− "a": 1,\s+now · /);
    expect(await findingsInBoth(page)).toEqual([]);
    await steps.filter({ hasText: 'as it was opened' }).click();
    await expect.poll(() => steps.first().innerText()).toMatch(/undone/);
    // By key, with the focus still in the list.
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect.poll(() => steps.nth(1).innerText()).toMatch(/now/);
    await closeDock(dock);
    await expect.poll(() => pane.text()).toBe('{"a": 1, "b": [3, 1, 2]}');
  });

  it('[NEW-11] say what they were and what they changed: a paste, typing, a replacement of all', async () => {
    const page = await stage.blank();
    await dropOpen(page, 'Left', files.write('said.json', '{"version": 1, "list": [1, 1]}\n'));
    const left = panel(page, 'Left');
    await left.locator('.view-line').first().click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Control+ArrowRight');
    await page.evaluate(() => navigator.clipboard.writeText('"pasted": true, '));
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Control+V');
    await waitValid(page, 'Left');
    await page.keyboard.press('Control+H');
    await left.getByRole('textbox', { name: 'Find' }).fill('1');
    await left.getByRole('textbox', { name: 'Replace with' }).fill('19');
    await left.getByRole('button', { name: 'Replace all 3' }).click();
    await left.locator('.view-line').filter({ hasText: '[19, 19]' }).waitFor();
    await page.keyboard.press('Escape');
    await chooseMore(page, 'Left', 'Steps…');
    const dock = dockIn(left);
    const texts = async (): Promise<string[]> =>
      (await dock.getByRole('option').allInnerTexts()).map((text) =>
        text.replaceAll(/\s+/g, ' ').replace(/ (now|\d\d?:).*/, ''),
      );
    await expect.poll(texts).toEqual(['replace all: 3 values 1 → 19', 'paste + "pasted": true,', 'as it was opened']);
    await dock.getByRole('region', { name: 'What this step changed' }).getByText('and 2 more places').waitFor();
    await closeDock(dock);
  });

  it('[NEW-11] [DOC-15] come back with unsaved work, those that were undone too', async () => {
    const options = withSettings(stage, { autosave: 'false' });
    const pane = await TreePane.open(stage, files.write('again.json', '{"a": 1, "b": 2, "c": 3, "d": 4}'), options);
    const { page } = pane;
    for (const key of ['a', 'b', 'c']) {
      await pane.click(key);
      await pane.press('Delete');
      await pane.row(key).waitFor({ state: 'detached' });
    }
    await expect.poll(() => pane.keys()).toEqual(['root', 'd']);
    await pane.press('Control+z');
    await expect.poll(() => pane.keys()).toEqual(['root', 'c', 'd']);
    const times = async (): Promise<string[]> => {
      await chooseMore(page, 'Right', 'Steps…');
      const dock = dockIn(panel(page, 'Right'));
      await dock.getByRole('option').nth(3).waitFor();
      const shown = await dock.getByRole('option').allInnerTexts();
      await closeDock(dock);
      return shown;
    };
    const before = await times();
    await panel(page, 'Right').locator('[aria-busy=false]', { hasText: 'Draft kept' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Recover again.json' }).click();
    await expect.poll(() => pane.keys()).toEqual(['root', 'c', 'd']);
    await expect.poll(times).toEqual(before);
    await pane.click('d');
    await pane.press('Control+y');
    await expect.poll(() => pane.keys()).toEqual(['root', 'd']);
  });

  it('[NEW-11] stand in a menu of at most twelve entries a level, in wide panels and in narrow ones', async () => {
    const pane = await TreePane.open(stage, files.write('menu.json', '{"a": 1}'));
    const { page } = pane;
    for (const width of [1440, 700]) {
      await page.setViewportSize({ width, height: 900 });
      const levels = page.getByRole('menu');
      const submenus = page.locator('[role="menuitem"][aria-haspopup]');
      const count = width === 1440 ? 3 : 4;
      for (let index = 0; index < count; index += 1) {
        await panel(page, 'Right').getByRole('button', { name: 'More', exact: true }).click();
        await levels.first().getByRole('menuitem', { name: 'Document' }).waitFor();
        await expect.poll(() => submenus.count()).toBe(count);
        await expect.poll(() => levels.first().getByRole('menuitem').count()).toBeLessThanOrEqual(12);
        await submenus.nth(index).click();
        await levels.nth(1).getByRole('menuitem').first().waitFor();
        await expect.poll(() => levels.nth(1).getByRole('menuitem').count()).toBeLessThanOrEqual(12);
        await page.keyboard.press('Escape');
        await page.keyboard.press('Escape');
        await expect.poll(() => levels.count()).toBe(0);
      }
    }
  });
});
