// The indentation of a closing bracket whose opening line is outside the window.

import { describe, expect, it } from 'vitest';
import { asRevision } from '../../../../src/shared/units.ts';
import { closingIndent } from '../../../../src/ui/text/session/closing-bracket.ts';
import { TextSlice } from '../../../../src/ui/text/window/slice.ts';
import { cutText } from '../../../../src/engine/textview/text-window.ts';
import { makeDocument } from '../../engine/support/documents.ts';

const TEXT = ['{', '\t"a": [', '   {"b": [', '"x"', ',"]"', ',"y"', ']}', '   ]', '}'].join('\n');

/** The lines that open the containers of line 4, innermost first. */
const OUTER = [
  { kind: 'array', indent: '   ' },
  { kind: 'object', indent: '   ' },
  { kind: 'array', indent: '\t' },
  { kind: 'object', indent: '' },
];

/** The window that starts at a line. */
function sliceFrom(document = makeDocument(TEXT), line = 4): TextSlice {
  const size = { linesBefore: 0, linesAfter: 9, bytesBefore: 100, bytesAfter: 100 };
  return new TextSlice(cutText(document, asRevision(0), { anchor: { line }, ...size }));
}

describe('[TXT-2] the level of a closing bracket', () => {
  it('is that of the line that opens, one further out for each that is closed before it', () => {
    const slice = sliceFrom();
    expect(slice.outer).toEqual(OUTER);
    expect(closingIndent(slice, [',"]"'], '      ]')).toBe('   ');
    expect(closingIndent(slice, [',"]"', ']'], '}')).toBe('   ');
    expect(closingIndent(slice, [',"]"', ']} // ]', '/* ] */'], ' ]')).toBe('\t');
    expect(closingIndent(slice, [',"]"', ']}]'], '}')).toBe('');
    expect(closingIndent(slice, [',"]"', ']}]}'], '}')).toBeNull();
  });

  it('is left to Monaco where the window holds the line that opens, or all of the document', () => {
    expect(closingIndent(sliceFrom(), ['{', '"]"', ']'], '}')).toBeNull();
    expect(closingIndent(sliceFrom(makeDocument(TEXT), 0), [], '  }')).toBeNull();
  });

  it('is nothing behind other text', () => {
    expect(closingIndent(sliceFrom(), [], '  1]')).toBeNull();
    expect(closingIndent(sliceFrom(), [], '  ')).toBeNull();
  });

  it('is known of the last valid text while this one is not', () => {
    const document = makeDocument(TEXT);
    const at = TEXT.indexOf('"x"');
    document.apply([{ start: at, end: at, insert: Uint8Array.of(123, 123, 10) } as never]);
    expect(sliceFrom(document, 6).outer).toEqual(OUTER);
  });
});
