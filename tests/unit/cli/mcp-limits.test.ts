// Calls without end, and inputs that were made to stop the server: each is ended or refused, and meanwhile everything else is answered.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/cli/limits.ts';
import { runs, SEED } from '../../runs.ts';
import { programFile, startProgram } from './built-program.ts';
import { connect, RawServer } from './mcp-client.ts';
import { makeFolder } from './support.ts';

// Building the program takes longer than a test may think.
beforeAll(() => void programFile(), 120_000);

const ENDLESS = 'a'.repeat(50);
/** Calls that take years. */
const RUNAWAYS: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['query', { language: 'jq', query: 'def f: f; f' }],
  ['query', { language: 'jq', query: 'last(repeat(1))' }],
  ['query', { language: 'jsonpath', query: '$[?search(@, "^(a+)+$")]' }],
  ['query', { language: 'jsonquery', query: 'filter(regex(get(), "^(a+)+$"))' }],
  ['validate', { schema: 'pattern.json' }],
  ['validate', { schema: 'keys.json' }],
];

function makeRunaways() {
  const made = makeFolder();
  made.write('a.json', JSON.stringify([`${ENDLESS}!`]));
  made.write('o.json', JSON.stringify({ [`${ENDLESS}!`]: 1 }));
  made.write('pattern.json', '{"items": {"pattern": "^(a+)+$"}}');
  made.write('keys.json', '{"items": {"pattern": "^(a|a)*$"}}');
  made.write('b.json', '{"x": 1}');
  return made;
}

/** The processes that a process has started, and those that these have. */
function processesBelow(pid: number): readonly number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    try {
      if (/^\d+$/.test(name))
        parents.set(Number(name), Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'latin1'))?.[1]));
    } catch {
      // It has ended.
    }
  }
  const below = [...parents].filter(([, parent]) => parent === pid).map(([child]) => child);
  return [...below, ...below.flatMap(processesBelow)];
}

function isRunning(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

async function untilEnded(pids: readonly number[]): Promise<void> {
  while (pids.some(isRunning)) await wait(20);
}

describe('calls without end', () => {
  it('[NEW-10] leave pings and other calls answered, and end when they are cancelled', async () => {
    const { folder } = makeRunaways();
    const { client, call } = await connect(folder);
    for (const [tool, given] of RUNAWAYS) {
      const abort = new AbortController();
      const running = call(tool, { file: 'a.json', ...given }, abort.signal).then(
        ({ text }) => `answered: ${text}`,
        () => 'cancelled',
      );
      await client.ping();
      expect((await call('get', { file: 'b.json', path: '/x' })).text).toBe('1');
      expect((await call('get', { file: 'a.json', path: '/0' })).text).toContain(ENDLESS);
      await client.ping();
      abort.abort();
      expect([given, await running]).toEqual([given, 'cancelled']);
    }
    // As many at once as there are processes, and one that waits: it has its turn.
    const aborts = RUNAWAYS.slice(0, LIMITS.callsAtOnce).map(([tool, given]) => {
      const abort = new AbortController();
      call(tool, { file: 'a.json', ...given }, abort.signal).catch(() => undefined);
      return abort;
    });
    const waiting = call('get', { file: 'b.json', path: '/x' });
    await client.ping();
    aborts[1]?.abort();
    expect((await waiting).text).toBe('1');
    for (const abort of aborts) abort.abort();
  });

  it('[NEW-10] end at the limits of time and memory, with a sentence', { timeout: 600_000 }, async () => {
    const { folder } = makeRunaways();
    const { call } = await connect(folder, '--timeout', '1', '--memory', '300');
    const ends = await Promise.all(
      RUNAWAYS.map(async ([tool, given]) => ({ given, ...(await call(tool, { file: 'a.json', ...given })) })),
    );
    for (const { given, text, isError } of ends)
      expect([given, isError, text]).toEqual([given, true, expect.stringContaining('ended after 1 s')]);
    const patient = await connect(folder, '--timeout', '9999999999', '--memory', '300');
    for (const query of ['[range(1e9)]', '[range(1e9)] | sort'])
      expect([query, await patient.call('query', { file: 'b.json', language: 'jq', query })]).toEqual([
        query,
        { isError: true, text: expect.stringContaining('more memory than it may have') as string },
      ]);
    expect((await patient.call('get', { file: 'b.json', path: '/x' })).text).toBe('1');
  });

  it.runIf(process.platform === 'linux')('[NEW-10] end with the input, and with a server that is killed', async () => {
    const { folder } = makeRunaways();
    for (const isKilled of [false, true]) {
      const server = new RawServer(folder);
      RUNAWAYS.forEach(([tool, given], index) =>
        server.sendCall(index, tool, JSON.stringify({ file: 'a.json', ...given })),
      );
      server.send('{"jsonrpc":"2.0","id":"last","method":"ping"}');
      expect(await server.next()).toContain('"last"');
      while (processesBelow(server.pid).length < LIMITS.callsAtOnce) await wait(10);
      const below = processesBelow(server.pid);
      if (isKilled) process.kill(server.pid, 'SIGKILL');
      else expect(await server.close()).toEqual({ code: 0, lines: [] });
      await untilEnded(below);
    }
  });

  it('[NEW-10] end on the command line, too', async () => {
    const { folder } = makeRunaways();
    for (const args of [
      ['find', 'a.json', '-E', '^(a+)+$'],
      ['query', 'a.json', '-l', 'jq', 'def f: f; f'],
      ['validate', 'a.json', '-s', 'pattern.json'],
    ]) {
      const { signal, err } = await startProgram(folder, [...args, '--timeout', '1']).ended;
      expect([signal, err]).toEqual(['SIGKILL', expect.stringContaining(`${args[0]} was ended after 1 s`)]);
    }
    expect(await startProgram(folder, ['find', 'b.json', '-E', '1', '--timeout', '1']).ended).toMatchObject({
      code: 0,
      err: '',
    });
  });
});

it('[NEW-10] calls that write a file are carried out in the order in which they were sent', async () => {
  const { folder, write, read } = makeFolder();
  write('a.json', '[]');
  write('b.json', '0');
  const server = new RawServer(folder, '--full');
  const count = 20;
  for (let index = 0; index < count; index += 1) {
    server.sendCall(index, 'insert', `{"file":"${index % 2 === 0 ? '' : './'}a.json","path":"/-","value":${index}}`);
    server.sendCall(count + index, 'set', `{"file":"b.json","path":"","value":${index}}`);
  }
  server.sendCall(2 * count, 'get', '{"file":"a.json","path":""}');
  const answers = new Map<number, string>();
  while (answers.size <= 2 * count) {
    const { id, result } = JSON.parse(await server.next()) as { id: number; result: { content: { text: string }[] } };
    answers.set(id, result.content[0]?.text ?? '');
  }
  const wanted = Array.from({ length: count }, (_, index) => index);
  expect(JSON.parse(read('a.json'))).toEqual(wanted);
  expect(JSON.parse(answers.get(2 * count) ?? '')).toEqual(wanted);
  expect(read('b.json')).toBe(String(count - 1));
});

it('[NEW-10] a packed file that grows without measure ends its call, and no other', async () => {
  const { folder, write } = makeFolder();
  write('bomb.json.gz', gzipSync(Buffer.alloc(700 * 1024 * 1024, ' ')));
  write('b.json', '1');
  const { call } = await connect(folder, '--memory', '300', '--timeout', '100');
  const bomb = call('get', { file: 'bomb.json.gz', path: '' });
  expect((await call('get', { file: 'b.json', path: '' })).text).toBe('1');
  expect(await bomb).toEqual({
    isError: true,
    text: expect.stringContaining('more memory than it may have') as string,
  });
});

it('[NEW-10] values of any depth are written, or refused', async () => {
  const { folder, write } = makeFolder();
  write('a.json', '{}');
  const server = new RawServer(folder, '--full');
  for (const depth of [1000, 200_000]) {
    server.sendCall(1, 'set', `{"file":"a.json","path":"/a","value":${'['.repeat(depth)}1.10${']'.repeat(depth)}}`);
    const answer = JSON.parse(await server.next()) as { result?: object; error?: object };
    expect(answer.result ?? answer.error).toBeDefined();
    expect((await server.call('get', `{"file":"a.json","path":"/a${'/0'.repeat(900)}"}`)).text).toContain('[');
  }
});

it.skipIf(process.platform === 'win32')('[NEW-10] pipes, devices and folders are refused at once', async () => {
  const { folder, path } = makeFolder();
  execFileSync('mkfifo', [path('pipe.json')]);
  mkdirSync(path('sub'));
  const { call } = await connect(folder);
  for (const [tool, given] of [
    ['get', { path: '' }],
    ['set', { path: '', value: 1 }],
    ['validate', { schema: 'pipe.json' }],
  ] as const)
    expect(await call(tool, { file: 'pipe.json', ...given })).toEqual({
      isError: true,
      text: 'pipe.json is a pipe, not a file.',
    });
  expect((await call('get', { file: 'sub', path: '' })).text).toBe('sub is a folder, not a file.');
  expect((await call('get', { file: 'sub/../../../dev/zero', path: '' })).text).toContain('outside of the folders');
});

it('[NEW-10] a line that is too long is answered, and the next one is read', async () => {
  const { folder } = makeFolder();
  const server = new RawServer(folder);
  const rest = 'x'.repeat(LIMITS.messageBytes);
  for (const line of [`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"${rest}\\u007d"}}`, rest + rest]) {
    server.send(line);
    server.send('{"jsonrpc":"2.0","id":2,"method":"ping"}');
    expect(await server.next()).toContain('"id":null,"error":{"code":-32600,"message":"The message is longer than');
    expect(await server.next()).toBe('{"jsonrpc":"2.0","id":2,"result":{}}');
  }
  server.send(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]));
  expect(await server.next()).toContain('This is not JSON.');
});

it('[NEW-10] arguments of a wrong type, missing or unknown are refused by name', async () => {
  const { folder, write } = makeFolder();
  write('a.json', '{"a": [1]}');
  const right: Record<string, unknown> = {
    file: 'a.json',
    left: 'a.json',
    right: 'a.json',
    schema: 'a.json',
    path: '/a',
    text: 'a',
    in: 'all',
    matchCase: true,
    query: '$',
    language: 'jq',
    value: 1,
    json: '1',
    paths: ['/a'],
    patch: [{ op: 'test', path: '/a', value: [1] }],
    style: 'smart',
    indent: 2,
    change: 'x',
    from: 0,
  };
  const wrong: readonly unknown[] = [null, 5.5, -1, 'nothing', '', true, [], [1], {}, [{}], 1e300];
  const { client, call } = await connect(folder);
  const { tools } = await client.listTools();
  for (const { name, inputSchema } of tools) {
    const { properties = {}, required = [] } = inputSchema as {
      properties?: Record<string, { type?: string; enum?: string[] }>;
      required?: string[];
    };
    const given = Object.fromEntries(
      Object.keys(properties)
        .filter((key) => key !== 'json')
        .map((key) => [key, right[key]]),
    );
    for (const [key, { type, enum: names }] of Object.entries(properties)) {
      if (type === undefined && names === undefined) continue;
      for (const value of wrong) {
        const isRight =
          names !== undefined
            ? names.includes(String(value))
            : type === 'string'
              ? typeof value === 'string'
              : type === 'boolean'
                ? typeof value === 'boolean'
                : type === 'array'
                  ? Array.isArray(value) &&
                    value.every((item) => (key === 'paths' ? typeof item === 'string' : typeof item === 'object')) &&
                    (key !== 'paths' || value.length > 0)
                  : false;
        if (isRight) continue;
        const { text, isError } = await call(name, { ...given, [key]: value });
        expect([name, key, value, isError, text.includes(`"${key}"`)]).toEqual([name, key, value, true, true]);
      }
    }
    for (const key of required) {
      const { text } = await call(name, Object.fromEntries(Object.entries(given).filter(([one]) => one !== key)));
      expect([name, text]).toEqual([name, `"${key}" is missing.`]);
    }
    expect(await call(name, { ...given, nonsense: 1 })).toMatchObject({
      isError: true,
      text: expect.stringContaining('There is no argument "nonsense"') as string,
    });
  }
  expect((await call('set', { file: 'a.json', path: '/a', value: 1, json: '2' })).text).toBe(
    'Either "value" or "json" is needed.',
  );
  const server = new RawServer(folder);
  for (const given of ['[]', '"a"', 'null', '5', '{"__proto__": {"file": "a.json"}, "path": ""}'])
    expect([given, (await server.call('get', given)).isError]).toEqual([given, true]);
});

it('[NEW-10] errors stay within the budget', async () => {
  const { folder, write } = makeFolder();
  const long = 'é"'.repeat(100_000);
  write('bad.json', `{"a": ${long}`);
  write('a.json', JSON.stringify({ [long]: long }));
  write('s.json', JSON.stringify({ properties: { [long]: { const: 1, enum: [long] } }, $ref: `#/${long}` }));
  const server = new RawServer(folder, '--budget', '100');
  for (const [tool, given] of [
    ['get', { file: long, path: '' }],
    ['get', { file: 'a.json', path: `/${long}` }],
    ['get', { file: 'a.json', path: `$.${long}` }],
    ['get', { file: 'a.json', path: '', [long]: 1 }],
    ['get', { file: 'bad.json', path: '' }],
    ['outline', { file: 'a.json' }],
    ['find', { file: 'a.json', text: 'é' }],
    ['query', { file: 'a.json', query: long }],
    ['query', { file: 'a.json', query: `error(${JSON.stringify(long)})`, language: 'jq' }],
    ['validate', { file: 'a.json', schema: 's.json' }],
    ['validate', { file: 'bad.json' }],
    ['patch', { file: 'a.json', patch: [{ op: 'test', path: `/${long}`, value: long }] }],
    ['patch', { file: 'a.json', patch: [{ op: long, path: '' }] }],
    ['delete', { file: 'a.json', paths: [`/${long}x`] }],
    ['set', { file: 'a.json', path: '/a', value: long }],
    ['apply', { change: long }],
  ] as const) {
    const { text } = await server.call(tool, JSON.stringify(given));
    expect([tool, Buffer.byteLength(text) <= 100 * LIMITS.bytesPerToken + 3, text]).toEqual([tool, true, text]);
  }
  server.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: long }));
  expect((await server.next()).length).toBeLessThan(500);
  server.sendCall(1, 'x'.repeat(10_000), '{}');
  expect((await server.next()).length).toBeLessThan(500);
});

it('[NEW-10] an outline goes on behind 100,000 items', async () => {
  const { folder, write } = makeFolder();
  const count = 150_000;
  write('a.json', JSON.stringify(Array.from({ length: count }, (_, index) => index)));
  write(
    'o.json',
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]))),
  );
  const { call } = await connect(folder);
  expect((await call('outline', { file: 'a.json', from: count - 2 })).text).toBe(
    `$: array (150,000)\n[${count - 2}]: ${count - 2}\n[${count - 1}]: ${count - 1}`,
  );
  expect((await call('outline', { file: 'o.json', from: 120_000 })).text).toMatch(
    /"k120000": 120000\n[^]*\[more of 150,000: ask again with "from": \d+\]$/,
  );
  expect((await call('outline', { file: 'a.json', from: count })).text).toContain('[there are only 150,000]');
});

it('[NEW-10] nothing tells what is outside of the folders', { timeout: 600_000 }, async () => {
  const inside = makeFolder();
  const outside = makeFolder();
  const { call } = await connect(inside.folder);
  const NAME = fc.constantFrom('a.json', 'b', 'secret.json', '..', '.', 'link', 'nothing');
  const ANY = fc.array(NAME, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
  // Mostly names that lead through a link, and links to what is there at times.
  const WAY = fc.oneof(fc.constantFrom('link', 'b/link', 'nothing', 'link/a.json', 'link/b', 'b/link/x'), ANY);
  const TARGET = fc.oneof(fc.constantFrom('secret.json', 'a.json', 'b', '.', 'link'), ANY);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(TARGET, fc.boolean()), { maxLength: 3 }),
      WAY,
      fc.boolean(),
      async (links, way, isAbsolute) => {
        for (const name of readdirSync(inside.folder)) rmSync(inside.path(name), { recursive: true });
        inside.write('a.json', '1');
        mkdirSync(inside.path('b'));
        const name = isAbsolute ? outside.path(way) : way;
        links.forEach(([target, leadsOut], index) =>
          symlinkSync(
            leadsOut ? outside.path(target) : target,
            inside.path(['link', 'b/link', 'nothing'][index] ?? ''),
          ),
        );
        const answers = new Set<string>();
        for (const isThere of [false, true]) {
          for (const one of readdirSync(outside.folder)) rmSync(outside.path(one), { recursive: true });
          if (isThere) {
            outside.write('secret.json', '{"secret": 1}');
            outside.write('a.json', 'none');
            mkdirSync(outside.path('b'));
            symlinkSync(inside.path('a.json'), outside.path('link'));
          }
          answers.add(JSON.stringify(await call('get', { file: name, path: '' })));
        }
        expect(answers.size, [...answers].join('\n')).toBe(1);
        expect([...answers][0]).not.toContain('secret"');
      },
    ),
    { numRuns: runs(600), seed: SEED },
  );
});

it('[NEW-10] the documented limits are those of the program', () => {
  const text = readFileSync(new URL('../../../docs/cli.md', import.meta.url), 'utf8');
  const rows = (/\n\| Limit \|.*\n\|-.*\n((?:\|.*\n)+)/.exec(text)?.[1] ?? '').trim().split('\n');
  const documented = rows.map((row) => /^\|[^|]*\| ([\d.,]+(?: (?:MiB|s|tokens|bytes))?)/.exec(row)?.[1]);
  const wanted = Object.entries(LIMITS).map(([name, value]) => {
    if (name === 'bytesPerToken') return `${value} bytes`;
    if (name.endsWith('Bytes')) return `${value / 1024 ** 2} MiB`;
    const unit = /(Tokens|Seconds|Mebibytes)$/.exec(name)?.[1];
    return `${value.toLocaleString('en-US')}${unit === undefined ? '' : ` ${{ Tokens: 'tokens', Seconds: 's', Mebibytes: 'MiB' }[unit]}`}`;
  });
  expect(documented).toEqual(wanted);
});
