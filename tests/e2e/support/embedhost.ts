// Pages of other origins around the editor: a server on a port of its own, whose pages load the SDK from the editor's server.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Frame, FrameLocator, Page } from 'playwright';
import { afterAll, beforeAll } from 'vitest';
import type { Editor } from '../../../src/embed/sdk/index.ts';

/** What a host page of a test has. */
declare global {
  /** The editor that is spoken to; others by their names. */
  var editor: Editor;
  var editors: Record<string, Editor>;
  /** What the editors have told, in order. */
  var told: { readonly type: string; readonly [field: string]: unknown }[];
  var sdk: typeof import('../../../src/embed/sdk/index.ts');
}

/** The server of the hosts. */
export interface Hosts {
  /** The address of a page with this in its body. `name` is a name of this computer: another one is another site. */
  page(body: string, name?: string): string;
  /** The same for an answer with a type of its own. */
  file(content: string, type: string, name?: string): string;
}

/** Starts a server for the file that calls this. */
export function setHosts(): Hosts {
  const answers = new Map<string, { readonly content: string; readonly type: string }>();
  let server: Server;
  beforeAll(async () => {
    server = createServer(({ url = '' }, response) => {
      const answer = answers.get(url.replace(/[?#].*$/s, ''));
      response.setHeader('content-type', answer?.type ?? 'text/plain');
      response.setHeader('access-control-allow-origin', '*');
      response.statusCode = answer === undefined ? 404 : 200;
      response.end(answer?.content ?? '');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  const add = (content: string, type: string, name: string): string => {
    const path = `/${answers.size}`;
    answers.set(path, { content, type });
    return `http://${name}:${(server.address() as AddressInfo).port}${path}`;
  };
  return {
    page: (body, name = '127.0.0.1') =>
      add(`<!doctype html><html lang="en"><title>Host</title><body>${body}`, 'text/html; charset=utf-8', name),
    file: (content, type, name = '127.0.0.1') => add(content, type, name),
  };
}

/** A page's body with one editor of the function, filling a box, which notes all that it tells. */
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

/** The editor inside a page. */
export function inside(page: Page, at = 0): FrameLocator {
  return page.locator('iframe').nth(at).contentFrame();
}

/** Its frame, for what is asked of its window. */
export function frameOf(page: Page): Frame {
  const [, frame] = page.frames();
  if (frame === undefined) throw new Error('the page has no frame');
  return frame;
}

/** What was told of one type so far. */
export function toldOf(page: Page, type: string): Promise<{ readonly [field: string]: unknown }[]> {
  return page.evaluate((wanted) => told.filter((event) => event.type === wanted), type);
}

/** The text of the editor. */
export function readText(page: Page, panel: 'left' | 'right' = 'left'): Promise<string> {
  return page.evaluate(async (side) => (await editor.read(side)).text(), panel);
}
