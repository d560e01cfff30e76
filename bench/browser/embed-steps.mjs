// Steps of the editor in a page of another origin: a document that is transferred to it, compared with the same file dropped on
// the editor's own page in the same run, and the data that a keystroke sends. Times are measured in the host and in the frame:
// both clocks count from the epoch.
import { createServer } from 'node:http';
import { dropFile, openWatched, stepsOn, watchFirstText } from './page.mjs';

const PATIENT_MS = 120_000;
const KEYS = 20;

/** Runs all steps on one file, in new pages. */
export async function runEmbedSteps(browser, address, file) {
  const own = await firstTextOfPage(browser, address, file);
  const host = await serveHost(address);
  const page = await openWatched(browser, host.address);
  const { steps, add } = stepsOn(page);
  try {
    await page.waitForFunction(() => globalThis.editor !== undefined);
    await page.evaluate(() => editor.request('read'));
    const frame = page.frames()[1];
    await frame.waitForSelector('#LEFT_PANEL');
    await page.setInputFiles('input', file.path);
    // The host has the file as an ArrayBuffer, like a host that has fetched it.
    await page.evaluate(async () => {
      globalThis.buffer = await document.querySelector('input').files[0].arrayBuffer();
    });
    await page.waitForTimeout(2000);
    await frame.evaluate(watchFirstTextSince, file.first);
    await add('embedded: from load, by transfer, to the first text', async () => {
      const at = await page.evaluate(() => {
        const now = performance.timeOrigin + performance.now();
        globalThis.loading = editor.load(buffer, { name: 'records.json' });
        return now;
      });
      await frame.waitForFunction(() => globalThis.firstTextAt, null, { timeout: PATIENT_MS });
      const shown = await frame.evaluate(() => globalThis.firstTextAt);
      return `${Math.round(shown - at)} ms, on the editor's own page ${Math.round(own)} ms after the drop`;
    });
    await add('embedded: until all of it is there', () =>
      page.evaluate(async () => {
        const from = performance.now();
        await globalThis.loading;
        return `${Math.round(performance.now() - from)} ms more, ${globalThis.buffer.byteLength} bytes left in the host`;
      }),
    );
    await page.evaluate(() => editor.focus());
    await frame.locator('.view-line').first().click();
    await page.waitForTimeout(1000);
    await page.evaluate(() => {
      globalThis.sent = [];
      globalThis.noted = [];
      for (const type of ['change', 'selection', 'dirty']) editor.on(type, (event) => sent.push(event));
      for (const type of ['focusin', 'focusout', 'scroll']) addEventListener(type, () => noted.push(type), true);
    });
    await add(`embedded: ${KEYS} keys`, async () => {
      for (let key = 0; key < KEYS; key += 1) await page.keyboard.type('1');
      await page.waitForFunction((count) => sent.filter(({ splices }) => splices).length >= count, KEYS);
      const [bytes, noted] = await page.evaluate(() => [JSON.stringify(sent).length, globalThis.noted.length]);
      return `${Math.round(bytes / KEYS)} bytes each, ${noted} changes of focus or scroll in the host`;
    });
  } finally {
    await page.context().close();
    await host.stop();
  }
  return steps;
}

async function firstTextOfPage(browser, address, file) {
  const page = await openWatched(browser, address);
  const left = page.getByRole('region', { name: 'Left', exact: true });
  await left.locator('.view-line').first().waitFor();
  await page.waitForTimeout(2000);
  await page.evaluate(watchFirstText, { word: file.first, from: 'drop' });
  await dropFile(page, left, file.path);
  await page.waitForFunction(() => globalThis.firstTextMs, null, { timeout: PATIENT_MS });
  const firstTextMs = await page.evaluate(() => globalThis.firstTextMs);
  await page.context().close();
  return firstTextMs;
}

/** In the frame: records when the first text that contains a word is painted, in milliseconds since the epoch. */
function watchFirstTextSince(word) {
  const observer = new MutationObserver(() => {
    const shown = document.querySelector('#LEFT_PANEL [data-first-screen], #LEFT_PANEL .view-lines');
    if (!shown?.textContent.includes(word)) return;
    observer.disconnect();
    requestAnimationFrame(() => {
      const painted = new MessageChannel();
      painted.port1.onmessage = () => (globalThis.firstTextAt = performance.timeOrigin + performance.now());
      painted.port2.postMessage(null);
    });
  });
  observer.observe(document, { subtree: true, childList: true, characterData: true });
}

/** Serves a page of another origin that embeds the editor. */
async function serveHost(address) {
  const html = `<!doctype html><title>Host</title><input type="file"><div id="box" style="width: 1200px; height: 700px"></div>
<script type="module">
  import { createEditor } from '${address}/embed/sdk.js';
  globalThis.editor = createEditor(document.querySelector('#box'), '${address}/embed');
</script>`;
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${server.address().port}/`,
    stop: () => new Promise((resolve) => server.close(resolve) && server.closeAllConnections()),
  };
}
