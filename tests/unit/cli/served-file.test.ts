// A law: whatever another program does to a served file and when, a write replaces only what was seen, and all of it. Judged by a plain
// string that both sides change. DIPTYCH_SEEDS sets the number of seeds.

import {
  appendFileSync,
  chmodSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ServedFile } from '../../../src/cli/open/served-file.ts';
import { hasCode } from '../../../src/shared/errors.ts';
import { randomFrom } from '../../random.ts';
import { makeFolder } from './support.ts';

const SEEDS = Number(process.env['DIPTYCH_SEEDS'] ?? 12);
const STEPS = 30;
const NAMES = ['a.json', 'ä ö.json', '.hidden', 'a'.repeat(200), 'it\'s "quoted".json', '-.json'];

it.each(Array.from({ length: SEEDS }, (_, seed) => seed))(
  '[NEW-14] replaces only what was seen (seed %i)',
  async (seed) => {
    const random = randomFrom(seed);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const folder = makeFolder();
    const path = join(folder.folder, pick(NAMES));
    let count = 0;
    // Often of the same length, so that only the time tells.
    const content = (): string => `${'x'.repeat(Math.floor(random() * 3))}${String((count += 1)).padStart(4, '0')}`;
    /** What stands in the file; `null`: there is none. */
    let now: string | null = content();
    writeFileSync(path, now);
    const file = new ServedFile(path);
    let seen: { readonly mark: string | null; readonly text: string | null } = { mark: '', text: '' };
    const others: Record<string, () => void> = {
      rewrite: () => writeFileSync(path, (now = content())),
      append: () => {
        const more = content();
        appendFileSync(path, more);
        now = (now ?? '') + more;
      },
      replace: () => {
        now = content();
        writeFileSync(`${path.slice(0, -1)}~`, now);
        renameSync(`${path.slice(0, -1)}~`, path);
      },
      same: () => now !== null && writeFileSync(path, now),
      remove: () => {
        rmSync(path, { force: true });
        now = null;
      },
    };
    const look = async (): Promise<void> => {
      try {
        seen = { mark: (await file.look()).mark, text: now };
      } catch (error) {
        expect(hasCode(error, 'missing')).toBe(true);
        expect(now).toBe(null);
        seen = { mark: null, text: null };
      }
    };
    await look();
    for (let step = 0; step < STEPS; step += 1) {
      const act = random();
      if (act < 0.35) others[pick(Object.keys(others))]?.();
      else if (act < 0.55) await look();
      else {
        const made = content();
        const bytes = Buffer.from(made);
        const pieces = (async function* () {
          for (const byte of bytes) yield Buffer.of(byte);
        })();
        // Another program may come between the pieces.
        const between = random() < 0.3 ? pick(Object.keys(others)) : null;
        const source =
          between === null
            ? bytes
            : (async function* () {
                for await (const piece of pieces) {
                  yield piece;
                  if (random() < 0.3) others[between]?.();
                }
              })();
        const written = await file.write(seen.mark, { size: bytes.length, bytes: source }).then(
          ({ mark }) => mark,
          (error: unknown) => {
            expect(
              ['conflict', 'missing'].some((code) => hasCode(error, code as 'conflict')),
              String(error),
            ).toBe(true);
            return null;
          },
        );
        if (written !== null) {
          expect(now, `step ${step}: what nobody has seen was replaced`).toBe(seen.text);
          now = made;
          seen = { mark: written, text: made };
        }
      }
      expect(existsSync(path) ? readFileSync(path, 'utf8') : null, `step ${step}`).toBe(now);
    }
    await look();
    // A file that is as it was seen can be written.
    await file.write(seen.mark, { size: 2, bytes: Buffer.from('{}') });
    expect(readFileSync(path, 'utf8')).toBe('{}');
  },
);

it('[NEW-14] makes a file that has gone again with its rights, at the end of its links', async () => {
  const { path } = makeFolder();
  writeFileSync(path('secret.json'), '[1]');
  chmodSync(path('secret.json'), 0o600);
  symlinkSync('secret.json', path('near'));
  symlinkSync(path('near'), path('far'));
  const file = new ServedFile(path('far'));
  await file.look();
  rmSync(path('secret.json'));
  await file.write(null, { size: 3, bytes: Buffer.from('[2]') });
  expect(readFileSync(path('secret.json'), 'utf8')).toBe('[2]');
  expect(statSync(path('secret.json')).mode & 0o777).toBe(0o600);
});
