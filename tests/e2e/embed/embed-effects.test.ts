// What the embedded editor does to the page around it, and what it leaves in the browser: nothing unless requested.

import { describe, expect, it } from 'vitest';
import { setStage } from '../support/app.ts';
import { bodyWith, frameOf, inside, readText, setHosts } from '../support/embed-host.ts';

const stage = setStage();
const hosts = setHosts();

describe('an embedded editor', () => {
  it('[EMB-1] takes no focus and scrolls no host unless asked, and sends little for a key', async () => {
    const page = await stage.prepare();
    const tall = (height: number): string => `<div style="height: ${height}px"></div>`;
    await page.goto(
      hosts.page(`<input aria-label="Field">${tall(300)}${bodyWith(stage.address())}${tall(3000)}
<script>
  globalThis.noted = [];
  for (const type of ['focusin', 'focusout', 'blur', 'scroll'])
    addEventListener(type, () => noted.push(type), true);
</script>`),
    );
    const root = inside(page);
    await page.getByRole('textbox', { name: 'Field' }).focus();
    const noted = () => page.evaluate(() => (globalThis as unknown as { noted: string[] }).noted.splice(0));
    await noted();
    await page.evaluate(async () => {
      const lines = Array.from({ length: 5000 }, (_, id) => JSON.stringify({ id }));
      await editor.load(`[\n${lines.join(',\n')}\n]`);
      await editor.select({ path: '/4000/id' });
      await editor.setOptions({ mode: 'tree' });
      await editor.select({ path: '$[2000].id' });
      await editor.apply({ patch: [{ op: 'replace', path: '/4999/id', value: 'x' }] });
    });
    await root.getByRole('row', { selected: true }).getByText('2000').waitFor();
    await page.evaluate(() => editor.setOptions({ mode: 'text' }));
    await root.locator('.view-line').first().waitFor();
    expect(await noted()).toEqual([]);
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
    // It takes the focus only when told to.
    await page.evaluate(() => editor.focus());
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME');
    await expect.poll(() => frameOf(page).evaluate(() => document.hasFocus())).toBe(true);
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' ');
    await expect.poll(async () => (await readText(page)).endsWith('] ')).toBe(true);
    await noted();
    await page.evaluate(() => told.splice(0));
    const keys = '1234567890';
    for (const key of keys) await page.keyboard.press(key);
    await expect.poll(async () => (await readText(page)).endsWith(keys)).toBe(true);
    expect(await noted()).toEqual([]);
    const sent = await page.evaluate(() => {
      const sizeOf = (value: unknown): number =>
        value instanceof Uint8Array
          ? value.length
          : value instanceof Blob
            ? value.size
            : typeof value === 'object' && value !== null
              ? Object.entries(value).reduce((sum, [name, own]) => sum + name.length + sizeOf(own), 0)
              : String(value).length;
      return { changes: told.filter(({ type }) => type === 'change').length, bytes: sizeOf(told) };
    });
    expect(sent.changes).toBe(keys.length);
    expect(sent.bytes / keys.length).toBeLessThan(1024);
    // The editor does not grow with its text, so the host page does not scroll.
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  });

  it('[EMB-1] keeps nothing in the browser, and asks nothing of the server but its files', async () => {
    const page = await stage.prepare({ context: { serviceWorkers: 'allow' } });
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await page.goto(hosts.page(bodyWith(stage.address(), '{ panels: 2, saveButton: true }')));
    await page.evaluate(() => editor.load('{"a": [{"b": 1}, {"b": 2}]}', { name: 'a.json' }));
    const root = inside(page);
    const left = root.getByRole('region', { name: 'Left', exact: true });
    await left.getByText('Valid', { exact: true }).waitFor();
    // Everything that the app would store: a mode, a theme, a width, recent files, a draft, a query, columns.
    await left.locator('.view-line').first().click();
    await page.keyboard.type(' ');
    await left.getByRole('radio', { name: 'table' }).click();
    await left.getByRole('grid').waitFor();
    await root.getByRole('button', { name: 'Copy left to right' }).click();
    await page.keyboard.press('Control+Shift+P');
    await root.getByRole('combobox').fill('theme: dark');
    await page.keyboard.press('Enter');
    await expect.poll(() => frameOf(page).evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
    const kept = await frameOf(page).evaluate(async () => {
      const files: string[] = [];
      const folder = (await navigator.storage.getDirectory()) as unknown as { keys(): AsyncIterable<string> };
      for await (const name of folder.keys()) files.push(name);
      return {
        databases: (await indexedDB.databases()).map(({ name }) => name),
        local: Object.keys(localStorage),
        session: Object.keys(sessionStorage),
        caches: await caches.keys(),
        files,
        workers: (await navigator.serviceWorker.getRegistrations()).length,
        cookie: document.cookie,
      };
    });
    expect(kept).toEqual({ databases: [], local: [], session: [], caches: [], files: [], workers: 0, cookie: '' });
    const ours = requests.filter((path) => path.startsWith('/v2') || path === '/sw.js' || path === '/theme.js');
    expect(ours).toEqual([]);
    // The palette has no commands for an account or for the sections below the editor.
    await page.keyboard.press('Control+Shift+P');
    await root.getByRole('combobox').fill('sign in');
    await expect.poll(() => root.getByRole('option', { name: /sign in|plans/i }).count()).toBe(0);
  });

  it('[EMB-1] works in a sandbox with an origin, and says what one without lacks', async () => {
    const page = await stage.prepare({ allow: /origin 'null'|sandbox/i });
    const frame = (sandbox: string): string =>
      `<iframe sandbox="${sandbox}" style="width: 800px; height: 250px" src="${stage.address()}embed#left=json.[1]"></iframe>`;
    await page.goto(hosts.page(frame('allow-scripts allow-same-origin allow-downloads') + frame('allow-scripts')));
    await inside(page, 0).locator('.view-line').getByText('[1]').waitFor();
    await inside(page, 1).getByRole('alert').getByText('Add allow-same-origin to the sandbox attribute').waitFor();
    // Saving to disk is a download in the embedded editor.
    await inside(page, 0).locator('.view-line').first().click();
    const waiting = page.waitForEvent('download');
    await page.keyboard.press('Control+Shift+S');
    expect((await waiting).suggestedFilename()).toMatch(/\.json$/);
    // Whether the page around it allows that can't be known, so nothing more is claimed.
    await inside(page, 0).getByText('The browser was asked to download', { exact: false }).first().waitFor();
  });
});
