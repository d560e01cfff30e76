// Schemas for a document: chosen in every way, their errors in the list of problems, and nothing fetched without consent.

import type { Locator } from 'playwright';
import { describe, expect, it } from 'vitest';
import { panel, setMode, setStage } from '../support/app.ts';
import { findings } from '../support/axe.ts';
import {
  choose,
  closeList,
  fetchQuestion,
  messages,
  openDialog,
  openList,
  says,
  serveSchemas,
  shows,
  write,
} from '../support/schema-pane.ts';

const stage = setStage();

const PERSON = `{
  "name": "Ada",
  "age": "old",
  "role": "admn",
  "extra": 1
}
`;
const SCHEMA = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    age: { type: 'integer', minimum: 0 },
    role: { enum: ['admin', 'reader'] },
    mail: { type: 'string' },
  },
  required: ['name', 'mail'],
  additionalProperties: false,
};

describe('[SCH-1] a schema that is written with the document', () => {
  it('[SCH-2] lists what does not fit, leads there in text and tree, and forgets what is mended', async () => {
    const page = await stage.show(shows(PERSON, '[]'));
    const left = panel(page, 'Left');
    const dialog = await openDialog(page, 'Left');
    expect(await findings(page, '[role=dialog]')).toEqual([]);
    await dialog.getByRole('radio', { name: 'Written here' }).check();
    await dialog.getByRole('textbox', { name: 'JSON Schema' }).fill('{"type":');
    await dialog.getByRole('button', { name: 'Use schema' }).click();
    await dialog.getByRole('alert').getByText('The schema is not valid JSON.').waitFor();
    await write(SCHEMA)(dialog);
    await dialog.getByRole('button', { name: 'Use schema' }).click();
    await says(page, 'Left', '4 errors');
    const list = await openList(page, 'Left');
    await list.getByRole('treeitem', { name: /^Schema errors\s*4$/ }).waitFor();
    await expect
      .poll(() => messages(list))
      .toEqual([
        'Missing property "mail".',
        'Expected a whole number, found a string.',
        '"admn" is not allowed. Did you mean "admin"? Allowed: "admin", "reader".',
        'Unknown property "extra".',
      ]);
    expect(await findings(page, '#LEFT_PANEL')).toEqual([]);
    await list.getByRole('treeitem', { name: /^Unknown property/ }).click();
    await left.getByRole('button', { name: 'Ln 5, Col 3', exact: true }).waitFor();
    await list.getByRole('treeitem', { name: /^"admn" is not allowed/ }).click();
    await left.getByRole('button', { name: 'Ln 4, Col 11', exact: true }).waitFor();
    // In the tree, the row with the error is selected, and the other rows with errors are marked.
    await setMode(page, 'Left', 'tree');
    await list.getByRole('treeitem', { name: /^"admn" is not allowed/ }).click();
    await expect.poll(() => left.getByRole('row', { selected: true }).innerText()).toMatch(/^role\s*admn/);
    // Fixed in the tree by keyboard, once Escape has left the list for the tree: only that error disappears.
    await page.keyboard.press('Escape');
    await left.locator('[role=treegrid]:focus').waitFor();
    await page.keyboard.press('Enter');
    await left.getByRole('textbox').first().waitFor();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('admin');
    await page.keyboard.press('Enter');
    await says(page, 'Left', '3 errors');
    await expect.poll(async () => (await messages(list)).some((message) => message.startsWith('"admn"'))).toBe(false);
    await choose(page, 'Left', 'None');
    await list.getByText('No problems found.').waitFor();
    await closeList(list);
  });
});

describe('[SCH-1] the document of the other panel as schema', () => {
  it('is followed as it is written, and says where it can’t be one', async () => {
    const page = await stage.show(shows('[1, 2, "three"]', '{"items": {"type": "string"}}'));
    await setMode(page, 'Right', 'text');
    await choose(page, 'Left', 'The other panel');
    await says(page, 'Left', '2 errors');
    const right = panel(page, 'Right');
    // Pasted, not typed: the editor would close brackets by itself.
    const put = async (text: string): Promise<void> => {
      await page.evaluate((content) => navigator.clipboard.writeText(content), text);
      await page.keyboard.press('Control+A');
      await page.keyboard.press('Control+V');
    };
    await right.locator('.view-line').first().click();
    await put('{"items": {"type": "number"');
    await says(page, 'Left', 'No problems found.');
    const list = await openList(page, 'Left');
    await list.getByText('The other panel has no valid document to be the schema.').waitFor();
    await right.locator('.view-line').first().click();
    await put('{"items": {"type": "number"}}');
    await list.getByRole('treeitem', { name: /^Expected a number, found a string/ }).waitFor();
    await says(page, 'Left', '1 error');
    await closeList(list);
    await setMode(page, 'Right', 'tree');
  });
});

describe('[SCH-1] a schema at an address', () => {
  const server = serveSchemas((path) =>
    path === '/part.json' ? { type: 'integer' } : { items: { $ref: 'part.json' } },
  );
  const { requested } = server;

  it('is fetched with what it refers to, once a person has agreed to its host, and not before', async () => {
    const page = await stage.prepare();
    await page.goto(stage.address() + shows('[1, "two"]', '{"maxItems": 1}'));
    const url = `${server.address()}/schema.json`;
    const enter = (dialog: Locator): Promise<void> => dialog.getByRole('textbox', { name: 'Address' }).fill(url);
    const dialog = await openDialog(page, 'Left');
    await dialog.getByRole('radio', { name: 'At an address' }).check();
    await dialog.getByRole('textbox', { name: 'Address' }).fill('http://example.com/schema.json');
    await dialog.getByRole('button', { name: 'Use schema' }).click();
    await dialog.getByRole('alert').getByText('Enter an address that begins with https://.').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    await choose(page, 'Left', 'At an address', enter);
    const question = fetchQuestion(page);
    await question.getByText(new URL(server.address()).host).waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    // Declining leaves everything as it was.
    await openDialog(page, 'Left');
    await expect.poll(() => page.getByRole('radio', { name: 'None' }).isChecked()).toBe(true);
    expect(requested).toEqual([]);
    await page.keyboard.press('Escape');

    await choose(page, 'Left', 'At an address', enter);
    expect(requested).toEqual([]);
    await question.getByRole('button', { name: 'Fetch' }).click();
    await says(page, 'Left', '1 error');
    expect(requested).toEqual(['/schema.json', '/part.json']);

    // A document stored in this browser can also be the schema.
    await setMode(page, 'Right', 'text');
    await panel(page, 'Right').locator('.view-line').first().click();
    await page.keyboard.press('Control+S');
    await expect.poll(() => page.url()).toContain('right=local.');
    await choose(page, 'Left', 'A document', (form) =>
      form.getByRole('combobox', { name: 'Document' }).selectOption({ index: 1 }),
    );
    const list = await openList(page, 'Left');
    await list.getByRole('treeitem', { name: /^The array has 2 items: expected at most 1/ }).waitFor();
    // Consent for a host is asked only once.
    await choose(page, 'Left', 'At an address', enter);
    await list.getByRole('treeitem', { name: /^Expected a whole number, found a string/ }).waitFor();
    expect(requested).toEqual(['/schema.json', '/part.json']);

    // [DOC-8] The schema is stored with the document, the consent in the browser.
    await panel(page, 'Left').locator('.view-line').first().click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Control+S');
    await expect.poll(() => page.url()).toContain('left=local.');
    await page.reload();
    await says(page, 'Left', '1 error');
    await expect.poll(() => question.count()).toBe(0);
  });
});

describe('[SCH-2] a hostile schema', () => {
  it('is given up where its pattern runs for ever, the rest is checked, and the page works on', async () => {
    const page = await stage.show(shows(`[5, {"k": "${'a'.repeat(40)}!"}]`, '[]'));
    const hangs = { properties: { k: { pattern: '^(a+)+$' } } };
    await choose(
      page,
      'Left',
      'Written here',
      write({ items: { type: 'object', if: hangs, properties: { k: {}, role: {} } } }),
    );
    const left = panel(page, 'Left');
    await left.locator('.view-line').first().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' ');
    await expect.poll(() => left.locator('.view-line').first().innerText()).toMatch(/\]\s$/);
    await says(page, 'Left', '1 error');
    const list = await openList(page, 'Left');
    await list
      .getByText('A regular expression of the schema took too long, so its patterns were not checked.')
      .waitFor();
    await list.getByRole('treeitem', { name: /^Expected an object, found a number/ }).waitFor();
    // [SCH-3] Completion does not wait for it either.
    await left.locator('.view-line').first().click();
    await page.keyboard.press('End');
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowLeft');
    await page.keyboard.type(', "');
    const names = page.locator('.suggest-widget.visible .monaco-list-row .label-name');
    await expect.poll(() => names.allInnerTexts()).toEqual(['role']);
    await page.keyboard.press('Escape');
    await choose(page, 'Left', 'None');
    await closeList(list);
  });
});

describe('[SCH-2] [SCH-3] the settings of schemas', () => {
  it('decide whether formats are checked, and on the draft of a schema that names none', async () => {
    const page = await stage.show(shows('{"day": "today", "pair": [1]}', '[]'));
    const properties = { day: { format: 'date' }, pair: { items: [{ type: 'string' }] } };
    await choose(page, 'Left', 'Written here', write({ properties }));
    await says(page, 'Left', '1 error');
    const list = await openList(page, 'Left');
    await expect.poll(() => messages(list)).toEqual(['"today" is not in the format date.']);
    const set = async (change: (dialog: Locator) => Promise<unknown>): Promise<void> => {
      await page.getByRole('button', { name: 'Settings' }).click();
      await page.getByRole('menuitem', { name: 'Configure editor…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Editor configuration' });
      await change(dialog);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    };
    await set((dialog) => dialog.getByRole('checkbox', { name: 'Check formats' }).uncheck());
    await expect.poll(() => messages(list)).toEqual([]);
    // Up to draft 2019-09, a list of schemas in `items` has one schema per item.
    await set((dialog) => dialog.getByRole('combobox', { name: 'Default draft' }).selectOption('Draft 7'));
    await expect.poll(() => messages(list)).toEqual(['Expected a string, found a number.']);
    await set((dialog) => dialog.getByRole('button', { name: 'Restore defaults' }).click());
    await expect.poll(() => messages(list)).toEqual(['"today" is not in the format date.']);
  });
});
