// Links that contain more than the documents: a mode, a path, both panels with Compare.

import { describe, expect, it } from 'vitest';
import { panel, setMode, setStage, waitValid } from '../support/app.ts';

const stage = setStage();

describe('a link', () => {
  it('[RTE-1] shows a value in a mode, once, and can be copied for what is selected', async () => {
    const page = await stage.blank();
    const hash = `#mode=tree,text&path=${encodeURIComponent('/b/1/c')}&left=json.${encodeURIComponent('{"a":1,"b":[0,{"c":"here"}]}')}`;
    await page.evaluate((to) => {
      location.hash = to;
    }, hash);
    await panel(page, 'Left').getByRole('row', { name: /here/, selected: true }).waitFor();
    // The options have been applied, so the address contains only the documents.
    await expect.poll(() => page.evaluate(() => location.hash)).toMatch(/^#left=json\./);
    await panel(page, 'Left').getByRole('row', { name: /here/ }).click();
    await panel(page, 'Left').getByRole('button', { name: 'Copy the path' }).click();
    await page.getByRole('menuitem', { name: 'Copy link to this value' }).click();
    await page
      .getByText(/^Link copied, /)
      .first()
      .waitFor();
    const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));
    expect(link.hash).toMatch(/^#mode=tree&path=%2Fb%2F1%2Fc&left=json\./);
    await setMode(page, 'Left', 'text');
    await page.evaluate(
      (to) => {
        location.hash = to;
      },
      link.hash.replace('mode=tree', 'mode=text'),
    );
    await expect
      .poll(() => panel(page, 'Left').getByRole('button', { name: /^Ln / }).innerText())
      .toMatch(/6 selected/);
    await setMode(page, 'Left', 'text');
    await setMode(page, 'Right', 'tree');
  });

  it('[RTE-1] holds both panels, their modes and Compare, and says what it will hold before it is made', async () => {
    const page = await stage.show('#left=json.{"a":1}&right=json.{"a":2}');
    await waitValid(page, 'Left');
    await setMode(page, 'Left', 'tree');
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.getByRole('button', { name: 'Next difference' }).waitFor();
    await panel(page, 'Left').getByRole('button', { name: 'Share' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share' });
    const all = dialog.getByRole('region', { name: 'To all that is shown' });
    await all.getByText(/name where the documents are|It will hold/).waitFor();
    await all.getByRole('button', { name: 'Make the link' }).click();
    const link = new URL(await all.getByRole('textbox').inputValue());
    expect(link.hash).toMatch(/^#mode=tree,tree&compare&left=json\.[^&]+&right=json\./);
    await page.keyboard.press('Escape');
    // Another user opens the link.
    const other = await stage.prepare();
    await other.goto(link.href);
    await panel(other, 'Left').getByRole('treegrid').waitFor();
    await other.getByRole('button', { name: 'Next difference' }).waitFor();
    await expect.poll(() => panel(other, 'Right').getByText(/was 1/).count()).toBe(1);
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await setMode(page, 'Left', 'text');
  });
});
