// Rewriting a document on request: as a JSON string and back, in ASCII, and formatted in part.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asNode } from '../../../../src/shared/units.ts';
import { spliceIntent } from '../../../../src/engine/edit/edit.ts';
import { escapeDocument, unescapeDocument } from '../../../../src/engine/layout/escaping.ts';
import { rewriteDocument } from '../../../../src/engine/layout/rewrite.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { jsonText, makeDocument, textOf } from '../support/documents.ts';
import { runs } from '../../../runs.ts';

const LAYOUT = { style: 'format', indent: '  ', maxLineLength: 80 } as const;

describe('[FMT-1] escaped text', () => {
  it('is what JSON.stringify makes of the text, and comes back', () => {
    const texts = fc.oneof(jsonText, fc.string({ unit: 'grapheme' }), fc.constant('\uFEFF{"not": closed'));
    fc.assert(
      fc.property(texts, (text) => {
        const escaped = finish(rewriteDocument(makeDocument(text), { style: 'escape' }));
        escaped.check();
        expect(textOf(escaped)).toBe(JSON.stringify(text));
        expect(textOf(finish(rewriteDocument(escaped, { style: 'unescape' })))).toBe(text);
      }),
      { numRuns: runs(500) },
    );
  });

  it.each(['\\', '"', '🚀', '\u00e9', '日', 'a\\n', '\\\\u00e9', '\\ud83d'])('is cut nowhere inside %j', (unit) => {
    for (let pad = 0; pad < 14; pad += 1) {
      for (const size of [16, 18, 24, 30]) {
        const text = 'x'.repeat(pad) + unit.repeat(20);
        const escaped = finish(escapeDocument(makeDocument(text), size));
        expect(textOf(escaped)).toBe(JSON.stringify(text));
        expect(textOf(finish(unescapeDocument(escaped, size)))).toBe(text);
      }
    }
  });

  it('comes back from escapes that others wrote, pairs across pieces too', () => {
    for (let pad = 0; pad < 14; pad += 1) {
      for (const size of [16, 18, 24, 30]) {
        const escaped = `"${'x'.repeat(pad)}${'\\ud83d\\uDE80\\n'.repeat(20)}"`;
        expect(textOf(finish(unescapeDocument(makeDocument(escaped), size)))).toBe('x'.repeat(pad) + '🚀\n'.repeat(20));
      }
    }
  });

  it('refuses what it would change', () => {
    const refused = expect.objectContaining({ code: 'refused' });
    const run = (source: string | Uint8Array, style: 'escape' | 'unescape') => () =>
      finish(rewriteDocument(makeDocument(source), { style }));
    expect(run(Uint8Array.of(0x22, 0xff, 0x22), 'escape')).toThrow(refused);
    expect(run('"\\ud800"', 'unescape')).toThrow(refused);
    expect(run('[1]', 'unescape')).toThrow(refused);
    expect(run('"', 'unescape')).toThrow(expect.objectContaining({ code: 'invalid-document' }));
  });
});

describe('[FMT-1] Unicode escapes', () => {
  it('leave ASCII and the same values', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const ascii = finish(rewriteDocument(makeDocument(text), { ...LAYOUT, escapeUnicode: true }));
        ascii.check();
        expect(textOf(ascii)).toMatch(/^[\0-\x7f]*$/);
        expect(JSON.parse(textOf(ascii))).toEqual(JSON.parse(text));
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('a part of a document', () => {
  it('is formatted where it is, and nothing else', () => {
    const text = '{\r\n\t"a": [1,{"b":[2]}],\r\n\t"c" :  3\r\n}';
    const document = makeDocument(text);
    const node = asNode(document.places.atPath(['a', 1]));
    document.apply(spliceIntent(document.places, { type: 'format', node, options: { ...LAYOUT, indent: '\t' } }));
    finish(document.settle());
    expect(textOf(document)).toBe(text.replace('{"b":[2]}', '{\r\n\t\t"b": [\r\n\t\t\t2\r\n\t\t]\r\n\t}'));
  });
});
