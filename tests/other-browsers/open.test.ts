// Files of this computer by `diptych open`, in browsers that give a page no handle of a file: saved in place, and watched.

import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startOpen } from '../e2e/support/open-program.ts';
import { inEachBrowser } from './in-each-browser.ts';

inEachBrowser(({ page, find, click, lines }) => {
  it('[NEW-14] saves in place, keeps all other bytes, and sees what another program writes', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'diptych-opened-'));
    const file = join(folder, 'a.ndjson');
    writeFileSync(file, '{"n": 1.50,  "big": 12345678901234567890}\r\n');
    const call = startOpen(folder, ['--port', '0', 'a.ndjson']);
    try {
      await page().go(await call.address());
      await find('#LEFT_PANEL .view-line');
      expect(await page().read('location.hash')).toBe('');
      await click('#LEFT_PANEL .view-line');
      await page().press('Control', 'Home');
      for (let at = 0; at < 6; at += 1) await page().press('ArrowRight');
      await page().type('7');
      await page().press('Control', 's');
      await expect.poll(() => readFileSync(file, 'utf8')).toBe('{"n": 71.50,  "big": 12345678901234567890}\r\n');
      appendFileSync(file, '{"n": 2}\r\n');
      await expect.poll(() => lines('LEFT')).toContain('{"n": 2}');
      await page().go('about:blank');
      expect(await call.ended).toBe(0);
    } finally {
      call.child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
