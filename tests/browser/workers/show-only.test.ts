// Showing only a part of a document through its worker: followed while the search changes, kept through edits, formatting and
// the death of the worker, in a document of 1 MB and one of 100 MB.

import { afterEach, describe, expect, it } from 'vitest';
import { generate } from '../../../bench/generate.ts';
import { asByte, asRow } from '../../../src/shared/units.ts';
import { connectDocument } from '../../../src/ui/client/worker-document-client.ts';
import type { DocumentClient } from '../../../src/ui/client/document.ts';
import type { FindTarget } from '../../../src/ui/find/find-state.ts';
import { Finder } from '../../../src/ui/find/finder.ts';
import { matchesOf, toggleMatches } from '../../../src/ui/find/only-matches.ts';
import { showOnlyOf } from '../../../src/ui/show-only/show-only.ts';

const clients: DocumentClient[] = [];
const workers: Worker[] = [];
const problems: unknown[] = [];
const report = (error: unknown): void => void problems.push(error);

/** A view that shows no hits: the document is looked at here. */
const NOWHERE: FindTarget = {
  searches: 'text',
  selection: () => [],
  place: () => null,
  seed: () => null,
  select: () => undefined,
  selectAll: () => undefined,
  focus: () => undefined,
  settle: () => undefined,
};

async function open(content: BlobPart): Promise<{ client: DocumentClient; finder: Finder }> {
  const client = connectDocument(() => {
    const url = new URL('../../../src/workers/document.worker.ts', import.meta.url);
    const worker = new Worker(url, { type: 'module' });
    workers.push(worker);
    return worker;
  });
  clients.push(client);
  await client.open(new Blob([content]));
  const finder = new Finder({
    client,
    write: (_, work) => work({ signal: new AbortController().signal, onProgress: () => undefined }),
    report,
  });
  finder.attach(NOWHERE);
  return { client, finder };
}

afterEach(() => {
  for (const client of clients.splice(0)) client.close();
  workers.length = 0;
  expect(problems.splice(0)).toEqual([]);
});

const everything = { linesBefore: 10_000, linesAfter: 10_000, bytesBefore: 1 << 20, bytesAfter: 1 << 20 };

async function linesOf(client: DocumentClient): Promise<string[]> {
  const { bytes } = await client.readText({ anchor: { line: 0 }, ...everything });
  return new TextDecoder().decode(bytes).split('\n');
}

async function rowsOf(client: DocumentClient, count = 1000): Promise<string[]> {
  const { rows } = await client.readRows({ first: asRow(0), count });
  return rows.map(({ key, position, text }) => `${key ?? position} ${text}`);
}

describe('[NEW-11] [TRE-5] showing only what was found', () => {
  it('follows the search, and lasts through edits, formatting, undo and the death of the worker', async () => {
    const items = Array.from({ length: 12_000 }, (_, id) => ({
      id,
      text: id % 4000 === 7 ? `needle ${id}` : 'hay in a heap',
      more: [id, id],
    }));
    const text = JSON.stringify(items, null, 2);
    expect(text.length).toBeGreaterThan(1_000_000);
    const { client, finder } = await open(text);
    finder.reveal({}, 'needle');
    await toggleMatches(finder, client, report);
    const total = 1 + items.length * 6;
    expect(client.state.narrowed).toEqual({ kind: 'matches', detail: 'needle', count: 3, of: total });
    const wanted = ['"needle 7"', '"needle 4007"', '"needle 8007"'];
    expect((await rowsOf(client)).filter((row) => row.startsWith('text')).map((row) => row.slice(5))).toEqual(wanted);
    expect((await linesOf(client)).filter((line) => line.includes('"text"'))).toHaveLength(3);
    expect(await linesOf(client)).toHaveLength(2 + 3 * 3);

    // Another search, and back.
    finder.setPattern('needle 4');
    await expect.poll(() => client.state.narrowed?.count).toBe(1);
    finder.setPattern('needle');
    await expect.poll(() => client.state.narrowed?.count).toBe(3);

    // A match that is none any more stays; so does what is written.
    const at = text.indexOf('"needle 4007"');
    const insert = new TextEncoder().encode('"thread, and longer"');
    await client.apply(client.state.revision, [{ start: asByte(at), end: asByte(at + 13), insert }], 'alone');
    const edited = ['"needle 7"', '"thread, and longer"', '"needle 8007"'];
    const shown = async (): Promise<string[]> =>
      (await rowsOf(client)).filter((row) => row.startsWith('text')).map((row) => row.slice(5));
    expect(await shown()).toEqual(edited);
    expect((await linesOf(client)).filter((line) => line.includes('"text"'))).toHaveLength(3);
    await client.format({ style: 'format', indent: '    ', maxLineLength: 80, escapeUnicode: false });
    await client.caughtUp();
    expect(await shown()).toEqual(edited);
    expect(await linesOf(client)).toHaveLength(2 + 3 * 3);
    await client.undo();
    await client.undo();
    await client.caughtUp();
    expect(await shown()).toEqual(wanted);

    // A worker that dies: what was shown is asked for again.
    workers.at(-1)?.terminate();
    await expect.poll(() => client.state.narrowed?.count, { timeout: 15_000 }).toBe(3);
    await expect.poll(shown).toEqual(wanted);
    await toggleMatches(finder, client, report);
    expect(client.state.narrowed).toBeNull();
    expect(await linesOf(client)).not.toHaveLength(11);
    expect(await (await client.read()).text()).toBe(text);
  });

  it('[BIG-1] works the same at 100 MB', async () => {
    const bytes = generate('records', 'pretty', 100e6);
    const { client, finder } = await open(bytes);
    finder.reveal({}, 'amber');
    await showOnlyOf(client, report).show(matchesOf(finder, client));
    const { narrowed, rowCount } = client.state;
    expect(narrowed?.count).toBeGreaterThan(1000);
    expect(narrowed?.of).toBeGreaterThan(1_000_000);
    expect(rowCount).toBeGreaterThan(narrowed?.count ?? 0);
    const lines = await linesOf(client);
    expect(lines.filter((line) => line.includes('amber')).length).toBeGreaterThan(1000);
    // Besides matches, only brackets are left, and keys that open some.
    expect(lines.slice(1, 2000).filter((line) => !/amber|^\s*("[^"]*": )?[[\]{}],?$/.test(line))).toEqual([]);
    const { rows } = await client.readRows({ first: asRow(rowCount - 50), count: 50 });
    expect(rows.some(({ text }) => text.includes('amber'))).toBe(true);
    await showOnlyOf(client, report).end();
    expect(client.state.rowCount).toBeLessThan(rowCount + bytes.length);
    expect(client.state.narrowed).toBeNull();
  });
});
