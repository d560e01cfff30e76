// A file that another program has changed is taken over: byte for byte, as one undo step, with what was expanded, folded and
// selected at the same paths.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dialect } from '../../../src/shared/document/dialect.ts';
import type { Path } from '../../../src/shared/document/path.ts';
import type { Selection } from '../../../src/shared/protocol/selection.ts';
import { asByte } from '../../../src/shared/units.ts';
import { ContentCalls } from '../../../src/workers/document/content-calls.ts';
import { Folding } from '../../../src/workers/document/folding.ts';
import { Reloading } from '../../../src/workers/document/reloading.ts';
import { Session } from '../../../src/workers/document/session.ts';
import { StepCalls } from '../../../src/workers/document/step-calls.ts';
import type { JsonDocument } from '../../../src/engine/document/document.ts';
import { runs } from '../../runs.ts';

async function open(content: BlobPart, dialect: Dialect = 'json') {
  const session = new Session(() => undefined);
  await session.open(1, { content: new Blob([content]), dialect });
  const reloading = new Reloading(session);
  return {
    session,
    text: async () => {
      const { text } = await new ContentCalls(session).read(2, 'utf-8');
      return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await text.arrayBuffer());
    },
    async reload(next: BlobPart, selection: Selection | null = null) {
      const difference = await reloading.planReload(3, session.revision, new Blob([next]));
      const result = await reloading.reload(4, session.revision, selection);
      return { difference, result };
    },
    extend: (start: number, tail: string) => reloading.extend(session.revision, start, new TextEncoder().encode(tail)),
    plan: (next: BlobPart) => reloading.planReload(3, session.revision, new Blob([next])),
  };
}

/** The paths of the expanded containers. */
function expandedIn({ rows, tape, places }: JsonDocument): string[] {
  return Array.from(rows.expandedEntries(0, tape.count), (entry) => JSON.stringify(places.path(entry)));
}

/** Objects only, so that a path names the same place in two of them. */
const tree = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(1, 'ä', '€\u{1f600}', null),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', 'ä', '__proto__', 'x"y'), tie('tree'), { minKeys: 1 }),
  ),
})).tree;
const spelling = fc.constantFrom(
  (value: unknown) => JSON.stringify(value, null, 2),
  (value: unknown) => JSON.stringify(value),
  (value: unknown) => `\ufeff${JSON.stringify(value, null, 1).replaceAll('\n', '\r\n')}\r\n`,
);

describe('a file taken over', () => {
  it('[NEW-2] has its bytes, is one undo step, and keeps what was expanded by path', async () => {
    await fc.assert(
      fc.asyncProperty(
        tree,
        tree,
        spelling,
        spelling,
        fc.infiniteStream(fc.boolean()),
        async (a, b, spellA, spellB, choices) => {
          const [before, after] = [spellA({ root: a }), spellB({ root: b })];
          const { session, text, reload } = await open(before);
          const { tape, rows } = session.document;
          for (let entry = 1; entry < tape.count; entry += 1)
            if (tape.isOpening(entry) && choices.next().value === true) rows.expand(entry);
          const were = expandedIn(session.document);
          const { difference } = await reload(after);
          expect(difference).toBe(
            before === after ? 'none' : after.length < before.length && before.startsWith(after) ? 'cut' : 'changed',
          );
          expect(await text()).toBe(after);
          session.document.check();
          const are = new Set(expandedIn(session.document));
          for (const path of were) {
            const entry = session.document.places.atPath(JSON.parse(path) as Path);
            if (entry >= 0 && session.document.tape.isOpening(entry)) expect(are, `${before} ${after}`).toContain(path);
          }
          if (before === after) return;
          await new StepCalls(session).undo(5, 1);
          expect(await text()).toBe(before);
          expect(expandedIn(session.document).toSorted()).toEqual(were.toSorted());
        },
      ),
      { numRuns: runs(1000) },
    );
  });

  it('[NEW-2] splits no character and no line end where bytes of two are the same', async () => {
    const words = fc.array(fc.constantFrom('ä', 'å', '\r\n', '\n', '\r', 'a', '€', '₭'), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(words, words, async (a, b) => {
        const { session, text, reload } = await open(a.join(''));
        await reload(b.join(''));
        expect(await text()).toBe(b.join(''));
        session.document.lines.check();
        await new StepCalls(session).undo(5, 1);
        expect(await text()).toBe(a.join(''));
        session.document.lines.check();
      }),
      { numRuns: runs(2000) },
    );
  });

  it('[NEW-2] keeps what was folded and selected, at the same paths', async () => {
    const value = (name: string) => ({ first: [1, 2, 3], [name]: { deep: { x: 1, y: 2 }, list: [1, 2] }, last: 0 });
    const before = JSON.stringify({ ...value('kept'), z: 1 }, null, 2);
    const after = JSON.stringify({ added: { lines: [1, 2] }, ...value('kept'), more: true, z: 2 }, null, 4);
    const { session, reload } = await open(before);
    const folding = new Folding(session);
    await folding.fold(6, { type: 'fold', offsets: [asByte(before.indexOf('"deep"'))] });
    const at = before.indexOf('"y": 2') + 5;
    const selection = [{ anchor: at, active: at + 1 }];
    const { result } = await reload(after, selection);
    const then = after.indexOf('"y": 2') + 5;
    expect(result.selection).toEqual([{ anchor: then, active: then + 1 }]);
    const { starts, ends } = session.document.folds.all;
    const hidden = Array.from(starts, (start, index) => after.slice(start, ends[index]));
    expect(hidden).toHaveLength(1);
    expect(hidden[0]).toContain('"x": 1');
    expect(hidden[0]).not.toContain('"list"');
    session.document.folds.check();
  });

  it('[NEW-2] is carried over a text that was invalid in between', async () => {
    const { session, reload } = await open('{"a": {"b": {"c": 1}}, "d": {"e": 2}}');
    session.document.rows.expandAll();
    await reload('{"a": {"b": {"c');
    expect(session.document.isLive).toBe(false);
    await reload('{"a": {"b": {"c": 2}}, "d": {"e": 3}}');
    expect(expandedIn(session.document)).toEqual(['[]', '["a"]', '["a","b"]', '["d"]']);
  });

  it('[NEW-2] is refused when the document was written after it was compared', async () => {
    const { session, text, plan } = await open('[1]');
    const reloading = new Reloading(session);
    const base = session.revision;
    await reloading.planReload(3, base, new Blob(['[2]']));
    await session.apply(base, [], 'alone', null);
    await expect(reloading.reload(4, base, null)).rejects.toMatchObject({ code: 'stale' });
    await expect(reloading.reload(4, session.revision, null)).rejects.toMatchObject({ code: 'stale' });
    expect(await text()).toBe('[1]');
    expect(await plan('[1]')).toBe('none');
  });

  it('[NEW-2] is extended by new records, as one undo step in all', async () => {
    const { session, text, extend } = await open('{"a":1}\n{"a":', 'ndjson');
    await extend(8, '');
    await session.settled;
    expect(session.document.validity).toBe('valid');
    for (let record = 2; record < 50; record += 1) await extend(session.document.size, `{"a":${record}}\n`);
    await session.settled;
    expect(session.document.places.children.count(0)).toBe(49);
    session.document.check();
    await new StepCalls(session).undo(5, 1);
    expect(await text()).toBe('{"a":1}\n{"a":');
    await new StepCalls(session).redo(5, 1);
    expect(await text()).toMatch(/\{"a":49\}\n$/);
  });
});
