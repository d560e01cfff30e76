// The editor embedded in pages of other origins, as their users and their scripts use it.

import { describe, expect, it } from 'vitest';
import { setStage } from '../support/app.ts';
import { bodyWith, frameOf, inside, readText, setHosts, toldOf } from '../support/embed-host.ts';

const stage = setStage();
const hosts = setHosts();

describe('an editor in a page of another origin', () => {
  it('[EMB-1] loads, tells of edits, is read, patched, saved and left', async () => {
    const page = await stage.prepare();
    await page.goto(hosts.page(bodyWith(stage.address(), '{ saveButton: true, exitButton: true, theme: "dark" }')));
    const loaded = await page.evaluate(() => editor.load(new Blob(['{"a": 1}']), { name: 'config.json' }));
    expect(loaded).toMatchObject({ panel: 'left', name: 'config.json', size: 8, dialect: 'json' });
    const root = inside(page);
    await root.getByText('Valid', { exact: true }).waitFor();
    await expect.poll(() => frameOf(page).evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
    await root.getByRole('heading', { name: 'config.json' }).waitFor();
    // The user types.
    await root.locator('.view-line').first().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type(', "b": 2');
    await expect.poll(() => readText(page)).toBe('{"a": 1, "b": 2}');
    const [change, ...later] = await toldOf(page, 'change');
    expect(change).toMatchObject({ panel: 'left', base: loaded.revision });
    expect(later.length).toBeGreaterThan(0);
    await expect.poll(() => toldOf(page, 'dirty')).toEqual([{ type: 'dirty', panel: 'left', dirty: true }]);
    await expect.poll(async () => (await toldOf(page, 'selection')).at(-1)).toMatchObject({ path: '/b', line: 0 });
    // The host edits, in each of the three ways.
    await page.evaluate(async () => {
      await editor.apply({ patch: [{ op: 'add', path: '/c', value: [1, 2] }] });
      await editor.apply({ mergePatch: '{"b": null, "d": 1.10}' });
      await editor.apply({ splices: [{ start: 1, end: 1, insert: ' ' }] });
    });
    await expect.poll(() => readText(page)).toBe('{ "a": 1, "c": [1,2], "d": 1.10}');
    // The user saves.
    await root.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => toldOf(page, 'save')).toHaveLength(1);
    await page.evaluate(async () => {
      const { revision } = told.find(({ type }) => type === 'save') as unknown as { revision: number };
      await editor.markSaved({ revision });
    });
    await expect.poll(async () => (await toldOf(page, 'dirty')).at(-1)).toMatchObject({ dirty: false });
    await root.getByRole('button', { name: 'Exit' }).click();
    await expect.poll(() => toldOf(page, 'exit')).toEqual([{ type: 'exit', dirty: false }]);
    await expect.poll(() => toldOf(page, 'error')).toEqual([]);
  });

  it('[NEW-7] asks before a document with secrets is saved, if the host wants that', async () => {
    const page = await stage.prepare();
    await page.goto(hosts.page(bodyWith(stage.address(), '{ saveButton: true, checkSecrets: true }')));
    await page.evaluate(() => editor.load(new Blob(['{"password": "Hollow-648quiver!"}']), { name: 'config.json' }));
    const root = inside(page);
    await root.getByText('Valid', { exact: true }).waitFor();
    const question = root.getByRole('dialog', { name: 'Secrets in this document' });
    await root.getByRole('button', { name: 'Save' }).click();
    await question.getByText('This document holds 1 password. They would go to the page around this editor.').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    await expect.poll(() => toldOf(page, 'save')).toEqual([]);
    await root.getByRole('button', { name: 'Save' }).click();
    await question.getByRole('button', { name: 'Save anyway' }).click();
    await expect.poll(() => toldOf(page, 'save')).toHaveLength(1);
    // What holds none is handed over at once, and so is everything where the host has not asked.
    await page.evaluate(() => editor.load(new Blob(['[1]']), { name: 'plain.json' }));
    await root.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => toldOf(page, 'save')).toHaveLength(2);
    await page.evaluate(async () => {
      await editor.setOptions({ checkSecrets: false });
      await editor.load(new Blob(['{"password": "Hollow-648quiver!"}']));
    });
    await root.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => toldOf(page, 'save')).toHaveLength(3);
  });

  it('[EMB-1] serves two editors on one page, each over its own port, and starts over when a frame is loaded anew', async () => {
    const page = await stage.prepare();
    const address = `${stage.address()}embed`;
    await page.goto(
      hosts.page(`${bodyWith(stage.address())}
<diptych-editor id="second" src="${address}" tools="none" style="width: 900px; height: 300px"></diptych-editor>`),
    );
    await page.evaluate(async () => {
      const second = document.querySelector('diptych-editor');
      if (second?.editor == null) throw new Error('there is no second editor');
      globalThis.editors = { second: second.editor };
      await Promise.all([editor.load('[1]', { name: 'one' }), second.editor.load('[2]', { name: 'two' })]);
      await second.editor.apply({ patch: [{ op: 'add', path: '/-', value: 3 }] });
    });
    await expect.poll(() => readText(page)).toBe('[1]');
    await expect.poll(() => page.evaluate(async () => (await editors['second']?.read())?.text())).toBe('[2,3]');
    // The second editor is shown without a toolbar.
    await inside(page, 1).locator('.view-line').getByText('[2,3]').waitFor();
    await expect.poll(() => inside(page, 1).getByRole('toolbar').count()).toBe(0);
    await expect.poll(() => inside(page, 1).getByRole('heading', { level: 2 }).count()).toBe(0);
    // The first editor is reloaded: pending requests are rejected, and the new connection starts with an empty document.
    const [ended, again] = await page.evaluate(async () => {
      const old = Reflect.get(editor, 'port') as MessagePort;
      const waits = editor.read().then(
        () => 'answered',
        (error: { code: string }) => error.code,
      );
      const isReady = new Promise((resolve) => editor.on('ready', resolve));
      // The reply to the read may arrive before the frame reloads.
      editor.frame.contentWindow?.location.replace(editor.frame.src);
      await isReady;
      const isOld = old === Reflect.get(editor, 'port');
      return [await waits, isOld] as const;
    });
    expect(['closed', 'answered']).toContain(ended);
    expect(again).toBe(false);
    await expect.poll(() => readText(page)).toBe('');
    await page.evaluate(() => editor.load('[4]'));
    await expect.poll(() => readText(page)).toBe('[4]');
    await expect.poll(() => page.evaluate(async () => (await editors['second']?.read())?.text())).toBe('[2,3]');
    // A closed editor rejects pending and later requests.
    const refused = await page.evaluate(() => {
      const second = editors['second'];
      if (second === undefined) throw new Error('there is no second editor');
      const waits = second.read();
      second.close();
      return Promise.all([waits, second.read()].map((asked) => asked.catch((error: { code: string }) => error.code)));
    });
    expect(refused).toEqual(['closed', 'closed']);
  });

  it('[EMB-1] is a field of a form: sent as it was written, reset, and disabled with it', async () => {
    const page = await stage.prepare();
    // It exists: a full Chromium shows a page of its own for a missing one without content.
    const received = hosts.page('Received');
    await page.goto(
      hosts.page(`
<form method="get" action="${received}"><fieldset>
  <label>Name <input name="title" value="x"></label>
  <diptych-editor name="config" src="${stage.address()}embed" style="width: 900px; height: 300px"></diptych-editor>
  <button>Send</button><button type="reset">Reset</button></fieldset>
</form>
<script type="module">
  import '${stage.address()}embed/sdk.js';
  document.querySelector('diptych-editor').value = '{"a":1}';
</script>`),
    );
    const root = inside(page);
    await root.locator('.view-line').getByText('"a"').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type(',"é":2');
    const readForm = () =>
      page.evaluate(() => {
        const form = document.querySelector('form');
        return form === null ? null : Object.fromEntries(new FormData(form) as unknown as Iterable<[string, string]>);
      });
    await expect.poll(readForm).toEqual({ title: 'x', config: '{"a":1,"é":2}' });
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect.poll(readForm).toEqual({ title: 'x', config: '{"a":1}' });
    await page.evaluate(() => document.querySelector('fieldset')?.setAttribute('disabled', ''));
    await root.getByText('Read-only').waitFor();
    await expect.poll(() => readForm()).toEqual({});
    await page.evaluate(() => document.querySelector('fieldset')?.removeAttribute('disabled'));
    await root.getByText('Read-only').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Send' }).click();
    await page.waitForURL(`${received}?**`);
    expect(new URL(page.url()).searchParams.get('config')).toBe('{"a":1}');
  });

  it('[EMB-1] shows by its address alone what to show, and in which way', async () => {
    const page = await stage.prepare();
    const data = hosts.file('{"users":[{"name":"Ada"},{"name":"Bob"}]}', 'application/json');
    const hash = `#mode=tree,text&path=${encodeURIComponent('/users/1/name')}&compare&readonly&theme=dark&color=blue&panels=2&left=url.${data}&right=json.{"users":[]}`;
    await page.goto(
      hosts.page(
        `<iframe style="width: 1200px; height: 600px" src="${stage.address()}embed${hash.replaceAll('"', '%22')}"></iframe>`,
      ),
    );
    const root = inside(page);
    const left = root.getByRole('region', { name: 'Left', exact: true });
    await left.getByRole('row', { name: /Bob/, selected: true }).waitFor();
    await left.getByRole('treegrid').and(root.locator('[aria-readonly=true]')).waitFor();
    await root.getByRole('region', { name: 'Right', exact: true }).locator('.view-line').first().waitFor();
    // Both documents are compared, and neither can be edited.
    await root.getByRole('button', { name: 'Next difference' }).waitFor();
    await expect.poll(() => left.getByRole('button', { name: 'Undo' }).isDisabled()).toBe(true);
    await expect.poll(() => left.getByRole('button', { name: 'Open' }).count()).toBe(0);
    await expect
      .poll(() => frameOf(page).evaluate(() => ({ ...document.documentElement.dataset })))
      .toEqual({
        theme: 'dark',
        color: 'blue',
      });
    const right = root.getByRole('region', { name: 'Right', exact: true });
    await right.locator('.view-line').first().click();
    await page.keyboard.type('[1]');
    await root.getByText('This document is read-only here.').first().waitFor();
    await expect.poll(() => right.locator('.view-line').first().innerText()).toBe('{"users":[]}');
  });

  it('[EMB-1] filters a table that can only be read, which writes nothing', async () => {
    const page = await stage.prepare();
    const data = hosts.file('[{"name":"Ada"},{"name":"Bob"},{"name":"Ada"}]', 'application/json');
    const src = `${stage.address()}embed#mode=table&readonly&left=url.${data}`;
    await page.goto(hosts.page(`<iframe style="width: 1200px; height: 600px" src="${src}"></iframe>`));
    const root = inside(page);
    const cells = root.getByRole('gridcell', { name: /^(Ada|Bob)$/ });
    await expect.poll(() => cells.allInnerTexts()).toEqual(['Ada', 'Bob', 'Ada']);
    await root.getByRole('gridcell', { name: 'Bob', exact: true }).click({ button: 'right' });
    await root.getByRole('menuitem', { name: 'Keep rows with this value' }).click();
    await expect.poll(() => cells.allInnerTexts()).toEqual(['Bob']);
    await root.getByRole('button', { name: /^Remove filter/ }).click();
    // The values of a column, by keys.
    await root.getByRole('gridcell', { name: 'Bob', exact: true }).click();
    await root.getByRole('button', { name: 'Filter', exact: true }).click();
    await root.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await root.getByRole('columnheader', { name: /name/ }).click({ button: 'right' });
    await root.getByRole('menuitem', { name: /^Filter by values/ }).click();
    await root.getByRole('checkbox', { name: /Bob/ }).uncheck();
    await root.locator('form').getByRole('button', { name: 'Filter', exact: true }).click();
    await expect.poll(() => cells.allInnerTexts()).toEqual(['Ada', 'Ada']);
  });
});
