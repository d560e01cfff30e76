// Files that the page can't write: what the title says of them, and where Save writes, whatever happens meanwhile.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isShelved } from '../../../src/ui/model/origin.ts';
import { placeOf, saveFactsOf } from '../../../src/ui/documents/save/place.ts';
import { saveStateOf } from '../../../src/ui/documents/save/save-state.ts';
import { makeFile, textIn, type Disk } from '../support/disk.ts';
import { makeDatabase, openTab, pause, readDraft, type Tab, type TabOptions } from '../support/tab.ts';

const target = globalThis as { showSaveFilePicker?: unknown };
const { showSaveFilePicker: picker } = target;
beforeEach(() => delete target.showSaveFilePicker);
afterEach(() => Object.assign(target, { showSaveFilePicker: picker }));

const isKept = ({ core }: Tab): boolean => isShelved(core.state.document.origin);

/** What the title says. */
function placeIn({ core, client }: Tab) {
  const { document } = core.state;
  const isDownloaded = document.sourceFile?.downloaded === client.state.content;
  return placeOf({ ...saveFactsOf(core), ...document, saveState: saveStateOf(core.state), isDownloaded });
}

async function drop(name: string, options: TabOptions = {}): Promise<Tab> {
  const tab = openTab(options);
  await tab.text();
  await tab.opening.openFile(new File(['[1]'], name));
  return tab;
}

describe('a file that cannot be written', () => {
  it('[DOC-19] is the file that was chosen, whatever autosave was about to write', async () => {
    const disk = { isSlow: false };
    const slow: Disk = { step: (what) => (what === 'write' && disk.isSlow ? pause(200) : Promise.resolve()) };
    const handle = await makeFile(slow, 'chosen.json', '[1]');
    Object.assign(target, { showSaveFilePicker: () => Promise.resolve(handle) });
    const tab = await drop('chosen.json', { autosave: true });
    await tab.type(' ');
    disk.isSlow = true;
    const saving = tab.saving.save();
    await pause(100);
    // Autosave waits from here on.
    await tab.type(' ');
    expect(await saving).toBe(true);
    await pause(1500);
    expect(placeIn(tab)).toMatchObject({ sentence: 'chosen.json, on disk', target: 'file' });
    expect(await textIn(handle)).toBe('[1] ');
    expect(await tab.documents.local.list()).toEqual([]);
  });

  it('[DOC-19] is the file that was chosen while autosave stores a copy', async () => {
    const handle = await makeFile(null, 'raced.json', '[1]');
    Object.assign(target, { showSaveFilePicker: () => Promise.resolve(handle) });
    const tab = await drop('raced.json', { autosave: true });
    const { local } = tab.documents;
    const create = local.create.bind(local);
    const stored = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    local.create = async (...content) => {
      const meta = await create(...content);
      stored.resolve();
      await goOn.promise;
      return meta;
    };
    await tab.type(' ');
    await stored.promise;
    expect(await tab.saving.save()).toBe(true);
    goOn.resolve();
    await expect.poll(() => local.list()).toEqual([]);
    expect(placeIn(tab)).toMatchObject({ sentence: 'raced.json, on disk', target: 'file' });
    await expect.poll(() => saveStateOf(tab.core.state)).toBe('saved');
  });

  it('[DOC-15] [DOC-19] is known after a recovery', async () => {
    const database = makeDatabase();
    const tab = await drop('lost.json', { database });
    await tab.type(' ');
    await tab.keeping.drafted();
    const draft = await readDraft(tab.documents, await database.open());
    const next = openTab({ database });
    await next.text();
    if (draft !== null) await next.opening.recover(draft);
    const said = { sentence: 'Edited here; lost.json on disk is unchanged', target: 'download' };
    expect([placeIn(tab), placeIn(next)]).toMatchObject([said, said]);
  });

  it('[DOC-19] says the name that Save gives to a download', async () => {
    const tab = await drop('old.json', { autosave: true });
    await tab.keeping.rename('new.json');
    await tab.type(' ');
    await expect.poll(() => isKept(tab)).toBe(true);
    expect(placeIn(tab).saveHint).toMatch(/^Save: download new\.json /);
    await tab.saving.save();
    expect(tab.told).toEqual([expect.stringContaining('new.json')]);
    expect(placeIn(tab).sentence).toBe('Copy in this browser; old.json on disk is unchanged');
  });

  it('[DOC-19] leaves a copy that does not say the file is unchanged', async () => {
    const handle = await makeFile(null, 'written.json', '[1]');
    Object.assign(target, { showSaveFilePicker: () => Promise.resolve(handle) });
    const tab = await drop('written.json', { autosave: true });
    await tab.type(' ');
    await expect.poll(() => isKept(tab)).toBe(true);
    const { origin } = tab.core.state.document;
    await tab.saving.save();
    await expect.poll(async () => (await tab.documents.local.list())[0]?.sourceFile).toBeUndefined();
    if (isShelved(origin)) await tab.opening.openShelved(origin.key);
    expect(placeIn(tab)).toMatchObject({ sentence: 'written.json, in this browser', target: 'browser' });
  });
});
