// A large file opened, typed into and saved, once, in Diptych's text mode or in a peer: the same steps for all of them, so that they
// can be run in turn. Both pages are loaded and have made their editor, which is empty, before the clock starts.
import { percentile, typeKeys } from './key-latency.mjs';
import { dropFile, openWatched, rendererMemory, watchFirstText } from './page.mjs';
import { traceTasks } from './tasks.mjs';

const PATIENT_MS = 120_000;
/** The rest after the page has started, and after the document is whole. */
const REST_MS = 2000;

/** The peers by the name that the peers' page knows. Monaco and CodeMirror do not check: a `JSON.parse` of the text makes it whole. */
export const PEERS = {
  monaco: 'whole-model Monaco',
  codemirror: 'CodeMirror 6 with JSON',
  'vanilla-text': 'vanilla-jsoneditor, text',
  'vanilla-tree': 'vanilla-jsoneditor, tree',
};

/** Where the lines of text are, by peer: only what is text can be typed into. */
const LINES = {
  monaco: ['.view-lines', '.lines-content'],
  codemirror: ['.cm-content', '.cm-content'],
  'vanilla-text': ['.cm-content', '.cm-content'],
};

/** Opens a file in Diptych. Returns milliseconds and bytes; `keys` is the number of keys to type, or 0. */
export async function openOwn(browser, address, file, keys) {
  const page = await openWatched(browser, address);
  try {
    const left = page.getByRole('region', { name: 'Left', exact: true });
    await left.locator('.view-line').first().waitFor();
    await rest(page);
    await page.evaluate(watchFirstText, { word: file.first, from: 'drop' });
    await page.evaluate(watchWhole);
    await dropFile(page, left, file.path);
    const whole = await page.waitForFunction(() => globalThis.wholeMs, null, { timeout: PATIENT_MS });
    const screenMs = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0].startTime);
    const found = {
      screenMs,
      firstMs: await page.evaluate(() => globalThis.firstTextMs),
      wholeMs: await whole.jsonValue(),
    };
    const editor = [left.locator('.monaco-editor').first(), '#LEFT_PANEL .lines-content'];
    return { ...found, ...(await use(page, editor, keys, () => page.keyboard.press('Control+s'))) };
  } finally {
    await page.context().close();
  }
}

/** Opens a file in a peer. Returns the same, or `failure`. */
export async function openPeer(browser, address, file, peer, keys) {
  const page = await openWatched(browser, address);
  try {
    await page.evaluate((name) => globalThis.preparePeer(name), peer);
    await page.locator('input[type=file]').setInputFiles(file.path);
    await rest(page);
    const result = await Promise.race([
      page.evaluate(() => globalThis.openInPeer()).catch((error) => ({ failure: shorten(error) })),
      // The remaining timer must not keep the process alive.
      new Promise((resolve) => {
        setTimeout(() => resolve({ failure: `not within ${PATIENT_MS / 60_000} minutes` }), PATIENT_MS).unref();
      }),
    ]);
    if (result.failure) return result;
    const [target, lines] = LINES[peer] ?? [];
    const editor = target === undefined ? null : [page.locator(target), lines];
    return { ...result, ...(await use(page, editor, keys, () => page.evaluate(() => globalThis.saveFromPeer()))) };
  } finally {
    await page.context().close();
  }
}

/** Lets the page rest. What came before is not a part of opening a file. */
async function rest(page) {
  await page.waitForTimeout(REST_MS);
  await page.evaluate(() => (globalThis.longTasks.length = 0));
}

/** What is measured after the document is whole: the longest task, memory after a rest, typing and a save. */
async function use(page, editor, keys, save) {
  await page.waitForTimeout(REST_MS);
  const longestMs = await page.evaluate(() => Math.max(0, ...globalThis.longTasks.map((task) => task.ms)));
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  await session.detach();
  const memory = rendererMemory();
  if (editor === null || keys === 0) return { longestMs, memory, editMs: null, keyMs: null, saveMs: null };
  const [target, lines] = editor;
  const typed = await typing(page, target, lines, keys).catch(() => ({ editMs: null, keyMs: null }));
  return { longestMs, memory, ...typed, saveMs: await saving(page, save) };
}

/** In the page: the time from the drop until the document is checked, after its first text was shown. */
function watchWhole() {
  let started = 0;
  addEventListener('drop', (event) => (started = event.timeStamp), { capture: true, once: true });
  const look = () => {
    const checked = document.querySelector('#LEFT_PANEL [aria-busy="false"]');
    if (globalThis.firstTextMs !== undefined && checked?.textContent.includes('Valid'))
      globalThis.wholeMs = performance.now() - started;
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Returns the times from a key to the frame with its change: of the first key, and the 95th percentile. */
async function typing(page, target, lines, keys) {
  await target.click();
  await page.keyboard.press('Control+End');
  await page.waitForTimeout(1000);
  const { value } = await traceTasks(page, async () => {
    const read = await typeKeys(page, lines, keys);
    return (events) => {
      const times = read(events);
      return { editMs: times[0], keyMs: percentile(times, 95) };
    };
  });
  return value;
}

/** Returns the time until the browser has written the document as a download. */
async function saving(page, save) {
  const download = page.waitForEvent('download', { timeout: PATIENT_MS });
  const started = performance.now();
  await save();
  await (await download).path();
  return performance.now() - started;
}

/** Returns the error as a cell of a table: an error of a peer does not end the run. */
function shorten(error) {
  return /(?:page\.evaluate: )?(?:Error: )*([^\n]{1,80})/.exec(error?.message ?? String(error))?.[1] ?? 'fails';
}
