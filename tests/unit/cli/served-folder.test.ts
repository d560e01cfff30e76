// A folder that is opened: which files are listed, and which can be opened by which name.

import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ServedFolder } from '../../../src/cli/open/served-folder.ts';
import { randomFrom } from '../../random.ts';
import { makeFolder } from './support.ts';

it('[NEW-14] lists documents of all depths by name, time and size, and says what it left out', async () => {
  const { folder, path } = makeFolder();
  for (const name of ['.git', 'node_modules/x', 'a/b/c', 'empty']) mkdirSync(path(name), { recursive: true });
  const files: Record<string, string> = {
    'b10.json': '[1]',
    'b9.json': '[1,2,3]',
    'a/b/c/deep.NDJSON': '{}\n',
    'a/table.csv.gz': 'x',
    'a/app.log': 'line',
    'a/picture.png': '',
    'a/notes.md': '',
    '.git/config.json': '{}',
    'node_modules/x/package.json': '{}',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(path(name), text);
  symlinkSync(path('b9.json'), path('link.json'));
  symlinkSync('/etc', path('out'));
  const served = new ServedFolder(folder, false, null);
  const { files: all, found, total, leftOut, isCut } = await served.list('', 'name');
  expect(all.map(({ name }) => name)).toEqual([
    'a/app.log',
    'a/b/c/deep.NDJSON',
    'a/table.csv.gz',
    'b9.json',
    'b10.json',
  ]);
  expect([found, total, isCut, leftOut.toSorted()]).toEqual([5, 5, false, ['.git', 'links (2)', 'node_modules']]);
  const names = async (query: string, sort: string): Promise<string[]> =>
    (await served.list(query, sort)).files.map(({ name }) => name);
  expect(await names('B', 'size')).toEqual(['b9.json', 'a/b/c/deep.NDJSON', 'b10.json', 'a/table.csv.gz']);
  expect(await names('c/DEEP', 'date')).toEqual(['a/b/c/deep.NDJSON']);
  expect(await names('nowhere', 'date')).toEqual([]);
  // A new file is seen when the list is asked for anew.
  writeFileSync(path('new.json'), '[]');
  expect(await names('', 'name')).toContain('new.json');
});

it('[NEW-14] opens what is below the folder, and nothing by another way', async () => {
  const { path } = makeFolder();
  for (const name of ['root/a', 'root-beside', 'other']) mkdirSync(path(name), { recursive: true });
  for (const name of ['root/a/x.json', 'root-beside/y.json', 'other/z.json', 'z.json']) writeFileSync(path(name), '[]');
  symlinkSync(path('other'), path('root/out'));
  symlinkSync(path('other/z.json'), path('root/z.json'));
  symlinkSync(path('root/a'), path('root/inside'));
  const served = new ServedFolder(path('root'), false, null);
  expect((await served.file('a/x.json')).path).toBe(join(path('root'), 'a/x.json'));
  const wrong = [
    '',
    '.',
    '..',
    '../z.json',
    'a/../../z.json',
    '../root-beside/y.json',
    '/etc/passwd',
    'out/z.json',
    'z.json',
    'inside/x.json',
    'a/./x.json/',
    'a//x.json/../../../z.json',
    'a/x.json\0',
    'none.json',
    '../root/../z.json',
  ];
  for (const name of wrong) await expect(served.file(name), JSON.stringify(name)).rejects.toThrow();
  // Names made at random of what leads elsewhere.
  const random = randomFrom(5);
  const parts = ['..', '.', '', 'a', 'out', 'inside', 'x.json', 'z.json', 'root-beside', 'y.json', '%2e%2e', '\\', '~'];
  for (let turn = 0; turn < 500; turn += 1) {
    const name = Array.from(
      { length: 1 + Math.floor(random() * 5) },
      () => parts[Math.floor(random() * parts.length)],
    ).join('/');
    const file = await served.file(name).catch(() => null);
    expect([name, file?.path ?? null]).toEqual([name, file === null ? null : path('root/a/x.json')]);
  }
});

it('[NEW-14] follows no link that is put into the path of a file later', async () => {
  const { path } = makeFolder();
  const swaps = {
    file: () => {
      rmSync(path('root/a/x.json'));
      symlinkSync(path('other/x.json'), path('root/a/x.json'));
    },
    folder: () => {
      renameSync(path('root/a'), path('root/b'));
      symlinkSync(path('other'), path('root/a'));
    },
  };
  for (const [what, swap] of Object.entries(swaps)) {
    rmSync(path('root'), { recursive: true, force: true });
    for (const name of ['root/a', 'other']) mkdirSync(path(name), { recursive: true });
    writeFileSync(path('root/a/x.json'), '["mine"]');
    writeFileSync(path('other/x.json'), '["other"]');
    const file = await new ServedFolder(path('root'), false, null).file('a/x.json');
    const { mark } = await file.look();
    swap();
    await expect(file.look(), what).rejects.toThrow('link');
    await expect(file.open(null), what).rejects.toThrow('link');
    for (const seen of [mark, null])
      await expect(file.write(seen, { size: 2, bytes: Buffer.from('[]') }), what).rejects.toThrow();
    rmSync(path('other/x.json'));
    await expect(file.write(null, { size: 2, bytes: Buffer.from('[]') }), what).rejects.toThrow();
    writeFileSync(path('other/x.json'), '["other"]');
    expect(readFileSync(path('other/x.json'), 'utf8')).toBe('["other"]');
  }
});

it('[NEW-14] lists what is there now, also where it was asked twice at once', async () => {
  const { folder, path } = makeFolder();
  for (let at = 0; at < 200; at += 1) mkdirSync(path(`${at}`));
  const served = new ServedFolder(folder, false, null);
  const first = served.list('', 'name');
  // It has read the folder itself by then, and the folders below not yet.
  await readdir(folder);
  writeFileSync(path('new.json'), '[]');
  const second = served.list('', 'name');
  await first;
  expect((await second).files.map(({ name }) => name)).toContain('new.json');
});
