// Steps of a large document that is stored in the browser: autosaved, and opened again after a reload.
import { dropFile, openWatched, stepsOn, watchFirstText, validIn } from './page.mjs';

const PATIENT_MS = 120_000;
const PAGE_LOAD = 'Monaco, evaluated and created';

/** Runs all steps on one file, in a new page. */
export async function runDocumentSteps(browser, address, file) {
  const page = await openWatched(browser, address, { keeps: true });
  const { steps, add, timed } = stepsOn(page);
  const left = page.getByRole('region', { name: 'Left', exact: true });
  const saved = left.getByText(/^Saved \d/);
  await left.locator('.view-line').first().waitFor();
  await page.waitForTimeout(1500);
  await page.evaluate(watchFirstText, { word: file.first, from: 'drop' });
  await dropFile(page, left, file.path);
  // Waits for the first text of this document: the one before it was valid too.
  await page.waitForFunction(() => globalThis.firstTextMs, null, { timeout: PATIENT_MS });
  await validIn(left).waitFor({ timeout: PATIENT_MS });
  await left.locator('.view-line').first().click();
  await page.keyboard.press('Control+End');
  await page.waitForTimeout(500);
  await add('autosave: from the key to saved', () =>
    timed(async () => {
      await page.keyboard.type(' ');
      await saved.waitFor({ timeout: PATIENT_MS });
    }),
  );
  const { usage } = await page.evaluate(() => navigator.storage.estimate());
  steps.push({ name: 'kept, compressed', value: `${(usage / file.size).toFixed(2)}× the file`, longest: 0 });
  await page.addInitScript(watchFirstText, { word: file.first, from: 'start' });
  // A browser stores compiled code of the scripts from the second or third visit on.
  for (const visit of ['second visit', 'third visit', 'fourth visit']) {
    await add(
      `reload: from the start to the first text painted, ${visit}`,
      async () => {
        await page.reload();
        await page.waitForFunction(() => globalThis.editorTextMs, null, { timeout: PATIENT_MS });
        const [first, editor] = await page.evaluate(() => [globalThis.firstTextMs, globalThis.editorTextMs]);
        return `${Math.round(first)} ms, in the editor after ${Math.round(editor)} ms`;
      },
      PAGE_LOAD,
    );
    await add('… checked', () => timed(() => validIn(left).waitFor({ timeout: PATIENT_MS })));
    await page.waitForTimeout(1000);
  }
  await page.context().close();
  return steps;
}
