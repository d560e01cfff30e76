// Host pages of other origins: a server on its own port, whose pages load the SDK from the editor's server.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Frame, FrameLocator, Page } from 'playwright';
import { afterAll, beforeAll } from 'vitest';
import type { Editor } from '../../../src/embed/sdk/index.ts';

/** Globals of a host page. */
declare global {
  /** The editor under test; `editors` has several by name. */
  var editor: Editor;
  var editors: Record<string, Editor>;
  /** Events of the editors, in order. */
  var told: { readonly type: string; readonly [field: string]: unknown }[];
  var sdk: typeof import('../../../src/embed/sdk/index.ts');
}

/** The server of the host pages. */
export interface Hosts {
  /**
   * Adds a page with this body and returns its address. `name` is a host name of this computer; another name is another site.
   */
  page(body: string, name?: string, headers?: Readonly<Record<string, string>>): string;
  /** Adds a file of any type and returns its address. */
  file(content: string, type: string, name?: string): string;
}

/** Starts a server for the calling file. */
export function setHosts(): Hosts {
  interface Answer {
    readonly content: string;
    readonly type: string;
    readonly headers: Readonly<Record<string, string>>;
  }
  const answers = new Map<string, Answer>();
  let server: Server;
  beforeAll(async () => {
    server = createServer(({ url = '' }, response) => {
      const answer = answers.get(url.replace(/[?#].*$/s, ''));
      response.setHeader('content-type', answer?.type ?? 'text/plain');
      response.setHeader('access-control-allow-origin', '*');
      for (const [header, value] of Object.entries(answer?.headers ?? {})) response.setHeader(header, value);
      response.statusCode = answer === undefined ? 404 : 200;
      response.end(answer?.content ?? '');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  const add = (content: string, type: string, name: string, headers = {}): string => {
    const path = `/${answers.size}`;
    answers.set(path, { content, type, headers });
    return `http://${name}:${(server.address() as AddressInfo).port}${path}`;
  };
  return {
    page: (body, name = '127.0.0.1', headers = {}) =>
      add(`<!doctype html><html lang="en"><title>Host</title><body>${body}`, 'text/html; charset=utf-8', name, headers),
    file: (content, type, name = '127.0.0.1') => add(content, type, name),
  };
}

/** Returns the body of a page with one editor, made by the function, in a box. The page records all of its events. */
export function bodyWith(address: string, options = '{}', hash = ''): string {
  return `
<style>body { margin: 0; } #box { width: 900px; height: 500px; }</style>
<p><button>Of the host</button></p>
<div id="box"></div>
<script type="module">
  import * as sdk from '${address}embed/sdk.js';
  globalThis.sdk = sdk;
  globalThis.told = [];
  globalThis.editor = sdk.createEditor(document.querySelector('#box'), '${address}embed${hash}', ${options});
  for (const type of ['ready', 'loaded', 'change', 'dirty', 'save', 'exit', 'selection', 'error'])
    editor.on(type, (event) => told.push(event));
</script>`;
}

/** Returns a locator for the editor inside a page. */
export function inside(page: Page, at = 0): FrameLocator {
  return page.locator('iframe').nth(at).contentFrame();
}

/** Returns the editor's frame, for access to its window. */
export function frameOf(page: Page): Frame {
  const [, frame] = page.frames();
  if (frame === undefined) throw new Error('the page has no frame');
  return frame;
}

/** Returns the recorded events of one type. */
export function toldOf(page: Page, type: string): Promise<{ readonly [field: string]: unknown }[]> {
  return page.evaluate((wanted) => told.filter((event) => event.type === wanted), type);
}

/** Returns the text of the editor. */
export function readText(page: Page, panel: 'left' | 'right' = 'left'): Promise<string> {
  return page.evaluate(async (side) => (await editor.read(side)).text(), panel);
}
