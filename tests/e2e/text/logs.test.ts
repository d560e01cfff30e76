// JSON in a text that is none: the line that says so, its list and its records, a value opened and written back, and all as a table.

import type { Locator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { dropOpen, panel, setMode, setStage, waitValid } from '../support/app.ts';
import { findingsInBoth } from '../support/axe.ts';
import { dockIn, rowsIn } from '../support/dock.ts';
import { makeFolder } from '../support/files.ts';
import { TextPane } from '../support/pane.ts';

const stage = setStage();
const files = makeFolder();

const LOG = [
  '2026-03-01 08:15:02,113 INFO  [main] shop.Orders - Received {"id":9007199254740993,"total":1.10}',
  '2026-03-01 08:15:03,001 WARN  [main] shop.Mail - body="{\\"job\\":\\"mail\\",\\"try\\":3}" [timeout]',
  '2026-03-01 08:15:04,400 DEBUG [main] shop.Orders - Order{id=7, status=NEW}',
  '\tat com.acme.App.main(App.java:12)',
  '2026-03-01 08:15:05,020 ERROR [main] shop.Orders - failed {"stack":"Error: x\\n    at a.js:1\\n    at b.js:2"}',
  '',
].join('\n');

async function openLog(page: Page, text = LOG): Promise<TextPane> {
  await dropOpen(page, 'Left', files.write('app.log', text));
  await panel(page, 'Left').getByText('Log, 4 values').waitFor();
  return new TextPane(page, 'Left');
}

/** Opens a value of the list in the other panel. */
async function openRow(left: Locator, index: number): Promise<void> {
  await rowsIn(dockIn(left)).nth(index).click();
  await dockIn(left).getByRole('button', { name: 'Open in the other panel' }).click();
}

/** The place of an element on the screen. */
async function rectangle(
  page: Page,
  selector: string,
): Promise<{ top: number; bottom: number; left: number; right: number }> {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { top, bottom, left, right } = element.getBoundingClientRect();
      return { top, bottom, left, right };
    });
}

describe('[NEW-3] JSON in a log', () => {
  it('makes it a log and no error: neither red, nor invalid, nor a table in CSV, nor to be repaired', async () => {
    const page = await stage.blank();
    const table = Array.from({ length: 40 }, (_, at) => `2026-03-04T08:15:${10 + at}, INFO, {"id":${at}}, done`);
    for (const [name, text, values] of [
      ['app.log', LOG, 4],
      ['server.txt', LOG, 4],
      ['like-csv.txt', table.join('\n'), 40],
    ] as const) {
      await dropOpen(page, 'Left', files.write(name, text));
      const left = panel(page, 'Left');
      await left.getByText(`Log, ${values} values`).waitFor();
      await left.locator('[aria-busy="false"]').getByText('Log', { exact: true }).waitFor();
      for (const wrong of [/JSON has no/, /looks like a table/, /^Invalid/, /Auto repair/])
        await expect
          .poll(() => left.getByText(wrong).filter({ visible: true }).count(), { message: String(wrong) })
          .toBe(0);
      await expect.poll(() => left.getByRole('button', { name: 'Go to', exact: true }).count()).toBe(0);
      await expect.poll(() => left.getByRole('button', { name: 'Open as table' }).count()).toBe(1);
      expect(await findingsInBoth(page, '#LEFT_PANEL')).toEqual([]);
    }
    // A text with one value in it, and broken JSON, are errors as before.
    for (const [name, text] of [
      ['one.txt', 'const settings = {"a": 1};'],
      ['broken.json', '[{"a": 1},\n{"b": 2},\n{"c": 3'],
    ] as const) {
      await dropOpen(page, 'Left', files.write(name, text));
      await panel(page, 'Left')
        .getByText(/^Invalid/)
        .waitFor();
    }
  });

  it('opens in the other panel in a mode that can show it', async () => {
    const page = await stage.blank();
    await setMode(page, 'Right', 'table');
    await openLog(page);
    const left = panel(page, 'Left');
    await left.getByRole('button', { name: 'List', exact: true }).click();
    const list = dockIn(left);
    await rowsIn(list).first().click();
    await list.getByRole('button', { name: 'Open in the other panel' }).click();
    await expect.poll(() => panel(page, 'Right').getByRole('radio', { name: 'tree' }).isChecked()).toBe(true);
    await panel(page, 'Right').getByRole('row').filter({ hasText: '9007199254740993' }).waitFor();
  });

  it('is counted in one line, listed with line, kind and guess, and shown as a record to read', async () => {
    const page = await stage.blank();
    await openLog(page);
    const left = panel(page, 'Left');
    await left.getByRole('button', { name: 'List', exact: true }).click();
    const list = dockIn(left);
    await expect.poll(() => rowsIn(list).allInnerTexts()).toHaveLength(4);
    const rows = (await rowsIn(list).allInnerTexts()).map((text) => text.split('\n'));
    expect(rows.map(([line, kind]) => [line, kind])).toEqual([
      ['Ln 1', 'JSON'],
      ['Ln 2', 'escaped'],
      ['Ln 3', 'Java'],
      ['Ln 5', 'JSON'],
    ]);
    expect(rows.map((row) => row.includes('guess'))).toEqual([false, false, true, false]);
    await rowsIn(list).first().click();
    await left.getByText('Ln 1, Col 61').waitFor();
    await list.getByRole('listbox').focus();
    await page.keyboard.press('End');
    await expect.poll(() => rowsIn(list).nth(3).getAttribute('aria-selected')).toBe('true');
    const record = list.getByRole('region', { name: 'Record' });
    await expect.poll(() => record.innerText()).toContain('"stack": "Error: x\n      at a.js:1\n      at b.js:2"');
    // The list is below the text, within the panel, and its record beside or below its rows.
    const [frame, section, row, pane] = await Promise.all([
      rectangle(page, '#LEFT_PANEL'),
      rectangle(page, '#LEFT_PANEL section[data-dock]'),
      rectangle(page, '#LEFT_PANEL [role=option]'),
      rectangle(page, '#LEFT_PANEL pre'),
    ]);
    expect(section.left).toBeGreaterThanOrEqual(frame.left);
    expect(section.right).toBeLessThanOrEqual(frame.right);
    expect(section.bottom).toBeLessThanOrEqual(frame.bottom);
    expect(row.top).toBeGreaterThan(section.top);
    expect(row.right).toBeLessThanOrEqual(pane.left + 1);
    expect(pane.bottom).toBeLessThanOrEqual(section.bottom + 1);
    expect(await findingsInBoth(page, '#LEFT_PANEL')).toEqual([]);
    await page.keyboard.press('Shift+Escape');
    await list.waitFor({ state: 'detached' });
  });

  it('opens in the other panel, and is written back where it stood as one undo step, escaped as it was', async () => {
    const page = await stage.blank();
    const log = await openLog(page);
    await setMode(page, 'Right', 'text');
    const [left, right] = [panel(page, 'Left'), panel(page, 'Right')];
    await left.getByRole('button', { name: 'List', exact: true }).click();
    await openRow(left, 1);
    await right.getByText('From line 2 of app.log').waitFor();
    const value = new TextPane(page, 'Right');
    await value.focus();
    await expect.poll(() => value.text()).toBe('{"job":"mail","try":3}');
    await value.press('Control+End', 'ArrowLeft');
    await value.type(',"say":"a \\"b\\""');
    await waitValid(page, 'Right');
    await right.getByRole('button', { name: 'Write back' }).click();
    const changed = LOG.replace('\\"try\\":3}', '\\"try\\":3,\\"say\\":\\"a \\\\\\"b\\\\\\"\\"}');
    await expect.poll(() => right.getByRole('button', { name: 'Write back' }).count()).toBe(0);
    await log.focus();
    await expect.poll(() => log.text()).toBe(changed);
    await log.clickUndo();
    await log.focus();
    await expect.poll(() => log.text()).toBe(LOG);
  });

  it('is not written back where the text has changed', async () => {
    const page = await stage.blank();
    const log = await openLog(page);
    await setMode(page, 'Right', 'text');
    const [left, right] = [panel(page, 'Left'), panel(page, 'Right')];
    await left.getByRole('button', { name: 'List', exact: true }).click();
    await openRow(left, 0);
    await right.getByText('From line 1 of app.log').waitFor();
    const value = new TextPane(page, 'Right');
    await value.focus();
    await value.press('Control+End', 'ArrowLeft', 'Backspace');
    await value.type('5');
    await log.focus();
    await log.press('Control+Home', 'End', 'ArrowLeft', 'Backspace');
    await log.type('7');
    const text = LOG.replace('1.10}', '1.17}');
    await expect.poll(() => log.text()).toBe(text);
    await right.getByRole('button', { name: 'Write back' }).click();
    await page
      .getByText(/it is no longer certain which record/)
      .first()
      .waitFor();
    await log.focus();
    await expect.poll(() => log.text()).toBe(text);
  });

  it('opens as a table of all values, with line, time, level and the text before as columns', async () => {
    const page = await stage.blank();
    await openLog(page);
    const right = panel(page, 'Right');
    await panel(page, 'Left').getByRole('button', { name: 'Open as table' }).click();
    await right.getByText('app.ndjson').first().waitFor();
    for (const name of ['_line', '_time', '_level', '_prefix'])
      await right
        .getByRole('columnheader', { name: new RegExp(name) })
        .first()
        .waitFor();
    await right.getByRole('gridcell', { name: '9007199254740993' }).first().waitFor();
    await right.getByRole('gridcell', { name: '2026-03-01 08:15:03,001', exact: true }).first().waitFor();
    await right.getByRole('gridcell', { name: 'ERROR', exact: true }).first().waitFor();
  });

  it('is listed whole, however long', async () => {
    const page = await stage.blank();
    await dropOpen(page, 'Left', files.write('long.log', 'at {"n":1}\n'.repeat(500_010)));
    const left = panel(page, 'Left');
    await left.getByText('Log, 500,010 values').waitFor();
    await left.getByRole('button', { name: 'List', exact: true }).click();
    const list = dockIn(left);
    await list.getByText('Ln 1', { exact: true }).waitFor();
    await page.keyboard.press('End');
    await list.getByText('Ln 500,010', { exact: true }).waitFor();
    await expect
      .poll(() => list.locator('[role=option][aria-selected=true]').getAttribute('aria-posinset'))
      .toBe('500010');
  });

  it('of another language is said not to be written back', async () => {
    const page = await stage.blank();
    await openLog(page);
    const [left, right] = [panel(page, 'Left'), panel(page, 'Right')];
    await left.getByRole('button', { name: 'List', exact: true }).click();
    await openRow(left, 2);
    await right.getByText('From line 3 of app.log · not written back').waitFor();
  });

  it('is not looked for in a JSON document with a fault', async () => {
    const page = await stage.blank();
    await dropOpen(page, 'Left', files.write('broken.json', '{\n  "a": {"b": 1}\n  "c": {"d": [1, 2, 3]}\n}\n'));
    const left = panel(page, 'Left');
    await left.getByRole('button', { name: 'Auto repair' }).waitFor();
    await expect.poll(() => left.getByText(/JSON value/).count()).toBe(0);
  });
});
