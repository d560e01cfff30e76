// Search through the workers: hits reported as they are found, and termination of a regular expression that never ends.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { unpackHits, type Hit, type SearchQuery } from '../../../src/shared/protocol/search.ts';
import { asByte } from '../../../src/shared/units.ts';
import { connectDocument } from '../../../src/ui/client/worker-document-client.ts';
import type { DocumentClient } from '../../../src/ui/client/document.ts';
import { Searcher } from '../../../src/ui/client/searcher.ts';
import { marksOf } from '../../../src/ui/find/ranges.ts';

const clients: DocumentClient[] = [];

async function open(text: string): Promise<DocumentClient> {
  const client = connectDocument();
  clients.push(client);
  await client.open(new Blob([text]));
  return client;
}

afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});

const QUERY: SearchQuery = { pattern: '', regex: true, matchCase: true, wholeWord: false, scope: 'values' };

describe('[TRE-5] a search', () => {
  it('hands over every hit in order, and says of which revision', async () => {
    const records = Array.from({ length: 30_000 }, (_, id) => ({ id, name: `number ${id}` }));
    const client = await open(JSON.stringify(records));
    await client.apply(
      client.state.revision,
      [{ start: asByte(1), end: asByte(1), insert: new Uint8Array([0x31, 0x2c]) }],
      'alone',
    );
    const found: Hit[] = [];
    let messages = 0;
    const { count, revision } = await new Searcher(client).search(
      { ...QUERY, pattern: '^number \\d' },
      {
        onHits: (words) => {
          messages += 1;
          found.push(...unpackHits(words));
        },
      },
    );
    expect(revision).toBe(client.state.revision);
    expect(count).toBe(30_000);
    expect(found).toHaveLength(30_000);
    expect(messages).toBeGreaterThan(1);
    for (const [index, { range, part }] of found.entries()) {
      expect(part).toBe('value');
      expect(range.start).toBeGreaterThan(found[index - 1]?.range.start ?? -1);
    }
    const last = found.at(-1)?.range ?? { start: asByte(0), end: asByte(0) };
    expect(new TextDecoder().decode(await client.readRange(last))).toBe('number 2');
  });

  it('[BIG-2] with a hostile expression ends when it is cancelled, and the panel works on meanwhile', async () => {
    const client = await open(`["${'a'.repeat(40)}b", 1]`);
    const searcher = new Searcher(client);
    const abort = new AbortController();
    const query = { ...QUERY, pattern: '^(a+)+$' };
    const job = searcher.search(query, { signal: abort.signal, onHits: () => undefined });
    job.catch(() => undefined);
    await client.apply(
      client.state.revision,
      [{ start: asByte(46), end: asByte(47), insert: new Uint8Array([0x32]) }],
      'alone',
    );
    expect(await (await client.read()).text()).toBe(`["${'a'.repeat(40)}b", 2]`);
    setTimeout(() => abort.abort(), 200);
    const started = performance.now();
    await expect(job).rejects.toMatchObject({ code: 'cancelled' });
    expect(performance.now() - started).toBeLessThan(5000);
    const { count } = await searcher.search({ ...QUERY, pattern: 'b$' }, { onHits: () => undefined });
    expect(count).toBe(1);
  });

  it('for plain text needs no worker of its own, and ends when it is cancelled', async () => {
    const client = await open(`["${'ab'.repeat(300_000)}"]`);
    const searcher = new Searcher(client, () => expect.unreachable());
    let found = 0;
    const query = { ...QUERY, regex: false, pattern: 'ab' };
    const { count } = await searcher.search(query, { onHits: (words) => (found += words.length / 3) });
    expect([count, found]).toEqual([300_000, 300_000]);
    const abort = new AbortController();
    const job = searcher.search(query, { signal: abort.signal, onHits: () => abort.abort() });
    await expect(job).rejects.toMatchObject({ code: 'cancelled' });
    expect((await searcher.search({ ...query, pattern: 'ba' }, { onHits: () => undefined })).count).toBe(299_999);
  });

  it('for plain text counts one revision, whenever the document changes', async () => {
    const client = await open(`["${'ab'.repeat(300_000)}"]`);
    let found = 0;
    let at: number | null = null;
    const searching = new Searcher(client).search(
      { ...QUERY, regex: false, pattern: 'ab' },
      {
        onHits: (words, revision) => {
          if (at !== revision) found = 0;
          at = revision;
          found += words.length / 3;
        },
      },
    );
    const before = client.state.revision;
    const splice = { start: asByte(2), end: asByte(4), insert: new Uint8Array() };
    await client.apply(before, [splice], 'alone');
    const { count, revision } = await searching;
    const expected = revision === before ? 300_000 : 299_999;
    expect([count, found]).toEqual([expected, expected]);
  });

  it('says what is wrong with the expression, or with the text', async () => {
    const client = await open('[1');
    const searcher = new Searcher(client);
    const none = { onHits: () => undefined };
    await expect(searcher.search({ ...QUERY, pattern: '(' }, none)).rejects.toMatchObject({ code: 'refused' });
    await expect(searcher.search({ ...QUERY, pattern: '1' }, none)).rejects.toMatchObject({
      code: 'invalid-document',
    });
    expect((await searcher.search({ ...QUERY, pattern: '1', scope: 'text' }, none)).count).toBe(1);
  });
});

describe('[TXT-1] replacing all', () => {
  const REPLACING = { text: '<$&>', preserveCase: false };
  const all = (pattern: string) => ({
    query: { ...QUERY, pattern, scope: 'text' as const },
    replacing: REPLACING,
    only: null,
    follow: [],
  });

  it('is one step, and is done again by the worker that takes the place of a dead one', async () => {
    const workers: Worker[] = [];
    const client = connectDocument(() => {
      const url = new URL('../../../src/workers/document.worker.ts', import.meta.url);
      const worker = new Worker(url, { type: 'module' });
      workers.push(worker);
      return worker;
    });
    clients.push(client);
    const source = JSON.stringify(Array.from({ length: 5000 }, (_, id) => `item ${id}`));
    await client.open(new Blob([source]));
    const plan = await new Searcher(client).plan({
      ...all('item \\d'),
      follow: marksOf({ start: asByte(0), end: asByte(source.length) }),
    });
    const wanted = source.replaceAll(/item \d/g, '<$&>');
    expect(plan).toMatchObject({ count: 5000, followed: [0, wanted.length] });
    await client.applyPacked(plan.revision, plan.splices);
    expect(await (await client.read()).text()).toBe(wanted);
    workers[0]?.terminate();
    await vi.waitFor(() => expect(workers).toHaveLength(2));
    expect(await (await client.read()).text()).toBe(wanted);
    await client.undo();
    expect(await (await client.read()).text()).toBe(source);
  });

  it('is refused where somebody wrote meanwhile', async () => {
    const client = await open('["a", "a"]');
    const plan = await new Searcher(client).plan(all('a'));
    await client.apply(
      client.state.revision,
      [{ start: asByte(0), end: asByte(0), insert: new Uint8Array([0x20]) }],
      'alone',
    );
    await expect(client.applyPacked(plan.revision, plan.splices)).rejects.toMatchObject({ code: 'stale' });
    expect(await (await client.read()).text()).toBe(' ["a", "a"]');
  });

  it('[BIG-2] is ended at its next slice, or with its worker, and the next search works', async () => {
    const client = await open(`["${'a'.repeat(200_000)}", "${'b'.repeat(40)}"]`);
    const searcher = new Searcher(client);
    for (const pattern of ['a', '^.*(b+)+$']) {
      const abort = new AbortController();
      const planning = searcher.plan(all(pattern), { signal: abort.signal });
      setTimeout(() => abort.abort(), 30);
      await expect(planning).rejects.toMatchObject({ code: 'cancelled' });
    }
    const query = { ...QUERY, pattern: 'b', regex: false, scope: 'text' as const };
    expect((await searcher.search(query, { onHits: () => undefined })).count).toBe(40);
  });

  it('refuses one hit that is not there any more', async () => {
    const client = await open('["a"]');
    const only = { start: asByte(1), end: asByte(2) };
    await expect(new Searcher(client).plan({ ...all('a'), only })).rejects.toMatchObject({ code: 'stale' });
  });
});
