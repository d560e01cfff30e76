// Random calls that change one file at the same time, as programs of their own, some of which are killed at any moment. Judged by what
// is on the disk: the file is one whole version, every edit that a call has acknowledged is in it, and nothing is left beside.

import {
  chmodSync,
  chownSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs, SEED } from '../../runs.ts';
import { programFile, startProgram, type RunningCall } from './built-program.ts';
import { makeFolder } from './support.ts';

/** Of a group that no user of the tests has. */
const GROUP = 4242;
const IS_ROOT = process.getuid?.() === 0;

/** One call: when it is started, the name by which it takes the file, and when it is killed, if it is: so long after a file is there. */
const CALL = fc.record({
  afterMs: fc.nat({ max: 40 }),
  name: fc.constantFrom('a.json', 'link.json', 'sub/../a.json'),
  verb: fc.constantFrom('set', 'insert', 'patch'),
  end: fc.option(
    fc.record({
      file: fc.constantFrom('', 'diptych-lock', 'diptych-new', 'takeover'),
      afterMs: fc.nat({ max: 60 }),
      signal: fc.constantFrom('SIGKILL', 'SIGKILL', 'SIGINT', 'SIGTERM'),
    }),
  ),
});

/** Kills a call once a hidden file with such an ending is there; never if it ends before. */
async function killAt(folder: string, { child }: RunningCall, { file, afterMs, signal }: Kill): Promise<void> {
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  while (!hasEnded() && !readdirSync(folder).some((name) => name.endsWith(file) && name.startsWith('.'))) await wait(1);
  await wait(afterMs);
  child.kill(signal);
}

interface Kill {
  readonly file: string;
  readonly afterMs: number;
  readonly signal: 'SIGKILL' | 'SIGINT' | 'SIGTERM';
}

it('[NEW-10] keeps one whole file through calls at one time that are killed', { timeout: 600_000 }, async () => {
  programFile();
  await fc.assert(
    fc.asyncProperty(fc.array(CALL, { minLength: 3, maxLength: 6 }), fc.nat({ max: 150_000 }), async (calls, size) => {
      const { folder, path, write, read } = makeFolder();
      const outside = makeFolder();
      const rest = `"rest" : [ ${Array.from({ length: size }, (_, index) => `1.0e${index % 300}`).join(' ,')} ]`;
      write('a.json', `{ ${rest} }`);
      outside.write('victim', 'untouched');
      chmodSync(path('a.json'), 0o660);
      if (IS_ROOT) chownSync(path('a.json'), 0, GROUP);
      symlinkSync('a.json', path('link.json'));
      calls.forEach((_, index) => write(`p${index}`, `[{"op": "add", "path": "/k${index}", "value": ${index}}]`));
      const versions = new Set<string>();
      const watch = setInterval(() => versions.add(read('a.json')), 7);
      const ends = await Promise.all(
        calls.map(async ({ afterMs, name, verb, end }, index) => {
          await wait(afterMs);
          const given = verb === 'patch' ? [`p${index}`] : [`/k${index}`, String(index)];
          const started = startProgram(folder, [verb, name, ...given]);
          if (end !== null) await killAt(folder, started, end);
          const { code, err } = await started.ended;
          if (end === null)
            expect(`${code} ${err.replaceAll(/diptych: .*(?:was removed|is changing).*\n/g, '')}`).toBe('0 ');
          return code === 0;
        }),
      );
      clearInterval(watch);
      // The next call finds everything in order.
      expect((await startProgram(folder, ['set', 'a.json', '/last', 'true']).ended).code).toBe(0);
      versions.add(read('a.json'));
      for (const text of versions) {
        expect(text).toContain(rest);
        const keys = Object.keys(JSON.parse(text) as object).filter((key) => key !== 'rest' && key !== 'last');
        expect(keys.filter((key) => !/^k[0-5]$/.test(key))).toEqual([]);
      }
      const last = JSON.parse(read('a.json')) as Record<string, unknown>;
      ends.forEach((isAcknowledged, index) => {
        if (isAcknowledged) expect(last[`k${index}`], `call ${index}`).toBe(index);
      });
      expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
      expect(statSync(path('a.json')).mode & 0o7777).toBe(0o660);
      if (IS_ROOT) expect(statSync(path('a.json')).gid).toBe(GROUP);
      expect(lstatSync(path('link.json')).isSymbolicLink()).toBe(true);
      expect(outside.read('victim')).toBe('untouched');
    }),
    { numRuns: runs(40), seed: SEED },
  );
});

it.skipIf(process.platform !== 'linux')('[NEW-10] follows no link that lies under a name of its own', async () => {
  const { folder, path, read } = makeFolder();
  const outside = makeFolder();
  outside.write('victim', 'untouched');
  writeFileSync(path('a.json'), '[1]');
  // Names with the number of the process, which can be guessed.
  const ahead = Number(readFileSync('/proc/sys/kernel/ns_last_pid', 'utf8'));
  for (let pid = ahead; pid < ahead + 400; pid += 1)
    symlinkSync(outside.path('victim'), path(`.a.json.${pid}.diptych`));
  expect((await startProgram(folder, ['set', 'a.json', '/0', '2']).ended).code).toBe(0);
  expect([read('a.json'), lstatSync(path('a.json')).isFile()]).toEqual(['[2]', true]);
  expect(outside.read('victim')).toBe('untouched');
});
