// Changes that a save has missed are saved later, without another edit.

import { expect, it, vi } from 'vitest';
import { CodedError } from '../../../src/shared/errors.ts';
import { isUnsaved } from '../../../src/ui/panel-core/panel-core.ts';
import { openTab, unpack, type Tab } from '../support/tab.ts';

/** Opens a tab with a document that is stored in the browser as `[1]`. */
async function storedTab(): Promise<Tab> {
  const tab = openTab({ autosave: true });
  await tab.opening.openText('[1]');
  await tab.keeping.saveToShelf();
  return tab;
}

/** The same, with a change that autosave has noticed. */
async function changedTab(): Promise<Tab> {
  const tab = await storedTab();
  await tab.type(' ');
  await expect.poll(() => isUnsaved(tab.core.state)).toBe(true);
  return tab;
}

async function storedIn({ core, documents }: Tab): Promise<string> {
  const { origin } = core.state.document;
  return unpack('key' in origin ? await documents.local.content(origin.key.id) : null);
}

it('[DOC-5] saves what it could not save while another document was being opened', async () => {
  const tab = await changedTab();
  // The other document is not opened in the end.
  tab.core.state.pendingOpens += 1;
  expect(await tab.keeping.saveToShelf({ isAsked: false })).toBe(false);
  expect(await storedIn(tab)).toBe('[1]');
  tab.core.state.pendingOpens -= 1;
  await expect.poll(() => storedIn(tab)).toBe('[1] ');
});

it('[DOC-5] saves in this browser what could not be saved to another place', async () => {
  const tab = await changedTab();
  expect(await tab.keeping.saveToShelf({ to: 'cloud' })).toBe(false);
  await expect.poll(() => storedIn(tab)).toBe('[1] ');
});

it('[DOC-5] saves the document although there is no room for a copy of it', async () => {
  const tab = await changedTab();
  const refuse = vi
    .spyOn(tab.documents.local, 'create')
    .mockRejectedValueOnce(new CodedError('full', 'there is no room'));
  expect(await tab.keeping.saveToShelf({ to: 'local', copy: true })).toBe(false);
  expect(refuse).toHaveBeenCalledOnce();
  expect(tab.told).toHaveLength(1);
  await expect.poll(() => storedIn(tab)).toBe('[1] ');
});

it('[DOC-5] tries again after the death of the worker that compresses', async () => {
  const tab = await storedTab();
  const { compress } = tab.documents;
  const dying = () => {
    Object.assign(tab.documents, { compress });
    return Promise.reject(new CodedError('worker-died', 'the worker has died'));
  };
  Object.assign(tab.documents, { compress: dying });
  await tab.type(' ');
  await expect.poll(() => tab.told).toEqual(['the worker has died']);
  expect(await storedIn(tab)).toBe('[1]');
  await expect.poll(() => storedIn(tab)).toBe('[1] ');
});
