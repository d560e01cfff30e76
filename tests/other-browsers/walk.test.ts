// One walk through the page, step after step, in browsers other than Chromium.

import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createServer } from '../../src/server/app.ts';
import { listenFrom } from '../../src/server/listen.ts';
import { hasFirefox, hasWebKit, openFirefox, openWebKit, type Driver } from './driver.ts';

const CLIENT = join(import.meta.dirname, '../../dist/client');
const LANGUAGES = ['javascript', 'lodash', 'jmespath', 'jsonpath', 'jsonquery', 'jq'] as const;

const BROWSERS = [
  ['Firefox', hasFirefox, openFirefox],
  ['WebKitGTK', hasWebKit, openWebKit],
] as const;

describe.each(BROWSERS)('%s', (name, isThere, open) => {
  if (!isThere()) {
    process.stdout.write(`${name}: not installed, skipped\n`);
    it.skip('is not installed', () => undefined);
    return;
  }

  let server: FastifyInstance;
  let address = '';
  let page: Driver;
  beforeAll(async () => {
    server = await createServer({ clientFolder: CLIENT });
    address = `http://localhost:${await listenFrom(server, '127.0.0.1', 0)}/`;
  });
  afterAll(() => server.close());
  // A browser of its own for each step: unsaved work of the one before would be offered for recovery.
  beforeEach(async () => {
    page = await open();
  });
  afterEach(() => page.close());

  /** The middle of the first visible element of a selector that holds a text; waits for it. */
  const find = async (selector: string, text = ''): Promise<{ x: number; y: number }> => {
    const expression = `(() => {
      const wanted = ${JSON.stringify(text)};
      const found = [...document.querySelectorAll(${JSON.stringify(selector)})].find((one) =>
        one.checkVisibility() &&
        (wanted === '' || [one.ariaLabel, one.textContent, one.innerText.split('\\n')[0]].some((name) => name?.trim() === wanted)));
      const box = found?.getBoundingClientRect();
      return box && box.width > 0 ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null;
    })()`;
    let point: { x: number; y: number } | null = null;
    await expect
      .poll(async () => (point = await page.read<{ x: number; y: number } | null>(expression)), {
        message: `${selector} ${text}`,
      })
      .not.toBeNull();
    return point ?? { x: 0, y: 0 };
  };
  const click = async (selector: string, text = ''): Promise<void> => {
    const { x, y } = await find(selector, text);
    await page.click(x, y);
  };
  const lines = (side: string): Promise<string> =>
    page.read(
      `[...document.querySelectorAll('#${side}_PANEL .view-line')].toSorted((a, b) => a.offsetTop - b.offsetTop).map((line) => line.textContent.replaceAll('\\u00a0', ' ')).join('\\n')`,
    );
  const rows = (side: string): Promise<string[]> =>
    page.read(
      `[...document.querySelectorAll('#${side}_PANEL [role=row]')].map((row) => row.innerText.replace(/\\s+/g, ' ').trim())`,
    );
  const says = (text: string): Promise<boolean> =>
    page.read(`document.body.innerText.includes(${JSON.stringify(text)})`);
  const show = async (hash: string): Promise<void> => {
    await page.go('about:blank');
    await page.go(`${address}#${hash}`);
    await find('#LEFT_PANEL .view-line, #LEFT_PANEL [role=row]');
  };
  const json = (value: unknown): string => `json.${encodeURIComponent(JSON.stringify(value))}`;

  it('loads, takes what is typed at once, undoes and formats', async () => {
    await show(`left=${json([1])}&right=${json({ a: 1, b: [2] })}`);
    await click('#LEFT_PANEL .view-line');
    await page.press('Control', 'End');
    await page.type(' ');
    await expect.poll(() => lines('LEFT')).toBe('[1] ');
    await page.press('Control', 'z');
    await expect.poll(() => lines('LEFT')).toBe('[1]');
    await click('#LEFT_PANEL button', 'Format');
    await click('[role=menuitem]', 'Format');
    await expect.poll(() => lines('LEFT')).toBe('[\n  1\n]');
  });

  it('edits the tree by keys', async () => {
    await show(`left=${json([1])}&right=${json({ a: 1, b: [2] })}`);
    await expect.poll(() => rows('RIGHT')).toContain('a 1');
    const selected = (): Promise<string> =>
      page.read(
        `document.querySelector('#RIGHT_PANEL [data-selected=true]')?.innerText.replace(/\\s+/g, ' ').trim() ?? ''`,
      );
    await click('#RIGHT_PANEL [role=row]');
    await expect.poll(selected).toBe('root 2 keys');
    await page.press('ArrowDown');
    await expect.poll(selected).toBe('a 1');
    await page.press('Enter');
    await find('#RIGHT_PANEL [role=treegrid] textarea, #RIGHT_PANEL [role=treegrid] input');
    await page.press('Control', 'a');
    await page.type('42');
    await page.press('Enter');
    await expect.poll(() => rows('RIGHT')).toContain('a 42');
  });

  it('finds and replaces in the text', async () => {
    await show(`left=${json(['one', 'two', 'one'])}`);
    await click('#LEFT_PANEL .view-line');
    await page.press('Control', 'f');
    await find('#LEFT_PANEL [data-field], #LEFT_PANEL input');
    await page.type('one');
    await expect.poll(() => page.read(`document.querySelector('#LEFT_PANEL').innerText`)).toMatch(/of 2|\/2/);
    await page.press('Escape');
  });

  it('compares, and takes a difference over', async () => {
    await show(`left=${json({ a: 1, b: 2 })}&right=${json({ a: 1, b: 3 })}`);
    await expect.poll(() => rows('RIGHT')).toContain('b 3');
    await click('button', 'Compare');
    await expect.poll(() => says('–/1')).toBe(true);
    await page.press('F7');
    await expect.poll(() => says('1/1')).toBe(true);
    await click('button', 'Take this difference over to the right');
    await expect.poll(() => rows('RIGHT')).toContain('b 2');
    await click('button', 'Compare');
  });

  it.each(LANGUAGES)('queries in %s', async (language) => {
    await page.go(address);
    await page.read(`localStorage.setItem('queryLanguageId', '${language}')`);
    await show(`left=${json([{ n: 1 }, { n: 2 }])}`);
    await click('#LEFT_PANEL button', 'Transform');
    await expect
      .poll(() => page.read(`document.querySelector('[role=dialog]')?.innerText ?? ''`))
      .toMatch(/2 items\s*\d+ B/);
    await page.press('Escape');
  });

  it('runs a query of five seconds to its end, and stops an endless one', async () => {
    await page.go(address);
    await page.read(`localStorage.setItem('queryLanguageId', 'javascript')`);
    await show(`left=${json([1, 2])}`);
    await click('#LEFT_PANEL button', 'Transform');
    await expect
      .poll(() => page.read(`document.querySelector('[role=dialog]')?.innerText ?? ''`))
      .toMatch(/2 items\s*\d+ B/);
    const write = async (query: string): Promise<void> => {
      await click('[role=dialog] .view-lines');
      await page.press('Control', 'a');
      await page.type(query);
    };
    await write(
      'function query (data) { const t = Date.now(); while (Date.now() - t < 5000) {} return data.length + 40 ',
    );
    await expect.poll(() => says('running, 4 s'), { timeout: 60_000 }).toBe(true);
    await expect.poll(() => page.read(`document.querySelector('[role=dialog]').innerText`)).toMatch(/42\s+2 B/);
    await write('function query () { while (true) {} ');
    await click('button', 'Stop the query');
    await expect.poll(() => says('The query was stopped')).toBe(true);
    await page.press('Escape');
  }, 180_000);

  it('opens 20 MB that are dropped, and keeps what is typed over a reload', async () => {
    await show(`left=${json([1])}`);
    await page.read(`(() => {
      const items = Array.from({ length: 180000 }, (_, id) => ({ id, name: 'record ' + id, tags: ['a', 'b', 'c'], value: id / 8, text: 'some text that is a little longer' }));
      const data = new DataTransfer();
      data.items.add(new File([JSON.stringify(items, null, 1)], 'large.json'));
      const panel = document.querySelector('#LEFT_PANEL');
      for (const type of ['dragenter', 'dragover', 'drop']) panel.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
    })()`);
    await expect.poll(() => page.read(`document.querySelector('#LEFT_PANEL').innerText`)).toMatch(/large\.json/);
    await expect
      .poll(() => page.read(`document.querySelector('#LEFT_PANEL').innerText`))
      .toMatch(/2\d\.\d MB[\s\S]*Valid/);

    await show(`left=${json(['kept'])}`);
    await click('#LEFT_PANEL .view-line');
    await page.press('Control', 'End');
    await page.type(' ');
    await expect.poll(() => page.read(`document.querySelector('#LEFT_PANEL').innerText`)).toMatch(/Saved \d/);
    await page.reload();
    await expect.poll(() => lines('LEFT')).toBe('["kept"] ');
  });

  it('opens in a frame of another page', async () => {
    await page.go(`${address}embed#left=${json({ a: 1 })}`);
    await expect.poll(() => says('"a"')).toBe(true);
  });
});
