// The element as hosts use it: written and read at once, written back, moved, and on pages whose policies are strict.

import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright';
import { setStage } from '../support/app.ts';
import { inside, setHosts } from '../support/embed-host.ts';
import { makeFolder } from '../support/files.ts';

const stage = setStage();
const hosts = setHosts();
const folder = makeFolder();

/** A page with one element; `attributes` are those of the element. */
const elementPage = (address: string, attributes = ''): string => `
<script type="module" src="${address}embed/sdk.js"></script>
<div id="first"><diptych-editor src="${address}embed" ${attributes}></diptych-editor></div><div id="second"></div>`;

/** Waits for the element's class, and returns what `work` returns for the element. */
function withElement<T>(page: Page, work: string): Promise<T> {
  return page.evaluate(`(async () => {
    await customElements.whenDefined('diptych-editor');
    const [element] = [document.querySelector('diptych-editor')];
    { ${work} }
  })()`);
}

const settled = (page: Page): Promise<string> => withElement(page, 'return element.settle();');

/** Types at the end of the editor's text, before its last character. */
async function typeInside(page: Page, text: string): Promise<void> {
  await inside(page).locator('.view-line').first().click();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type(text);
}

describe('an element', () => {
  it('[EMB-1] can be written and read at once, keeps its caret when its value is written back, and its edits when it is moved', async () => {
    const page = await stage.prepare();
    await page.goto(hosts.page(elementPage(stage.address())));
    const atOnce = await withElement<unknown>(
      page,
      `element.value = '[1]';
       const [settled, read, applied] = await Promise.all([
         element.settle(),
         element.editor.read().then((blob) => blob.text()),
         element.editor.apply({ patch: [{ op: 'add', path: '/-', value: 2 }] }),
       ]);
       return [settled, read, await element.settle()];`,
    );
    expect(atOnce).toEqual(['[1]', '[1]', '[1,2]']);

    // As a component that is controlled by its state does.
    await withElement(
      page,
      `globalThis.loads = 0;
       element.addEventListener('loaded', () => (globalThis.loads += 1));
       element.addEventListener('change', async () => (element.value = await element.settle()));`,
    );
    await typeInside(page, ', 3, 4, 5, 6');
    await expect.poll(() => settled(page)).toBe('[1,2, 3, 4, 5, 6]');
    await page.keyboard.type('7');
    await expect.poll(() => settled(page)).toBe('[1,2, 3, 4, 5, 67]');
    await expect.poll(() => page.evaluate('loads')).toBe(0);
    await page.keyboard.press('Control+z');
    await expect.poll(() => settled(page)).not.toContain('7');

    // The element is moved without a form, and again before its editor has loaded.
    const before = await settled(page);
    const moved = await withElement<unknown>(
      page,
      `document.querySelector('#second').append(element);
       document.querySelector('#first').append(element);
       return [await element.settle(), (await element.editor.read()).size];`,
    );
    expect(moved).toEqual([before, before.length]);
    await inside(page).locator('.view-line').first().getByText(before).waitFor();
    await typeInside(page, ', 8');
    await expect.poll(() => settled(page)).toContain(', 8');
    const outside = await withElement<unknown>(
      page,
      'globalThis.element = element; element.remove(); return element.settle();',
    );
    expect(outside).toContain(', 8');
    // What the user changed is what the host did not save: the editor still says so, and the host's own text can be set again.
    const dirty = await withElement<unknown>(
      page,
      `const { element } = globalThis;
       const told = new Promise((resolve) => element.addEventListener('dirty', ({ detail }) => resolve(detail.dirty)));
       document.querySelector('#second').append(element);
       const dirty = await told;
       element.value = '[1]';
       return [dirty, await element.settle()];`,
    );
    expect(dirty).toEqual([true, '[1]']);
  });

  it('[EMB-1] waits for what its address opens before it is read', async () => {
    const page = await stage.prepare();
    const data = hosts.file('{"from": "the address"}', 'application/json');
    const hash = `#left=url.${encodeURIComponent(data)}`;
    await page.goto(hosts.page(elementPage(stage.address()).replace('/embed"', `/embed${hash}"`)));
    // Once: the first answer has to wait for the document.
    const first = await settled(page);
    expect(first).toBe('{"from": "the address"}');
  });

  it('[EMB-1] rejects what it is asked when its frame shows no editor', async () => {
    const page = await stage.prepare();
    const other = hosts.page('No editor');
    await page.goto(
      hosts.page(
        `<script type="module">import * as sdk from '${stage.address()}embed/sdk.js'; globalThis.sdk = sdk;</script>`,
      ),
    );
    await expect.poll(() => page.evaluate('typeof sdk')).toBe('object');
    const outcome = await page.evaluate(async (address) => {
      const frame = document.createElement('iframe');
      frame.src = address;
      const made = new sdk.Editor(frame, {}, 200);
      document.body.append(frame);
      return made.read().then(
        () => 'read',
        ({ code, message }: { code: string; message: string }) => `${code}: ${message}`,
      );
    }, other);
    expect(outcome).toBe(`timeout: The editor at ${other} does not answer.`);
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    [
      'only frames with an embedder policy',
      { 'cross-origin-embedder-policy': 'require-corp', 'cross-origin-opener-policy': 'same-origin' },
    ],
    ['only style sheets of its own', { 'content-security-policy': "style-src 'self'" }],
    ['no origin of its own', { 'content-security-policy': 'sandbox allow-scripts' }],
  ])('[EMB-1] works on a page that allows %s', async (_, headers) => {
    // The frame's own origin is opaque where the page has none, which the editor says.
    const isOpaque = JSON.stringify(headers).includes('sandbox');
    const page = await stage.prepare({ allow: /style|sandbox|origin 'null'/i });
    await page.goto(hosts.page(elementPage(stage.address()), '127.0.0.1', headers));
    const element = page.locator('diptych-editor');
    await expect.poll(async () => (await element.boundingBox())?.height).toBe(400);
    if (isOpaque) {
      await inside(page).getByText('allow-same-origin').waitFor();
      return;
    }
    const set = await withElement(page, `element.value = '{"a": [1]}'; return element.settle();`);
    expect(set).toBe('{"a": [1]}');
    await inside(page).locator('.view-line').first().getByText('"a"').waitFor();
    // Code runs in a frame inside the frame.
    await inside(page).getByRole('button', { name: 'Transform' }).first().click();
    const dialog = inside(page).getByRole('dialog');
    await dialog.locator('.view-lines').click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('data.a.length + 41');
    await dialog.getByText('42', { exact: true }).first().waitFor();
  });

  it('[EMB-1] [TRE-2] [TAB-2] copies by Ctrl+C in tree and table, though its frame may not write the clipboard', async () => {
    const page = await stage.prepare({ allow: /clipboard/i });
    const src = (mode: string): string =>
      `${stage.address()}embed#mode=${mode}&left=json.${encodeURIComponent('[{"a":"x1"}]')}`;
    // Of another site, so that the frame has no permission of the page.
    await page.goto(
      hosts.page(
        `<textarea></textarea><iframe src="${src('tree')}" style="width:800px;height:300px"></iframe>
<iframe src="${src('table')}" style="width:800px;height:300px"></iframe>`,
      ),
    );
    const field = page.locator('textarea');
    for (const [at, cell] of [
      [0, inside(page, 0).getByRole('row').filter({ hasText: '1 key' }).first()],
      [1, inside(page, 1).getByRole('gridcell', { name: 'x1', exact: true })],
    ] as const) {
      await cell.click();
      await page.keyboard.press('Control+c');
      // A frame that has lost the focus can't copy any more.
      await inside(page, at)
        .getByText(at === 0 ? 'Copied.' : '1 cell copied', { exact: true })
        .waitFor({ state: 'attached' });
      const wanted = at === 0 ? '{"a":"x1"}' : 'x1';
      await expect
        .poll(async () => {
          await field.fill('');
          await field.focus();
          await page.keyboard.press('Control+v');
          return field.inputValue();
        })
        .toBe(wanted);
    }
  });

  it('[EMB-1] works on a page of a file', async () => {
    const page = await stage.prepare();
    const host = `<!doctype html><title>Host</title>${elementPage(stage.address())}`;
    await page.goto(`file://${folder.write('host.html', host)}`);
    const set = await withElement(page, `element.value = '[true]'; return element.settle();`);
    expect(set).toBe('[true]');
    await inside(page).locator('.view-line').first().getByText('true').waitFor();
  });
});
