// The peers in the same browser and on the same files: opened as text or as a tree, nothing more.
import { openWatched, rendererMemory } from './page.mjs';

const LIMIT_MS = 180_000;

/** Rows for the table: document, peer, first content, longest task, memory. */
export async function runPeers(browser, address, files) {
  const rows = [];
  for (const file of files) {
    for (const peer of ['monaco', 'vanilla-text', 'vanilla-tree']) {
      const page = await openWatched(browser, address);
      await page.locator('input[type=file]').setInputFiles(file.path);
      const result = await Promise.race([
        page
          .evaluate((name) => globalThis.openPeer(name), peer)
          .catch((error) => ({
            error: /Error: ([^\n]{1,80})\s*$/m.exec(String(error))?.[1] ?? String(error).slice(0, 80),
          })),
        // A timer that is left over must not keep the run from ending.
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
      rows.push([
        `${Math.round(file.size / 1e6)} MB ${file.style}`,
        peer,
        result.error ?? String(Math.round(result.ms)),
        String(longest),
        memory === null ? '' : `${(memory / file.size).toFixed(1)}× the file`,
      ]);
      await page.context().close();
      process.stdout.write('.');
    }
  }
  return rows;
}
