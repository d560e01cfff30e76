import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BRACKETS, tokenizeLine, type Inside } from '../../../../src/ui/text/editor/colours.ts';

/** Splits a line where its colour changes; each part is preceded by its token type. */
function parts(line: string, inside: Inside = 'nothing'): string[] {
  const { tokens } = tokenizeLine(line, { inside, depth: 0 });
  return tokens.map(
    ({ startIndex, scopes }, index) => `${scopes} ${line.slice(startIndex, tokens[index + 1]?.startIndex).trim()}`,
  );
}

describe('[TXT-1] colours', () => {
  it('tells keys from strings by the colon', () => {
    expect(parts('"a" : "b", "c":1')).toEqual([
      'key "a"',
      'punctuation :',
      'string "b"',
      'punctuation ,',
      'key "c"',
      'punctuation :',
      'number 1',
    ]);
  });

  it('knows every kind of value', () => {
    expect(parts('[-1.5e+3, true, false, null, nul]')).toEqual([
      'bracket1 [',
      'number -1.5e+3',
      'punctuation ,',
      'boolean true',
      'punctuation ,',
      'boolean false',
      'punctuation ,',
      'null null',
      'punctuation ,',
      'plain nul',
      'bracket1 ]',
    ]);
  });

  it('ends a string at its own quote', () => {
    expect(parts(String.raw`"a\"b\\" 1`)).toEqual([String.raw`string "a\"b\\"`, 'number 1']);
  });

  it('goes on with a string that the slice starts in', () => {
    expect(parts('tail", 1', 'string')).toEqual(['string tail"', 'punctuation ,', 'number 1']);
    expect(parts('tail": 1', 'string')).toEqual(['key tail"', 'punctuation :', 'number 1']);
  });

  it('carries an open comment to the next line', () => {
    expect(tokenizeLine('1 /* a', { inside: 'nothing', depth: 1 }).next).toEqual({ inside: 'comment', depth: 1 });
    expect(tokenizeLine('', { inside: 'comment', depth: 1 }).next).toEqual({ inside: 'comment', depth: 1 });
    expect(parts('b */ 2', 'comment')).toEqual(['comment b */', 'number 2']);
    expect(parts('1 // 2')).toEqual(['number 1', 'comment // 2']);
  });

  it('carries a string over a line continuation of JSON5', () => {
    const lines = (text: string): string[] => {
      let inside: Inside = 'nothing';
      return text.split('\n').map((line) => {
        const shown = parts(line, inside).join(' | ');
        ({ inside } = tokenizeLine(line, { inside, depth: 0 }).next);
        return shown.replaceAll(/bracket\d/g, 'bracket');
      });
    };
    expect(lines('"a \\\nb // no comment \\\n", 1')).toEqual([
      'string "a \\',
      'string b // no comment \\',
      'string " | punctuation , | number 1',
    ]);
    expect(lines("['it\\\n\"s', 2]")).toEqual([
      "bracket [ | string 'it\\",
      `string "s' | punctuation , | number 2 | bracket ]`,
    ]);
    // An escaped backslash ends no line, nor does one outside of a string.
    expect(lines('"a\\\\\n1')).toEqual([expect.stringMatching(/^string/), 'number 1']);
    expect(lines('1 \\\n2')[1]).toBe('number 2');
  });

  it('knows bare keys and single quotes', () => {
    expect(parts("{a: 'b', $c: Infinity}")).toEqual([
      'bracket1 {',
      'key a',
      'punctuation :',
      "string 'b'",
      'punctuation ,',
      'key $c',
      'punctuation :',
      'number Infinity',
      'bracket1 }',
    ]);
  });

  it('gives both brackets of a container the colour of its depth, wherever a line begins', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('[', ']', '\n'), { maxLength: 40 }), fc.nat({ max: 9 }), (pieces, depth) => {
        const colours: string[] = [];
        let start = { inside: 'nothing' as Inside, depth };
        for (const line of pieces.join('').split('\n')) {
          const { tokens, next } = tokenizeLine(line, start);
          for (const [index, { startIndex, scopes }] of tokens.entries()) {
            const end = tokens[index + 1]?.startIndex ?? line.length;
            colours.push(...Array.from({ length: end - startIndex }, () => scopes));
          }
          start = { inside: next.inside, depth: next.depth % BRACKETS.length };
        }
        let level = depth;
        const expected = pieces
          .filter((piece) => piece !== '\n')
          .map((piece) => {
            const own = piece === '[' ? level : level - 1;
            level += piece === '[' ? 1 : -1;
            return BRACKETS[((own % BRACKETS.length) + BRACKETS.length) % BRACKETS.length];
          });
        expect(colours).toEqual(expected);
      }),
    );
  });

  it('moves on through any text', () => {
    const piece = fc.constantFrom('"', '\\', '/', '*', '{', ':', ' ', '1', '-', '.', 'e', 'a', '😀', '\0', "'");
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 40 }),
        fc.constantFrom<Inside>('nothing', 'string', 'comment'),
        (pieces, inside) => {
          const line = pieces.join('');
          const starts = tokenizeLine(line, { inside, depth: 0 }).tokens.map((token) => token.startIndex);
          expect(starts).toEqual(starts.toSorted((a, b) => a - b));
          expect(new Set(starts).size).toBe(starts.length);
        },
      ),
    );
  });
});
