// Ten stories by keyboard alone: the whole way of one user each, from the start page to the result.

import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { panel, setStage, shownLines, waitForMenuFocus, waitValid } from '../support/app.ts';
import { setCloudStage } from '../support/cloud-stage.ts';
import { dockIn, rowsIn } from '../support/dock.ts';
import { makeFolder, scored } from '../support/files.ts';
import { enter, press, run, tabTo } from '../support/keys.ts';
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
const start = () => begin(stage, 'keyboard');
const left = (page: Page) => panel(page, 'Left');
const right = (page: Page) => panel(page, 'Right');

/** Opens a file in the active panel. */
async function openFile(page: Page, path: string): Promise<void> {
  await press(page, 'Control+o');
  await dialogOf(page, 'Open document')
    .getByRole('button', { name: 'Open file…' })
    .and(page.locator(':focus'))
    .waitFor();
  await chooseFile(page, path, () => press(page, 'Enter'));
}

/** Opens a pasted text in the active panel. */
async function paste(page: Page, text: string): Promise<void> {
  await copyElsewhere(page, text);
  await press(page, 'Control+o');
  await dialogOf(page, 'Open document').waitFor();
  await press(page, 'Control+v');
  await dialogOf(page, 'Open document').waitFor({ state: 'detached' });
}

describe('by keyboard alone', () => {
  it('[DOC-11] [PAR-4] pastes a broken text, repairs it, formats it and downloads it', async () => {
    const page = await start();
    await titled(page, 'Left', 'Sample', 'Not kept yet');
    await paste(page, '{"name": "Ada", "tags": ["a" "b"],}');
    await left(page).getByText('A comma is missing after this value.').first().waitFor();
    await run(page, 'Auto repair');
    await dialogOf(page, 'Auto repair').getByRole('button', { name: 'Repair' }).and(page.locator(':focus')).waitFor();
    await press(page, 'Enter');
    await waitValid(page, 'Left');
    await press(page, 'Control+i');
    await expect
      .poll(() => shownLines(page, 'Left'))
      .toEqual(['{', '  "name": "Ada",', '  "tags": [', '    "a",', '    "b"', '  ]', '}']);
    const file = await downloaded(page, () => press(page, 'Control+Shift+s'));
    expect(JSON.parse(file.bytes.toString())).toEqual({ name: 'Ada', tags: ['a', 'b'] });
    await endStory(page);
  });

  it('[TAB-4] sorts 5,000 rows of CSV, corrects a cell and writes the file', async () => {
    const page = await start();
    await openFile(page, files.write('orders.csv', ordersCsv('Brn')));
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
    await press(page, 'Control+Home', 'Alt+Shift+s');
    await table.shows(['order', 'city'], [[String(CSV_ROWS), 'Brn']]);
    await press(page, 'Control+Home', 'ArrowRight');
    await table.at(0, 'city');
    await press(page, 'F2', 'Control+a');
    await page.keyboard.type('Bern');
    await press(page, 'Enter');
    await titled(page, 'Left', 'orders.csv', 'Copy here; file unchanged');
    const file = await downloaded(page, () => press(page, 'Control+s'));
    expect(file.name).toBe('orders.csv');
    expect(file.bytes.toString()).toBe(ordersCsv('Bern'));
    await titled(page, 'Left', 'orders.csv', 'Copy here; file downloaded');
    await endStory(page);
  });

  it('[NEW-3] finds the values of a log, changes one, writes it back, and shows all as a table', async () => {
    const page = await start();
    await openFile(page, files.write('app.log', LOG));
    await left(page).getByText('Log, 3 values').waitFor();
    await run(page, 'List the JSON values');
    const list = dockIn(left(page));
    await expect.poll(() => rowsIn(list).count()).toBe(3);
    await press(page, 'ArrowDown', 'ArrowDown');
    await expect.poll(() => rowsIn(list).nth(2).getAttribute('aria-selected')).toBe('true');
    await enter(page, 'Open in the other panel');
    await right(page).getByText('From line 3 of app.log').waitFor();
    await run(page, 'Go to the right panel');
    await run(page, 'Show as text');
    await expect.poll(() => shownLines(page, 'Right')).toEqual(['{"code":7}']);
    await press(page, 'Control+End', 'ArrowLeft', 'Backspace');
    await page.keyboard.type('8');
    await run(page, 'Write back');
    await page.getByText('Line 3 of app.log has the changed value.').first().waitFor();
    await expect.poll(async () => (await shownLines(page, 'Left'))[2]).toMatch(/failed \{"code":8\}$/);
    await run(page, 'Go to the left panel');
    await run(page, 'Open the JSON values in this text as a table');
    await titled(page, 'Right', 'app.ndjson', 'Not kept yet');
    await right(page).getByRole('gridcell', { name: 'ERROR', exact: true }).waitFor();
    await endStory(page);
  });

  it('[CMP-1] compares two files, walks through what differs and takes it over', async () => {
    const page = await start();
    await openFile(page, files.write('old.json', VERSIONS.old));
    await titled(page, 'Left', 'old.json', 'From disk');
    await run(page, 'Go to the right panel');
    await openFile(page, files.write('new.json', VERSIONS.new));
    await titled(page, 'Right', 'new.json', 'From disk');
    await run(page, 'Compare the documents');
    for (const differences of [3, 2, 1]) {
      await page.getByText(`–/${differences}`).waitFor();
      await press(page, 'F7');
      await page.getByText(`1/${differences}`).waitFor();
      await page.getByRole('button', { name: 'Take this difference over to the right', disabled: false }).waitFor();
      await run(page, 'Take this difference over to the right');
    }
    await run(page, 'Show as text');
    await expect.poll(() => shownLines(page, 'Right')).toEqual(VERSIONS.old.split('\n'));
    await titled(page, 'Right', 'new.json', 'Copy here; file unchanged');
    await endStory(page);
  });

  it('[NEW-7] shares a document without its password', async () => {
    const page = await start();
    await paste(page, SECRET.text);
    await run(page, 'Share…');
    const dialog = dialogOf(page, 'Share');
    await dialog.getByText('This document holds 1 password.').waitFor();
    await enter(page, 'Link to a redacted copy');
    await dialog.getByText('The link holds a redacted copy.').waitFor();
    await copyElsewhere(page, '');
    await enter(page, 'Copy: With the document in it');
    const link = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(link).toMatch(/^http/);
    await press(page, 'Escape');
    await dialog.waitFor({ state: 'detached' });
    await endStory(page);
    const other = await begin(stage, 'keyboard', await link());
    await expect.poll(() => shownLines(other, 'Left')).toEqual([SECRET.clean]);
    await endStory(other);
  });

  it('[SCH-1] [SCH-2] writes a schema, goes through the problems and mends them', async () => {
    const page = await start();
    await paste(page, PERSON.text);
    await run(page, 'Schema…');
    const dialog = dialogOf(page, 'Schema');
    await dialog.waitFor();
    await tabTo(page, /^None/);
    for (let step = 0; step < 6 && !(await dialog.getByRole('radio', { name: 'Written here' }).isChecked()); step += 1)
      await press(page, 'ArrowDown');
    await tabTo(page, 'JSON Schema');
    await page.keyboard.insertText(PERSON.schema);
    await enter(page, 'Use schema');
    await dialog.waitFor({ state: 'detached' });
    await left(page).getByRole('button', { name: 'Problems: 2 errors', exact: true }).waitFor();
    await press(page, 'F8');
    await left(page).getByRole('button', { name: 'Ln 3, Col 10', exact: true }).waitFor();
    await press(page, 'Shift+End');
    await page.keyboard.type('36,');
    await left(page).getByRole('button', { name: 'Problems: 1 error', exact: true }).waitFor();
    await press(page, 'F8');
    await press(page, 'Control+.');
    await waitForMenuFocus(page);
    await press(page, 'ArrowDown', 'Enter');
    await dockIn(left(page)).getByText('No problems found.').waitFor();
    await expect.poll(() => shownLines(page, 'Left')).toEqual(PERSON.mended.split('\n'));
    await endStory(page);
  });

  it('[TRF-1] filters and sorts with the wizard into the other panel', async () => {
    const page = await start();
    await paste(page, PEOPLE);
    await run(page, 'Transform left to right');
    const dialog = dialogOf(page, 'Transform');
    await dialog.waitFor();
    await tabTo(page, 'Filter');
    await page.keyboard.type('age');
    await tabTo(page, 'Operator');
    await page.keyboard.type('>');
    await tabTo(page, 'Value');
    await page.keyboard.type('30');
    await tabTo(page, 'Sort');
    await page.keyboard.type('age');
    await tabTo(page, 'Direction');
    await page.keyboard.type('desc');
    await dialog
      .getByText(/^2 items/)
      .first()
      .waitFor();
    await enter(page, 'Transform');
    await dialog.waitFor({ state: 'detached' });
    await run(page, 'Go to the right panel');
    await run(page, 'Show as text');
    await expect
      .poll(async () => (await shownLines(page, 'Right')).filter((line) => line.includes('name')))
      .toHaveLength(2);
    await endStory(page);
  });

  it('[BIG-1] reads 100 MB, goes to its end, finds a value, changes it and sees it in tree and table', async () => {
    const page = await start();
    await openFile(page, large);
    await titled(page, 'Left', 'large.json', 'From disk');
    await waitValid(page, 'Left');
    await press(page, 'Control+End');
    await expect
      .poll(async () => (await shownLines(page, 'Left')).some((line) => line.includes(`"id": ${LARGE - 1},`)))
      .toBe(true);
    await press(page, 'Control+f');
    await page.keyboard.type('record 700000"');
    await left(page).getByText('1 of 1').waitFor({ timeout: 60_000 });
    await press(page, 'Escape');
    await page.keyboard.type('changed"');
    await titled(page, 'Left', 'large.json', /^(Copy|Edited) here; file unchanged$/);
    await waitValid(page, 'Left');
    await run(page, 'Show as tree');
    await left(page).getByRole('row', { selected: true }).filter({ hasText: 'changed' }).waitFor();
    await run(page, 'Show as table');
    await left(page).getByRole('gridcell', { name: 'changed', exact: true }).waitFor();
    await press(page, 'Control+z');
    await left(page).getByRole('gridcell', { name: 'record 700000', exact: true }).waitFor();
    await endStory(page);
  });

  it('[API-4] [NEW-12] merges what two people have saved in one cloud document', async () => {
    const { _id: id } = cloud.add('ours', CONFLICT.base);
    const page = await begin(clouded, 'keyboard', `${clouded.address()}#left=cloud.${id}`, clouded.signedIn());
    await titled(page, 'Left', 'ours', 'Cloud, everybody with the link');
    cloud.write(id, CONFLICT.theirs);
    await run(page, 'Go to the left panel');
    await press(page, 'Control+Home', 'ArrowDown', 'ArrowDown', 'End', 'Backspace');
    await page.keyboard.type('7');
    await left(page).getByRole('button', { name: 'Conflict' }).waitFor();
    // Who saves is asked.
    await press(page, 'Control+s');
    const dialog = dialogOf(page, 'Saved elsewhere');
    await dialog.getByText('"ours" was saved by somebody else, or in another window').waitFor();
    await enter(page, 'Merge');
    const merging = dialogOf(page, 'Merge both versions');
    await merging.waitFor();
    await press(page, 'F7', 'ArrowDown');
    await expect.poll(() => merging.getByRole('radio', { name: 'Theirs 20' }).isChecked()).toBe(true);
    await enter(page, 'Merge');
    await left(page)
      .getByText(/^Saved \d/)
      .waitFor();
    await expect.poll(() => cloud.text(id)).toBe(CONFLICT.merged);
    await expect.poll(() => shownLines(page, 'Left')).toEqual(CONFLICT.merged.split('\n'));
    await endStory(page);
  });

  it('[AUT-1] [DOC-4] signs up, keeps a document in the cloud, signs out, in, and finds it', async () => {
    const page = await begin(accounts, 'keyboard');
    await paste(page, '[1, 2]');
    await titled(page, 'Left', 'New document 1', 'In this browser');
    const account = page.locator('#account');
    await run(page, 'Sign in');
    await dialogOf(page, 'Sign in').waitFor();
    await enter(page, 'Sign up for free');
    await page.getByLabel('Full name').waitFor();
    for (const [label, text] of [
      ['Full name', 'Kim'],
      ['E-mail', 'kim@example.org'],
      [/^Password/, 'correct horse battery'],
    ] as const) {
      await tabTo(page, label);
      await page.keyboard.type(text);
    }
    await press(page, 'Enter');
    await account.getByText('Kim').waitFor();
    await titled(page, 'Left', 'New document 1', 'In this browser');
    await run(page, 'Save to cloud');
    await page.getByRole('button', { name: 'Save as public' }).waitFor();
    await enter(page, 'Save as public');
    await titled(page, 'Left', 'New document 1', 'Cloud, everybody with the link');
    await run(page, 'Sign Out');
    await account.getByText('Sign in').waitFor();
    await run(page, 'Sign in');
    await dialogOf(page, 'Sign in').waitFor();
    await enter(page, 'Sign in');
    await page.getByLabel('E-mail').waitFor();
    for (const [label, text] of [
      ['E-mail', 'kim@example.org'],
      [/^Password/, 'correct horse battery'],
    ] as const) {
      await tabTo(page, label);
      await page.keyboard.type(text);
    }
    await press(page, 'Enter');
    await account.getByText('Kim').waitFor();
    await run(page, 'Go to the right panel');
    await press(page, 'Control+o');
    const opening = dialogOf(page, 'Open document');
    await opening.waitFor();
    await tabTo(page, /^Recent/);
    await press(page, 'ArrowRight', 'ArrowRight', 'Enter');
    await opening
      .getByRole('listitem')
      .getByRole('button', { name: /^New document 1/ })
      .first()
      .waitFor();
    await enter(page, /^New document 1/);
    await titled(page, 'Right', 'New document 1', 'Cloud, everybody with the link');
    await run(page, 'Show as text');
    await expect.poll(() => shownLines(page, 'Right')).toEqual(['[1, 2]']);
    await endStory(page);
  });
});
