// The receipt of a change, against a plain comparison of bytes. DIPTYCH_RUNS=1 runs 10,000 edit scripts.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dialect } from '../../../../src/shared/document/dialect.ts';
import type { Receipt } from '../../../../src/shared/protocol/receipt.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { formatDocument } from '../../../../src/engine/layout/format.ts';
import { findInexact } from '../../../../src/engine/query/inexact.ts';
import { countInexact } from '../../../../src/engine/receipt/exact-numbers.ts';
import { writeReceipt } from '../../../../src/engine/receipt/receipt.ts';
import { changedSpans } from '../../../../src/engine/receipt/same-spans.ts';
import { pairOfTokens, TextPair } from '../../../../src/engine/receipt/text-pair.ts';
import { encode, engine, jsonText, makeDocument, textOf } from '../support/documents.ts';

const RUNS = process.env['DIPTYCH_RUNS'] === undefined ? 400 : 10_000;

function receiptOf(before: string, after: string, dialect: Dialect = 'json'): Receipt {
  const document = makeDocument(after, 1 << 20, dialect);
  return finish(
    writeReceipt(engine, {
      before: encode(before),
      dialect,
      after: encode(after),
      document: document.isWhole ? document : null,
    }),
  );
}

/** Applies spans to a text: what stands outside of them is copied from the old one. */
function rebuilt(before: Uint8Array, after: Uint8Array): { readonly text: Uint8Array; readonly changed: number } {
  const parts: Uint8Array[] = [];
  let at = 0;
  let changed = 0;
  for (const { start, end, newStart, newEnd } of finish(changedSpans(TextPair.of(engine, before, after)))) {
    expect(start).toBeGreaterThanOrEqual(at);
    parts.push(before.subarray(at, start), after.subarray(newStart, newEnd));
    changed += newEnd - newStart;
    at = end;
  }
  parts.push(before.subarray(at));
  return { text: Buffer.concat(parts), changed };
}

describe('a receipt', () => {
  it('[NEW-6] claims nothing to be the same that is not, for random edit scripts', () => {
    const script = fc.array(fc.tuple(fc.nat(), fc.nat(40), fc.string({ maxLength: 30 })), { maxLength: 6 });
    const text = fc.oneof(
      jsonText,
      fc
        .array(fc.constantFrom('{"id": 1, "name": "record"},\n', '{"id": 2, "name": "other"},\n', 'x'), {
          minLength: 5,
          maxLength: 60,
        })
        .map((lines) => lines.join('')),
    );
    fc.assert(
      fc.property(text, script, (before, edits) => {
        let after = before;
        let inserted = 0;
        for (const [at, removed, insert] of edits) {
          const start = at % (after.length + 1);
          after = after.slice(0, start) + insert + after.slice(start + removed);
          inserted += encode(insert).length;
        }
        const [one, other] = [encode(before), encode(after)];
        const { text: made, changed } = rebuilt(one, other);
        expect(Buffer.compare(made, other)).toBe(0);
        // One edit is found as it was, but for what is equal by chance, and half characters that it leaves.
        if (edits.length === 1) expect(changed).toBeLessThanOrEqual(inserted + 10);
      }),
      { numRuns: RUNS, seed: 728_445 },
    );
  });

  it('[NEW-6] names the spans, and counts the rest', () => {
    const records = Array.from({ length: 200 }, (_, id) => `{"id": ${id}, "price": 12345678901234567890}`).join(',\n');
    const before = `[${records}]`;
    const after = before.replace('"id": 50,', '"id": 5000,').replace('"id": 150,', '"id": "x",');
    const { by, spanCount, spans, sameBytes, bytesAfter, exactNumbers } = receiptOf(before, after);
    expect([by, spanCount, exactNumbers]).toEqual(['bytes', 2, 200]);
    expect(spans.map(({ newStart, newEnd }) => after.slice(newStart, newEnd))).toEqual(['00', '"x"']);
    expect(sameBytes).toBe(bytesAfter - 5);
    expect(receiptOf(before, before)).toMatchObject({ spanCount: 0, sameBytes: before.length });
  });

  it('[NEW-6] compares tokens where the text was laid out anew', () => {
    const before = JSON.stringify(
      Array.from({ length: 50 }, (_, id) => ({ id, name: `record ${id}`, tags: ['a b', '\\"'] })),
    );
    const after = textOf(
      finish(formatDocument(makeDocument(before), { style: 'format', indent: '  ', maxLineLength: 80 })),
    );
    expect(receiptOf(before, after)).toMatchObject({
      by: 'tokens',
      spanCount: 0,
      sameBytes: before.replaceAll(/ (?=\d|b)/g, ' ').length,
    });
    expect(receiptOf(before, after.replace('record 7"', 'record seven"'))).toMatchObject({
      by: 'tokens',
      spanCount: 1,
    });
  });

  it('[NEW-6] counts the values that changed, came, went and moved', () => {
    const value = (id: number): string => `{"id":${id},"name":"record number ${id}"}`;
    const list = (ids: readonly number[]): string => `[${ids.map(value).join(',')}]`;
    const ids = Array.from({ length: 30 }, (_, id) => id);
    const of = (before: string, after: string) => receiptOf(before, after).values;
    expect(of(list(ids), list(ids).replace('"id":7,', '"id":12345678,'))).toEqual({
      changed: 1,
      added: 0,
      removed: 0,
      moved: 0,
    });
    expect(of('[1,2]', '[1,2,3]')).toEqual({ changed: 0, added: 1, removed: 0, moved: 0 });
    expect(of('[1,2]', '[12]')).toEqual({ changed: 1, added: 0, removed: 1, moved: 0 });
    expect(of('{"ab":[1]}', '{"abc":[1]}')).toEqual({ changed: 1, added: 0, removed: 0, moved: 0 });
    // A record that was taken from the front to the end: its two values and its bracket.
    expect(of(list(ids), list([...ids.slice(1), 0]))).toMatchObject({ changed: 0, added: 0, removed: 0 });
    expect(of(list(ids), list(ids.toReversed()))?.moved).toBeGreaterThan(30);
    expect(of('{"a":1', '{"a":1}')).toBeNull();
  });

  it('[NEW-6] shows of a long value where it has changed, in whole characters', () => {
    const shown = (before: string, after: string) => {
      const [{ value } = {}] = receiptOf(JSON.stringify([before]), JSON.stringify([after])).spans;
      return [value?.before, value?.after];
    };
    const long = 'ä𝄞x'.repeat(200);
    const [before = '', after = ''] = shown(`${long}one`, `${long}two`);
    expect([before, after]).toEqual([
      expect.stringMatching(/^….{4,12}xone"$/u),
      expect.stringMatching(/^….{4,12}xtwo"$/u),
    ]);
    expect(before?.replace('one', 'two')).toBe(after);
    expect(shown(long, `${long}!`).join('').isWellFormed()).toBe(true);
    for (let at = 0; at < 70; at += 1) {
      const [one, other] = shown(`${'y'.repeat(at)}a${long}`, `${'y'.repeat(at)}b${long}`);
      expect(one).not.toBe(other);
      expect([one?.isWellFormed(), one?.includes('a'), other?.includes('b')]).toEqual([true, true, true]);
    }
  });

  it('[NEW-6] names the value that each edit changed, as a plain model knows it', () => {
    const value = fc.oneof(fc.integer(), fc.boolean(), fc.string({ maxLength: 12 }), fc.constant(null));
    const key = fc.oneof(fc.constantFrom('a', 'b b', '__proto__', 'ü', '0', ''), fc.string({ maxLength: 4 }));
    const record = fc.dictionary(key, value, { minKeys: 1, maxKeys: 5 });
    fc.assert(
      fc.property(
        fc.array(record, { minLength: 2, maxLength: 8 }),
        fc.nat(),
        fc.nat(),
        value,
        (records, at, of, to) => {
          const index = at % records.length;
          const keys = Object.keys(records[index] ?? {});
          const name = keys[of % keys.length] ?? '';
          const from = records[index]?.[name];
          // Spaces keep values apart, so that no change runs into the next value.
          const text = (list: readonly object[]): string => JSON.stringify(list, null, 2);
          const changed = records.map((one, place) =>
            Object.fromEntries(Object.entries(one).map(([k, v]) => [k, place === index && k === name ? to : v])),
          );
          const receipt = receiptOf(text(records), text(changed));
          if (JSON.stringify(from) === JSON.stringify(to)) {
            expect(receipt.spanCount).toBe(0);
            return;
          }
          for (const { value: said } of receipt.spans) {
            expect(said).toEqual({
              path: [index, name],
              newPath: [index, name],
              before: JSON.stringify(from),
              after: JSON.stringify(to),
              others: 0,
            });
          }
        },
      ),
      { numRuns: RUNS, seed: 911_204 },
    );
    const one = (before: string, after: string) => receiptOf(before, after).spans.map(({ value: said }) => said);
    expect(one('{"a":1,"b":2}', '{"a":1}')).toMatchObject([{ path: ['b'], before: '2', after: null, others: 0 }]);
    expect(one('[1]', '[1,{"x":[2,3]}]')).toMatchObject([{ newPath: [1], before: null, after: '{…}', others: 0 }]);
    expect(one('{"ab":[1]}', '{"abc":[1]}')).toMatchObject([{ path: ['ab'], newPath: ['abc'], others: 0 }]);
    expect(one('[1]', '[ 1]')).toEqual([undefined]);
  });

  it('[NEW-6] says of an invalid text that its numbers are not known', () => {
    expect(receiptOf('[1]', '[1')).toMatchObject({ by: 'bytes', spanCount: 1, exactNumbers: null, values: null });
  });

  it('[NEW-6] takes no white space of a string or a comment for layout', () => {
    const tokens = (before: string, after: string, isRelaxed: boolean): boolean => {
      const pair = pairOfTokens(engine, { bytes: encode(before), isRelaxed }, { bytes: encode(after), isRelaxed });
      return Buffer.compare(pair.before, pair.after) === 0;
    };
    const layouts: [string, string][] = [
      ['{"a": [1, 2]}', '{\n  "a": [\n    1,\n    2\n  ]\n}'],
      ['{"a\\"": "x\\\\"  }', '{"a\\"":"x\\\\"}'],
      ['1\n2', '1  2'],
    ];
    for (const [before, after] of layouts) expect(tokens(before, after, false)).toBe(true);
    const others: [string, string][] = [
      ['["a b"]', '["ab"]'],
      ['["a\\" b"]', '["a\\"b"]'],
      ['1 2', '12'],
      ['1 -2', '1-2'],
    ];
    for (const [before, after] of others) expect(tokens(before, after, false)).toBe(false);
    const relaxed: [string, string][] = [
      ["['a b']", "['ab']"],
      ["// don't\n['a b']", "// don't\n['ab']"],
      ['/* " */["a b"]', '/* " */["ab"]'],
      ['// a\nb', '// ab'],
      ["['\\' b']", "['\\'b']"],
    ];
    for (const [before, after] of relaxed) expect(tokens(before, after, true)).toBe(false);
    expect(tokens("// don't\n{a:  'b'}", "// don't\n{a:'b'}", true)).toBe(true);
  });

  it('[NEW-6] finds tokens in a large text, and no more of them than are there', () => {
    const records = Array.from({ length: 40_000 }, (_, id) => ({ id, name: `record ${id}`, tags: ['a b', id % 7] }));
    const before = JSON.stringify(records);
    const after = JSON.stringify(records, null, 2);
    expect(receiptOf(before, after)).toMatchObject({ by: 'tokens', spanCount: 0, sameBytes: before.length });
    const edited = after.replace('"record 20000"', '"record twenty thousand"');
    expect(receiptOf(before, edited)).toMatchObject({
      by: 'tokens',
      spanCount: 1,
      values: { changed: 1, added: 0, removed: 0, moved: 0 },
    });
    // One large piece in the middle is no new layout.
    const pasted = before.replace('{"id":20000,', `${JSON.stringify('x'.repeat(300_000))},{"id":20000,`);
    const receipt = receiptOf(before, pasted);
    expect(receipt).toMatchObject({ by: 'bytes', spanCount: 1, values: { changed: 0, added: 1 } });
    expect(receipt.sameBytes).toBe(before.length);
  });
});

describe('the passes of a receipt', () => {
  const SEED = 728_446;

  it('[NEW-6] find the same bytes as a plain loop', () => {
    const bytes = fc.uint8Array({ maxLength: 80, max: 3 });
    fc.assert(
      fc.property(bytes, bytes, bytes, (start, middle, end) => {
        const [before, after] = [Buffer.concat([start, end]), Buffer.concat([start, middle, end])];
        const pair = TextPair.of(engine, before, after);
        const most = Math.min(before.length, after.length);
        let same = 0;
        while (same < most && before[same] === after[same]) same += 1;
        expect(pair.sameFrom(0, 0, most)).toBe(same);
        same = 0;
        while (same < most && before.at(-1 - same) === after.at(-1 - same)) same += 1;
        expect(pair.sameUpTo(before.length, after.length, most)).toBe(same);
        const document = makeDocument(after);
        const beside = TextPair.beside(document, before);
        expect([Buffer.compare(beside.before, before), Buffer.compare(beside.after, after)]).toEqual([0, 0]);
      }),
      { numRuns: RUNS, seed: SEED },
    );
  });

  it('[NEW-6] leave of a text what a plain reader leaves', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        let plain = '';
        let isInString = false;
        for (let at = 0; at < text.length; at += 1) {
          const char = text[at] ?? '';
          if (isInString && char === '\\') {
            plain += char + (text[at + 1] ?? '');
            at += 1;
            continue;
          }
          if (char === '"') isInString = !isInString;
          if (isInString || !' \n\r\t'.includes(char)) plain += char;
        }
        const pair = pairOfTokens(
          engine,
          { bytes: encode(text), isRelaxed: false },
          { bytes: encode(text), isRelaxed: true },
        );
        expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(pair.before)).toBe(plain);
        expect(Buffer.compare(pair.after, pair.before)).toBe(0);
      }),
      { numRuns: RUNS, seed: SEED },
    );
  });

  it('[NEW-6] count the numbers that a search finds, and leave the document as it was', () => {
    const number = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
      fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }).map(String),
      fc.constantFrom(
        '0.1000000000000000000001',
        '1e400',
        '-0',
        '0.00000000000000012345678901234567',
        '1E5',
        '9007199254740993',
      ),
    );
    fc.assert(
      fc.property(fc.array(number, { maxLength: 40 }), (numbers) => {
        const document = makeDocument(`[${numbers.join(', ')}]`);
        const before = textOf(document);
        expect(finish(countInexact(document))).toBe(finish(findInexact(document.places, 0)).length);
        expect([document.isWhole, textOf(document)]).toEqual([true, before]);
      }),
      { numRuns: RUNS, seed: SEED },
    );
    const relaxed = makeDocument('[+1.5, 0xFFFFFFFFFFFFFFFFF, .5, 5., Infinity, NaN, 0x20]', 1 << 20, 'json5');
    expect(finish(countInexact(relaxed))).toBe(finish(findInexact(relaxed.places, 0)).length);
    const long = makeDocument(`[${'9'.repeat(300_000)}, 1, ${'8'.repeat(200_000)}]`);
    expect(finish(countInexact(long))).toBe(2);
  });

  it('[NEW-6] leave the document that they compare as it was', () => {
    const document = makeDocument('{"a": [1, 2, 3], "b": "x"}');
    const after = textOf(document);
    const order = { before: encode('{"a": [1, 22, 3], "b": "y"}'), dialect: 'json', document } as const;
    const receipt = finish(writeReceipt(engine, { ...order, after: document.memory.text() }));
    expect(receipt.values).toEqual({ changed: 2, added: 0, removed: 0, moved: 0 });
    expect([document.isWhole, textOf(document)]).toEqual([true, after]);
    // The old text is not valid: its values are not known, and the document is whole all the same.
    const broken = finish(
      writeReceipt(engine, { ...order, before: encode('{"a": [1, , 3], "b": "x"}'), after: document.memory.text() }),
    );
    expect(broken.values).toBeNull();
    expect([document.isWhole, textOf(document)]).toEqual([true, after]);
  });
});
