// The package as it is published: built, packed, installed into an empty folder without network, and killed at any moment.
// DIPTYCH_KILLS sets the number of kills.

import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
/** The program is started by the Node that runs the tests. */
const ENV = { ...process.env, PATH: [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter) };
const KILLS = Number(process.env['DIPTYCH_KILLS'] ?? 12);
/** Largest packed size of the program, in bytes; a third of it is jq. */
const MAX_PROGRAM_BYTES = 790_000;
/** The same with the page, which `open` serves. */
const MAX_PACKED_BYTES = 4_200_000;

let folder = '';
let program = '';

describe('the package', () => {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'diptych-pack-'));
    execFileSync(process.execPath, [join(ROOT, 'scripts/build-cli.mjs'), join(folder, 'built')], { cwd: ROOT });
    const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
      cwd: join(folder, 'built'),
      encoding: 'utf8',
    }).trim();
    expect(statSync(join(folder, packed)).size).toBeLessThan(MAX_PACKED_BYTES);
    const packedProgram = execFileSync('tar', ['-czf', '-', '--exclude=./page', '.'], { cwd: join(folder, 'built') });
    expect(packedProgram.length).toBeLessThan(MAX_PROGRAM_BYTES);
    const home = join(folder, 'home');
    execFileSync('mkdir', [home]);
    writeFileSync(join(home, 'package.json'), '{"private": true}');
    execFileSync('npm', ['install', '--offline', '--silent', '--no-audit', '--no-fund', join(folder, packed)], {
      cwd: home,
    });
    program = join(home, 'node_modules/.bin/diptych');
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('[NEW-10] works from an empty folder, with files, pipes and exit codes', () => {
    const file = join(folder, 'a.json');
    writeFileSync(file, '{"a": [1.50, 2]}');
    const run = (args: readonly string[], input = '') =>
      spawnSync(program, args, { input, env: ENV, encoding: 'utf8' });
    expect(run(['get', file, '/a/0'])).toMatchObject({ status: 0, stdout: '1.50\n', stderr: '' });
    for (const [language, query] of [
      ['jq', '.a | add'],
      ['lodash', '_.sum(data.a)'],
    ] as const)
      expect(run(['query', file, '-l', language, query])).toMatchObject({ status: 0, stdout: '3.5\n', stderr: '' });
    expect(run(['set', file, '/a/1', '3']).status).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe('{"a": [1.50, 3]}');
    expect(run(['query', '-', '$.a', '-c'], '{"a": 1}')).toMatchObject({ status: 0, stdout: '[1]\n' });
    expect(run(['diff', file, '-'], '{"a": [1.5, 3]}').status).toBe(0);
    expect(run(['validate', '-'], '{').status).toBe(1);
    expect(run(['infer', '-'], '[1]').status).toBe(0);
    expect(run(['redact', '-', '--list'], '{"password": "Ember-773quiver!"}').status).toBe(1);
    expect(run(['nothing']).status).toBe(2);
  });

  it(
    `[NEW-10] leaves the old file or the new one when it is killed, ${KILLS} times`,
    { timeout: 300_000 },
    async () => {
      const file = join(folder, 'large.json');
      const rest = `, "rest": [${Array.from({ length: 200_000 }, (_, index) => `{"id": ${index}, "name": "record ${index}"}`).join(', ')}]}`;
      let value = 0;
      writeFileSync(file, `{"n": ${value}${rest}`);
      let seed = 728_445;
      const ends = new Set<string>();
      for (let turn = 0; turn < KILLS; turn += 1) {
        const child = spawn(program, ['set', file, '/n', String(value + 1)], { stdio: 'ignore', env: ENV });
        seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
        const timer = setTimeout(() => child.kill('SIGKILL'), (seed / 2 ** 32) * 900);
        const [code] = (await once(child, 'exit')) as [number | null];
        clearTimeout(timer);
        const text = readFileSync(file, 'utf8');
        const [, number = ''] = /^\{"n": (\d+)/.exec(text) ?? [];
        expect(text === `{"n": ${number}${rest}`, `turn ${turn}: every other byte`).toBe(true);
        expect([value, value + 1]).toContain(Number(number));
        if (code === 0) expect(Number(number)).toBe(value + 1);
        ends.add(Number(number) === value ? 'old' : 'new');
        value = Number(number);
      }
      expect(ends.size).toBeGreaterThan(0);
      // What a killed program has left is swept by the next one.
      expect(spawnSync(program, ['set', file, '/n', '0'], { env: ENV }).status).toBe(0);
      expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
    },
  );
});
