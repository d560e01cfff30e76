// A value read from a log is written back into the record that it was read from, whatever was done to the lines meanwhile and
// however alike they are, or not at all. Judged by lines that carry a number nobody sees.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs, SEED } from '../../../runs.ts';
import { readFind } from '../../../../src/engine/extract/extract.ts';
import { planWriting } from '../../../../src/engine/extract/plan-writing.ts';
import { identify } from '../../../../src/engine/extract/record-identity.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

interface Line {
  readonly id: number;
  readonly text: string;
}

/** Lines of which many are alike. */
const line = fc.constantFrom(
  'tick {"n":1}',
  'tick {"n":1}',
  'tick {"n":2}',
  '{"n":1}',
  'two {"n":1} {"n":1}',
  '2026-01-01 08:00:00 got {"n":1} in 3 ms',
  'nothing',
  '',
);
const change = fc.oneof(
  fc.record({ type: fc.constant('remove' as const), at: fc.nat(30), count: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ type: fc.constant('move' as const), at: fc.nat(30), to: fc.nat(30) }),
  fc.record({ type: fc.constant('append' as const), lines: fc.array(line, { minLength: 1, maxLength: 4 }) }),
  fc.record({ type: fc.constant('drop' as const), count: fc.integer({ min: 1, max: 10 }) }),
  fc.record({ type: fc.constant('insert' as const), at: fc.nat(30), text: fc.string() }),
  fc.record({ type: fc.constant('edit' as const), at: fc.nat(30), text: fc.string() }),
);
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

const textOf = (lines: readonly Line[], end: string): Uint8Array =>
  encoder.encode(lines.map(({ text }) => text + end).join(''));

function apply(lines: readonly Line[], made: Change): Line[] {
  const next = [...lines];
  const clean = (text: string): string => `other ${text.replaceAll(/[\r\n]/g, '')}`;
  if (made.type === 'remove') next.splice(made.at % (next.length + 1), made.count);
  else if (made.type === 'drop') next.splice(0, made.count);
  else if (made.type === 'append') next.push(...made.lines.map((text) => ({ id: -1, text })));
  else if (made.type === 'insert') next.splice(made.at % (next.length + 1), 0, { id: -1, text: clean(made.text) });
  else if (made.type === 'edit') {
    if (next.length > 0) next[made.at % next.length] = { id: -1, text: clean(made.text) };
  } else next.splice(made.to % (next.length + 1), 0, ...next.splice(made.at % (next.length + 1), 1));
  return next;
}

describe('[NEW-3] a value that is written back', () => {
  it('goes into its own record, or nowhere', () => {
    let written = 0;
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 20 }),
        fc.nat(60),
        fc.array(change, { maxLength: 3 }),
        fc.constantFrom('\n', '\r\n'),
        (texts, which, changes, end) => {
          const lines = texts.map((text, id) => ({ id, text }));
          const text = textOf(lines, end);
          const finds = [...decoder.decode(text).matchAll(/\{[^}]*\}/g)];
          const find = finds[which % Math.max(1, finds.length)];
          if (find === undefined) return;
          const record = identify(text, find.index, find.index + find[0].length);
          // Lines that come may be like those that are there; where such lines also go, nobody can tell them apart.
          const isLess = changes.some(({ type }) => type !== 'append' && type !== 'insert');
          const kept = isLess ? changes.filter(({ type }) => type !== 'append') : changes;
          const later = kept.reduce(apply, lines);
          const now = textOf(later, end);
          const plan = planWriting(now, record, encoder.encode('{"n":77}'));
          if (plan === 'gone') {
            expect(kept).not.toEqual([]);
            return;
          }
          if (plan === 'unfit') throw new Error('unfit');
          // A text of the same bytes can't be told from the one that was read.
          if (kept.every(({ type }) => type === 'append') || !decoder.decode(now).startsWith(decoder.decode(text))) {
            const before = decoder.decode(text.subarray(0, find.index));
            const own = lines[before.split('\n').length - 1];
            const at = decoder.decode(now.subarray(0, plan.start)).split('\n').length - 1;
            expect(later[at]?.id).toBe(own?.id);
            const column = (of: Uint8Array, until: number): number =>
              decoder.decode(of.subarray(0, until)).split('\n').at(-1)?.length ?? 0;
            expect(column(now, plan.record.start)).toBe(column(text, find.index));
          }
          written += 1;
          const bytes = [...now.subarray(0, plan.start), ...plan.insert, ...now.subarray(plan.end)];
          const next = Uint8Array.from(bytes);
          expect(readFind(next, plan.record.start).json).toBe('{"n":77}');
          // And again, from where it stands now.
          const back = planWriting(next, plan.record, encoder.encode(find[0]));
          if (typeof back === 'string') throw new Error(back);
          expect([...next.subarray(0, back.start), ...back.insert, ...next.subarray(back.end)]).toEqual([...now]);
        },
      ),
      { numRuns: runs(20_000), seed: SEED },
    );
    expect(written).toBeGreaterThan(runs(20_000) / 10);
  });

  it.each([
    ['a line like it is gone before it', ['a {"n":1}', 'a {"n":1}', 'a {"n":1}'], 2, (all: string[]) => all.slice(1)],
    ['it was moved', ['a {"n":1}', 'b', 'a {"n":1}', 'c'], 2, ([a, b, c, d]: string[]) => [a, c, b, d]],
    ['it is gone, and another is like it', ['a {"n":1}', 'b', 'a {"n":1}'], 2, (all: string[]) => all.slice(0, 2)],
    ['it is gone with a line', ['p', 'a {"n":1}', 'q', 'a {"n":1}'], 1, ([p, , , a]: string[]) => [p, a]],
  ])('goes nowhere where %s', (_, texts, at, now) => {
    const text = encoder.encode(`${texts.join('\n')}\n`);
    const start = texts.slice(0, at).join('\n').length + (at === 0 ? 0 : 1) + 2;
    const record = identify(text, start, start + 7);
    expect(new TextDecoder().decode(record.raw)).toBe('{"n":1}');
    expect(planWriting(encoder.encode(`${now(texts).join('\n')}\n`), record, encoder.encode('{"n":2}'))).toBe('gone');
  });

  it.each([
    ['lines have come behind it', 'a {"n":1}\nb\n', 'a {"n":1}\nb\na {"n":1}\n'],
    ['its line is the only one like it', 'x\n1 {"n":1}\ny\n', 'y\nx\n1 {"n":1}\nz\n'],
  ])('goes into it where %s', (_, before, after) => {
    const text = encoder.encode(before);
    const start = before.indexOf('{');
    const record = identify(text, start, start + 7);
    const plan = planWriting(encoder.encode(after), record, encoder.encode('{"n":2}'));
    expect(typeof plan === 'string' ? plan : plan.record.start).toBe(after.indexOf('{'));
  });
});
