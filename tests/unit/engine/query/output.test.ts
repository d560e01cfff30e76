// Results as text: values that a query passes through are written from their original bytes.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finish } from '../../../../src/engine/base/work.ts';
import { QueryInput, type ValueKind } from '../../../../src/engine/query/input.ts';
import { writeOutput, type Trust } from '../../../../src/engine/query/output.ts';
import { ExactNumber } from '../../../../src/engine/values/exact-number.ts';
import { jsonText } from '../support/documents.ts';
import { compact, decode, inputOf, output } from './support.ts';
import { runs } from '../../../runs.ts';

const kinds = fc.constantFrom<ValueKind>('native', 'guarded');
const trusts = fc.constantFrom<Trust>('unchanged', 'checked');

/** The text of what user code returns for a value, under the rules for code that may mutate it. */
function run(text: string, code: (value: never) => unknown, kind: ValueKind = 'native'): string | null {
  const input = inputOf(text);
  const value = finish(input.value(kind));
  finish(input.respeltNodes());
  return output(input, code(value as never), 'checked');
}

/** All containers in a value, outermost first. */
function containers(root: unknown): (unknown[] | Record<string, unknown>)[] {
  const found: (unknown[] | Record<string, unknown>)[] = [];
  const waiting = [root];
  for (let value = waiting.shift(); value !== undefined; value = waiting.shift()) {
    if (typeof value !== 'object' || value === null || ExactNumber.textOf(value) !== null) continue;
    found.push(value as Record<string, unknown>);
    waiting.push(...Object.values(value));
  }
  return found;
}

describe('[TRF-2] a result', () => {
  it('that is the untouched value is its source, byte for byte; for code except for white space', () => {
    fc.assert(
      fc.property(jsonText, kinds, trusts, (text, kind, trust) => {
        const input = inputOf(text);
        const value = finish(input.value(kind));
        const written = output(input, value, trust);
        if (trust === 'unchanged') expect(written).toBe(text.trim());
        else expect(compact(written ?? '')).toBe(compact(text));
      }),
      { numRuns: runs(1500) },
    );
  });

  it('made of parts of the value holds their sources', () => {
    fc.assert(
      fc.property(jsonText, trusts, (text, trust) => {
        const input = inputOf(text);
        const value = finish(input.value('native'));
        const parts = containers(value).toReversed();
        const nodes = finish(input.nodes());
        const sources = parts.map((part) => {
          const { start, end } = input.places.range(nodes.get(part) ?? 0);
          return new TextDecoder('utf-8', { ignoreBOM: true }).decode(input.places.text.slice(start, end));
        });
        const written = output(input, parts, trust) ?? '';
        if (trust === 'unchanged') expect(written).toBe(`[${sources.join(',')}]`);
        else expect(compact(written)).toBe(compact(`[${sources.join(',')}]`));
      }),
      { numRuns: runs(500) },
    );
  });

  it('that was changed anywhere is what JSON.stringify gives, and keeps all other spellings', () => {
    fc.assert(
      fc.property(jsonText, fc.nat(), fc.nat(), (text, pick, what) => {
        const input = inputOf(text);
        const value = finish(input.value('native'));
        const nodes = finish(input.nodes());
        finish(input.respeltNodes());
        const all = containers(value);
        const target = all[pick % (all.length || 1)];
        if (target !== undefined) change(target, what);
        const written = output(input, value, 'checked') ?? '';
        expect(JSON.stringify(JSON.parse(written))).toBe(JSON.stringify(value));
        // Containers without the change keep their original spelling.
        const changed = new Set(all.filter((one) => target !== undefined && containers(one).includes(target)));
        for (const part of containers(value)) {
          const entry = nodes.get(part);
          if (entry === undefined || changed.has(part)) continue;
          const { start, end } = input.places.range(entry);
          expect(compact(written)).toContain(compact(decode(input.places.text.slice(start, end))));
        }
      }),
      { numRuns: runs(1500) },
    );
  });

  it.each<[string, string, (value: never) => unknown, string]>([
    ['a sorted array', '[{"a":2.0},{"a":1.50}]', (v: unknown[]) => (v.push(v.shift()), v), '[{"a":1.50},{"a":2.0}]'],
    [
      'a changed member',
      '{"age":1,"price":1.50,"b":[1.0]}',
      (v: { age: number }) => ((v.age += 1), v),
      '{"age":2,"price":1.50,"b":[1.0]}',
    ],
    ['a changed item', '[1.0,2.0,3.0]', (v: number[]) => ((v[1] = 7), v), '[1.0,7,3.0]'],
    ['a new member', '{"\\u00e9":1e2}', (v: { x: number }) => ((v.x = 1), v), '{"\\u00e9":1e2,"x":1}'],
    ['a removed member', '{"a":1.0,"b":2.0}', (v: { a?: number }) => (delete v.a, v), '{"b":2.0}'],
    [
      'a changed order of keys',
      '{"a":1.0,"b":2.0}',
      (v: { a?: number }) => (delete v.a, (v.a = 1), v),
      '{"b":2.0,"a":1.0}',
    ],
    [
      '__proto__ beside a change',
      '{"__proto__":[1.0],"a":1}',
      (v: { a: number }) => ((v.a = 2), v),
      '{"__proto__":[1.0],"a":2}',
    ],
    ['duplicate keys, untouched', '[{"a":1.0,"a":2.0}]', (v: unknown[]) => [v[0]], '[{"a":1.0,"a":2.0}]'],
    [
      'duplicate keys beside a change',
      '{"a":1.0,"a":2.0,"b":1}',
      (v: { b: number }) => ((v.b = 2), v),
      '{"a":2.0,"b":2}',
    ],
    ['a string that lost its end', '["abc"]', (v: string[]) => ((v[0] = 'ab'), v), '["ab"]'],
    ['-0 that became 0', '[-0,1.0]', (v: number[]) => ((v[0] = 0), v), '[0,1.0]'],
    ['an item in two places', '[{"a":1.0}]', (v: unknown[]) => [v[0], v[0], v], '[{"a":1.0},{"a":1.0},[{"a":1.0}]]'],
    ['an empty key', '{"":1.0,"a":{"":2.0}}', (v: { a: { b?: 1 } }) => ((v.a.b = 1), v), '{"":1.0,"a":{"":2.0,"b":1}}'],
    [
      'toJSON that code put in',
      '{"a":{"b":1.0}}',
      (v: { a: object }) => (Object.assign(v.a, { toJSON: () => 7 }), v),
      '{"a":7}',
    ],
  ])('with %s keeps what it can', (_, text, code, expected) => {
    expect(run(text, code)).toBe(expected);
  });

  it('keeps guarded numbers, and those that code made native are native', () => {
    const text = '{"id":9007199254740993,"n":[1e400]}';
    expect(run(text, (value) => [value], 'guarded')).toBe(`[${text}]`);
    expect(run(text, (value: { id: unknown }) => [value.id], 'guarded')).toBe('[9007199254740993]');
    expect(run(text, (value: { id: unknown }) => ((value.id = 9007199254740992), value), 'guarded')).toBe(
      '{"id":9007199254740992,"n":[1e400]}',
    );
  });

  it('is null where there is none, and refused where it holds itself', () => {
    expect(run('[1]', () => undefined)).toBeNull();
    expect(run('[1]', () => () => 1)).toBeNull();
    expect(() => run('[[1]]', (value: unknown[]) => (value.push(value), value))).toThrow(
      expect.objectContaining({ code: 'refused' }),
    );
  });

  it('of arrays that code has given other methods is what they hold', () => {
    class Pushed extends Array<unknown> {
      constructor(...items: unknown[]) {
        super();
        this.push(...items);
      }
    }
    const strange = Object.setPrototypeOf([1, [2], new Map()], null) as unknown;
    expect(run('[1]', () => [strange, new Pushed(7, [8], new Map())])).toBe('[[1,[2],{}],[7,[8],{}]]');
  });

  it('of a part of a document has the spelling and the numbers of that part', () => {
    const inside = inputOf('[1.0,{"a":[2,1.50,{"b":9007199254740993,"b":-0,"c":[]}]}]', [1, 'a']);
    const cut = QueryInput.of(inside.cut(), []);
    cut.useRespelt(finish(inside.respelt()));
    for (const input of [inside, cut]) {
      const value = finish(input.value('native')) as unknown[];
      finish(input.respeltNodes());
      expect(output(input, value.toReversed(), 'checked')).toBe('[{"b":9007199254740993,"b":-0,"c":[]},1.5,2]');
      expect(finish(input.inexact())?.text).toBe('9007199254740993');
    }
  });

  it('of other dialects is JSON', () => {
    const json5 = `{ /* c */ a: +1.50, 'b"': .5, "c\\x41": 0x10, d: [Infinity, -NaN, 'it\\'s',], e: "\\u00e9\\/", }`;
    const input = inputOf(json5, [], 'json5');
    const value = finish(input.value('native'));
    expect(output(input, value, 'unchanged')).toBe(
      '{"a":1.50,"b\\"":0.5,"cA":16,"d":[null,null,"it\'s"],"e":"\\u00e9\\/"}',
    );
    expect(output(input, value, 'checked')).toBe(output(input, value, 'unchanged'));
    const records = inputOf('{"a":1.0}\n\n[2.0]\n', [], 'ndjson');
    expect(output(records, finish(records.value('native')), 'unchanged')).toBe('[{"a":1.0},[2.0]]');
  });

  it('100,000 levels deep is written, whether the innermost was changed or not', () => {
    const depth = 100_000;
    const text = '{"a":[1.0,'.repeat(depth / 2) + '2.0' + ']}'.repeat(depth / 2);
    expect(run(text, (value) => [value]) === `[${text}]`).toBe(true);
    const changed = run(text, (value) => {
      let inner: unknown = value;
      for (;;) {
        const next: unknown = Array.isArray(inner) ? inner[1] : (inner as { a: unknown }).a;
        if (typeof next !== 'object') break;
        inner = next;
      }
      (inner as unknown[])[1] = 3;
      return value;
    });
    expect(changed === text.replace('2.0', '3')).toBe(true);
  });

  it('of many small parts comes in few pieces and in slices', () => {
    const text = `[${Array.from({ length: 50_000 }, (_, index) => `{"i":${index}.0}`).join(',')}]`;
    const input = inputOf(text);
    const value = finish(input.value('native')) as object[];
    const work = writeOutput(input, value.toReversed(), 'checked');
    let slices = 0;
    for (let step = work.next(); ; step = work.next(), slices += 1) {
      if (step.done === true) {
        expect(step.value?.length).toBeLessThan(20);
        break;
      }
    }
    expect(slices).toBeGreaterThan(0);
  });
});

/** Makes one of several changes to a container. */
function change(target: unknown[] | Record<string, unknown>, what: number): void {
  if (Array.isArray(target)) {
    if (what % 4 === 0) target.push('new');
    else if (what % 4 === 1) target.reverse();
    else if (what % 4 === 2) target.length = Math.floor(target.length / 2);
    else target[0] = { new: [] };
    return;
  }
  const [first = 'k'] = Object.keys(target);
  if (what % 4 === 0) target['new'] = 1.5;
  else if (what % 4 === 1) delete target[first];
  else if (what % 4 === 2)
    Object.defineProperty(target, first, { value: 'new', enumerable: true, configurable: true, writable: true });
  else Object.defineProperty(target, first, { value: [], enumerable: true, configurable: true, writable: true });
}
