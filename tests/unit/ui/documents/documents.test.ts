// Document logic that needs no browser: ids and names, the list of the Open dialog, links that contain a document.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filterAndSort, type DocumentEntry } from '../../../../src/ui/document-dialogs/list-entries.ts';
import { pastedAs } from '../../../../src/ui/incoming/open-pasted.ts';
import { newId, nextName } from '../../../../src/ui/documents/storage/names.ts';
import { readEntry, RecentFiles, MAX_RECENT } from '../../../../src/ui/documents/storage/recent-files.ts';
import { storeJson, MAX_CHARACTERS, readKept } from '../../../../src/ui/documents/storage/json-storage.ts';
import { readInline } from '../../../../src/ui/documents/incoming/inline-link.ts';
import { packInline, plainInline } from '../../../../src/ui/documents/incoming/write-inline.ts';
import { parseSearch } from '../../../../src/ui/link/route.ts';
import { DIALECTS, type Dialect } from '../../../../src/shared/document/dialect.ts';
import { beginsAsGzip } from '../../../../src/shared/bytes/first-bytes.ts';
import { compress } from '../../../../src/workers/jobs/compress.ts';
import { runs } from '../../../runs.ts';

/** A `Storage` in memory. */
function makeStorage(): Storage {
  const values = new Map<string, string>();
  return {
    get length() {
      return values.size;
    },
    clear: () => values.clear(),
    getItem: (key) => values.get(key) ?? null,
    key: (index) => [...values.keys()][index] ?? null,
    removeItem: (key) => void values.delete(key),
    setItem: (key, value) => void values.set(key, value),
  };
}

describe('[DOC-2] a new document', () => {
  it('has an id of six letters that can be said aloud', () => {
    const ids = Array.from({ length: 500 }, newId);
    for (const id of ids) expect(id).toMatch(/^(?:[bcdfghjklmnprstvwz][aeiou]){3}$/);
    expect(new Set(ids).size).toBeGreaterThan(490);
  });

  it('has the smallest number that no name of the pattern uses', () => {
    expect(nextName([])).toBe('New document 1');
    expect(nextName(['New document 2', 'New document 1', 'new document 3', 'New document 3b'])).toBe('New document 3');
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 12 })), (numbers) => {
        const names = numbers.map((number) => `New document ${number}`);
        const name = nextName(names);
        const number = Number(name.slice('New document '.length));
        expect(names).not.toContain(name);
        for (let smaller = 1; smaller < number; smaller += 1) expect(numbers).toContain(smaller);
      }),
    );
  });
});

describe('[DOC-10] recent files', () => {
  const key = (id: string) => ({ source: 'local', id }) as const;
  const document = { name: 'a', updated: '2026-01-01T00:00:00.000Z' };

  it('are the newest first, each once', () => {
    const recent = new RecentFiles(makeStorage);
    expect(recent.read()).toEqual([]);
    const storage = makeStorage();
    const list = new RecentFiles(() => storage);
    for (const id of ['a', 'b', 'c', 'a']) {
      list.view(key(id), { ...document, name: id });
      const until = Date.now() + 2;
      while (Date.now() < until);
    }
    expect(list.read().map(({ compoundKey }) => compoundKey)).toEqual(['local.a', 'local.c', 'local.b']);
    list.remove('local.c');
    expect(list.read().map(({ compoundKey }) => compoundKey)).toEqual(['local.a', 'local.b']);
  });

  it('are a thousand at most', () => {
    const storage = makeStorage();
    const entries = Array.from({ length: MAX_RECENT }, (_, index) => ({
      compoundKey: `local.${index}`,
      documentSource: 'local',
      document,
      viewed: new Date(index).toISOString(),
    }));
    storage.setItem('recentFiles', JSON.stringify(entries));
    const list = new RecentFiles(() => storage);
    list.view(key('new'), document);
    expect(list.read()).toHaveLength(MAX_RECENT);
    expect(list.read()[0]?.compoundKey).toBe('local.new');
    expect(list.read().at(-1)?.compoundKey).toBe('local.1');
  });

  it('of older shapes are read, and what is none is left out', () => {
    const old = { id: 'x', source: 'cloud', name: 'Old', updated: '2020-01-02', accessed: '2021-03-04' };
    expect(readEntry(old)).toEqual({
      compoundKey: 'cloud.x',
      documentSource: 'cloud',
      document: { name: 'Old', updated: '2020-01-02' },
      viewed: '2021-03-04',
    });
    for (const wrong of [null, 1, [], {}, { id: 'x', source: 'paper' }, { compoundKey: 'local.' }])
      expect(readEntry(wrong)).toBeNull();
  });
});

describe('[SET-4] a value in the browser’s storage', () => {
  it('is refused above a million characters, with both sizes, and what was there stays', () => {
    const storage = makeStorage();
    expect(storeJson(() => storage, 'a', 'x'.repeat(MAX_CHARACTERS - 2))).toEqual({ success: true });
    expect(storeJson(() => storage, 'a', 'y'.repeat(MAX_CHARACTERS - 1))).toEqual({
      success: false,
      size: MAX_CHARACTERS + 1,
      maxSize: MAX_CHARACTERS,
    });
    expect(String(readKept(() => storage, 'a')).startsWith('x')).toBe(true);
  });
});

describe('[DOC-12] the list of documents', () => {
  const list: DocumentEntry[] = [
    { compoundKey: 'local.a', source: 'local', name: 'Part 10', size: 5, date: '2026-01-03' },
    { compoundKey: 'local.b', source: 'local', name: 'part 9', size: null, date: '2026-01-01' },
    { compoundKey: 'url.c', source: 'url', name: 'other', size: 900, date: '2026-01-02' },
  ];
  const names = (...how: Parameters<typeof filterAndSort> extends [unknown, ...infer R] ? R : never): string[] =>
    filterAndSort(list, ...how).map(({ name }) => name);

  it('is sorted by date, name or size', () => {
    expect(names('', 'date')).toEqual(['Part 10', 'other', 'part 9']);
    expect(names('', 'name')).toEqual(['other', 'part 9', 'Part 10']);
    expect(names('', 'size')).toEqual(['other', 'Part 10', 'part 9']);
  });

  it('is searched by name, whatever the case', () => {
    expect(names(' PART', 'name')).toEqual(['part 9', 'Part 10']);
    expect(names('zzz', 'date')).toEqual([]);
  });
});

describe('a document in a link', () => {
  const pack = (content: BlobPart, dialect: Dialect = 'json', most = 100_000): Promise<string | null> =>
    packInline(new Blob([content]), dialect, compress, most);
  /** Decompresses contents as a document worker does. */
  const unpack = async (content: Blob): Promise<Uint8Array> => {
    const first = new Uint8Array(await content.slice(0, 3).arrayBuffer());
    if (!beginsAsGzip(first)) return new Uint8Array(await content.arrayBuffer());
    return new Uint8Array(
      await new Response(content.stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer(),
    );
  };
  const text = async (content: Blob): Promise<string> => new TextDecoder().decode(await unpack(content));

  it('[RTE-1] comes back as it was, byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2000 }), async (bytes) => {
        const id = (await pack(bytes)) ?? '';
        expect(id).toMatch(/^gz\.[\w-]*$/);
        expect(await unpack(readInline(id).content)).toEqual(bytes);
      }),
      { numRuns: runs(50) },
    );
  });

  it('is not unpacked on the page, and not packed to more characters than an address takes', async () => {
    const id = (await pack(' '.repeat(1_000_000))) ?? '';
    expect(readInline(id).content.size).toBeLessThan(2000);
    for (const most of [id.length, id.length + 1]) expect(await pack(' '.repeat(1_000_000), 'json', most)).toBe(id);
    expect(await pack(' '.repeat(1_000_000), 'json', id.length - 1)).toBeNull();
  });

  it('is taken as it is where it is not compressed, and refused where it is no gzip', async () => {
    expect(await text(readInline('{"gz.": 1}').content)).toBe('{"gz.": 1}');
    for (const id of ['gz.', 'gz.%%%', 'gz.H4s', 'gz.AAAAAAAA'])
      expect(() => readInline(id)).toThrow('cut off or damaged');
  });

  it.each(DIALECTS)('[DOC-17] in %s says so, compressed or plain', async (dialect) => {
    for (const written of ['{a: 1}', 'null', '']) {
      for (const id of [(await pack(written, dialect)) ?? '', plainInline(written, dialect) ?? '']) {
        const { content, dialect: read } = readInline(id);
        expect([await text(content), read]).toEqual([written, dialect]);
      }
    }
  });

  it('[DOC-17] is not read in a dialect because it begins with its name', () => {
    for (const written of ['json5.{}', 'gz.abc', 'ndjson.']) expect(plainInline(written, 'json')).toBeNull();
  });
});

describe('an address of the old kind', () => {
  it('[RTE-4] names a document by id, url or json', () => {
    expect(parseSearch('?id=abc')).toEqual({ source: 'cloud', id: 'abc' });
    expect(parseSearch('?url=https%3A%2F%2Fa.org%2Fb.json&x=1')).toEqual({ source: 'url', id: 'https://a.org/b.json' });
    expect(parseSearch('?json=[1]')).toEqual({ source: 'json', id: '[1]' });
    expect(parseSearch('?x=1')).toBeNull();
    expect(parseSearch('')).toBeNull();
  });
});

describe('a pasted text', () => {
  it('[DOC-11] is told from what it may stand for by its ends', () => {
    expect(pastedAs(' https://example.org/a.json\n')).toBe('address');
    expect(pastedAs('https://example.org/a b')).toBeNull();
    expect(pastedAs('["https://example.org/"]')).toBeNull();
    expect(pastedAs(JSON.stringify('{"a": 1}'))).toBe('escaped');
    expect(pastedAs(JSON.stringify('\n [1]\n'))).toBe('escaped');
    expect(pastedAs('"[not closed"')).toBeNull();
    expect(pastedAs('{"a": "[1]"}')).toBeNull();
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        if (typeof value !== 'string') expect(pastedAs(text)).toBeNull();
        if (typeof value === 'object' && value !== null) expect(pastedAs(JSON.stringify(text))).toBe('escaped');
      }),
    );
  });
});
