// Steps of Compare only: a large file on each side, with a thousand known differences between them.
import { dropFile, openWatched, rendererMemory, stepsOn, validIn } from './page.mjs';
import { wheel } from './steps.mjs';

const PATIENT_MS = 120_000;
const STEPS = 20;

/** Runs all steps on one file and its changed copy, in a new page. */
export async function runCompareSteps(browser, address, file) {
  const page = await openWatched(browser, address);
  await page.evaluate(() => localStorage.setItem('leftMode', 'tree'));
  await page.reload();
  const { steps, add, timed } = stepsOn(page);
  const panels = { left: file.path, right: file.changed };
  for (const [side, path] of Object.entries(panels)) {
    const panel = page.locator(`#${side.toUpperCase()}_PANEL`);
    await panel.locator('[role=row]').nth(1).waitFor();
    await dropFile(page, panel, path);
    await panel.locator('[role=row]', { hasText: file.first }).first().waitFor({ timeout: PATIENT_MS });
    await validIn(panel).waitFor({ timeout: PATIENT_MS });
  }
  await page.waitForTimeout(3000);
  const controls = page.locator('[role=group][aria-label=Compare]');
  const found = (text) => controls.getByText(text).waitFor({ timeout: PATIENT_MS });
  const before = rendererMemory();
  await add('Compare: from the click to the count', () =>
    timed(async () => {
      await controls.locator('button[aria-label=Compare]').click();
      await found(/^[^0-9]\/[\d,]+$/);
    }),
  );
  const [, count] = /\/([\d,]+)/.exec(await controls.innerText()) ?? [];
  steps.push({ name: 'differences', value: count, longest: 0 });
  const behind = rendererMemory();
  const added =
    before === null || behind === null ? '' : `${((behind - before) / file.size / 2).toFixed(1)}× both files`;
  steps.push({ name: 'memory that Compare adds', value: added, longest: 0 });
  await add('the first difference shown', () =>
    timed(async () => {
      await page.keyboard.press('F7');
      await page.locator('#LEFT_PANEL [role=row][data-diff][aria-selected=true]').waitFor({ timeout: PATIENT_MS });
    }),
  );
  await add(`next difference ${STEPS} times`, () =>
    timed(async () => {
      for (let step = 2; step < 2 + STEPS; step += 1) {
        await page.keyboard.press('F7');
        await found(new RegExp(`^${step}/`));
      }
    }),
  );
  await add('wheel, both level', () => wheel(page, page.locator('#LEFT_PANEL [role=treegrid]')));
  await add('only differences', () =>
    timed(async () => {
      await controls.locator('button[aria-label="More of Compare"]').click();
      await page.getByRole('menuitem', { name: 'Show only differences' }).click();
      await page.waitForTimeout(500);
    }),
  );
  await add('all taken over to the right, and compared again', () =>
    timed(async () => {
      await controls.locator('button[aria-label="More of Compare"]').click();
      await page.getByRole('menuitem', { name: 'Take all differences over to the right' }).click();
      await found('no differences');
    }),
  );
  const memory = rendererMemory();
  const share = memory === null ? '' : `${(memory / file.size / 2).toFixed(1)}× both files`;
  steps.push({ name: 'renderer memory', value: share, longest: 0 });
  await page.context().close();
  return steps;
}
