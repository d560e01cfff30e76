// Documents of the cloud in the page, against the interface of the specification's §7 (`cloudserver.ts`).

import type { BrowserContextOptions, Page } from 'playwright';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chooseMore, panel, setStage, shownLines, waitValid, type Side } from './app.ts';
import { authOf, CloudServer } from './cloudserver.ts';
import { PATIENT } from './pane.ts';

const cloud = new CloudServer();
const stage = setStage({ configuration: { cloud: { url: '/v2' } }, extend: (server) => cloud.register(server) });
beforeEach(() => cloud.clear());
afterEach(() => cloud.release());

const hash = (page: Page): Promise<string> => page.evaluate(() => decodeURIComponent(location.hash));
const heading = (page: Page, name: string, side: Side = 'Left') =>
  panel(page, side).getByRole('heading', { name, exact: true });
const saved = (page: Page) => panel(page, 'Left').getByText(/^Saved \d/);

/** What a browser has in which somebody is signed in. */
function signedIn(user = 'ada'): BrowserContextOptions {
  const values = { auth: authOf(user), firstTimeUse: 'false', cloudSyncDate: '2026-01-01T00:00:00.000Z' };
  const localStorage = Object.entries(values).map(([name, value]) => ({ name, value }));
  return { storageState: { cookies: [], origins: [{ origin: new URL(stage.address()).origin, localStorage }] } };
}

/** Types at the end of the left panel's text. */
async function type(page: Page, text: string): Promise<void> {
  await panel(page, 'Left').locator('.view-line').first().click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(text);
}

const writes = (): string[] =>
  cloud.requests.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);

describe('a document of the cloud', () => {
  it('[API-1] [API-7] [DOC-3] [DOC-5] [API-4] opens by its address, and is saved by itself with the revision it is based on', async () => {
    const { _id: id } = cloud.add('orders', '{"n": 1.0}');
    const page = await stage.open(`#left=cloud.${id}`, signedIn());
    await heading(page, 'orders').waitFor();
    await waitValid(page, 'Left');
    await panel(page, 'Left').getByText('Cloud', { exact: true }).waitFor();
    await expect.poll(() => shownLines(page, 'Left'), PATIENT).toEqual(['{"n": 1.0}']);
    await type(page, ' ');
    await expect.poll(() => cloud.text(id), PATIENT).toBe('{"n": 1.0} ');
    await saved(page).waitFor();
    const put = cloud.requests.find(({ method }) => method === 'PUT');
    expect(put).toMatchObject({ path: `/docs/${id}/data`, ifMatch: '"1"', type: 'application/json' });
    expect(put?.authorization).toMatch(/^Bearer /);
    await type(page, '\n');
    await expect.poll(() => cloud.text(id), PATIENT).toBe('{"n": 1.0} \n');
    expect(cloud.documents.get(id)?._rev).toBe(3);
    expect(writes()).toEqual([`PUT /docs/${id}/data`, `PUT /docs/${id}/data`]);
    await page.reload();
    await heading(page, 'orders').waitFor();
    await expect.poll(() => shownLines(page, 'Left'), PATIENT).toEqual(['{"n": 1.0} ', '']);
  });

  it('[RTE-4] opens by an address of the old kind, and without signing in where it is public', async () => {
    const { _id: id } = cloud.add('public.json', '[1]');
    const page = await stage.prepare();
    await page.goto(`${stage.address()}?id=${id}`);
    await heading(page, 'public.json').waitFor();
    expect(await hash(page)).toBe(`#left=cloud.${id}`);
    expect(cloud.requests.every(({ authorization }) => authorization === null)).toBe(true);
  });

  it('[DOC-11] [DOC-12] [DOC-9] is found in the dialog, opened, and deleted everywhere', async () => {
    const { _id: id } = cloud.add('b.json', '[2]');
    cloud.add('a.json', '[1]');
    cloud.add('of somebody else', '[3]', 'bob');
    const page = await stage.open('#right=json.[0]', signedIn());
    await page.keyboard.press('Control+o');
    const dialog = page.getByRole('dialog', { name: 'Open document' });
    await dialog.getByRole('tab', { name: 'Cloud' }).click();
    const lines = dialog.getByRole('list', { name: 'Documents' }).getByRole('listitem');
    const names = async (): Promise<(string | undefined)[]> =>
      (await lines.allInnerTexts()).map((line) => line.split('\n')[0]);
    await expect.poll(names, PATIENT).toEqual(['a.json', 'b.json']);
    await dialog.getByRole('radio', { name: 'Name' }).check({ force: true });
    await dialog.getByRole('searchbox').fill('b.');
    await expect.poll(names, PATIENT).toEqual(['b.json']);
    await lines.getByRole('button', { name: /^b\.json/ }).click();
    await heading(page, 'b.json').waitFor();
    expect(await hash(page)).toContain(`left=cloud.${id}`);

    await page.keyboard.press('Control+o');
    await lines.first().waitFor();
    expect((await names())[0]).toBe('b.json');
    await dialog.getByRole('tab', { name: 'Cloud' }).click();
    await dialog.getByRole('button', { name: 'Delete b.json' }).click();
    const question = page.getByRole('dialog', { name: 'Delete from the cloud' });
    await question.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('Document successfully deleted.').first().waitFor();
    await page.screenshot({ path: '/tmp/shot.png' });
    await expect.poll(names, PATIENT).toEqual(['a.json']);
    await dialog.getByRole('tab', { name: 'Recent' }).click();
    expect(await names()).not.toContain('b.json');
    await page.keyboard.press('Escape');
    await panel(page, 'Left').getByText('Drop a JSON file here').waitFor();
    expect(cloud.documents.has(id)).toBe(false);
  });
});

describe('saving to the cloud', () => {
  it('[DOC-4] creates the document and takes the local one away', async () => {
    const page = await stage.open('#right=json.[0]', signedIn());
    await panel(page, 'Left').getByRole('button', { name: 'Start empty' }).click();
    await type(page, '[1]');
    await saved(page).waitFor();
    expect(await hash(page)).toMatch(/left=local\./);
    await chooseMore(page, 'Left', 'Save to cloud');
    await expect.poll(() => hash(page), PATIENT).toMatch(/left=cloud\.doc1/);
    expect(cloud.documents.get('doc1')).toMatchObject({ name: 'New document 1', _rev: 1, schema: { type: 'none' } });
    expect(cloud.text('doc1')).toBe('[1]');
    await page.keyboard.press('Control+o');
    const dialog = page.getByRole('dialog', { name: 'Open document' });
    await dialog.getByRole('tab', { name: 'Local' }).click();
    await dialog.getByText('No documents are kept in this browser yet.').waitFor();
  });
});
