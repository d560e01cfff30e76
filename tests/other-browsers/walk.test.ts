// One walk through the page, step after step, in browsers other than Chromium.

import { expect, it } from 'vitest';
import { inEachBrowser, json } from './in-each-browser.ts';

const LANGUAGES = ['javascript', 'lodash', 'jmespath', 'jsonpath', 'jsonquery', 'jq'] as const;

inEachBrowser(({ page, address, find, click, lines, rows, says, show, stop, serve }) => {
  it('loads, takes what is typed at once, undoes and formats', async () => {
    await show(`left=${json([1])}&right=${json({ a: 1, b: [2] })}`);
    await click('#LEFT_PANEL .view-line');
    await page().press('Control', 'End');
    await page().type(' ');
    await expect.poll(() => lines('LEFT')).toBe('[1] ');
    await page().press('Control', 'z');
    await expect.poll(() => lines('LEFT')).toBe('[1]');
    await click('#LEFT_PANEL button', 'Format');
    await click('[role=menuitem]', 'Format');
    await expect.poll(() => lines('LEFT')).toBe('[\n  1\n]');
  });

  it('edits the tree by keys', async () => {
    await show(`left=${json([1])}&right=${json({ a: 1, b: [2] })}`);
    await expect.poll(() => rows('RIGHT')).toContain('a 1');
    const selected = (): Promise<string> =>
      page().read(
        `document.querySelector('#RIGHT_PANEL [data-selected=true]')?.innerText.replace(/\\s+/g, ' ').trim() ?? ''`,
      );
    await click('#RIGHT_PANEL [role=row]');
    await expect.poll(selected).toBe('root 2 keys');
    await page().press('ArrowDown');
    await expect.poll(selected).toBe('a 1');
    await page().press('Enter');
    await find('#RIGHT_PANEL [role=treegrid] textarea, #RIGHT_PANEL [role=treegrid] input');
    await page().press('Control', 'a');
    await page().type('42');
    await page().press('Enter');
    await expect.poll(() => rows('RIGHT')).toContain('a 42');
  });

  it('finds and replaces in the text', async () => {
    await show(`left=${json(['one', 'two', 'one'])}`);
    await click('#LEFT_PANEL .view-line');
    await page().press('Control', 'f');
    await find('#LEFT_PANEL [data-field], #LEFT_PANEL input');
    await page().type('one');
    await expect.poll(() => page().read(`document.querySelector('#LEFT_PANEL').innerText`)).toMatch(/of 2|\/2/);
    await page().press('Escape');
  });

  it('compares, and takes a difference over', async () => {
    await show(`left=${json({ a: 1, b: 2 })}&right=${json({ a: 1, b: 3 })}`);
    await expect.poll(() => rows('RIGHT')).toContain('b 3');
    await click('button', 'Compare');
    await expect.poll(() => says('–/1')).toBe(true);
    await page().press('F7');
    await expect.poll(() => says('1/1')).toBe(true);
    await click('button', 'Take this difference over to the right');
    await expect.poll(() => rows('RIGHT')).toContain('b 2');
    await click('button', 'Compare');
  });

  it.each(LANGUAGES)('queries in %s', async (language) => {
    await page().go(address());
    await page().read(`localStorage.setItem('queryLanguageId', '${language}')`);
    await show(`left=${json([{ n: 1 }, { n: 2 }])}`);
    await click('#LEFT_PANEL button', 'Transform');
    await expect
      .poll(() => page().read(`document.querySelector('[role=dialog]')?.innerText ?? ''`))
      .toMatch(/2 items\s*\d+ B/);
    await page().press('Escape');
  });

  it('runs a query of five seconds to its end, and stops an endless one', async () => {
    await page().go(address());
    await page().read(`localStorage.setItem('queryLanguageId', 'javascript')`);
    await show(`left=${json([1, 2])}`);
    await click('#LEFT_PANEL button', 'Transform');
    await expect
      .poll(() => page().read(`document.querySelector('[role=dialog]')?.innerText ?? ''`))
      .toMatch(/2 items\s*\d+ B/);
    const write = async (query: string): Promise<void> => {
      await click('[role=dialog] .view-lines');
      await page().press('Control', 'a');
      await page().type(query);
    };
    await write(
      'function query (data) { const t = Date.now(); while (Date.now() - t < 5000) {} return data.length + 40 ',
    );
    await expect.poll(() => says('running, 4 s'), { timeout: 60_000 }).toBe(true);
    await expect.poll(() => page().read(`document.querySelector('[role=dialog]').innerText`)).toMatch(/42\s+2 B/);
    await write('function query () { while (true) {} ');
    await click('button', 'Stop the query');
    await expect.poll(() => says('The query was stopped')).toBe(true);
    await page().press('Escape');
  }, 180_000);

  it('opens 20 MB that are dropped, and keeps what is typed over a reload', async () => {
    await show(`left=${json([1])}`);
    await page().read(`(() => {
      const items = Array.from({ length: 180000 }, (_, id) => ({ id, name: 'record ' + id, tags: ['a', 'b', 'c'], value: id / 8, text: 'some text that is a little longer' }));
      const data = new DataTransfer();
      data.items.add(new File([JSON.stringify(items, null, 1)], 'large.json'));
      const panel = document.querySelector('#LEFT_PANEL');
      for (const type of ['dragenter', 'dragover', 'drop']) panel.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
    })()`);
    await expect.poll(() => page().read(`document.querySelector('#LEFT_PANEL').innerText`)).toMatch(/large\.json/);
    await expect
      .poll(() => page().read(`document.querySelector('#LEFT_PANEL').innerText`))
      .toMatch(/2\d\.\d MB[\s\S]*Valid/);

    await show(`left=${json(['kept'])}`);
    await click('#LEFT_PANEL .view-line');
    await page().press('Control', 'End');
    await page().type(' ');
    await expect.poll(() => page().read(`document.querySelector('#LEFT_PANEL').innerText`)).toMatch(/Saved \d/);
    await page().reload();
    await expect.poll(() => lines('LEFT')).toBe('["kept"] ');
  });

  it('opens in a frame of another page', async () => {
    await page().go(`${address()}embed#left=${json({ a: 1 })}`);
    await expect.poll(() => says('"a"')).toBe(true);
  });

  it('runs a query of one’s own, in JavaScript and with Lodash', async () => {
    for (const [language, query, result] of [
      ['javascript', 'function query (data) { return data.length + 50 ', '52'],
      ['lodash', 'function query (data) { return _.sumBy(data, "n") + 40 ', '43'],
    ] as const) {
      await page().go(address());
      await page().read(`localStorage.setItem('queryLanguageId', '${language}')`);
      await show(`left=${json([{ n: 1 }, { n: 2 }])}`);
      await click('#LEFT_PANEL button', 'Transform');
      await expect
        .poll(() => page().read(`document.querySelector('[role=dialog]')?.innerText ?? ''`))
        .toMatch(/2 items\s*\d+ B/);
      await click('[role=dialog] .view-lines');
      await page().press('Control', 'a');
      await page().type(query);
      await expect
        .poll(() => page().read(`document.querySelector('[role=dialog]').innerText`))
        .toMatch(new RegExp(`${result}\\s+2 B`));
      await page().press('Escape');
    }
  });

  it('selects a dragged range of cells, and no text of the page', async () => {
    const items = Array.from({ length: 20 }, (_, id) => ({ id, count: id * 2, name: `row ${id}` }));
    await show(`left=${json(items)}`);
    await click('#LEFT_PANEL [role=radio], #LEFT_PANEL label', 'table');
    await find('#LEFT_PANEL [role=gridcell]', '2');
    const [from, to] = [
      await find('#LEFT_PANEL [role=gridcell]', 'row 2'),
      await find('#LEFT_PANEL [role=gridcell]', 'row 6'),
    ];
    await page().drag(from, to);
    await expect
      .poll(() => page().read(`document.querySelectorAll('#LEFT_PANEL [role=gridcell][aria-selected=true]').length`))
      .toBe(5);
    expect(await page().read('getSelection().toString()')).toBe('');
  });

  it('says before a document is shared that it holds a password', async () => {
    await show(`left=${json({ user: 'kim', password: 'Hollow-648quiver!' })}`);
    await click('#LEFT_PANEL button', 'Share');
    await expect.poll(() => says('1 password')).toBe(true);
    await page().press('Escape');
  });

  it('lists problems in the dock by keys, and goes to one without leaving it', async () => {
    await show(`left=json.${encodeURIComponent('{\n  "a": 1,\n  "a": 2,\n  "b": 1e400\n}')}`);
    await find('#LEFT_PANEL button[aria-label^="Problems"]');
    await click('#LEFT_PANEL button[aria-label^="Problems"]');
    await find('#LEFT_PANEL [role=treeitem]');
    await page().press('ArrowDown');
    await page().press('Enter');
    await expect.poll(() => page().read(`document.querySelector('#LEFT_PANEL').innerText`)).toMatch(/Ln 3, Col 3/);
    expect(await page().read('document.activeElement.getAttribute("role")')).toBe('tree');
    await page().press('Escape');
    await expect.poll(() => page().read('document.activeElement.closest("[data-dock]") === null')).toBe(true);
  });

  it('starts and works without a network once it was loaded', async () => {
    await show(`left=${json(['kept'])}`);
    await expect
      .poll(
        () => page().read(`navigator.serviceWorker?.getRegistration().then((one) => one?.active?.state ?? 'none')`),
        {
          timeout: 60_000,
        },
      )
      .toBe('activated');
    await stop();
    try {
      await show(`left=${json({ off: 'line' })}`);
      await expect.poll(() => lines('LEFT')).toBe('{"off":"line"}');
      await click('#LEFT_PANEL .view-line');
      await page().press('Control', 'End');
      await page().type(' ');
      await expect.poll(() => lines('LEFT')).toBe('{"off":"line"} ');
    } finally {
      await serve();
    }
  });
});
