import { describe, expect, it } from 'vitest';
import { markOf } from '../../../../src/ui/transform/problem-mark.ts';

/** The marked text for an error at a place, with a bar on each side. */
function marked(text: string, line: number, column: number): string {
  const lines = text.split('\n');
  const { lineNumber, startColumn, endColumn } = markOf(lines, { offset: 0, line, column });
  const of = lines[lineNumber - 1] ?? '';
  lines[lineNumber - 1] =
    `${of.slice(0, startColumn - 1)}<${of.slice(startColumn - 1, endColumn - 1)}>${of.slice(endColumn - 1)}`;
  return lines.join('\n');
}

describe('[TRF-1] the mark of an error in a query', () => {
  it('covers the word or the character at its place', () => {
    expect(marked('.[] | lenght', 0, 6)).toBe('.[] | <lenght>');
    expect(marked('a\n.foo bar', 1, 5)).toBe('a\n.foo <bar>');
    expect(marked('$.a]', 0, 3)).toBe('$.a<]>');
  });

  it('covers the character before it where nothing stands', () => {
    expect(marked('map(', 0, 4)).toBe('map<(>');
    expect(marked('.a |\n\n', 2, 0)).toBe('.a <|>\n\n');
    expect(marked('data.map(\n  ', 1, 2)).toBe('data.map<(>\n  ');
    expect(marked('', 0, 0)).toBe('<>');
  });
});
