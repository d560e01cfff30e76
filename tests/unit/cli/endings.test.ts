// How calls end when something goes wrong around them: with a line at most, and the exit code that belongs to it.

import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { expect, it, vi } from 'vitest';
import { runProgram } from '../../../src/cli/program.ts';
import { programFile } from './built-program.ts';
import { makeFolder } from './support.ts';

const isUnix = process.platform !== 'win32';

/** Runs a script of bash in which `diptych` is the built program. */
function shell(folder: string, script: string) {
  const { stdout, stderr } = spawnSync(
    'bash',
    ['-c', `diptych() { "${process.execPath}" "${programFile()}" "$@"; }\n${script}`],
    { cwd: folder, encoding: 'utf8', input: '' },
  );
  return { out: stdout, err: stderr };
}

it.runIf(isUnix)('[NEW-10] a reader that has seen enough changes no exit code', { timeout: 60_000 }, () => {
  const { folder, write } = makeFolder();
  const many = (value: number): string =>
    JSON.stringify(Array.from({ length: 30_000 }, (_, index) => ({ index, value })));
  write('a.json', many(1));
  write('b.json', many(2));
  write('bad.json', '{');
  for (const [command, code] of [
    ['diff a.json b.json', 1],
    ['diff a.json a.json', 0],
    ["get a.json '$..value'", 0],
    ['format a.json', 0],
    ['validate bad.json', 1],
    ['find a.json none', 1],
  ] as const) {
    const { out, err } = shell(
      folder,
      `${command.replace(/^/, 'diptych ')} 2>err | head -c 1 >/dev/null; echo "\${PIPESTATUS[0]}"; cat err >&2`,
    );
    expect(out, command).toBe(`${code}\n`);
    expect(err, command).not.toMatch(/EPIPE|\n +at /);
  }
});

it.runIf(existsSync('/dev/full'))('[NEW-10] what can’t be written is said', { timeout: 60_000 }, () => {
  const { folder, write } = makeFolder();
  write('a.json', '{"a":1}');
  const full = openSync('/dev/full', 'w');
  try {
    for (const args of [['get', 'a.json', '/a'], ['--help'], ['format', 'a.json'], ['validate', '--help']]) {
      const { status, stderr } = spawnSync(process.execPath, [programFile(), ...args], {
        cwd: folder,
        encoding: 'utf8',
        stdio: ['ignore', full, 'pipe'],
      });
      expect({ status, stderr }).toEqual({
        status: 2,
        stderr: 'diptych: Standard output can’t be written: there is no room on the disk.\n',
      });
    }
  } finally {
    closeSync(full);
  }
});

it.runIf(isUnix)('[NEW-10] pipes of a shell are read', { timeout: 60_000 }, () => {
  const { folder, write } = makeFolder();
  write('a.json', '{"a":1}');
  const { out } = shell(
    folder,
    `diptych diff <(echo '{"a":1}') <(echo '{"a":2}'); echo "$?"
     echo '{"a":5}' | diptych get /dev/stdin /a
     diptych get /dev/stdin /a < a.json
     diptych validate a.json -s <(echo '{"type":"object"}'); echo "$?"`,
  );
  expect(out).toMatch(/\$\.a: 1 → 2\n1\n5\n1\n0\n$/);
  const refused = shell(folder, `diptych set <(echo '{"a":1}') /a 2; echo "$?"; diptych get - /a < .; echo "$?"`);
  expect(refused.out).toBe('2\n2\n');
  expect(refused.err).toMatch(/^diptych: .+ is a pipe, not a file\.\ndiptych: standard input:.+\n$/);
});

it('[NEW-10] a cut .gz is a line', { timeout: 60_000 }, () => {
  const { folder, write } = makeFolder();
  write('a.json.gz', gzipSync('{"a":1}').subarray(0, 15));
  for (const args of [
    ['get', 'a.json.gz', '/a'],
    ['validate', 'a.json.gz'],
    ['set', 'a.json.gz', '/a', '2'],
  ])
    expect(() => execFileSync(process.execPath, [programFile(), ...args], { cwd: folder, stdio: 'pipe' })).toThrow(
      expect.objectContaining({
        status: 2,
        stderr: Buffer.from('diptych: a.json.gz can’t be read: its gzip data is cut off.\n'),
      }) as Error,
    );
});

it('[NEW-10] an error that nobody expected is a line and 2, with a stack on demand', async () => {
  const call = async () => {
    let err = '';
    const code = await runProgram(['get', '-', '/a'], {
      cwd: '.',
      version: '',
      workerFile: '',
      pageFolder: '',
      input: () => Readable.from([]),
      readInput: () => Promise.resolve(Buffer.from('{"a":1}')),
      isRead: () => true,
      hasColours: false,
      write: () => Promise.reject(new TypeError('x is not a function\nmore')),
      tell: (line) => void (err += `${line}\n`),
    });
    return { code, err };
  };
  expect(await call()).toEqual({
    code: 2,
    err: 'diptych: internal error: TypeError: x is not a function (DIPTYCH_STACK=1 shows where)\n',
  });
  vi.stubEnv('DIPTYCH_STACK', '1');
  expect(await call()).toMatchObject({ code: 2, err: expect.stringContaining('endings.test.ts') as string });
  vi.unstubAllEnvs();
});
