// User actions on schemas and on the list of problems, shared by their tests.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll } from 'vitest';
import { chooseMore, panel, type Side } from './app.ts';
import { closeDock, dockIn } from './dock.ts';

/** A server of schemas that records its requests. */
export interface SchemaServer {
  /** Without a trailing slash. */
  address(): string;
  /** The requested paths, in order. */
  readonly requested: string[];
}

/** Starts a server of schemas for the surrounding tests. `answer` returns the schema at a path. */
export function serveSchemas(answer: (path: string) => unknown): SchemaServer {
  const requested: string[] = [];
  let server: Server;
  beforeAll(async () => {
    server = createServer(({ url = '' }, response) => {
      requested.push(url);
      response.writeHead(200, { 'content-type': 'application/json', 'access-control-allow-origin': '*' });
      response.end(JSON.stringify(answer(url)));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { requested, address: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** The confirmation before a schema is fetched. */
export const fetchQuestion = (page: Page): Locator =>
  page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog', { name: 'Fetch the schema?' }))
    .first();

/** Returns a hash that shows two texts. */
export const shows = (left: string, right: string): string =>
  `#left=json.${encodeURIComponent(left)}&right=json.${encodeURIComponent(right)}`;
/** Waits until the status line shows these counts. */
export const says = (page: Page, side: Side, counts: string): Promise<void> =>
  panel(page, side)
    .getByRole('button', { name: `Problems: ${counts}`, exact: true })
    .waitFor();
/** Opens the list of problems. */
export const openList = async (page: Page, side: Side): Promise<Locator> => {
  const root = panel(page, side);
  await root.getByRole('button', { name: /^Problems: / }).click();
  const dock = dockIn(root);
  await dock.waitFor();
  return dock;
};
/** Closes the list, as the next test expects. */
export const closeList = closeDock;
/** Returns the messages in the list. */
export const messages = (list: Locator): Promise<string[]> =>
  list
    .locator('[role=treeitem]:not([aria-expanded])')
    .evaluateAll((items) => items.map((item) => item.querySelector('span')?.textContent ?? ''));

/** Opens the dialog that sets the location of the schema. */
export async function openDialog(page: Page, side: Side): Promise<Locator> {
  await chooseMore(page, side, 'Schema…');
  const dialog = page.getByRole('dialog', { name: 'Schema', exact: true });
  await dialog.waitFor();
  return dialog;
}

/** Sets the location of the schema. */
export async function choose(
  page: Page,
  side: Side,
  type: string,
  fill?: (dialog: Locator) => Promise<unknown>,
): Promise<void> {
  const dialog = await openDialog(page, side);
  await dialog.getByRole('radio', { name: type }).check();
  await fill?.(dialog);
  await dialog.getByRole('button', { name: 'Use schema' }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** Enters a schema in the dialog. */
export const write =
  (schema: unknown) =>
  (dialog: Locator): Promise<void> =>
    dialog.getByRole('textbox', { name: 'JSON Schema' }).fill(JSON.stringify(schema));
