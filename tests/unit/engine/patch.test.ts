// Patches: what they do to the value, that each is one undo step, and that nothing else is changed.

import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { toPointer, type Path } from '../../../src/shared/document/path.ts';
import { checkSplices, type Splice } from '../../../src/shared/document/splice.ts';
import type { JsonDocument } from '../../../src/engine/document/document.ts';
import { Scan } from '../../../src/engine/document/scan.ts';
import { equalNumbers } from '../../../src/engine/base/decimals.ts';
import { equalValues } from '../../../src/engine/tape/equality.ts';
import { formatDocument } from '../../../src/engine/layout/format.ts';
import { mergeDocument } from '../../../src/engine/patch/merge-patch.ts';
import { nearest } from '../../../src/engine/tape/nearest-path.ts';
import { editValues, patchDocument, type ValueEdit } from '../../../src/engine/patch/patch.ts';
import { finish, type Work } from '../../../src/engine/base/work.ts';
import { encode, jsonText, makeDocument, spliceBytes, textOf } from './support/documents.ts';
import { runs } from '../../runs.ts';

type Patcher = (document: JsonDocument, patch: JsonDocument) => Work<Splice[]>;

/** The text after a patch, whose splices must form one list and be exactly reversible. */
function run(patcher: Patcher, text: string, patch: string): string {
  return edit(text, (document) => patcher(document, makeDocument(patch)));
}

function edit(text: string, plan: (document: JsonDocument) => Work<Splice[]>): string {
  const document = makeDocument(text);
  const splices = finish(plan(document));
  expect(textOf(document)).toBe(text);
  checkSplices(splices, document.size);
  const after = spliceBytes(encode(text), splices);
  const inverse = document.apply(splices);
  finish(document.settle());
  expect(document.validity).toBe('valid');
  document.check();
  expect(document.memory.text().slice()).toEqual(after);
  document.apply(inverse);
  expect(textOf(document)).toBe(text);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(after);
}

/** A value as text, for comparison, safe for any key. The order of members does not matter. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? // Wrapped, so that {} differs from [].
        { members: Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1)) }
      : Object.is(item, -0)
        ? '-0 as a number'
        : item,
  );
}

// A simple implementation on plain values, for comparison. Objects are maps, so that any key is an ordinary key.
type Model = Map<string, Model> | Model[] | string | number | boolean | null;

function toModel(value: unknown): Model {
  if (Array.isArray(value)) return value.map(toModel);
  if (typeof value === 'object' && value !== null)
    return new Map(Object.entries(value).map(([key, item]) => [key, toModel(item)]));
  return value as Model;
}

function fromModel(model: Model): unknown {
  if (Array.isArray(model)) return model.map(fromModel);
  if (model instanceof Map) return Object.fromEntries([...model].map(([key, item]) => [key, fromModel(item)]));
  return model;
}

interface PlainOperation {
  readonly op: 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test';
  readonly path: readonly string[];
  readonly from: readonly string[];
  readonly value: string;
}

class Refused extends Error {}

function locate(model: Model, path: readonly string[]): Model {
  let at: Model | undefined = model;
  for (const key of path) {
    if (at instanceof Map) at = at.get(key);
    else if (Array.isArray(at) && /^(0|[1-9]\d*)$/.test(key)) at = at[Number(key)];
    else at = undefined;
    if (at === undefined) throw new Refused();
  }
  return at;
}

/** Applies one operation to a model and returns the new root. */
function patchModel(root: Model, { op, path, from, value }: PlainOperation): Model {
  const parent = (of: readonly string[]): [Model, string] => [locate(root, of.slice(0, -1)), of.at(-1) ?? ''];
  const add = (item: Model, replaces: boolean): Model => {
    if (replaces) locate(root, path);
    if (path.length === 0) return item;
    const [holder, key] = parent(path);
    if (holder instanceof Map) holder.set(key, item);
    else if (Array.isArray(holder) && replaces) holder[Number(key)] = item;
    else if (Array.isArray(holder)) {
      const index = key === '-' ? holder.length : Number(key);
      if ((key !== '-' && !/^(0|[1-9]\d*)$/.test(key)) || index > holder.length) throw new Refused();
      holder.splice(index, 0, item);
    } else throw new Refused();
    return root;
  };
  const remove = (of: readonly string[]): void => {
    locate(root, of);
    if (of.length === 0) throw new Refused();
    const [holder, key] = parent(of);
    if (holder instanceof Map) holder.delete(key);
    else (holder as Model[]).splice(Number(key), 1);
  };
  switch (op) {
    case 'add':
    case 'replace':
      return add(toModel(JSON.parse(value)), op === 'replace');
    case 'remove':
      remove(path);
      return root;
    case 'copy':
      return add(structuredClone(locate(root, from)), false);
    case 'move': {
      const item = locate(root, from);
      const isInside = from.every((key, index) => key === path[index]);
      if (isInside && path.length === from.length) return root;
      if (isInside) throw new Refused();
      remove(from);
      return add(item, false);
    }
    case 'test':
      // Sufficient here, as all numbers are doubles. 0 and -0 are equal.
      if (
        canonical(fromModel(locate(root, path))).replaceAll('"-0 as a number"', '0') !==
        canonical(JSON.parse(value)).replaceAll('"-0 as a number"', '0')
      )
        throw new Refused();
      return root;
  }
}

/** JSON texts whose numbers are equal as doubles and as decimals. */
const plainText = jsonText.map((text) =>
  text.replace(/"(?:[^"\\]|\\.)*"|-?\d[-+.\deE]*/g, (token) =>
    token.startsWith('"') ? token : (['0', '-0', '1.50', '10', '1E+2'][token.length % 5] ?? '0'),
  ),
);

function pathsIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, item]) => pathsIn(item, [...path, key]))];
}

const OPS = ['add', 'add', 'remove', 'replace', 'move', 'copy', 'test'] as const;
const choices = fc.array(
  fc.record({
    op: fc.constantFrom(...OPS),
    at: fc.nat(),
    from: fc.nat(),
    tail: fc.constantFrom(null, null, '-', '0', '1', 'new', '__proto__', ''),
    value: plainText,
  }),
  { minLength: 1, maxLength: 6 },
);

describe('JSON Patch', () => {
  it('does to the text what it does to the value, or says which operation fails, and why', () => {
    const seen = { applied: 0, refused: 0 };
    fc.assert(
      fc.property(plainText, choices, (text, chosen) => {
        let model = toModel(JSON.parse(text));
        let failing = -1;
        const texts: string[] = [];
        for (const { op, at, from, tail, value } of chosen) {
          const before = structuredClone(model);
          const paths = pathsIn(fromModel(model));
          const base = paths[at % paths.length] ?? [];
          const path = tail === null ? base : [...base, tail];
          const source = paths[from % paths.length] ?? [];
          // Some `test` operations test for the actual value.
          const wanted =
            op === 'test' && at % 2 === 0 && tail === null ? JSON.stringify(fromModel(locate(model, path))) : value;
          const names = {
            op,
            path: toPointer(path),
            ...(op === 'move' || op === 'copy' ? { from: toPointer(source) } : {}),
          };
          const spelt = `{"value": ${wanted}, ${JSON.stringify(names).slice(1)}`;
          try {
            model = patchModel(model, { op, path, from: source, value: wanted });
          } catch (error) {
            if (!(error instanceof Refused)) throw error;
            model = before;
            // Most failing operations are left out, so that patches get long.
            if (at % 8 !== 0) continue;
            failing = texts.length;
          }
          texts.push(spelt);
          if (failing >= 0) break;
        }
        const patch = `[${texts.join(',\n')}]`;
        if (failing < 0) {
          seen.applied += 1;
          expect(canonical(JSON.parse(run(patchDocument, text, patch)))).toBe(canonical(fromModel(model)));
        } else {
          seen.refused += 1;
          expect(() => run(patchDocument, text, patch)).toThrow(
            expect.objectContaining({
              code: 'refused',
              message: expect.stringContaining(`Operation ${failing} (`) as string,
            }),
          );
        }
      }),
      { numRuns: runs(1200) },
    );
    // Both halves of the law have been exercised.
    expect(Math.min(seen.applied, seen.refused)).toBeGreaterThan(runs(100));
  });

  const PRETTY = '{\n  "a" : 1.50,\n  "b": [1,  2],\r\n  "c": {"x":\t9007199254740993}\n}\n';

  it('is the same without a patch in a document, where each operation has its value as text, and scans nothing', () => {
    const seen = { applied: 0, refused: 0 };
    const scan = vi.spyOn(Scan, 'whole');
    fc.assert(
      fc.property(plainText, choices, (text, chosen) => {
        let model = toModel(JSON.parse(text));
        const edits: ValueEdit[] = [];
        let failing = -1;
        for (const { op, at, tail, value } of chosen) {
          if (op !== 'add' && op !== 'remove' && op !== 'replace') continue;
          const before = structuredClone(model);
          const paths = pathsIn(fromModel(model));
          const base = paths[at % paths.length] ?? [];
          const path = tail === null ? base : [...base, tail];
          try {
            model = patchModel(model, { op, path, from: [], value });
          } catch (error) {
            if (!(error instanceof Refused)) throw error;
            model = before;
            if (at % 8 !== 0) continue;
            failing = edits.length;
          }
          edits.push(op === 'remove' ? { op, path } : { op, path, value });
          if (failing >= 0) break;
        }
        if (failing < 0) {
          seen.applied += 1;
          expect(canonical(JSON.parse(edit(text, (document) => editValues(document, edits))))).toBe(
            canonical(fromModel(model)),
          );
        } else {
          seen.refused += 1;
          const message = expect.stringContaining(`Operation ${failing} (`) as string;
          expect(() => edit(text, (document) => editValues(document, edits))).toThrow(
            expect.objectContaining({ code: 'refused', message }),
          );
        }
        const document = makeDocument(text);
        scan.mockClear();
        const [first] = edits;
        if (first !== undefined && failing < 0) finish(editValues(document, [first]));
        expect(scan).not.toHaveBeenCalled();
      }),
      { numRuns: runs(1200) },
    );
    scan.mockRestore();
    expect(Math.min(seen.applied, seen.refused)).toBeGreaterThan(runs(30));
  });

  it('touches only what it names, and keeps every spelling', () => {
    const patch = `[
      {"op": "add", "path": "/b/1", "value": 1.0e+2},
      {"op": "replace", "path": "/a", "value": "\\u0041"},
      {"op": "move", "from": "/c/x", "path": "/b/-"},
      {"op": "test", "path": "/b/3", "value": 9007199254740993}
    ]`;
    expect(run(patchDocument, PRETTY, patch)).toBe(
      '{\n  "a" : "\\u0041",\n  "b": [1,  1.0e+2,  2,  9007199254740993],\r\n  "c": {}\n}\n',
    );
  });

  it('removes all of duplicate keys, and means the last one otherwise', () => {
    const text = '{"a":1,"b":2,"a":3}';
    expect(run(patchDocument, text, '[{"op":"remove","path":"/a"}]')).toBe('{"b":2}');
    expect(run(patchDocument, text, '[{"op":"add","path":"/a","value":4}]')).toBe('{"a":1,"b":2,"a":4}');
    expect(run(patchDocument, text, '[{"op":"test","path":"/a","value":3}]')).toBe(text);
    expect(run(patchDocument, text, '[{"op":"move","from":"/a","path":"/c"}]')).toBe('{"b":2,"c":3}');
  });

  it('gives no splices where nothing changes, and one for each stretch', () => {
    const splices = (patch: string): Splice[] => finish(patchDocument(makeDocument('[1,2,3]'), makeDocument(patch)));
    expect(splices('[]')).toEqual([]);
    expect(splices('[{"op":"add","path":"/-","value":4},{"op":"remove","path":"/3"}]')).toEqual([]);
    expect(
      splices(
        '[{"op":"replace","path":"/2","value":7},{"op":"replace","path":"/0","value":8},{"op":"replace","path":"/2","value":9}]',
      ),
    ).toHaveLength(2);
  });

  it.each([
    ['{}', 'syntax', 'is an array of operations'],
    ['[', 'syntax', 'ends too early'],
    ['[1]', 'syntax', 'Operation 0 is not an object'],
    ['[{"op":"test","path":"","value":[1]},{"path":""}]', 'syntax', 'Operation 1 has no "op"'],
    ['[{"op":"spam","path":""}]', 'syntax', '"op" that is unknown: "spam"'],
    ['[{"op":"add","op":"remove","path":""}]', 'syntax', 'two members "op"'],
    ['[{"op":"remove","path":null}]', 'syntax', '"path" that is no string'],
    ['[{"op":"remove","path":"a"}]', 'syntax', 'no JSON Pointer: "a"'],
    ['[{"op":"move","path":"/0"}]', 'syntax', 'has no "from"'],
    ['[{"op":"add","path":"/0"}]', 'syntax', 'has no "value"'],
    ['[{"op":"remove","path":""}]', 'refused', 'Operation 0 (remove "") fails: The root'],
    [
      '[{"op":"remove","path":"/0"},{"op":"remove","path":"/0"}]',
      'refused',
      'Operation 1 (remove "/0") fails: there is no "/0".',
    ],
    [
      '[{"op":"copy","from":"/1/2/3","path":"/0"}]',
      'refused',
      'Operation 0 (copy from "/1/2/3" to "/0") fails: there is no "/1".',
    ],
    ['[{"op":"move","from":"","path":"/0"}]', 'refused', 'into itself'],
    ['[{"op":"add","path":"/2","value":0}]', 'refused', 'behind the end'],
    ['[{"op":"add","path":"/01","value":0}]', 'refused', 'no position'],
    ['[{"op":"add","path":"/0/x","value":0}]', 'refused', 'can hold no others'],
    ['[{"op":"test","path":"/0","value":"1"}]', 'refused', 'not equal'],
  ])('refuses %s', (patch, code, words) => {
    expect(() => run(patchDocument, '[1]', patch)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(words) as string }),
    );
  });

  it('says where in the patch the operation is', () => {
    const patch = '[\n  {"op":"test","path":"","value":[1]},\n  {"op":"remove","path":"/9"}\n]';
    expect(() => run(patchDocument, '[1]', patch)).toThrow(
      expect.objectContaining({ place: { offset: patch.lastIndexOf('{'), line: 2, column: 2 } }),
    );
  });

  it('needs a valid document', () => {
    expect(() => finish(patchDocument(makeDocument('[1'), makeDocument('[]')))).toThrow(
      expect.objectContaining({ code: 'invalid-document' }),
    );
  });

  it('carries out thousands of operations, each on the text that the ones before it make', () => {
    const appended = Array.from(
      { length: 1000 },
      (_, index) => `{"op":"add","path":"/${index % 7 === 0 ? 0 : '-'}","value":{"n":${index}}}`,
    );
    const changed = Array.from({ length: 1000 }, (_, index) => [
      `{"op":"replace","path":"/${(index * 7) % 1000}/n","value":"${index}"}`,
      `{"op":"add","path":"/${(index * 7) % 1000}/k","value":[]}`,
      `{"op":"test","path":"/${(index * 7) % 1000}/n","value":"${index}"}`,
      `{"op":"copy","from":"/${(index * 7) % 1000}/n","path":"/${index}/k"}`,
    ]).flat();
    const text = run(patchDocument, '[]', `[${[...appended, ...changed].join(',')}]`);
    const items = JSON.parse(text) as { n: string }[];
    expect(items.map(({ n }) => n)).toEqual(Array.from({ length: 1000 }, (_, index) => String((index * 143) % 1000)));
  });
});

/** @see RFC 7396 §2 */
function mergeModel(target: Model, patch: Model): Model {
  if (!(patch instanceof Map)) return patch;
  const merged = target instanceof Map ? target : new Map<string, Model>();
  for (const [key, value] of patch) {
    if (value === null) merged.delete(key);
    else merged.set(key, mergeModel(merged.get(key) ?? null, value));
  }
  return merged;
}

describe('JSON Merge Patch', () => {
  it('does to the text what RFC 7396 does to the value', () => {
    fc.assert(
      fc.property(jsonText, jsonText, fc.nat(), (text, other, pick) => {
        // A patch that matches the document's structure: the document with some values replaced.
        const near = text.replaceAll(/\b(?:true|false|\d+)\b/g, (token, at: number) =>
          (at + pick) % 3 === 0 ? 'null' : token,
        );
        for (const patch of [other, isJson(near) ? near : 'null']) {
          const merged = JSON.parse(run(mergeDocument, text, patch)) as unknown;
          expect(canonical(merged)).toBe(
            canonical(fromModel(mergeModel(toModel(JSON.parse(text)), toModel(JSON.parse(patch))))),
          );
        }
      }),
      { numRuns: runs(800) },
    );
  });

  it('touches only what it names, in the style around it', () => {
    const text = '{\n  "a": 1.0,\n  "b": {"c": 2, "d": [1,  2]},\n  "e": "x"\n}\n';
    const patch = '{"e":null,"b":{"c":3.50,"f":1E2},"g":{"h":null,"i":"\\u0041"}}';
    expect(run(mergeDocument, text, patch)).toBe(
      '{\n  "a": 1.0,\n  "b": {"c": 3.50, "d": [1,  2], "f": 1E2},\n  "g": {\n    "i": "\\u0041"\n  }\n}\n',
    );
  });

  it('lets no duplicate key come to light', () => {
    expect(run(mergeDocument, '{"a":1,"b":2,"a":3}', '{"a":null}')).toBe('{"b":2}');
    expect(run(mergeDocument, '{}', '{"a":{"b":1,"b":null}}')).toBe('{"a":{}}');
    expect(run(mergeDocument, '{"a":1,"a":{"b":1}}', '{"a":{"b":2}}')).toBe('{"a":1,"a":{"b":2}}');
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('equal values', () => {
  const equal = (a: string, b: string): boolean =>
    equalValues({ places: makeDocument(a).places, node: 0 }, { places: makeDocument(b).places, node: 0 });

  it('are equal however they are laid out and ordered', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const document = makeDocument(text);
        const made = finish(formatDocument(document, { style: 'format', indent: '  ', maxLineLength: 80 }));
        expect(equalValues({ places: document.places, node: 0 }, { places: made.places, node: 0 })).toBe(true);
        expect(equal(`[${text},1]`, `[${text},2]`)).toBe(false);
      }),
      { numRuns: runs(300) },
    );
    expect(equal('{"a":1,"b":[{"c":null,"d":"\\u0041"}]}', '{"b":[{"d":"A","c":null}],"a":1.0}')).toBe(true);
    expect(equal('{"a":1,"a":2}', '{"a":2}')).toBe(true);
    expect(equal('{"a":1}', '{"a":1,"b":1}')).toBe(false);
    expect(equal('[1,2]', '[2,1]')).toBe(false);
    expect(equal('"1"', '1')).toBe(false);
    expect(equal('{"__proto__":1}', '{"constructor":1}')).toBe(false);
  });

  it.each([
    ['1', '1.0', true],
    ['1', '10e-1', true],
    ['100', '1E+2', true],
    ['0', '-0.0e5', true],
    ['-1', '1', false],
    ['0.001', '1e-3', true],
    ['1e400', '1E0400', true],
    ['1e400', '1e401', false],
    ['9007199254740993', '9007199254740992', false],
    ['9007199254740993', '9007199254740993.0', true],
    ['0.1', '0.1000000000000000055511151231257827', false],
    ['1e99999999999999999999', '10e99999999999999999998', true],
    ['1e99999999999999999999', '1e99999999999999999998', false],
  ])('compare numbers exactly: %s and %s', (a, b, expected) => {
    expect(equalNumbers(a, b)).toBe(expected);
    expect(equalNumbers(b, a)).toBe(expected);
  });

  it('of a million levels, and of a number of a million digits', () => {
    const deep = '['.repeat(1_000_000) + ']'.repeat(1_000_000);
    expect(equal(deep, deep)).toBe(true);
    expect(equal(`1${'0'.repeat(1_000_000)}1`, `1${'0'.repeat(1_000_000)}1.0`)).toBe(true);
  });
});

describe('the nearest value of a path that is gone', () => {
  it('is at the longest part of it that exists', () => {
    const document = makeDocument('{"a":[{"b":{"":1}}],"__proto__":2}');
    const at = (path: Path): Path | undefined => nearest(document.places, path)?.path;
    expect(at(['a', 0, 'b', '', 'x', 'y'])).toEqual(['a', 0, 'b', '']);
    expect(at(['a', '0', 'b'])).toEqual(['a', '0', 'b']);
    expect(at(['a', 1, 'b'])).toEqual(['a']);
    expect(at(['constructor', 'name'])).toEqual([]);
    expect(at(['__proto__', 'x'])).toEqual(['__proto__']);
    expect(nearest(makeDocument('').places, ['a'])).toBeNull();
  });

  it('is found as a plain walk finds it', () => {
    const segment = fc.oneof(fc.constantFrom('a', '', '__proto__', '0', '1'), fc.nat({ max: 3 }));
    fc.assert(
      fc.property(jsonText, fc.array(segment, { maxLength: 6 }), fc.nat(), (text, tail, pick) => {
        const { places, tape } = makeDocument(text);
        let node = pick % tape.count;
        while (tape.isClosing(node)) node -= 1;
        const path = [...places.path(node), ...tail];
        let length = path.length;
        while (places.atPath(path.slice(0, length)) < 0) length -= 1;
        expect(nearest(places, path)).toEqual({
          node: places.atPath(path.slice(0, length)),
          path: path.slice(0, length),
        });
      }),
      { numRuns: runs(1000) },
    );
  });
});
