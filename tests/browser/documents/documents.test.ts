// Documents in the browser's real database, and two tabs working on one document.

import { openDB } from 'idb';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Dialect } from '../../../src/shared/document/dialect.ts';
import { hasCode } from '../../../src/shared/errors.ts';
import { JobPool } from '../../../src/ui/client/jobs.ts';
import { backupEntries } from '../../../src/ui/documents/storage/backup.ts';
import { lazyDatabase } from '../../../src/ui/documents/storage/database.ts';
import { Files, MAX_COPY_BYTES, mayKeep, MAX_FILES } from '../../../src/ui/documents/storage/disk-files.ts';
import { migrateLegacy } from '../../../src/ui/documents/storage/first-version.ts';
import { LocalDocuments } from '../../../src/ui/documents/storage/local-documents.ts';
import type { ShelfEvent } from '../../../src/ui/documents/storage/shelf.ts';
import { createSettings } from '../../../src/ui/settings/browser-settings.ts';
import { createShownFiles, type ShownFiles } from '../../../src/ui/documents/disk/shown-files.ts';

let count = 0;
const jobs = new JobPool();
const compress = (content: Blob): Promise<Blob> => jobs.run('compress', [content]);
const kept = async (text: string, dialect: Dialect = 'json') => ({
  blob: await compress(new Blob([text])),
  size: text.length,
  dialect,
});
const unpack = async (blob: Blob | null): Promise<string> =>
  blob === null ? '' : new Response(blob.stream().pipeThrough(new DecompressionStream('gzip'))).text();

function makeDatabase() {
  count += 1;
  const name = `documents-${count}`;
  onTestFinished(() => void indexedDB.deleteDatabase(name));
  return lazyDatabase(name);
}

const by = (panel: string) => ({ panel, person: null });

const codeOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
    return 'none';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe('a local document', () => {
  it('[DOC-1] [DOC-4] [DOC-18] is kept compressed, and each save is one revision more', async () => {
    const local = new LocalDocuments(makeDatabase());
    const text = JSON.stringify(Array.from({ length: 2000 }, (_, id) => ({ id, name: 'same' })));
    const meta = await local.create(null, await kept(text));
    expect(meta).toMatchObject({
      _rev: 1,
      name: 'New document 1',
      size: text.length,
      access: [],
      schema: { type: 'none' },
    });
    expect((await local.create(null, await kept('1'))).name).toBe('New document 2');
    const content = await local.content(meta._id);
    expect(content?.size).toBeLessThan(text.length / 4);
    expect(await unpack(content)).toBe(text);

    const saved = await local.save(meta._id, 1, await kept('[2]'), by('me'));
    expect(saved).toMatchObject({ _rev: 2, size: 3, created: meta.created });
    expect(saved.updated >= meta.updated).toBe(true);
    expect(await unpack(await local.content(meta._id))).toBe('[2]');
    expect((await local.rename(meta._id, 'Renamed'))._rev).toBe(3);
    const viewed = await local.view(meta._id);
    expect(viewed).toMatchObject({ name: 'Renamed', _rev: 3 });
    expect((viewed?.viewed ?? '') >= saved.viewed).toBe(true);
  });

  it('[DOC-17] keeps its dialect, renamed too, and is backed up under a name that says it', async () => {
    const local = new LocalDocuments(makeDatabase());
    const { _id } = await local.create('a', await kept('{a: 1}', 'json5'));
    await local.rename(_id, 'b');
    expect((await local.load(_id)).meta.dialect).toBe('json5');
    expect((await backupEntries(local)).map(({ name }) => name)).toEqual(['b.json5']);
    await local.save(_id, null, await kept('1\n2', 'ndjson'), by('me'));
    expect((await local.load(_id)).meta.dialect).toBe('ndjson');
  });

  it('[DOC-16] is saved by one of two tabs, and the other one is told', async () => {
    const database = makeDatabase();
    const one = new LocalDocuments(database);
    const other = new LocalDocuments(database);
    const heard: ShelfEvent[] = [];
    other.channel.subscribe((event) => heard.push(event));
    const { _id } = await one.create('a', await kept('[0]'));
    const outcomes = await Promise.allSettled([
      one.save(_id, 1, await kept('[1]'), by('one')),
      other.save(_id, 1, await kept('[2]'), by('other')),
    ]);
    const failed = outcomes.filter(({ status }) => status === 'rejected');
    expect(failed).toHaveLength(1);
    expect(hasCode((failed[0] as PromiseRejectedResult).reason, 'conflict')).toBe(true);
    expect(['[1]', '[2]']).toContain(await unpack(await one.content(_id)));
    await one.save(_id, 2, await kept('[3]'), by('one'));
    await expect.poll(() => heard.at(-1)).toEqual({ type: 'saved', id: _id, rev: 3, by: 'one' });
    expect(await codeOf(one.save('nobody', 1, await kept('1'), by('one')))).toBe('missing');
  });

  it('[DOC-9] is deleted and brought back as it was', async () => {
    const local = new LocalDocuments(makeDatabase());
    const { _id } = await local.create('a', await kept('[1]'));
    const before = await local.view(_id);
    const deleted = await local.delete(_id);
    expect(await local.view(_id)).toBeNull();
    expect(await local.content(_id)).toBeNull();
    expect(await local.delete(_id)).toBeNull();
    if (deleted !== null) await local.restore(deleted);
    expect((await local.list()).map(({ name }) => name)).toEqual(['a']);
    expect(await unpack(await local.content(_id))).toBe('[1]');
    expect((await local.view(_id))?._rev).toBe(before?._rev);
  });

  it('is backed up with all others in one archive that holds the same bytes', async () => {
    const local = new LocalDocuments(makeDatabase());
    const names = ['same', 'same', 'a/b:c.json'];
    for (const [at, name] of names.entries())
      await local.create(name, await kept(`[${at}, "${'x'.repeat(at * 999)}"]`));
    const archive = await jobs.run('archive', [await backupEntries(local)]);
    const { unzipSync, strFromU8 } = await import('fflate');
    const files = unzipSync(new Uint8Array(await archive.arrayBuffer()));
    expect(Object.keys(files)).toHaveLength(3);
    expect(Object.keys(files)).toEqual(expect.arrayContaining(['same.json', 'a_b_c.json']));
    const texts = Object.values(files).map((bytes) => strFromU8(bytes));
    expect(texts.toSorted()).toEqual(names.map((_, at) => `[${at}, "${'x'.repeat(at * 999)}"]`));
  });
});

describe('documents of the first version', () => {
  it('[DOC-14] are copied once; what is there already or is none is left', async () => {
    const local = new LocalDocuments(makeDatabase());
    await local.restore({
      meta: { ...(await local.create('mine', await kept('1'))), _id: 'there' },
      blob: await compress(new Blob(['"mine"'])),
    });
    const logged: unknown[][] = [];
    const { error } = console;
    console.error = (...words: unknown[]) => logged.push(words);
    onTestFinished(() => void (console.error = error));
    const old = [
      { id: 'one', name: 'One', source: 'local', updated: '2019-05-06T07:08:09.000Z', text: '{ "a":1.0 }' },
      { id: 'two', name: '', updated: 1_600_000_000_000, data: { b: [1] } },
      { id: 'there', name: 'Other', text: '"other"' },
      { name: 'nothing' },
    ];
    localStorage.setItem('files', JSON.stringify(old));
    expect(await migrateLegacy(localStorage, local, compress)).toBe(2);
    expect(await unpack(await local.content('one'))).toBe('{ "a":1.0 }');
    expect(await local.view('one')).toMatchObject({ name: 'One', _rev: 1, created: '2019-05-06T07:08:09.000Z' });
    expect(JSON.parse(await unpack(await local.content('two')))).toEqual({ b: [1] });
    expect(await unpack(await local.content('there'))).toBe('"mine"');
    expect(logged.map(([message]) => message)).toEqual(['Cannot migrate document: undefined']);
    await local.delete('one');
    expect(await migrateLegacy(localStorage, local, compress)).toBe(0);
    expect(localStorage.getItem('files')).not.toBeNull();
  });
});

describe('a file that a panel shows', () => {
  const upload = (name: string, text = '[1]') => ({ handle: null, content: new File([text], name) });

  it('[RTE-6] is kept as its handle or its bytes, the newest few, in a database of the first version', async () => {
    const name = `documents-${(count += 1)}`;
    const old = await openDB(name, 1, { upgrade: (database) => void database.createObjectStore('documents') });
    old.close();
    onTestFinished(() => void indexedDB.deleteDatabase(name));
    const files = new Files(lazyDatabase(name));
    const folder = await navigator.storage.getDirectory();
    const handle = await folder.getFileHandle('kept.json', { create: true });
    await files.keep('handle', { handle, content: null });
    expect(await (await files.read('handle'))?.handle?.isSameEntry(handle)).toBe(true);
    for (let n = 0; n < MAX_FILES; n += 1) {
      vi.setSystemTime(Date.now() + 1000);
      await files.keep(String(n), upload(`${n}.json`, `[${n}]`));
    }
    vi.useRealTimers();
    expect(await files.read('handle')).toBeNull();
    const first = await files.read('0');
    expect([first?.content?.name, await first?.content?.text()]).toEqual(['0.json', '[0]']);
    const large = new File([new Uint8Array(MAX_COPY_BYTES + 1)], 'large.json');
    expect([mayKeep(upload('small.json')), mayKeep({ handle: null, content: large })]).toEqual([true, false]);
  });

  it('[RTE-5] [RTE-6] is noted for the tab, and for the next one; the last of a panel counts', async () => {
    const files = new Files(makeDatabase());
    const browser = createSettings(() => localStorage);
    const makeTab = () => createSettings(() => sessionStorage);
    const nameOf = async (shown: ShownFiles, side: 'left' | 'right', orLast = false) =>
      (await shown.before(side, orLast))?.content?.name ?? null;
    const left: { side: 'left' | 'right' } = { side: 'left' };
    const right: { side: 'left' | 'right' } = { side: 'right' };
    const shown = createShownFiles(files, makeTab(), browser);
    expect(shown.hasAny(true)).toBe(false);
    await Promise.all([shown.note(left, upload('a.json')), shown.note(left, upload('b.json'))]);
    await shown.note(right, upload('c.json'));
    const after = createShownFiles(files, makeTab(), browser);
    expect([await nameOf(after, 'left'), await nameOf(after, 'right')]).toEqual(['b.json', 'c.json']);

    // A reload while a file is being stored must not show the file before it.
    const early = after.note(left, upload('e.json'));
    expect(await nameOf(createShownFiles(files, makeTab(), browser), 'left')).not.toBe('b.json');
    await early;
    expect(await nameOf(createShownFiles(files, makeTab(), browser), 'left')).toBe('e.json');

    // The panels are swapped while a file is being stored.
    const noting = after.note(left, upload('d.json'));
    [left.side, right.side] = ['right', 'left'];
    after.swap();
    await noting;
    await after.note(right, null);
    const next = createShownFiles(
      files,
      createSettings(() => undefined as unknown as Storage),
      browser,
    );
    expect([next.hasAny(false), next.hasAny(true)]).toEqual([false, true]);
    expect([await nameOf(next, 'left', true), await nameOf(next, 'right', true)]).toEqual([null, 'd.json']);
    expect(await nameOf(next, 'right')).toBeNull();
    expect([await nameOf(after, 'left'), await nameOf(next, 'left')]).toEqual([null, null]);
  });
});

describe('a file that two tabs show', () => {
  it('[RTE-6] is there until both have let go of it, whichever does so first', async () => {
    const database = makeDatabase();
    const content = new File(['[1]'], 'both.json');
    const first = new Files(database);
    const isThere = async (id: string): Promise<boolean> => (await first.read(id)) !== null;
    for (const turn of ['first', 'second'] as const) {
      const id = `shown-${turn}`;
      await first.keep(id, { handle: null, content });
      const second = new Files(database);
      second.hold(id);
      // As after a tab reload, where the new page holds the file that the page before it stored.
      second.hold(id);
      const [sooner, later] = turn === 'first' ? [first, second] : [second, first];
      await sooner.letGo(id);
      expect(await isThere(id)).toBe(true);
      await later.letGo(id);
      expect(await isThere(id)).toBe(false);
    }
  });

  it('[RTE-6] is not taken from the first one by its duplicate, which opens it for itself', async () => {
    const database = makeDatabase();
    const browser = createSettings(() => localStorage);
    const upload = { handle: null, content: new File(['[1]'], 'twice.json') };
    const tab = createSettings(() => sessionStorage);
    const shown = createShownFiles(new Files(database), tab, browser);
    await shown.note({ side: 'left' }, upload);
    const twin = createShownFiles(
      new Files(database),
      createSettings(() => sessionStorage),
      browser,
    );
    expect((await twin.before('left', false))?.content?.name).toBe('twice.json');
    await twin.note({ side: 'left' }, upload);
    await twin.note({ side: 'left' }, null);
    const again = createShownFiles(new Files(database), tab, browser);
    expect((await again.before('left', false))?.content?.name).toBe('twice.json');
  });
});
