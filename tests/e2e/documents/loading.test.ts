// A document that takes a while to arrive, and links that are measured before they are offered.

import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { dropOpen, panel, setStage, waitValid } from '../support/app.ts';
import { makeFolder } from '../support/files.ts';

const HALF = 512 * 1024;
let release = (): void => undefined;
const files = makeFolder();
const stage = setStage({
  extend: async (server) => {
    server.get('/slow.json', (_request, reply) => {
      const released = new Promise<void>((resolve) => (release = resolve));
      async function* content(): AsyncGenerator<string> {
        yield `[${' '.repeat(HALF - 1)}`;
        await released;
        yield `${' '.repeat(HALF - 1)}]`;
      }
      return reply
        .type('application/json')
        .header('content-length', 2 * HALF)
        .send(Readable.from(content()));
    });
    await Promise.resolve();
  },
});

describe('loading', () => {
  it('[PAN-7] says how much of the whole has arrived', async () => {
    const page = await stage.prepare();
    await page.goto(`${stage.address()}#left=url.${encodeURIComponent(`${stage.address()}slow.json`)}`);
    const left = panel(page, 'Left');
    await left.getByText(/Loading.*512 KB of 1 MB/i).waitFor();
    await expect.poll(() => left.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50');
    release();
    await waitValid(page, 'Left');
    await expect.poll(() => left.getByRole('progressbar').count()).toBe(0);
  });
});

describe('Share', () => {
  it('[DOC-14] measures a link before it offers one', async () => {
    const page = await stage.show('#right=json.[1]');
    const share = async (): Promise<void> => {
      await panel(page, 'Left').getByRole('button', { name: 'Share', exact: true }).click();
      await page.getByRole('dialog', { name: 'Share' }).waitFor();
    };
    const all = page.getByRole('region', { name: 'To all that is shown' });
    await dropOpen(page, 'Left', files.write('small.json', '[1,2]'));
    await share();
    await all.getByRole('button', { name: 'Make the link' }).waitFor();
    await all.getByText(/^\d+ B$/).waitFor();
    await page.keyboard.press('Escape');

    // What does not pack into a link is not offered.
    const noise = Array.from({ length: 60_000 }, (_, index) =>
      (Math.imul(index + 1, 2_654_435_761) >>> 0).toString(36).repeat(5),
    );
    await dropOpen(
      page,
      'Left',
      files.write('noise.json', JSON.stringify({ noise, more: noise.map((text) => [...text].toReversed().join('')) })),
    );
    await share();
    await all.getByText(/too large for a link/).waitFor();
    await expect.poll(() => all.getByRole('button', { name: 'Make the link' }).count()).toBe(0);
  });
});
