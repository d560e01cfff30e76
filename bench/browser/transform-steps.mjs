// Steps of Transform only: the dialog over a large file, and the same filter, sort and pick in each language.
import { dropFile, openWatched, stepsOn, validIn } from './page.mjs';

const PATIENT_MS = 120_000;

/** Name and balance of the people older than 40, the poorest first. */
const QUERIES = [
  [
    'JavaScript',
    'data.filter(({ age }) => age > 40).sort((a, b) => a.balance - b.balance).map(({ name, balance }) => ({ name, balance }))',
  ],
  [
    'Lodash',
    '_.map(_.sortBy(_.filter(data, (item) => item.age > 40), "balance"), (item) => _.pick(item, ["name", "balance"]))',
  ],
  ['JMESPath', 'sort_by([?age > `40`], &balance)[].{name: name, balance: balance}'],
  ['JSON Query', 'filter(.age > 40) | sort(.balance) | pick(.name, .balance)'],
  ['jq', 'map(select(.age != null and .age > 40)) | sort_by(.balance) | map({name, balance})'],
  ['JSONPath', '$[?@.age > 41]'],
];

/** Runs all steps on one file, in a new page. */
export async function runTransformSteps(browser, address, file) {
  const page = await openWatched(browser, address);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const { steps, add, timed } = stepsOn(page);
  const left = page.locator('#LEFT_PANEL');
  await left.locator('.view-line').first().waitFor();
  await dropFile(page, left, file.path);
  await left.locator('.view-line', { hasText: file.first }).first().waitFor({ timeout: PATIENT_MS });
  await validIn(left).waitFor({ timeout: PATIENT_MS });
  await page.waitForTimeout(3000);
  const dialog = page.getByRole('dialog', { name: 'Transform', exact: true });
  const said = dialog.locator('section[aria-label=Result] p[role=status]');
  const whole = () =>
    said.filter({ hasText: /^\d[\d,]* (?:items|keys)(?!.*first part)/ }).waitFor({ timeout: PATIENT_MS });
  await add('the dialog, and its first result', () =>
    timed(async () => {
      await page.getByRole('button', { name: 'Transform left to right' }).click();
      await said.filter({ hasText: /\d/ }).waitFor({ timeout: PATIENT_MS });
    }),
  );
  await add('the fields of all items', () =>
    timed(() => dialog.getByRole('combobox', { name: 'Filter' }).waitFor({ timeout: PATIENT_MS })),
  );
  await whole();
  await add('the wizard’s filter, sort and pick', () =>
    timed(async () => {
      await dialog.getByRole('combobox', { name: 'Filter' }).selectOption('age');
      await dialog.getByRole('combobox', { name: 'Operator' }).selectOption('>');
      await dialog.getByRole('textbox', { name: 'Value' }).fill('40');
      await dialog.getByRole('combobox', { name: 'Sort' }).selectOption('balance');
      await said.filter({ hasText: 'first part' }).waitFor({ timeout: PATIENT_MS });
      await whole();
    }),
  );
  for (const [language, query] of QUERIES) {
    await dialog.getByRole('combobox', { name: 'Language' }).selectOption({ label: language });
    await page.waitForTimeout(500);
    await whole();
    await page.waitForTimeout(500);
    await page.evaluate((text) => navigator.clipboard.writeText(text), query);
    await dialog.locator('.view-lines').click();
    await page.keyboard.press('Control+A');
    await page.evaluate(watchResults);
    await add(`${language}: to the whole result`, async () => {
      await page.keyboard.press('Control+V');
      await page.waitForFunction(() => globalThis.resultTimes?.whole !== undefined, undefined, { timeout: PATIENT_MS });
      const { whole: ms } = await page.evaluate(() => globalThis.resultTimes);
      return `${Math.round(ms)} ms, ${(await said.innerText()).replaceAll(/\s+/g, ' ')}`;
    });
    const { sample } = await page.evaluate(() => globalThis.resultTimes);
    steps.push({
      name: `${language}: to the beginning of it`,
      value: sample === undefined ? '' : `${Math.round(sample)} ms`,
      longest: 0,
    });
  }
  await add('put into the right panel, as one step', () =>
    timed(async () => {
      await dialog.getByRole('button', { name: 'Transform', exact: true }).click();
      await dialog.waitFor({ state: 'detached', timeout: PATIENT_MS });
      await validIn(page.locator('#RIGHT_PANEL')).waitFor({ timeout: PATIENT_MS });
    }),
  );
  await page.context().close();
  return steps;
}

/** In the page: records when the next results are shown, the sample and the whole, in milliseconds from the next paste. */
function watchResults() {
  const times = {};
  globalThis.resultTimes = times;
  let from = null;
  addEventListener('paste', (event) => (from = event.timeStamp), { capture: true, once: true });
  const result = document.querySelector('section[aria-label=Result]');
  const observer = new MutationObserver(() => {
    const text = result.querySelector('p[role=status]')?.textContent ?? '';
    if (from === null || !/^\d.*(?:items|keys)/.test(text)) return;
    const isSample = text.includes('first part');
    // The previous result remains until the sample replaces it.
    if (isSample && times.sample === undefined) times.sample = performance.now() - from;
    if (isSample || times.sample === undefined) return;
    times.whole = performance.now() - from;
    observer.disconnect();
  });
  observer.observe(result, { subtree: true, childList: true, characterData: true });
}
