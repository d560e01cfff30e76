// Paths as users type them: every spelling is parsed back, and errors have a position.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toJavaScript, toJq, toJsonPath, toPointer, type Path } from '../../../src/shared/document/path.ts';
import { parsePath, parsePointer } from '../../../src/shared/document/path-text.ts';
import { runs } from '../../runs.ts';

const key = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  // Includes lone surrogates.
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 4 }).map((units) => String.fromCharCode(...units)),
  fc.string({ unit: fc.constantFrom(...'~/\\\'"`[].$#%01- \n\0\u2028ué'), maxLength: 8 }),
  fc.constantFrom(
    '',
    '__proto__',
    'constructor',
    '0',
    '01',
    '-',
    '~1',
    '~01',
    '$',
    '$a',
    'a$',
    '#',
    'ªa',
    '日本',
    '🚀',
    '\ud800',
  ),
);
const path: fc.Arbitrary<Path> = fc.array(
  fc.oneof({ weight: 2, arbitrary: key }, { weight: 1, arbitrary: fc.maxSafeNat() }),
  { maxLength: 6 },
);

describe('[TRE-6] what is spelt reads back', () => {
  it('as JSON Pointer, where positions become strings', () => {
    fc.assert(
      fc.property(path, (wanted) => {
        expect(parsePath(toPointer(wanted))).toEqual(wanted.map(String));
        expect(parsePointer(toPointer(wanted))).toEqual(wanted.map(String));
      }),
      { numRuns: runs(3000) },
    );
  });

  it('as the fragment of a URI', () => {
    fc.assert(
      fc.property(path, (wanted) => {
        const whole = wanted.map((segment) => String(segment).toWellFormed());
        expect(parsePath(`#${encodeURI(toPointer(whole))}`)).toEqual(whole);
        expect(parsePath(`#${toPointer(whole).replaceAll('%', '%25')}`)).toEqual(whole);
      }),
      { numRuns: runs(1000) },
    );
  });

  it('as JSONPath', () => {
    fc.assert(
      fc.property(path, (wanted) => {
        expect(parsePath(toJsonPath(wanted))).toEqual(wanted);
      }),
      { numRuns: runs(3000) },
    );
  });

  it('as JavaScript', () => {
    fc.assert(
      fc.property(path, (wanted) => {
        expect(parsePath(toJavaScript(wanted))).toEqual(wanted);
      }),
      { numRuns: runs(3000) },
    );
  });

  it('as JavaScript means it', () => {
    fc.assert(
      fc.property(key, (wanted) => {
        // oxlint-disable-next-line typescript/no-implied-eval, no-new-func
        const read = new Function('value', `return value${toJavaScript([wanted])}`) as (value: unknown) => unknown;
        const value: unknown = JSON.parse(`{${JSON.stringify(wanted)}:1}`);
        expect(read(value)).toBe(1);
      }),
      { numRuns: runs(500) },
    );
  });
});

describe('a typed path', () => {
  it.each([
    ['', []],
    ['   ', []],
    ['/', ['']],
    ['/a~1b/~01', ['a/b', '~1']],
    ['  /a /b', ['a ', 'b']],
    ['#', []],
    ['#/c%25d/%F0%9F%9A%80', ['c%d', '🚀']],
    ['#/a%2Fb%7E0', ['a', 'b~']],
    ['$', []],
    [' $ ', []],
    ['$.a["b"][\'c\'][0]', ['a', 'b', 'c', 0]],
    ['$ .a [ 0 ] [ "b" ]', ['a', 0, 'b']],
    ['$["\\u65e5\\n\\/\\\\\\""]', ['日\n/\\"']],
    ["$['\\uD83D\\uDE80']", ['🚀']],
    ['.a["b"][0]', ['a', 'b', 0]],
    ['users[12].name', ['users', 12, 'name']],
    ['a.b', ['a', 'b']],
    ['$a.$', ['$a', '$']],
    ['["a"]', ['a']],
    ['a?.b?.[0]', ['a', 'b', 0]],
    ["['\\x41\\u{1F680}\\0\\q\\'']", ["A🚀\0q'"]],
    ['.if.class', ['if', 'class']],
    ['[9007199254740991]', [9007199254740991]],
  ] as const)('%j is %j', (text, wanted) => {
    expect(parsePath(text)).toEqual(wanted);
  });

  it.each([
    ['/a~', 2, '"~0"'],
    ['  /a~2', 4, '"~0"'],
    ['#a', 1, '"/"'],
    ['#/a%2', 3, 'hexadecimal'],
    ['#/é%7E', 3, '"~0"'],
    ['#/%C3', 2, 'UTF-8'],
    ['$.', 2, 'found the end'],
    ['$.a b', 4, 'a dot or a bracket'],
    ['$..a', 2, 'several'],
    ['$.*', 2, 'several'],
    ['$[*]', 2, 'several'],
    ['$[?@.a]', 2, 'several'],
    ['$[0,1]', 3, 'several'],
    ['$[0:1]', 3, 'several'],
    ['$[-1]', 2, 'from the start'],
    ['$[01]', 3, '"]"'],
    ['$[a]', 2, 'in quotes'],
    ['$["a]', 2, 'not closed'],
    ['$["\\\'"]', 3, 'not an escape'],
    ['$["\\x41"]', 3, 'not an escape'],
    ['["\\u12"]', 2, 'not an escape'],
    ['["\\u{110000}"]', 2, 'not an escape'],
    ['["\\1"]', 2, 'not an escape'],
    ['["\\', 2, 'not an escape'],
    ['a.b-c', 3, '["key"]'],
    ['a.0', 2, 'in brackets'],
    ['0', 0, 'in brackets'],
    ['[9007199254740992]', 1, 'no array'],
    ['a[0', 3, 'found the end'],
    ['"a"', 0, 'a name'],
  ] as const)('%j is refused at %i: %s', (text, offset, words) => {
    expect(() => parsePath(text)).toThrow(
      expect.objectContaining({
        code: 'syntax',
        message: expect.stringContaining(words) as string,
        place: { offset, line: 0, column: offset },
      }),
    );
    expect(() => parsePath(text)).toThrow(`at character ${offset + 1}:`);
  });

  it('either reads or is refused, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'/~#%$.[]\'"\\u0a1 ?*-{}é🚀'), maxLength: 12 }), (text) => {
        try {
          expect(Array.isArray(parsePath(text))).toBe(true);
        } catch (error) {
          expect(error).toMatchObject({ code: 'syntax' });
        }
      }),
      { numRuns: runs(5000) },
    );
  });
});

describe('a path of jq', () => {
  it.each([
    [[], '.'],
    [['a', 'b_1', 0], '.a.b_1[0]'],
    [[2, 'a'], '.[2].a'],
    [['a b', '', 'é', '$x'], '.["a b"][""]["é"]["$x"]'],
    [['a', '"\\('], String.raw`.a["\"\\("]`],
  ] as const)('[TRE-6] %j is %s', (steps, spelt) => {
    expect(toJq(steps)).toBe(spelt);
  });
});
