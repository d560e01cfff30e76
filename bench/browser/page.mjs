// Opens an instrumented page: its long tasks, its renderer's memory, and files dropped on it like a user's.
import { readdirSync, readFileSync } from 'node:fs';
import { traceTasks } from './tasks.mjs';

const SIZE = { width: 1440, height: 900 };
/** Height of a window's own bars, in pixels. */
const BARS_PX = 200;

/** Opens a page that records its tasks of 50 ms and more. Without `keeps` autosave is off. `hasHandles`: it can look at dropped files again. */
export async function openWatched(browser, address, { keeps = false, hasHandles = false } = {}) {
  const context = await browser.newContext({ viewport: SIZE, acceptDownloads: true });
  const page = await context.newPage();
  await showAll(page);
  await page.addInitScript((keepsHandles) => {
    // A headless browser can't confirm permission prompts: files are saved as downloads.
    Reflect.deleteProperty(globalThis, 'showSaveFilePicker');
    if (!keepsHandles) Reflect.deleteProperty(DataTransferItem.prototype, 'getAsFileSystemHandle');
    globalThis.longTasks = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) globalThis.longTasks.push({ start: entry.startTime, ms: entry.duration });
    }).observe({ type: 'longtask', buffered: true });
  }, hasHandles);
  if (!keeps) await page.addInitScript(() => localStorage.setItem('autosave', 'false'));
  await page.goto(address);
  return page;
}

/** Makes the window high enough for its bars and the page: changes below its bottom edge would be in no frame. */
async function showAll(page) {
  const session = await page.context().newCDPSession(page);
  const { windowId } = await session.send('Browser.getWindowForTarget');
  const bounds = { width: SIZE.width, height: SIZE.height + BARS_PX };
  await session.send('Browser.setWindowBounds', { windowId, bounds });
  await session.detach();
}

/** Shown when a panel's text is checked and valid; absent in the moments after an edit. */
export function validIn(panel) {
  return panel.locator('[aria-busy="false"]').getByText('Valid', { exact: true });
}

/**
 * Runs a step. Returns its result, its longest task (0 when all were under 50 ms), and the longest processor time of a task.
 */
async function watchStep(page, body) {
  const [origin, from] = await page.evaluate(() => [performance.timeOrigin, performance.now()]);
  const { value, cpuMs } = await traceTasks(page, body);
  const longest = await page.evaluate(
    ([before, since]) => {
      // A reloaded page counts from its own start.
      const start = performance.timeOrigin === before ? since : 0;
      const tasks = globalThis.longTasks.filter((task) => task.start >= start - 1);
      return Math.round(Math.max(0, ...tasks.map((task) => task.ms)));
    },
    [origin, from],
  );
  return { value, longest, cpuMs };
}

/** Lowest limit of a step, however small the document is, in milliseconds. */
const SHORT_MS = 250;

/**
 * Returns the helpers of the steps on one page: `add` runs a step and records its duration in milliseconds, or the text that it
 * returns instead; `timed` measures a duration.
 */
export function stepsOn(page) {
  const steps = [];
  return {
    steps,
    async add(name, body, named) {
      const { value: found, longest, cpuMs } = await watchStep(page, body);
      const [ms, value] = typeof found === 'number' ? [found, `${Math.round(found)} ms`] : [null, found];
      steps.push({ name, ms, value, longest, cpuMs, ...(named ? { named } : {}) });
      // Printed immediately, so that a run that is interrupted has its results so far.
      process.stdout.write(`${name}: ${value}, longest task ${longest} ms, at work for ${cpuMs} ms at most\n`);
    },
    /**
     * Records the duration of a step with its limit: `limitMs`, or `scans` times `scanMs`, the duration of a scan of the
     * document at that moment, because the machine's speed varies.
     */
    note(name, ms, { limitMs, scans, scanMs }) {
      const most = limitMs ?? Math.max(scans * scanMs, SHORT_MS);
      const said =
        scans === undefined ? `at most ${limitMs} ms` : `${(ms / scanMs).toFixed(1)} scans, at most ${scans}`;
      steps.push({
        name,
        value: `${Math.round(ms)} ms (${said})`,
        longest: 0,
        ratio: ms / most,
        late: ms > most,
      });
    },
    async timed(body) {
      const started = performance.now();
      await body();
      return performance.now() - started;
    },
  };
}

/** Drops a file from disk on an element, through the browser's own drag and drop. Returns the time of the drop. */
export async function dropFile(page, locator, path) {
  const box = await locator.boundingBox();
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  for (const type of ['dragEnter', 'dragOver']) await session.send('Input.dispatchDragEvent', { type, ...at, data });
  // A drop before the page has accepted the file is lost.
  await page.locator('[data-dragged=true]').waitFor();
  await session.send('Input.dispatchDragEvent', { type: 'dragOver', ...at, data });
  await page.waitForTimeout(50);
  const dropped = performance.now();
  await session.send('Input.dispatchDragEvent', { type: 'drop', ...at, data });
  return dropped;
}

/**
 * In the page: records when the first text that contains `word` is painted (`firstTextMs`), when the editor has it
 * (`editorTextMs`), and when the first bytes of a dropped file are available (`firstBytesMs`), in milliseconds since the drop
 * or the page's start. Measured in the page, to exclude the time that driving a browser takes.
 */
export function watchFirstText({ word, from }) {
  const FIRST_BYTES = 128 * 1024;
  let started = from === 'drop' ? null : 0;
  const arrived = async (event) => {
    started = event.timeStamp;
    // The browser's share: no page gets the file's first bytes earlier.
    await event.dataTransfer?.files[0]?.slice(0, FIRST_BYTES).arrayBuffer();
    globalThis.firstBytesMs = performance.now() - started;
  };
  addEventListener('drop', (event) => void arrived(event), { capture: true, once: true });
  let isFrame = false;
  const over = new MessageChannel();
  over.port1.onmessage = () => (isFrame = false);
  const request = globalThis.requestAnimationFrame;
  globalThis.requestAnimationFrame = (callback) =>
    request((now) => {
      if (!isFrame) over.port2.postMessage(null);
      isFrame = true;
      callback(now);
    });
  const seen = new Set();
  const look = (name, selector) => {
    if (seen.has(name) || !document.querySelector(selector)?.textContent.includes(word)) return;
    seen.add(name);
    const painted = new MessageChannel();
    painted.port1.onmessage = () => (globalThis[name] = performance.now() - started);
    // Changes within a frame are painted with it.
    if (isFrame) painted.port2.postMessage(null);
    else requestAnimationFrame(() => painted.port2.postMessage(null));
  };
  const observer = new MutationObserver(() => {
    if (started === null) return;
    look('firstTextMs', '#LEFT_PANEL [data-first-screen]');
    look('firstTextMs', '#LEFT_PANEL .view-lines');
    look('editorTextMs', '#LEFT_PANEL .view-lines');
    if (seen.has('editorTextMs')) observer.disconnect();
  });
  observer.observe(document, { subtree: true, childList: true, characterData: true });
}

/** Presses a key and returns how long it takes, in milliseconds, until an element contains a text. Measured in the page. */
export async function keyToText(page, key, selector, text) {
  await page.evaluate(
    ([where, wanted]) => {
      const element = document.querySelector(where);
      let from = null;
      const shown = Promise.withResolvers();
      const observer = new MutationObserver(() => {
        if (from === null || !element.innerText.includes(wanted)) return;
        observer.disconnect();
        shown.resolve(performance.now() - from);
      });
      observer.observe(element, { subtree: true, childList: true, characterData: true });
      addEventListener('keydown', () => (from = performance.now()), { capture: true, once: true });
      globalThis.keyShown = shown.promise;
    },
    [selector, text],
  );
  await page.keyboard.press(key);
  return page.evaluate(() => globalThis.keyShown);
}

/**
 * Returns the proportional set size of the largest renderer of this process's browser, in bytes; `null` where /proc is missing. Other
 * browsers on the machine have renderers, too.
 */
export function rendererMemory() {
  let largest = null;
  try {
    const parents = new Map(
      readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map((pid) => [pid, parentOf(pid)]),
    );
    const isOurs = (pid) => {
      for (let at = pid; at !== undefined; at = parents.get(at)) if (at === String(process.pid)) return true;
      return false;
    };
    for (const pid of parents.keys()) {
      if (!isOurs(pid)) continue;
      try {
        if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=renderer')) continue;
        const pss =
          Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) * 1024;
        largest = Math.max(largest ?? 0, pss);
      } catch {
        // The process has ended.
      }
    }
  } catch {
    return null;
  }
  return largest;
}

function parentOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')[1];
  } catch {
    return undefined;
  }
}
