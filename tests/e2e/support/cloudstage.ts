// The page with a cloud, and somebody signed in: what the tests of cloud documents share.

import type { BrowserContextOptions, Locator, Page } from 'playwright';
import { afterEach, beforeEach, expect } from 'vitest';
import { panel, setStage, shownLines, waitValid, type Side, type Stage } from './app.ts';
import { authOf, CloudServer } from './cloudserver.ts';
import { PATIENT } from './pane.ts';

export interface CloudStage extends Stage {
  readonly cloud: CloudServer;
  /** What a browser has in which somebody is signed in, or nobody. */
  signedIn(user?: string | null, more?: Readonly<Record<string, string | null>>): BrowserContextOptions;
  /** Opens a document of the cloud in the left panel, on the page that tests share; the right one is empty. */
  openDocument(id: string, context?: BrowserContextOptions): Promise<Page>;
}

/** Sets a stage up for the file that calls this; the server begins empty with each test. */
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
        ...(user !== null && { auth: authOf(user) }),
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
      await expect.poll(async () => (await shownLines(page, 'Left'))[0], PATIENT).toBe(first);
      await waitValid(page, 'Left');
      return page;
    },
  };
  return all;
}

/** Opens a document of the cloud in the left panel, and nothing in the right one. */
export function goTo(page: Page, id: string): Promise<void> {
  return page.evaluate((key) => void (location.hash = `#left=cloud.${key}`), id);
}

/** The hash as a person would read it. */
export function hash(page: Page): Promise<string> {
  return page.evaluate(() => decodeURIComponent(location.hash));
}

export function heading(page: Page, name: string, side: Side = 'Left'): Locator {
  return panel(page, side).getByRole('heading', { name, exact: true });
}

/** That the left panel's document is saved. */
export function saved(page: Page): Locator {
  return panel(page, 'Left').getByText(/^Saved \d/);
}

/** Types at the end of the left panel's text. */
export async function type(page: Page, text: string): Promise<void> {
  await panel(page, 'Left').locator('.view-line').first().click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(text);
}

/** Gives the left panel's document another name. */
export async function rename(page: Page, name: string): Promise<void> {
  await panel(page, 'Left').getByRole('heading').getByRole('button').click();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
}

/** A notice with a sentence. */
export function notice(page: Page, text: string | RegExp): Locator {
  return page.locator('[data-severity]').filter({ hasText: text }).first();
}
