// Ten stories by mouse alone, and typed text: the whole way of one user each, from the start page to the result.

import type { Locator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { chooseMore, panel, setMode, setStage, shownLines, waitValid, type Side } from '../support/app.ts';
import { setCloudStage } from '../support/cloud-stage.ts';
import { dockIn, rowsIn } from '../support/dock.ts';
import { makeFolder, scored } from '../support/files.ts';
import {
  begin,
  chooseFile,
  CONFLICT,
  copyElsewhere,
  CSV_ROWS,
  dialogOf,
  downloaded,
  endStory,
  LOG,
  ordersCsv,
  PEOPLE,
  PERSON,
  SECRET,
  setAccountStage,
  titled,
  VERSIONS,
} from '../support/story.ts';
import { TablePane } from '../support/table-pane.ts';

const stage = setStage();
const clouded = setCloudStage();
const { cloud } = clouded;
const accounts = setAccountStage();
const files = makeFolder();
/** The records of 100 MB. */
const LARGE = 1_000_000;
const large = files.write('large.json', scored(LARGE));
const start = () => begin(stage, 'mouse');
const left = (page: Page) => panel(page, 'Left');
const right = (page: Page) => panel(page, 'Right');

/** Opens a file in a panel. */
async function openFile(page: Page, side: Side, path: string): Promise<void> {
  await panel(page, side).getByRole('button', { name: 'Open', exact: true }).click();
  await chooseFile(page, path, () => page.getByRole('menuitem', { name: /^Open file/ }).click());
}

/** Opens a copied text in the left panel. */
async function paste(page: Page, text: string): Promise<void> {
  await copyElsewhere(page, text);
  await left(page).getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('menuitem', { name: /^Paste/ }).click();
}

/** Selects a word of a text by dragging over it. */
async function dragOver(page: Page, word: Locator): Promise<void> {
  const box = await word.boundingBox();
  if (box === null) throw new Error('the word is not on the screen');
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width, y, { steps: 4 });
  await page.mouse.up();
}

describe('by mouse alone', () => {
  it('[DOC-11] [PAR-4] pastes a broken text, repairs it, formats it and downloads it', async () => {
    const page = await start();
    await titled(page, 'Left', 'Sample', 'Not kept yet');
    await paste(page, '{"name": "Ada", "tags": ["a" "b"],}');
    await left(page).getByText('A comma is missing after this value.').first().waitFor();
    await left(page).getByRole('button', { name: 'Auto repair' }).click();
    await dialogOf(page, 'Auto repair').getByRole('button', { name: 'Repair' }).click();
    await waitValid(page, 'Left');
    await left(page).getByRole('button', { name: 'Format', exact: true }).click();
    await page
      .getByRole('menuitem', { name: /^Format/ })
      .first()
      .click();
    await expect
      .poll(() => shownLines(page, 'Left'))
      .toEqual(['{', '  "name": "Ada",', '  "tags": [', '    "a",', '    "b"', '  ]', '}']);
    const file = await downloaded(page, () => chooseMore(page, 'Left', 'Save to disk'));
    expect(JSON.parse(file.bytes.toString())).toEqual({ name: 'Ada', tags: ['a', 'b'] });
    await endStory(page);
  });

  it('[TAB-4] sorts 5,000 rows of CSV, corrects a cell and writes the file', async () => {
    const page = await start();
    await openFile(page, 'Left', files.write('orders.csv', ordersCsv('Brn')));
    await titled(page, 'Left', 'orders.csv', 'From disk');
    const table = new TablePane(page);
    await left(page)
      .getByRole('button', { name: /^Document: CSV/ })
      .waitFor();
    await table.shows(
      ['order', 'city'],
      [
        ['1', 'Oslo'],
        ['2', 'Lima'],
      ],
    );
    await table.header('order').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Sort descending' }).click();
    await table.shows(
      ['order', 'city'],
      [
        [String(CSV_ROWS), 'Brn'],
        [String(CSV_ROWS - 1), 'Kyoto'],
      ],
    );
    await (await table.cell(0, 'city')).dblclick();
    const field = left(page).locator('[role=gridcell] textarea, [role=gridcell] input, textarea:focus').first();
    await field.dblclick();
    await page.keyboard.insertText('Bern');
    await (await table.cell(3, 'total')).click();
    await table.shows(['order', 'city'], [[String(CSV_ROWS), 'Bern']]);
    await titled(page, 'Left', 'orders.csv', 'Copy here; file unchanged');
    const file = await downloaded(page, () => left(page).getByRole('button', { name: 'Save', exact: true }).click());
    expect(file.name).toBe('orders.csv');
    expect(file.bytes.toString()).toBe(ordersCsv('Bern'));
    await titled(page, 'Left', 'orders.csv', 'Copy here; file downloaded');
    await endStory(page);
  });

  it('[NEW-3] finds the values of a log, changes one, writes it back, and shows all as a table', async () => {
    const page = await start();
    await openFile(page, 'Left', files.write('app.log', LOG));
    await left(page).getByText('Log, 3 values').waitFor();
    await left(page).getByRole('button', { name: 'List', exact: true }).click();
    const list = dockIn(left(page));
    await rowsIn(list).nth(2).click();
    await list.getByRole('button', { name: 'Open in the other panel' }).click();
    await right(page).getByText('From line 3 of app.log').waitFor();
    await setMode(page, 'Right', 'text');
    await expect.poll(() => shownLines(page, 'Right')).toEqual(['{"code":7}']);
    await dragOver(page, right(page).locator('.view-line').getByText('7', { exact: true }));
    await page.keyboard.insertText('8');
    await right(page).getByRole('button', { name: 'Write back' }).click();
    await page.getByText('Line 3 of app.log has the changed value.').first().waitFor();
    await expect.poll(async () => (await shownLines(page, 'Left'))[2]).toMatch(/failed \{"code":8\}$/);
    await left(page).getByRole('button', { name: 'Open as table' }).click();
    await titled(page, 'Right', 'app.ndjson', 'Not kept yet');
    await right(page).getByRole('gridcell', { name: 'ERROR', exact: true }).waitFor();
    await endStory(page);
  });

  it('[CMP-1] compares two files, walks through what differs and takes it over', async () => {
    const page = await start();
    await openFile(page, 'Left', files.write('old.json', VERSIONS.old));
    await titled(page, 'Left', 'old.json', 'From disk');
    await openFile(page, 'Right', files.write('new.json', VERSIONS.new));
    await titled(page, 'Right', 'new.json', 'From disk');
    await page.getByRole('button', { name: 'Compare', exact: true }).first().click();
    for (const differences of [3, 2, 1]) {
      await page.getByText(`–/${differences}`).waitFor();
      await page.getByRole('button', { name: 'Next difference' }).click();
      await page.getByText(`1/${differences}`).waitFor();
      await page.getByRole('button', { name: 'Take this difference over to the right' }).click();
    }
    await page.getByRole('button', { name: 'Compare', exact: true }).first().click();
    await setMode(page, 'Right', 'text');
    await expect.poll(() => shownLines(page, 'Right')).toEqual(VERSIONS.old.split('\n'));
    await titled(page, 'Right', 'new.json', 'Copy here; file unchanged');
    await endStory(page);
  });

  it('[NEW-7] shares a document without its password', async () => {
    const page = await start();
    await paste(page, SECRET.text);
    await left(page).getByRole('button', { name: 'Share', exact: true }).click();
    const dialog = dialogOf(page, 'Share');
    await dialog.getByText('This document holds 1 password.').waitFor();
    await dialog.getByRole('button', { name: 'Link to a redacted copy' }).click();
    await dialog.getByText('The link holds a redacted copy.').waitFor();
    await copyElsewhere(page, '');
    await dialog.getByRole('button', { name: 'Copy: With the document in it' }).click();
    const link = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(link).toMatch(/^http/);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
    await endStory(page);
    const other = await begin(stage, 'mouse', await link());
    await expect.poll(() => shownLines(other, 'Left')).toEqual([SECRET.clean]);
    await endStory(other);
  });

  it('[SCH-1] [SCH-2] writes a schema, goes through the problems and mends them', async () => {
    const page = await start();
    await paste(page, PERSON.text);
    await titled(page, 'Left', 'New document 1', 'In this browser');
    await chooseMore(page, 'Left', 'Schema…');
    const dialog = dialogOf(page, 'Schema');
    await dialog.getByRole('radio', { name: 'Written here' }).click();
    await dialog.getByRole('textbox', { name: 'JSON Schema' }).click();
    await page.keyboard.insertText(PERSON.schema);
    await dialog.getByRole('button', { name: 'Use schema' }).click();
    await left(page).getByRole('button', { name: 'Problems: 2 errors', exact: true }).click();
    const list = dockIn(left(page));
    await list.getByRole('treeitem', { name: /^Expected a whole number/ }).click();
    await left(page).getByRole('button', { name: 'Ln 3, Col 10', exact: true }).waitFor();
    await dragOver(page, left(page).getByText('"old"', { exact: true }));
    await page.keyboard.insertText('36');
    await left(page).getByRole('button', { name: 'Problems: 1 error', exact: true }).waitFor();
    await list.getByRole('treeitem', { name: /^"admn" is not allowed/ }).click();
    await list.getByText('Fix…', { exact: true }).click();
    await page.getByRole('menuitem').filter({ hasText: 'admin' }).click();
    await list.getByText('No problems found.').waitFor();
    await expect.poll(async () => (await shownLines(page, 'Left')).slice(3, 4)).toEqual(['  "role": "admin"']);
    await endStory(page);
  });

  it('[TRF-1] filters and sorts with the wizard into the other panel', async () => {
    const page = await start();
    await paste(page, PEOPLE);
    await titled(page, 'Left', 'New document 1', 'In this browser');
    await page.getByRole('button', { name: 'Transform left to right' }).click();
    const dialog = dialogOf(page, 'Transform');
    await dialog.getByRole('combobox', { name: 'Filter' }).selectOption('age');
    await dialog.getByRole('combobox', { name: 'Operator' }).selectOption('>');
    await dialog.getByRole('textbox', { name: 'Value' }).click();
    await page.keyboard.insertText('30');
    await dialog.getByRole('combobox', { name: 'Sort' }).selectOption('age');
    await dialog.getByRole('combobox', { name: 'Direction' }).selectOption('descending');
    await dialog.getByRole('button', { name: 'Transform', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await setMode(page, 'Right', 'text');
    await expect.poll(async () => (await shownLines(page, 'Right')).join('')).toMatch(/^[^B]*Cid[^B]*Ada[^B]*$/);
    await endStory(page);
  });

  it('[BIG-1] reads 100 MB, goes to its end, finds a value, changes it and sees it in tree and table', async () => {
    const page = await start();
    await openFile(page, 'Left', large);
    await titled(page, 'Left', 'large.json', 'From disk');
    await waitValid(page, 'Left');
    await left(page).getByRole('button', { name: 'Find', exact: true }).click();
    await page.keyboard.insertText('record 700000"');
    await left(page).getByText('1 of 1').waitFor({ timeout: 60_000 });
    await left(page).locator('.view-line').filter({ hasText: 'record 700000"' }).waitFor();
    await left(page).getByRole('button', { name: 'Replace', exact: true }).first().click();
    await left(page)
      .getByRole('textbox', { name: /^Replace/ })
      .click();
    await page.keyboard.insertText('changed"');
    await left(page)
      .getByRole('button', { name: /^Replace all/ })
      .click();
    await left(page).locator('.view-line').filter({ hasText: '"changed"' }).waitFor();
    await titled(page, 'Left', 'large.json', /^(Copy|Edited) here; file unchanged$/);
    await waitValid(page, 'Left');
    await setMode(page, 'Left', 'table');
    await left(page).getByRole('gridcell', { name: 'changed', exact: true }).waitFor();
    await left(page).getByRole('button', { name: /^Undo/ }).click();
    await left(page).getByRole('gridcell', { name: 'record 700000', exact: true }).waitFor();
    await endStory(page);
  });

  it('[API-4] [NEW-12] merges what two people have saved in one cloud document', async () => {
    const { _id: id } = cloud.add('ours', CONFLICT.base);
    const page = await begin(clouded, 'mouse', `${clouded.address()}#left=cloud.${id}`, clouded.signedIn());
    await titled(page, 'Left', 'ours', 'Cloud, everybody with the link');
    await setMode(page, 'Left', 'text');
    cloud.write(id, CONFLICT.theirs);
    await dragOver(page, left(page).locator('.view-line').getByText('2', { exact: true }));
    await page.keyboard.insertText('7');
    await left(page).getByRole('button', { name: 'Conflict' }).click();
    const dialog = dialogOf(page, 'Saved elsewhere');
    await dialog.getByText('"ours" was saved by somebody else, or in another window').waitFor();
    await dialog.getByRole('button', { name: 'Merge' }).click();
    const merging = dialogOf(page, 'Merge both versions');
    await merging.getByRole('radio', { name: 'Theirs 20' }).click();
    await merging.getByRole('button', { name: 'Merge', exact: true }).click();
    await left(page)
      .getByText(/^Saved \d/)
      .waitFor();
    await expect.poll(() => cloud.text(id)).toBe(CONFLICT.merged);
    await expect.poll(() => shownLines(page, 'Left')).toEqual(CONFLICT.merged.split('\n'));
    await endStory(page);
  });

  it('[AUT-1] [DOC-4] signs up, keeps a document in the cloud, signs out, in, and finds it', async () => {
    const page = await begin(accounts, 'mouse');
    await paste(page, '[1, 2]');
    await titled(page, 'Left', 'New document 1', 'In this browser');
    const account = page.locator('#account');
    const fill = async (label: string, text: string): Promise<void> => {
      await page.getByLabel(label).click();
      await page.keyboard.insertText(text);
    };
    await account.click();
    await dialogOf(page, 'Sign in').getByRole('button', { name: 'Sign up for free' }).click();
    await fill('Full name', 'Mia');
    await fill('E-mail', 'mia@example.org');
    await fill('Password', 'correct horse battery');
    await page.getByRole('button', { name: 'Sign up for free' }).click();
    await account.getByText('Mia').waitFor();
    await titled(page, 'Left', 'New document 1', 'In this browser');
    await chooseMore(page, 'Left', 'Save to cloud');
    await page.getByRole('button', { name: 'Save as public' }).click();
    await titled(page, 'Left', 'New document 1', 'Cloud, everybody with the link');
    await account.click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await account.getByText('Sign in').waitFor();
    await account.click();
    await dialogOf(page, 'Sign in').getByRole('button', { name: 'Sign in', exact: true }).click();
    await fill('E-mail', 'mia@example.org');
    await fill('Password', 'correct horse battery');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await account.getByText('Mia').waitFor();
    await right(page).getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Open…' }).click();
    const opening = dialogOf(page, 'Open document');
    await opening.getByRole('tab', { name: /^Cloud/ }).click();
    await opening
      .getByRole('listitem')
      .getByRole('button', { name: /^New document 1/ })
      .first()
      .click();
    await titled(page, 'Right', 'New document 1', 'Cloud, everybody with the link');
    await setMode(page, 'Right', 'text');
    await expect.poll(() => shownLines(page, 'Right')).toEqual(['[1, 2]']);
    await endStory(page);
  });
});
