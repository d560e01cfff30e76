// Schemas that the user did not choose: named by the document, found by its file name, or inferred from it.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { chooseMore, drop, panel, setMode, setStage, shownLines } from '../support/app.ts';
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
} from '../support/schema-pane.ts';
import { dockIn } from '../support/dock.ts';

const stage = setStage();

describe('[SCH-1] a schema that the document names', () => {
  const server = serveSchemas(() => ({ properties: { size: { type: 'integer' } } }));
  const { requested } = server;
  const folder = mkdtempSync(join(tmpdir(), 'diptych-'));

  afterAll(() => rmSync(folder, { recursive: true }));

  it('is offered in a quiet line, fetched after a yes and not before, and ignored where that is said', async () => {
    const page = await stage.prepare();
    const text = JSON.stringify({ $schema: `${server.address()}/size.json`, size: 'large' });
    await page.goto(stage.address() + shows(text, '{"$schema": "http://json-schema.org/draft-07/schema#", "type": 5}'));
    const left = panel(page, 'Left');
    const offer = left.getByRole('button', { name: 'Use schema…' }).first();
    await offer.waitFor();
    // Built-in schemas need no consent: the schema on the right is validated by its meta-schema.
    await says(page, 'Right', '1 error');
    await expect.poll(() => page.getByRole('alertdialog').count()).toBe(0);
    await offer.click();
    const question = fetchQuestion(page);
    await question.getByText(new URL(server.address()).host).waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    expect(requested).toEqual([]);
    await offer.click();
    await question.getByRole('button', { name: 'Fetch' }).click();
    await says(page, 'Left', '1 error');
    expect(requested).toEqual(['/size.json']);
    const list = await openList(page, 'Left');
    await expect.poll(() => messages(list)).toEqual(['Expected a whole number, found a string.']);
    await expect.poll(() => left.getByRole('button', { name: 'Use schema…' }).count()).toBe(0);
    // Chooses no schema at all.
    await choose(page, 'Left', 'None', (dialog) =>
      dialog.getByRole('checkbox', { name: 'Ignore $schema, too' }).check(),
    );
    await list.getByText('No problems found.').waitFor();
    const dialog = await openDialog(page, 'Left');
    await expect.poll(() => dialog.getByRole('radio', { name: 'None' }).isChecked()).toBe(true);
    await expect.poll(() => dialog.getByRole('checkbox', { name: 'Ignore $schema, too' }).isChecked()).toBe(true);
    await page.keyboard.press('Escape');
    await closeList(list);

    // The catalogue lists a schema for this file name: it is offered, and nothing is fetched.
    const path = join(folder, 'tsconfig.json');
    writeFileSync(path, '{"compilerOptions": {}}');
    const elsewhere: string[] = [];
    page.on('request', (request) => elsewhere.push(new URL(request.url()).host));
    await drop(page, 'Left', path);
    await offer.waitFor();
    await expect
      .poll(() => offer.getAttribute('data-hint'))
      .toContain('SchemaStore lists a schema for files of this name: ');
    expect(elsewhere.filter((host) => host !== '' && !host.startsWith('localhost'))).toEqual([]);
  });
});

describe('[SCH-1] a schema that is inferred', () => {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-'));

  afterAll(() => rmSync(folder, { recursive: true }));

  it('opens in the other panel as a document of its own, with ranges on demand, and the document fits it', async () => {
    const path = join(folder, 'people.json');
    const people = [
      { id: 1, mail: 'a@example.org' },
      { id: 2, mail: 'b@example.org', age: 1.5 },
    ];
    writeFileSync(path, JSON.stringify(people));
    const page = await stage.show(shows('1', '{"kept": true}'));
    await drop(page, 'Left', path);
    await setMode(page, 'Right', 'text');
    await chooseMore(page, 'Left', 'Infer a schema');
    const notice = page.locator('[data-severity]').filter({ hasText: 'A schema was inferred: people.schema.json.' });
    await notice.first().waitFor();
    const schema = async () => (await shownLines(page, 'Right')).join('\n');
    await expect.poll(schema).toContain('"age": {\n        "type": "number"\n      }');
    await expect.poll(schema).toContain('"format": "email"');
    await panel(page, 'Right').getByText('people.schema.json').first().waitFor();
    // The document is valid against its inferred schema, so the edit below causes the only error.
    await choose(page, 'Left', 'The other panel');
    await panel(page, 'Left').getByText('fits the schema').waitFor();
    await setMode(page, 'Left', 'text');
    await panel(page, 'Left').locator('.view-line').first().click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.insertText('0, ');
    await says(page, 'Left', '1 error');
    // What is about the syntax alone is not said beside it.
    await panel(page, 'Left').getByRole('button', { name: 'Problems: 1 error', exact: true }).click();
    await dockIn(panel(page, 'Left')).waitFor();
    await expect.poll(() => panel(page, 'Left').getByText('Valid', { exact: true }).count()).toBe(0);
    await closeList(dockIn(panel(page, 'Left')));
    await choose(page, 'Left', 'None');
    await panel(page, 'Left').getByText('Valid', { exact: true }).waitFor();
    await chooseMore(page, 'Left', 'Infer a schema with value ranges');
    await expect.poll(schema).toContain('"minimum": 1.5,\n');
    await setMode(page, 'Right', 'tree');
  });
});
