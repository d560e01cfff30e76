// What a day on the command line needs: strict JSON, several files, pipes, negative numbers, wildcards, other encodings.
// @see docs/cli.md

import { execFileSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeFolder } from './support.ts';

const containing = (text: string): string => expect.stringContaining(text) as string;
const matching = (expression: RegExp): string => expect.stringMatching(expression) as string;
const identity = (path: string) => {
  const { ino, mtimeMs, size } = statSync(path);
  return { ino, mtimeMs, size };
};

/** What is JSON by the letter, as another program judges it. */
function isStrict(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('validate', () => {
  it.each([
    ['{a:1}', 2],
    ["{'a':1}", 2],
    ['NaN', 1],
    ['[+1]', 2],
    ['[01]', 2],
    ['{"a":1,}', 7],
    ['/* why */ {}', 1],
    ['{"a":1}\n{"a":2}\n', 1],
    ['[1] [2]', 5],
    ['', 1],
  ])('[NEW-10] takes a file named .json by the letter: %j', async (text, column) => {
    const { write, run } = makeFolder();
    write('x.json', text);
    const { code, out } = await run(['validate', 'x.json']);
    expect({ code, out }).toEqual({ code: 1, out: matching(new RegExp(`^x\\.json:[12]:${column}: `)) });
    expect(await run(['validate', '-'], text)).toMatchObject({ code: 1, out: matching(/^standard input:/) });
  });

  it('[NEW-10] agrees with JSON.parse on random texts', async () => {
    const { run } = makeFolder();
    const piece = fc.constantFrom('{', '}', '[', ']', ',', ':', '"a"', "'a'", 'a', '1', '-', '+', '.5', 'null', 'NaN', ' ', '\n', '//x\n', '/**/'); // prettier-ignore
    const texts = fc.oneof(
      fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
      fc.json(),
      fc.tuple(fc.json(), piece, fc.nat()).map(([json, added, at]) => {
        const place = at % (json.length + 1);
        return json.slice(0, place) + added + json.slice(place);
      }),
    );
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        expect((await run(['validate', '-'], text)).code, text).toBe(isStrict(text) ? 0 : 1);
      }),
      { numRuns: 150, seed: 60_091 },
    );
  });

  it('[NEW-10] takes a file as what its name says, and as what it is told', async () => {
    const { write, run } = makeFolder();
    const comment = '// why\n{"a":1,}';
    for (const name of ['a.jsonc', 'tsconfig.json', 'x.code-workspace', 'a.json5']) {
      write(name, comment);
      expect(await run(['validate', name])).toEqual({ code: 0, out: '', err: '' });
    }
    write('a.ndjson', '{"a":1}\n{"a":2}\n');
    expect((await run(['validate', 'a.ndjson'])).code).toBe(0);
    write('a.json', comment);
    expect(await run(['validate', 'a.json'])).toMatchObject({ code: 1, err: containing('--dialect jsonc reads it') });
    expect((await run(['validate', 'a.json', '--dialect', 'jsonc'])).code).toBe(0);
    expect((await run(['validate', '-', '-d', 'json5'], '{a:+1}')).code).toBe(0);
    expect((await run(['validate', '-', '-d', 'ndjson'], '1\n2\n')).code).toBe(0);
    expect(await run(['validate', 'a.json', '-d', 'yaml'])).toMatchObject({ code: 2, err: containing('ndjson') });
    // The other commands read on what they always did.
    expect((await run(['get', 'a.json', '/a'])).out).toBe('1\n');
  });

  it('[NEW-10] takes several files, names each, and ends with the worst', async () => {
    const { write, run } = makeFolder();
    for (const [name, text] of [
      ['good.json', '{"id":1}'],
      ['bad.json', '{"id":}'],
      ['odd.json', '{"id":"x"}'],
    ] as const)
      write(name, text);
    write('s.json', '{"properties":{"id":{"type":"integer"}}}');
    const said = await run(['validate', 'good.json', 'bad.json', 'odd.json', '-s', 's.json']);
    expect(said).toMatchObject({ code: 1, out: matching(/^bad\.json:1:7: .+\nodd\.json:1:7: \$\.id: .+\n$/) });
    const lost = await run(['validate', 'bad.json', 'none.json', 'good.json']);
    expect(lost).toMatchObject({ code: 2, out: matching(/^bad\.json/), err: matching(/^diptych: .*none\.json.*\n$/) });
    expect((await run(['validate', 'bad.json', 'good.json', '--json'])).out).toContain('{"file":"bad.json","line":1');
    expect((await run(['validate', 'good.json', 'good.json'])).code).toBe(0);
    expect((await run(['validate'])).code).toBe(2);
  });

  it('[NEW-10] checks each record of NDJSON by itself, and says which', async () => {
    const { write, run } = makeFolder();
    write('s.json', '{"type":"object","required":["id"],"properties":{"id":{"type":"integer"}}}');
    write('a.ndjson', '{"id":1}\n\n{"id":"x"}\n{}\n');
    const { code, out } = await run(['validate', 'a.ndjson', '-s', 's.json']);
    expect(code).toBe(1);
    expect(out).toMatch(/^a\.ndjson:3:7: record 2: \$\[1\]\.id: .+\na\.ndjson:4:1: record 3: \$\[2\]: .+\n$/);
    expect((await run(['validate', 'a.ndjson', '-s', 's.json', '--json'])).out).toContain('"record":2,"line":3');
    write('b.ndjson', '{"id":1}\n{"id":\n{"id":2}\n]\n');
    expect((await run(['validate', 'b.ndjson'])).out).toMatch(
      /^b\.ndjson:2:7: record 2: .+\nb\.ndjson:4:1: record 4: .+\n$/,
    );
    write('all.json', '{"type":"array","maxItems":2}');
    expect((await run(['validate', 'a.ndjson', '-s', 'all.json', '--whole'])).out).toMatch(/^a\.ndjson:1:1: \$: /);
    // What "infer" says of a file holds for it.
    write('inferred.json', (await run(['infer', 'a.ndjson'])).out);
    expect((await run(['validate', 'a.ndjson', '-s', 'inferred.json'])).code).toBe(0);
  });

  it('[NEW-10] reads the files that a schema refers to', async () => {
    const { write, run } = makeFolder();
    write('a.json', '{"item":{"n":"x"}}');
    write('order.json', '{"properties":{"item":{"$ref":"item 1.json#/$defs/item"}}}');
    write('item 1.json', '{"$defs":{"item":{"properties":{"n":{"$ref":"number.json"}}}}}');
    write('number.json', '{"type":"number"}');
    const wrong = { code: 1, out: matching(/^a\.json:1:14: \$\.item\.n: /), err: '' };
    expect(await run(['validate', 'a.json', '-s', 'order.json'])).toEqual(wrong);
    // The addresses of published schemas lead to the files beside.
    write('named.json', '{"$id":"https://schemas.example/v1/named.json","$ref":"order.json"}');
    expect(await run(['validate', 'a.json', '-s', 'named.json'])).toEqual(wrong);
    for (const [text, name] of [
      ['{"$ref":"none.json"}', 'none.json'],
      ['{"$ref":"https://schemas.example/x.json"}', 'schemas.example'],
    ] as const) {
      write('lost.json', text);
      expect(await run(['validate', 'a.json', '-s', 'lost.json'])).toMatchObject({ code: 2, err: containing(name) });
    }
  });

  it.each([
    ['{"$ref":"#/definitions/nope"}', '#/definitions/nope'],
    ['{"required":"a"}', 's.json:1:13: $.required'],
    ['{"type":"strin"}', '$.type'],
    ['{"properties":{"a":{"minLength":-1}}}', '$.properties.a.minLength'],
    ['{"$schema":"http://json-schema.org/draft-07/schema#","items":{"$ref":"#nowhere"}}', '#nowhere'],
    ['{"$schema":"http://json-schema.org/draft-04/schema#","minimum":"1"}', '$.minimum'],
    ['{"patternProperties":{"(":{}}}', '('],
    ['[]', '$'],
  ])('[NEW-10] says what of a schema can’t be checked: %s', async (schema, place) => {
    const { write, run } = makeFolder();
    write('a.json', '[{"a":"x"}]');
    write('s.json', schema);
    const said = await run(['validate', 'a.json', '-s', 's.json']);
    expect(said).toMatchObject({ code: 2, err: containing(place) });
    // Once, however many files there are.
    write('b.json', '[{"a":"x"}]');
    expect(await run(['validate', 'a.json', 'b.json', '-s', 's.json'])).toMatchObject({ code: 2, err: said.err });
  });
});

describe('arguments', () => {
  it('[NEW-10] are values where they are negative numbers', async () => {
    const { write, read, run } = makeFolder();
    write('a.json', '{"n":1,"l":[1]}');
    for (const value of ['-5', '-0', '-1.5e-3', '-12345678901234567890']) {
      expect(await run(['set', 'a.json', '/n', value])).toEqual({ code: 0, out: '', err: '' });
      expect(read('a.json')).toBe(`{"n":${value},"l":[1]}`);
    }
    expect((await run(['insert', '-', '/l/-', '-2'], '{"l":[1]}')).out).toBe('{"l":[1,-2]}');
    expect((await run(['set', '-', '/n', '-s', '-5'], '{"n":1}')).out).toBe('{"n":"-5"}');
    expect((await run(['find', '-', '-5'], '["a-5"]')).out).toBe('$[0]: "a-5"\n');
    expect(await run(['diff', 'a.json', 'a.json', '--tolerance', '-1'])).toMatchObject({ code: 2 });
    expect((await run(['set', 'a.json', '/n', '-x'])).code).toBe(2);
  });

  it('[NEW-10] are said where they are no command', async () => {
    const { run } = makeFolder();
    for (const args of [['help', 'nonsense'], ['nonsense'], ['help', 'toString']])
      expect(await run(args)).toMatchObject({ code: 2, out: '', err: containing(`${args.at(-1)} is no command`) });
    expect(await run(['help', 'get'])).toMatchObject({ code: 0, out: containing('Usage: diptych get') });
    expect((await run(['help'])).code).toBe(0);
  });

  it('[NEW-10] say what to add where JSON is given to "table"', async () => {
    const { write, run } = makeFolder();
    write('x.json', '[{"a":1}]');
    const said = { code: 2, out: '', err: containing('Add --csv') };
    expect(await run(['table', 'x.json'])).toMatchObject(said);
    expect(await run(['table', '-'], ' [{"a":1}]')).toMatchObject(said);
    expect((await run(['table', '-'], '[a],b\n1,2\n')).code).toBe(0);
    expect((await run(['table', 'x.json', '--csv'])).out).toBe('a\n1\n');
  });
});

describe('format', () => {
  it('[NEW-10] prints, writes and checks the same text', async () => {
    const { write, read, run } = makeFolder();
    const layouts = [[], ['-c'], ['-s'], ['-i', 'tab']];
    for (const text of [
      '{"a":[1]}',
      '{"a":[1]}\n',
      '{"a":[1]}\r\n',
      '{"a":[1]} \n\n',
      '{\n  "a": [\n    1\n  ]\n}',
      '1',
    ])
      for (const layout of layouts) {
        write('a.json', text);
        const { out } = await run(['format', 'a.json', ...layout]);
        expect(out.endsWith('\n'), JSON.stringify([text, layout])).toBe(true);
        expect((await run(['format', 'a.json', '--check', ...layout])).code).toBe(out === text ? 0 : 1);
        expect((await run(['format', 'a.json', '-w', ...layout])).code).toBe(0);
        expect(read('a.json')).toBe(out);
        expect((await run(['format', 'a.json', '--check', ...layout])).code).toBe(0);
      }
  });

  it('[NEW-10] sorts keys on all levels, with their values and comments as they are spelt', async () => {
    const { write, read, run } = makeFolder();
    write('a.jsonc', '{"b": 1.50, // b\n "a": [{"z": 1, "y": {"d": 1, "c": 2}}]}');
    expect((await run(['format', 'a.jsonc', '--sort-keys', '--check'])).code).toBe(1);
    await run(['format', 'a.jsonc', '--sort-keys', '-w']);
    expect(read('a.jsonc')).toMatch(/"a"[^]*"y"[^]*"c": 2[^]*"d": 1[^]*"z": 1[^]*"b": 1\.50,? \/\/ b/);
    expect((await run(['format', 'a.jsonc', '--sort-keys', '--check'])).code).toBe(0);
    expect((await run(['format', '-', '-c', '--sort-keys'], '{"b":1,"a":2}')).out).toBe('{"a":2,"b":1}\n');
  });

  it('[NEW-10] takes several files, and refuses what makes no sense', async () => {
    const { write, read, path, run } = makeFolder();
    write('a.json', '{"a":1}');
    write('b.json', '{\n  "b": 2\n}\n');
    expect(await run(['format', '--check', 'a.json', 'b.json'])).toEqual({ code: 1, out: 'a.json\n', err: '' });
    expect((await run(['format', '-w', '--check', 'a.json'])).code).toBe(2);
    expect((await run(['format', 'a.json', 'b.json'])).code).toBe(2);
    expect(read('a.json')).toBe('{"a":1}');
    const before = identity(path('b.json'));
    write('bad.json', '{');
    expect(await run(['format', '-w', 'bad.json', 'a.json', 'b.json'])).toMatchObject({
      code: 2,
      err: matching(/^diptych: bad\.json:1:2: .+\n$/),
    });
    expect(read('a.json')).toBe('{\n  "a": 1\n}\n');
    expect(identity(path('b.json'))).toEqual(before);
  });
});

describe.skipIf(process.platform === 'win32')('pipes', () => {
  it('[NEW-10] are read, and not written', async () => {
    const { path, write, run } = makeFolder();
    write('a.json', '{"a":1}');
    execFileSync('mkfifo', [path('pipe.json')]);
    const feed = (): void => void execFileSync('sh', ['-c', 'printf \'{"a":2}\' > "$1" &', 'sh', path('pipe.json')], { stdio: 'ignore' }); // prettier-ignore
    feed();
    expect((await run(['get', 'pipe.json', '/a'])).out).toBe('2\n');
    feed();
    expect(await run(['diff', 'a.json', 'pipe.json'])).toMatchObject({ code: 1, out: containing('$.a: 1 → 2\n') });
    expect((await run(['get', '/dev/stdin', '/a'], '{"a":3}')).out).toBe('3\n');
    expect((await run(['set', '/dev/stdin', '/a', '4'], '{"a":3}')).out).toBe('{"a":4}');
    expect(await run(['set', 'pipe.json', '/a', '4'])).toMatchObject({
      code: 2,
      err: containing('is a pipe, not a file'),
    });
    expect(await run(['diff', '-', '/dev/stdin'], '{}')).toMatchObject({ code: 2 });
    expect(await run(['merge', '-', 'a.json', '-'], '{}')).toMatchObject({ code: 2, err: containing('only once') });
  });
});

describe('set', () => {
  it('[NEW-10] leaves a file alone that has the value already', async () => {
    const { path, write, run } = makeFolder();
    write('a.json', '{"n": 1.50, "s": "x"}');
    write('b.json.gz', gzipSync('{"n": 1}'));
    const before = [identity(path('a.json')), identity(path('b.json.gz'))];
    for (const args of [
      ['a.json', '/n', '1.50'],
      ['a.json', '/s', '"x"'],
      ['a.json', '$..n', '1.50'],
      ['b.json.gz', '/n', '1'],
    ])
      expect((await run(['set', ...args])).code).toBe(0);
    expect([identity(path('a.json')), identity(path('b.json.gz'))]).toEqual(before);
    await run(['set', 'a.json', '/n', '1.5']);
    expect(identity(path('a.json')).ino).not.toBe(before[0]?.ino);
  });

  it.each([
    ['{}', '/a/b/c', '{"a": {"b": {"c": 1}}}'],
    ['{"a": {}}', '$.a.b.c', '{"a": {"b": {"c": 1}}}'],
    ['{}', '/a/0/b', '{"a": [{"b": 1}]}'],
    ['{}', '/a/-', '{"a": [1]}'],
    ['{}', '$.a[0].b', '{"a": [{"b": 1}]}'],
    ['{}', '/years/2024/n', '{"years": {"2024": {"n": 1}}}'],
    ['{"a": [7]}', '/a/-/b', '{"a": [7, {"b": 1}]}'],
    ['{"a": 0}', '/a', '{"a": 1}'],
  ])('[NEW-10] makes what is missing around a value: %s %s', async (text, path, wanted) => {
    const { run } = makeFolder();
    const { code, out } = await run(['set', '-', path, '1', '--parents'], text);
    expect({ code, value: JSON.parse(out) as unknown }).toEqual({ code: 0, value: JSON.parse(wanted) });
  });

  it('[NEW-10] makes no parents unasked, over another value, or with a gap', async () => {
    const { run } = makeFolder();
    for (const args of [
      ['/a/b'],
      ['/n/b', '--parents'],
      ['/n/b/c', '--parents'],
      ['$.x[2]', '--parents'],
      ['/l/5', '--parents'],
    ])
      expect((await run(['set', '-', ...args, '1'], '{"n": 1, "l": []}')).code, args.join(' ')).toBe(2);
  });

  const ITEMS = '{"items": [{"price": 1, "x": {"price": 2}}, {"price": 3}, {}], "price": 4}';

  it('[NEW-10] get, set and delete the values that wildcards select', async () => {
    const { write, read, run } = makeFolder();
    write('a.json', ITEMS);
    for (const [path, values] of [
      ['/items/*/price', '1\n3\n'],
      ['$.items[*].price', '1\n3\n'],
      ['$..price', '4\n1\n3\n2\n'],
      ['$.items[?@.price > 1].price', '3\n'],
      ['/*/1/price', '3\n'],
      ['$.items[-2].price', '3\n'],
    ] as const) {
      const { code, out, err } = await run(['get', 'a.json', path]);
      expect({ code, out: out.split('\n').toSorted() }, path).toEqual({ code: 0, out: values.split('\n').toSorted() });
      expect(err).toMatch(/^diptych: \d values? at /);
    }
    expect(await run(['get', 'a.json', '/none/*'])).toMatchObject({ code: 1, out: '' });
    expect(await run(['set', 'a.json', '/items/*/price', '1.0', '--dry-run'])).toEqual({
      code: 0,
      out: containing('$.items[0].price: 1 → 1.0\n$.items[1].price: 3 → 1.0\n'),
      err: 'diptych: 2 values would be set.\n',
    });
    expect(read('a.json')).toBe(ITEMS);
    expect(await run(['set', 'a.json', '/items/*/price', '1.0'])).toMatchObject({ err: 'diptych: 2 values set.\n' });
    expect(read('a.json')).toBe(ITEMS.replace('1,', '1.0,').replace('3', '1.0'));
    expect(await run(['delete', 'a.json', '$..price', '--dry-run'])).toMatchObject({
      code: 0,
      err: containing('4 values'),
    });
    expect(await run(['delete', 'a.json', '$..price', '/items/2'])).toMatchObject({ code: 0 });
    expect(JSON.parse(read('a.json'))).toEqual({ items: [{ x: {} }, {}] });
    expect(await run(['delete', 'a.json', '$..price'])).toMatchObject({ code: 1 });
    expect(await run(['delete', 'a.json', '$'])).toMatchObject({ code: 2 });
    expect(await run(['get', 'a.json', '$.items['])).toMatchObject({ code: 2 });
  });

  it('[NEW-10] take any number of values', async () => {
    const { run } = makeFolder();
    const text = `[${Array.from({ length: 200_000 }, () => '{"k":1}').join(',')}]`;
    expect((await run(['delete', '-', '$..k'], text)).out).toBe(text.replaceAll('"k":1', ''));
    expect(await run(['set', '-', '/*/k', '22'], text)).toMatchObject({
      out: text.replaceAll('1', '22'),
      err: 'diptych: 200,000 values set.\n',
    });
    // Of equal keys the last one counts; an earlier one doesn't take its place.
    expect((await run(['delete', '-', '$..k'], '[{"k":1,"a":0,"k":2},{"k":3,"k":4}]')).out).toBe('[{"a":0},{}]');
    // What is inside of a value that is set is not there to be set.
    expect((await run(['set', '-', '$..k', '0'], '{"k":{"k":{"k":1}}}')).err).toBe('diptych: 1 value set.\n');
  });

  it('[NEW-10] take a key that is named * by itself', async () => {
    const { run } = makeFolder();
    const paths = '{"paths": {"*": [1], "@/*": [2]}}';
    expect(await run(['get', '-', '/paths/*'], paths)).toEqual({ code: 0, out: '[1]\n', err: '' });
    expect((await run(['set', '-', '/paths/*', '3'], paths)).out).toBe('{"paths": {"*": 3, "@/*": [2]}}');
    expect((await run(['delete', '-', '/paths/*'], paths)).out).toBe('{"paths": {"@/*": [2]}}');
  });

  it('[NEW-10] set what a plain walk finds, in random documents', async () => {
    const { run } = makeFolder();
    /** All members named `k`, outermost first: what is inside of one that is set is gone. */
    const model = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(model);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, key === 'k' ? 0 : model(inner)]));
    };
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof({ maxDepth: 4 }, fc.integer(), fc.array(tie('tree'), { maxLength: 3 }), fc.dictionary(fc.constantFrom('k', 'a', '*', '0'), tie('tree'), { maxKeys: 3 })), // prettier-ignore
    }));
    await fc.assert(
      fc.asyncProperty(tree, async (value) => {
        const { code, out } = await run(['set', '-', '$..k', '0'], JSON.stringify(value));
        const wanted = model(value);
        const hasNone = !JSON.stringify(value).includes('"k"');
        expect(code).toBe(hasNone ? 1 : 0);
        if (!hasNone) expect(JSON.parse(out)).toEqual(wanted);
      }),
      { numRuns: 60, seed: 60_092 },
    );
  });
});

describe('encodings', () => {
  const TEXT = '{ "größe" : "naïve",\r\n\t"n": 1.50 }\r\n';
  const encodings: readonly (readonly [string, (text: string) => Buffer])[] = [
    ['UTF-16 as PowerShell writes it', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 without a mark', (text) => Buffer.from(text, 'utf16le')],
    ['UTF-16, big end first', (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    ['Latin-1', (text) => Buffer.from(text, 'latin1')],
  ];

  it.each(encodings)('[NEW-10] reads %s, and keeps it', async (_, encode) => {
    const { path, write, run } = makeFolder();
    write('a.json', encode(TEXT));
    write('b.json', TEXT);
    expect(await run(['get', 'a.json', '/größe'])).toEqual({ code: 0, out: '"naïve"\n', err: '' });
    expect((await run(['validate', 'a.json'])).code).toBe(0);
    expect((await run(['diff', 'a.json', 'b.json'])).code).toBe(0);
    expect((await run(['query', 'a.json', '$.n', '-c'])).out).toBe('[1.50]\n');
    expect((await run(['set', 'a.json', '/n', '2', '-p'])).out).toBe(TEXT.replace('1.50', '2'));
    expect((await run(['set', 'a.json', '/n', '"é"'])).code).toBe(0);
    expect(readFileSync(path('a.json'))).toEqual(encode(TEXT.replace('1.50', '"é"')));
    writeFileSync(path('a.json'), gzipSync(encode(TEXT)));
    await run(['set', 'a.json', '/n', '3']);
    expect(gunzipSync(readFileSync(path('a.json')))).toEqual(encode(TEXT.replace('1.50', '3')));
  });

  it('[NEW-10] merges in the encoding of the file that is written', async () => {
    const { path, write, run } = makeFolder();
    const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le');
    write('base.json', TEXT);
    write('mine.json', utf16(TEXT));
    write('theirs.json', Buffer.from(TEXT.replace('naïve', 'é'), 'latin1'));
    expect((await run(['merge', 'base.json', 'mine.json', 'theirs.json', '-w'])).code).toBe(0);
    expect(readFileSync(path('mine.json'))).toEqual(utf16(TEXT.replace('naïve', 'é')));
    expect((await run(['merge', 'base.json', 'mine.json', 'theirs.json'])).out).toBe(TEXT.replace('naïve', 'é'));
  });

  it('[NEW-10] refuses what an encoding has not, or a cut character, and leaves the file', async () => {
    const { path, write, run } = makeFolder();
    const latin = Buffer.from(TEXT, 'latin1');
    write('a.json', latin);
    expect(await run(['set', 'a.json', '/n', '"猫"'])).toMatchObject({ code: 2, err: containing('windows-1252') });
    expect(readFileSync(path('a.json'))).toEqual(latin);
    write('b.json', Buffer.from('\ufeff{"a":1}', 'utf16le').subarray(0, 15));
    expect(await run(['get', 'b.json', '/a'])).toMatchObject({ code: 2, err: containing('not valid in UTF-16LE') });
  });

  it('[NEW-10] keeps every byte of broken UTF-8 that is none of Latin-1', async () => {
    const { path, write, run } = makeFolder();
    const bytes = Buffer.concat([Buffer.from('{"a": "é'), Buffer.from([0xff]), Buffer.from('"}')]);
    write('a.json', bytes);
    expect((await run(['validate', 'a.json'])).code).toBe(1);
    await run(['set', 'a.json', '/b', '1']);
    expect(readFileSync(path('a.json')).subarray(0, 9)).toEqual(bytes.subarray(0, 9));
  });
});

describe('colours', () => {
  it('[NEW-10] are those of a terminal alone', async () => {
    const { write, run } = makeFolder();
    write('a.json', '{"a":1,"b":"\\u001b[31m"}');
    write('b.json', '{"a":2,"c":3}');
    const plain = await run(['diff', 'a.json', 'b.json']);
    expect(plain.out).not.toContain('\u001b');
    const shown = await run(['diff', 'a.json', 'b.json'], '', true);
    expect(shown.out).toContain('\u001b[33m$.a: 1 → 2\u001b[0m\n');
    expect(shown.out).toContain('\u001b[32m+ $.c: 3\u001b[0m\n');
    // oxlint-disable-next-line no-control-regex -- What is put around the lines is all that differs.
    expect(shown.out.replaceAll(/\u001b\[\d+m/g, '')).toBe(plain.out);
    expect((await run(['diff', 'a.json', 'b.json', '--patch'], '', true)).out).not.toContain('\u001b');
  });
});
