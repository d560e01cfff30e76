// Saving cloud documents: local documents moved to the cloud, conflicts with other changes, and saving without a network.

import type { BrowserContextOptions, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { chooseMore, draftKept, dropOpen, panel, shownLines, waitValid } from '../support/app.ts';
import { goTo, hash, heading, notice, rename, saved, setCloudStage, type } from '../support/cloud-stage.ts';
import { findingsInBoth } from '../support/axe.ts';
import { makeFolder } from '../support/files.ts';

const stage = setCloudStage();
const { cloud, signedIn } = stage;
const files = makeFolder();

/** The write requests that the server received, in order. */
const writes = (): string[] =>
  cloud.requests.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);
const unkept = (): BrowserContextOptions => signedIn('ada', { autosave: 'false' });
/** The quiet sign of a conflict; the dialog opens by it. */
const chip = (page: Page) => panel(page, 'Left').getByRole('button', { name: 'Conflict' });
/** Waits until the left panel has said something to screen readers: what the screen shows needs no notice. */
const said = (page: Page, text: string) =>
  panel(page, 'Left').getByRole('status').filter({ hasText: text }).waitFor({ state: 'attached' });
const conflict = (page: Page) => page.getByRole('dialog', { name: 'Saved elsewhere', exact: true });

const isFocused = (element: Element): boolean => element === document.activeElement;

describe('saving to the cloud', () => {
  it('[DOC-4] creates the document and takes the local one away', async () => {
    const page = await stage.show('#right=json.[0]');
    await panel(page, 'Left').getByRole('button', { name: 'Start empty' }).click();
    await type(page, '[1]');
    await saved(page).waitFor();
    await expect.poll(() => hash(page)).toMatch(/left=local\./);
    await chooseMore(page, 'Left', 'Save to cloud');
    await expect.poll(() => hash(page)).toMatch(/left=cloud\./);
    const made = cloud.newest();
    await expect.poll(() => hash(page)).toContain(`left=cloud.${made._id}`);
    expect(made).toMatchObject({ name: 'New document 1', _rev: 1, schema: { type: 'none' } });
    expect(cloud.text(made._id)).toBe('[1]');
    await said(page, 'New document 1 is saved in the cloud.');
    await page.keyboard.press('Control+o');
    const dialog = page.getByRole('dialog', { name: 'Open document' });
    await dialog.getByRole('tab', { name: 'Local' }).click();
    await dialog.getByText('What you write is kept in this browser, and listed here.').waitFor();
  });

  it('[DOC-4] begins a document there out of nothing', async () => {
    const page = await stage.show('#right=json.[0]');
    await chooseMore(page, 'Left', 'Save to cloud');
    await heading(page, 'New Document').waitFor();
    const made = cloud.newest();
    expect(made).toMatchObject({ name: 'New Document', size: 0, schema: { type: 'none' } });
    const [post] = cloud.requests.slice(-1);
    const query = new URL(post?.path ?? '', stage.address()).searchParams;
    expect([query.get('name'), query.get('schemaConfig')]).toEqual(['New Document', '{"type":"none"}']);
    await panel(page, 'Left').locator('.monaco-editor').first().click();
    await page.keyboard.insertText('[1]');
    await expect.poll(() => cloud.text(made._id)).toBe('[1]');
    await saved(page).waitFor();
  });

  it('[DOC-4] [DOC-19] creates one of an address or a file, which stay as they are', async () => {
    const page = await stage.show('#left=json.[1.0]');
    await chooseMore(page, 'Left', 'Save to cloud');
    await heading(page, 'Inline document').waitFor();
    await expect.poll(() => hash(page)).toContain('left=cloud.');
    const first = cloud.newest();
    await dropOpen(page, 'Left', files.write('of-disk.json', Buffer.from('\ufeff{"disk": 1e2}', 'utf16le')));
    await panel(page, 'Left').getByText('UTF-16 LE', { exact: true }).waitFor();
    await expect.poll(() => hash(page)).not.toContain('left=');
    await page.getByRole('button', { name: 'Share' }).first().click();
    await page.getByText('It is opened as UTF-8, and not as UTF-16 LE.').waitFor();
    await page.keyboard.press('Escape');
    await chooseMore(page, 'Left', 'Save to cloud');
    await expect.poll(() => hash(page)).toContain('left=cloud.');
    // The status says what is there now, and a notice what has changed.
    await notice(page, 'The cloud has of-disk.json in UTF-8, and no longer in UTF-16 LE').waitFor();
    await panel(page, 'Left').getByText('UTF-8', { exact: true }).waitFor();
    const second = cloud.newest();
    expect([cloud.text(first._id), cloud.text(second._id)]).toEqual(['[1.0]', '{"disk": 1e2}']);
    expect(second.name).toBe('of-disk.json');
    await page.goBack();
    await heading(page, 'Inline document').waitFor();
  });

  it('[DOC-17] keeps the dialect, also where neither the server nor the name knows of it', async () => {
    const page = await stage.show('#left=json.json5.{a:1}');
    await waitValid(page, 'Left');
    await chooseMore(page, 'Left', 'Save to cloud');
    await expect.poll(() => hash(page)).toContain('left=cloud.');
    const post = cloud.requests.find(({ method }) => method === 'POST');
    expect(new URL(post?.path ?? '', stage.address()).searchParams.get('dialect')).toBe('json5');
    const { _id: other } = cloud.add('other', '[2]');
    await goTo(page, other);
    await heading(page, 'other').waitFor();
    await panel(page, 'Left').getByText('JSON5', { exact: true }).waitFor({ state: 'detached' });
    await page.goBack();
    await heading(page, 'Inline document').waitFor();
    await panel(page, 'Left').getByText('JSON5', { exact: true }).waitFor();
    await waitValid(page, 'Left');
  });

  it('[DOC-6] happens before another document takes its place, or a person is asked', async () => {
    const { _id: id } = cloud.add('first', '[1]');
    const { _id: other } = cloud.add('second', '[2]');
    const page = await stage.openDocument(id);
    await type(page, ' ');
    await goTo(page, other);
    await heading(page, 'second').waitFor();
    expect(cloud.text(id)).toBe('[1] ');
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['[2]']);
    cloud.refuse = (method) => (method === 'PUT' ? { status: 403, message: 'No.' } : null);
    await type(page, '!');
    await panel(page, 'Left').getByRole('img', { name: 'Unsaved changes' }).waitFor();
    await goTo(page, id);
    const question = page.getByRole('dialog', { name: 'Unsaved changes' });
    await question.getByText('You have unsaved data, are you sure you want to open a new file?').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['[2]!']);
    await expect.poll(() => hash(page)).toContain(`cloud.${other}`);
    await page.keyboard.press('Control+z');
    await panel(page, 'Left').getByRole('img', { name: 'Unsaved changes' }).waitFor({ state: 'detached' });
  });
});

describe('what the server refuses', () => {
  it('[ERR-1] [ERR-3] [API-2] to write for want of a subscription offers one', async () => {
    const { _id: id } = cloud.add('private', '[1]', 'ada', []);
    const page = await stage.openDocument(id);
    await type(page, ' ');
    const told = notice(page, `Failed to save document with id "${id}". There is no active subscription.`);
    await told.getByRole('button', { name: 'Subscribe again' }).click();
    await page.getByRole('dialog', { name: 'Pricing plans' }).waitFor();
    await page.keyboard.press('Escape');
    await panel(page, 'Left').getByRole('img', { name: 'Unsaved changes' }).waitFor();
    expect(cloud.text(id)).toBe('[1]');
    await panel(page, 'Left').locator('.view-line').first().click();
    await page.keyboard.press('Control+z');
    await panel(page, 'Left').getByRole('img', { name: 'Unsaved changes' }).waitFor({ state: 'detached' });
  });

  it('[API-3] [ERR-3] to take because it is too large says so once, and is tried when it has shrunk', async () => {
    const items = `[\n${'"0123456789",\n'.repeat(74_890)}0]`;
    const { _id: id } = cloud.add('large', items + ' '.repeat(1024 * 1024 - items.length));
    const page = await stage.openDocument(id);
    await type(page, ' ');
    const sentence = `Failed to save document with id "${id}". The document is larger than 1 MB`;
    await notice(page, sentence).waitFor({ timeout: 30_000 });
    const tries = writes().length;
    await page.keyboard.type(' ');
    await page.waitForTimeout(2000);
    expect(writes().length).toBe(tries);
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText('[2]');
    await expect.poll(() => cloud.text(id)).toBe('[2]');
    await saved(page).waitFor();
  });

  it('[DOC-4] [DOC-15] to make (404, 413), or to know any more, is kept in this browser as it is', async () => {
    const page = await stage.show('#right=json.[0]');
    await panel(page, 'Left').getByRole('button', { name: 'Start empty' }).click();
    await type(page, '[1]');
    await saved(page).waitFor();
    const before = await hash(page);
    for (const status of [404, 413]) {
      cloud.refuse = (method) => (method === 'POST' ? { status, message: `Not here: ${status}.` } : null);
      await chooseMore(page, 'Left', 'Save to cloud');
      await notice(page, `Not here: ${status}.`).waitFor();
      await type(page, ' ');
      await panel(page, 'Left').getByRole('img', { name: 'Unsaved changes' }).waitFor();
      await saved(page).waitFor();
      await expect.poll(() => hash(page)).toBe(before);
      await expect.poll(() => chip(page).count()).toBe(0);
    }
    cloud.refuse = null;

    const { _id: id } = cloud.add('gone', '[2]');
    await goTo(page, id);
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['[2]']);
    await heading(page, 'gone').waitFor();
    cloud.documents.delete(id);
    await type(page, ' ');
    await notice(page, `Failed to save document with id "${id}". There is no such document.`).waitFor();
    await expect.poll(() => hash(page)).toMatch(/left=local\./);
    await saved(page).waitFor();
    await page.reload();
    await heading(page, 'gone').waitFor();
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['[2] ']);
    await page.evaluate((target) => (location.hash = target), before);
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['[1]  ']);
  });
});

describe('two people on one document', () => {
  it('[API-4] [DOC-16] one is asked: compares, and saves over what the other has saved', async () => {
    const { _id: id } = cloud.add('ours', '[1]');
    const page = await stage.openDocument(id);
    cloud.write(id, '[1, "theirs"]');
    await type(page, ' ');
    await notice(page, '"ours" was saved by somebody else, or in another window').waitFor();
    // Typing goes on: no dialog has opened.
    await page.keyboard.type(' ');
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['[1]  ']);
    await chip(page).click();
    await conflict(page).getByText('"ours" was saved by somebody else, or in another window').waitFor();
    expect(cloud.text(id)).toBe('[1, "theirs"]');
    await conflict(page).getByRole('button', { name: 'Compare' }).click();
    await heading(page, 'ours', 'Right').waitFor();
    await panel(page, 'Left').getByRole('button', { name: 'Conflict' }).click();
    await conflict(page).getByRole('button', { name: 'Overwrite with mine' }).click();
    await expect.poll(() => cloud.text(id)).toBe('[1]  ');
    expect(cloud.requests.findLast(({ method }) => method === 'PUT')?.ifMatch).toBeNull();
    await saved(page).waitFor();
  });

  it('[NEW-12] [API-4] [DOC-16] one merges both versions, and decides of what both have changed', async () => {
    const { _id: id } = cloud.add('ours', '{"a": 1, "b": 2, "c": 3}');
    const page = await stage.openDocument(id);
    cloud.write(id, '{"a": 1, "b": 20, "c": 30}');
    await panel(page, 'Left').locator('.view-line').first().click();
    await page.keyboard.press('Control+Home');
    for (let step = 0; step < 14; step += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.type('5');
    await chip(page).waitFor();
    await chip(page).click();
    await conflict(page).getByRole('button', { name: 'Merge' }).click();
    const merging = page.getByRole('dialog', { name: 'Merge both versions' });
    await merging.getByText('All edits of both versions go together but one. Whose stands?').waitFor();
    const place = merging.getByRole('group', { name: '$.b Both changed it.' });
    await expect.poll(() => place.getByRole('radio', { name: 'Yours 52' }).isChecked()).toBe(true);
    expect(await findingsInBoth(page)).toEqual([]);
    const [box, view] = [await merging.boundingBox(), page.viewportSize()];
    expect(box !== null && view !== null && box.y >= 0 && box.y + box.height <= view.height).toBe(true);
    await page.keyboard.press('F7');
    await expect.poll(() => place.getByRole('radio', { name: 'Yours 52' }).evaluate(isFocused)).toBe(true);
    await place.getByRole('radio', { name: 'Another value' }).check();
    const written = place.getByRole('textbox', { name: 'Value for $.b' });
    await written.fill('5 2');
    expect(await findingsInBoth(page)).toEqual([]);
    await merging.getByRole('button', { name: 'Merge', exact: true }).click();
    await merging.getByRole('alert').getByText('What you wrote for $.b is not one valid value.').waitFor();
    await expect.poll(() => written.inputValue()).toBe('5 2');
    await place.getByRole('radio', { name: 'Theirs 20' }).check();
    await merging.getByRole('button', { name: 'Merge', exact: true }).click();
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['{"a": 1, "b": 20, "c": 30}']);
    await notice(page, 'Merged "ours" with the other version; one conflict was decided by you.').waitFor();
    // What was resolved is not offered any more.
    await expect.poll(() => page.getByRole('button', { name: 'Resolve…' }).count()).toBe(0);
    await saved(page).waitFor();
    expect(cloud.text(id)).toBe('{"a": 1, "b": 20, "c": 30}');
  });

  it('[API-4] [DOC-16] one is asked, and keeps a copy of its own', async () => {
    const { _id: id } = cloud.add('ours', '[1]');
    const page = await stage.openDocument(id);
    cloud.write(id, '[2]');
    await type(page, ' ');
    await chip(page).waitFor();
    // Who asks to save is asked back.
    await page.keyboard.press('Control+s');
    await conflict(page).getByRole('button', { name: 'Save mine as a copy' }).click();
    await heading(page, 'ours (copy)').waitFor();
    const { _id: copy } = cloud.newest();
    await expect.poll(() => hash(page)).toContain(`left=cloud.${copy}`);
    expect([cloud.text(id), cloud.text(copy)]).toEqual(['[2]', '[1] ']);
  });

  it('[DOC-16] in two tabs see each other’s saves, names and deletions', async () => {
    const { _id: id } = cloud.add('ours', '[1]');
    const page = await stage.openDocument(id);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await heading(other, 'ours').waitFor();
    await expect.poll(() => shownLines(other, 'Left')).toEqual(['[1]']);
    await page.bringToFront();
    await type(page, ' ');
    await expect.poll(() => shownLines(other, 'Left')).toEqual(['[1] ']);
    await rename(page, 'renamed');
    await heading(other, 'renamed').waitFor();
    await other.bringToFront();
    await type(other, '\n');
    await expect.poll(() => cloud.text(id)).toBe('[1] \n');
    expect(cloud.documents.get(id)?._rev).toBe(4);
    await chooseMore(other, 'Left', 'Delete');
    await other.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    for (const tab of [page, other]) await panel(tab, 'Left').getByText('Drop a JSON file here').waitFor();
  });
});

describe('without a network', () => {
  it('[DOC-15] [DOC-5] nothing is lost: what was written is saved when it is back', async () => {
    const { _id: id } = cloud.add('far', '[1]');
    const page = await stage.openDocument(id);
    await page.context().setOffline(true);
    await type(page, ' ');
    const told = notice(page, `Failed to save document with id "${id}". The server can't be reached.`);
    await told.getByText(/Your changes are kept in this browser/).waitFor();
    await type(page, '\n');
    await page.waitForTimeout(1500);
    expect(cloud.text(id)).toBe('[1]');
    await panel(page, 'Left').getByRole('img', { name: 'Unsaved changes' }).waitFor();
    await page.context().setOffline(false);
    await expect.poll(() => cloud.text(id)).toBe('[1] \n');
    await saved(page).waitFor();
  });

  it('[DOC-15] a server that fails for a while is tried again', async () => {
    const { _id: id } = cloud.add('busy', '[1]');
    const page = await stage.openDocument(id);
    cloud.refuse = (method) => (method === 'PUT' ? { status: 503, message: 'Busy.' } : null);
    await type(page, ' ');
    await notice(page, `Failed to save document with id "${id}". Busy.`).waitFor();
    cloud.refuse = null;
    await expect.poll(() => cloud.text(id)).toBe('[1] ');
    await saved(page).waitFor();
  });

  it('[DOC-15] [API-4] an answer that was lost is no conflict', async () => {
    const { _id: id } = cloud.add('lost', '[1]');
    const page = await stage.openDocument(id);
    cloud.losesAnswers = true;
    await type(page, ' ');
    await notice(page, `Failed to save document with id "${id}".`).waitFor();
    expect(cloud.text(id)).toBe('[1] ');
    cloud.losesAnswers = false;
    await saved(page).waitFor({ timeout: 20_000 });
    await expect.poll(() => chip(page).count()).toBe(0);
    expect(cloud.documents.get(id)?._rev).toBe(2);
  });

  it('[DOC-15] what a killed tab had not saved is offered, and goes to the cloud', async () => {
    const { _id: id } = cloud.add('killed', '[1]');
    const page = await stage.prepare({ context: signedIn(), allow: /./ });
    await page.goto(`${stage.address()}#left=cloud.${id}`);
    await waitValid(page, 'Left');
    cloud.refuse = (method) => (method === 'PUT' ? { status: 503, message: 'Busy.' } : null);
    await type(page, ' ');
    await draftKept(page, 'Left').waitFor();
    const crashed = page.waitForEvent('crash');
    void page.goto('chrome://crash').catch(() => undefined);
    await crashed;
    cloud.refuse = null;
    const next = await page.context().newPage();
    await next.goto(stage.address());
    const dialog = next.getByRole('dialog', { name: 'Unsaved work was found' });
    await dialog.getByRole('button', { name: 'Recover killed' }).click();
    await expect.poll(() => cloud.text(id)).toBe('[1] ');
    expect(cloud.requests.findLast(({ method }) => method === 'PUT')).toMatchObject({ ifMatch: '"1"' });
    await expect.poll(() => hash(next)).toContain(`cloud.${id}`);
  });
});

describe('without autosave', () => {
  it('[DOC-4] [DOC-19] Ctrl+S goes on where the document is, and its copy is kept in the browser', async () => {
    const { _id: id } = cloud.add('orders', '[1]');
    const page = await stage.openDocument(id, unkept());
    await type(page, ' ');
    await page.keyboard.press('Control+s');
    await said(page, 'orders is saved in the cloud.');
    expect(cloud.text(id)).toBe('[1] ');
    await chooseMore(page, 'Left', 'Save a copy');
    await heading(page, 'orders (copy)').waitFor();
    await expect.poll(() => hash(page)).toMatch(/left=local\./);
    expect(writes()).toEqual([`PUT /docs/${id}/data`]);
  });

  it('[DOC-4] [DOC-8] Ctrl+S renames first, then writes', async () => {
    const { _id: id } = cloud.add('before', '[1]');
    const page = await stage.openDocument(id, unkept());
    await type(page, ' ');
    cloud.hold((method) => method === 'PUT');
    await rename(page, 'after');
    await heading(page, 'after').waitFor();
    await page.keyboard.press('Control+s');
    cloud.release();
    await said(page, 'after is saved in the cloud.');
    expect(writes()).toEqual([`PUT /docs/${id}/name`, `PUT /docs/${id}/data`]);
    const puts = cloud.requests.filter(({ method }) => method === 'PUT');
    expect(puts.map(({ ifMatch, type: kind }) => [ifMatch, kind])).toEqual([
      ['"1"', 'text/plain'],
      ['"2"', 'application/json'],
    ]);
    expect(cloud.documents.get(id)).toMatchObject({ name: 'after', _rev: 3 });
  });

  it('[DOC-16] one sees what the other has saved, back on the page, or is asked', async () => {
    const { _id: id } = cloud.add('ours', '[1]');
    const page = await stage.openDocument(id, unkept());
    const comeBack = (): Promise<boolean> => page.evaluate(() => dispatchEvent(new Event('focus')));
    cloud.write(id, '[2]');
    await comeBack();
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['[2]']);
    await notice(page, 'ours is shown as it was saved elsewhere.').waitFor();
    await type(page, ' ');
    await panel(page, 'Left').getByRole('img', { name: 'Unsaved changes' }).waitFor();
    cloud.write(id, '[3]');
    // The page does not poll the server every second.
    await expect
      .poll(async () => {
        await comeBack();
        return chip(page).count();
      })
      .toBe(1);
    await chip(page).click();
    expect(cloud.text(id)).toBe('[3]');
    await conflict(page).getByRole('button', { name: 'Overwrite with mine' }).click();
    await expect.poll(() => cloud.text(id)).toBe('[2] ');
    await saved(page).waitFor();
  });
});
