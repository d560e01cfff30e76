// A document that was opened from a file which has been written since: a browser can't read the `File` any more that the document
// was opened from, but its worker may die, or the user may want it back.

import { expect, it } from 'vitest';
import { fileWatchOf } from '../../../src/ui/documents/disk/file-watch.ts';
import { secureBase } from '../../../src/ui/documents/disk/opened-copy.ts';
import { makeFile, overwrite, textIn } from '../support/disk.ts';
import { openTab, type Tab } from '../support/tab.ts';

async function openFrom(name: string, text: string): Promise<{ tab: Tab; handle: FileSystemFileHandle }> {
  const handle = await makeFile(null, name, text);
  const tab = openTab();
  expect(await tab.opening.openFile(await handle.getFile(), handle)).toBe(true);
  return { tab, handle };
}

it('[DOC-19] is restored when its worker dies after a save', async () => {
  const { tab, handle } = await openFrom('saved.json', '["as it was opened"]');
  expect(await tab.saving.save()).toBe(true);
  tab.killWorker();
  expect(await tab.text()).toBe('["as it was opened"]');
  await tab.type(' ', 1);
  expect(await tab.saving.save()).toBe(true);
  tab.killWorker();
  expect(await tab.text()).toBe('[ "as it was opened"]');
  expect(await textIn(handle)).toBe('[ "as it was opened"]');
  expect(tab.told).toEqual([]);
});

it('[DOC-19] can be reverted after a save, and restored after that', async () => {
  const { tab } = await openFrom('reverted.json', '["as it was opened"]');
  await tab.type(' ', 1);
  expect(await tab.saving.save()).toBe(true);
  await tab.saving.revert();
  expect(await tab.text()).toBe('["as it was opened"]');
  expect(await tab.saving.save()).toBe(true);
  tab.killWorker();
  expect(await tab.text()).toBe('["as it was opened"]');
});

it('[DOC-19] is restored after another panel has saved to its file', async () => {
  const { tab, handle } = await openFrom('shared.json', '["shared"]');
  const other = openTab({ side: 'right' });
  await other.opening.openFile(await handle.getFile(), handle);
  await other.type(' ', 1);
  expect(await other.saving.save()).toBe(true);
  tab.killWorker();
  expect(await tab.text()).toBe('["shared"]');
});

it('[DOC-19] is restored after another program has written its file, while there were unsaved changes', async () => {
  const { tab, handle } = await openFrom('elsewhere.json', '["before"]');
  const file = tab.client.journal.base?.content ?? new Blob();
  await tab.saving.revert();
  await overwrite(handle, '["after"]');
  await expect.poll(() => fileWatchOf(tab.core).state.change?.kind).toBe('changed');
  await expect.poll(() => tab.client.journal.needs(file)).toBe(false);
  tab.killWorker();
  expect(await tab.text()).toBe('["before"]');
});

it('[DOC-19] says that it is lost where nothing can restore it, overwrites nothing, and gives way to another document', async () => {
  const { tab, handle } = await openFrom('lost.json', '["before"]');
  await overwrite(handle, '["after"]');
  tab.killWorker();
  await expect.poll(() => tab.told.join()).toContain('could not be restored');
  expect(await tab.saving.save()).toBe(false);
  expect(await textIn(handle)).toBe('["after"]');
  // An open that fails leaves no document to be saved into the file either.
  const broken = new File([new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xff, 0xff])], 'broken.json.gz');
  expect(await tab.opening.openFile(broken)).toBe(false);
  expect(await textIn(handle)).toBe('["after"]');
  expect(await tab.opening.openFile(await handle.getFile(), handle)).toBe(true);
  expect(await tab.text()).toBe('["after"]');
  await tab.type(' ', 1);
  tab.killWorker();
  expect(await tab.text()).toBe('[ "after"]');
  expect(await tab.saving.save()).toBe(true);
  expect(await textIn(handle)).toBe('[ "after"]');
});

it('[DOC-15] keeps what is typed in the draft while another base is read for the document', async () => {
  for (let round = 0; round < 2; round += 1) {
    const { tab, handle } = await openFrom(`racing-${round}.json`, '["before"]');
    await overwrite(handle, '["after"]');
    const typing = tab.type('!', 1);
    const securing = secureBase(tab.core);
    await Promise.all([typing, securing]);
    await expect.poll(() => tab.core.state.protection).toBe('kept');
    expect(await tab.recoverable()).toBe('[!"before"]');
  }
});
