// The page that tests share: each test waits seconds for a new one where it isn't used again.

import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { dropOpen, panel, setStage } from '../support/app.ts';
import { makeFolder } from '../support/files.ts';

const stage = setStage();
const files = makeFolder();
const pages = new Set<Page>();

it('is left with a file in the other panel, and Compare', async () => {
  const page = await stage.blank();
  pages.add(page);
  await dropOpen(page, 'Right', files.write('right.json', '{"a": [1, 2]}'));
  await panel(page, 'Right').getByRole('row').first().click();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
});

it('is left with a table', async () => {
  const page = await stage.blank();
  pages.add(page);
  await panel(page, 'Right').getByRole('radio', { name: 'table' }).click();
});

it('is the same afterwards, or worn out once at most', async () => {
  pages.add(await stage.blank());
  expect(pages.size).toBeLessThan(3);
});
