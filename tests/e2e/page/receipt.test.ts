// The receipt: after saving and sending, on demand, as a card and as text.

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  chooseMore,
  colourPage,
  dropOpen,
  panel,
  saveBytes,
  setStage,
  shownLines,
  waitValid,
  type Side,
} from '../support/app.ts';
import { findings } from '../support/axe.ts';
import { closeDock, dockIn } from '../support/dock.ts';
import { makeFolder } from '../support/files.ts';
import { apply, chooseLanguage, openInPlace, resultRows, writeQuery } from '../support/transform-pane.ts';

const TEXT = '{"id": 9007199254740993, "name": "kept", "list": [1.10, 2, 3]}';
const stage = setStage();
const files = makeFolder();
const cardOf = (page: Page, side: Side = 'Left'): Locator => dockIn(panel(page, side));
const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');

let server: Server;
beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      response.writeHead(200, { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' });
      response.end('ok');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => void server.close());

async function open(text = TEXT): Promise<Page> {
  const page = await stage.blank();
  await dropOpen(page, 'Left', files.write('receipt.json', text));
  await expect.poll(async () => (await shownLines(page, 'Left'))[0]).toBe(text.split('\n')[0]);
  await waitValid(page, 'Left');
  return page;
}

async function type(page: Page, text: string): Promise<void> {
  await panel(page, 'Left').locator('.view-line').first().click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type(text);
}

describe('the receipt', () => {
  it('[NEW-6] is there after a save, and as text with SHA-256 of both', async () => {
    const page = await open();
    await type(page, ' ');
    const saved = await saveBytes(page, 'Left');
    await panel(page, 'Left')
      .getByRole('button', { name: /left|counted|Talked/ })
      .click();
    await page.getByRole('menuitem', { name: 'Show receipt…' }).click();
    const card = cardOf(page);
    await card.getByText('1 place has changed; all other 62 bytes are identical.').waitFor();
    await card.getByText('1 number has more digits than a double keeps').waitFor();
    expect(await findings(page)).toEqual([]);
    await card.getByRole('button', { name: 'Copy as text' }).click();
    await card.getByText('The receipt was copied.').waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain(`Opened: 62 bytes, SHA-256 ${sha256(TEXT)}`);
    expect(copied).toContain(`Now: 63 bytes, SHA-256 ${sha256(saved)}`);
    expect(copied).toContain('1 byte added at byte 0');
    await page.keyboard.press('Shift+Escape');
    await card.waitFor({ state: 'detached' });
  });

  it('[NEW-6] is offered for what was sent, and compares the tokens of that', async () => {
    const page = await open();
    await chooseMore(page, 'Left', 'Save to a web address…');
    const { port } = server.address() as AddressInfo;
    await page.getByRole('textbox', { name: 'Address' }).fill(`http://127.0.0.1:${port}/take`);
    await page.keyboard.press('Enter');
    await page.getByText('The document was sent.').first().waitFor();
    await page.getByRole('button', { name: 'Receipt…' }).first().click();
    const card = cardOf(page);
    await card.getByText('The white space was laid out anew, so tokens were compared').waitFor();
    await card.getByText('Sent', { exact: true }).waitFor();
    await closeDock(card);
  });

  it('[NEW-6] says on demand, from the palette too, that there is no original, or what a transform said', async () => {
    const page = await open();
    await openInPlace(page, 'Left');
    await chooseLanguage(page, 'JSONPath');
    await writeQuery(page, '$.list');
    await expect.poll(() => resultRows(page)).toHaveLength(2);
    await apply(page);
    await chooseMore(page, 'Left', 'Show receipt…');
    await cardOf(page)
      .getByText(/^Transform \(/)
      .waitFor();
    await closeDock(cardOf(page));
    await panel(page, 'Right').getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByRole('menuitem', { name: 'New' }).click();
    await page.keyboard.press('Control+Shift+P');
    await page.keyboard.type('show receipt');
    await page.keyboard.press('Enter');
    await cardOf(page, 'Right').getByText('There is no original to compare with').waitFor();
    await closeDock(cardOf(page, 'Right'));
  });

  it('[NEW-6] [PAN-11] axe finds nothing, and it stays in the window', async () => {
    const page = await open(
      JSON.stringify(
        Array.from({ length: 90 }, (_, id) => ({ id, note: 'a place of its own' })),
        null,
        2,
      ),
    );
    await type(page, ' ');
    for (const [width, theme] of [
      [1440, 'light'],
      [1000, 'dark'],
      [390, 'light'],
      [390, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await colourPage(page, theme);
      if (width < 700) await page.getByRole('radio', { name: 'Left', exact: true }).click();
      await chooseMore(page, 'Left', 'Show receipt…');
      const card = cardOf(page);
      await card.getByText('1 place has changed').waitFor();
      expect(await findings(page)).toEqual([]);
      const box = await card.boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
      if (process.env['SHOTS'] !== undefined)
        await page.screenshot({ path: `${process.env['SHOTS']}/receipt-${width}-${theme}.png` });
      await closeDock(card);
    }
  });
});
