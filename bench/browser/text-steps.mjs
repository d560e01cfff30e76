// Steps of text mode only: one panel with a large file, and the operations on it.
import { percentile, typeKeys } from './key-latency.mjs';
import { dropFile, openWatched, rendererMemory, stepsOn, watchFirstText, validIn } from './page.mjs';
import { drag, wheel } from './steps.mjs';

const PATIENT_MS = 120_000;
/** The first keys on a page include the compilation of the code that they run, so they are also reported separately. */
const KEYS = 300;
export const FIRST_KEYS = 100;
const KEY_MS = 33;
const FIRST_MS = 150;
const PASTED_BYTES = 10e6;
const NAMED_CLIPBOARD = 'the browser’s clipboard above 5 MB';

/** Runs all steps on one file, in a new page. Replaces every `word` by `other`. */
export async function runTextSteps(browser, address, file, { word, other }) {
  const page = await openWatched(browser, address);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const { steps, add, note, timed } = stepsOn(page);
  const left = page.getByRole('region', { name: 'Left', exact: true });
  const editor = left.locator('.monaco-editor').first();
  const valid = () => validIn(left).waitFor({ timeout: PATIENT_MS });
  // Progress is shown after a second only: each operation is awaited by its effect.
  const undoable = () => left.locator('button[aria-label=Undo][aria-disabled=false]').waitFor({ timeout: PATIENT_MS });
  const folded = (state) => left.locator('.fold-count').first().waitFor({ state, timeout: PATIENT_MS });
  const settled = async () => {
    await left.getByRole('progressbar').waitFor({ state: 'detached', timeout: PATIENT_MS });
    await page.waitForTimeout(300);
  };

  await left.locator('.view-line').first().waitFor();
  await page.waitForTimeout(1500);
  let firstMs = 0;
  await add('opening: from the drop to the first text painted', async () => {
    await page.evaluate(watchFirstText, { word: file.first, from: 'drop' });
    await dropFile(page, left, file.path);
    const shown = await page.waitForFunction(() => globalThis.firstTextMs, null, { timeout: PATIENT_MS });
    const bytesMs = await page.evaluate(() => globalThis.firstBytesMs);
    firstMs = (await shown.jsonValue()) - bytesMs;
    return firstMs + bytesMs;
  });
  note('… from its first bytes on', firstMs, { limitMs: FIRST_MS });
  await add('opening: checked', () => timed(valid));
  await page.waitForTimeout(3000);
  const memory = rendererMemory();
  const share = memory === null ? '' : `${(memory / file.size).toFixed(1)}× the file`;
  steps.push({ name: 'renderer memory, idle', value: share, longest: 0, memory });
  await add('wheel', () => wheel(page, editor));
  await add('drag the scrollbar from end to end', () => drag(page, left));
  await add('Ctrl+End', () =>
    timed(async () => {
      await editor.click();
      await page.keyboard.press('Control+End');
      await page.waitForTimeout(500);
    }),
  );
  let keyMs = 0;
  await add(`type ${KEYS} keys at the end`, async () => {
    const read = await typeKeys(page, '#LEFT_PANEL .lines-content', KEYS);
    return (events) => {
      const times = read(events);
      keyMs = percentile(times, 95);
      const first = percentile(times.slice(0, FIRST_KEYS), 95);
      return `key to frame ${percentile(times, 50)} ms, p95 ${keyMs} ms, of the first ${FIRST_KEYS} ${first} ms`;
    };
  });
  note('key to frame, p95', keyMs, { limitMs: KEY_MS });
  await add('undo of the typing', () =>
    timed(async () => {
      while (await left.getByRole('button', { name: /^Undo/ }).isEnabled()) {
        await page.keyboard.press('Control+Z');
        // Keys faster than undo would be queued, and delay the next step.
        await page.waitForTimeout(20);
      }
    }),
  );
  await page.waitForTimeout(1000);
  await add('an error in the middle: said after the key', async () => {
    await left.getByRole('scrollbar').evaluate((bar) => bar.scrollTo({ top: bar.scrollHeight / 2 }));
    await page.waitForTimeout(500);
    await editor.click();
    const said = await timed(async () => {
      // Inside a string or outside, one more quote is an error.
      await page.keyboard.type('"');
      await left.getByText(/^Invalid: line/).waitFor({ timeout: PATIENT_MS });
    });
    await page.keyboard.press('Control+Z');
    await valid();
    return said;
  });
  await page.evaluate(
    (bytes) => navigator.clipboard.writeText('"pasted text", '.repeat(Math.round(bytes / 15))),
    PASTED_BYTES,
  );
  await add('paste of 10 MB', () => pasted(page, left, timed), NAMED_CLIPBOARD);
  await add('undo of the paste', () => undone(page, left, timed, settled));
  const size = left.getByText(/^[\d.]+ [KMG]?B$/);
  const whole = await size.innerText();
  await add('Ctrl+A and type over', () =>
    timed(async () => {
      await page.keyboard.press('Control+A');
      await page.keyboard.type('1');
      await left.getByText('1 B', { exact: true }).waitFor({ timeout: PATIENT_MS });
    }),
  );
  await add('undo of typing over', () =>
    timed(async () => {
      await left.getByRole('button', { name: /^Undo/ }).click();
      // The typed text was valid too, so validity alone does not show that the undo is done.
      await left.getByText(whole, { exact: true }).waitFor({ timeout: PATIENT_MS });
      await valid();
      await settled();
      await editor.click();
    }),
  );
  await add('find all', () =>
    timed(async () => {
      await page.keyboard.press('Control+H');
      await page.keyboard.type(word);
      await left
        .getByRole('search')
        .getByText(/of [\d,]+$/)
        .waitFor({ timeout: PATIENT_MS });
    }),
  );
  const found = await left.getByRole('search').innerText();
  steps.push({ name: 'hits', value: /of ([\d,]+)/.exec(found)?.[1] ?? '?', longest: 0 });
  await add('replace all hits', () =>
    timed(async () => {
      await left.getByRole('textbox', { name: /^Replace/ }).fill(other);
      await left.getByRole('button', { name: /^Replace all/ }).click();
      await left.getByText(/^Replaced/).waitFor({ state: 'attached', timeout: PATIENT_MS });
      await valid();
      await settled();
    }),
  );
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await add('undo of the replacing', () => undone(page, left, timed, settled));
  await editor.click();
  // A text on one line has nothing to fold.
  if (file.style === 'pretty') {
    await add('fold all', () => commanded(page, timed, 'Control+0', () => folded('attached')));
    await add('unfold all', () => commanded(page, timed, 'Control+J', () => folded('detached')));
    await add('fold level 2', () => commanded(page, timed, 'Control+2', () => folded('attached')));
    await add('wheel over folds', () => wheel(page, editor));
    await add('unfold all again', () => commanded(page, timed, 'Control+J', () => folded('detached')));
  }
  await add('format', () =>
    timed(async () => {
      await page.keyboard.press('Shift+Alt+F');
      await undoable();
      await valid();
      await settled();
    }),
  );
  await page.context().close();
  return steps;
}

function pasted(page, left, timed) {
  return timed(async () => {
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Control+V');
    await left.getByRole('button', { name: /^Undo/, disabled: false }).waitFor({ timeout: PATIENT_MS });
    await page.waitForTimeout(500);
  });
}

function undone(page, left, timed, settled) {
  return timed(async () => {
    await left.getByRole('button', { name: /^Undo/ }).click();
    await left.locator('button[aria-label=Redo][aria-disabled=false]').waitFor({ timeout: PATIENT_MS });
    await settled();
    await validIn(left).waitFor({ timeout: PATIENT_MS });
    await left.locator('.monaco-editor').first().click();
  });
}

/** Runs a command of two keys, until `done`. */
function commanded(page, timed, second, done) {
  return timed(async () => {
    await page.keyboard.press('Control+K');
    await page.keyboard.press(second);
    await done();
  });
}
