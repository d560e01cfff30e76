// The complete workflow: drop, read, scroll, edit in either view, undo, format, save.

import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  drop,
  dropOpen,
  panel,
  rowTexts,
  saveBytes,
  setMode,
  setStage,
  shownLines,
  waitValid,
} from '../support/app.ts';
import { makeFolder, records } from '../support/files.ts';

const stage = setStage();
const files = makeFolder();
const LOSSLESS =
  '{\n  "big": 9007199254740993,\n  "exact": 1.10,\n  "twice": 1,\n  "twice": 2,\n  "escaped": "\\u00e9\\/"\n}';

describe('the first visit', () => {
  it('[PAN-1] [PAN-11] [DOC-13] shows the sample, text on the left and tree on the right, and remembers other modes', async () => {
    const page = await stage.open();
    await panel(page, 'Left').locator('.view-line').first().waitFor();
    await expect.poll(async () => (await shownLines(page, 'Left')).join('\n')).toContain('"string": "Hello World"');
    await panel(page, 'Right').getByRole('row').nth(7).waitFor();
    const rows = await rowTexts(page, 'Right');
    expect(rows.map((row) => row.split(' ')[0])).toEqual([
      'root',
      'array',
      'boolean',
      'color',
      'null',
      'number',
      'object',
      'string',
    ]);
    for (const side of ['Left', 'Right'] as const) {
      await expect
        .poll(() => panel(page, side).getByRole('radiogroup', { name: 'Mode' }).locator('label').allInnerTexts())
        .toEqual(['text', 'tree', 'table']);
      for (const mode of ['text', 'tree', 'table'])
        await expect.poll(() => panel(page, side).getByRole('radio', { name: mode }).count()).toBe(1);
    }
    await expect.poll(() => page.locator('#LEFT_PANEL').count()).toBe(1);
    await expect.poll(() => page.locator('#RIGHT_PANEL').count()).toBe(1);

    // A hint about what the page can do is shown once, below the sample.
    const hint = page.getByRole('note').filter({ hasText: 'F1 lists every command.' });
    await expect.poll(() => hint.count()).toBe(1);
    await hint.getByRole('button', { name: 'Close the hint' }).click();
    await hint.waitFor({ state: 'detached' });
    await setMode(page, 'Left', 'tree');
    await panel(page, 'Left').getByRole('row').nth(7).waitFor();
    await page.reload();
    await panel(page, 'Right').getByRole('row').nth(7).waitFor();
    await panel(page, 'Left').getByRole('row').filter({ hasText: 'Hello World' }).waitFor();
    await expect.poll(() => panel(page, 'Left').getByRole('radio', { name: 'tree' }).isChecked()).toBe(true);
    await expect.poll(() => hint.count()).toBe(0);
  });

  it('[LIM-1] says sizes as people read them', async () => {
    const page = await stage.blank();
    for (const [size, said] of [
      [899, '899 B'],
      [900, '0.9 KB'],
      [1536, '1.5 KB'],
      [1024 * 900, '0.9 MB'],
    ] as const) {
      await dropOpen(page, 'Left', files.write(`${size}.json`, `"${'x'.repeat(size - 2)}"`));
      await panel(page, 'Left').getByText(said, { exact: true }).waitFor();
    }
  });
});

describe('a dropped file', () => {
  it('[BIG-1] [DOC-11] opens, is edited in the tree, undone, and saved with every other byte as it was', async () => {
    const page = await stage.blank();
    await dropOpen(page, 'Right', files.write('lossless.json', LOSSLESS));
    await panel(page, 'Right').getByRole('row').filter({ hasText: 'escaped' }).waitFor();
    await expect
      .poll(() => rowTexts(page, 'Right'))
      .toEqual(['root 5 keys', 'big 9007199254740993', 'exact 1.10', 'twice 1', 'twice 2', 'escaped é/']);
    expect((await saveBytes(page, 'Right')).toString()).toBe(LOSSLESS);

    await panel(page, 'Right').getByText('1.10', { exact: true }).dblclick();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('1.100');
    await page.keyboard.press('Enter');
    await panel(page, 'Right').getByText('1.100', { exact: true }).waitFor();
    expect((await saveBytes(page, 'Right')).toString()).toBe(LOSSLESS.replace('1.10', '1.100'));

    await panel(page, 'Right').getByRole('button', { name: /^Undo/ }).click();
    await panel(page, 'Right').getByText('1.10', { exact: true }).waitFor();
    expect((await saveBytes(page, 'Right')).toString()).toBe(LOSSLESS);
  });

  it('[TXT-1] [TXT-3] is edited as text, and undo works across modes', async () => {
    const page = await stage.blank();
    await dropOpen(page, 'Left', files.write('small.json', '{"a": 1}'));
    await panel(page, 'Left').locator('.view-line', { hasText: '"a": 1' }).waitFor();
    await panel(page, 'Left').locator('.monaco-editor').first().click();
    await page.keyboard.press('Control+Home');
    for (let step = 0; step < 7; step += 1) await page.keyboard.press('ArrowRight');
    await panel(page, 'Left').getByText('Ln 1, Col 8').waitFor();
    await panel(page, 'Left').getByText('$.a', { exact: true }).waitFor();
    await page.keyboard.type('23');
    expect((await saveBytes(page, 'Left')).toString()).toBe('{"a": 123}');
    await setMode(page, 'Left', 'tree');
    await panel(page, 'Left').getByRole('row').filter({ hasText: '123' }).waitFor();
    await panel(page, 'Left').getByRole('button', { name: /^Undo/ }).click();
    await panel(page, 'Left').getByRole('row').filter({ hasText: '123' }).waitFor({ state: 'detached' });
    expect((await saveBytes(page, 'Left')).toString()).toBe('{"a": 1}');
    await setMode(page, 'Left', 'text');
    await panel(page, 'Left').getByRole('button', { name: /^Redo/ }).click();
    await panel(page, 'Left').locator('.view-line', { hasText: '123' }).waitFor();
  });

  it('[FMT-1] [FMT-2] is formatted, smartly formatted and compacted', async () => {
    const page = await stage.blank();
    const source = '{"list":[1,2.50,{"x":[]}],"name":"n"}';
    await dropOpen(page, 'Left', files.write('compact.json', source));
    await panel(page, 'Left').locator('.view-line', { hasText: '2.50' }).waitFor();
    const format = async (name: string): Promise<string> => {
      await panel(page, 'Left').getByRole('button', { name: 'Format', exact: true }).click();
      await page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click();
      return (await saveBytes(page, 'Left')).toString();
    };
    expect(await format('Format')).toBe(
      '{\n  "list": [\n    1,\n    2.50,\n    {\n      "x": []\n    }\n  ],\n  "name": "n"\n}',
    );
    expect(await format('Smart format')).toBe('{ "list": [1, 2.50, { "x": [] }], "name": "n" }');
    expect(await format('Compact')).toBe(source);
  });

  it('[DOC-11] two files fill both panels', async () => {
    const page = await stage.blank();
    await drop(page, 'Left', files.write('one.json', '["one"]'), files.write('two.json', '["two"]'));
    await panel(page, 'Left').locator('.view-line', { hasText: 'one' }).waitFor();
    await panel(page, 'Right').getByRole('row').filter({ hasText: 'two' }).waitFor();
  });

  it('[PAN-4] is copied to the other panel as text, one undo step there', async () => {
    const page = await stage.blank();
    await dropOpen(page, 'Left', files.write('copy.json', '{"n": 1.0}'));
    await panel(page, 'Left').locator('.view-line', { hasText: '1.0' }).waitFor();
    await page.getByRole('button', { name: 'Copy left to right' }).click();
    await panel(page, 'Right').getByRole('row').filter({ hasText: '1.0' }).waitFor();
    expect((await saveBytes(page, 'Right')).toString()).toBe('{"n": 1.0}');
    await panel(page, 'Right').getByRole('button', { name: /^Undo/ }).click();
    await panel(page, 'Right').getByRole('row').filter({ hasText: '1.0' }).waitFor({ state: 'detached' });
    expect((await saveBytes(page, 'Right')).toString()).toBe('[]\n');
  });
});

describe('a large file', () => {
  const text = records(40_000);
  const path = files.write('large.json', text);

  it('[TXT-2] [BIG-1] is read as text from its first line to its last', async () => {
    const page = await stage.blank();
    await dropOpen(page, 'Left', path);
    await waitValid(page, 'Left');
    await panel(page, 'Left').locator('.monaco-editor').first().click();
    await page.keyboard.press('Control+End');
    const last = text.split('\n').length;
    await panel(page, 'Left')
      .locator('.line-numbers', { hasText: String(last) })
      .waitFor();
    await expect.poll(async () => (await shownLines(page, 'Left')).at(-1)).toBe(']');
    await expect.poll(() => shownLines(page, 'Left')).toContain('    "id": 39999,');
    await panel(page, 'Left')
      .getByText(`Ln ${last.toLocaleString('en-US')}, Col 2`)
      .waitFor();
    await page.keyboard.press('Control+Home');
    await panel(page, 'Left').locator('.view-line', { hasText: '"id": 0,' }).waitFor();
  });

  it('[TRE-1] [TRE-3] shows every row of the tree, by scrollbar and by keys', async () => {
    const page = await stage.blank();
    await dropOpen(page, 'Right', path);
    await waitValid(page, 'Right');
    await panel(page, 'Right').getByRole('button', { name: 'Expand' }).click();
    await page.getByRole('menuitem', { name: 'Expand all' }).click();
    const tree = panel(page, 'Right').getByRole('treegrid');
    // The root, and per record its own row with 4 members, 2 tags and 2 nested members.
    const rows = 1 + 40_000 * 9;
    await expect.poll(() => tree.getAttribute('aria-rowcount')).toBe(String(rows));
    for (const share of [0.5, 1]) {
      await panel(page, 'Right')
        .getByRole('scrollbar')
        .evaluate((bar, part) => bar.scrollTo({ top: (bar.scrollHeight - bar.clientHeight) * part }), share);
      await expect
        .poll(() =>
          rowTexts(page, 'Right').then((texts) =>
            texts.some((row) => row.includes(share === 1 ? 'record 39999' : 'record 20000')),
          ),
        )
        .toBe(true);
    }
    await tree
      .getByRole('row')
      .first()
      .click({ position: { x: 300, y: 10 } });
    await page.keyboard.press('Home');
    await tree.getByRole('row').filter({ hasText: 'root' }).waitFor();
    await page.keyboard.press('End');
    await expect.poll(() => tree.getByRole('row').last().getAttribute('aria-rowindex')).toBe(String(rows));
  });

  it('[BIG-2] shows its progress and stops when it is cancelled, the panel as it was', async () => {
    const page = await stage.blank();
    const before = await saveBytes(page, 'Left');
    // The progress bar appears after a second, so delay the file.
    await page.route('**/slow.json', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 4000));
      await route.abort().catch(() => undefined);
    });
    await panel(page, 'Left').getByRole('button', { name: 'Open' }).click();
    await page.getByRole('menuitem', { name: /From a web address/ }).click();
    await page.getByRole('textbox', { name: 'Address' }).fill(`${stage.address()}slow.json`);
    await page.keyboard.press('Enter');
    await panel(page, 'Left').getByRole('button', { name: 'Cancel' }).click();
    await panel(page, 'Left').getByRole('button', { name: 'Cancel' }).waitFor({ state: 'detached' });
    expect(await saveBytes(page, 'Left')).toEqual(before);
  });
});

describe('bad input', () => {
  it.each([
    ['empty.json', '', /empty/i],
    ['truncated.json', '{"a": [1, 2', /ends too early/],
    ['brackets.json', '['.repeat(100_000), /ends too early/],
    [
      'binary.json',
      Uint8Array.from({ length: 5000 }, (_, index) => (index * 7919) % 256),
      /binary data|Expected a value|UTF-8|control character/,
    ],
  ] as const)('[PAR-4] %s opens in text mode with its error', async (name, content, message) => {
    const page = await stage.blank();
    await dropOpen(page, 'Left', files.write(name, content));
    await panel(page, 'Left').getByRole('heading', { name }).waitFor();
    await panel(page, 'Left').getByText(message).first().waitFor();
    if (content.length > 0) {
      await panel(page, 'Left')
        .getByRole('button', { name: /^Invalid: line/ })
        .waitFor();
      await panel(page, 'Left').locator('.view-line').first().waitFor();
    }
    expect(await saveBytes(page, 'Left')).toEqual(Buffer.from(content));
  });

  it('[PAR-4] a truncated file is repaired on request, as one undo step', async () => {
    const page = await stage.blank();
    await dropOpen(page, 'Left', files.write('repair.json', '{"a": [1, 2'));
    await panel(page, 'Left').getByRole('button', { name: 'Auto repair' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Repair' }).click();
    await waitValid(page, 'Left');
    expect(JSON.parse((await saveBytes(page, 'Left')).toString())).toEqual({ a: [1, 2] });
    await panel(page, 'Left').getByRole('button', { name: /^Undo/ }).click();
    await panel(page, 'Left')
      .getByRole('button', { name: /^Invalid/ })
      .waitFor();
  });

  it('[RTE-2] a dropped folder or a file that vanished is named, and the panel stays as it was', async () => {
    const page = await stage.blank();
    await drop(page, 'Left', files.folder('some-folder'));
    await page
      .getByText(/"some-folder" is a folder/)
      .first()
      .waitFor();
    await page.evaluate(() => {
      // A file that can be picked but no longer read, like one that was deleted in between.
      const slice = Blob.prototype.slice;
      Blob.prototype.slice = function vanish(this: Blob, ...range) {
        const part = slice.apply(this, range);
        if (this instanceof File && this.name === 'gone.json')
          part.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotFoundError'));
        return part;
      };
    });
    await drop(page, 'Left', files.write('gone.json', '[]'));
    await page
      .getByText(/"gone\.json"/)
      .first()
      .waitFor();
    expect((await saveBytes(page, 'Left')).toString()).toBe('[]\n');
  });

  it('[DOC-11] a picked file that is deleted before it is read is named', async () => {
    const page = await stage.blank();
    const path = files.write('picked.json', '[1]');
    const choosing = page.waitForEvent('filechooser');
    await panel(page, 'Left').getByRole('button', { name: 'Open' }).click();
    await page.getByRole('menuitem', { name: /Open file/ }).click();
    rmSync(path);
    await (await choosing).setFiles(path).catch(() => undefined);
    expect((await saveBytes(page, 'Left')).toString()).toBe('[]\n');
  });
});
