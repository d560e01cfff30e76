// Files that the command line changes: never half of one, never over somebody else's change.

import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  lutimesSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { posix, win32 } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { withLock } from '../../../src/cli/file-lock.ts';
import { readVersion, replaceFile } from '../../../src/cli/files.ts';
import { isInside } from '../../../src/cli/mcp/workspace.ts';
import { startProgram } from './built-program.ts';
import { makeFolder } from './support.ts';

const IS_ROOT = process.getuid?.() === 0;
const containing = (text: string): string => expect.stringContaining(text) as string;
const ignore = (): void => undefined;

it('[NEW-10] keeps the mode, follows symbolic links, and leaves nothing beside', async () => {
  const { folder, path, write, read, run } = makeFolder();
  write('a.json', '[1]');
  chmodSync(path('a.json'), 0o640);
  symlinkSync('a.json', path('link.json'));
  expect((await run(['set', 'link.json', '/0', '2'])).code).toBe(0);
  expect(read('a.json')).toBe('[2]');
  expect(statSync(path('a.json')).mode & 0o777).toBe(0o640);
  expect(lstatSync(path('link.json')).isSymbolicLink()).toBe(true);
  expect(readdirSync(folder).toSorted()).toEqual(['a.json', 'link.json']);
});

it('[NEW-10] refuses a file with other names, unless it is forced to', async () => {
  const { path, write, read, run } = makeFolder();
  write('a.json', '[1]');
  linkSync(path('a.json'), path('b.json'));
  expect(await run(['set', 'a.json', '/0', '2'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('--force') as string,
  });
  expect(read('a.json')).toBe('[1]');
  expect((await run(['set', 'a.json', '/0', '2', '--force'])).code).toBe(0);
  expect([read('a.json'), read('b.json')]).toEqual(['[2]', '[1]']);
});

it('[NEW-10] refuses a file that has changed since it was read', async () => {
  const { path, write, read } = makeFolder();
  write('a.json', '[1]');
  const version = await readVersion(path('a.json'));
  writeFileSync(path('a.json'), '[3]');
  utimesSync(path('a.json'), new Date(), new Date(Date.now() + 5000));
  await expect(replaceFile(version, Buffer.from('[2]'), true)).rejects.toMatchObject({ code: 'conflict' });
  expect(read('a.json')).toBe('[3]');
});

it('[NEW-10] changes a file from two sides one after the other', async () => {
  const { write, read, run } = makeFolder();
  write('a.json', '{}');
  const keys = Array.from({ length: 12 }, (_, index) => `k${index}`);
  const said = await Promise.all(keys.map((key) => run(['set', 'a.json', `/${key}`, '1'])));
  expect(said.map(({ code }) => code)).toEqual(keys.map(() => 0));
  expect(Object.keys(JSON.parse(read('a.json')) as object).toSorted()).toEqual(keys.toSorted());
});

it('[NEW-10] takes over a lock that nobody renews and no process of this machine owns', async () => {
  const { path, write } = makeFolder();
  write('a.json', '[1]');
  const lock = path('.a.json.diptych-lock');
  writeFileSync(lock, '1');
  utimesSync(lock, new Date(), new Date(Date.now() - 120_000));
  expect(await withLock(path('a.json'), () => Promise.resolve(readFileSync(path('a.json'), 'utf8')), ignore)).toBe(
    '[1]',
  );
});

it('[NEW-10] writes no file that is read-only, unless it is forced to', async () => {
  const { path, write, read, run } = makeFolder();
  write('a.json', '[1]');
  chmodSync(path('a.json'), 0o444);
  expect(await run(['set', 'a.json', '/0', '2'])).toMatchObject({
    code: 2,
    err: containing('is read-only. Use --force'),
  });
  expect(read('a.json')).toBe('[1]');
  expect((await run(['set', 'a.json', '/0', '2', '--force'])).code).toBe(0);
  expect([read('a.json'), statSync(path('a.json')).mode & 0o777]).toEqual(['[2]', 0o444]);
});

it.runIf(IS_ROOT)('[NEW-10] keeps owner, group and all bits of the mode', async () => {
  const { path, write, read, run } = makeFolder();
  write('a.json', '[1]');
  chownSync(path('a.json'), 4243, 4242);
  chmodSync(path('a.json'), 0o6660);
  expect((await run(['set', 'a.json', '/0', '2'])).code).toBe(0);
  const { uid, gid, mode } = statSync(path('a.json'));
  expect([read('a.json'), uid, gid, mode & 0o7777]).toEqual(['[2]', 4243, 4242, 0o6660]);
});

/** Runs a program of Python, which has calls for attributes; `null` where there is no Python, or no such attributes. */
function python(code: string, ...args: readonly string[]): string | null {
  try {
    return execFileSync('python3', ['-c', code, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return null;
  }
}

it('[NEW-10] keeps an access list and extended attributes', async ({ skip }) => {
  const { path, write, read, run } = makeFolder();
  write('a.json', '[1]');
  const set = `import os, struct, sys
os.setxattr(sys.argv[1], 'user.note', b'kite')
entries = [(1, 6, 0xffffffff), (2, 4, 4243), (4, 4, 0xffffffff), (0x10, 4, 0xffffffff), (0x20, 0, 0xffffffff)]
os.setxattr(sys.argv[1], 'system.posix_acl_access', struct.pack('<I', 2) + b''.join(struct.pack('<HHI', *entry) for entry in entries))`;
  const get = `import os, sys
print([(name, os.getxattr(sys.argv[1], name)) for name in sorted(os.listxattr(sys.argv[1]))])`;
  if (python(set, path('a.json')) === null) skip();
  const before = python(get, path('a.json'));
  expect(before).toContain('kite');
  expect((await run(['set', 'a.json', '/0', '2'])).code).toBe(0);
  expect([read('a.json'), python(get, path('a.json'))]).toEqual(['[2]', before]);
});

it.runIf(process.platform === 'linux')(
  '[NEW-10] refuses a file whose attributes are lost, and works with any cp',
  async () => {
    const { folder, path, write, read } = makeFolder();
    write('a.json', '[1]');
    for (const [script, code, text] of [
      ['echo "cp: unrecognized option: attributes-only" >&2; exit 1', 0, '[2]'],
      ['echo "cp: setting attributes for x: Operation not supported" >&2; exit 1', 2, '[1]'],
      [': > /dev/fd/3', 2, '[1]'],
    ] as const) {
      write('a.json', '[1]');
      write('cp', `#!/bin/sh\n${script}\n`);
      chmodSync(path('cp'), 0o755);
      const { ended } = startProgram(folder, ['set', 'a.json', '/0', '2'], 'none', { PATH: `${folder}:/bin:/usr/bin` });
      expect([script, (await ended).code, read('a.json')]).toEqual([script, code, text]);
    }
    expect(readdirSync(folder).toSorted()).toEqual(['a.json', 'cp']);
  },
);

it('[NEW-10] edits files whose names are as long as a disk allows', async () => {
  const { folder, write, read, run } = makeFolder();
  const name = `${'é'.repeat(124)}x.json`;
  write(name, '[1]');
  expect((await run(['set', name, '/0', '2'])).code).toBe(0);
  expect([read(name), readdirSync(folder)]).toEqual(['[2]', [name]]);
});

it.skipIf(process.platform === 'win32')('[NEW-10] reads no device or folder, and writes no pipe', async () => {
  const { folder, path, run } = makeFolder();
  execFileSync('mkfifo', [path('pipe.json')]);
  symlinkSync('/dev/zero', path('zero.json'));
  for (const [name, kind] of [
    ['pipe.json', 'a pipe'],
    ['zero.json', 'a device'],
    [folder, 'a folder'],
  ] as const)
    for (const args of [
      ...(kind === 'a pipe'
        ? []
        : [
            ['get', name, ''],
            ['extract', name],
          ]),
      ['set', name, '', '1'],
      ['format', '-w', name],
      ['redact', '-w', name],
    ])
      expect(await run(args)).toMatchObject({ code: 2, err: containing(`is ${kind}, not a file`) });
});

/** Waits for a state that another program makes. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await wait(5);
}

it('[NEW-10] waits for a call that lives, however old its lock is, and says so', async () => {
  const { folder, path, write, read } = makeFolder();
  write('a.json', '{}');
  const lock = path('.a.json.diptych-lock');
  const other = await withLock(path('a.json'), async () => {
    const started = startProgram(folder, ['set', 'a.json', '/b', '2']);
    await until(() => started.err() !== '');
    // As a long edit leaves it that has had no time for a new one.
    lutimesSync(lock, 1, 1);
    await wait(100);
    writeFileSync(path('a.json'), '{"a": 1}');
    return started;
  });
  expect(await other.ended).toMatchObject({
    code: 0,
    err: containing(`waiting for another call of diptych (process ${process.pid})`),
  });
  expect(JSON.parse(read('a.json'))).toEqual({ a: 1, b: 2 });
  expect(existsSync(lock)).toBe(false);
});

it('[NEW-10] neither writes under a lock that was taken away, nor removes the one in its place', async () => {
  const { folder, path, write, read } = makeFolder();
  write('a.json', '[1]');
  const lock = path('.a.json.diptych-lock');
  await withLock(path('a.json'), async (held) => {
    const version = await readVersion(path('a.json'));
    unlinkSync(lock);
    symlinkSync('diptych:0:1::of somebody else', lock);
    await expect(replaceFile(version, Buffer.from('[2]'), true, held)).rejects.toMatchObject({ code: 'conflict' });
  });
  expect(readlinkSync(lock)).toContain('of somebody else');
  expect([read('a.json'), readdirSync(folder).toSorted()]).toEqual(['[1]', ['.a.json.diptych-lock', 'a.json']]);
});

/** Starts a call that holds the lock of a.json until it is ended: it waits for its input. Resolves once it holds the lock. */
async function startHolder({ folder, write }: ReturnType<typeof makeFolder>) {
  write('right.json', '[1]');
  const started = startProgram(folder, ['merge', '-', 'a.json', 'right.json', '-w'], 'open');
  await until(() => readdirSync(folder).includes('.a.json.diptych-lock'));
  return started;
}

const hiddenIn = (folder: string): string[] => readdirSync(folder).filter((name) => name.startsWith('.'));

it.skipIf(process.platform === 'win32')('[NEW-10] removes its lock at Ctrl+C', async () => {
  const made = makeFolder();
  made.write('a.json', '[1]');
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    const { child, ended } = await startHolder(made);
    child.kill(signal);
    expect(await ended).toMatchObject({ signal });
    expect([hiddenIn(made.folder), made.read('a.json')]).toEqual([[], '[1]']);
  }
  // Something else lies in the lock's place.
  for (const make of ['mkfifo', 'mkdir']) {
    execFileSync(make, [made.path('.a.json.diptych-lock')]);
    const stuck = startProgram(made.folder, ['set', 'a.json', '/0', '2']);
    await until(() => stuck.err().includes('waiting for another call'));
    stuck.child.kill('SIGINT');
    expect(await stuck.ended).toMatchObject({ signal: 'SIGINT' });
    rmSync(made.path('.a.json.diptych-lock'), { recursive: true });
  }
  // One that waits leaves the lock of the other.
  const { child, ended } = await startHolder(made);
  const waiting = startProgram(made.folder, ['set', 'a.json', '/0', '2']);
  await until(() => waiting.err() !== '');
  waiting.child.kill('SIGINT');
  expect(await waiting.ended).toMatchObject({ signal: 'SIGINT' });
  expect(hiddenIn(made.folder)).toEqual(['.a.json.diptych-lock']);
  child.kill('SIGINT');
  await ended;
});

it.skipIf(process.platform === 'win32')('[NEW-10] sweeps at once what a killed call has left', async () => {
  const made = makeFolder();
  made.write('a.json', '[1]');
  const { child, ended } = await startHolder(made);
  child.kill('SIGKILL');
  await ended;
  const lock = made.path('.a.json.diptych-lock');
  const text = readlinkSync(lock);
  // Also where it was killed while it wrote, or while it took over the lock of another one.
  for (const left of [[''], ['', '-takeover'], ['-takeover']]) {
    for (const ending of ['', '-takeover']) rmSync(lock + ending, { force: true });
    for (const ending of left) symlinkSync(text, lock + ending);
    if (left.includes('')) made.write(`.a.json.${text.slice(-36)}.diptych-new`, '[');
    const { code, err } = await startProgram(made.folder, ['set', 'a.json', '/0', '3']).ended;
    expect([code, err.includes('the lock of a call that was killed was removed')]).toEqual([0, left.includes('')]);
    expect([hiddenIn(made.folder), made.read('a.json')]).toEqual([[], '[3]']);
  }
});

it('[NEW-10] tells what is in a folder by the rules of Windows and of others', () => {
  for (const [path, inside] of [
    ['C:\\data', true],
    ['C:\\data\\a.json', true],
    ['c:\\DATA\\sub\\a.json', true],
    ['C:/data/a.json', true],
    ['C:\\data\\..a.json', true],
    ['C:\\data2\\a.json', false],
    ['C:\\data\\..\\a.json', false],
    ['C:\\', false],
    ['D:\\data\\a.json', false],
    ['\\\\server\\share\\a.json', false],
  ] as const)
    expect(isInside('C:\\data', path, win32), path).toBe(inside);
  expect(isInside('\\\\server\\share', '\\\\server\\share\\a.json', win32)).toBe(true);
  expect(isInside('\\\\server\\share', '\\\\server\\other\\a.json', win32)).toBe(false);
  for (const [path, inside] of [
    ['/data/a.json', true],
    ['/data/..a', true],
    ['/data2', false],
    ['/', false],
    ['/data/../etc/passwd', false],
  ] as const)
    expect(isInside('/data', path, posix), path).toBe(inside);
});
