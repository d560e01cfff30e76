// The commands of the command line, each on real files. @see docs/cli.md

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../../src/cli/commands/index.ts';
import { makeFolder } from './support.ts';

const TEXT = '{ "name" : "kite",\r\n\t"n": 1.50e+3, "list": [1,2 , 3], "name2": "\\u00e9" }\r\n';

describe('get', () => {
  it('[NEW-10] prints values as they are spelt, by every kind of path', async () => {
    const { write, run } = makeFolder();
    write('a.json', TEXT);
    expect(await run(['get', 'a.json', '/n', '$.list[1]', 'name2'])).toEqual({
      code: 0,
      out: '1.50e+3\n2\n"\\u00e9"\n',
      err: '',
    });
    expect((await run(['get', '-r', '-', '/name2'], TEXT)).out).toBe('é\n');
  });

  it('[NEW-10] says what is missing, and where a text is not valid', async () => {
    const { write, run } = makeFolder();
    write('bad.json', '{\n  "a": 1,\n  "b": }');
    expect(await run(['get', 'bad.json', '/a'])).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(/^diptych: bad\.json:3:8: /) as string,
    });
    expect(await run(['get', '-', '/x'], '{}')).toEqual({
      code: 1,
      out: '',
      err: 'diptych: There is no value at $.x.\n',
    });
    expect(await run(['get', 'none.json', '/x'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('there is no such file') as string,
    });
    expect(await run(['get', 'bad.json'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('Usage: diptych get FILE PATH...') as string,
    });
  });
});

describe('set, insert and delete', () => {
  it('[NEW-10] change their own bytes, in place', async () => {
    const { write, read, run } = makeFolder();
    write('a.json', TEXT);
    expect(await run(['set', 'a.json', '/n', '12345678901234567890'])).toEqual({ code: 0, out: '', err: '' });
    expect(read('a.json')).toBe(TEXT.replace('1.50e+3', '12345678901234567890'));
    await run(['set', 'a.json', '/name', '-s', 'a "b"']);
    await run(['insert', 'a.json', '/list/1', '9']);
    await run(['insert', 'a.json', '/list/-', '4']);
    await run(['delete', 'a.json', '/list/0', '$.list[2]', '/name2']);
    expect(read('a.json')).toBe('{ "name" : "a \\"b\\"",\r\n\t"n": 12345678901234567890, "list": [9,3 , 4] }\r\n');
  });

  it('[NEW-10] print instead, pack what was packed, and leave a file alone where something is wrong', async () => {
    const { path, write, read, run } = makeFolder();
    write('a.json', TEXT);
    expect((await run(['set', 'a.json', '/n', '2', '-p'])).out).toBe(TEXT.replace('1.50e+3', '2'));
    expect((await run(['set', '-', '/n', '2'], TEXT)).out).toBe(TEXT.replace('1.50e+3', '2'));
    for (const args of [
      ['set', 'a.json', '/n', '{bad'],
      ['set', 'a.json', '/x/y', '1'],
      ['insert', 'a.json', '/name', '1'],
      ['delete', 'a.json', '/n', '/none'],
      ['set', 'a.json', '/n'],
      ['set', 'a.json', '/n', '1', '2'],
      ['set', 'a.json', '/n', '1', '--nonsense'],
    ])
      expect((await run(args)).code, args.join(' ')).toBeGreaterThan(0);
    expect(read('a.json')).toBe(TEXT);
    write('b.json.gz', gzipSync(TEXT));
    await run(['set', 'b.json.gz', '/n', '2']);
    expect(gunzipSync(readFileSync(path('b.json.gz'))).toString()).toBe(TEXT.replace('1.50e+3', '2'));
  });

  it('[NEW-10] keep comments, and records', async () => {
    const { write, read, run } = makeFolder();
    write('a.jsonc', '{\n  // why\n  "a": 1, // because\n}');
    await run(['set', 'a.jsonc', '/a', '2']);
    expect(read('a.jsonc')).toBe('{\n  // why\n  "a": 2, // because\n}');
    write('a.ndjson', '{"a":1}\n{"a":2}\n');
    await run(['set', 'a.ndjson', '/1/a', '3']);
    expect(read('a.ndjson')).toBe('{"a":1}\n{"a":3}\n');
  });

  it('[NEW-10] change one value of random documents, and no other byte', async () => {
    const { write, read, run } = makeFolder();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.string(), fc.jsonValue()), { minLength: 1, maxLength: 6 }),
        fc.nat(),
        async (members, at) => {
          const spelt = members.map(([key, value]) => `${JSON.stringify(key)} :${JSON.stringify(value, null, 1)}`);
          const index = at % members.length;
          // Of equal keys the last one counts.
          const key = members[index]?.[0] ?? '';
          const last = members.findLastIndex(([name]) => name === key);
          write('a.json', `{${spelt.join(', ')} }`);
          await run(['set', 'a.json', `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, '"new"']);
          const wanted = spelt.map((text, position) => (position === last ? `${JSON.stringify(key)} :"new"` : text));
          expect(read('a.json')).toBe(`{${wanted.join(', ')} }`);
        },
      ),
      { numRuns: 60, seed: 728_445 },
    );
  });
});

describe('patch and diff', () => {
  it('[NEW-10] make one of the other', async () => {
    const { write, read, run } = makeFolder();
    write('a.json', '{"a": [1, 2, 3], "b": {"c": 1.0}}');
    write('b.json', '{"a": [1, 3, 4], "b": {"c": 1}, "d": null}');
    expect((await run(['diff', 'a.json', 'a.json'])).code).toBe(0);
    const { code, out } = await run(['diff', 'a.json', 'b.json', '--patch']);
    expect(code).toBe(1);
    expect(await run(['patch', 'a.json', '-'], out)).toMatchObject({ code: 0 });
    expect(JSON.parse(read('a.json'))).toEqual(JSON.parse(read('b.json')));
    expect(read('a.json')).toContain('1.0');
    expect(await run(['diff', 'a.json', 'b.json', '-q'])).toEqual({ code: 0, out: '', err: '' });
    expect((await run(['diff', 'a.json', 'b.json', '--spelling'])).out).toContain('$.b.c: 1.0 → 1');
    write('m.json', '{"d": 5, "b": null}');
    await run(['patch', 'a.json', 'm.json', '--merge']);
    expect(JSON.parse(read('a.json'))).toEqual({ a: [1, 3, 4], d: 5 });
  });

  it('[CMP-3] [NEW-10] merge what two sides did, and tell where they conflict', async () => {
    const { write, read, run } = makeFolder();
    write('base.json', '{"a": 1, "b": [1, 2], "c": "x"}');
    write('left.json', '{"a": 2, "b": [1, 2], "c": "y"}');
    write('right.json', '{"a": 1, "b": [1, 2, 3], "c": "z"}');
    const args = ['merge', 'base.json', 'left.json', 'right.json'];
    expect(await run(args)).toEqual({
      code: 1,
      out: '{"a": 2, "b": [1, 2, 3], "c": "y"}',
      err: 'conflict (edit/edit): /c\n',
    });
    expect(await run([...args, '--prefer', 'right', '-w'])).toMatchObject({ code: 1, out: '' });
    expect(read('left.json')).toBe('{"a": 2, "b": [1, 2, 3], "c": "z"}');
    expect(await run(['merge', 'base.json', 'base.json', 'right.json'])).toEqual({
      code: 0,
      out: read('right.json'),
      err: '',
    });
    expect((await run([...args, '--prefer', 'both'])).code).toBe(2);
  });

  it('[CMP-3] [NEW-10] tell the structure alone', async () => {
    const { write, run } = makeFolder();
    write('a.json', '{"a": [1, 2], "old": true, "n": 1}');
    write('b.json', '{"a": [3], "new": null, "n": "x"}');
    expect(await run(['diff', 'a.json', 'b.json', '--structure'])).toEqual({
      code: 1,
      out: '- /old\n+ /new\n~ /n: number → string\n',
      err: '',
    });
    expect((await run(['diff', 'a.json', 'a.json', '--structure'])).code).toBe(0);
  });

  it('[NEW-10] leave out paths, order and small differences where they are told to', async () => {
    const { write, run } = makeFolder();
    write('a.json', '{"t": 1, "list": [{"id": 1}, {"id": 2}], "n": 1.0}');
    write('b.json', '{"t": 2, "list": [{"id": 2}, {"id": 1}], "n": 1.05}');
    expect((await run(['diff', 'a.json', 'b.json'])).code).toBe(1);
    expect(
      (await run(['diff', 'a.json', 'b.json', '--ignore', '$.t', '--ignore-order', '--tolerance', '0.1'])).code,
    ).toBe(0);
    expect((await run(['diff', 'a.json', 'b.json', '--tolerance', 'x'])).code).toBe(2);
  });
});

describe('find, query and table', () => {
  it('[NEW-10] find what is there, as grep says it', async () => {
    const { run } = makeFolder();
    const text = '{"kite": "a Kite", "b": ["kestrel", "kites"]}';
    expect(await run(['find', '-', 'kite'], text)).toEqual({
      code: 0,
      out: '$.kite: "kite"\n$.kite: "a Kite"\n$.b[1]: "kites"\n',
      err: '',
    });
    expect((await run(['find', '-', 'kite', '-wv', '--json'], text)).out).toBe(
      '{"path":"$.kite","in":"value","text":"\\"a Kite\\""}\n',
    );
    expect((await run(['find', '-', '^k.*s$', '-E'], text)).out).toBe('$.b[1]: "kites"\n');
    expect(await run(['find', '-', 'none'], text)).toEqual({ code: 1, out: '', err: '' });
    expect((await run(['find', '-', '(', '-E'], text)).code).toBe(2);
  });

  it('[NEW-10] query in six languages, with all digits', async () => {
    const { run } = makeFolder();
    const text = '{"items": [{"p": 12345678901234567890, "n": "a"}, {"p": 2, "n": "b"}]}';
    expect((await run(['query', '-', '$.items[*].p', '-c'], text)).out).toBe('[12345678901234567890,2]\n');
    expect((await run(['query', '-', '-l', 'jmespath', 'items[1].n', '-c'], text)).out).toBe('"b"\n');
    expect((await run(['query', '-', '-l', 'jsonquery', '.items | map(.n)', '-c'], text)).out).toBe('["a","b"]\n');
    expect((await run(['query', '-', '-l', 'jq', '.items | map(.p)', '-c'], text)).out).toBe(
      '[12345678901234567890,2]\n',
    );
    const code = 'data.items.map(item => item.p)';
    expect((await run(['query', '-', '-l', 'javascript', code, '-c'], text)).out).toBe('[12345678901234567890,2]\n');
    const grouped = await run(['query', '-', '-l', 'lodash', '_.keyBy(data.items, "n")', '-c'], text);
    expect(grouped.out).toBe('{"a":{"p":12345678901234567890,"n":"a"},"b":{"p":2,"n":"b"}}\n');
    expect(await run(['query', '-', '-l', 'javascript', 'data.items[0].p + 1', '-c'], text)).toMatchObject({
      code: 0,
      err: expect.stringContaining('12345678901234567890 at $.items[0].p') as string,
    });
    const logging = 'console.log("beside"); return 1';
    expect((await run(['query', '-', '-l', 'javascript', `(() => { ${logging} })()`], text)).out).toBe('1\n');
    expect(await run(['query', '-', '-l', 'javascript', 'data.items['], text)).toMatchObject({ code: 2, out: '' });
    expect(await run(['query', '-', '-l', 'javascript', 'data.none.there'], text)).toMatchObject({ code: 2, out: '' });
    expect(await run(['query', '-', '-l', 'sql', 'x'], text)).toMatchObject({
      code: 2,
      err: expect.stringContaining('sql is no language') as string,
    });
    expect(await run(['query', '-', '$.items['], text)).toMatchObject({ code: 2, out: '' });
  });

  it('[NEW-3] [NEW-10] extract JSON from a log', async () => {
    const { run } = makeFolder();
    const log = '2026-03-01 INFO got {"id": 1.50}\nnothing\nuser={\'ok\': True}\n';
    expect((await run(['extract', '-', '--values'], log)).out).toBe('{"id": 1.50}\n{"ok":true}\n');
    expect((await run(['extract', '-', '--list'], log)).out).toMatch(
      /^1: json: \{"id": 1\.50\}\n3: python\??: \{'ok': True\}\n$/,
    );
    const records = (await run(['extract', '-'], log)).out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(records).toMatchObject([
      { id: 1.5, _line: 1 },
      { ok: true, _line: 3 },
    ]);
    expect(await run(['extract', '-'], 'nothing here')).toEqual({ code: 1, out: '', err: '' });
  });

  it('[TAB-4] [NEW-10] turn tables into JSON and back', async () => {
    const { run } = makeFolder();
    const json = (await run(['table', '-'], 'id;zip\n1;00123\n2;5\n')).out;
    expect(JSON.parse(json)).toEqual([
      { id: 1, zip: '00123' },
      { id: 2, zip: '5' },
    ]);
    expect((await run(['table', '-', '--csv', '--separator', ';'], json)).out).toBe('id;zip\n1;00123\n2;5\n');
    expect((await run(['table', '-', '--csv', '--at', '/x'], '{"x": 1}')).code).toBe(2);
  });

  it.each(['é', '"', '\n', '\r', '', '\0'])('[TAB-4] refuse %j between cells', async (separator) => {
    const { run } = makeFolder();
    const refused = { code: 2, out: '' };
    expect(await run(['table', '-', '--csv', '--separator', separator], '[{"a":1,"b":2}]')).toMatchObject(refused);
    expect(await run(['table', '-', '--separator', separator], 'a,b\n1,2\n')).toMatchObject(refused);
  });

  it('[TAB-4] say what a table can’t hold', async () => {
    const { run } = makeFolder();
    const { code, out, err } = await run(['table', '-', '--csv'], '[{"a":1,"a":2},{"a":3}]');
    expect({ code, out }).toEqual({ code: 0, out: 'a\n2\n3\n' });
    expect(err).toContain('have the same name: 1');
  });
});

describe('format, validate, infer and redact', () => {
  it('[NEW-10] lay out, and check that', async () => {
    const { write, read, run } = makeFolder();
    write('a.json', '{"a":[1.0,2]}');
    expect((await run(['format', 'a.json'])).out).toBe('{\n  "a": [\n    1.0,\n    2\n  ]\n}\n');
    expect((await run(['format', 'a.json', '--check'])).code).toBe(1);
    await run(['format', 'a.json', '-w', '-i', 'tab']);
    expect(read('a.json')).toBe('{\n\t"a": [\n\t\t1.0,\n\t\t2\n\t]\n}\n');
    expect((await run(['format', 'a.json', '-c'])).out).toBe('{"a":[1.0,2]}\n');
    expect((await run(['format', 'a.json', '-i', '99'])).code).toBe(2);
  });

  it('[NEW-10] infer a schema, and validate by one', async () => {
    const { write, run } = makeFolder();
    write('a.json', '[{"id": 1}, {"id": 2}]');
    write('s.json', (await run(['infer', 'a.json'])).out);
    expect(await run(['validate', 'a.json', '-s', 's.json'])).toEqual({ code: 0, out: '', err: '' });
    write('b.json', '[{"id": "x"}]');
    expect(await run(['validate', 'b.json', '-s', 's.json'])).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^b\.json:1:9: \$\[0\]\.id: /) as string,
    });
    expect(await run(['validate', '-', '--json'], '{"a" 1}')).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^\{"line":1,"column":\d+,"message":".+"\}\n$/) as string,
    });
    write('r.json', '{"$ref": "https://schemas.example/x.json"}');
    expect(await run(['validate', 'a.json', '-s', 'r.json'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('schemas.example') as string,
    });
  });

  it('[NEW-7] [NEW-10] redact, or list what they would', async () => {
    const { run } = makeFolder();
    const text = '{"password": "Ember-773quiver!", "mail": "kim@fabrikam-mail.com", "n": 1.0}';
    expect((await run(['redact', '-'], text)).out).toBe('{"password": "[password-1]", "mail": "[email-1]", "n": 1.0}');
    expect((await run(['redact', '-', '--keep', 'email,phone'], text)).out).toContain('kim@fabrikam-mail.com');
    expect(await run(['redact', '-', '--list'], text)).toEqual({
      code: 1,
      out: 'password (high): $.password: E••••••••••••!\nemail (low): $.mail: kim••••••••••••com\n',
      err: '',
    });
    expect((await run(['redact', '-', '--list'], '{}')).code).toBe(0);
    expect((await run(['redact', '-', '--keep', 'nothing'], text)).code).toBe(2);
  });
});

describe('verify', () => {
  it('[NEW-6] [NEW-10] tells what a change has left, by hash', async () => {
    const { write, run } = makeFolder();
    write('a.json', '{"n": 12345678901234567890, "a": [1, 2, 3]}');
    write('b.json', '{"n": 12345678901234567890, "a": [1, 2, 4]}');
    const { code, out } = await run(['verify', 'a.json', 'b.json']);
    expect(code).toBe(1);
    expect(out).toMatch(/^before: 43 bytes, SHA-256 [0-9a-f]{64}\nafter: {2}43 bytes, SHA-256 [0-9a-f]{64}\n/);
    expect(out).toContain('1 changed; all other 42 bytes are identical.\nat 40: "3" → "4"\n1 numbers');
    expect((await run(['verify', 'a.json', 'a.json'])).code).toBe(0);
    expect(JSON.parse((await run(['verify', 'a.json', 'b.json', '--json'])).out)).toMatchObject({
      spanCount: 1,
      sameBytes: 42,
    });
  });
});

describe('completion', () => {
  it('[NEW-10] offers commands, options and files in bash', async () => {
    const { folder, write, run } = makeFolder();
    write('records.json', '[]');
    const { out } = await run(['completion', 'bash']);
    const offered = (...words: readonly string[]): string[] => {
      const script = `${out}\nCOMP_WORDS=(${words.map((word) => JSON.stringify(word)).join(' ')}); COMP_CWORD=${words.length - 1}; _diptych; printf '%s\\n' "\${COMPREPLY[@]}"`;
      return execFileSync('bash', ['-c', script], { cwd: folder, encoding: 'utf8' }).trim().split('\n');
    };
    expect(offered('diptych', 'va')).toEqual(['validate']);
    expect(offered('diptych', 'diff', '--st')).toEqual(['--structure']);
    expect(offered('diptych', 'get', 'rec')).toEqual(['records.json']);
    write('two words.json', '[]');
    write('two more.json', '[]');
    expect(offered('diptych', 'get', 'two').toSorted()).toEqual(['two more.json', 'two words.json']);
    expect((await run(['completion', 'zsh'])).out).toContain('bashcompinit');
    expect((await run(['completion', 'fish'])).code).toBe(2);
  });
});

describe('help', () => {
  it('[NEW-10] is there for each command, with examples', async () => {
    const { run } = makeFolder();
    const { out } = await run(['--help']);
    for (const name of Object.keys(COMMANDS)) {
      expect(out).toContain(`\n  ${name.padEnd(10)} `);
      const own = await run([name, '--help']);
      expect(own).toMatchObject({ code: 0, err: '' });
      expect(own.out).toContain(`Usage: diptych ${name} `);
      expect(own.out.trimEnd().split('\n').at(-1)).toContain(name);
    }
    expect((await run(['--version'])).out).toBe('diptych 1.2.3\n');
    expect(await run(['toString'])).toMatchObject({ code: 2, err: expect.stringContaining('is no command') as string });
  });
});

describe('files packed with gzip', () => {
  it.each([['get', '/a'], ['redact'], ['table'], ['extract']])(
    '[NEW-10] that are cut off are an error with a sentence: %s',
    async (command, ...rest) => {
      const { write, run } = makeFolder();
      write('a.json.gz', gzipSync('{"a": 1}').subarray(0, 15));
      const bytes = gzipSync('{"a": 1}');
      bytes[12] = 0xff;
      write('b.json.gz', bytes);
      for (const name of ['a.json.gz', 'b.json.gz'])
        expect(await run([command, name, ...rest])).toMatchObject({
          code: 2,
          out: '',
          err: expect.stringMatching(
            /^diptych: [ab]\.json\.gz can’t be read: its gzip data is (?:cut off|damaged)\.\n$/,
          ) as string,
        });
    },
  );
});

describe('redact', () => {
  it.each(['utf16le', 'utf-16 with a mark', 'be'])('[NEW-7] reads %s', async (kind) => {
    const { write, path, run } = makeFolder();
    const encoded = (text: string): Buffer => {
      const bytes = Buffer.from(kind === 'utf16le' ? text : `\ufeff${text}`, 'utf16le');
      return kind === 'be' ? bytes.swap16() : bytes;
    };
    for (const [name, text] of [
      ['a.json', '{ "password": "Summer-Rain7x", "é": "😀" }\r\n'],
      ['a.log', 'password=Summer-Rain7x at 😀\r\n'],
    ] as const) {
      write(name, encoded(text));
      expect(await run(['redact', '--list', name])).toMatchObject({ code: 1 });
      expect(await run(['redact', '-w', name])).toMatchObject({ code: 0 });
      expect(readFileSync(path(name))).toEqual(encoded(text.replace('Summer-Rain7x', '[password-1]')));
    }
    write('b.json', Buffer.concat([encoded('{"password": "Summer-Rain7x'), Buffer.from([0x20])]));
    expect(await run(['redact', 'b.json'])).toMatchObject({ code: 2, out: '' });
  });
});

describe('delete', () => {
  it('[NEW-10] takes what is inside of another one with it, in any order', async () => {
    const { write, read, run } = makeFolder();
    write('a.json', '{"a":[1,[2,3],4],"b":{"c":5},"d":6}');
    await run(['delete', 'a.json', '/a/1/0', '/b', '/a/1', '/b/c', '/a/1', '/a/2']);
    expect(read('a.json')).toBe('{"a":[1],"d":6}');
  });
});
