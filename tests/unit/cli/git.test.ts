// The drivers in a real repository: a diff by paths, merges with and without conflict, a rebase.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const COMMITS = 20;

let folder = '';

/** A repository with one file, in which the drivers are installed. */
function makeRepository(name: string, text: string) {
  const path = join(folder, name);
  mkdirSync(path);
  const env = {
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
  const write = (content: string): void => writeFileSync(join(path, 'a.json'), content);
  const commit = (content: string): void => {
    write(content);
    git('commit', '-qam', 'change');
  };
  git('init', '-q', '-b', 'main');
  write(text);
  git('add', '.');
  git('commit', '-qm', 'first');
  const installed = spawnSync('diptych', ['git', 'install'], { cwd: path, env, encoding: 'utf8' });
  expect(installed.status, installed.stderr).toBe(0);
  return { git, write, commit, read: (): string => readFileSync(join(path, 'a.json'), 'utf8') };
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

  it('[NEW-10] a merge that conflicts names the path, and leaves the marks of git', () => {
    const { git, commit, read } = makeRepository('conflict', '{\n  "a": 1,\n  "b": 2\n}\n');
    git('checkout', '-qb', 'other');
    commit('{\n  "a": 10,\n  "b": 2\n}\n');
    git('checkout', '-q', 'main');
    commit('{\n  "a": 20,\n  "b": 2\n}\n');
    const { status, stderr } = git('merge', 'other', '-m', 'both');
    expect(status).toBe(1);
    expect(stderr).toContain('a.json: conflicts at /a');
    expect(read()).toMatch(/<<<<<<< [^]*"a": 20[^]*=======[^]*"a": 10[^]*>>>>>>> /);
    expect(git('status', '--short').stdout).toContain('UU a.json');
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
