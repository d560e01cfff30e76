// What the stories by keyboard and by mouse share: the page as a new user finds it, a record of what hands do, and the documents.

import type { BrowserContextOptions, Locator, Page } from 'playwright';
import { afterAll, expect } from 'vitest';
import { createProduct } from '../../../src/server/product.ts';
import { readSettings } from '../../../src/server/settings.ts';
import { startPGlite, type Shared } from '../../unit/server/databases.ts';
import { CLIPBOARD, panel, setStage, waitValid, type Side, type Stage } from './app.ts';

declare global {
  /** What the hands have done on this page that the story does not allow. */
  var forbidden: string[];
}

/** The hand that a story is walked with. */
export type Hand = 'keyboard' | 'mouse';

/** Sets up a stage with accounts for the calling file: the real server with its embedded provider. */
export function setAccountStage(): Stage {
  let shared: Shared | null = null;
  afterAll(() => shared?.stop());
  return setStage({
    async serve(clientFolder) {
      shared = await startPGlite();
      const settings = readSettings({ LOG_LEVEL: 'silent', SIGN_INS_PER_MINUTE: '1000', SIGN_UPS_PER_HOUR: '1000' });
      return createProduct({ settings, clientFolder, database: await shared.open() });
    },
  });
}

/** Opens the start page. Events of the other hand are recorded. */
export async function begin(
  stage: Stage,
  hand: Hand,
  address = stage.address(),
  context: BrowserContextOptions = {},
): Promise<Page> {
  const page = await stage.prepare({ context: { ...CLIPBOARD, ...context } });
  await watchHand(page, hand);
  // Without a listener, a dialog that is asked for soon after is one that nobody answers.
  page.on('filechooser', () => undefined);
  await page.goto(address);
  await panel(page, 'Left').waitFor();
  await waitValid(page, 'Left');
  return page;
}

/** Records the events of the other hand, on this page from its next load on. */
export async function watchHand(page: Page, hand: Hand): Promise<void> {
  await page.addInitScript((used) => {
    globalThis.forbidden = [];
    const note = (event: Event): void => {
      if (!event.isTrusted) return;
      if (event instanceof KeyboardEvent) {
        const isTyped = event.key.length === 1 && !event.ctrlKey && !event.altKey && !event.metaKey;
        if (!isTyped) forbidden.push(event.key);
      } else {
        forbidden.push(event.type);
      }
    };
    const events = used === 'mouse' ? ['keydown'] : ['pointerdown', 'mousedown', 'wheel'];
    for (const name of events) addEventListener(name, note, true);
  }, hand);
}

/** Ends a story: nothing was done with the other hand. */
export async function endStory(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => forbidden)).toEqual([]);
}

/** Puts a text into the clipboard, as another program would. */
export async function copyElsewhere(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
}

/** Runs what opens the system's dialog for files, and chooses a file there. */
export async function chooseFile(page: Page, path: string, asking: () => Promise<void>): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await asking();
  await (await choosing).setFiles(path);
}

/** Runs what downloads a file; returns its name and its bytes. */
export async function downloaded(page: Page, saving: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const waiting = page.waitForEvent('download');
  await saving();
  const download = await waiting;
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  return { name: download.suggestedFilename(), bytes: Buffer.concat(chunks) };
}

/** Waits until the title of a panel says what the document is called and where it lives. */
export async function titled(page: Page, side: Side, name: string, place: string | RegExp): Promise<void> {
  const root = panel(page, side);
  await root.getByRole('heading', { name, exact: true }).waitFor();
  await root.getByRole('button', { name: place, exact: true }).first().waitFor();
}

/** A dialog of the page. */
export function dialogOf(page: Page, name: string): Locator {
  return page.getByRole('dialog', { name, exact: true });
}

/** The number of rows in the CSV file of a story. */
export const CSV_ROWS = 5000;
const CITIES = ['Bern', 'Oslo', 'Lima', 'Cairo', 'Kyoto'];

/** A CSV file of orders with `;`, in which one place is spelt wrong. */
export function ordersCsv(wrong: string): string {
  const lines = ['order;city;total'];
  for (let row = 1; row <= CSV_ROWS; row += 1) {
    const city = row === CSV_ROWS ? wrong : (CITIES[row % CITIES.length] ?? '');
    lines.push(`${row};${city};${((row * 7919) % 9973) / 100}`);
  }
  return `${lines.join('\r\n')}\r\n`;
}

/** The log of a story. */
export const LOG = [
  '2026-03-01 08:15:02,113 INFO  [main] shop.Orders - Received {"id":9007199254740993,"total":1.10}',
  '2026-03-01 08:15:03,001 WARN  [main] shop.Mail - body="{\\"job\\":\\"mail\\",\\"try\\":3}" [timeout]',
  '2026-03-01 08:15:05,020 ERROR [main] shop.Orders - failed {"code":7}',
  '',
].join('\n');

/** Two versions of a configuration, with three differences. */
export const VERSIONS = {
  old: '{\n  "name": "shop",\n  "port": 80,\n  "tags": ["a", "b"],\n  "debug": true\n}\n',
  new: '{\n  "name": "shop",\n  "port": 8080,\n  "tags": ["a", "c"],\n  "debug": false\n}\n',
} as const;

/** A document, what somebody else makes of it, and what it becomes when the second key is changed here too, and theirs is taken. */
export const CONFLICT = {
  base: '{\n  "a": 1,\n  "b": 2\n}',
  theirs: '{\n  "a": 10,\n  "b": 20\n}',
  merged: '{\n  "a": 10,\n  "b": 20\n}',
} as const;

/** A document with a password, and what is left of it in a redacted copy. */
export const SECRET = {
  text: '{"user":"noreply","password":"Hollow-648quiver!"}',
  clean: '{"user":"noreply","password":"[password-1]"}',
} as const;

/** A person, and a schema with which two values don't agree. */
export const PERSON = {
  text: '{\n  "name": "Ada",\n  "age": "old",\n  "role": "admn"\n}\n',
  mended: '{\n  "name": "Ada",\n  "age": 36,\n  "role": "admin"\n}\n',
  schema: JSON.stringify({
    type: 'object',
    properties: { name: { type: 'string' }, age: { type: 'integer' }, role: { enum: ['admin', 'reader'] } },
    required: ['name'],
  }),
} as const;

/** People for a query. */
export const PEOPLE = `[
  {"name": "Ada", "age": 36},
  {"name": "Bob", "age": 22},
  {"name": "Cid", "age": 51}
]
`;
