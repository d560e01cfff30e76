// The leak guard and the receipt of a large document: the list, the question before it leaves, their progress and Cancel.
import { dropFile, openWatched, stepsOn, validIn, watchFirstText } from './page.mjs';

const PATIENT_MS = 120_000;

/** Runs all steps on one file, in a new page. */
export async function runTrustSteps(browser, address, file) {
  const page = await openWatched(browser, address);
  const { steps, add, timed } = stepsOn(page);
  const left = page.getByRole('region', { name: 'Left', exact: true });
  await left.locator('.view-line').first().waitFor();
  await page.waitForTimeout(1500);
  await page.evaluate(watchFirstText, { word: file.first, from: 'drop' });
  await dropFile(page, left, file.path);
  await page.waitForFunction(() => globalThis.firstTextMs, null, { timeout: PATIENT_MS });
  await validIn(left).waitFor({ timeout: PATIENT_MS });
  const choose = async (entry) => {
    await left.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: entry }).first().click();
  };
  const dialog = (name) => page.getByRole('dialog', { name });
  const gone = (name) => dialog(name).waitFor({ state: 'detached', timeout: PATIENT_MS });
  // The code of dialogs is loaded with the first of them.
  for (const [entry, name] of [
    ['Check for secrets…', 'Secrets and personal data'],
    ['Show receipt…', 'Receipt'],
  ]) {
    await choose(entry);
    await dialog(name).waitFor();
    await page.keyboard.press('Escape');
    await gone(name);
  }
  await add('secrets: from the click to the list', () =>
    timed(async () => {
      await choose('Check for secrets…');
      await dialog('Secrets and personal data')
        .getByText('A rule can’t know every secret')
        .waitFor({ timeout: PATIENT_MS });
    }),
  );
  await page.keyboard.press('Escape');
  await gone('Secrets and personal data');
  // A smaller document is done before a hand is at the button.
  const isLarge = file.size > 2e7;
  if (isLarge) {
    await choose('Check for secrets…');
    await dialog('Secrets and personal data').getByRole('progressbar').waitFor();
    await add('secrets: closed while it looks', () =>
      timed(async () => {
        await page.keyboard.press('Escape');
        await gone('Secrets and personal data');
      }),
    );
    await choose('Save to url…');
    await page.getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1:9/');
    await page.keyboard.press('Enter');
    await left.getByText('Looking for secrets').first().waitFor();
    await add('secrets: cancelled before the document leaves', () =>
      timed(async () => {
        await left.getByRole('button', { name: 'Cancel' }).click();
        await left.getByText('Looking for secrets').first().waitFor({ state: 'detached' });
      }),
    );
  }
  await left.locator('.view-line').first().click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' ');
  await validIn(left).waitFor({ timeout: PATIENT_MS });
  await add('receipt: from the click to the card', () =>
    timed(async () => {
      await choose('Show receipt…');
      await dialog('Receipt').getByText('1 place has changed').waitFor({ timeout: PATIENT_MS });
    }),
  );
  await page.keyboard.press('Escape');
  await gone('Receipt');
  if (isLarge) {
    await choose('Show receipt…');
    await dialog('Receipt').getByRole('progressbar').waitFor();
    await add('receipt: cancelled', () =>
      timed(async () => {
        await dialog('Receipt').getByRole('button', { name: 'Cancel' }).click();
        await gone('Receipt');
      }),
    );
  }
  await page.context().close();
  return steps;
}
