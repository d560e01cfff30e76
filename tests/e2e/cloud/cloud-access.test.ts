// The metadata of a cloud document: its name and who may open it. A change shows immediately and is reverted if the server
// refuses it.

import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { chooseMore, panel } from '../support/app.ts';
import { findings } from '../support/axe.ts';
import { heading, notice, rename, setCloudStage, type } from '../support/cloud-stage.ts';

const stage = setCloudStage();
const { cloud, signedIn } = stage;

const openAccess = async (page: Page) => {
  await chooseMore(page, 'Left', 'Access…');
  const dialog = page.getByRole('dialog', { name: 'Access' });
  await dialog.getByRole('radio', { name: /^Public/ }).waitFor();
  return dialog;
};

describe('the name', () => {
  it('[DOC-8] changes at once, and is the old one again where the server refuses', async () => {
    const { _id: id } = cloud.add('old', '[1]');
    const page = await stage.openDocument(id);
    await rename(page, 'new');
    await expect.poll(() => cloud.documents.get(id)?.name).toBe('new');
    expect(cloud.requests.at(-1)).toMatchObject({ path: `/docs/${id}/name`, body: 'new', type: 'text/plain' });
    cloud.hold((method) => method === 'PUT');
    cloud.refuse = (method) => (method === 'PUT' ? { status: 403, message: 'It is not yours.' } : null);
    await rename(page, 'newer');
    await heading(page, 'newer').waitFor();
    cloud.release();
    await heading(page, 'new').waitFor();
    await notice(page, `Failed to update name of document with id "${id}". It is not yours.`).waitFor();
  });

  it('[DOC-8] [API-4] of a document that somebody else has saved meanwhile is not changed; what they saved is shown', async () => {
    const { _id: id } = cloud.add('ours', '[1]');
    const page = await stage.openDocument(id);
    cloud.write(id, '[2]');
    await rename(page, 'mine');
    await notice(page, `Failed to update name of document with id "${id}".`).waitFor();
    await heading(page, 'ours').waitFor();
    await panel(page, 'Left').getByText('[2]', { exact: true }).waitFor();
    await rename(page, 'mine');
    await expect.poll(() => cloud.documents.get(id)?.name).toBe('mine');
  });
});

describe('access', () => {
  it('[NEW-7] asks before a document with secrets becomes public', async () => {
    cloud.subscribers.add('ada');
    const { _id: id } = cloud.add('ours', '{"password": "Hollow-648quiver!"}');
    const page = await stage.openDocument(id);
    const dialog = await openAccess(page);
    const access = () => cloud.documents.get(id)?.access;
    await dialog.getByRole('radio', { name: /^Private/ }).check();
    await expect.poll(access).toEqual([{ public: false }]);
    await dialog.getByRole('radio', { name: /^Public/ }).click();
    const question = page.getByRole('dialog', { name: 'Secrets in this document' });
    await question.getByText('This document holds 1 password. They would go to the cloud').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    await expect.poll(() => dialog.getByRole('radio', { name: /^Private/ }).isChecked()).toBe(true);
    expect(access()).toEqual([{ public: false }]);
    await dialog.getByRole('radio', { name: /^Public/ }).click();
    await question.getByRole('button', { name: 'Publish anyway' }).click();
    await expect.poll(access).toEqual([{ public: true }]);
    await page.keyboard.press('Escape');
  });

  it('[NEW-7] asks before a save adds a secret to a public document, and before a person gets access', async () => {
    cloud.subscribers.add('ada');
    const text = '{"password": "Hollow-648quiver!"}';
    const { _id: id } = cloud.add('ours', text);
    const page = await stage.openDocument(id);
    const question = page.getByRole('dialog', { name: 'Secrets in this document' });
    // What it holds already is no news.
    await type(page, ' ');
    await expect.poll(() => cloud.text(id)).toBe(`${text} `);
    await type(page, '\npassword=Summer-Rain7x');
    await question
      .getByText('This document holds 2 passwords. They would go to the cloud, where this document')
      .waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    await notice(page, 'Not saved: this document is public.').waitFor();
    await type(page, '  ');
    expect(cloud.text(id)).toBe(`${text} `);
    await page.keyboard.press('Control+s');
    await question.getByRole('button', { name: 'Save anyway' }).click();
    await expect.poll(() => cloud.text(id)).toBe(`${text} \npassword=Summer-Rain7x  `);
    const dialog = await openAccess(page);
    await dialog.getByRole('textbox', { name: 'E-mail or user id' }).fill('bob');
    await page.keyboard.press('Enter');
    await question.getByText('They would go to whoever gets access.').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    expect(cloud.documents.get(id)?.access).toEqual([{ public: true }]);
    await page.keyboard.press('Escape');
  });

  it('[DOC-8] [API-2] is private or public, and gives people roles', async () => {
    cloud.subscribers.add('ada');
    const { _id: id } = cloud.add('ours', '[1]');
    const page = await stage.openDocument(id);
    const dialog = await openAccess(page);
    expect(await findings(page, '[data-modal]')).toEqual([]);
    const access = () => cloud.documents.get(id)?.access;
    await dialog.getByRole('radio', { name: /^Private/ }).check();
    await expect.poll(access).toEqual([{ public: false }]);
    await dialog.getByRole('textbox', { name: 'E-mail or user id' }).fill('bob');
    await dialog.getByRole('combobox', { name: 'Role', exact: true }).selectOption('writer');
    await page.keyboard.press('Tab');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expect.poll(access).toEqual([{ public: false }, { id: 'bob', role: 'writer' }]);
    await dialog.getByRole('textbox', { name: 'E-mail or user id' }).fill('bob');
    await page.keyboard.press('Enter');
    await dialog.getByText('bob has a role already. Change it above.').waitFor();
    await dialog.getByRole('combobox', { name: 'Role of bob' }).selectOption('reader');
    await expect.poll(access).toEqual([{ public: false }, { id: 'bob', role: 'reader' }]);
    expect(await findings(page, '[data-modal]')).toEqual([]);
    await dialog.getByRole('button', { name: 'Remove bob' }).click();
    await expect.poll(access).toEqual([{ public: false }]);
    const puts = cloud.requests.filter(({ method }) => method === 'PUT');
    expect(puts.map(({ path, ifMatch }) => [path, ifMatch])).toEqual(
      [1, 2, 3, 4].map((rev) => [`/docs/${id}/access`, `"${rev}"`]),
    );
    await page.keyboard.press('Escape');
    await panel(page, 'Left').getByRole('button', { name: 'Cloud, private', exact: true }).waitFor();
  });

  it('[DOC-8] [ERR-1] [API-2] is as it was where the server refuses', async () => {
    const { _id: id } = cloud.add('free', '[1]');
    const page = await stage.openDocument(id);
    const dialog = await openAccess(page);
    cloud.hold((method) => method === 'PUT');
    await dialog.getByRole('radio', { name: /^Private/ }).click();
    await expect.poll(() => dialog.getByRole('radio', { name: /^Private/ }).isChecked()).toBe(true);
    cloud.release();
    await expect.poll(() => dialog.getByRole('radio', { name: /^Public/ }).isChecked()).toBe(true);
    const sentence = `Failed to update access of document with id "${id}". There is no active subscription`;
    await dialog
      .getByRole('alert')
      .filter({ hasText: sentence })
      .getByRole('button', { name: 'Subscribe again' })
      .waitFor();
    expect(await findings(page, '[data-modal]')).toEqual([]);
  });

  it('[AUT-9] [ERR-1] of a private document needs one sentence and a button once the user has signed out', async () => {
    const { _id: id } = cloud.add('mine', '[1]');
    const found = cloud.documents.get(id);
    if (found !== undefined) found.access = [{ public: false }];
    const page = await stage.openDocument(id);
    await page.evaluate(() => localStorage.removeItem('auth'));
    await page.goto(stage.address());
    const left = panel(page, 'Left');
    await left.getByText('Sign in to open this private document.').waitFor();
    await left.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    await expect.poll(() => left.getByRole('listitem').count()).toBe(0);
    await expect.poll(() => page.locator('[data-severity]').count()).toBe(0);
    await left.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('dialog', { name: 'Sign in' }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('[ERR-3] is for documents of the cloud only', async () => {
    const page = await stage.open('#right=json.[0]', signedIn());
    await chooseMore(page, 'Left', 'Access…');
    await notice(page, 'Cannot update access: create a document first.').waitFor();
    await chooseMore(page, 'Right', 'Access…');
    await notice(page, 'Cannot update access: no cloud document')
      .getByRole('button', { name: 'Save to cloud' })
      .waitFor();
  });
});
