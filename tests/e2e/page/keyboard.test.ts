// One way through the page without a pointer: from opening a document to saving it.

import { describe, expect, it } from 'vitest';
import { CLIPBOARD, panel, setStage, shownLines, withSettings } from '../support/app.ts';
import { run, tabTo } from '../support/keys.ts';

const stage = setStage();

const BASE = '{"a": 1, "b": 2, "c": 3, "d": 4}';
const OTHER = '{"a": 10, "b": 20, "c": 30, "d": 4}';

describe('the keyboard alone', () => {
  it('[NEW-11] [NEW-12] [PAN-11] opens, finds, shows only, compares, takes over, merges, undoes by name and saves', async () => {
    const hash = `#left=json.${encodeURIComponent(BASE)}&right=json.${encodeURIComponent(OTHER)}`;
    const page = await stage.open(hash, { ...CLIPBOARD, ...withSettings(stage, { autosave: 'false' }) });
    const lines = (): Promise<string[]> => shownLines(page, 'Left');
    const left = panel(page, 'Left');
    await expect.poll(lines).toEqual([BASE]);

    // Keeps the document, leaves it, and opens it again.
    await page.keyboard.press('F6');
    await page.keyboard.press('F6');
    await page.keyboard.press('Control+s');
    await left.getByText(/^Saved \d/).waitFor();
    await run(page, 'New document');
    await left.getByText('Empty').first().waitFor();
    await run(page, 'Inline document', 'Inline document');
    await expect.poll(lines).toEqual([BASE]);

    await run(page, 'Find');
    await page.keyboard.type('"b"');
    await page.keyboard.press('Enter');
    await left.getByText('1 of 1').waitFor();
    await run(page, 'Show only…');
    const showing = page.getByRole('dialog', { name: 'Show only' });
    await showing.waitFor();
    await tabTo(page, 'Show');
    await page.keyboard.press('Enter');
    await showing.waitFor({ state: 'detached' });
    await left.getByText(/^1 of \d+ · matches$/).waitFor();
    await run(page, 'Show everything');

    await run(page, 'Compare the documents');
    for (const differences of [3, 2, 1]) {
      await page.getByText(`–/${differences}`).waitFor();
      await page.keyboard.press('F7');
      await page.getByText(`1/${differences}`).waitFor();
      await run(page, 'Take this difference over to the left');
    }
    await expect.poll(lines).toEqual([OTHER]);
    await run(page, 'Stop comparing');

    // Somebody else changes and saves the same document meanwhile.
    const other = await page.context().newPage();
    await other.goto(page.url());
    await panel(other, 'Left').locator('.view-line').first().click();
    await other.keyboard.press('Control+a');
    await other.evaluate((text) => navigator.clipboard.writeText(text), '{"a": 1, "b": 99, "c": 3, "d": 40}');
    await other.keyboard.press('Control+v');
    await other.keyboard.press('Control+s');
    await panel(other, 'Left')
      .getByText(/^Saved \d/)
      .waitFor();
    await other.close();
    await page.bringToFront();
    await left.getByRole('button', { name: 'Conflict' }).waitFor();
    // Tab indents in the text.
    await page.keyboard.press('Shift+F6');
    await tabTo(page, 'Conflict');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Merge', exact: true }).waitFor();
    await tabTo(page, 'Merge');
    await page.keyboard.press('Enter');
    const merging = page.getByRole('dialog', { name: 'Merge both versions' });
    await merging.getByRole('group', { name: '$.b Both changed it.' }).waitFor();
    await page.keyboard.press('F7');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => merging.getByRole('radio', { name: 'Theirs 99' }).isChecked()).toBe(true);
    await tabTo(page, 'Merge');
    await page.keyboard.press('Enter');
    await expect.poll(lines).toEqual(['{"a": 10, "b": 99, "c": 30, "d": 40}']);

    await run(page, 'Undo the replacement', 'Undo the replacement of the text');
    await expect.poll(lines).toEqual([OTHER]);
    await run(page, 'Undo a difference', 'Undo a difference taken over');
    await expect.poll(lines).toEqual(['{"a": 10, "b": 20, "c": 3, "d": 4}']);
    await page.keyboard.press('Control+s');
    await left.getByText(/^Saved \d/).waitFor();
  });
});
