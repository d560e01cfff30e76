// The client and its worker in a real browser: calls, progress, cancellation, death and replacement.

import { afterEach, describe, expect, it, vi } from 'vitest';
import type { DocumentClient } from '../../../src/ui/client/document.ts';
import { connectDocument } from '../../../src/ui/client/worker-document-client.ts';
import { JobPool } from '../../../src/ui/client/jobs.ts';
import { asByte, asNode, asRevision, asRow, type Revision } from '../../../src/shared/units.ts';

const workers: Worker[] = [];
const clients: DocumentClient[] = [];

function spawn(): Worker {
  const url = new URL('../../../src/workers/document.worker.ts', import.meta.url);
  const worker = new Worker(url, { type: 'module' });
  workers.push(worker);
  return worker;
}

function connect(): DocumentClient {
  const client = connectDocument(spawn);
  clients.push(client);
  return client;
}

afterEach(() => {
  for (const client of clients.splice(0)) client.close();
  workers.length = 0;
});

const blob = (text: string): Blob => new Blob([text]);
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = async (client: DocumentClient): Promise<string> => (await client.read()).text();

async function settled(client: DocumentClient): Promise<void> {
  await vi.waitFor(() => expect(client.state.validity).not.toBe('unknown'), { timeout: 20_000 });
}

/** About 50 MB of records. */
function largeBlob(): Blob {
  const part = Array.from({ length: 10_000 }, (_, id) => `{"id":${id},"name":"number ${id}","tags":["a","b"]}`).join(
    ',',
  );
  return new Blob(['[', ...Array.from({ length: 99 }, () => `${part},`), part, ']']);
}

/** The same records, with one value per line. */
function linesBlob(): Blob {
  const part = Array.from(
    { length: 10_000 },
    (_, id) => `{\n  "id": ${id},\n  "tags": [\n    "a",\n    "b"\n  ]\n}`,
  ).join(',\n');
  return new Blob(['[\n', ...Array.from({ length: 39 }, () => `${part},\n`), part, '\n]']);
}

function replaceAt(
  client: DocumentClient,
  start: number,
  end: number,
  text: string,
): ReturnType<DocumentClient['apply']> {
  return client.apply(
    client.state.revision,
    [{ start: asByte(start), end: asByte(end), insert: encode(text) }],
    'alone',
  );
}

describe('a document client', () => {
  it('[BIG-2] opens, edits, undoes and reads back', async () => {
    const client = connect();
    await client.open(blob('{"a": 1, "b": [true]}'));
    expect(client.state).toMatchObject({ phase: 'ready', validity: 'valid', tree: 'live', rowCount: 3, lineCount: 1 });
    const { rows } = await client.readRows({ first: asRow(0), count: 10 });
    expect(rows.map((row) => [row.key, row.kind, row.text])).toEqual([
      [null, 'object', ''],
      ['a', 'number', '1'],
      ['b', 'array', '[true]'],
    ]);
    await client.edit(client.state.revision, { type: 'set', node: rows[1]?.node ?? asNode(0), json: '1.0' });
    expect(await textOf(client)).toBe('{"a": 1.0, "b": [true]}');
    await client.undo();
    expect(await textOf(client)).toBe('{"a": 1, "b": [true]}');
    await client.redo();
    expect(await textOf(client)).toBe('{"a": 1.0, "b": [true]}');
  });

  it('[BIG-1] tells of what was typed once the frame that shows it is painted', async () => {
    const client = connect();
    await client.open(blob('[1]'));
    for (let key = 0; key < 10; key += 1) {
      let painted = 0;
      requestAnimationFrame(() => (painted += 1));
      let told: number | null = null;
      const stop = client.subscribe(() => (told ??= painted));
      await replaceAt(client, 1, 2, String(key));
      stop();
      expect(told).toBe(1);
      expect(client.state.revision).toBe(key + 2);
    }
  });

  it('[TRE-2] takes back an edit with what was selected and expanded, whoever made it', async () => {
    const client = connect();
    await client.open(blob('{"a": [[1], [2]], "b": 1}'));
    await client.expand({ type: 'expand-all' });
    await vi.waitFor(() => expect(client.state.rowCount).toBe(7));
    const stop = client.trackSelection(() => [{ anchor: 6, active: 16 }]);
    await client.edit(client.state.revision, { type: 'remove', nodes: [asNode(1)] });
    stop();
    await vi.waitFor(() => expect(client.state.rowCount).toBe(2));
    const undone = await client.undo();
    expect(undone?.selection).toEqual([{ anchor: 6, active: 16 }]);
    expect(undone?.rows).toEqual([{ first: 1, last: 1 }]);
    await vi.waitFor(() => expect(client.state.rowCount).toBe(7));
    // Expansion survives a change of the text, and its undo.
    await client.apply(
      client.state.revision,
      [{ start: asByte(0), end: asByte(1), insert: encode('{ "z": [], ') }],
      'alone',
    );
    await settled(client);
    await vi.waitFor(() => expect(client.state.rowCount).toBe(8));
    await client.undo();
    await vi.waitFor(() => expect(client.state.rowCount).toBe(7));
  });

  it('rejects with a code that survives the boundary', async () => {
    const client = connect();
    await client.open(blob('[1'));
    expect(client.state.validity).toBe('invalid');
    expect(client.state.error).toMatchObject({ code: 'syntax', place: { offset: 2, line: 0, column: 2 } });
    await expect(client.format({ style: 'format', indent: '  ', maxLineLength: 80 })).rejects.toMatchObject({
      code: 'invalid-document',
    });
    await expect(client.apply(99 as Revision, [], 'alone')).rejects.toMatchObject({ code: 'stale' });
  });

  it('[TXT-1] refuses with a change all those that were sent behind it, and takes those of the next reading', async () => {
    const client = connect();
    await client.open(blob('[1]'));
    await replaceAt(client, 2, 2, ',2');
    const { revision } = client.state;
    const insert = (base: number, at: number, text: string): Promise<unknown> =>
      client.apply(base as Revision, [{ start: asByte(at), end: asByte(at), insert: encode(text) }], 'continues');
    // Keys sent after an undo, but based on the revision before it.
    const undone = client.undo();
    const typed = ['x', 'y', 'z'].map((key, index) => insert(revision + index, 5 + index, key));
    const answers = await Promise.allSettled(typed);
    await undone;
    const codes = answers.map((one) => one.status === 'rejected' && one.reason.code);
    expect(codes).toEqual(['stale', 'stale', 'stale']);
    await settled(client);
    expect(await textOf(client)).toBe('[1]');
    await replaceAt(client, 3, 3, ' ');
    expect(await textOf(client)).toBe('[1] ');
    await client.undo();
    expect(await textOf(client)).toBe('[1]');
  });

  it('[PAR-4] keeps the last valid tree, readable, while the text is invalid', async () => {
    const client = connect();
    await client.open(blob('{"name": "before", "n": 12}'));
    await replaceAt(client, 9, 17, '"af');
    await settled(client);
    expect(client.state).toMatchObject({ validity: 'invalid', tree: 'stale' });
    const { rows } = await client.readRows({ first: asRow(0), count: 10 });
    expect(rows.map((row) => row.text)).toEqual(['', '"before"', '12']);
    await replaceAt(client, 12, 12, 'ter"');
    await settled(client);
    expect(client.state).toMatchObject({ validity: 'valid', tree: 'live' });
    expect((await client.readRows({ first: asRow(1), count: 1 })).rows[0]?.text).toBe('"after"');
  });

  it('[BIG-2] reports progress, and a cancel leaves the document as it was', async () => {
    const client = connect();
    await client.open(blob('"small"'));
    const abort = new AbortController();
    const seen: number[] = [];
    const opening = client.open(largeBlob(), {
      signal: abort.signal,
      onProgress: (done) => {
        seen.push(done);
        abort.abort();
      },
    });
    await expect(opening).rejects.toMatchObject({ code: 'cancelled' });
    expect(seen.length).toBeGreaterThan(0);
    expect(await textOf(client)).toBe('"small"');
    expect(client.state).toMatchObject({ phase: 'ready', validity: 'valid', size: 7 });
  });

  it('[BIG-2] reports how far folding is, and a cancel leaves all lines open', async () => {
    const client = connect();
    await client.open(linesBlob());
    await settled(client);
    const abort = new AbortController();
    const seen: number[] = [];
    const folding = client.fold(
      { type: 'fold-all' },
      {
        signal: abort.signal,
        onProgress: (done, total) => {
          seen.push(done / total);
          abort.abort();
        },
      },
    );
    await expect(folding).rejects.toMatchObject({ code: 'cancelled' });
    expect(seen.every((share) => share > 0 && share <= 1)).toBe(true);
    expect(seen.length).toBeGreaterThan(0);
    expect(client.state.foldsVersion).toBe(0);
    expect(await client.fold({ type: 'fold-all' })).toBe(client.state.lineCount - 2);
  });

  it('answers every view that reads rows, text or cells at the same time as others', async () => {
    const client = connect();
    await client.open(blob(`[${'{"a":1},'.repeat(1000)}{"a":2}]`));
    await client.caughtUp();
    const firsts = [0, 100, 200, 300];
    const rows = await Promise.all(firsts.map((first) => client.readRows({ first: asRow(first), count: 2 })));
    expect(rows.map(({ first }) => first)).toEqual(firsts);
    const cells = await Promise.all(
      firsts.map((first) => client.readCells({ path: [], arrangement: null, first, count: 2, columns: [['a']] })),
    );
    expect(cells.map(({ first }) => first)).toEqual(firsts);
  });

  it('[DOC-17] reads the dialect of the text that is read, not of the one before it', async () => {
    const left = connect();
    await left.open(blob('{"a":1}\n{"a":2}\n'), { dialect: 'ndjson' });
    const opening = left.open(blob('// one\n[1,]'), { dialect: 'jsonc' });
    // The state still shows the previous document.
    expect(left.state.dialect).toBe('ndjson');
    const { text, dialect } = await left.readVersion();
    await opening;
    expect([await text.text(), dialect]).toEqual(['// one\n[1,]', 'jsonc']);
  });
});

describe('the death of a worker', () => {
  it('[BIG-2] rejects what is pending, and gives the document back with its edits', async () => {
    const client = connect();
    await client.open(largeBlob());
    const before = client.state.size;
    await replaceAt(client, 1, 1, '"first",');
    await settled(client);
    const revision = client.state.revision;
    const formatting = client.format({ style: 'format', indent: '  ', maxLineLength: 80 });
    workers[0]?.terminate();
    await expect(formatting).rejects.toMatchObject({ code: 'worker-died' });
    const bytes = await client.readRange({ start: asByte(0), end: asByte(20) });
    expect(new TextDecoder().decode(bytes)).toBe('["first",{"id":0,"na');
    expect(workers).toHaveLength(2);
    await settled(client);
    expect(client.state.size).toBe(before + 8);
    // The revision is unchanged, so what was read at it is still valid.
    expect(client.state.revision).toBe(revision);
    await client.undo();
    expect(client.state.size).toBe(before);
  });

  it('[BIG-2] [OFF-1] is followed by fewer and fewer where the script is gone, and by the document once it is back', async () => {
    let isGone = false;
    let asked = 0;
    const client = connectDocument(() => {
      if (!isGone) return spawn();
      asked += 1;
      return new Worker(new URL('/no-such-worker.js', location.href), { type: 'module' });
    });
    clients.push(client);
    await client.open(blob('[1,2]'));
    await replaceAt(client, 1, 2, '7');
    isGone = true;
    workers[0]?.dispatchEvent(new Event('error'));
    await expect(client.read()).rejects.toThrow('could not be loaded');
    await vi.waitFor(() => expect(asked).toBe(2), { timeout: 20_000 });
    expect(client.isRecovering).toBe(true);
    isGone = false;
    // The client starts the third worker by itself.
    await vi.waitFor(async () => expect(await textOf(client)).toBe('[7,2]'), { timeout: 20_000, interval: 50 });
    expect(workers).toHaveLength(2);
    await replaceAt(client, 1, 2, '8');
    expect(await textOf(client)).toBe('[8,2]');
  });

  it('[ERR-1] is none where the client was closed: what is pending, and what is asked later, is cancelled', async () => {
    const client = connect();
    await client.open(largeBlob());
    const formatting = client.format({ style: 'format', indent: '  ', maxLineLength: 80 });
    const reading = client.readRange({ start: asByte(0), end: asByte(20) });
    client.close();
    await expect(formatting).rejects.toMatchObject({ code: 'cancelled' });
    await expect(reading).rejects.toMatchObject({ code: 'cancelled' });
    await expect(client.read()).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('[ERR-1] says nothing more when the client is closed while the document is restored', async () => {
    for (let waitMs = 0; waitMs < 200; waitMs += 20) {
      const client = connect();
      await client.open(blob('[1,2]'));
      await settled(client);
      const last = workers.length;
      workers[last - 1]?.dispatchEvent(new Event('error'));
      const read = client.readRange({ start: asByte(0), end: asByte(5) }).then(
        (bytes) => new TextDecoder().decode(bytes),
        (error: { code: string }) => error.code,
      );
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      client.close();
      expect(['cancelled', '[1,2]']).toContain(await read);
      expect(workers).toHaveLength(last + 1);
    }
  });

  it('[BIG-2] [DOC-5] saving reads the whole text once more', async () => {
    const client = connect();
    await client.open(largeBlob());
    await replaceAt(client, 1, 1, '"first",');
    const reading = client.readVersion();
    workers[0]?.terminate();
    const { text } = await reading;
    expect(text.size).toBe(client.state.size);
    expect(await text.slice(0, 20).text()).toBe('["first",{"id":0,"na');
    expect(workers).toHaveLength(2);
  });

  it('does not lose an edit that was on its way', async () => {
    const client = connect();
    await client.open(blob('[1]'));
    const edit = replaceAt(client, 1, 2, '2');
    workers[0]?.terminate();
    // Keys typed before the next worker has the document build on the edit in flight.
    const next = client.apply(
      asRevision(client.state.revision + 1),
      [{ start: asByte(2), end: asByte(2), insert: encode('3') }],
      'continues',
    );
    const phases = new Set<string>();
    const stop = client.subscribe(() => phases.add(`${client.state.phase} ${client.state.size}`));
    await edit;
    await next;
    expect(await textOf(client)).toBe('[23]');
    await settled(client);
    stop();
    // No subscriber saw the document empty or reopened.
    expect([...phases].every((phase) => phase.startsWith('ready') && phase !== 'ready 0')).toBe(true);
  });

  it('between the answer to a key and its frame changes nothing of what is told', async () => {
    for (let round = 0; round < 3; round += 1) {
      workers.length = 0;
      const client = connect();
      await client.open(blob('[1]'));
      await settled(client);
      const readRange = async (): Promise<string> =>
        new TextDecoder().decode(await client.readRange({ start: asByte(0), end: asByte(3) }));
      const read: Promise<string>[] = [];
      client.subscribe(() => read.push(readRange().catch((error: { code: string }) => error.code)));
      // Start right after a frame, so that the next one is as far away as possible.
      await new Promise(requestAnimationFrame);
      const before = client.state.revision;
      const edit = replaceAt(client, 1, 2, '2');
      // As after an uncaught error in the worker.
      const die = (): void => void workers[0]?.dispatchEvent(new Event('error'));
      workers[0]?.addEventListener('message', () => setTimeout(die, 2), { once: true });
      const { revision } = await edit;
      await vi.waitFor(() => expect(workers).toHaveLength(2));
      expect(await readRange()).toBe('[2]');
      await settled(client);
      expect(revision).toBe(before + 1);
      // If the frame came before the death, the read may have been rejected by it.
      const texts = (await Promise.all(read)).filter((text) => text !== 'worker-died');
      expect(new Set(texts)).toEqual(new Set(['[2]']));
      client.close();
    }
  });

  it('is noticed when nothing is pending, and edits go on', async () => {
    const client = connect();
    await client.open(blob('[1]'));
    await replaceAt(client, 1, 2, '2');
    workers[0]?.terminate();
    await vi.waitFor(() => expect(workers).toHaveLength(2));
    await client.readRange({ start: asByte(0), end: asByte(1) });
    await replaceAt(client, 1, 2, '3');
    expect(await textOf(client)).toBe('[3]');
  });
});

describe('the job pool', () => {
  it('[PAR-4] repairs nearly valid text', async () => {
    const pool = new JobPool();
    const source = blob("{a: 'x', b: [1, 2,], // note\n}");
    const { splices } = await pool.run('repair', [source, 'json']);
    const client = connect();
    await client.open(source);
    await client.apply(client.state.revision, splices, 'alone');
    expect(JSON.parse(await (await client.read()).text())).toEqual({ a: 'x', b: [1, 2] });
  });

  it('ends a job at once when it is cancelled, and works on', async () => {
    const pool = new JobPool(1);
    const abort = new AbortController();
    const job = pool.run('repair', [blob(`[${"{a:'x'},".repeat(400_000)}`), 'json'], { signal: abort.signal });
    setTimeout(() => abort.abort(), 100);
    const started = performance.now();
    await expect(job).rejects.toMatchObject({ code: 'cancelled' });
    expect(performance.now() - started).toBeLessThan(5000);
    expect((await pool.run('repair', [blob('[1,]'), 'json'])).hunkCount).toBe(1);
  });

  it('cancels a job that waits at once, and runs the one behind it', async () => {
    const pool = new JobPool(1);
    const [running, waiting] = [new AbortController(), new AbortController()];
    const long = blob(`[${"{a:'x'},".repeat(400_000)}`);
    const first = pool.run('repair', [long, 'json'], { signal: running.signal });
    const second = pool.run('repair', [blob('[1,]'), 'json'], { signal: waiting.signal });
    const third = pool.run('repair', [blob('[1,]'), 'json']);
    const ends: string[] = [];
    const note = (job: Promise<unknown>, name: string) => job.catch(() => undefined).then(() => ends.push(name));
    const all = [note(first, 'first'), note(second, 'second'), note(third, 'third')];
    waiting.abort();
    await expect(second).rejects.toMatchObject({ code: 'cancelled' });
    running.abort();
    expect((await third).hunkCount).toBe(1);
    await Promise.all(all);
    expect(ends).toEqual(['second', 'first', 'third']);
  });
});
