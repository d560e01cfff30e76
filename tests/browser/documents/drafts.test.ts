// Drafts of a panel's unsaved work, with a real document worker and the browser's real database: what is written when, and what
// is recovered after the tab is killed at any time.

import { describe, expect, it, vi } from 'vitest';
import { NO_STEPS, recordedSteps } from '../../../src/ui/client/journal.ts';
import { asByte } from '../../../src/shared/units.ts';
import { connectDocument } from '../../../src/ui/client/worker-document-client.ts';
import { afterFrame } from '../../../src/ui/browser/painted-frame.ts';
import { draftFiles } from '../../../src/ui/documents/drafts/draft-files.ts';
import { makeDatabase, openTab, pause, readDraft, unpack, type Tab } from '../support/tab.ts';

async function opened(text: string, options = {}): Promise<Tab> {
  const tab = openTab(options);
  await tab.opening.open({ name: 'work', content: new Blob([text]), origin: { kind: 'none' }, saved: true });
  return tab;
}

const kept = (tab: Tab): Promise<unknown> =>
  vi.waitFor(() => expect(tab.core.state.protection).toBe('kept'), { timeout: 10_000 });

describe('a draft', () => {
  it('[DOC-15] brings back what is on the screen, its undo too, and goes with the save', async () => {
    const tab = await opened('[1]');
    await tab.type(', 2', 2);
    await tab.type(', 3', 5);
    await tab.format();
    await kept(tab);
    expect(await tab.recoverable()).toBe('[\n  1,\n  2,\n  3\n]\n'.trimEnd());
    const database = await tab.database.open();
    const [id = ''] = await database.getAllKeys('drafts');
    // The tab that writes a draft holds its lock, so the draft is not offered to other tabs.
    expect(await (await tab.documents.drafts()).abandoned()).toEqual([]);
    const draft = await (await tab.documents.drafts()).read(id);
    expect(draft?.head).toMatchObject({ name: 'work', side: 'left', key: null });
    const other = connectDocument();
    await other.recover(draft?.base ?? null, draft?.steps ?? NO_STEPS);
    const texts: string[] = [];
    while (other.state.canUndo) {
      await other.undo();
      texts.push(await (await other.read()).text());
    }
    other.close();
    expect(texts).toEqual(['[1, 2, 3]', '[1, 2]', '[1]']);

    expect(await tab.keeping.saveToShelf()).toBe(true);
    await vi.waitFor(async () => expect(await database.count('drafts')).toBe(0));
    expect(await database.count('draftWrites')).toBe(0);
    expect(tab.core.state.protection).toBe('none');
    const locks = async (): Promise<string[]> =>
      ((await navigator.locks.query()).held ?? []).flatMap(({ name = '' }) => (name.includes(id) ? name : []));
    await expect.poll(locks).toEqual([]);
    await expect.poll(async () => (await draftFiles()).filter((name) => name.startsWith(id))).toEqual([]);
    expect(tab.told.filter((message) => !message.includes('saved'))).toEqual([]);
  });

  it('[DOC-15] has what undo left, not what undo would do again', async () => {
    const tab = await opened('');
    await tab.type('abc');
    await tab.type('def');
    await tab.undo();
    await tab.type('X');
    await kept(tab);
    expect(await tab.text()).toBe('abcX');
    expect(await tab.recoverable()).toBe('abcX');
  });

  it('[DOC-15] of recovered work brings it back again, with what was done since', async () => {
    const tab = await opened('[1]');
    await tab.type('a');
    await tab.type('b');
    await kept(tab);
    const draft = await readDraft(tab.documents, await tab.database.open());
    const next = openTab();
    if (draft === null) throw new Error('there was no draft');
    expect(await next.opening.recover(draft)).toBe(true);
    await next.type('c');
    await kept(next);
    expect(await next.recoverable()).toBe('[1]abc');
  });

  it('[DOC-15] follows an undo to what was before its base', async () => {
    const tab = await opened('[1]');
    await tab.type('Q');
    await tab.type('x'.repeat(2000));
    await tab.client.journal.sink?.renewBase();
    await tab.undo();
    await kept(tab);
    expect(await tab.recoverable()).toBe('[1]Q');
    await tab.undo();
    await tab.undo();
    await tab.type(' ');
    await kept(tab);
    expect(await tab.recoverable()).toBe('[1] ');
  });

  it('[DOC-15] follows an undo of a format to what was before its base', async () => {
    const tab = await opened('[1,2]');
    await tab.type(' ');
    await tab.format();
    await tab.client.journal.sink?.renewBase();
    await tab.undo();
    await kept(tab);
    expect(await tab.recoverable()).toBe('[1,2] ');
    tab.killWorker();
    await expect.poll(() => tab.text().catch(() => null)).toBe('[1,2] ');
  });

  it('[DOC-11] [DOC-15] does not need the file on disk that the work began with', async () => {
    const handle = await (await navigator.storage.getDirectory()).getFileHandle('stale.json', { create: true });
    const writeFile = async (text: string): Promise<void> => {
      const target = await handle.createWritable();
      await target.write(text);
      await target.close();
    };
    await writeFile('[1]');
    const tab = openTab();
    await tab.opening.openFile(await handle.getFile(), handle);
    // Another program overwrites the file before the first edit.
    await pause(20);
    await writeFile('["somebody else"]');
    await tab.type(' ');
    await tab.type('x');
    await kept(tab);
    expect(await tab.recoverable()).toBe('[1] x');
    tab.killWorker();
    await expect.poll(() => tab.text().catch(() => null)).toBe('[1] x');
    await tab.type('y');
    await kept(tab);
    expect(await tab.recoverable()).toBe('[1] xy');
  });

  it.each(['refuses for a while', 'is erased by another tab'])(
    '[DOC-15] begins anew from the text as it is where the database %s',
    async (how) => {
      const database = makeDatabase();
      const tab = await opened('[1]', { database });
      await tab.type('a');
      await kept(tab);
      if (how === 'is erased by another tab') {
        await database.erase();
      } else {
        database.isFull = true;
        await tab.type('b');
        await vi.waitFor(() => expect(tab.core.state.protection).toBe('failed'));
        expect(tab.told).toHaveLength(1);
        database.isFull = false;
      }
      await tab.type('c');
      await kept(tab);
      const text = await tab.text();
      expect(await tab.recoverable()).toBe(text);
      await tab.type('d');
      await kept(tab);
      expect(await tab.recoverable()).toBe(`${text}d`);
    },
  );

  it('[DOC-15] is work on the revision that was saved, from the save on', async () => {
    const tab = await opened('');
    await tab.type('abc');
    const { pack } = tab.documents;
    tab.documents.pack = async (...content) => {
      await tab.type('d');
      return pack(...content);
    };
    expect(await tab.keeping.saveToShelf()).toBe(true);
    tab.documents.pack = pack;
    const database = await tab.database.open();
    const { origin } = tab.core.state.document;
    const key = 'key' in origin ? `local.${origin.key.id}` : '';
    // The draft is updated in the same transaction as the save. What was typed after the save began remains in it.
    await kept(tab);
    const [stored] = await database.getAll('drafts');
    expect(stored).toMatchObject({ key, rev: 1 });
    expect(await tab.recoverable()).toBe('abcd');
    await tab.keeping.saveToShelf();
    await vi.waitFor(async () => expect(await database.count('drafts')).toBe(0));
  });

  it('[DOC-15] is not offered where all of it was saved before the tab ended', async () => {
    const database = makeDatabase();
    const tab = await opened('', { database });
    const opened_ = await database.open();
    await tab.type('abc');
    await kept(tab);
    const [draft] = await opened_.getAll('drafts');
    const rows = await opened_.getAll('draftWrites');
    await tab.keeping.saveToShelf();
    await vi.waitFor(async () => expect(await opened_.count('drafts')).toBe(0));
    // The state that a tab leaves when it is killed between the save and the deletion of the draft; then the same after one
    // more key.
    if (draft === undefined) throw new Error('there was no draft');
    const last = rows.at(-1)?.n ?? 0;
    const left = { ...draft, id: 'left', key: 'local.some', rev: 1, saved: last };
    const base = { dialect: 'json', content: new Blob([]) } as const;
    await opened_.put('drafts', { ...left, base });
    for (const row of rows) await opened_.put('draftWrites', { ...row, id: 'left' });
    await opened_.put('drafts', { ...left, id: 'more', base });
    for (const row of rows) await opened_.put('draftWrites', { ...row, id: 'more' });
    const write = { type: 'apply', splices: [], step: 'continues' } as const;
    await opened_.put('draftWrites', { id: 'more', n: last + 1, write });
    expect((await (await tab.documents.drafts()).abandoned()).map(({ id }) => id)).toEqual(['more']);
    expect(await opened_.getAllKeys('drafts')).toEqual(['more']);
  });

  it('[DOC-5] knows what was saved where a key came between the start of a save and its end', async () => {
    const tab = await opened('');
    await tab.type('abc');
    const splice = { start: asByte(3), end: asByte(3), insert: new TextEncoder().encode('d') };
    // The edit has been sent to the worker but is not in the state yet when the save begins.
    const typing = tab.client.apply(tab.client.state.revision, [splice], 'alone');
    await tab.keeping.saveToShelf();
    await typing;
    const { origin } = tab.core.state.document;
    const id = 'key' in origin ? origin.key.id : '';
    expect(await unpack(await tab.documents.local.content(id))).toBe('abcd');
    await tab.undo();
    expect(await tab.text()).toBe('abc');
    // The stored text differs from the text on the screen.
    expect(tab.core.state.document.savedContent).not.toBe(tab.client.state.content);
    await kept(tab);
  });

  it('[DOC-15] is offered though its time, its name or its side are damaged, and says so where it can’t be read', async () => {
    const tab = await opened('');
    const database = await tab.database.open();
    const base = { dialect: 'json', content: new Blob(['[1]']) } as const;
    const rest = { key: null, rev: null, baseNumber: 0, saved: null, file: null };
    const damaged = { ...rest, id: 'damaged', side: 'up', name: 7, at: Number.NaN, base };
    await database.put('drafts', damaged as never);
    await database.put('drafts', {
      ...rest,
      person: null,
      id: 'gone',
      side: 'left',
      name: 'gone',
      at: 1,
      base: { dialect: 'json', file: 'gone.1' },
    });
    await database.put('drafts', { id: 'nothing' } as never);
    const heads = await (await tab.documents.drafts()).abandoned();
    expect(heads).toMatchObject([
      { id: 'gone', at: 1 },
      { id: 'damaged', at: null, name: 'New document', side: 'left' },
    ]);
    await expect((await tab.documents.drafts()).read('gone')).rejects.toMatchObject({ code: 'unreadable' });
    await expect((await tab.documents.drafts()).read('nothing')).rejects.toMatchObject({ code: 'unreadable' });
    expect(await (await (await tab.documents.drafts()).read('damaged'))?.base.content.text()).toBe('[1]');
  });

  it('[DOC-15] keeps bytes where the database refuses Blobs, as WebKit’s private windows do', async () => {
    const { put } = IDBObjectStore.prototype;
    const refuse = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value) {
      const parts = Object.values(value as Record<string, unknown>);
      if (parts.some((part) => part instanceof Blob)) throw new DOMException('no Blobs', 'DataCloneError');
      return put.call(this, value);
    });
    const getDirectory = vi
      .spyOn(navigator.storage, 'getDirectory')
      .mockRejectedValue(new DOMException('no', 'SecurityError'));
    try {
      const tab = await opened('[1]');
      await tab.type('2', 2);
      expect(await tab.keeping.saveToShelf()).toBe(true);
      const { origin } = tab.core.state.document;
      const { local, files } = tab.documents;
      expect(await unpack(await local.content('key' in origin ? origin.key.id : ''))).toBe('[12]');
      await files.keep('three', { handle: null, content: new File(['[3]'], 'three.json') });
      const file = await files.read('three');
      expect(await file?.content?.text()).toBe('[3]');
      expect(file?.content?.name).toBe('three.json');
    } finally {
      refuse.mockRestore();
      getDirectory.mockRestore();
    }
  });

  it('[DOC-15] is kept in the database where the private file system never answers, or is told as missing', async () => {
    const silence = 'navigator.storage.getDirectory = () => new Promise(() => undefined);';
    const getDirectory = vi.spyOn(navigator.storage, 'getDirectory').mockReturnValue(new Promise(() => undefined));
    try {
      const script = (text: string): string => URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
      const startWorker = ({ href }: URL): Worker =>
        new Worker(script(`import '${script(silence)}'; import '${href}';`), { type: 'module' });
      const tab = openTab({ startWorker });
      await tab.opening.openText('[1]');
      await tab.type('2', 2);
      expect(await tab.text()).toBe('[12]');
      await expect.poll(() => tab.core.state.protection).toBe('kept');
      expect(await tab.recoverable()).toBe('[12]');
      tab.database.isSilent = true;
      await tab.type('3', 3);
      await expect.poll(() => tab.core.state.protection).toBe('failed');
      expect(await tab.text()).toBe('[123]');
    } finally {
      getDirectory.mockRestore();
    }
  });

  it('[DOC-15] is nobody else’s to recover while it is begun or ended', async () => {
    const tab = await opened('');
    const drafts = await tab.documents.drafts();
    const database = await tab.database.open();
    const offered: string[] = [];
    let isBusy = true;
    let endedAtOnce = 0;
    const look = async (): Promise<void> => {
      while (isBusy) offered.push(...(await drafts.abandoned()).map(({ id }) => id));
    };
    const looking = Promise.all(Array.from({ length: 8 }, look));
    const writer = tab.documents.draftWriter({
      client: tab.client,
      csv: () => null,
      shared: () => 'text',
      describe: () => ({
        side: 'left',
        name: 'work',
        key: null,
        rev: null,
        file: null,
        sourceFile: null,
        packed: false,
        person: null,
      }),
      onProtection: () => undefined,
      onFailure: (error) => offered.push(String(error)),
      onSettled: () => undefined,
    });
    for (let n = 0; n < 40; n++) {
      writer.begin();
      await writer.written();
      expect([await database.count('drafts'), ...offered]).toEqual([1]);
      await new Promise(requestAnimationFrame);
      const framed = new AbortController();
      afterFrame(() => framed.abort());
      writer.end();
      while ((await database.count('drafts')) > 0) await pause(0);
      if (!framed.signal.aborted) endedAtOnce += 1;
    }
    isBusy = false;
    await looking;
    expect(offered).toEqual([]);
    // Draft deletion does not wait for a frame, so a user who closes the page then is not offered work that was saved.
    expect(endedAtOnce).toBeGreaterThan(0);
  });
});

describe('the changes of a journal that are in effect', () => {
  it('leaves out what was undone, and goes on from where a return led', () => {
    const typed = (text: string) =>
      ({
        type: 'apply',
        splices: [{ start: asByte(0), end: asByte(0), insert: new TextEncoder().encode(text) }],
        step: 'continues',
      }) as const;
    const [a, b, c] = [typed('a'), typed('b'), typed('c')];
    const returns = (to: number | null, splices: typeof a.splices | null = null) =>
      ({ type: 'return', to, splices }) as const;
    const entries = (...writes: (typeof a | ReturnType<typeof returns>)[]) =>
      writes.map((write, index) => ({ number: index + 8, write }));
    const changesInEffect = (number: number, made: ReturnType<typeof entries>) =>
      recordedSteps(number, made).done.map(({ change }) => change);
    expect(changesInEffect(7, entries(a, b, returns(8), c))).toEqual([a, c]);
    expect(changesInEffect(7, entries(a, b, returns(7), returns(9)))).toEqual([a, b]);
    expect(changesInEffect(7, entries(a, returns(7)))).toEqual([]);
    expect(changesInEffect(7, entries(a, returns(3, b.splices)))).toEqual([a, { ...b, step: 'alone' }]);
    expect(() => changesInEffect(7, entries(a, returns(null)))).toThrow(RangeError);
  });
});
