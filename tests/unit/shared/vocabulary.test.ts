import { describe, expect, it } from 'vitest';
import { CodedError, fromWire, hasCode, toWire } from '../../../src/shared/errors.ts';
import { toJavaScript, toJsonPath, toPointer } from '../../../src/shared/document/path.ts';
import { formatSize } from '../../../src/shared/bytes/size.ts';
import { checkSplices } from '../../../src/shared/document/splice.ts';
import { unquote } from '../../../src/shared/bytes/literals.ts';
import { asByte } from '../../../src/shared/units.ts';

describe('sizes', () => {
  it.each([
    [0, '0 B'],
    [899, '899 B'],
    [900, '0.9 KB'],
    [1024, '1.0 KB'],
    [921599, '900.0 KB'],
    [104857600, '100.0 MB'],
    [2 ** 40, '1.0 TB'],
    [5e15, '4,547.5 TB'],
  ])('[LIM-1] %d bytes are %s', (bytes, text) => {
    expect(formatSize(bytes, 'en')).toBe(text);
  });
});

describe('paths', () => {
  const path = ['a', 0, 'b c', "it's", 'x/y~z', '', '__proto__', '日本'];

  it('[TRE-6] as JSON Pointer', () => {
    expect(toPointer(path)).toBe("/a/0/b c/it's/x~1y~0z//__proto__/日本");
    expect(toPointer([])).toBe('');
  });

  it('[TRE-6] as JSONPath', () => {
    expect(toJsonPath(path)).toBe("$.a[0]['b c']['it\\'s']['x/y~z'][''].__proto__.日本");
    expect(toJsonPath(['"', '\\', '\n'])).toBe("$['\"']['\\\\']['\\n']");
  });

  it('[TRE-6] as JavaScript', () => {
    expect(toJavaScript(path)).toBe('.a[0]["b c"]["it\'s"]["x/y~z"][""].__proto__.日本');
  });
});

describe('errors', () => {
  it('keep code, message and place as data', () => {
    const error = new CodedError('syntax', 'No.', { offset: 3, line: 0, column: 3 });
    const back = fromWire(structuredClone(toWire(error)));
    expect(back).toMatchObject({ code: 'syntax', message: 'No.', place: { offset: 3 } });
    expect(hasCode(back, 'syntax')).toBe(true);
    expect(toWire(new TypeError('x'))).toEqual({ code: 'internal', message: 'TypeError: x', place: null });
  });
});

describe('keys', () => {
  it.each([
    ['"a\\u0062\\n"', 'ab\n'],
    ['"cut \\u00', 'cut '],
    ['"cut \\', 'cut '],
    ['"cut', 'cut'],
    ['"\\""', '"'],
    ['""', ''],
  ])('unquotes %s', (literal, text) => {
    expect(unquote(literal)).toBe(text);
  });
});

describe('splices', () => {
  it('are refused where they overlap, run backwards or reach beyond the text', () => {
    const check = (...ranges: readonly (readonly [number, number])[]): void =>
      checkSplices(
        ranges.map(([start, end]) => ({ start: asByte(start), end: asByte(end), insert: new Uint8Array() })),
        10,
      );
    expect(() => check([0, 2], [2, 2], [2, 5], [10, 10])).not.toThrow();
    expect(() => check([0, 10])).not.toThrow();
    expect(() => check([0, 2], [1, 3])).toThrow('splice 1 is [1, 3), expected a range within [2, 10]');
    expect(() => check([3, 2])).toThrow(RangeError);
    expect(() => check([0, 11])).toThrow(RangeError);
    expect(() => check([11, 11])).toThrow(RangeError);
  });
});
