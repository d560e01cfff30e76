// The list of the document's steps, and the way to any of them.

import { describe, expect, it } from 'vitest';
import { setStage } from '../support/app.ts';
import { findingsInBoth } from '../support/axe.ts';
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
    await pane.press('F1');
    await page.keyboard.type('Steps…');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Steps' });
    const steps = dialog.getByRole('listitem');
    await expect.poll(() => steps.count()).toBe(2);
    await expect.poll(() => steps.first().innerText()).toMatch(/^the removal of a value\s+now · /);
    expect(await findingsInBoth(page)).toEqual([]);
    const [box, view] = [await dialog.boundingBox(), page.viewportSize()];
    expect(box !== null && view !== null && box.y >= 0 && box.y + box.height <= view.height).toBe(true);
    await dialog.getByRole('button', { name: 'as it was opened' }).click();
    await expect.poll(() => steps.first().innerText()).toMatch(/undone/);
    await steps.last().getByRole('button').click();
    await expect.poll(() => steps.last().innerText()).toMatch(/now/);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => pane.text()).toBe('{"a": 1, "b": [3, 1, 2]}');
  });
});
