// Malicious pages around the editor: each is refused, and the editor continues unharmed.

import { describe, expect, it } from 'vitest';
import { setStage } from '../support/app.ts';
import { inside, setHosts } from '../support/embed-host.ts';

/** The requests that the server received under /v2, with their credentials. */
const asked: { readonly url: string; readonly cookie: string; readonly authorization: string }[] = [];
const stage = setStage({
  extend: async (server) => {
    server.get('/v2/documents/secret', async (request, reply) => {
      const { cookie = '', authorization = '' } = request.headers;
      asked.push({ url: request.url, cookie, authorization });
      if (cookie === '' && authorization === '') return reply.code(401).send({ message: 'Sign in.' });
      return reply.send({ secret: true });
    });
  },
});
const hosts = setHosts();

/** A host that speaks the protocol without the SDK. */
declare global {
  var connect: (message?: unknown, ports?: number, origin?: string) => Talk;
  var talk: Talk;
  interface Talk {
    readonly port: MessagePort;
    readonly events: { readonly [field: string]: unknown }[];
    ask(request: object, transfer?: Transferable[]): Promise<Answer>;
    /** Resolves to the first message, or to `null` once the editor has accepted another connection. */
    readonly first: Promise<unknown>;
  }
  interface Answer {
    readonly value?: unknown;
    readonly error?: { readonly code: string; readonly message: string };
  }
}

const rawHost = (src: string, rest = ''): string => `
<iframe id="editor" style="width: 900px; height: 400px" src="${src}"></iframe>${rest}
<script>
  const frame = document.querySelector('#editor');
  let id = 0;
  globalThis.connect = (message = { diptych: 'connect', version: 1 }, ports = 1, origin = new URL(frame.src).origin) => {
    const channels = Array.from({ length: ports }, () => new MessageChannel());
    const port = (channels[0] ?? new MessageChannel()).port1;
    const waiting = new Map();
    const events = [];
    let heard;
    const first = new Promise((resolve) => (heard = resolve));
    port.onmessage = ({ data }) => {
      heard(data);
      if (waiting.has(data.id)) waiting.get(data.id)(data);
      else events.push(data);
    };
    frame.contentWindow.postMessage(message, origin, channels.map(({ port2 }) => port2));
    const ask = (request, transfer = []) =>
      new Promise((resolve) => {
        id += 1;
        waiting.set(id, resolve);
        port.postMessage({ id, ...request }, transfer);
      });
    return { port, events, ask, first };
  };
  globalThis.isLoaded = new Promise((resolve) => frame.addEventListener('load', resolve));
</script>`;

const CONNECT = { diptych: 'connect', version: 1 };

describe('a hostile host', () => {
  it('[EMB-1] gets no connection that is not its own, nor a second one', async () => {
    const page = await stage.prepare({ allow: /target origin provided/ });
    const editor = `${stage.address()}embed`;
    const sibling = hosts.page(
      `<script>
  addEventListener('message', ({ data, ports }) => {
    if (data === 'attack') {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => parent.postMessage('heard', '*');
      parent.frames[0].postMessage(${JSON.stringify(CONNECT)}, '*', [port2]);
      parent.postMessage('tried', '*');
    } else if (ports[0]) {
      ports[0].onmessage = ({ data }) => parent.postMessage({ stolen: data }, '*');
      ports[0].postMessage({ id: 1, type: 'load', url: 'local.abc' });
    }
  });
</script>`,
      'localhost',
    );
    await page.goto(hosts.page(rawHost(editor, `<iframe id="sibling" src="${sibling}"></iframe>`)));
    await inside(page).getByRole('region', { name: 'Left' }).waitFor();
    const ends = await page.evaluate(async () => {
      const found = new Map<string, unknown>();
      await Reflect.get(globalThis, 'isLoaded');
      const heard: unknown[] = [];
      const told = (data: unknown): Promise<void> =>
        new Promise((resolve) => {
          addEventListener('message', function hear(event: MessageEvent) {
            heard.push(event.data);
            if (event.data !== data && !(typeof event.data === 'object' && 'stolen' in event.data)) return;
            removeEventListener('message', hear);
            resolve();
          });
        });
      const silent: [string, Talk][] = [
        ['another origin', connect(undefined, 1, 'http://example.org')],
        ['no port', connect(undefined, 0)],
        ['two ports', connect(undefined, 2)],
        ['a string', connect('connect')],
        ['nothing', connect(null)],
        ['an inherited name', connect(JSON.parse('{"__proto__": {"diptych": "connect", "version": 1}}'))],
        ['another name', connect({ diptych: 'load', version: 1, content: '[1]' })],
      ];
      const tried = told('tried');
      (document.querySelector('#sibling') as HTMLIFrameElement).contentWindow?.postMessage('attack', '*');
      await tried;
      for (const version of [0, 2, '1', null, { valueOf: 1 }]) {
        const answer = (await connect({ diptych: 'connect', version }).first) as { code: string };
        found.set(`version ${String(version)}`, answer.code);
      }
      globalThis.talk = connect();
      found.set('its own', ((await talk.first) as { type: string }).type);
      silent.push(['again', connect()]);
      // Sent after all of these connections, so their replies would have arrived before this one's.
      await talk.ask({ type: 'load', content: '{"kept": true}' });
      for (const [name, { first }] of silent)
        found.set(
          name,
          await Promise.race([first.then(() => 'heard'), talk.ask({ type: 'read' }).then(() => 'silent')]),
        );
      found.set('a sibling', heard.includes('heard') ? 'heard' : 'silent');
      // Requests posted to the window are ignored; only the port counts.
      frameWindow().postMessage({ id: 1, type: 'load', content: '[1]' }, '*');
      const { value } = await talk.ask({ type: 'read' });
      found.set('the window', await (value as { content: Blob }).content.text());
      return [...found];

      function frameWindow(): Window {
        const { contentWindow } = document.querySelector('#editor') as HTMLIFrameElement;
        if (contentWindow === null) throw new Error('there is no frame');
        return contentWindow;
      }
    });
    expect(Object.fromEntries(ends)).toEqual({
      'another origin': 'silent',
      'no port': 'silent',
      'two ports': 'silent',
      'a string': 'silent',
      nothing: 'silent',
      'an inherited name': 'silent',
      'another name': 'silent',
      again: 'silent',
      'a sibling': 'silent',
      'version 0': 'version',
      'version 2': 'version',
      'version 1': 'version',
      'version null': 'version',
      'version [object Object]': 'version',
      'its own': 'ready',
      'the window': '{"kept": true}',
    });
    // A stolen port can do what the host itself can do, and no more.
    const stolen = await page.evaluate(
      () =>
        new Promise<{ error: { code: string } }>((resolve) => {
          addEventListener('message', ({ data }) => {
            if (typeof data === 'object' && 'stolen' in data && 'id' in data.stolen) resolve(data.stolen);
          });
          (document.querySelector('#sibling') as HTMLIFrameElement).contentWindow?.postMessage('use', '*', [talk.port]);
        }),
    );
    expect(stolen.error.code).toBe('bad-request');
  });

  it('[EMB-1] is not heard through a page between', async () => {
    const page = await stage.prepare();
    const middle = hosts.page(rawHost(`${stage.address()}embed`), 'localhost');
    await page.goto(hosts.page(`<iframe src="${middle}"></iframe>`));
    const root = page.frameLocator('iframe').frameLocator('iframe');
    await root.getByRole('region', { name: 'Left' }).waitFor();
    await page.evaluate((message) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => Object.assign(globalThis, { isHeard: true });
      frames[0]?.frames[0]?.postMessage(message, '*', [port2]);
    }, CONNECT);
    // The editor's own parent connects later, and is accepted.
    const own = await page.frames()[1]?.evaluate(async () => (await connect().first) as { type: string });
    expect(own?.type).toBe('ready');
    const outcome = await page.evaluate(() => 'isHeard' in globalThis);
    expect(outcome).toBe(false);
  });

  it('[EMB-1] gets a sentence for what it may not ask, and the editor keeps what it had', async () => {
    const page = await stage.prepare();
    await page.goto(hosts.page(rawHost(`${stage.address()}embed`)));
    await inside(page).getByRole('region', { name: 'Left' }).waitFor();
    const codes = await page.evaluate(async () => {
      await Reflect.get(globalThis, 'isLoaded');
      globalThis.talk = connect();
      await talk.first;
      await talk.ask({ type: 'load', content: '{"a": [1, 2], "b": "x"}' });
      const found = new Map<string, string>();
      const long = 'x'.repeat(2_000_000);
      const many = Array.from({ length: 200_000 }, () => ({ start: 0, end: 0, insert: '' }));
      const buffer = new ArrayBuffer(8);
      structuredClone(buffer, { transfer: [buffer] });
      const attacks: Record<string, object> = {
        'no type': {},
        'an unknown type': { type: 'steal' },
        'a type of the prototype': { type: '__proto__' },
        'a constructor': { type: 'constructor' },
        'a type that is none': { type: { toString: null } },
        'a panel of the prototype': { type: 'read', panel: '__proto__' },
        'a fake Blob': { type: 'load', content: { size: 1e12, type: 'application/json' } },
        'nothing to load': { type: 'load' },
        'two things to load': { type: 'load', content: '[]', url: 'https://example.org/' },
        'a file': { type: 'load', url: 'file:///etc/passwd' },
        'a script': { type: 'load', url: 'javascript:alert(1)' },
        'data in the address': { type: 'load', url: 'data:application/json,[1]' },
        'a document of this browser': { type: 'load', url: 'local.abc' },
        'a document of the cloud': { type: 'load', url: 'cloud.abc' },
        'a giant name': { type: 'load', content: '[]', name: long },
        'a giant path': { type: 'select', path: `/${long}` },
        'a giant list': { type: 'apply', splices: many },
        'an unknown dialect': { type: 'load', content: '[]', dialect: 'yaml' },
        'a path that is none': { type: 'select', path: '$..' },
        'a place that is none': { type: 'select', offset: -1 },
        'splices behind the end': { type: 'apply', splices: [{ start: 0, end: 1e9, insert: '' }] },
        'splices out of order': {
          type: 'apply',
          splices: [
            { start: 5, end: 6, insert: '' },
            { start: 1, end: 2, insert: '' },
          ],
        },
        'splices of fractions': { type: 'apply', splices: [{ start: 0.5, end: 1, insert: '' }] },
        'splices of nothing': { type: 'apply', splices: [null] },
        'a detached insert': { type: 'apply', splices: [{ start: 0, end: 0, insert: 7 }] },
        'a patch that is none': { type: 'apply', patch: { op: 'add' } },
        'a patch that fails': { type: 'apply', patch: [{ op: 'remove', path: '/none' }] },
        'a patch a million deep': { type: 'apply', patch: '['.repeat(1_000_000) },
        'another revision': { type: 'apply', base: 1e6, patch: [] },
        'two kinds of change': { type: 'apply', patch: [], mergePatch: {} },
        'options that are none': { type: 'options', mode: 'hex', readonly: 'no' },
        'options of the prototype': JSON.parse('{"type": "options", "mode": {"__proto__": "tree", "left": "hex"}}'),
        'a revision that was never there': { type: 'markSaved', revision: 999_999 },
      };
      for (const [name, attack] of Object.entries(attacks))
        found.set(name, (await talk.ask(attack)).error?.code ?? 'done');
      // A request without a valid id cannot be replied to.
      for (const id of [undefined, -1, 1.5, '1', null, {}]) talk.port.postMessage({ id, type: 'load', content: '[]' });
      talk.port.postMessage('read');
      talk.port.postMessage(null);
      // A flood of requests: some are refused as too many, the others are replied to in order.
      const flood = await Promise.all(Array.from({ length: 3000 }, () => talk.ask({ type: 'read' })));
      found.set('a flood', flood.some(({ error }) => error?.code === 'busy') ? 'busy' : 'done');
      found.set(
        'the others of the flood',
        flood.every(({ error, value }) => error?.code === 'busy' || value) ? 'done' : 'lost',
      );
      found.set('without an id', String(talk.events.filter(({ code }) => code === 'bad-request').length));
      const patch = JSON.stringify([{ op: 'add', path: '/__proto__', value: { polluted: true } }]);
      await talk.ask({ type: 'apply', patch });
      const { value } = await talk.ask({ type: 'read' });
      found.set('text', await (value as { content: Blob }).content.text());
      return [...found];
    });
    const { text, ...found } = Object.fromEntries(codes);
    expect(text).toBe('{"a": [1, 2], "b": "x", "__proto__": {"polluted":true}}');
    const bad = 'bad-request';
    expect(found).toEqual({
      'no type': bad,
      'an unknown type': bad,
      'a type of the prototype': bad,
      'a constructor': bad,
      'a type that is none': bad,
      'a panel of the prototype': bad,
      'a fake Blob': bad,
      'nothing to load': bad,
      'two things to load': bad,
      'a file': bad,
      'a script': bad,
      'data in the address': bad,
      'a document of this browser': bad,
      'a document of the cloud': bad,
      'a giant name': bad,
      'a giant path': bad,
      'a giant list': bad,
      'an unknown dialect': bad,
      'a path that is none': 'syntax',
      'a place that is none': bad,
      'splices behind the end': bad,
      'splices out of order': bad,
      'splices of fractions': bad,
      'splices of nothing': bad,
      'a detached insert': bad,
      'a patch that is none': 'syntax',
      'a patch that fails': 'refused',
      'a patch a million deep': 'syntax',
      'another revision': 'stale',
      'two kinds of change': bad,
      'options that are none': bad,
      'options of the prototype': bad,
      'a revision that was never there': 'stale',
      'a flood': 'busy',
      'the others of the flood': 'done',
      'without an id': '8',
    });
    const frame = page.frames()[1];
    await expect.poll(() => frame?.evaluate(() => Reflect.get({}, 'polluted') as unknown)).toBeUndefined();
  });

  it('[EMB-1] of the same site gets nothing that is kept for a person', async () => {
    const page = await stage.prepare({ allow: /target origin/ });
    const { origin } = new URL(stage.address());
    // A user has worked in the app on this origin, and is signed in.
    await page.goto(`${origin}/#left=json.[1]`);
    await page.getByRole('region', { name: 'Left', exact: true }).locator('.view-line').first().click();
    await page.keyboard.type('2');
    await expect.poll(() => page.evaluate(() => location.hash)).toMatch(/left=local\./);
    const key = await page.evaluate(() => {
      localStorage.setItem('theme', 'dark');
      document.cookie = 'session=secret; path=/';
      return /local\.[^&]*/.exec(location.hash)?.[0] ?? '';
    });
    const stored = await page.evaluate(() =>
      JSON.stringify(
        Object.keys(localStorage)
          .toSorted()
          .map((name) => [name, localStorage.getItem(name)]),
      ),
    );
    // A host on another port of the same host name is the same site.
    await page.goto(hosts.page(rawHost(`${origin}/embed`), 'localhost'));
    await inside(page).getByRole('region', { name: 'Left' }).waitFor();
    for (const left of [key, 'cloud.abc', `url.${origin}/v2/documents/secret`]) {
      await page.evaluate(
        (hash) => {
          (document.querySelector('#editor') as HTMLIFrameElement).src = hash;
        },
        `${origin}/embed#left=${encodeURIComponent(left)}`,
      );
      const said = left.startsWith('url') ? '401' : 'no documents of this browser';
      await inside(page).getByRole('alert').filter({ hasText: said }).waitFor();
    }
    const read = await page.evaluate(async () => {
      globalThis.talk = connect();
      await talk.first;
      const { value } = await talk.ask({ type: 'read' });
      return (value as { content: Blob }).content.text();
    });
    expect(read).toBe('');
    const answer = await page.evaluate(
      async (url) => (await talk.ask({ type: 'load', url })).error?.code,
      `${origin}/v2/documents/secret`,
    );
    expect(answer).toBe('http');
    expect(asked.length).toBeGreaterThan(1);
    for (const request of asked) expect(request).toMatchObject({ cookie: '', authorization: '' });
    // The stored data is unchanged, and was not used.
    const frame = page.frames()[1];
    await expect.poll(() => frame?.evaluate(() => document.documentElement.dataset['theme'])).toBe('light');
    const { origins } = await page.context().storageState();
    const own = origins.find((one) => one.origin === origin)?.localStorage.map(({ name, value }) => [name, value]);
    expect(JSON.stringify(own?.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)))).toBe(stored);
  });
});
