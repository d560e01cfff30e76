// JSON inside of strings, unpacked and packed again: the same bytes where nothing was changed.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../runs.ts';
import { PackedStrings } from '../../../../src/workers/document/packed-strings.ts';
import { planPack, planUnpack } from '../../../../src/engine/edit/unpack.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { formatDocument } from '../../../../src/engine/layout/format.ts';
import { asByte } from '../../../../src/shared/units.ts';
import type { Dialect } from '../../../../src/shared/document/dialect.ts';
import type { Splice } from '../../../../src/shared/document/splice.ts';
import { makeDocument, textOf } from '../support/documents.ts';

/** A document with the places of what was unpacked, as a worker keeps them. */
class Unpacking {
  readonly strings = new PackedStrings();
  document;
  content = 1;

  constructor(text: string, dialect: Dialect = 'json') {
    this.document = makeDocument(text, 1 << 20, dialect);
  }

  get text(): string {
    return textOf(this.document);
  }

  apply(splices: readonly Splice[]): void {
    this.strings.beforeApply(splices);
    this.document.apply(splices);
    finish(this.document.settle());
    this.content += 1;
  }

  unpack(): number {
    const { splices, packed } = finish(planUnpack(this.document.places));
    this.apply(splices);
    this.strings.add(packed, this.content);
    return packed.length;
  }

  pack(): number {
    const entries = this.strings.current(this.document, this.content);
    this.apply(finish(planPack(this.document.places, entries)));
    return entries.length;
  }

  replace(part: string, by: string): void {
    const start = new TextEncoder().encode(this.text.slice(0, this.text.indexOf(part))).length;
    const end = start + new TextEncoder().encode(part).length;
    this.apply([{ start: asByte(start), end: asByte(end), insert: new TextEncoder().encode(by) }]);
  }

  format(): void {
    const next = finish(formatDocument(this.document, { style: 'format', indent: '  ', maxLineLength: 80 }));
    this.strings.beforeExchange(this.document, next);
    this.document = next;
    this.content += 1;
  }
}

const inner = fc.oneof(
  fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })),
  fc.array(fc.jsonValue({ maxDepth: 2 })),
);
/** JSON in strings, up to three levels deep, spelt in different ways. */
const packedText = fc.tuple(inner, fc.nat(2), fc.constantFrom(0, 2)).map(([value, levels, indent]) => {
  let text = JSON.stringify(value, null, indent);
  for (let level = 0; level < levels; level += 1) text = JSON.stringify({ level, inner: text });
  return JSON.stringify(text).replaceAll('/', '\\/');
});
const document = fc
  .array(
    fc.oneof(
      packedText,
      fc.jsonValue().map((value) => JSON.stringify(value)),
    ),
    { maxLength: 6 },
  )
  .map((items) => `[${items.join(', ')}]`);

describe('[NEW-3] JSON in strings', () => {
  it('is unpacked as it is written, and packed again into the same bytes', () => {
    fc.assert(
      fc.property(document, fc.boolean(), (text, twice) => {
        const unpacking = new Unpacking(text);
        unpacking.unpack();
        const unpacked = unpacking.text;
        if (twice) {
          expect(unpacking.unpack()).toBe(0);
          expect(unpacking.text).toBe(unpacked);
        }
        unpacking.pack();
        expect(unpacking.text).toBe(text);
      }),
      { numRuns: runs(1000) },
    );
  });

  it('becomes values at every level', () => {
    const unpacking = new Unpacking(
      String.raw`{"a": "{\"b\": \"[1, 2]\", \"c\": \"[x]\"}", "d": "[]", "{\"k\":1}": "text"}`,
    );
    expect(unpacking.unpack()).toBe(3);
    expect(unpacking.text).toBe('{"a": {"b": [1, 2], "c": "[x]"}, "d": [], "{\\"k\\":1}": "text"}');
  });

  it('is escaped again where it was changed, and nowhere else, wherever it has moved', () => {
    const text = String.raw`{"a": "{\"b\":\"\u00e9\\/\"}", "c": "[1.10,{\"d\":\"\\u0041\"}]"}`;
    const unpacking = new Unpacking(text);
    unpacking.unpack();
    unpacking.replace('{"a"', '{"new": [1, 2], "a"');
    unpacking.replace('1.10', '1.20');
    unpacking.pack();
    expect(unpacking.text).toBe(
      String.raw`{"new": [1, 2], "a": "{\"b\":\"\u00e9\\/\"}", "c": "[1.20,{\"d\":\"\\u0041\"}]"}`,
    );
  });

  it('is still known after the document was formatted, and forgotten where it was replaced', () => {
    const unpacking = new Unpacking(String.raw`{"a":"{\"b\":1}","c":"[2]"}`);
    unpacking.unpack();
    unpacking.format();
    unpacking.replace('{\n    "b": 1\n  }', 'null');
    expect(unpacking.pack()).toBe(1);
    expect(unpacking.text).toBe('{\n  "a": null,\n  "c": "[2]"\n}');
  });

  it('stays on its line in NDJSON', () => {
    const text = '{"a":"{\\n  \\"b\\": 1\\n}"}\n{"a":"x"}\n';
    const unpacking = new Unpacking(text, 'ndjson');
    unpacking.unpack();
    expect(unpacking.text).toBe('{"a":{   "b": 1 }}\n{"a":"x"}\n');
    unpacking.pack();
    expect(unpacking.text).toBe(text);
  });
});
