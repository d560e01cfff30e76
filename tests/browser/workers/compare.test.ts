// Compare through the workers: what is sent and when, results, cancellation, and errors.

import { afterEach, describe, expect, it } from 'vitest';
import { COMPARE_DEFAULTS, COUNTERPART_WORDS, markOf, readChange } from '../../../src/shared/protocol/compare.ts';
import { asByte } from '../../../src/shared/units.ts';
import { Comparer } from '../../../src/ui/client/comparer.ts';
import { connectDocument } from '../../../src/ui/client/worker-document-client.ts';
import type { DocumentClient } from '../../../src/ui/client/document.ts';

const clients: DocumentClient[] = [];
const comparers: Comparer[] = [];

async function open(text: string): Promise<DocumentClient> {
  const client = connectDocument();
  clients.push(client);
  await client.open(new Blob([text]));
  return client;
}

async function compareTexts(left: string, right: string) {
  const [one, other] = await Promise.all([open(left), open(right)]);
  const comparer = new Comparer({ left: one, right: other });
  comparers.push(comparer);
  return { one, other, comparer };
}

afterEach(() => {
  for (const comparer of comparers.splice(0)) comparer.close();
  for (const client of clients.splice(0)) client.close();
});

const insert = (at: number, text: string) => [
  { start: asByte(at), end: asByte(at), insert: new TextEncoder().encode(text) },
];

describe('[CMP-1] comparing', () => {
  it('answers changes, entries, marks and counterparts, and follows an edit of one side', async () => {
    const { one, other, comparer } = await compareTexts('{"a":[1,2,3],"b":"x"}', '{"b":"y","a":[0,1,2,3]}');
    const compared = await comparer.compare(COMPARE_DEFAULTS);
    expect(compared.count).toBe(2);
    expect(compared.revisions).toEqual({ left: one.state.revision, right: other.state.revision });
    expect(readChange(compared.changes, 0)).toEqual({ kind: 'create', left: null, right: 3, partner: null });
    expect(markOf(compared.marks.left, 0)).toEqual({ mark: 'child-update', count: 2, node: 0 });
    expect(await comparer.describe(compared, 1, 10)).toEqual([
      {
        index: 1,
        change: 'update',
        left: { path: ['b'], ordinals: null, value: '"x"', range: { start: 17, end: 20 } },
        right: { path: ['b'], ordinals: null, value: '"y"', range: { start: 5, end: 8 } },
        partner: null,
      },
    ]);
    const level = await comparer.counterparts(compared, 'left', Uint32Array.of(0, 1, 2, 6));
    expect(level).toHaveLength(4 * COUNTERPART_WORDS);
    expect([...level]).toEqual([0, 1, 2, 1, 4, 1, 1, 1]);
    await one.apply(one.state.revision, insert(6, '0,'), 'alone');
    const again = await comparer.compare(COMPARE_DEFAULTS);
    expect(again.count).toBe(1);
    expect(again.revisions.left).toBe(one.state.revision);
    await expect(comparer.describe(compared, 0, 1)).rejects.toMatchObject({ code: 'stale' });
  });

  it('answers what differs inside, takes it over in one step, and writes it out', async () => {
    const { one, other, comparer } = await compareTexts(
      '{\n  "a": "one two",\n  "b": 1\n}',
      '{"a":"one three","c":[1]}',
    );
    const compared = await comparer.compare(COMPARE_DEFAULTS);
    expect(compared.count).toBe(3);
    expect(await comparer.within(compared, 0)).toMatchObject({ left: [{ start: 15, end: 17 }], complete: true });
    expect(await comparer.within(compared, 1)).toBeNull();
    const patch = await (await comparer.export(compared, 'json-patch')).text();
    expect(JSON.parse(patch)).toHaveLength(3);
    const report = await comparer.export(compared, 'report');
    expect(report.type).toBe('text/html');
    expect(await report.text()).toContain('&quot;one two&quot;');
    const some = await comparer.merge(compared, { type: 'changes', indexes: Uint32Array.of(0) }, 'right');
    await other.applyPacked(some.revision, some.splices);
    expect(await (await other.read()).text()).toBe('{"a":"one two","c":[1]}');
    const plan = await comparer.merge(compared, { type: 'all' }, 'left');
    await one.applyPacked(plan.revision, plan.splices);
    expect(await (await one.read()).text()).toBe('{\n  "a": "one three",\n  "c": [\n    1\n  ]\n}');
    await one.undo();
    expect(await (await one.read()).text()).toBe('{\n  "a": "one two",\n  "b": 1\n}');
    expect((await comparer.compare(COMPARE_DEFAULTS)).count).toBe(2);
  });

  it('[CMP-5] says which side is not valid', async () => {
    const { comparer } = await compareTexts('[1]', '[1');
    await expect(comparer.compare(COMPARE_DEFAULTS)).rejects.toMatchObject({
      code: 'invalid-document',
      message: expect.stringContaining('right') as unknown,
    });
  });

  it('reports progress, is cancelled, and goes on afterwards', async () => {
    const items = (seed: number): string =>
      JSON.stringify(Array.from({ length: 150_000 }, (_, id) => ({ id, name: `number ${id % seed}` })));
    const { comparer } = await compareTexts(items(7), items(11));
    const abort = new AbortController();
    const told: number[] = [];
    const task = {
      signal: abort.signal,
      onProgress: (done: number) => {
        told.push(done);
        abort.abort();
      },
    };
    await expect(comparer.compare(COMPARE_DEFAULTS, task)).rejects.toMatchObject({ code: 'cancelled' });
    expect(told.length).toBeGreaterThan(0);
    const waiting = comparer.compare(COMPARE_DEFAULTS);
    const newer = comparer.compare({ ...COMPARE_DEFAULTS, identity: 'id' });
    await expect(waiting).rejects.toMatchObject({ code: 'superseded' });
    // Items whose number is the same modulo both 7 and 11 are equal.
    const staying = Array.from({ length: 150_000 }, (_, id) => id).filter((id) => id % 7 === id % 11).length;
    expect((await newer).count).toBe(150_000 - staying);
  });
});
