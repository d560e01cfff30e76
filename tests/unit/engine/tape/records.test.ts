// Broken NDJSON records: each is one value on the tape, and the other records are as they would be without it.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finish } from '../../../../src/engine/base/work.ts';
import type { JsonDocument } from '../../../../src/engine/document/document.ts';
import { planEdit } from '../../../../src/engine/edit/edit.ts';
import { asNode } from '../../../../src/shared/units.ts';
import { findProblems } from '../../../../src/engine/problems/problems.ts';
import { runs } from '../../../runs.ts';
import { edits, encode, makeDocument, textOf, toSplices } from '../support/documents.ts';

function open(source: string | Uint8Array, piece = 1 << 20): JsonDocument {
  const document = makeDocument(source, piece, 'ndjson');
  finish(document.recoverRecords());
  return document;
}

/** Each record as spelt, with its kind on the tape. */
function recordsIn({ places, tape, memory }: JsonDocument): [kind: string, text: string][] {
  const records: [string, string][] = [];
  const close = tape.closing(0);
  for (let entry = 1; entry < close; entry = tape.next(entry)) {
    const { start, end } = places.range(entry);
    records.push([places.kind(entry), new TextDecoder().decode(memory.text(start, end))]);
  }
  return records;
}

/** The same, read line by line. */
function plainRecords(text: string): [kind: string, text: string][] {
  return text.split('\n').flatMap((line): [string, string][] => {
    const record = line.replace(/^[ \t\r]+|[ \t\r]+$/g, '');
    if (record === '') return [];
    try {
      const value: unknown = JSON.parse(record);
      const kind = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
      return [[kind === 'boolean' ? String(value) : kind, record]];
    } catch {
      return [['broken', record]];
    }
  });
}

const line = fc.constantFrom(
  '{"a":1}',
  '[1,{"b":[]}]',
  '12',
  '"x"',
  'null',
  'true',
  '',
  ' \t',
  '{"a":',
  '[',
  '{',
  ']',
  'tru',
  '"open',
  '{"a":1} {"b":2}',
  '1,2',
  '{"a":"\\x"}',
  ' {"c": 3} \r',
);
const lines = fc.array(line, { minLength: 1, maxLength: 8 }).map((all) => all.join('\n'));

describe('[NEW-11] a record of NDJSON that is no JSON', () => {
  it('is one value, and all others are what their lines say', () => {
    fc.assert(
      fc.property(lines, fc.integer({ min: 1, max: 20 }), (text, piece) => {
        const document = open(text, piece);
        const expected = plainRecords(text);
        document.check();
        expect(document.isLive).toBe(true);
        // Lines that are broken on their own may together form one valid record. Then the text is valid, and its records are
        // not compared.
        const isValid = expected.every(([kind]) => kind !== 'broken');
        if (isValid || document.validity === 'invalid') expect(recordsIn(document)).toEqual(expected);
        if (isValid) expect(document.validity).toBe('valid');
        const records = finish(findProblems(document)).groups.find(({ kind }) => kind === 'record');
        if (document.validity === 'invalid')
          expect(records?.count).toBe(expected.filter(([kind]) => kind === 'broken').length);
        else expect(records).toBeUndefined();
      }),
      { numRuns: runs(3000) },
    );
  });

  it('has after any edit of the text the tape that a scan gives', () => {
    fc.assert(
      fc.property(lines, fc.array(edits, { minLength: 1, maxLength: 4 }), fc.boolean(), (text, all, settles) => {
        const document = open(text);
        for (const wanted of all) {
          document.apply(toSplices(document.size, wanted));
          if (settles) {
            finish(document.settle());
            document.check();
          }
        }
        finish(document.settle());
        document.check();
        const fresh = open(document.memory.text().slice());
        expect([document.validity, document.error?.message, document.error?.place]).toEqual([
          fresh.validity,
          fresh.error?.message,
          fresh.error?.place,
        ]);
        expect(recordsIn(document)).toEqual(recordsIn(fresh));
      }),
      { numRuns: runs(2000) },
    );
  });

  it('says what is wrong with it, and where', () => {
    const document = open('{"a":1}\n{"b":\n{"c":3}\nx\n');
    expect(document.error?.message).toBe('The record ends too early: the bracket "{" is not closed.');
    expect(document.error?.place).toMatchObject({ offset: 13, line: 1, column: 5 });
    const { groups, isComplete } = finish(findProblems(document));
    expect(isComplete).toBe(true);
    expect(groups.map(({ kind, first }) => [kind, first.map(({ line: at, path }) => [at, path])])).toEqual([
      [
        'record',
        [
          [1, [1]],
          [3, [3]],
        ],
      ],
    ]);
  });

  it('is set, removed and passed by, and refuses to be taken for a value', () => {
    const text = '{"a":1}\n{"b":\n[2]\n';
    const edit = (intent: Parameters<typeof planEdit>[1]): string => {
      const document = open(text);
      document.apply(finish(planEdit(document.places, intent)));
      finish(document.settle());
      document.check();
      return textOf(document);
    };
    const { tape } = open(text);
    const first = asNode(1);
    const broken = asNode(tape.next(1));
    const last = asNode(tape.next(broken));
    expect(edit({ type: 'set', node: broken, json: '{"b":2}' })).toBe('{"a":1}\n{"b":2}\n[2]\n');
    expect(edit({ type: 'remove', nodes: [broken] })).toBe('{"a":1}\n[2]\n');
    expect(edit({ type: 'move', nodes: [last], target: first, where: 'before' })).toBe('[2]\n{"a":1}\n{"b":\n');
    expect(edit({ type: 'insert', node: broken, where: 'after', key: '', json: '3' })).toBe('{"a":1}\n{"b":\n3\n[2]\n');
    for (const refused of [
      { type: 'convert', nodes: [broken], to: 'array' },
      { type: 'wrap', nodes: [broken], into: 'array' },
      { type: 'move', nodes: [broken], target: last, where: 'inside' },
      { type: 'insert', node: broken, where: 'inside', key: '', json: '3' },
      { type: 'sort', nodes: [asNode(0)], by: { type: 'value' }, direction: 'ascending' },
    ] as const)
      expect(() => edit(refused)).toThrow('A record that is not valid JSON stays as it is');
  });

  it('costs a scan of its own line, also where each line opens what none closes', () => {
    const document = open(encode('[\n'.repeat(20_000)));
    expect(recordsIn(document)).toHaveLength(20_000);
    expect(document.tape.broken).toHaveLength(20_000);
  });
});
