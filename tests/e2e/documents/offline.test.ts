// The page without a network, and updates to a new version: with a real service worker and the built page.

import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer } from '../../../src/server/app.ts';
import { listenFrom } from '../../../src/server/listen.ts';
import { dropOpen, panel, setStage, shownLines } from '../support/app.ts';
import { makeFolder } from '../support/files.ts';

const stage = setStage();
const files = makeFolder();
const CLIENT = join(import.meta.dirname, '../../../dist/client');
const PATIENT = { timeout: 30_000 };
let server: FastifyInstance;
let address = '';
let port = 0;

/** Starts a server with this configuration, on the same port as the one before it. */
async function serve(configuration: Readonly<Record<string, unknown>>): Promise<number> {
  server = await createServer({ clientFolder: CLIENT, configuration });
  return listenFrom(server, '127.0.0.1', port);
}

beforeAll(async () => {
  port = await serve({});
  address = `http://localhost:${port}/`;
});
afterAll(() => server?.close());

/** Opens the page and waits until the service worker has cached everything and controls the page. */
async function openKept(): Promise<Page> {
  const page = await stage.prepare({ context: { serviceWorkers: 'allow' } });
  await page.goto(`${address}#left=json.["kept"]`);
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active === null || active.state === 'activated') return;
    await new Promise((resolve) => active.addEventListener('statechange', resolve, { once: true }));
  });
  return page;
}

describe('the page', () => {
  it('[OFF-1] starts and works without a network, at any route, and never reloads over unsaved work', async () => {
    const page = await openKept();
    await page.context().setOffline(true);
    await page.goto(`${address}#/elsewhere?left=json.{"off":"line"}`);
    await page.reload();
    await expect.poll(() => shownLines(page, 'Left'), PATIENT).toEqual(['{"off":"line"}']);
    await dropOpen(page, 'Left', files.write('offline.json', '[1]'));
    await panel(page, 'Left').locator('.view-line').first().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' ');
    await panel(page, 'Left')
      .getByText(/^Saved \d/)
      .waitFor();
    await page.context().setOffline(false);

    // A new version that differs only in its configuration: it waits for the user's consent.
    await page.evaluate(() => localStorage.setItem('autosave', 'false'));
    await page.reload();
    await expect.poll(() => shownLines(page, 'Left'), PATIENT).toEqual(['[1] ']);
    await panel(page, 'Left').locator('.view-line').first().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' ');
    await panel(page, 'Left').getByRole('img', { name: 'Unsaved changes' }).waitFor();
    await server.close();
    await serve({ account: { signIn: '/sign-in' } });
    // The page asks for consent once the user is idle.
    await page.waitForTimeout(10_500);
    const reload = page.getByRole('button', { name: 'Reload', exact: true });
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
    await page.getByText('A new version of Diptych is here.').first().waitFor();
    await reload.first().click();
    await page.getByText('There is unsaved work: save it first, then reload for the new version.').first().waitFor();
    await expect.poll(() => shownLines(page, 'Left'), PATIENT).toEqual(['[1]  ']);
    await page.keyboard.press('Control+s');
    await panel(page, 'Left')
      .getByText(/^Saved \d/)
      .waitFor();
    const loaded = page.waitForEvent('load');
    await reload.first().click();
    await loaded;
    await expect.poll(() => shownLines(page, 'Left'), PATIENT).toEqual(['[1]  ']);
    await expect.poll(() => page.locator('#configuration').textContent(), PATIENT).toContain('/sign-in');
  });

  it('[OFF-1] is loaded anew by a word in the tab of the first visit, and in a second tab after that', async () => {
    const page = await openKept();
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller), PATIENT).toBeNull();
    const second = await page.context().newPage();
    await second.goto(`${address}#left=json.["second"]`);
    await expect.poll(() => shownLines(second, 'Left'), PATIENT).toEqual(['["second"]']);
    // The page starts to listen for new versions once the user is idle.
    await second.waitForTimeout(10_500);
    await server.close();
    await serve({ account: { signIn: '/elsewhere' } });
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
    for (const tab of [page, second]) await tab.getByText('A new version of Diptych is here.').first().waitFor();
    for (const tab of [page, second]) {
      const loaded = tab.waitForEvent('load');
      await tab.getByRole('button', { name: 'Reload', exact: true }).first().click();
      await loaded;
      await panel(tab, 'Left').locator('.view-line').first().waitFor();
      await expect.poll(() => tab.locator('#configuration').textContent(), PATIENT).toContain('/elsewhere');
    }
  });
});
