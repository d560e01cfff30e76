// Addresses: what the hash opens, what the page shows when it cannot, and the browser's own history.

import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { dropOpen, panel, rowTexts, setMode, setStage, shownLines } from '../support/app.ts';
import { makeFolder } from '../support/files.ts';
import { serveAnswers } from '../support/web.ts';

const stage = setStage();
const files = makeFolder();
const web = serveAnswers({
  '/orders.json': { body: '[{"order": 1}]' },
  '/stock%20list.json': { body: '{"stock": 2}' },
  '/query.json?a=1&b=2': { body: '{"query": 3}' },
  '/page.json': { type: 'text/html; charset=utf-8', body: '<!doctype html><p>sign in</p>' },
  '/empty.json': { body: '' },
  '/broken.json': { body: '{"a": ' },
  '/closed.json': { body: '[]', closed: true },
  '/teapot.json': { status: 418, body: '{"message": "short and stout"}' },
});

const shown = async (page: Page, side: 'Left' | 'Right', text: string): Promise<void> => {
  const view = panel(page, side);
  await view.locator('.view-line, [role=row]').filter({ hasText: text }).first().waitFor();
};
const goTo = (page: Page, hash: string): Promise<void> => page.evaluate((next) => void (location.hash = next), hash);
/** The page shared by the tests, at a hash. */
const visit = async (hash: string): Promise<Page> => {
  const page = await stage.blank();
  await goTo(page, hash);
  return page;
};
const hashOf = (page: Page): Promise<string> => page.evaluate(() => location.hash);

describe('a document in the hash', () => {
  it('[RTE-1] opens as it is, percent-encoded and with a section', async () => {
    const page = await stage.blank();
    for (const hash of ['#left=json.{"a":1}', '#left=json.%7B%22b%22%3A1%7D', '#/callback?left=json.{"c":1}']) {
      const text = decodeURIComponent(hash).replace(/.*json\./, '');
      await goTo(page, hash);
      await expect.poll(() => shownLines(page, 'Left')).toEqual([text]);
      await panel(page, 'Right').getByText('Drop a JSON file here').waitFor();
    }
  });

  it('[RTE-1] has every character, whatever the url does to it', async () => {
    const text = '{"a&b": "é + # % 😀", "right=": 1.0}';
    const page = await visit(`#left=${encodeURIComponent(`json.${text}`)}`);
    await expect.poll(() => shownLines(page, 'Left')).toEqual([text]);
    await panel(page, 'Right').getByText('Drop a JSON file here').waitFor();
    await goTo(page, '#left=json.{"d":"5% off"}');
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['{"d":"5% off"}']);
  });

  it('[RTE-1] opens an address on the left and a text on the right', async () => {
    const page = await visit(`#left=url.${web.address('/orders.json')}&right=json.{"b":[2]}`);
    await shown(page, 'Left', '"order": 1');
    await shown(page, 'Right', 'b');
    await panel(page, 'Left').getByRole('heading', { name: 'orders.json' }).waitFor();
    await expect
      .poll(() =>
        panel(page, 'Left')
          .getByText(`From ${new URL(web.address('/')).host}`, { exact: true })
          .count(),
      )
      .toBe(1);
    await expect.poll(() => rowTexts(page, 'Right')).toEqual(['root 1 key', 'b 1 item [2]']);
  });

  it('[RTE-1] opens an address with a query of its own, encoded or not', async () => {
    const address = web.address('/query.json?a=1&b=2');
    const page = await visit(`#left=url.${address}&right=url.${encodeURIComponent(address)}`);
    await shown(page, 'Left', '"query": 3');
    await shown(page, 'Right', 'query');
  });

  it('[RTE-1] [DOC-11] an address from the dialog is put into the hash; a section stays', async () => {
    const page = await visit('#/elsewhere?right=json.[7]');
    await shown(page, 'Right', '7');
    await panel(page, 'Left').getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByRole('menuitem', { name: /web address/ }).click();
    await page.getByRole('textbox', { name: 'Address' }).fill(web.address('/stock%20list.json'));
    await page.keyboard.press('Enter');
    await shown(page, 'Left', '"stock": 2');
    await panel(page, 'Left').getByRole('heading', { name: 'stock list.json' }).waitFor();
    const left = encodeURIComponent(`url.${web.address('/stock%20list.json')}`);
    await expect.poll(() => hashOf(page)).toBe(`#/elsewhere?left=${left}&right=${encodeURIComponent('json.[7]')}`);
  });
});

describe('a panel', () => {
  it('[DOC-3] [DOC-4] says where its document is from, and becomes local when it is saved', async () => {
    const page = await visit('#left=json.[0]');
    const says = (label: string): Promise<void> => panel(page, 'Left').getByText(label, { exact: true }).waitFor();
    await says("In this page's address");
    await goTo(page, `#left=url.${web.address('/orders.json')}`);
    await says(`From ${new URL(web.address('/')).host}`);
    await panel(page, 'Left').getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByRole('menuitem', { name: 'New document' }).click();
    await says('Not kept yet');
    await panel(page, 'Left').locator('.monaco-editor').first().click();
    await page.keyboard.insertText('[1]');
    await says('In this browser');
    await expect.poll(() => hashOf(page)).toMatch(/left=local\.\w+/);
    // This server has no cloud, and the page says so.
    await goTo(page, '#left=cloud.abcdef');
    await panel(page, 'Left')
      .getByRole('alert')
      .getByText(/cloud documents are not set up/)
      .waitFor();
    await panel(page, 'Left').getByRole('heading', { name: 'No document' }).waitFor();
  });
});

describe('a document that cannot be loaded', () => {
  it('[RTE-2] [ERR-3] the panel is cleared and names the address and the reason', async () => {
    const page = await stage.blank();
    for (const [path, reason] of [
      ['/missing.json', /The server answered 404/],
      ['/teapot.json', /The server answered 418/],
      ['/page.json', /a web page, not with a document/],
      ['/empty.json', /The answer is empty/],
      ['/closed.json', /does not let other pages read it/],
    ] as const) {
      await goTo(page, '#left=json.["before"]');
      await shown(page, 'Left', 'before');
      await goTo(page, `#left=url.${web.address(path)}`);
      const problem = panel(page, 'Left').getByRole('alert');
      await problem.filter({ hasText: `Failed to load url "${web.address(path)}".` }).waitFor();
      await expect.poll(() => problem.innerText()).toMatch(reason);
      await expect.poll(() => panel(page, 'Left').locator('.view-line').count()).toBe(0);
    }
  });

  it('[RTE-2] [DOC-11] what no other page may read comes through the server, where that forwards', async () => {
    const page = await visit('#left=json.[0]');
    // Replaces the configuration that the server writes into the page.
    const configure = (text: string): Promise<string> =>
      page.evaluate((next) => {
        const configuration = document.querySelector('#configuration');
        const before = configuration?.textContent ?? '';
        if (configuration !== null) configuration.textContent = next;
        return before;
      }, text);
    const before = await configure('{"forwarder": {"url": "/v2/forwarder/url"}}');
    const nobody = 'http://localhost:9/none.json';
    const asked: string[] = [];
    await page.route(/\/v2\/forwarder\/url\?/, async (route) => {
      const url = new URL(route.request().url()).searchParams.get('url') ?? '';
      asked.push(url);
      await route.fulfill(url === nobody ? { status: 502 } : { response: await route.fetch({ url }) });
    });
    await goTo(page, `#left=url.${web.address('/closed.json')}&right=url.${web.address('/orders.json')}`);
    await shown(page, 'Left', '[]');
    await shown(page, 'Right', 'order');
    expect(asked).toEqual([web.address('/closed.json')]);
    await goTo(page, `#left=url.${nobody}`);
    const problem = panel(page, 'Left').getByRole('alert');
    await expect.poll(() => asked.at(-1)).toBe(nobody);
    await problem.filter({ hasText: `Failed to load url "${nobody}".` }).waitFor();
    await configure(before);
  });

  it('[RTE-2] an address that nobody answers at is named, and can be tried again', async () => {
    const page = await stage.blank();
    const address = 'http://localhost:9/orders.json';
    await goTo(page, `#right=url.${address}`);
    await panel(page, 'Right').getByText(`Failed to load url "${address}".`).waitFor();
    await page.route(address, (route) =>
      route.fulfill({ json: ['later'], headers: { 'access-control-allow-origin': '*' } }),
    );
    await panel(page, 'Right').getByRole('button', { name: 'Try again' }).click();
    await shown(page, 'Right', 'later');
  });

  it('[RTE-2] [ERR-3] a value that is no compound key says word for word what is wrong', async () => {
    const page = await stage.prepare({ allow: /^Cannot load document with id/ });
    const logged: string[] = [];
    page.on('console', (message) => void (message.type() === 'error' && logged.push(message.text())));
    await page.goto(`${stage.address()}#left=json.[1]`);
    await shown(page, 'Left', '[1]');
    // A silent error: the panel is empty, and the reason is only on the console.
    await goTo(page, '#left=nothing');
    await panel(page, 'Left').getByText('Drop a JSON file here').waitFor();
    expect(logged).toEqual([
      'Cannot load document with id "nothing", expecting a compound key "local.id" or "cloud.id".',
    ]);
    await expect.poll(() => page.locator('[data-severity]').count()).toBe(0);
    for (const [key, message] of [
      [
        'ftp.1',
        'Cannot load document: unknown document source "ftp". Known sources: "local", "cloud", "url", or "json".',
      ],
      ['json.', 'Cannot load document: no document id'],
    ] as const) {
      await goTo(page, `#left=${key}`);
      await panel(page, 'Left').getByText(message, { exact: true }).waitFor();
      await panel(page, 'Left').getByRole('button', { name: 'Open file…' }).waitFor();
      await expect.poll(() => panel(page, 'Left').getByRole('button', { name: 'Try again' }).count()).toBe(0);
    }
  });

  it('[RTE-2] an invalid text is opened, with its error', async () => {
    const page = await visit(`#left=url.${web.address('/broken.json')}`);
    await shown(page, 'Left', '{"a":');
    await panel(page, 'Left').getByRole('button', { name: 'Problems: 1 error', exact: true }).waitFor();
  });

  it('[RTE-2] [ERR-2] from the dialog leaves the panel as it was; the error can be closed', async () => {
    const page = await visit('#left=json.["kept"]');
    await shown(page, 'Left', 'kept');
    const open = async (address: string): Promise<void> => {
      await panel(page, 'Left').getByRole('button', { name: 'Open', exact: true }).click();
      await page.getByRole('menuitem', { name: /web address/ }).click();
      await page.getByRole('textbox', { name: 'Address' }).fill(address);
      await page.keyboard.press('Enter');
    };
    await open('orders.json');
    await page.getByText(/This is not an address/).waitFor();
    await page.keyboard.press('Escape');
    await open(web.address('/missing.json'));
    const notice = page.getByText(`Failed to load url "${web.address('/missing.json')}". The server answered 404`);
    await notice.first().waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await notice.first().waitFor({ state: 'detached' });
    await shown(page, 'Left', 'kept');
    await expect.poll(async () => decodeURIComponent(await hashOf(page))).toBe('#left=json.["kept"]');
  });
});

describe('the history', () => {
  it('[RTE-2] [RTE-6] back and forward load and clear', async () => {
    const page = await visit('#left=json.["one"]');
    await shown(page, 'Left', 'one');
    await goTo(page, '#left=json.["two"]&right=json.["side"]');
    await shown(page, 'Left', 'two');
    await shown(page, 'Right', 'side');
    await page.goBack();
    await shown(page, 'Left', 'one');
    await panel(page, 'Right').getByText('Drop a JSON file here').waitFor();
    await page.goForward();
    await shown(page, 'Left', 'two');
    await shown(page, 'Right', 'side');
  });

  it('[DOC-6] an edit that is left by Back is saved, and the page says where', async () => {
    const page = await visit('#right=json.[0]');
    const edit = async (): Promise<void> => {
      await panel(page, 'Left').locator('.view-line').first().click();
      await page.keyboard.press('Control+End');
      await page.keyboard.type(' ');
      await panel(page, 'Left').getByRole('img', { name: 'Unsaved changes' }).waitFor();
    };
    const open = page.getByRole('button', { name: 'Open it' });
    await goTo(page, '#left=json.["two"]&right=json.[0]');
    await shown(page, 'Left', 'two');
    await edit();
    await page.goBack();
    await panel(page, 'Left').getByText('Drop a JSON file here').waitFor();
    await page.getByText('Inline document is saved in this browser.').first().waitFor();
    await expect.poll(async () => decodeURIComponent(await hashOf(page))).toBe('#right=json.[0]');
    // No history entry was added: it is still possible to go forward.
    await page.goForward();
    await shown(page, 'Left', 'two');
    await open.first().click();
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['["two"] ']);
    await expect.poll(() => hashOf(page)).toMatch(/^#left=local\.[a-z]{6}&/);

    await goTo(page, '#left=json.["three"]&right=json.[0]');
    await shown(page, 'Left', 'three');
    await edit();
    await page.goBack();
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['["two"] ']);
    await open.last().click();
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['["three"] ']);
  });

  it('[DOC-6] [TAB-2] the text of a cell that is open is saved when its document is left by Back', async () => {
    const page = await visit('#right=json.[0]');
    await goTo(page, `#left=json.${encodeURIComponent('[{"a": "x"}]')}&right=json.[0]`);
    await setMode(page, 'Left', 'table');
    const cell = panel(page, 'Left').getByRole('gridcell', { name: 'x', exact: true });
    await cell.dblclick();
    await page.keyboard.press('End');
    await page.keyboard.type('yz');
    await page.goBack();
    await panel(page, 'Left').getByText('Drop a JSON file here').waitFor();
    await page.getByRole('button', { name: 'Open it' }).first().click();
    await panel(page, 'Left').getByRole('gridcell', { name: 'xyz', exact: true }).waitFor();
    await setMode(page, 'Left', 'text');
  });

  it('[RTE-6] a reload shows the same documents in the same modes', async () => {
    const page = await visit(`#left=url.${web.address('/orders.json')}&right=json.{"b":2}`);
    await shown(page, 'Left', '"order": 1');
    await setMode(page, 'Left', 'tree');
    await setMode(page, 'Right', 'text');
    await page.reload();
    await panel(page, 'Left').getByRole('treegrid').getByRole('row').filter({ hasText: 'order' }).waitFor();
    await panel(page, 'Right').locator('.view-line', { hasText: '{"b":2}' }).waitFor();
  });

  it('[RTE-6] a reload shows the file of its own tab, whatever another tab has opened since', async () => {
    const page = await visit('#right=json.[0]');
    await dropOpen(page, 'Left', files.write('mine.json', '["mine"]'));
    await goTo(page, '');
    const other = await page.context().newPage();
    await other.goto(`${stage.address()}#left=json.["theirs"]`);
    await shown(other, 'Left', 'theirs');
    await page.reload();
    await shown(page, 'Left', 'mine');
    await expect.poll(() => hashOf(page)).toBe('');
    // A new tab starts with the most recent document: now the file that was opened last.
    await dropOpen(page, 'Left', files.write('newer.json', '["newer"]'));
    const third = await page.context().newPage();
    await third.goto(stage.address());
    await shown(third, 'Left', 'newer');
  });

  it('[RTE-6] a file opened over an address goes back to it', async () => {
    const page = await visit('#left=json.["one"]');
    await shown(page, 'Left', 'one');
    await dropOpen(page, 'Left', files.write('dropped.json', '["dropped"]'));
    await shown(page, 'Left', 'dropped');
    await expect.poll(() => hashOf(page)).toBe('');
    await goTo(page, '#left=json.["one"]');
    await shown(page, 'Left', 'one');
  });
});
