// Saving that can fail or needs a confirmation: formats on save, files on disk, a full or forbidden database, size limits.

import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import {
  FROZEN_MS,
  chooseMore,
  dropOpen,
  panel,
  setStage,
  shownLines,
  waitValid,
  withSettings,
} from '../support/app.ts';
import { findings } from '../support/axe.ts';
import { makeFolder } from '../support/files.ts';

const stage = setStage();
const files = makeFolder();

const saved = (page: Page) => panel(page, 'Left').getByText(/^Saved \d/);
const type = async (page: Page, text: string): Promise<void> => {
  await panel(page, 'Left').locator('.view-line').first().click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(text);
};

// A headless browser has no file picker: this one returns a real file of the origin private file system.
const withPicker = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const pick = async (): Promise<FileSystemFileHandle[]> => {
      const folder = await navigator.storage.getDirectory();
      return [await folder.getFileHandle('orders.json', { create: true })];
    };
    Object.assign(globalThis, { showOpenFilePicker: pick, showSaveFilePicker: async () => (await pick())[0] });
  });
};
const onDisk = (page: Page, write?: string): Promise<string> =>
  page.evaluate(async (text) => {
    const folder = await navigator.storage.getDirectory();
    const handle = await folder.getFileHandle('orders.json', { create: true });
    if (text !== undefined) {
      const target = await handle.createWritable();
      await target.write(text);
      await target.close();
    }
    return (await handle.getFile()).text();
  }, write);

describe('formatting on save', () => {
  it('[FMT-3] lays the document out by Ctrl+S, and not by itself; what can’t be formatted is not saved', async () => {
    const page = await stage.open('#right=json.[0]', withSettings(stage, { formattingOnSave: 'compact' }));
    await dropOpen(page, 'Left', files.write('laid-out.json', '{ "a": [1, 2.0] }'));
    await type(page, ' ');
    await saved(page).waitFor();
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['{ "a": [1, 2.0] } ']);
    await page.keyboard.press('Control+s');
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['{"a":[1,2.0]}']);
    await type(page, ',');
    await page.keyboard.press('Control+s');
    const sentence =
      'Failed to compact the document. Fix the document or select "Indentation: keep as-is", then try to save it again.';
    await page.getByText(sentence).first().waitFor();
  });
});

describe('the installed page', () => {
  it('[DOC-11] [OFF-1] opens the files that the system hands over, one or two, and saves them in place', async () => {
    const page = await stage.prepare();
    // The system launches only an installed page. The launches are simulated; the files are real ones of the origin private
    // file system.
    await page.addInitScript(() => {
      const launchQueue = { setConsumer: (consumer: unknown) => Object.assign(globalThis, { launch: consumer }) };
      Object.defineProperty(globalThis, 'launchQueue', { value: launchQueue });
    });
    const launch = (...contents: string[]): Promise<void> =>
      page.evaluate(async (texts) => {
        const folder = await navigator.storage.getDirectory();
        const made = texts.map(async (text, index) => {
          const handle = await folder.getFileHandle(`launched-${index}.json`, { create: true });
          const target = await handle.createWritable();
          await target.write(text);
          await target.close();
          return handle;
        });
        const { launch: consumer } = globalThis as unknown as { launch: (launched: { files: unknown[] }) => void };
        consumer({ files: await Promise.all(made) });
      }, contents);
    await page.goto(`${stage.address()}#left=json.[0]&right=json.[0]`);
    await waitValid(page, 'Left');
    const manifest = await page.evaluate(async () => {
      const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]');
      return (await (await fetch(link?.href ?? '')).json()) as { file_handlers: { accept: object }[] };
    });
    expect(Object.keys(manifest.file_handlers[0]?.accept ?? {})).toContain('application/json');

    await launch('["one"]', '["two"]');
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['["one"]']);
    await panel(page, 'Right').getByRole('heading', { name: 'launched-1.json' }).waitFor();
    await panel(page, 'Left').locator('.view-line').first().click();
    await launch('["three"]');
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['["three"]']);
    await type(page, ' ');
    await page.keyboard.press('Control+s');
    await saved(page).waitFor();
    const written = page.evaluate(async () => {
      const folder = await navigator.storage.getDirectory();
      return (await (await folder.getFileHandle('launched-0.json')).getFile()).text();
    });
    expect(await written).toBe('["three"] ');
  });
});

describe('a file on disk', () => {
  it('[DOC-11] [DOC-19] [RTE-5] [RTE-6] is saved in place, asked about when it was changed elsewhere, and there again after a reload: read anew, asked for, or copied', async () => {
    const page = await stage.prepare();
    await withPicker(page);
    await page.goto(`${stage.address()}#right=json.[0]`);
    await panel(page, 'Left').waitFor();
    await onDisk(page, '[1]');
    await panel(page, 'Left').getByRole('button', { name: 'Open file…' }).click();
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['[1]']);
    await type(page, ' ');
    // Autosave does not write files on disk.
    await page.waitForTimeout(1500);
    await expect.poll(() => onDisk(page)).toBe('[1]');
    await panel(page, 'Left').getByText('On disk', { exact: true }).waitFor();
    await page.keyboard.press('Control+s');
    await expect.poll(() => onDisk(page)).toBe('[1] ');
    await saved(page).waitFor();

    await type(page, ' ');
    await onDisk(page, '["theirs"]');
    const question = page.getByRole('dialog', { name: 'Changed on disk' });
    await page.keyboard.press('Control+s');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => onDisk(page)).toBe('["theirs"]');
    await page.keyboard.press('Control+s');
    await question.getByRole('button', { name: 'Overwrite' }).click();
    await expect.poll(() => onDisk(page)).toBe('[1]  ');
    await saved(page).waitFor();

    // A document from the address becomes the file that it was saved to.
    await chooseMore(page, 'Right', 'Save to disk');
    await expect.poll(() => onDisk(page)).toBe('[0]');
    await panel(page, 'Right').getByRole('heading', { name: 'orders.json' }).waitFor();
    await panel(page, 'Right').getByText('On disk', { exact: true }).waitFor();
    await expect.poll(() => page.evaluate(() => location.hash)).toBe('');

    // After a reload the panel shows the file itself, not a copy.
    await onDisk(page, '[2]');
    await page.reload();
    await panel(page, 'Right').getByRole('heading', { name: 'orders.json' }).waitFor();
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['[2]']);
    await panel(page, 'Left').getByText('On disk', { exact: true }).waitFor();
    await type(page, ' ');
    await page.keyboard.press('Control+s');
    await expect.poll(() => onDisk(page)).toBe('[2] ');
    await saved(page).waitFor();
    // A file that is only viewed is copied to the database, a moment later.
    const noted = (): Promise<string | null> => page.evaluate(() => sessionStorage.getItem('shownFiles'));
    const before = await noted();
    await dropOpen(page, 'Right', files.write('upload.json', '["upload"]'));
    await expect.poll(noted).not.toBe(before);

    await page.addInitScript(() => {
      let state = 'prompt';
      Object.assign(FileSystemFileHandle.prototype, {
        queryPermission: () => Promise.resolve(state),
        requestPermission: () => Promise.resolve((state = 'granted')),
      });
    });
    await page.reload();
    await panel(page, 'Left').getByText('"orders.json" was open here.').waitFor();
    await panel(page, 'Right').getByRole('row').filter({ hasText: 'upload' }).waitFor();
    expect(await findings(page, '#LEFT_PANEL')).toEqual([]);
    await panel(page, 'Left').getByRole('button', { name: 'Open again' }).click();
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['[2] ']);
    // The copy also opens in another tab, when its address names no document.
    const next = await page.context().newPage();
    await next.goto(stage.address());
    await panel(next, 'Right').getByRole('row').filter({ hasText: 'upload' }).waitFor();
    await next.close();

    // A file that was deleted is reported.
    await page.evaluate(async () => (await navigator.storage.getDirectory()).removeEntry('orders.json'));
    await page.reload();
    await panel(page, 'Left').getByRole('button', { name: 'Open again' }).click();
    await panel(page, 'Left').getByText('Cannot read "orders.json".').waitFor();
  });
});

describe('a duplicated tab', () => {
  /** Opens a second page at the same address, with a copy of the tab's session storage. */
  const duplicate = async (page: Page): Promise<Page> => {
    const opened = page.context().waitForEvent('page');
    await page.evaluate(() => void open(location.href));
    const twin = await opened;
    await panel(twin, 'Left').waitFor();
    return twin;
  };
  /** The lines of the left panel. By id, not role: roles are hidden while a dialog is open. */
  const lines = (page: Page): Promise<string[]> => page.locator('#LEFT_PANEL .view-line').allInnerTexts();
  const fileOf = (page: Page): Promise<string> =>
    page.evaluate(() => String((JSON.parse(sessionStorage['shownFiles'] as string) as { left: unknown }).left));
  const recover = (page: Page, name: string) => page.getByRole('button', { name: `Recover ${name}` });
  const reload = async (page: Page): Promise<void> => {
    // The draft is written a moment after the key.
    await page.waitForTimeout(500);
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
  };

  it('[RTE-6] [DOC-15] shows the same file, and neither takes the file or the unsaved work of the other', async () => {
    const page = await stage.show('#right=json.[0]', withSettings(stage, { autosave: 'false' }));
    await dropOpen(page, 'Left', files.write('twice.json', '[1]'));
    await type(page, '2');
    const kept = await fileOf(page);
    const twin = await duplicate(page);
    await expect.poll(() => lines(twin)).toEqual(['[1]']);
    // The second tab has stored its own copy of the file by now. The first tab's work is not lost, so it is not offered.
    await expect.poll(() => fileOf(twin)).not.toBe(kept);
    await type(twin, '3');
    await expect.poll(() => twin.getByRole('dialog').count()).toBe(0);
    for (const [tab, other, mine, theirs] of [
      [page, twin, '[1]2', '[1]3'],
      [twin, page, '[1]3', '[1]2'],
    ] as const) {
      await reload(tab);
      await recover(tab, 'twice.json').waitFor();
      await expect.poll(() => recover(tab, 'twice.json').count()).toBe(1);
      await expect.poll(() => lines(tab)).toEqual(['[1]']);
      await recover(tab, 'twice.json').click();
      await expect.poll(() => lines(tab)).toEqual([mine]);
      await expect.poll(() => lines(other)).toEqual([theirs]);
    }
    await twin.close();
  });

  it('[DOC-15] [DOC-16] shows the same document, and each keeps its own unsaved work', async () => {
    const page = await stage.show('#left=json.[1]&right=json.[0]', withSettings(stage, { autosave: 'false' }));
    await expect.poll(() => lines(page)).toEqual(['[1]']);
    await page.locator('#LEFT_PANEL .view-line').first().click();
    await page.keyboard.press('Control+s');
    await saved(page).waitFor();
    await type(page, '2');
    const twin = await duplicate(page);
    await expect.poll(() => lines(twin)).toEqual(['[1]']);
    await type(twin, '3');
    await reload(page);
    await recover(page, 'Inline document').waitFor();
    await expect.poll(() => recover(page, 'Inline document').count()).toBe(1);
    await recover(page, 'Inline document').click();
    await expect.poll(() => lines(page)).toEqual(['[1]2']);
    await page.locator('#LEFT_PANEL .view-line').first().click();
    await page.keyboard.press('Control+s');
    await twin.locator('#LEFT_PANEL').getByRole('button', { name: 'Conflict' }).waitFor();
    await expect.poll(() => lines(twin)).toEqual(['[1]3']);
  });
});

describe('a browser that does not keep things', () => {
  it('[ERR-3] [SET-4] that is full says that the document will be lost, and how large it may be', async () => {
    const page = await stage.open('#right=json.[0]', withSettings(stage, { autosave: 'false' }));
    // Incompressible data.
    const noise = randomBytes(3_000_000).toString('base64');
    const session = await page.context().newCDPSession(page);
    const origin = new URL(stage.address()).origin;
    await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 100_000 });
    await dropOpen(page, 'Left', files.write('full.json', `["${noise}"]`));
    await type(page, ' ');
    await chooseMore(page, 'Left', 'Save a copy');
    const sentence =
      /^The JSON document is too large to store locally in your browser, and will be lost when closing the browser\. Make sure you save the document yourself\. \(actual size: 3\.8 MB, maximum size: less than that\)\.$/;
    await page.getByText(sentence).first().waitFor();
    await panel(page, 'Left').getByRole('img', { name: 'Unsaved changes' }).waitFor();
  });

  it('[DOC-5] [SET-4] with little room says so once, and keeps the document as soon as it has shrunk', async () => {
    const page = await stage.show('#right=json.[0]');
    await page.evaluate(() => {
      const { estimate } = StorageManager.prototype;
      Object.assign(globalThis, { estimate });
      StorageManager.prototype.estimate = () => Promise.resolve({ quota: 20, usage: 5 });
    });
    await dropOpen(page, 'Left', files.write('room.json', '["more than fifteen bytes"]'));
    await type(page, ' ');
    const sentence = page.getByText(/^The JSON document is too large .* maximum size: 15 B\)\.$/);
    await sentence.first().waitFor();
    const told = await sentence.count();
    await type(page, ' ');
    await page.waitForTimeout(1500);
    await expect.poll(() => sentence.count()).toBe(told);
    await page.keyboard.press('Control+a');
    await page.keyboard.type('["less"]');
    await saved(page).waitFor();
    await panel(page, 'Left').getByText('Copy here; file unchanged', { exact: true }).waitFor();
    await page.evaluate(() => {
      StorageManager.prototype.estimate = Reflect.get(globalThis, 'estimate') as () => Promise<StorageEstimate>;
    });
  });

  it('[ERR-3] in private mode says so, in every list and for every save', async () => {
    const page = await stage.prepare();
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('A mutation operation was attempted on a database that did not allow mutations.');
      };
    });
    await page.goto(`${stage.address()}#right=json.[0]`);
    await dropOpen(page, 'Left', files.write('private.json', '[1]'));
    await waitValid(page, 'Left');
    await type(page, ' ');
    const reason = 'Are you running in private mode or is the browser history disabled?';
    await page.getByText(`Failed to save document in local database. ${reason}`).first().waitFor();
    await page.keyboard.press('Control+o');
    await page.getByText(`Failed to load documents from local database. ${reason}`).first().waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['[1] ']);
  });
});

describe('a large document', () => {
  it('[DOC-5] [DOC-18] [BIG-1] of 30 MB is kept and comes back, and the page is never blocked', async () => {
    const record = `{"id": 1000000, "name": "${'wide '.repeat(10)}", "amount": 12.50}`;
    const text = `[${Array.from({ length: 330_000 }, () => record).join(',\n')}]`;
    const page = await stage.show('#right=json.[0]');
    await dropOpen(page, 'Left', files.write('large.json', text));
    await panel(page, 'Left').locator('.view-line').first().click();
    await page.evaluate(() => {
      const tasks: number[] = [];
      Object.assign(globalThis, { tasks });
      new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
        type: 'longtask',
      });
    });
    await page.keyboard.type(' ');
    await saved(page).waitFor({ timeout: 60_000 });
    // On a busy machine a task may take several times as long. Processing the whole document in one task would take seconds.
    await expect
      .poll(() => page.evaluate(() => Math.max(0, ...(globalThis as unknown as { tasks: number[] }).tasks)))
      .toBeLessThan(FROZEN_MS);
    await page.reload();
    await panel(page, 'Left').getByText('"id": 1000000').first().waitFor({ timeout: 30_000 });
    await waitValid(page, 'Left');
    await expect
      .poll(() => page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0))
      .toBeLessThan(10_000_000);
  });
});
