// The peers in the same browser on the same files: opened as text or as a tree, and typed into.
import { percentile, typeKeys } from './key-latency.mjs';
import { openWatched, rendererMemory } from './page.mjs';
import { FIRST_KEYS } from './textsteps.mjs';
import { traceTasks } from './tasks.mjs';

const LIMIT_MS = 180_000;

/** Returns rows for the table: document, peer, first content, longest task, memory, key to frame. */
export async function runPeers(browser, address, files) {
  const rows = [];
  for (const file of files) {
    for (const peer of ['monaco', 'vanilla-text', 'vanilla-tree']) {
      const page = await openWatched(browser, address);
      await page.locator('input[type=file]').setInputFiles(file.path);
      const result = await Promise.race([
        page.evaluate((name) => globalThis.openPeer(name), peer).catch((error) => ({ error: shorten(error) })),
        // The remaining timer must not keep the process alive.
        new Promise((resolve) => {
          setTimeout(() => resolve({ error: `not within ${LIMIT_MS / 1000} s` }), LIMIT_MS).unref();
        }),
      ]);
      const longest = result.error
        ? ''
        : await page
            .waitForTimeout(500)
            .then(() => page.evaluate(() => Math.round(Math.max(0, ...globalThis.longTasks.map((task) => task.ms)))));
      const memory = rendererMemory();
      const typed = result.error || peer !== 'monaco' ? '' : await typing(page).catch(shorten);
      rows.push([
        `${Math.round(file.size / 1e6)} MB ${file.style}`,
        peer,
        result.error ?? String(Math.round(result.ms)),
        String(longest),
        memory === null ? '' : `${(memory / file.size).toFixed(1)}× the file`,
        typed,
      ]);
      await page.context().close();
      process.stdout.write('.');
    }
  }
  return rows;
}

/** Returns the error as a cell of the table: an error of a peer does not end the run. */
function shorten(error) {
  return /Error: ([^\n]{1,80})\s*$/m.exec(String(error))?.[1] ?? String(error).slice(0, 80);
}

/** Types only the first of the keys that Diptych's text mode gets at the end of the text: a key can take seconds. */
async function typing(page) {
  await page.locator('.view-lines').click();
  await page.keyboard.press('Control+End');
  await page.waitForTimeout(1000);
  const { value } = await traceTasks(page, async () => {
    const read = await typeKeys(page, '.lines-content', FIRST_KEYS);
    return (events) => `${percentile(read(events), 95)} ms`;
  });
  return value;
}
