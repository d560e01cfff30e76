import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '../../../../src/shared/bytes/utf8.ts';
import type { EditorChange } from '../../../../src/ui/text/window/text-change.ts';
import { detectIndent, linesBegun, nextIndent, TWO_SPACES } from '../../../../src/ui/text/window/indent.ts';

const value = { a: [1, { b: [2, 3] }], c: { d: [4] } };

describe('indentation', () => {
  it.each([1, 2, 3, 4, 8])('[TXT-1] of %i spaces is found', (size) => {
    expect(detectIndent(encodeUtf8(JSON.stringify(value, null, size)))).toEqual({ insertSpaces: true, size });
  });

  it('[TXT-1] by tabs is found, whatever ends the lines', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const text = JSON.stringify(value, null, '\t').replaceAll('\n', end);
      expect(detectIndent(encodeUtf8(text)).insertSpaces).toBe(false);
    }
  });

  it('[TXT-1] is two spaces where nothing is indented', () => {
    expect(detectIndent(encodeUtf8('[1,2]'))).toEqual(TWO_SPACES);
    expect(detectIndent(new Uint8Array())).toEqual(TWO_SPACES);
  });

  it('[TXT-1] is read from the lines around a window whose own are all at one level', () => {
    const bytes = encodeUtf8('      1,\n      2,\n');
    expect(detectIndent(bytes, ['    ', '  ', ''])).toEqual(TWO_SPACES);
    expect(detectIndent(encodeUtf8('\t\t1,\n'), ['\t', '']).insertSpaces).toBe(false);
  });

  it('[TXT-1] goes on to whole levels', () => {
    expect(nextIndent('   ', TWO_SPACES, true)).toBe('    ');
    expect(nextIndent('\t ', TWO_SPACES, false)).toBe('   ');
    expect(nextIndent('\t', { insertSpaces: false, size: 4 }, true)).toBe('\t\t');
    expect(nextIndent('     ', { insertSpaces: false, size: 4 }, false)).toBe('\t ');
  });
});

const at = (line: number, column: number, text: string, endLine = line, endColumn = column): EditorChange => ({
  range: { startLineNumber: line, startColumn: column, endLineNumber: endLine, endColumn },
  text,
});

describe('lines that Enter begins in a cut line', () => {
  it('are indented as it is, or a level deeper', () => {
    expect(linesBegun([at(1, 9, '\n')], '    ', TWO_SPACES)).toEqual([{ line: 2, is: '', wanted: '    ' }]);
    expect(linesBegun([at(1, 9, '\n  \n')], '    ', TWO_SPACES)).toEqual([
      { line: 2, is: '  ', wanted: '      ' },
      { line: 3, is: '', wanted: '    ' },
    ]);
  });

  it('are counted from the top, whatever the changes take out', () => {
    const changes = [at(4, 3, '\n'), at(1, 9, '\n', 3, 2), at(1, 5, '\n  ')];
    expect(linesBegun(changes, '\t', { insertSpaces: false, size: 4 })).toEqual([
      { line: 2, is: '  ', wanted: '\t\t' },
      { line: 3, is: '', wanted: '\t' },
    ]);
  });

  it('are none where Enter is in another line', () => {
    expect(linesBegun([at(2, 1, '\n  ')], '    ', TWO_SPACES)).toEqual([]);
  });
});
