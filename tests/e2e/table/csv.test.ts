// CSV files: opened as tables, read otherwise, saved row for row, exported.

import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright';
import {
  CLIPBOARD,
  chooseMore,
  draftKept,
  dropOpen,
  panel,
  saveBytes,
  setMode,
  setStage,
  shownLines,
} from '../support/app.ts';
import { findingsInBoth } from '../support/axe.ts';
import { closeDock, dockIn } from '../support/dock.ts';
import { makeFolder } from '../support/files.ts';
import { dialog as dialogOf, openTransform } from '../support/transform-pane.ts';
import { caughtBytes, catchSaves } from '../support/saves.ts';

const stage = setStage();
const files = makeFolder();

const STOCK = '\ufeff"Artikel"; Preis ;Menge\r\n"Schraube, M4";"0,05";  200\r\nHaken;1,40;15\r\n\r\nDübel;x"y;80;9\r\n';

async function openStock(): Promise<Page> {
  const page = await stage.show('#right=json.[1]');
  await dropOpen(page, 'Left', files.write('stock.csv', STOCK));
  await panel(page, 'Left').getByRole('grid').getByText('Schraube, M4').waitFor();
  return page;
}

describe('[TAB-4] a CSV file', () => {
  it('counts its rows from 1, has columns and no keys, and its names and numbers are covered by nothing', async () => {
    const page = await stage.show('#right=json.[1]');
    const rows = Array.from({ length: 1200 }, (_, at) => `${at},Bern,amount of it ${at}`);
    await dropOpen(page, 'Left', files.write('people.csv', `id,city,amount\n${rows.join('\n')}\n`));
    const left = panel(page, 'Left');
    const grid = left.getByRole('grid');
    await grid.getByText('amount of it 3').first().waitFor();
    await expect
      .poll(async () => (await grid.getByRole('rowheader').allInnerTexts()).slice(0, 3))
      .toEqual(['1', '2', '3']);
    // The name of a column stays whole under the pointer.
    const header = grid.getByRole('columnheader', { name: 'amount' });
    const cut = () =>
      header.evaluate(
        (element) =>
          [...element.querySelectorAll('span')].filter(
            (one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0,
          ).length,
      );
    await expect.poll(cut).toBe(0);
    await header.hover();
    await header.getByRole('button', { name: 'Menu of the column amount' }).waitFor();
    await expect.poll(cut).toBe(0);
    // The menus.
    const menuOf = async (target: ReturnType<typeof grid.getByText>, ...entries: readonly string[]): Promise<void> => {
      await target.click({ button: 'right' });
      for (const [level, name] of entries.entries()) {
        const entry = page.getByRole('menu').nth(level).getByRole('menuitem', { name });
        await (level < entries.length - 1 ? entry.click() : entry.waitFor());
      }
      while ((await page.getByRole('menu').count()) > 0) {
        await page.keyboard.press('Escape');
        await page.waitForTimeout(50);
      }
    };
    await menuOf(grid.getByText('amount of it 3').first(), 'Set to', 'Empty the cell');
    await menuOf(header, 'Change the column', 'Remove the column');
    // A row that matches its filter no more is marked beside its number.
    await left.getByRole('grid').getByText('Bern').nth(1).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Leave out rows with this value' }).click();
    await left.getByRole('button', { name: 'Remove filter: city is not Bern' }).click();
    await left.getByRole('grid').getByText('Bern').nth(1).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Keep rows with this value' }).click();
    await left.getByRole('button', { name: 'Remove filter: city is Bern' }).waitFor();
    await grid.press('Control+End');
    const last = grid.getByRole('rowheader').filter({ hasText: /^1,200$/ });
    await last.waitFor();
    await grid.getByText('Bern').last().click();
    await page.keyboard.type('Basel');
    await page.keyboard.press('Enter');
    const mark = last.getByRole('img');
    await mark.waitFor();
    const gap = await last.evaluate((element) => {
      const number = document.createRange();
      number.selectNodeContents(
        [...element.childNodes].findLast(({ nodeType }) => nodeType === Node.TEXT_NODE) ?? element,
      );
      const sign = element.querySelector('[role=img]')?.getBoundingClientRect();
      return number.getBoundingClientRect().left - (sign?.right ?? 1e6);
    });
    expect(gap).toBeGreaterThanOrEqual(1);
  });

  it('with a handle is written in place, as CSV also after its unsaved changes were recovered', async () => {
    const page = await stage.prepare();
    await page.addInitScript(() => {
      const pick = async (): Promise<FileSystemFileHandle[]> => {
        const folder = await navigator.storage.getDirectory();
        return [await folder.getFileHandle('k.csv', { create: true })];
      };
      Object.assign(globalThis, { showOpenFilePicker: pick, showSaveFilePicker: async () => (await pick())[0] });
    });
    const onDisk = (text: string | null): Promise<string> =>
      page.evaluate(async (write) => {
        const folder = await navigator.storage.getDirectory();
        const handle = await folder.getFileHandle('k.csv', { create: true });
        if (write !== null) {
          const target = await handle.createWritable();
          await target.write(write);
          await target.close();
        }
        return (await handle.getFile()).text();
      }, text);
    await page.goto(`${stage.address()}#right=json.[1]`);
    const left = panel(page, 'Left');
    await onDisk('k;v\r\n"a";  1\r\nb;2\r\n');
    await left.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByRole('menuitem', { name: /Open file/ }).click();
    await left.getByRole('gridcell', { name: 'b', exact: true }).dblclick();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('c');
    await page.keyboard.press('Enter');
    await left.getByRole('gridcell', { name: 'c', exact: true }).waitFor();
    await page.keyboard.press('Control+S');
    await expect.poll(() => onDisk(null)).toBe('k;v\r\n"a";  1\r\nc;2\r\n');
    await left.getByRole('gridcell', { name: 'c', exact: true }).dblclick();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('d');
    await page.keyboard.press('Enter');
    await draftKept(page, 'Left').waitFor();
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    // By id, not role: roles are hidden while a dialog is open.
    await page.locator('#LEFT_PANEL button[aria-label^="Document: CSV"]').waitFor();
    await page.getByRole('button', { name: 'Recover k.csv' }).click();
    await left.getByRole('gridcell', { name: 'd', exact: true }).click();
    await page.keyboard.press('Control+S');
    await expect.poll(() => onDisk(null)).toBe('k;v\r\n"a";  1\r\nd;2\r\n');
  });

  it('opens as a table, says what it is, and is saved with its untouched bytes', async () => {
    const page = await openStock();
    const left = panel(page, 'Left');
    await left.getByRole('button', { name: /^Document: CSV/ }).waitFor();
    // The quote in a cell, and the cell that is in no column.
    await page.getByText(/2 places of "stock.csv" are not as CSV should be: line 5/).waitFor();
    expect((await saveBytes(page, 'Left')).toString()).toBe(STOCK);
    // The faulty lines are problems, each of which leads to its row.
    await left.getByRole('button', { name: '2 warnings' }).click();
    const dock = dockIn(left);
    await dock.getByRole('treeitem', { name: /^Faulty lines of the CSV file/ }).waitFor();
    await dock.getByRole('treeitem', { name: /Line 5 of the file: more cells than columns/ }).click();
    await expect
      .poll(() => left.getByRole('grid').evaluate((grid) => grid.getAttribute('aria-activedescendant')))
      .toBe(await left.getByRole('gridcell', { name: 'Dübel' }).getAttribute('id'));
    await closeDock(dock);
    await left.getByRole('gridcell', { name: 'Haken' }).dblclick();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Oese');
    await page.keyboard.press('Enter');
    await left.getByRole('gridcell', { name: 'Oese' }).waitFor();
    expect((await saveBytes(page, 'Left')).toString()).toBe(STOCK.replace('Haken', 'Oese'));
    await setMode(page, 'Left', 'text');
    await expect.poll(() => shownLines(page, 'Left')).toContain('  {"Artikel":"Oese","Preis":"1,40","Menge":15},');
  });

  it('is read otherwise by the dialog, which has no axe findings', async () => {
    const page = await openStock();
    const left = panel(page, 'Left');
    // What was edited and saved since is read, and not the file as it was opened.
    await left.getByRole('gridcell', { name: 'Haken' }).dblclick();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Oese');
    await page.keyboard.press('Enter');
    await left.getByRole('gridcell', { name: 'Oese' }).waitFor();
    const edited = STOCK.replace('Haken', 'Oese');
    expect((await saveBytes(page, 'Left')).toString()).toBe(edited);
    await left.getByRole('button', { name: /^Document: CSV/ }).click();
    await page.getByRole('menuitem', { name: 'CSV options…' }).click();
    const dialog = page.getByRole('dialog', { name: 'CSV options' });
    await dialog.getByText('3 rows, 4 columns.').waitFor();
    await dialog.getByText('2 faulty places').click();
    expect(await findingsInBoth(page, '[data-modal]')).toEqual([]);
    await dialog.getByLabel('Separator').selectOption('comma');
    await dialog.getByText(/3 rows, [23] columns/).waitFor();
    await dialog.getByLabel('Separator').selectOption('semicolon');
    await dialog.getByText('3 rows, 4 columns.').waitFor();
    await dialog.getByLabel('The first row holds the names').uncheck();
    await dialog.getByText('4 rows, 4 columns.').waitFor();
    await dialog.getByRole('button', { name: 'Read again' }).click();
    await left.getByRole('gridcell', { name: 'Artikel' }).waitFor();
    expect((await saveBytes(page, 'Left')).toString()).toBe(edited);
  });

  it('is exported from any array, and never written as JSON', async () => {
    const page = await stage.show('#right=json.[1]');
    await dropOpen(page, 'Left', files.write('rows.json', '[{"a":1.10,"o":{"x":"=1"}},{"a":"00123","l":[1]}]'));
    await catchSaves(page);
    await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
    await chooseMore(page, 'Left', 'Export as CSV…');
    const dialog = page.getByRole('dialog', { name: 'Export as CSV' });
    await dialog.getByRole('button', { name: 'Export' }).waitFor();
    expect(await findingsInBoth(page, '[data-modal]')).toEqual([]);
    await dialog.getByLabel('Separator').selectOption('semicolon');
    await dialog.getByLabel('Escape formulas').check();
    await dialog.getByRole('button', { name: 'Export' }).click();
    expect((await caughtBytes(page)).toString()).toBe("a;o.x;l\n1.10;'=1;\n00123;;[1]\n");
  });

  it('is what a table shows, filtered, ordered and with its visible columns, for the other panel and the clipboard', async () => {
    const page = await stage.prepare({ context: CLIPBOARD });
    await page.goto(`${stage.address()}#right=json.[1]`);
    await dropOpen(page, 'Left', files.write('shown.json', '[{"a":2,"b":"x"},{"a":1.10},{"b":"y","c":{"d":[1]}}]'));
    const left = panel(page, 'Left');
    await setMode(page, 'Left', 'table');
    await left.getByRole('columnheader', { name: 'a', exact: true }).dblclick();
    await expect.poll(() => left.getByRole('gridcell').first().innerText()).toBe('1.10');
    const dialog = page.getByRole('dialog', { name: 'Export as CSV' });
    const exportTo = async (to: string): Promise<void> => {
      await chooseMore(page, 'Left', 'Export as CSV…');
      await dialog.getByLabel('Content').selectOption('what the table shows: 3 rows, 3 columns');
      await dialog.getByLabel('To', { exact: true }).selectOption(to);
      await dialog.getByRole('button', { name: 'Export' }).click();
    };
    await exportTo('the clipboard');
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe('a,b,c.d\n1.10,,\n2,x,\n,y,[1]\n');
    await exportTo('the other panel');
    await panel(page, 'Right').getByRole('gridcell', { name: '1.10' }).waitFor();
    await panel(page, 'Right')
      .getByRole('button', { name: /^Document: CSV/ })
      .waitFor();
  });

  it('[TRF-2] is what the result of a query is copied and saved as', async () => {
    const page = await stage.prepare({ context: CLIPBOARD });
    await page.goto(`${stage.address()}#left=json.[{"id":1.50,"n":"a"}]&right=json.[1]`);
    await catchSaves(page);
    await openTransform(page);
    await dialogOf(page).getByRole('button', { name: 'Copy as CSV' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('id,n\n1.50,a\n');
    await dialogOf(page).getByRole('button', { name: 'Save as CSV' }).click();
    expect((await caughtBytes(page)).toString()).toBe('id,n\n1.50,a\n');
  });

  it('is not written where the document is no table: its text is offered as JSON', async () => {
    const page = await stage.prepare({ context: CLIPBOARD });
    await page.goto(`${stage.address()}#right=json.[1]`);
    await dropOpen(page, 'Left', files.write('stock.csv', STOCK));
    const left = panel(page, 'Left');
    await left.getByRole('gridcell', { name: 'Haken' }).waitFor();
    await catchSaves(page);
    await setMode(page, 'Left', 'text');
    const replace = async (text: string): Promise<void> => {
      await left.locator('.view-line').first().click();
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
      await page.keyboard.press('Control+A');
      await page.keyboard.press('Control+V');
      await expect.poll(() => shownLines(page, 'Left')).toEqual([text]);
    };
    await replace('{"a":[1]}');
    await page.keyboard.press('Control+Shift+S');
    await page.getByText('CSV has rows: only an array can be written as CSV').waitFor();
    await expect.poll(() => page.evaluate(() => saves.length)).toBe(0);
    await page.getByRole('button', { name: 'Download as JSON' }).click();
    expect((await caughtBytes(page)).toString()).toBe('{"a":[1]}');
    // A nested value is asked about before it is written.
    await replace('[{"Artikel":{"b":1},"Preis":"2","Menge":3}]');
    await page.keyboard.press('Control+Shift+S');
    const question = page.getByRole('dialog', { name: 'Write nested values as JSON?' });
    await question.getByRole('button', { name: 'Save' }).click();
    expect((await caughtBytes(page)).toString()).toBe('\ufeff"Artikel"; Preis ;Menge\r\n"{""b"":1}";"2";3;\r\n');
  });

  it('is what a pasted table becomes, and what a text that looks like CSV is offered as', async () => {
    const page = await stage.show('#right=json.[1]');
    await dropOpen(page, 'Left', files.write('table.txt', 'id,name\n1,Ann\n2,Jo\n'));
    await panel(page, 'Left').getByRole('button', { name: 'Open as CSV' }).click();
    await panel(page, 'Left').getByRole('gridcell', { name: 'Ann' }).waitFor();
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'k\tv\nx\t007\ny\t008\n');
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    });
    await panel(page, 'Left').getByRole('gridcell', { name: '007' }).waitFor();
  });
});
