// The page with a cloud and a signed-in user, shared by the tests of cloud documents.

import type { BrowserContextOptions, Locator, Page } from 'playwright';
import { afterEach, beforeEach, expect } from 'vitest';
import { panel, setStage, shownLines, waitValid, type Side, type Stage } from './app.ts';
import { authOf, CloudServer } from './cloud-server.ts';

export interface CloudStage extends Stage {
  readonly cloud: CloudServer;
  /** Returns the options of a browser in which a user is signed in; `null` for none. */
  signedIn(user?: string | null, more?: Readonly<Record<string, string | null>>): BrowserContextOptions;
  /** Opens a cloud document in the left panel of the shared page; the right one is empty. */
  openDocument(id: string, context?: BrowserContextOptions): Promise<Page>;
}

/** Sets up a stage for the calling file. The server is empty at the start of each test. */
export function setCloudStage(): CloudStage {
  const cloud = new CloudServer();
  const stage = setStage({ configuration: { cloud: { url: '/v2' } }, extend: (server) => cloud.register(server) });
  beforeEach(() => cloud.clear());
  afterEach(() => cloud.release());
  const all: CloudStage = {
    ...stage,
    cloud,
    signedIn(user = 'ada', more = {}) {
      const values = {
        firstTimeUse: 'false',
        cloudSyncDate: '2026-01-01T00:00:00.000Z',
        // They know that their documents are public.
        ...(user !== null && { auth: authOf(user), publicAgreed: user }),
        ...more,
      };
      const localStorage = Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [{ name, value }]));
      return { storageState: { cookies: [], origins: [{ origin: new URL(stage.address()).origin, localStorage }] } };
    },
    async blank(context = all.signedIn()) {
      const page = await stage.blank(context);
      cloud.requests.length = 0;
      return page;
    },
    async show(target, context = all.signedIn()) {
      const page = await stage.show(target, context);
      cloud.requests.length = 0;
      return page;
    },
    async openDocument(id, context) {
      const page = await all.blank(context);
      await goTo(page, id);
      const [first = ''] = cloud.text(id).split('\n');
      await heading(page, cloud.documents.get(id)?.name ?? '').waitFor();
      await expect.poll(async () => (await shownLines(page, 'Left'))[0]).toBe(first);
      await waitValid(page, 'Left');
      return page;
    },
  };
  return all;
}

/** Opens a cloud document in the left panel, and none in the right one. */
export function goTo(page: Page, id: string): Promise<void> {
  return page.evaluate((key) => void (location.hash = `#left=cloud.${key}`), id);
}

/** Returns the decoded hash. */
export function hash(page: Page): Promise<string> {
  return page.evaluate(() => decodeURIComponent(location.hash));
}

export function heading(page: Page, name: string, side: Side = 'Left'): Locator {
  return panel(page, side).getByRole('heading', { name, exact: true });
}

/** Shown when the left panel's document is saved. */
export function saved(page: Page): Locator {
  return panel(page, 'Left').getByText(/^Saved \d/);
}

/** Types at the end of the left panel's text. */
export async function type(page: Page, text: string): Promise<void> {
  await panel(page, 'Left').locator('.view-line').first().click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(text);
}

/** Renames the left panel's document. */
export async function rename(page: Page, name: string): Promise<void> {
  await panel(page, 'Left').getByRole('heading').getByRole('button').click();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
}

/** Returns the notice with a text. */
export function notice(page: Page, text: string | RegExp): Locator {
  return page.locator('[data-severity]').filter({ hasText: text }).first();
}
