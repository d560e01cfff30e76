// The drivers in a real repository: a diff by paths, merges with and without conflict, a rebase.

import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runs, SEED } from '../../runs.ts';
import { faultsOf, Maker, read as readModel, spell, STYLES } from '../engine/merge/merge-model.ts';
import { integersFrom } from '../../random.ts';

const ROOT = join(import.meta.dirname, '../../..');
const COMMITS = 20;

let folder = '';

/** A repository with one file, in which the drivers are installed. */
function makeRepository(name: string, text: string | Uint8Array, file = 'a.json') {
  const path = join(folder, name);
  mkdirSync(path);
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    PATH: [join(folder, 'bin'), dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter),
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_SYSTEM: '/dev/null',
    GIT_EDITOR: 'true',
    GIT_PAGER: 'cat',
  };
  const git = (...args: readonly string[]) =>
    spawnSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], {
      cwd: path,
      env,
      encoding: 'utf8',
    });
  const write = (content: string | Uint8Array): void => writeFileSync(join(path, file), content);
  const commit = (content: string | Uint8Array): void => {
    write(content);
    git('add', '--', file);
    git('commit', '-qm', 'change');
  };
  git('init', '-q', '-b', 'main');
  write(text);
  git('add', '.');
  git('commit', '-qm', 'first');
  const installed = spawnSync('diptych', ['git', 'install'], { cwd: path, env, encoding: 'utf8' });
  expect(installed.status, installed.stderr).toBe(0);
  /** Merges two versions that come from the first one. */
  const mergeVersions = (ours: string | Uint8Array, theirs: string | Uint8Array) => {
    git('checkout', '-qb', 'other');
    commit(theirs);
    git('checkout', '-q', 'main');
    commit(ours);
    return git('merge', '-q', 'other', '-m', 'both');
  };
  const readBytes = (): Uint8Array => readFileSync(join(path, file));
  const read = (): string => readFileSync(join(path, file), 'utf8');
  const leftovers = (): string[] => readdirSync(path).filter((each) => each !== '.git' && each !== file);
  return { path, env, git, write, commit, mergeVersions, read, readBytes, leftovers };
}

/** Has the program of that name, in the folder that comes first on the path, run a script of the shell. */
function replaceProgram({ path, env }: ReturnType<typeof makeRepository>, script: string): void {
  const bin = join(path, '.git/bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'diptych'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(bin, 'diptych'), 0o755);
  env['PATH'] = [bin, env['PATH'] ?? ''].join(delimiter);
}

describe('in git', () => {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'diptych-git-'));
    execFileSync(process.execPath, [join(ROOT, 'scripts/build-cli.mjs'), join(folder, 'built')], { cwd: ROOT });
    mkdirSync(join(folder, 'bin'));
    symlinkSync(join(folder, 'built/diptych.js'), join(folder, 'bin/diptych'));
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('[NEW-10] a diff names paths and values, also of a new file and of one that is no JSON', () => {
    const { git, write } = makeRepository('diff', '{"a": 1, "list": [{"id": 1}, {"id": 2}]}');
    write('{"list": [{"id": 2}, {"id": 1}], "a": 2}');
    const { stdout } = git('diff');
    expect(stdout).toContain('$.a: 1 → 2');
    expect(stdout).toContain('moved');
    write('{"a": 1,   "list": [{"id": 1}, {"id": 2}]}');
    expect(git('diff').stdout).toContain('Only the layout');
    write('{"a": 1, <<<');
    expect(git('diff').stdout).toContain('+{"a": 1, <<<');
  });

  it('[NEW-10] a merge takes the edits of both, which stand on one line', () => {
    const { git, commit, read } = makeRepository('merge', '{"a": 1, "b": [1, 2], "c": {"d": 1.50}}');
    git('checkout', '-qb', 'other');
    commit('{"a": 1, "b": [1, 2, 3], "c": {"d": 1.50}}');
    git('checkout', '-q', 'main');
    commit('{"a": 9, "b": [1, 2], "c": {"d": 1.50}}');
    const { status, stdout, stderr } = git('merge', '-q', 'other', '-m', 'both');
    expect(status, stdout + stderr).toBe(0);
    expect(read()).toBe('{"a": 9, "b": [1, 2, 3], "c": {"d": 1.50}}');
  });

  it('[NEW-10] a merge that conflicts names the path, and marks the values alone', () => {
    const made = makeRepository('conflict', '{\n  "a": 1,\n  "b": 2,\n  "c": [1]\n}\n');
    const { status, stderr } = made.mergeVersions(
      '{\n  "a": 20,\n  "b": 2,\n  "c": [1, 2]\n}\n',
      '{\n  "a": 10,\n  "b": 3,\n  "c": [1]\n}\n',
    );
    expect(status).toBe(1);
    expect(stderr).toContain('a.json: conflicts at /a');
    const [ours, theirs] = ['<<<<<<< ours\n  "a": 20,\n', '  "a": 10,\n>>>>>>> theirs\n'];
    expect(made.read()).toBe(`{\n${ours}=======\n${theirs}  "b": 3,\n  "c": [1, 2]\n}\n`);
    expect(made.git('status', '--short').stdout).toContain('UU a.json');
    expect(made.leftovers()).toEqual([]);
  });

  it('[NEW-10] a conflict that lines do not show is one: both have added a key', () => {
    const rows = (...lines: string[]): string => `{\n${lines.map((line) => `  ${line}`).join(',\n')}\n}\n`;
    const made = makeRepository('twice', rows('"a": 1', '"k": 1', '"m": 2', '"n": 2', '"z": 3'));
    const { status } = made.mergeVersions(
      rows('"a": 1', '"b": 1', '"k": 1', '"m": 2', '"n": 2', '"z": 3'),
      rows('"a": 1', '"k": 1', '"m": 2', '"n": 2', '"b": 2', '"z": 3'),
    );
    expect(status).toBe(1);
    expect(made.read()).toMatch(/<<<<<<< ours\n {2}"b": 1,\n=======\n {2}"b": 2,\n>>>>>>> theirs\n/);
    expect(made.read().match(/"b"/g)).toHaveLength(2);
    expect(made.git('status', '--short').stdout).toContain('UU a.json');
  });

  it('[NEW-10] members of theirs stand behind ours, and those of a file that both have added are merged', () => {
    const members = makeRepository('order', '{"a": 1}');
    expect(members.mergeVersions('{"a": 1, "ours": 2}', '{"a": 1, "theirs": 3}').status).toBe(0);
    expect(members.read()).toBe('{"a": 1, "ours": 2, "theirs": 3}');
    const added = makeRepository('added', '{}', 'b.ipynb');
    added.git('rm', '-q', 'b.ipynb');
    added.git('commit', '-qm', 'remove');
    const { status, stdout, stderr } = added.mergeVersions('{"x": 1, "k": {"a": 1}}', '{"y": 2, "k": {"b": 2}}');
    expect(status, stdout + stderr).toBe(0);
    expect(JSON.parse(added.read())).toEqual({ x: 1, y: 2, k: { a: 1, b: 2 } });
    const lists = makeRepository('added-lists', '[]');
    lists.git('rm', '-q', 'a.json');
    lists.git('commit', '-qm', 'remove');
    expect(lists.mergeVersions('[1]\n', '[2]\n').status).toBe(1);
    expect(lists.read()).toBe('<<<<<<< ours\n[1]\n=======\n[2]\n>>>>>>> theirs\n');
  });

  it.each([
    ['killed', 'kill -9 $$', 1],
    [
      'killed with half of a result',
      '[ "$2" = merge ] || exit 1; for made; do :; done; printf "{" > "$made-whole"; kill -9 $$',
      1,
    ],
    [
      'failing with half of a result',
      '[ "$2" = merge ] || exit 1; for made; do :; done; printf "{" > "$made-whole"; exit 1',
      1,
    ],
    ['not there', 'exit 127', 1],
  ])('[NEW-10] a driver that is %s leaves the merge by lines', (name, script, expected) => {
    const made = makeRepository(`dies ${name}`, '{\n  "a": 1,\n  "b": 2\n}\n');
    replaceProgram(made, script);
    const { status } = made.mergeVersions('{\n  "a": 20,\n  "b": 2\n}\n', '{\n  "a": 10,\n  "b": 2\n}\n');
    expect(status).toBe(expected);
    expect(made.read()).toMatch(/<<<<<<< [^]*"a": 20[^]*=======[^]*"a": 10[^]*>>>>>>> /);
    expect(made.git('status', '--short').stdout).toContain('UU a.json');
    expect(made.leftovers()).toEqual([]);
    const diff = made.git('diff', 'HEAD');
    expect(diff.status).toBe(0);
    expect(diff.stdout).toContain('"a": 10');
  });

  it('[NEW-10] random versions merge to what a plain model accepts, or are marked', { timeout: 300_000 }, () => {
    const count = runs(60);
    for (let seed = SEED; seed < SEED + count; seed += 1) {
      const random = integersFrom(seed);
      const base = new Maker(random, 'B', false).object(3);
      const [left, right] = ['L', 'R'].map((side) => new Maker(random, side, false).edit(base, 1 + random(4)));
      if (left === undefined || right === undefined) throw new RangeError('no version');
      const style = STYLES[2];
      const [one = '', two = '', three = ''] = [base, left, right].map(
        (value) => `${style === undefined ? '' : spell(value, style)}\n`,
      );
      if (one === two || one === three || two === three) continue;
      const made = makeRepository(`random ${seed}`, one);
      const { status, stderr } = made.mergeVersions(two, three);
      const why = `seed ${seed}: ${stderr}\n${one}--\n${two}--\n${three}==\n${made.read()}`;
      const isMarked = /^(?:<<<<<<<|=======|>>>>>>>)/m.test(made.read());
      expect(isMarked, why).toBe(status !== 0);
      if (status === 0) expect(faultsOf(base, left, right, readModel(made.read()), []), why).toEqual([]);
      else expect(made.git('status', '--short').stdout, why).toContain('UU a.json');
    }
  });

  it('[NEW-10] goes on from where it was installed, where the program is not on the path', () => {
    const made = makeRepository('off-path', '{"a": 1, "b": 2}');
    made.env['PATH'] = (made.env['PATH'] ?? '').split(delimiter).slice(1).join(delimiter);
    expect(made.mergeVersions('{"a": 9, "b": 2}', '{"a": 1, "b": 8}').status).toBe(0);
    expect(made.read()).toBe('{"a": 9, "b": 8}');
  });

  it('[NEW-10] shows all of a large diff, of names that look like options, and of packed files', () => {
    const records = (n: number): string =>
      JSON.stringify(Array.from({ length: 60_000 }, (_, id) => ({ id, text: `${id} `.repeat(4), n: id * n })));
    const large = makeRepository('large', records(1));
    large.write(records(2));
    const { stdout } = spawnSync('git', ['diff'], {
      cwd: large.path,
      env: large.env,
      maxBuffer: Infinity,
      encoding: 'utf8',
    });
    expect(stdout.length).toBeGreaterThan(1 << 20);
    expect(stdout).toContain('59999');
    const dashed = makeRepository('dashed', '{"a": 1}', '-x.json');
    dashed.write('{"a": 2}');
    const diff = dashed.git('diff');
    expect(diff.status, diff.stderr).toBe(0);
    expect(diff.stdout).toContain('$.a: 1 → 2');
    dashed.git('checkout', '--', '-x.json');
    expect(dashed.mergeVersions('{"a": 1, "l": 1}', '{"a": 2}').status).toBe(0);
    expect(dashed.read()).toBe('{"a": 2, "l": 1}');
    const packed = makeRepository('packed', gzipSync('{"a": 1, "b": 1}'));
    expect(packed.mergeVersions(gzipSync('{"a": 2, "b": 1}'), gzipSync('{"a": 1, "b": 2}')).status).toBe(0);
    expect(new TextDecoder().decode(gunzipSync(packed.readBytes()))).toBe('{"a": 2, "b": 2}');
  });

  it('[NEW-10] merge -w writes a packed file packed', () => {
    const at = join(folder, 'packed-merge');
    mkdirSync(at);
    for (const [name, text] of [
      ['base.json', '{"a": 1, "b": 1}'],
      ['mine.json', '{"a": 2, "b": 1}'],
      ['theirs.json', '{"a": 1, "b": 2}'],
    ] as const)
      writeFileSync(join(at, name), gzipSync(text));
    execFileSync(
      process.execPath,
      [join(folder, 'built/diptych.js'), 'merge', 'base.json', 'mine.json', 'theirs.json', '-w'],
      {
        cwd: at,
      },
    );
    expect(new TextDecoder().decode(gunzipSync(readFileSync(join(at, 'mine.json'))))).toBe('{"a": 2, "b": 2}');
  });

  it('[NEW-10] is uninstalled without a trace, and keeps the attributes of others', () => {
    const made = makeRepository('uninstalled', '{"a": 1}');
    const attributes = join(made.path, '.git/info/attributes');
    writeFileSync(attributes, `*.png binary\n${readFileSync(attributes, 'utf8')}`);
    const { status, stderr } = spawnSync('diptych', ['git', 'uninstall'], {
      cwd: made.path,
      env: made.env,
      encoding: 'utf8',
    });
    expect(status, stderr).toBe(0);
    expect(readFileSync(attributes, 'utf8')).toBe('*.png binary\n');
    expect(made.git('config', '--get-regexp', 'diptych').stdout).toBe('');
    expect(existsSync(join(made.path, '.git/diptych'))).toBe(false);
    made.write('{"a": 2}');
    expect(made.git('diff').stdout).toContain('+{"a": 2}');
  });

  it(`[NEW-10] a rebase of ${COMMITS} commits on one line keeps them all`, { timeout: 120_000 }, () => {
    const value = (entries: readonly (readonly [string, number])[]): string =>
      `{"base": 1, ${entries.map(([key, n]) => `"${key}": ${n}`).join(', ')}}`;
    const start = [['x', 1]] as const;
    const { git, commit, read } = makeRepository('rebase', value(start));
    git('checkout', '-qb', 'work');
    const made: (readonly [string, number])[] = [...start];
    for (let index = 0; index < COMMITS; index += 1) {
      made.push([`k${index}`, index]);
      commit(value(made));
    }
    git('checkout', '-q', 'main');
    commit('{"base": 2, "x": 1}');
    git('checkout', '-q', 'work');
    const { status, stdout, stderr } = git('rebase', '-q', 'main');
    expect(status, stdout + stderr).toBe(0);
    expect(JSON.parse(read())).toEqual({ base: 2, ...Object.fromEntries(made) });
  });
});
