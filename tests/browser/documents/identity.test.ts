// What waits for a disk, the user or a worker belongs to the document that it began with, whatever the panel shows by the time
// it ends.

import { expect, it, onTestFinished } from 'vitest';
import { subscribeKey } from 'valtio/utils';
import { isUnsaved } from '../../../src/ui/panel-core/panel-core.ts';
import type { JournaledWrite } from '../../../src/ui/client/journal.ts';
import { makeFile, textIn, type Disk } from '../support/disk.ts';
import { openTab, pause, readDraft } from '../support/tab.ts';

const records = (count: number): string => JSON.stringify(Array.from({ length: count }, (_, id) => ({ id })));

/** A disk whose step of one kind waits until it is let go, and a promise that resolves once that step has begun. */
function heldDisk(step: Parameters<Disk['step']>[0]) {
  let letGo = (): void => undefined;
  let begun = (): void => undefined;
  const released = new Promise<void>((resolve) => (letGo = resolve));
  const waits = new Promise<void>((resolve) => (begun = resolve));
  const disk: Disk = {
    async step(what) {
      if (what !== step) return;
      begun();
      await released;
    },
  };
  onTestFinished(() => letGo());
  return { disk, waits, letGo: () => letGo() };
}

it('[DOC-19] never writes a document that is being opened into the file of the one before', async () => {
  const tab = openTab();
  const orders = await makeFile(null, 'orders.json', '["orders"]');
  const large = await makeFile(null, 'large.json', records(400_000));
  await tab.opening.openFile(await orders.getFile(), orders);
  const begun = new Promise<void>((resolve) => {
    const end = subscribeKey(tab.core.state, 'pendingOpens', () => (end(), resolve()), true);
  });
  const coming = tab.opening.openFile(await large.getFile(), large);
  await begun;
  const saving = tab.saving.save();
  await coming;
  await saving;
  expect(await textIn(orders)).toBe('["orders"]');
  expect(await textIn(large)).toBe(records(400_000));
  expect(tab.core.document.file?.handle.name).toBe('large.json');
});

it('[DOC-19] keeps the file of the document that it shows, although an open fails during a save', async () => {
  const tab = openTab();
  const orders = await makeFile(null, 'orders.json', '["orders"]');
  await tab.opening.openFile(await orders.getFile(), orders);
  const broken = await makeFile(null, 'broken.json.gz', '\u001f\u008b\u0008');
  const bytes = new File([new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xff, 0xff])], 'broken.json.gz');
  const coming = [tab.opening.openFile(bytes, broken), tab.opening.openFile(bytes, broken)];
  const saving = tab.saving.save();
  await Promise.all([...coming, saving]);
  await tab.saving.save();
  expect(await textIn(broken)).toBe('\u001f\u008b\u0008');
  expect(await textIn(orders)).toBe('["orders"]');
});

it.each(['getFile', 'createWritable', 'write', 'close'] as const)(
  '[DOC-19] leaves another document its own file when a save ends late, slow at %s',
  async (step) => {
    const tab = openTab();
    const { disk, waits, letGo } = heldDisk(step);
    const first = await makeFile(disk, 'first.json', '["first"]');
    const second = await makeFile(null, 'second.json', '["second"]');
    await tab.opening.openFile(new File(['["first"]'], 'first.json'), first);
    await tab.type(' ', 1);
    const saving = tab.saving.save();
    await waits;
    expect(await tab.opening.openFile(await second.getFile(), second)).toBe(true);
    letGo();
    await saving;
    expect(tab.core.state.document.name).toBe('second.json');
    expect(tab.core.document.file?.handle.name).toBe('second.json');
    await tab.type(' ', 1);
    expect(await tab.saving.save()).toBe(true);
    expect(await textIn(second)).toBe('[ "second"]');
    expect(['["first"]', '[ "first"]']).toContain(await textIn(first));
    expect(isUnsaved(tab.core.state)).toBe(false);
  },
);

it('[DOC-19] ends a slow save before a later one of the same file begins', async () => {
  const tab = openTab();
  const { disk, waits, letGo } = heldDisk('close');
  const file = await makeFile(disk, 'slow.json', '[1]');
  await tab.opening.openFile(await file.getFile(), file);
  await tab.type(' ', 1);
  const first = tab.saving.save();
  await waits;
  disk.step = () => Promise.resolve();
  await tab.type(' ', 1);
  const second = tab.saving.save();
  await pause(50);
  letGo();
  await Promise.all([first, second]);
  expect(await textIn(file)).toBe('[  1]');
  expect(isUnsaved(tab.core.state)).toBe(false);
});

it('[DOC-6] does not close a document that was opened while the question about the one before it was open', async () => {
  const answers: ((yes: boolean) => void)[] = [];
  const tab = openTab({ confirm: () => new Promise<boolean>((resolve) => answers.push(resolve)) });
  await tab.opening.openText('["kept nowhere"]');
  const closing = tab.opening.close();
  await expect.poll(() => answers.length).toBe(1);
  const opening = tab.opening.openFile(new File(['["other"]'], 'other.json'));
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.(true);
  expect(await opening).toBe(true);
  answers[0]?.(true);
  await closing;
  expect(await tab.text()).toBe('["other"]');
  expect(tab.core.state.document).toMatchObject({ name: 'other.json', blank: false });
});

it.each([
  ['the hash was emptied last', async (tab: ReturnType<typeof openTab>) => tab.opening.close('replace'), ''],
  ['another address came last', (tab: ReturnType<typeof openTab>) => tab.opening.openKey('json.["last"]'), '["last"]'],
  ['a text was pasted last', (tab: ReturnType<typeof openTab>) => tab.opening.openText('["last"]'), '["last"]'],
])('[RTE-2] shows what was requested last, whichever question is answered last: %s', async (_, request, expected) => {
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const answers: ((yes: boolean) => void)[] = [];
    const tab = openTab({ confirm: () => new Promise<boolean>((resolve) => answers.push(resolve)) });
    await tab.opening.openText('["kept nowhere"]');
    const first = tab.opening.openKey('json.["first"]');
    const last = request(tab);
    await expect.poll(() => answers.length).toBe(2);
    for (const index of order) answers[index]?.(true);
    await Promise.all([first, last]);
    expect(await tab.text()).toBe(expected);
  }
});

it('[DOC-6] opens what was requested first when only the later request was refused', async () => {
  const answers: ((yes: boolean) => void)[] = [];
  const tab = openTab({ confirm: () => new Promise<boolean>((resolve) => answers.push(resolve)) });
  await tab.opening.openText('["kept nowhere"]');
  const first = tab.opening.openKey('json.["first"]');
  const last = tab.opening.openText('["last"]');
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.(false);
  expect(await last).toBe(false);
  answers[0]?.(true);
  expect(await first).toBe(true);
  expect(await tab.text()).toBe('["first"]');
});

it('[DOC-15] writes nothing into the file of a draft that could not be recovered whole', async () => {
  const tab = openTab();
  const file = await makeFile(null, 'draft.json', '["draft"]');
  await tab.opening.openFile(await file.getFile(), file);
  await tab.type(' ', 1);
  expect(await tab.keeping.drafted()).toBe(true);
  const draft = await readDraft(tab.documents, await tab.database.open());
  expect(draft?.file?.handle.name).toBe('draft.json');
  if (draft === null) return;
  const other = openTab({ database: tab.database });
  await other.opening.openText('["other"]');
  const impossible: JournaledWrite = {
    type: 'format',
    options: { style: 'sort', direction: 'ascending' },
    spans: null,
  };
  const { done, undone } = draft.steps;
  const steps = { done: [...done, { change: impossible, content: null, time: undefined }], undone };
  const base = { content: new Blob(['[not JSON']), dialect: 'json' } as const;
  expect(await other.opening.recover({ ...draft, base, steps })).toBe(false);
  await other.saving.save();
  expect(await textIn(file)).toBe('["draft"]');
});

it('[PAN-9] copies to the document that was shown when the copy began, or to none', async () => {
  const left = openTab();
  const right = openTab({ side: 'right' });
  await left.opening.openText(records(300_000));
  await right.opening.openText('["before"]');
  const copying = left.editing.copyTo(right.core);
  await right.opening.openText('["after"]');
  await copying;
  expect(await right.text()).toBe('["after"]');
  expect(right.told).toContain('The document has changed meanwhile.');
});

it('[DOC-5] does not save in its place what is shown after the document was closed', async () => {
  const tab = openTab();
  await tab.opening.openText('["stored"]');
  await tab.keeping.saveToShelf();
  const { origin } = tab.core.state.document;
  const id = 'key' in origin ? origin.key.id : '';
  const saving = tab.keeping.saveToShelf();
  await Promise.all([saving, tab.opening.clear(null)]);
  const stored = await tab.documents.local.content(id);
  expect(await new Response(stored?.stream().pipeThrough(new DecompressionStream('gzip'))).text()).toBe('["stored"]');
});
