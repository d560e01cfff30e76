// Documents one after another, as jq reads them.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeFolder } from './support.ts';

describe('several documents in one text', () => {
  it.each([
    ['{"a":1} {"a":2}', '[{"a":1},{"a":2}]'],
    ['{"a":1}{"a":2}[3]', '[{"a":1},{"a":2},[3]]'],
    ['{\n  "a": 1\n}\n{\n  "a": [\n    2\n  ]\n}\n', '[{"a":1},{"a":[2]}]'],
    ['1 2.50\r\n"} {" null', '[1,2.50,"} {",null]'],
    ['"a""b"', '["a","b"]'],
    ['[1]2', '[[1],2]'],
    ['"\\"" {"\\\\":"\\n"}', '["\\"",{"\\\\":"\\n"}]'],
  ])('[NEW-10] are records of a query: %j', async (text, wanted) => {
    const { run } = makeFolder();
    expect((await run(['query', '-', '-c', '$[*]'], text)).out).toBe(`${wanted}\n`);
    expect((await run(['query', '-', '-l', 'jq', '-n', '-c', '[inputs]'], text)).out).toBe(`${wanted}\n`);
  });

  it('[NEW-10] are lines of "format", and left alone by what writes', async () => {
    const { write, read, run } = makeFolder();
    const text = '{\n  "a": 1\n}\n{"a": 2}';
    write('a.json', text);
    expect((await run(['format', 'a.json', '-c'])).out).toBe('{"a":1}\n{"a":2}\n');
    for (const args of [
      ['format', '-w', 'a.json'],
      ['set', 'a.json', '/a', '2'],
      ['format', '--check', 'a.json'],
    ])
      expect((await run(args)).code).toBe(2);
    expect((await run(['validate', 'a.json'])).code).toBe(1);
    expect(read('a.json')).toBe(text);
  });

  it.each(['{} }', '{"a":1} x', '{"a":1} {"b"', '[1] ,[2]', '1 "a', '{]} {}', '[1 2] 3', ''])(
    '[NEW-10] are an error where one is none: %j',
    async (text) => {
      const { run } = makeFolder();
      expect(await run(['query', '-', '$'], text)).toMatchObject({ code: 2, out: '' });
    },
  );

  it('[NEW-10] are those that were written, whatever stands between', async () => {
    const { run } = makeFolder();
    const document = fc.tuple(fc.jsonValue(), fc.constantFrom('', ' ', '  '));
    const space = fc.constantFrom(' ', '\n', '\r\n', '\t', ' \n\n ');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(document, space), { minLength: 2, maxLength: 5 }), async (all) => {
        const text = all.map(([[value, indent], between]) => JSON.stringify(value, null, indent) + between).join('');
        const { code, out } = await run(['query', '-', '-l', 'jq', '-n', '-c', '[inputs]'], text);
        expect({ code, value: JSON.parse(out) as unknown }, text).toEqual({
          code: 0,
          value: JSON.parse(JSON.stringify(all.map(([[value]]) => value))) as unknown,
        });
      }),
      { numRuns: 25, seed: 60_093 },
    );
  });
});
