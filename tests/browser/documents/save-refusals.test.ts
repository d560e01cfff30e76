// A file that can't be written: the message says why, in our words, and offers what helps.

import { expect, it, onTestFinished, vi } from 'vitest';
import { makeFile, textIn, type Disk } from '../support/disk.ts';
import { openTab } from '../support/tab.ts';

/** A disk that refuses one step with an error of a name until it is allowed. */
function refusingDisk(step: Parameters<Disk['step']>[0], name: string): { disk: Disk; allow: () => void } {
  let refuses = true;
  const disk: Disk = {
    step: (what) =>
      refuses && what === step
        ? Promise.reject(new DOMException(`Failed to execute '${step}' on 'FileSystemFileHandle'`, name))
        : Promise.resolve(),
  };
  return { disk, allow: () => (refuses = false) };
}

/** The contents and names of what is downloaded. */
function watchDownloads(): Promise<[string, string]>[] {
  const downloads: Promise<[string, string]>[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const { download, href } = this;
    downloads.push(fetch(href).then(async (response) => [download, await response.text()]));
  });
  onTestFinished(() => click.mockRestore());
  return downloads;
}

it('[DOC-11] [ERR-1] asks again for a file that it was not allowed to write', async () => {
  const tab = openTab();
  const { disk, allow } = refusingDisk('createWritable', 'NotAllowedError');
  const file = await makeFile(disk, 'refused.json', '[1]');
  await tab.opening.openFile(await file.getFile(), file);
  expect(await tab.saving.save()).toBe(false);
  const notice = tab.notices.at(-1);
  expect(notice?.message).toBe(
    'Failed to save "refused.json" to disk. The browser was not allowed to write it. Nothing was lost here; save it again, or under another name.',
  );
  expect(notice?.action?.label).toBe('Allow and save');
  allow();
  const before = tab.core.state.document.savedAt;
  notice?.action?.run();
  await expect.poll(() => tab.core.state.document.savedAt).not.toBe(before);
  expect(await textIn(file)).toBe('[1]');
  // The error leaves, since its file was saved.
  expect(notice?.about).toBeDefined();
  expect(tab.succeeded).toContain(notice?.about);
});

it('[ERR-2] errors of an address and of a file leave once it has been opened, and no others', async () => {
  const tab = openTab();
  const address = URL.createObjectURL(new Blob(['[1]']));
  const bad = `${address}0`;
  expect(await tab.opening.openUrl(bad)).toBe(false);
  const failed = tab.notices.at(-1);
  expect(failed).toMatchObject({ severity: 'error', about: expect.stringContaining(bad) as string });
  expect(await tab.opening.openUrl(address)).toBe(true);
  expect(tab.succeeded).not.toContain(failed?.about);
  const unreadable = new File([new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xff, 0xff])], 'orders.json');
  expect(await tab.opening.openFile(unreadable)).toBe(false);
  expect(await tab.opening.openFile(new File(['[1]'], 'other.json'))).toBe(true);
  const about = tab.notices.at(-1)?.about;
  expect(about).toContain('orders.json');
  expect(tab.succeeded).not.toContain(about);
  expect(await tab.opening.openFile(new File(['[1]'], 'orders.json'))).toBe(true);
  expect(tab.succeeded).toContain(about);
});

it.each([
  ['createWritable', 'NoModificationAllowedError', 'The file is locked, or another program is using it.'],
  ['createWritable', 'NotFoundError', 'The file or its folder is no longer there.'],
  ['write', 'QuotaExceededError', 'There is no room left for it.'],
  ['close', 'InvalidStateError', 'The file was changed or moved while it was being saved.'],
  ['close', 'SecurityError', 'The browser does not let this page write there.'],
] as const)('[DOC-11] [ERR-1] says why %s failed with %s, and offers a download', async (step, name, reason) => {
  const downloads = watchDownloads();
  const tab = openTab();
  const file = await makeFile(refusingDisk(step, name).disk, 'refused.json', '["äß"]');
  await tab.opening.openFile(await file.getFile(), file);
  expect(await tab.saving.save()).toBe(false);
  const notice = tab.notices.at(-1);
  expect(notice?.message).toBe(
    `Failed to save "refused.json" to disk. ${reason} Nothing was lost here; save it again, or under another name.`,
  );
  expect(notice?.action?.label).toBe('Download');
  notice?.action?.run();
  await expect.poll(() => Promise.all(downloads)).toEqual([['refused.json', '["äß"]']]);
  expect(await textIn(file)).toBe('["äß"]');
});

it('[DOC-19] does not save or download another document that was opened since', async () => {
  const downloads = watchDownloads();
  const tab = openTab();
  const { disk, allow } = refusingDisk('createWritable', 'NotAllowedError');
  const file = await makeFile(disk, 'refused.json', '[1]');
  const other = await makeFile(null, 'other.json', '[2]');
  await tab.opening.openFile(await file.getFile(), file);
  expect(await tab.saving.save()).toBe(false);
  const notice = tab.notices.at(-1);
  await tab.opening.openFile(await other.getFile(), other);
  allow();
  notice?.action?.run();
  await expect
    .poll(() => tab.told.at(-1))
    .toBe('refused.json was not saved: another document was opened here in the meantime.');
  expect(downloads).toEqual([]);
  expect(await Promise.all([textIn(file), textIn(other)])).toEqual(['[1]', '[2]']);
});

it('[ERR-2] why a file could not be written stays when the document is kept in the browser, until it is written', async () => {
  const tab = openTab({ autosave: true });
  await tab.opening.openText('[1]');
  await tab.type(' ');
  const { disk, allow } = refusingDisk('createWritable', 'NotAllowedError');
  const handle = await makeFile(disk, 'refused.json', '');
  vi.stubGlobal('showSaveFilePicker', () => Promise.resolve(handle));
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(await tab.saving.saveToDisk()).toBe(false);
  const notice = tab.notices.at(-1);
  expect(notice).toMatchObject({ severity: 'error', stayMs: 0 });
  await expect.poll(() => tab.core.state.document.origin.kind).toBe('local');
  expect(tab.succeeded).not.toContain(notice?.about);
  allow();
  expect(await tab.saving.saveToDisk()).toBe(true);
  expect(tab.succeeded).toContain(notice?.about);
});
