// Shared by the engine's tests: documents from text, and generators of JSON texts in many layouts.

import fc from 'fast-check';
import type { Dialect } from '../../../../src/shared/document/dialect.ts';
import type { Splice } from '../../../../src/shared/document/splice.ts';
import { asByte } from '../../../../src/shared/units.ts';
import { JsonDocument } from '../../../../src/engine/document/document.ts';
import { compileEngine } from '../../../../src/engine/base/memory.ts';

export const engine = compileEngine();

export const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Creates a document, filled in pieces of `piece` bytes. */
export function makeDocument(source: string | Uint8Array, piece = 1 << 20, dialect: Dialect = 'json'): JsonDocument {
  const bytes = typeof source === 'string' ? encode(source) : source;
  const document = new JsonDocument(engine, bytes.length, dialect);
  for (let start = 0; start < bytes.length; start += piece) document.append(bytes.subarray(start, start + piece));
  document.complete();
  return document;
}

export function textOf(document: JsonDocument): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(document.memory.text());
}

const space = fc.constantFrom('', '', '', ' ', '\n', '\r\n', '\t', '  \n    ');
const literal = fc.constantFrom('true', 'false', 'null');
const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
  fc.constantFrom('0', '-0', '1e400', '1E+2', '-1.50e-7', '9007199254740993', '0.10'),
);
const string = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }).map((value) => JSON.stringify(value)),
  fc.constantFrom(
    '""',
    '"\\u00e9\\\\"',
    '"\\""',
    '"\\/"',
    '"__proto__"',
    '"日本語 🚀"',
    '"\\ud800"',
    `"${'x'.repeat(200)}"`,
  ),
);

/** JSON texts with every kind of value, many layouts, duplicate keys and hostile strings. */
export const jsonText: fc.Arbitrary<string> = fc
  .letrec<{ value: string; array: string; object: string }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      literal,
      number,
      string,
      tie('array'),
      tie('object'),
    ),
    array: fc
      .array(fc.tuple(space, tie('value'), space), { maxLength: 6 })
      .map((items) => `[${items.map(([a, value, b]) => a + value + b).join(',')}${items.length === 0 ? ' ' : ''}]`),
    object: fc
      .array(fc.tuple(space, string, space, space, tie('value'), space), { maxLength: 6 })
      .map((items) => `{${items.map(([a, key, b, c, value, d]) => `${a}${key}${b}:${c}${value}${d}`).join(',')}}`),
  }))
  .value.chain((value) => fc.tuple(space, space).map(([a, b]) => a + value + b));

/** Texts that are nearly JSON: a valid text with a few bytes changed. */
export const nearlyJson: fc.Arbitrary<Uint8Array> = fc
  .tuple(
    jsonText,
    fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 }), fc.constantFrom('set', 'drop', 'add')), {
      maxLength: 3,
    }),
  )
  .map(([text, changes]) => {
    const bytes = [...encode(text)];
    for (const [at, byte, what] of changes) {
      const index = at % (bytes.length + 1);
      if (what === 'set' && index < bytes.length) bytes[index] = byte;
      else if (what === 'drop') bytes.splice(index, 1);
      else bytes.splice(index, 0, byte);
    }
    return Uint8Array.from(bytes);
  });

const inserted = fc.oneof(
  fc.constantFrom(
    '',
    ',',
    '1',
    '"',
    '[',
    ']',
    '{',
    '}',
    ':',
    ' ',
    '\n',
    '1,2',
    '"a":1',
    ',"b":[1,2]',
    'tru',
    'e',
    '\\',
    '[[]]',
    '-',
    '.5',
  ),
  jsonText,
);

/** Edits whose positions are fractions of a text's length; `toSplices` makes them concrete. */
export const edits = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat({ max: 12 }), inserted), {
  minLength: 1,
  maxLength: 3,
});

/** Returns sorted splices without overlaps for a text of `size` bytes. They may split characters. */
export function toSplices(size: number, wanted: readonly (readonly [number, number, string])[]): Splice[] {
  const splices: Splice[] = [];
  let last = 0;
  for (const [at, length, text] of wanted.toSorted((a, b) => a[0] - b[0])) {
    const start = Math.max(last, Math.floor(at * size));
    const end = Math.min(size, start + length);
    splices.push({ start: asByte(start), end: asByte(end), insert: encode(text) });
    last = end;
  }
  return splices;
}

/** Applies splices in the simplest way, for comparison. */
export function spliceBytes(bytes: Uint8Array, splices: readonly Splice[]): Uint8Array {
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const { start, end, insert } of splices) {
    parts.push(bytes.subarray(at, start), insert);
    at = end;
  }
  parts.push(bytes.subarray(at));
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/** Values in different layouts, and fragments that users type between them. */
export const PIECES = [
  '1',
  '-0.5e3',
  '"text"',
  '"\\u00e9\\n"',
  'null',
  '{}',
  '[]',
  '{"a": [1, {"b": "日本"}]}',
  '[\n  1,\n  2\n]',
  '"🚀"',
];
export const TYPED = ['', ' ', '\n', ',', '"', '{', '}', '[', ']', ':', '12', 'tru', '\\', '"key": 1,', 'é', ...PIECES];
