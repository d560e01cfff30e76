// The colours of previews: every character is in exactly one token, wherever the worker cuts the preview.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unpackRows } from '../../../src/shared/protocol/rows.ts';
import { readable } from '../../../src/ui/model/literal.ts';
import { tokensOf } from '../../../src/ui/tree/rows/preview.tsx';
import { packRows } from '../../../src/engine/treeview/row-window.ts';
import { makeDocument } from '../engine/support/documents.ts';

/** The preview of a document's root. */
function previewOf(json: string): string {
  const document = makeDocument(`[${json}]`);
  return unpackRows(packRows(document.places, document.rows, 1, 1)).rows[0]?.text ?? '';
}

describe('a preview', () => {
  it('[TRE-1] is its tokens, for any document and any text', () => {
    const joined = (text: string): string =>
      tokensOf(text)
        .map((token) => token.text)
        .join('');
    fc.assert(
      fc.property(fc.json(), (json) => {
        const text = previewOf(`[${json}]`);
        expect(joined(text)).toBe(text);
      }),
    );
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('"', "'", '\\', '…', ':', ',', '{', 'a', '1', '\n') }),
        (text) => joined(text) === text,
      ),
    );
  });

  it('[TRE-1] tells types apart, and keys from values', () => {
    const json = '{"id":1,"name":"a: 1, b","true":true,"null":null,"b c":-1.5e3,"list":[1,2],"s":"it\'s"}';
    expect(tokensOf(previewOf(json)).filter(({ type }) => type !== 'plain')).toEqual([
      { type: 'number', text: '1' },
      { type: 'string', text: '"a: 1, b"' },
      { type: 'boolean', text: 'true' },
      { type: 'null', text: 'null' },
      { type: 'number', text: '-1.5e3' },
      { type: 'string', text: '"it\'s"' },
    ]);
    const long = tokensOf(previewOf(JSON.stringify({ s: '\\'.repeat(60), n: 1 })));
    expect(long.map(({ type }) => type)).toEqual(['plain', 'string', 'plain', 'number', 'plain']);
  });
});

describe('escapes in a preview', () => {
  it('[FMT-1] are shown as the characters they stand for, where these can be read', () => {
    expect(readable(String.raw`[1, "\u20b9", {k\u00e9: "\ud83d\ude80"}]`)).toBe('[1, "₹", {ké: "🚀"}]');
    // What would be mistaken for something else, or not be seen, stays.
    for (const text of [
      String.raw`"\\u20b9"`,
      String.raw`"\u0022\u005c\u000a"`,
      String.raw`"\u200b\u00a0\u0301\ud83d"`,
      String.raw`"\n\"\u12"`,
    ])
      expect(readable(text)).toBe(text);
    expect(readable(String.raw`"\\\u20b9"`)).toBe(String.raw`"\\₹"`);
  });
});
