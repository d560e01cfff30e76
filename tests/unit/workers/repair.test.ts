// A repair as splices: exactly the differences, however many there are.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differenceOf } from '../../../src/workers/jobs/difference.ts';
import { planRepairOf } from '../../../src/workers/jobs/repair.ts';
import { encode, jsonText, makeDocument, nearlyJson, spliceBytes } from '../engine/support/documents.ts';
import { runs } from '../../runs.ts';

/** Applies the changes to the first text. The result must be the second. */
function patch(before: string, after: string): { text: string; changed: number } {
  const { changes } = differenceOf(before, after);
  let text = '';
  let at = 0;
  let changed = 0;
  let last = -1;
  for (const { start, end, from, to } of changes) {
    expect(start).toBeGreaterThan(last);
    text += before.slice(at, start) + after.slice(from, to);
    at = end;
    last = end;
    changed += end - start + (to - from);
  }
  return { text: text + before.slice(at), changed };
}

const few = fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 40 });
const edits = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 3 }), fc.string({ maxLength: 3 })), { maxLength: 60 });

describe('a difference', () => {
  it('makes the second text of the first', () => {
    fc.assert(
      fc.property(fc.tuple(few, few), ([before, after]) => {
        expect(patch(before, after).text).toBe(after);
      }),
      { numRuns: runs(2000) },
    );
  });

  it('is about as long as what was edited', () => {
    fc.assert(
      fc.property(fc.array(jsonText, { minLength: 1, maxLength: 30 }), edits, (texts, wanted) => {
        const before = texts.join('\n');
        let after = before;
        let written = 0;
        for (const [at, removed, inserted] of wanted) {
          const start = at % (after.length + 1);
          written += Math.min(removed, after.length - start) + inserted.length;
          after = after.slice(0, start) + inserted + after.slice(start + removed);
        }
        const { text, changed } = patch(before, after);
        expect(text).toBe(after);
        // For small edits the difference is the shortest; for large ones it may include a little more.
        expect(changed).toBeLessThanOrEqual(written + 400);
      }),
      { numRuns: runs(500) },
    );
  });

  it('finds its way around what is long', () => {
    const line = (index: number): string => `{"id": ${index}, "name": "record ${index}"},\n`;
    const lines = Array.from({ length: 3000 }, (_, index) => line(index));
    const before = lines.join('');
    const note = `/* ${'a long note '.repeat(2000)} */`;
    const after = [...lines.slice(0, 500), note, ...lines.slice(500, 1000), ...lines.slice(2000)].join('');
    const { text, changed } = patch(before, after);
    expect(text).toBe(after);
    expect(changed).toBeLessThan(note.length + lines.slice(1000, 2000).join('').length + 200);
  });

  it('ends on texts that have nothing in common, or too much', () => {
    const random = (seed: number): string => {
      let out = '';
      for (let state = seed; out.length < 1_000_000; state = (state * 1103515245 + 12345) % 2147483648)
        out += state.toString(36);
      return out;
    };
    const [one, other] = [random(1), random(7)];
    expect(patch(one, other).text).toBe(other);
    expect(patch('ab'.repeat(500_000), 'ba'.repeat(400_000)).text).toBe('ba'.repeat(400_000));
  });
});

const BROKEN = [
  ["{a: 'x', b: [1, 2,], // note\n}", '{"a": "x", "b": [1, 2] \n}'],
  ['{"a": [1, 2', '{"a": [1, 2]}'],
  ['[1\r\n 2\r\n]', '[1,\r\n 2\r\n]'],
  ['\ufeff{"a": tru}', '\ufeff{"a": "tru"}'],
] as const;

describe('[PAR-4] a repair', () => {
  it.each(BROKEN)('of %j', (before, after) => {
    const bytes = encode(before);
    expect(
      new TextDecoder('utf-8', { ignoreBOM: true }).decode(spliceBytes(bytes, planRepairOf(bytes, 'json').splices)),
    ).toBe(after);
  });

  it('makes a valid text, or is refused with a sentence', () => {
    let repaired = 0;
    fc.assert(
      fc.property(nearlyJson, (bytes) => {
        fc.pre(makeDocument(bytes).validity === 'invalid' && bytes.length > 0);
        let plan;
        try {
          plan = planRepairOf(bytes, 'json');
        } catch (error) {
          expect(error).toMatchObject({
            code: 'syntax',
            message: expect.stringMatching(/^The text can't be repaired/) as string,
          });
          return;
        }
        const made = makeDocument(spliceBytes(bytes, plan.splices));
        expect(made.error).toBeNull();
        expect(plan.hunks.length).toBe(plan.hunkCount);
        repaired += 1;
      }),
      { numRuns: runs(1500) },
    );
    expect(repaired).toBeGreaterThan(runs(300));
  });

  it('replaces bytes that are no UTF-8, and leaves the characters beside them', () => {
    const bytes = Uint8Array.of(0x5b, 0x22, 0xc3, 0xa9, 0xff, 0xf0, 0x9f, 0x9a, 0x80, 0x22);
    const { splices } = planRepairOf(bytes, 'json');
    expect(new TextDecoder().decode(spliceBytes(bytes, splices))).toBe('["é\ufffd🚀"]');
    expect(splices[0]).toMatchObject({ start: 4, end: 5 });
  });

  it('keeps a list of records one', () => {
    const bytes = encode('{"a": 1}\n{b: 2}\n\n[3\n');
    const made = spliceBytes(bytes, planRepairOf(bytes, 'ndjson').splices);
    expect(new TextDecoder().decode(made)).toBe('{"a": 1}\n{"b": 2}\n\n[3]\n');
  });

  it('shows lines, before and after, with what differs', () => {
    const { hunks, hunkCount, added, removed } = planRepairOf(encode('{\n  "a": 1\n  "b": \'x\',\n}'), 'json');
    expect(hunkCount).toBe(2);
    expect([added, removed]).toEqual([3, 3]);
    expect(hunks.map((hunk) => hunk.line)).toEqual([1, 2]);
    expect(hunks[0]?.after).toEqual([
      { text: '"a": 1', changed: false },
      { text: ',', changed: true },
    ]);
  });

  it('closes what is nested 200,000 levels deep', () => {
    const bytes = encode('['.repeat(200_000));
    const { splices } = planRepairOf(bytes, 'json');
    expect(splices).toMatchObject([{ start: 200_000, end: 200_000 }]);
    expect(makeDocument(spliceBytes(bytes, splices)).error).toBeNull();
  });

  it('works at megabytes, with a change on every line', () => {
    const text = `[\n${Array.from({ length: runs(200_000) }, (_, id) => `  {id: ${id}, name: 'record ${id}', tags: ['a',]}`).join('\n')}\n`;
    const bytes = encode(text);
    expect(bytes.length).toBeGreaterThan(800_000);
    const plan = planRepairOf(bytes, 'json');
    expect(plan.complete).toBe(true);
    expect(plan.splices.length).toBeLessThanOrEqual(2000);
    const made = makeDocument(spliceBytes(bytes, plan.splices));
    expect(made.error).toBeNull();
  });
});
