// A file in a real folder that another process changes while somebody types: nothing is overwritten, nothing is mixed, and what was
// typed is there, also when the tab is killed. WATCHES sets the number of changes, SEED which; the seed is printed on failure.

import {
  appendFileSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { dropOpen, panel, setStage, shownLines } from '../support/app.ts';
import { makeFolder } from '../support/files.ts';
import { randomFrom } from '../../random.ts';

const stage = setStage();
const files = makeFolder();
/** Changes before each kill. */
const CHANGES = 5;
const ROUNDS = Math.ceil(Number(process.env['WATCHES'] ?? CHANGES) / CHANGES);
const SEED = Number(process.env['SEED'] ?? 46_003);

/** A text without what was typed. */
const bare = (text: string): string => text.replaceAll(/k\d+\./g, '');
const shown = async (page: Page): Promise<string> => (await shownLines(page, 'Left')).join('\n');

async function kill(page: Page): Promise<Page> {
  const context = page.context();
  const crashed = page.waitForEvent('crash');
  void page.goto('chrome://crash').catch(() => undefined);
  await crashed;
  await page.close();
  return context.newPage();
}

it(
  `[NEW-2] [DOC-19] a file that others change ${ROUNDS * CHANGES} times is never overwritten or mixed, and no key is lost`,
  { timeout: 60_000 + ROUNDS * 60_000 },
  async () => {
    const random = randomFrom(SEED);
    const below = (limit: number): number => Math.floor(random() * limit);
    let version = 0;
    let keys = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const log: string[] = [];
      const where = (): string => `seed ${SEED}, round ${round}: ${log.join(', ')}`;
      const whole = (): string =>
        `["v${(version += 1)}", ${'0'
          .repeat(1 + below(9))
          .split('')
          .join(', ')}]`;
      let disk = whole();
      const path = files.write(`watched-${round}.json`, disk);
      const page = await stage.prepare({ allow: /./, hasHandles: true });
      await page.addInitScript(() => localStorage.setItem('autosave', 'false'));
      await page.goto(`${stage.address()}#right=json.[0]`);
      await dropOpen(page, 'Left', path);
      await expect.poll(() => shown(page), { message: where() }).toBe(disk);
      const left = panel(page, 'Left');
      const both = left.getByText('was changed by another program, but also here');
      const bar = left.getByText(/was changed by another program, but also here|was truncated on the disk/);
      /** What was typed since the text was that of the file. */
      let typed: string[] = [];
      const type = async (): Promise<void> => {
        const mark = `k${(keys += 1)}.`;
        log.push(mark);
        await left.locator('.view-line').first().click();
        await page.keyboard.press('Control+Home');
        await page.keyboard.type(mark);
        typed.push(mark);
      };
      const KINDS = [
        'appends',
        'truncates',
        'renames',
        'writes half',
        'keeps the size',
        'is empty for a moment',
        'is gone for a moment',
        'is rotated',
        'keeps size and time',
        'rewrites',
      ];
      /** Whether the last change can't be seen by time and size. */
      let isHidden = false;
      const change = async (): Promise<void> => {
        const kind = below(KINDS.length);
        log.push(KINDS[kind] ?? '');
        isHidden = false;
        const otherDigit = (): string => disk.replace(/\d/, (digit) => String((Number(digit) + 1) % 10));
        if (kind === 0) appendFileSync(path, ' ');
        else if (kind === 1) truncateSync(path, below(disk.length));
        else if (kind === 2) renameSync(files.write('other.json', whole()), path);
        else if (kind === 3) {
          const text = whole();
          writeFileSync(path, text.slice(0, text.length / 2));
          await pause(below(1200));
          writeFileSync(path, text);
        } else if (kind === 4) writeFileSync(path, otherDigit());
        else if (kind === 5) {
          writeFileSync(path, '');
          await pause(below(3000));
          writeFileSync(path, whole());
        } else if (kind === 6) {
          rmSync(path);
          await pause(below(3000));
          writeFileSync(path, whole());
        } else if (kind === 7) {
          renameSync(path, `${path}.1`);
          await pause(below(300));
          writeFileSync(path, whole());
        } else if (kind === 8) {
          const { atime, mtimeMs } = statSync(path);
          isHidden = true;
          writeFileSync(path, otherDigit());
          // Browsers cut it to milliseconds, where a date would be rounded.
          utimesSync(path, atime, Math.floor(mtimeMs) / 1000);
        } else writeFileSync(path, whole());
        disk = readFileSync(path, 'utf8');
      };

      let isKept = false;
      for (let step = 0; step < CHANGES; step += 1) {
        const before = await shown(page);
        if (random() < 0.5) await type();
        await Promise.all([change(), random() < 0.3 ? pause(below(1000)).then(type) : null]);
        const isCut = before.startsWith(disk) && before !== disk;
        if (isHidden) {
          // A save notices it, and then it is told of.
          if (typed.length === 0) await type();
          const question = page.getByRole('dialog', { name: 'Changed on disk' });
          await page.keyboard.press('Control+s');
          await question.getByRole('button', { name: 'Cancel' }).click();
          await question.waitFor({ state: 'detached' });
          expect(readFileSync(path, 'utf8'), where()).toBe(disk);
        }
        // Asked, or shown as it is, where the key came only after that.
        const isTold = async (): Promise<boolean> =>
          (await bar.isVisible()) || (!isCut && bare(await shown(page)) === disk);
        await expect.poll(isTold, { message: where() }).toBe(true);
        // Nothing was done here: then nothing is asked.
        if (typed.length === 0 && !isKept) await expect.poll(() => both.count(), { message: where() }).toBe(0);
        for (const mark of typed) await expect.poll(() => shown(page), { message: where() }).toContain(mark);
        const text = await shown(page);
        expect(readFileSync(path, 'utf8'), where()).toBe(disk);
        if (!(await bar.isVisible())) continue;
        if (random() < 0.4) {
          log.push('keeps');
          isKept = true;
          await left.getByRole('button', { name: 'Keep mine' }).click();
          await bar.waitFor({ state: 'detached' });
          await expect.poll(() => shown(page), { message: where() }).toBe(text);
        }
        log.push('reloads');
        // What was kept may be what the other program writes then: nothing is said of that.
        const isTakenOver = (): boolean => text === disk;
        while (!isTakenOver() && !(await bar.isVisible())) {
          await change();
          if (!isHidden && !isTakenOver()) await bar.waitFor();
        }
        if (!isTakenOver()) await left.getByRole('button', { name: 'Reload' }).click();
        typed = [];
        isKept = false;
        await expect.poll(() => shown(page), { message: where() }).toBe(disk);
      }

      await type();
      const last = typed.join('');
      log.push('is killed');
      await left.getByText('Draft kept').and(page.locator('[aria-busy=false]')).waitFor();
      const text = await shown(page);
      await change();
      const next = await kill(page);
      await next.goto(`${stage.address()}#right=json.[0]`);
      const dialog = next.getByRole('dialog', { name: 'Unsaved work was found' });
      await dialog.getByRole('button', { name: /^Recover/ }).click();
      await expect.poll(() => shown(next), { message: where() }).toBe(text);
      expect(last.length, where()).toBeGreaterThan(0);
      expect(readFileSync(path, 'utf8'), where()).toBe(disk);
      await next.close();
    }
  },
);
