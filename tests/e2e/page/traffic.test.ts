// What the page says it talked to, beside a server that records what arrives; and the sealed page, from which nothing does.

import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer as createHttpServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer } from '../../../src/server/app.ts';
import { listenFrom } from '../../../src/server/listen.ts';
import { colourPage, draftKept, panel, setMode, setStage, shownLines } from '../support/app.ts';
import { findings } from '../support/axe.ts';
import { KIND_HELPERS, NAVIGATION_KINDS, REQUEST_KINDS } from '../support/request-kinds.ts';

const stage = setStage();
const CLIENT = join(import.meta.dirname, '../../../dist/client');
const PATIENT = { timeout: 30_000 };
/** What the page's policy logs when it refuses, and what fails for want of an answer. */
const PROVOKED =
  /Content Security Policy|Content-Security-Policy|Refused to|sandboxed|Failed to|ERR_|WebSocket|EventSource|Blocked|MIME|font|not loaded|violates|Unsafe attempt/i;

/** The paths that arrived at the other server, and those under `/v2` at the page's own. */
const arrived = new Set<string>();
let datagrams = 0;
let other: Server;
let udp: Socket;
let server: FastifyInstance;
let address = '';

beforeAll(async () => {
  other = createHttpServer((request, response) => {
    arrived.add((request.url ?? '').replace(/^\/|\?.*$/g, ''));
    response.writeHead(200, {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': '*',
      'content-type': 'text/plain',
    });
    response.end('x');
  });
  other.listen(0, '127.0.0.1');
  await once(other, 'listening');
  other.on('upgrade', (request, socket) => {
    arrived.add((request.url ?? '').slice(1));
    socket.destroy();
  });
  udp = createSocket('udp4', () => (datagrams += 1));
  udp.bind(0, '127.0.0.1');
  await once(udp, 'listening');
  server = await createServer({ clientFolder: CLIENT, configuration: {} });
  for (const method of ['GET', 'POST'] as const)
    server.route({
      method,
      url: '/v2/*',
      handler: (request, reply) => {
        arrived.add(request.url.replace('/v2/', ''));
        return reply.send('x');
      },
    });
  address = `http://localhost:${await listenFrom(server, '127.0.0.1', 0)}/`;
});
afterAll(async () => {
  other.close();
  udp.close();
  await server.close();
});

const port = (): number => (other.address() as AddressInfo).port;
const udpPort = (): number => udp.address().port;
const badge = (page: Page): Locator =>
  panel(page, 'Right').getByRole('button', { name: /counted yet|left|Talked|ealed/ });
/** Opens the list of addresses. */
async function openList(page: Page): Promise<void> {
  await badge(page).click();
  await page.getByRole('menuitem', { name: 'What this page talked to…' }).click();
}
const listOf = (page: Page): Locator => page.getByRole('dialog', { name: 'What this page talked to' });

/** Opens the page under its service worker, from its start on. */
async function openControlled(path = ''): Promise<Page> {
  const page = await stage.prepare({ context: { serviceWorkers: 'allow' }, allow: PROVOKED });
  await page.goto(`${address}#left=json.["kept"]&right=json.[2]`);
  await badge(page).waitFor();
  await expect.poll(() => badge(page).innerText()).toBe('Not counted yet');
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/sw.js');
    const { active } = await navigator.serviceWorker.ready;
    if (active === null || active.state === 'activated') return;
    await new Promise((resolve) => active.addEventListener('statechange', resolve, { once: true }));
  });
  await page.goto(`${address}${path}#left=json.["kept"]&right=json.[2]`);
  await page.reload();
  await badge(page).waitFor();
  return page;
}

/** Asks in some ways; resolves once nothing more arrives. */
async function ask(page: Page, kinds: Readonly<Record<string, string>>): Promise<void> {
  const opened: Page[] = [];
  page.context().on('page', (one) => opened.push(one));
  const to = `const to = (name) => 'http://127.0.0.1:${port()}/' + name; const ws = (name) => 'ws://127.0.0.1:${port()}/' + name;`;
  // One that is refused at once throws.
  for (const code of Object.values(kinds))
    await page.evaluate(`(() => { ${to} ${KIND_HELPERS} try { ${code} } catch {} })()`);
  await stays(() => arrived.size);
  for (const one of opened) await one.close().catch(() => undefined);
}

/** Waits until a number stays as it is. */
async function stays(read: () => number): Promise<void> {
  let before = -1;
  await expect
    .poll(
      () => {
        const isSame = read() === before;
        before = read();
        return isSame;
      },
      { timeout: 30_000, interval: 1500 },
    )
    .toBe(true);
}

describe('what the page talked to', () => {
  it('[NEW-8] is nothing at first, and lists every kind of request that arrived anywhere', async () => {
    const page = await openControlled();
    await expect.poll(() => badge(page).innerText(), PATIENT).toBe('Nothing left this browser');
    arrived.clear();
    await ask(page, REQUEST_KINDS);
    expect(Object.keys(REQUEST_KINDS).length).toBeGreaterThanOrEqual(50);
    expect(arrived.size).toBeGreaterThan(15);
    await openList(page);
    const list = listOf(page).getByRole('region', { name: 'Addresses' });
    await list.waitFor();
    const missing = async (): Promise<string[]> => {
      const text = (await list.textContent()) ?? '';
      return [...arrived].filter((name) => !text.includes(`/${name}`));
    };
    await expect.poll(missing, PATIENT).toEqual([]);
    // What the policy has refused is listed apart, and is no part of the count.
    const refused =
      (await listOf(page).getByRole('region', { name: 'Refused by the policy of this page' }).textContent()) ?? '';
    for (const name of ['script', 'image', 'style-link']) expect(refused).toContain(`/${name}`);
    const sent = list.getByRole('listitem').filter({ hasText: '/fetch-post' });
    await expect.poll(() => sent.innerText()).toContain('500 B sent');
    await expect.poll(() => sent.innerText()).toContain('No reason is known.');
    await page.keyboard.press('Escape');
    await expect.poll(() => badge(page).innerText()).toMatch(/^Talked to \d+ addresses$/);
  });

  it('[NEW-8] gives the reason for what the user asked for, and the build', async () => {
    const page = await openControlled();
    await page.evaluate(
      (url) => (location.hash = `#left=url.${url}&right=json.[2]`),
      `http://127.0.0.1:${port()}/opened.json`,
    );
    await expect.poll(() => shownLines(page, 'Left'), PATIENT).toEqual(['x']);
    await expect.poll(() => badge(page).innerText()).toBe('Talked to 1 address');
    for (const [width, theme] of [
      [1440, 'light'],
      [1000, 'dark'],
      [390, 'light'],
      [390, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await colourPage(page, theme);
      if (width < 700) await page.getByRole('radio', { name: 'Right', exact: true }).click();
      await openList(page);
      const list = listOf(page);
      await list.getByText('You opened this address.').waitFor();
      await list.getByText(/^[0-9a-f]{64}$/).waitFor();
      expect(await findings(page)).toEqual([]);
      const box = await list.boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(800);
      if (process.env['SHOTS'] !== undefined)
        await page.screenshot({ path: `${process.env['SHOTS']}/traffic-${width}-${theme}.png` });
      await page.keyboard.press('Escape');
      await list.waitFor({ state: 'detached' });
    }
  });
});

describe('the sealed page', () => {
  it('[NEW-8] lets none of the requests out, keeps both panels, and says so', async () => {
    const page = await openControlled();
    await panel(page, 'Left').locator('.view-line').first().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' ');
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['["kept"] ']);
    await openList(page);
    await listOf(page).getByRole('button', { name: 'Seal this page' }).click();
    await page.waitForURL(/\/sealed/);
    await expect.poll(() => shownLines(page, 'Left'), PATIENT).toEqual(['["kept"] ']);
    await panel(page, 'Right').getByText('root').waitFor();
    await expect.poll(() => page.title()).toContain('Sealed');
    await expect.poll(() => badge(page).innerText()).toBe('Sealed');
    // Workers run, and what needs the net says why it does not.
    await setMode(page, 'Left', 'tree');
    await panel(page, 'Left').getByText('kept').waitFor();
    await panel(page, 'Left').getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByRole('menuitem', { name: /web address/ }).click();
    await page.getByRole('textbox', { name: 'Address' }).fill('https://example.com/a.json');
    await page.keyboard.press('Enter');
    await page.getByText('This page is sealed, so nothing is sent or fetched.').waitFor();
    await page.keyboard.press('Escape');
    arrived.clear();
    datagrams = 0;
    await ask(page, REQUEST_KINDS);
    await ask(page, NAVIGATION_KINDS);
    await page.evaluate(`(() => {
      const servers = { iceServers: [{ urls: 'stun:127.0.0.1:${udpPort()}' }] };
      const connect = (scope) => { const c = new scope.RTCPeerConnection(servers); c.createDataChannel('x'); c.createOffer().then((o) => c.setLocalDescription(o)); };
      try { connect(window); } catch {}
      const frame = document.createElement('iframe'); document.body.append(frame);
      try { connect(frame.contentWindow); } catch {}
      try { connect(frames[frames.length - 1]); } catch {}
    })()`);
    for (const worker of page.workers())
      await worker.evaluate(
        `Promise.allSettled([fetch('http://127.0.0.1:${port()}/from-worker'), fetch('/v2/from-worker'), import('/v2/from-worker-import')])`,
      );
    await stays(() => arrived.size + datagrams);
    expect([...arrived]).toEqual([]);
    expect(datagrams).toBe(0);
    expect(page.url()).toContain('/sealed');
    // Clicks would wait for the navigations that were stopped.
    const text = (selector: string): Promise<string> =>
      page.evaluate(
        (wanted) => Array.from(document.querySelectorAll(wanted), (one) => one.textContent).join(),
        selector,
      );
    await expect.poll(() => text('button')).toContain('Sealed');
    await expect.poll(() => text('button')).not.toContain('Talked to');
    await badge(page).dispatchEvent('click');
    await page.getByRole('menuitem', { name: 'What this page talked to…' }).dispatchEvent('click');
    const refused = (): Promise<string> => text('[aria-label="Refused by the policy of this page"]');
    for (const name of ['fetch', 'image', 'window', 'location']) await expect.poll(refused).toContain(`/${name}`);
    await expect.poll(() => text('[aria-label="Addresses"]')).toBe('');
  });

  it('[NEW-8] keeps a draft, and works without a network', async () => {
    const page = await openControlled();
    await page.evaluate(() => localStorage.setItem('autosave', 'false'));
    await page.reload();
    await panel(page, 'Left').locator('.view-line').first().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' ');
    await draftKept(page, 'Left').waitFor();
    await page.context().setOffline(true);
    await openList(page);
    await listOf(page).getByRole('button', { name: 'Seal this page' }).click();
    await page.waitForURL(/\/sealed/);
    await badge(page).waitFor();
    await expect.poll(() => badge(page).innerText()).toBe('Sealed');
    // As after any reload, unsaved work is offered.
    await page.getByRole('button', { name: /^Recover / }).click();
    await expect.poll(() => shownLines(page, 'Left'), PATIENT).toEqual(['["kept"] ']);
    await expect.poll(() => panel(page, 'Right').getByText('root').count(), PATIENT).toBe(1);
    await draftKept(page, 'Left').waitFor();
    // The scripts of sealed workers are there, too.
    await panel(page, 'Left').getByRole('button', { name: 'Format', exact: true }).click();
    await page.getByRole('menuitem', { name: /^Format/ }).click();
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['[', '  "kept"', ']']);
    await openList(page);
    await listOf(page).getByRole('button', { name: 'Open the seal' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await badge(page).waitFor();
    await expect.poll(() => page.title()).not.toContain('Sealed');
    await page.context().setOffline(false);
  });

  it('[NEW-8] does not call itself sealed where its server sent no policy', async () => {
    const page = await stage.prepare({ allow: PROVOKED });
    await page.route('**/sealed', async (route) => {
      const response = await route.fetch({ url: address });
      await route.fulfill({ response });
    });
    await page.goto(`${address}sealed#left=json.[1]&right=json.[2]`);
    await expect.poll(() => badge(page).innerText(), PATIENT).toBe('Not sealed');
    await openList(page);
    await listOf(page).getByRole('alert').getByText('This page is not sealed').waitFor();
    await page.keyboard.press('Escape');
  });
});
