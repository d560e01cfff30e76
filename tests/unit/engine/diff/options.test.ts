// What counts as a difference: numbers, order, paths, identity; and what is reported when matching was cut short.

import { describe, expect, it } from 'vitest';
import type { CompareOptions } from '../../../../src/shared/protocol/compare.ts';
import { CodedError } from '../../../../src/shared/errors.ts';
import { compareTexts, linesOf } from './model.ts';

function lines(left: string, right: string, options: Partial<CompareOptions> = {}): string[] {
  return linesOf(compareTexts(left, right, options));
}

describe('numbers', () => {
  it('are equal by exact value', () => {
    const left = '[1, 0, 100, 9007199254740993, 1e400, 0.1, 123456789012345678901234567890]';
    const right = '[1.0, -0, 1E2, 9007199254740992, 10e399, 1e-1, 123456789012345678901234567890.000]';
    expect(lines(left, right)).toEqual(['~ /3 9007199254740993 → 9007199254740992']);
    expect(lines('[1e9999999999999999999]', '[1e9999999999999999998]')).toHaveLength(1);
    expect(lines('[1e9999999999999999999]', '[10e9999999999999999998]')).toEqual([]);
  });

  it('or by their spelling', () => {
    expect(lines('[1, 2]', '[1.0, 2]', { numbers: 'spelling' })).toEqual(['~ /0 1 → 1.0']);
  });

  it('may differ by a tolerance, to the digit', () => {
    const options = { tolerance: 0.1 };
    expect(lines('{"a":1.0,"b":1,"c":[5]}', '{"a":1.1,"b":1.11,"c":[5.05]}', options)).toEqual(['~ /b 1 → 1.11']);
    const near = compareTexts('[[1],[2]]', '[[1.01],[2.01]]', options);
    expect([near.count, near.marks.left.length, near.marks.right.length]).toEqual([0, 0, 0]);
  });
});

describe('options', () => {
  it('ignore the order of arrays', () => {
    const options = { ignoreOrder: true };
    expect(lines('[1,[2,3],1,{"a":[4,5]}]', '[{"a":[5,4]},[3,2],1,1]', options)).toEqual([]);
    expect(lines('[1,1,2]', '[2,1,3]', options)).toHaveLength(1);
    expect(lines('[{"id":1,"n":1},{"id":2,"n":2}]', '[{"id":2,"n":3},{"id":1,"n":1}]', options)).toEqual([
      '~ /1/n 2 → 3',
    ]);
  });

  it('leave paths out', () => {
    const left = '{"a":{"time":1,"x":1},"b":{"time":2},"list":[{"time":1,"v":1},{"time":2,"v":2}]}';
    const right = '{"a":{"x":2},"b":{"time":3},"list":[{"time":9,"v":1},{"v":3},4],"new":1}';
    const ignorePaths = [['*', 'time'], ['list', '*', 'time'], ['new'], ['list', 2]];
    expect(lines(left, right, { ignorePaths })).toEqual(['~ /a/x 1 → 2', '~ /list/1/v 2 → 3']);
    expect(lines('[1,2,3]', '[1,9]', { ignorePaths: [['*']] })).toEqual([]);
  });

  it('say by which key items belong together', () => {
    const item = (key: number, other: number): string => `{"k":${key},"other":${other},"a":${other},"b":${other}}`;
    const left = `[${[1, 2, 3, 4].map((key) => item(key, key)).join(',')}]`;
    const right = `[${[0, 1, 2, 3, 4].map((key) => item(key, key + 10)).join(',')}]`;
    const changed = lines(left, right, { identity: 'k' });
    expect(changed).toHaveLength(13);
    expect(changed.slice(0, 2)).toEqual([`+ /0 ${item(0, 10)}`, '~ /0/other 1 → 11']);
    // Without the option, the identity is detected.
    expect(lines(left, right)).toEqual(changed);
  });

  it('identity is found where nothing is in order', () => {
    const items = Array.from({ length: 6000 }, (_, index) => ({ nr: index, kind: 'a', size: index % 7 }));
    const changed = items.toReversed().map((item) => ({ ...item, kind: 'b', size: -1 }));
    const { count } = compareTexts(JSON.stringify(items), JSON.stringify(changed));
    expect(count).toBeLessThanOrEqual(6001);
    expect(compareTexts(JSON.stringify(items), JSON.stringify(changed), { ignoreOrder: true }).count).toBe(12_000);
  });

  it('identity tells a record that moved and changed', () => {
    const left = '[{"id":"a","v":1},{"id":"b","v":2},{"id":"c","v":3},{"id":"d","v":4}]';
    const right = '[{"id":"d","v":5},{"id":"a","v":1},{"id":"b","v":2},{"id":"c","v":3}]';
    expect(lines(left, right)).toEqual(['> /0 {"id":"d","v":5}', '< /3 {"id":"d","v":4}']);
  });
});

describe('a comparison', () => {
  it('[CMP-5] of what is not valid says which side', () => {
    expect(() => compareTexts('[1', '[1]')).toThrow(/left/);
    expect(() => compareTexts('[1]', '{')).toThrow(CodedError);
  });

  it('says where it was hurried', () => {
    const numbers = (seed: number): string => {
      let state = seed;
      const next = (): number => (state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9);
      return JSON.stringify(Array.from({ length: 20_000 }, () => (next() >>> 20) % 3));
    };
    const { notes } = compareTexts(numbers(1), numbers(777));
    expect(notes).toEqual([expect.objectContaining({ type: 'unordered', left: 0, right: 0 })]);
  });

  it('lines up long runs without identity by what they share', () => {
    const items = Array.from({ length: 3000 }, (_, index) => ({
      size: (index * 7) % 50,
      tags: [(index * 13) % 29],
      kind: 'a',
    }));
    const changed = items.slice(3).map((item) => ({ ...item, kind: 'b' }));
    const { count, notes } = compareTexts(JSON.stringify(items), JSON.stringify(changed));
    expect([count, notes]).toEqual([3000, []]);
  });

  it('is not confused by keys that objects have of themselves', () => {
    const left = '{"__proto__":{"x":1},"constructor":1,"hasOwnProperty":[{"__proto__":1}]}';
    const right = '{"hasOwnProperty":[{"__proto__":2}],"__proto__":{"x":1,"y":2},"toString":1}';
    expect(lines(left, right)).toEqual([
      '+ /__proto__/y 2',
      '- /constructor 1',
      '+ /toString 1',
      '~ /hasOwnProperty/0/__proto__ 1 → 2',
    ]);
  });

  it('goes thirty thousand levels deep', () => {
    const deep = (value: string): string => `${'[{"a":'.repeat(15_000)}${value}${'}]'.repeat(15_000)}`;
    expect(compareTexts(deep('1'), deep('2')).count).toBe(1);
    expect(compareTexts(deep('1.0'), deep('1e0')).count).toBe(0);
  });
});
