// A large file opened and typed into, once, in Diptych's text mode or in a peer: the same steps for all of them, so that they can be
// run in turn.
import { percentile, typeKeys } from './key-latency.mjs';
import { dropFile, openWatched, rendererMemory, validIn, watchFirstText } from './page.mjs';
import { traceTasks } from './tasks.mjs';

const PATIENT_MS = 120_000;

/** The peers by the name that the peers' page knows. */
export const PEERS = {
  monaco: 'whole-model Monaco',
  codemirror: 'CodeMirror 6 with JSON',
  'vanilla-text': 'vanilla-jsoneditor, text',
  'vanilla-tree': 'vanilla-jsoneditor, tree',
};

/** Where the lines of text are, by peer: only what is text can be typed into. */
const LINES = { monaco: ['.view-lines', '.lines-content'], codemirror: ['.cm-content', '.cm-content'] };

/** Opens a file in Diptych. Returns milliseconds and bytes; `keys` is the number of keys to type, or 0. */
export async function openOwn(browser, address, file, keys) {
  const page = await openWatched(browser, address);
  try {
    const left = page.getByRole('region', { name: 'Left', exact: true });
    await left.locator('.view-line').first().waitFor();
    await page.waitForTimeout(1500);
    // The start of the page is not a part of opening a file.
    await page.evaluate(() => (globalThis.longTasks.length = 0));
    await page.evaluate(watchFirstText, { word: file.first, from: 'drop' });
    await dropFile(page, left, file.path);
    const shown = await page.waitForFunction(() => globalThis.firstTextMs, null, { timeout: PATIENT_MS });
    const firstMs = await shown.jsonValue();
    await validIn(left).waitFor({ timeout: PATIENT_MS });
    await page.waitForTimeout(2000);
    const found = { firstMs, longestMs: await longest(page), memory: rendererMemory() };
    const editor = left.locator('.monaco-editor').first();
    return { ...found, keyMs: keys === 0 ? null : await typing(page, editor, '#LEFT_PANEL .lines-content', keys) };
  } finally {
    await page.context().close();
  }
}

/** Opens a file in a peer. Returns the same, or `failure`. */
export async function openPeer(browser, address, file, peer, keys) {
  const page = await openWatched(browser, address);
  try {
    await page.locator('input[type=file]').setInputFiles(file.path);
    const result = await Promise.race([
      page.evaluate((name) => globalThis.openPeer(name), peer).catch((error) => ({ failure: shorten(error) })),
      // The remaining timer must not keep the process alive.
      new Promise((resolve) => {
        setTimeout(() => resolve({ failure: `not within ${PATIENT_MS / 60_000} minutes` }), PATIENT_MS).unref();
      }),
    ]);
    if (result.failure) return result;
    await page.waitForTimeout(500);
    const found = { firstMs: result.ms, longestMs: await longest(page), memory: rendererMemory() };
    const [target, lines] = LINES[peer] ?? [];
    if (target === undefined || keys === 0) return { ...found, keyMs: null };
    return { ...found, keyMs: await typing(page, page.locator(target), lines, keys).catch(() => null) };
  } finally {
    await page.context().close();
  }
}

const longest = (page) => page.evaluate(() => Math.max(0, ...globalThis.longTasks.map((task) => task.ms)));

/** Returns the 95th percentile from a key to the frame with its change. */
async function typing(page, target, lines, keys) {
  await target.click();
  await page.keyboard.press('Control+End');
  await page.waitForTimeout(1000);
  const { value } = await traceTasks(page, async () => {
    const read = await typeKeys(page, lines, keys);
    return (events) => percentile(read(events), 95);
  });
  return value;
}

/** Returns the error as a cell of a table: an error of a peer does not end the run. */
function shorten(error) {
  return /(?:page\.evaluate: )?(?:Error: )*([^\n]{1,80})/.exec(error?.message ?? String(error))?.[1] ?? 'fails';
}
