// Runs tests in each browser that is installed, against a server of their own, with what a user does by hand.

import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createServer } from '../../src/server/app.ts';
import { listenFrom } from '../../src/server/listen.ts';
import { hasFirefox, hasWebKit, openFirefox, openWebKit, type Driver } from './driver.ts';

const BROWSERS = [
  ['Firefox', hasFirefox, openFirefox],
  ['WebKitGTK', hasWebKit, openWebKit],
] as const;

/** A point of the window, in CSS pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A page, and what a user does with it. */
export interface Hands {
  page(): Driver;
  address(): string;
  /** Starts the server again after `stop`, on the same port. */
  serve(): Promise<void>;
  stop(): Promise<void>;
  /** The middle of the first visible element of a selector that holds a text; waits for it. */
  find(selector: string, text?: string): Promise<Point>;
  click(selector: string, text?: string): Promise<void>;
  lines(side: string): Promise<string>;
  rows(side: string): Promise<string[]>;
  /** Whether the page shows a text. */
  says(text: string): Promise<boolean>;
  show(hash: string): Promise<void>;
}

/** The value of a panel in a hash. */
export function json(value: unknown): string {
  return `json.${encodeURIComponent(JSON.stringify(value))}`;
}

/** Defines tests for each browser. `create` makes the server, by default one without a cloud. */
export function inEachBrowser(
  define: (hands: Hands) => void,
  create: (clientFolder: string) => Promise<FastifyInstance> = (clientFolder) => createServer({ clientFolder }),
): void {
  describe.each(BROWSERS)('%s', (name, isThere, open) => {
    if (!isThere()) {
      process.stdout.write(`${name}: not installed, skipped\n`);
      it.skip('is not installed', () => undefined);
      return;
    }

    let server: FastifyInstance | null = null;
    let port = 0;
    let page: Driver;
    const hands: Hands = {
      page: () => page,
      address: () => `http://localhost:${port}/`,
      async serve() {
        server = await create(join(import.meta.dirname, '../../dist/client'));
        port = await listenFrom(server, '127.0.0.1', port);
      },
      async stop() {
        await server?.close();
        server = null;
      },
      async find(selector, text = '') {
        const expression = `(() => {
          const wanted = ${JSON.stringify(text)};
          const found = [...document.querySelectorAll(${JSON.stringify(selector)})].find((one) =>
            one.checkVisibility() &&
            (wanted === '' || [one.ariaLabel, one.textContent, one.innerText.split('\\n')[0]].some((name) => name?.trim() === wanted)));
          const box = found?.getBoundingClientRect();
          return box && box.width > 0 ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null;
        })()`;
        let point: Point | null = null;
        await expect
          .poll(async () => (point = await page.read<Point | null>(expression)), { message: `${selector} ${text}` })
          .not.toBeNull();
        return point ?? { x: 0, y: 0 };
      },
      async click(selector, text) {
        const { x, y } = await hands.find(selector, text);
        await page.click(x, y);
      },
      lines: (side) =>
        page.read(
          `[...document.querySelectorAll('#${side}_PANEL .view-line')].toSorted((a, b) => a.offsetTop - b.offsetTop).map((line) => line.textContent.replaceAll('\\u00a0', ' ')).join('\\n')`,
        ),
      rows: (side) =>
        page.read(
          `[...document.querySelectorAll('#${side}_PANEL [role=row]')].map((row) => row.innerText.replace(/\\s+/g, ' ').trim())`,
        ),
      says: (text) => page.read(`document.body.innerText.includes(${JSON.stringify(text)})`),
      async show(hash) {
        await page.go('about:blank');
        await page.go(`${hands.address()}#${hash}`);
        await hands.find('#LEFT_PANEL .view-line, #LEFT_PANEL [role=row]');
      },
    };
    beforeAll(() => hands.serve());
    afterAll(() => hands.stop());
    // A browser of its own for each step: unsaved work of the one before would be offered for recovery.
    beforeEach(async () => {
      page = await open();
    });
    afterEach(() => page.close());
    define(hands);
  });
}
