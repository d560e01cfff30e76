// Files that the command line changes: never half of one, never over somebody else's change.

import {
  chmodSync,
  linkSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { lstatSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import { expect, it } from 'vitest';
import { readVersion, replaceFile, withLock } from '../../../src/cli/files.ts';
import { isInside } from '../../../src/cli/mcp/workspace.ts';
import { makeFolder } from './support.ts';

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

it('[NEW-10] takes over the lock of a program that was killed', async () => {
  const { path, write } = makeFolder();
  write('a.json', '[1]');
  const lock = path('.a.json.diptych-lock');
  writeFileSync(lock, '1');
  utimesSync(lock, new Date(), new Date(Date.now() - 60_000));
  expect(await withLock(path('a.json'), () => Promise.resolve(readFileSync(path('a.json'), 'utf8')))).toBe('[1]');
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
