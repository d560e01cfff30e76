// Cloud documents in the page, with a stand-in server that implements §7 of the specification (`cloud-server.ts`).

import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { chooseMore, panel, shownLines, waitValid } from '../support/app.ts';
import { findings } from '../support/axe.ts';
import { goTo, hash, heading, notice, saved, setCloudStage, type } from '../support/cloud-stage.ts';
import { openDialog } from '../support/schema-pane.ts';

const stage = setCloudStage();
const { cloud, signedIn } = stage;

const writes = (): string[] =>
  cloud.requests.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);

describe('a document of the cloud', () => {
  it('[API-1] [API-7] [DOC-3] [DOC-5] [API-4] opens by its address, and is saved by itself with the revision it is based on', async () => {
    const { _id: id } = cloud.add('orders', '{"n": 1.0}');
    const page = await stage.openDocument(id);
    await panel(page, 'Left').getByText('Cloud, everybody with the link', { exact: true }).waitFor();
    await type(page, ' ');
    await expect.poll(() => cloud.text(id)).toBe('{"n": 1.0} ');
    await saved(page).waitFor();
    const put = cloud.requests.find(({ method }) => method === 'PUT');
    expect(put).toMatchObject({ path: `/docs/${id}/data`, ifMatch: '"1"', type: 'application/json' });
    expect(put?.authorization).toMatch(/^Bearer /);
    await type(page, '\n');
    await expect.poll(() => cloud.text(id)).toBe('{"n": 1.0} \n');
    expect(cloud.documents.get(id)?._rev).toBe(3);
    expect(writes()).toEqual([`PUT /docs/${id}/data`, `PUT /docs/${id}/data`]);
    // The server's response must have arrived too: until then the work counts as unsaved.
    await panel(page, 'Left').getByRole('img', { name: 'Unsaved changes' }).waitFor({ state: 'hidden' });
    await page.reload();
    await heading(page, 'orders').waitFor();
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['{"n": 1.0} ', '']);
  });

  it('[DOC-11] [DOC-12] [DOC-9] is found in the dialog, opened, and deleted everywhere', async () => {
    const { _id: id } = cloud.add('b.json', '[2]');
    cloud.add('a.json', '[1]');
    cloud.add('of somebody else', '[3]', 'bob');
    const page = await stage.show('#right=json.[0]');
    await page.keyboard.press('Control+o');
    const dialog = page.getByRole('dialog', { name: 'Open document' });
    await dialog.getByRole('tab', { name: 'Cloud' }).click();
    const lines = dialog.getByRole('list', { name: 'Documents' }).getByRole('listitem');
    const names = async (): Promise<(string | undefined)[]> =>
      (await lines.allInnerTexts()).map((line) => line.split('\n')[0]);
    await expect.poll(names).toEqual(['a.json', 'b.json']);
    await dialog.getByRole('radio', { name: 'Name' }).check({ force: true });
    await dialog.getByRole('searchbox').fill('b.');
    await expect.poll(names).toEqual(['b.json']);
    await lines.getByRole('button', { name: /^b\.json/ }).click();
    await heading(page, 'b.json').waitFor();
    await expect.poll(() => hash(page)).toContain(`left=cloud.${id}`);
    // [SCH-1] Cloud documents can also be chosen as a schema.
    const schema = await openDialog(page, 'Left');
    await schema.getByRole('radio', { name: 'A document' }).check();
    const kept = schema.locator('optgroup[label="In the cloud"] option');
    await expect.poll(async () => (await kept.allTextContents()).toSorted()).toEqual(['a.json', 'b.json']);
    await page.keyboard.press('Escape');
    await schema.waitFor({ state: 'detached' });

    await page.keyboard.press('Control+o');
    await lines.first().waitFor();
    await expect.poll(async () => (await names())[0]).toBe('b.json');
    await dialog.getByRole('tab', { name: 'Cloud' }).click();
    await dialog.getByRole('button', { name: 'Delete b.json' }).click();
    const question = page.getByRole('dialog', { name: 'Delete from the cloud' });
    await question.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('Document successfully deleted.').first().waitFor();
    await expect.poll(names).toEqual(['a.json']);
    await dialog.getByRole('tab', { name: 'Recent' }).click();
    await expect.poll(() => names()).not.toContain('b.json');
    await page.keyboard.press('Escape');
    await panel(page, 'Left').getByText('Drop a JSON file here').waitFor();
    expect(cloud.documents.has(id)).toBe(false);
  });
});

describe('the list of cloud documents', () => {
  const openList = async (page: Page) => {
    await waitValid(page, 'Right');
    await page.keyboard.press('Control+o');
    const dialog = page.getByRole('dialog', { name: 'Open document' });
    await dialog.getByRole('tab', { name: 'Cloud' }).click();
    return dialog;
  };

  it('[DOC-11] asks somebody who is not signed in to sign in, as saving there does, and asks the server nothing', async () => {
    const page = await stage.show('#right=json.[0]', signedIn(null));
    const dialog = await openList(page);
    await dialog.getByText('Sign in to see your documents in the cloud.').waitFor();
    expect(await findings(page, '[data-modal]')).toEqual([]);
    const signIn = page.getByRole('dialog', { name: 'Sign in' });
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await signIn.waitFor();
    await page.keyboard.press('Escape');
    await signIn.waitFor({ state: 'detached' });
    await chooseMore(page, 'Right', 'Save to cloud');
    await signIn.waitFor();
    expect(cloud.requests).toEqual([]);
  });

  it('[ERR-1] [ERR-3] says why it did not come, and offers to sign in again', async () => {
    cloud.refuse = () => ({ status: 401, message: 'The token has expired.' });
    const page = await stage.show('#right=json.[0]');
    const dialog = await openList(page);
    const sentence = 'Failed to load your cloud documents. The token has expired.';
    await dialog.getByText(sentence).waitFor();
    await page.keyboard.press('Escape');
    await notice(page, sentence).getByRole('button', { name: 'Sign in again' }).click();
    await page.getByRole('dialog', { name: 'Sign in' }).waitFor();
  });

  it('[AUT-8] learns once of the documents that were opened here before', async () => {
    const { _id: id } = cloud.add('shared', '[1]', 'bob');
    const viewed = '2026-01-01T00:00:00.000Z';
    const entry = (compoundKey: string) => ({
      compoundKey,
      documentSource: compoundKey.split('.')[0],
      document: { name: 'shared', updated: viewed },
      viewed,
    });
    const recentFiles = JSON.stringify([entry(`cloud.${id}`), entry('local.abcdef')]);
    const page = await stage.open('#right=json.[0]', signedIn('ada', { recentFiles, cloudSyncDate: null }));
    const patches = () => cloud.requests.filter(({ method }) => method === 'PATCH');
    await expect.poll(() => patches().length).toBe(1);
    expect(patches()[0]).toMatchObject({
      path: '/docs/list/currentUser/ids',
      body: JSON.stringify({ add: [id], remove: [] }),
    });
    await expect.poll(() => page.evaluate(() => localStorage.getItem('cloudSyncDate'))).not.toBeNull();
    await page.reload();
    const dialog = await openList(page);
    await dialog.getByRole('button', { name: /^shared/ }).waitFor();
    expect(patches().length).toBe(1);
  });
});

describe('a document that does not come', () => {
  const cases = [
    {
      title: 'is not there',
      refusal: null,
      lead: '',
      said: 'There is no such document.',
      reasons: [
        'Did you or someone else delete this cloud document?',
        'Is the id of the document correct or is there a typo?',
      ],
      action: null,
    },
    {
      title: 'is for those who are signed in',
      refusal: { status: 401, message: 'You are not signed in.' },
      lead: 'Sign in to open this document. ',
      said: 'You are not signed in.',
      reasons: ['Do you have to sign in again?'],
      action: 'Sign in again',
    },
    {
      title: 'is for others',
      refusal: { status: 403, message: 'The document is private.' },
      lead: 'You may not open this document. ',
      said: 'The document is private.',
      reasons: ['You do not have access, is this document yours?'],
      action: null,
    },
  ] as const;
  it.each(cases)('[ERR-1] [ERR-3] because it $title', async ({ refusal, lead, said, reasons, action }) => {
    cloud.refuse = () => refusal;
    const page = await stage.blank();
    await goTo(page, 'nobody');
    const sentence = `${lead}Failed to load document with id "nobody". ${said}`;
    await panel(page, 'Left').getByText(sentence, { exact: true }).waitFor();
    await expect.poll(() => panel(page, 'Left').getByRole('listitem').allInnerTexts()).toEqual([...reasons]);
    const told = notice(page, sentence);
    for (const reason of reasons) await told.getByText(reason).waitFor();
    if (action === null) await expect.poll(() => told.getByRole('button').count()).toBe(1);
    else await told.getByRole('button', { name: action }).waitFor();
  });

  it('[ERR-2] [RTE-2] because the server fails, comes when it is tried again', async () => {
    const { _id: id } = cloud.add('later', '[1]');
    cloud.refuse = () => ({ status: 502 });
    const page = await stage.blank();
    await goTo(page, id);
    const sentence = `Failed to load document with id "${id}". The server answered 502 Bad Gateway.`;
    await panel(page, 'Left').getByText(sentence).waitFor();
    await notice(page, sentence).getByRole('button', { name: 'Close' }).click();
    cloud.refuse = null;
    await panel(page, 'Left').getByRole('button', { name: 'Try again' }).click();
    await heading(page, 'later').waitFor();
  });
});

describe('a link to a document of the cloud', () => {
  it('[RTE-1] [RTE-4] says what it reveals, and is where an address of the old kind leads somebody else', async () => {
    const { _id: id } = cloud.add('orders', '[1]');
    cloud.subscribers.add('ada');
    const { _id: other } = cloud.add('secret', '[2]', 'ada', []);
    const page = await stage.openDocument(id);
    const links = async () => {
      await panel(page, 'Left').getByRole('button', { name: 'Share', exact: true }).click();
      return page.getByRole('dialog', { name: 'Share' });
    };
    const dialog = await links();
    await dialog.getByText(/^The document is public: whoever has the link can read it/).waitFor();
    const link = await dialog.getByRole('textbox', { name: 'To the document in the cloud: address' }).inputValue();
    expect(link).toBe(`${stage.address()}#left=cloud.${id}`);
    expect(await findings(page, '[data-modal]')).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await goTo(page, other);
    await heading(page, 'secret').waitFor();
    await waitValid(page, 'Left');
    await (await links()).getByText(/^The document is private/).waitFor();

    cloud.requests.length = 0;
    const visitor = await stage.prepare();
    await visitor.goto(`${stage.address()}?id=${id}`);
    await heading(visitor, 'orders').waitFor();
    await expect.poll(() => visitor.url()).toBe(link);
    expect(cloud.requests.every(({ authorization }) => authorization === null)).toBe(true);
  });
});
