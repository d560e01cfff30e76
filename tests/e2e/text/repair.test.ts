// Auto repair: its changes are shown first, and nothing else is changed.

import { describe, expect, it } from 'vitest';
import { dropOpen, panel, setStage, waitValid } from '../support/app.ts';
import { makeFolder } from '../support/files.ts';
import { openPane, type TextPane } from '../support/pane.ts';

const stage = setStage();
const files = makeFolder();
const BROKEN = '\ufeff{\r\n  "a": 1\r\n  b: [1.50, 2,],\r\n  "c": "é"\r\n';

const open = (content: string | Uint8Array): Promise<TextPane> => openPane(stage, files.write('broken.json', content));

async function ask(pane: TextPane) {
  await pane.root.getByRole('button', { name: 'Auto repair' }).click();
  const dialog = pane.page.getByRole('dialog', { name: 'Auto repair' });
  await dialog.waitFor();
  return dialog;
}

describe('[PAR-4] a repair', () => {
  it('is shown line by line, made on a yes as one undo step, and leaves all else byte for byte', async () => {
    const pane = await open(BROKEN);
    const dialog = await ask(pane);
    const places = await dialog.getByRole('listitem').allInnerTexts();
    expect(places.map((place) => /^Line \d+/.exec(place)?.[0])).toEqual(['Line 2', 'Line 3', 'Line 4']);
    await expect.poll(() => dialog.locator('ins').allInnerTexts()).toEqual([',', '"', '"', '}']);
    await expect.poll(() => dialog.locator('del').allInnerTexts()).toEqual([',']);
    await dialog.getByRole('button', { name: 'Repair' }).click();
    await waitValid(pane.page, 'Left');
    await pane.root.locator('.view-line').first().click();
    const repaired = '\ufeff{\r\n  "a": 1,\r\n  "b": [1.50, 2],\r\n  "c": "é"}\r\n';
    await expect.poll(() => pane.text()).toBe(repaired);
    await pane.clickUndo();
    await pane.root.getByRole('button', { name: /^Invalid/ }).waitFor();
    await pane.root.locator('.view-line').first().click();
    await expect.poll(() => pane.text()).toBe(BROKEN);
  });

  it('changes nothing on Cancel and on Escape', async () => {
    const pane = await open(BROKEN);
    await (await ask(pane)).getByRole('button', { name: 'Cancel' }).click();
    await pane.page.getByRole('dialog').waitFor({ state: 'detached' });
    await ask(pane);
    await pane.press('Escape');
    await pane.page.getByRole('dialog').waitFor({ state: 'detached' });
    await pane.root.locator('.view-line').first().click();
    await expect.poll(() => pane.text()).toBe(BROKEN);
  });

  it('that does not exist is not offered; asked for, it is a sentence with the way to the place', async () => {
    const pane = await open('{"a":\n2 [3}');
    await pane.root.getByText('A comma is missing after this value.').first().waitFor();
    await pane.root.getByRole('button', { name: 'Go to', exact: true }).waitFor();
    await expect.poll(() => pane.root.getByRole('button', { name: 'Auto repair' }).count()).toBe(0);
    await pane.press('Control+Shift+P');
    await pane.page.keyboard.type('Auto repair');
    await pane.press('Enter');
    const dialog = pane.page.getByRole('dialog', { name: 'Auto repair' });
    await dialog.waitFor();
    await dialog.getByText(/can't be repaired automatically: .*line 2, column 3/).waitFor();
    await expect.poll(() => dialog.getByRole('button', { name: 'Repair' }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Go to the place' }).click();
    await pane.at(2, 3);
  });

  it('of 10 MB with a hundred thousand errors shows the first hundred and how many more', async () => {
    const lines = Array.from({ length: 100_000 }, (_, id) => `{"id": ${id}, "name": "${'x'.repeat(70)}",}`);
    const page = await stage.blank();
    await dropOpen(page, 'Left', files.write('large.json', `[\n${lines.join('\n')}\n]`));
    await panel(page, 'Left').getByRole('button', { name: 'Auto repair' }).click();
    const dialog = page.getByRole('dialog', { name: 'Auto repair' });
    await dialog.getByText('and 99,900 more').waitFor({ timeout: 60_000 });
    await expect.poll(() => dialog.getByRole('listitem').count()).toBe(100);
    await dialog.getByRole('button', { name: 'Repair' }).click();
    await waitValid(page, 'Left');
  });
});

describe('[PAR-4] a text in another dialect', () => {
  it.each([
    ['{"a": 1} // one\n', 'Read as JSON with comments'],
    ["{a: 'x'}\n", 'Read as JSON5'],
    ['{"a": 1}\n{"a": 2}\n', 'Read as NDJSON'],
  ])('of %j is offered to be read as what it is', async (text, name) => {
    // Set to JSON by its content, which begins with an error in any dialect.
    const pane = await open(`[1\n`);
    await pane.root.locator('.view-line').first().click();
    await pane.press('Control+A');
    await pane.page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text);
    await pane.press('Control+V');
    await pane.root.getByRole('button', { name, exact: true }).click();
    await waitValid(pane.page, 'Left');
    await expect.poll(() => pane.text()).toBe(text);
  });
});
