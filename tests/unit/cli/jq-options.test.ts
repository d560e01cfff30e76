// The options of jq's command line, as "query -l jq" has them.

import { expect, it } from 'vitest';
import { makeFolder } from './support.ts';

const TEXT = '{"items":[{"n":"a b","p":1.50},{"n":"c","p":12345678901234567890}],"none":null}';

it.each([
  [['-r', '.items[].n'], 'a b\nc\n'],
  [['-r', '.items[0]'], '{"n":"a b","p":1.50}\n'],
  [['-r', '.items[].p'], '1.50\n12345678901234567890\n'],
  [['-r', 'empty'], ''],
  [['-r', '"x\\ny"'], 'x\ny\n'],
  [['-c', '-s', '.[0].items | length'], '2\n'],
  [['-r', '--arg', 'n', 'c', '.items[] | select(.n == $n) | .p'], '12345678901234567890\n'],
  [
    ['-c', '--argjson', 'x', '[-1.50]', '--arg', 'y', '\\(1)"', '[$x, $y, $ARGS.named.y]'],
    '[[-1.50],"\\\\(1)\\"","\\\\(1)\\""]\n',
  ],
  [['-c', '--arg', 'v', '-5', '$v'], '"-5"\n'],
])('[NEW-10] query -l jq %j', async (args, out) => {
  const { run } = makeFolder();
  const said = await run(['query', '-', '-l', 'jq', ...args], TEXT);
  expect({ code: said.code, out: said.out }).toEqual({ code: 0, out });
});

it('[NEW-10] runs without input, and reads records one by one', async () => {
  const { write, run } = makeFolder();
  write('a.ndjson', '{"a":1}\n{"a":2}\n');
  expect((await run(['query', '-n', '-l', 'jq', '1 + 1'])).out).toBe('2\n');
  expect((await run(['query', 'a.ndjson', '-n', '-l', 'jq', '-c', '[inputs.a]'])).out).toBe('[1,2]\n');
  expect((await run(['query', 'a.ndjson', '-s', '-l', 'jq', '-c', 'map(.a)'])).out).toBe('[1,2]\n');
  expect((await run(['query', 'a.ndjson', '-l', 'jq', '-r', '.[].a'])).out).toBe('1\n2\n');
});

it('[NEW-10] tells by its exit code whether the last result is true', async () => {
  const { run } = makeFolder();
  const code = async (...args: readonly string[]) => (await run(['query', '-', '-e', ...args], TEXT)).code;
  expect(await code('-l', 'jq', '.items')).toBe(0);
  expect(await code('-l', 'jq', '.none')).toBe(1);
  expect(await code('-l', 'jq', 'true, false')).toBe(1);
  expect(await code('-l', 'jq', 'empty')).toBe(1);
  expect(await code('$.items')).toBe(0);
  expect(await code('$.nothing')).toBe(1);
  expect(await code('-l', 'jq', 'error("x")')).toBe(2);
});

it('[NEW-10] reads a program from a file, and prints raw in each language', async () => {
  const { write, run } = makeFolder();
  write('names.jq', '# names\ndef names: .items[].n;\nnames\n');
  expect((await run(['query', '-', '-l', 'jq', '-rf', 'names.jq'], TEXT)).out).toBe('a b\nc\n');
  expect((await run(['query', '-', '-l', 'jq', '-r', '--arg', 'x', 'y', '-f', 'names.jq'], TEXT)).out).toBe('a b\nc\n');
  expect((await run(['query', '-', '-r', '$..n'], TEXT)).out).toBe('a b\nc\n');
  expect((await run(['query', '-', '-r', '-l', 'jmespath', 'items[0].n'], TEXT)).out).toBe('a b\n');
});

it('[NEW-10] refuses what makes no sense', async () => {
  const { run } = makeFolder();
  for (const args of [
    ['-n', '$.a'],
    ['-l', 'jq', '--arg', 'x'],
    ['-l', 'jq', '--arg', '1x', 'a', '.'],
    ['-l', 'jq', '--argjson', 'x', '{', '.'],
    ['-l', 'jq', '-f', 'none.jq'],
  ])
    expect(await run(['query', '-', ...args], TEXT), args.join(' ')).toMatchObject({ code: 2, out: '' });
  const { err } = await run(['query', '-', '-l', 'jq', '--arg', 'x', 'y', '.items | nope'], TEXT);
  expect(err).toContain('  .items | nope\n           ^');
});
