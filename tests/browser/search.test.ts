// Searching through the workers: hits as they come, and an expression that never ends, ended.

import { afterEach, describe, expect, it } from 'vitest';
import { unpackHits, type Hit, type SearchQuery } from '../../src/shared/search.ts';
import { asByte } from '../../src/shared/units.ts';
import { connectDocument } from '../../src/ui/client/connect.ts';
import type { DocumentClient } from '../../src/ui/client/document.ts';
import { Searcher } from '../../src/ui/client/search.ts';

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
      false,
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
      false,
    );
    expect(await (await client.read()).text()).toBe(`["${'a'.repeat(40)}b", 2]`);
    setTimeout(() => abort.abort(), 200);
    const started = performance.now();
    await expect(job).rejects.toMatchObject({ code: 'cancelled' });
    expect(performance.now() - started).toBeLessThan(5000);
    const { count } = await searcher.search({ ...QUERY, pattern: 'b$' }, { onHits: () => undefined });
    expect(count).toBe(1);
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
