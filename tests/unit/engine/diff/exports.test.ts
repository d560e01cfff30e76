// Exported differences: applied to one document, each file gives the other.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinBytes } from '../../../../src/shared/bytes/bytes.ts';
import type { CompareOptions } from '../../../../src/shared/protocol/compare.ts';
import { writeDelta } from '../../../../src/engine/diff/output/delta.ts';
import { writeJsonPatch } from '../../../../src/engine/diff/output/json-patch.ts';
import { writeReport } from '../../../../src/engine/diff/output/report.ts';
import type { Comparison } from '../../../../src/engine/diff/result/compare.ts';
import { patchDocument } from '../../../../src/engine/patch/patch.ts';
import { finish, type Work } from '../../../../src/engine/base/work.ts';
import { makeDocument, textOf } from '../support/documents.ts';
import { canonical, closeText, compareTexts } from './model.ts';
import { runs } from '../../../runs.ts';

const decode = (pieces: readonly Uint8Array[]): string => new TextDecoder().decode(joinBytes(pieces));

function write(
  writer: (comparison: Comparison) => Work<Uint8Array[]>,
  left: string,
  right: string,
  options: Partial<CompareOptions> = {},
): string {
  return decode(finish(writer(compareTexts(left, right, options))));
}

/** The value of a text as JSON, without duplicate keys. */
const plain = (text: string): string => JSON.stringify(parse(text));

// Maps, because plain objects would lose `__proto__`.
type Value = Map<string, Value> | Value[] | string | number | boolean | null;

function parse(text: string): unknown {
  return JSON.parse(text);
}

function toValue(value: unknown): Value {
  if (Array.isArray(value)) return value.map(toValue);
  if (typeof value === 'object' && value !== null)
    return new Map(Object.entries(value).map(([key, item]) => [key, toValue(item)]));
  return value as Value;
}

function spell(value: Value): string {
  if (Array.isArray(value)) return `[${value.map(spell).join(',')}]`;
  if (value instanceof Map)
    return `{${[...value]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => `${JSON.stringify(key)}:${spell(item)}`)
      .join(',')}}`;
  return JSON.stringify(value);
}

/** Applies a delta as described in jsondiffpatch's documentation. */
function unpatch(value: Value, delta: Value): Value {
  if (Array.isArray(delta)) return delta.length === 1 ? (delta[0] ?? null) : (delta[1] ?? null);
  if (!(delta instanceof Map)) throw new Error('no delta');
  if (delta.get('_t') !== 'a') {
    if (!(value instanceof Map)) throw new Error('no object');
    for (const [key, item] of delta) {
      if (Array.isArray(item) && item.length === 3 && item[2] === 0) value.delete(key);
      else value.set(key, unpatch(value.get(key) ?? null, item));
    }
    return value;
  }
  if (!Array.isArray(value)) throw new Error('no array');
  const entries = [...delta].filter(([key]) => key !== '_t');
  const removed = entries
    .filter(([key]) => key.startsWith('_'))
    .map(([key, item]) => ({ at: Number(key.slice(1)), item }));
  const inserted = entries
    .filter(([key, item]) => !key.startsWith('_') && Array.isArray(item) && item.length === 1)
    .map(([key, item]) => ({ at: Number(key), value: (item as Value[])[0] ?? null }));
  for (const { at, item } of removed.toSorted((a, b) => b.at - a.at)) {
    const [gone] = value.splice(at, 1);
    if (Array.isArray(item) && item[2] === 3) inserted.push({ at: Number(item[1]), value: gone ?? null });
  }
  for (const { at, value: item } of inserted.toSorted((a, b) => a.at - b.at)) value.splice(at, 0, item);
  for (const [key, item] of entries) {
    if (key.startsWith('_') || (Array.isArray(item) && item.length === 1)) continue;
    value[Number(key)] = unpatch(value[Number(key)] ?? null, item);
  }
  return value;
}

describe('exports', () => {
  it('a JSON Patch makes the right of the left', () => {
    fc.assert(
      fc.property(closeText, closeText, (one, other) => {
        const [left, right] = [plain(one), plain(other)];
        const document = makeDocument(left);
        document.apply(finish(patchDocument(document, makeDocument(write(writeJsonPatch, left, right)))));
        const wanted = makeDocument(right);
        const got = makeDocument(textOf(document));
        expect(canonical(got.places, 0)).toBe(canonical(wanted.places, 0));
      }),
      { numRuns: runs(200) },
    );
  });

  it('a JSON Patch makes arrays equal but for their order, where order is ignored', () => {
    const options = { ignoreOrder: true };
    fc.assert(
      fc.property(closeText, closeText, (one, other) => {
        const [left, right] = [plain(one), plain(other)];
        const document = makeDocument(left);
        document.apply(finish(patchDocument(document, makeDocument(write(writeJsonPatch, left, right, options)))));
        expect(compareTexts(textOf(document), right, options).count).toBe(0);
      }),
      { numRuns: runs(150) },
    );
  });

  it('a delta of jsondiffpatch makes the right of the left', () => {
    fc.assert(
      fc.property(closeText, closeText, (one, other) => {
        const [left, right] = [plain(one), plain(other)];
        const delta = toValue(parse(write(writeDelta, left, right)));
        const made =
          delta instanceof Map && delta.size === 0 ? toValue(parse(left)) : unpatch(toValue(parse(left)), delta);
        expect(spell(made)).toBe(spell(toValue(parse(right))));
      }),
      { numRuns: runs(300) },
    );
  });

  it('are what is expected', () => {
    const [left, right] = ['{"a/b":[[1],[2],[3]],"old":{"x":1},"n":1}', '{"a/b":[[3],[1],[2],"é"],"n":1.50,"new":[]}'];
    expect(JSON.parse(write(writeJsonPatch, left, right))).toEqual([
      { op: 'remove', path: '/old' },
      { op: 'remove', path: '/a~1b/2' },
      { op: 'add', path: '/a~1b/0', value: [3] },
      { op: 'add', path: '/a~1b/3', value: 'é' },
      { op: 'replace', path: '/n', value: 1.5 },
      { op: 'add', path: '/new', value: [] },
    ]);
    expect(write(writeDelta, left, right)).toBe(
      '{"old":[{"x":1},0,0],"a/b":{"_t":"a","_2":["",0,3],"3":["é"]},"n":[1,1.50],"new":[[]]}\n',
    );
    expect(write(writeReport, left, right)).toBe(
      [
        '5 differences: 1 changed, 2 created, 1 deleted, 1 moved',
        "↷ $['a/b'][2] → $['a/b'][0]: [3]",
        '+ $[\'a/b\'][3]: "é"',
        '- $.old: {x: 1}',
        '$.n: 1 → 1.50',
        '+ $.new: []',
        '',
      ].join('\n'),
    );
    expect(write(writeJsonPatch, '1', '1')).toBe('[]\n');
    expect(write(writeDelta, '1', '2')).toBe('[1,2]\n');
  });
});
