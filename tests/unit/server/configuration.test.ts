// The server's configuration in the page that it serves.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createServer } from '../../../src/server/app.ts';
import {
  configurationOf,
  configurePage,
  configureWorker,
  readConfiguration,
} from '../../../src/server/configuration.ts';

const pageWith = (configuration: string): string =>
  `<head><script type="application/json" id="configuration">${configuration}</script></head>`;

describe('the configuration of the page', () => {
  it('stands in the page, beside what it had', () => {
    const page = configurePage(pageWith('{"ads":{"isOn":true},"cloud":null}'), { cloud: { url: '/v2' } });
    expect(readConfiguration(page)).toEqual({ ads: { isOn: true }, cloud: { url: '/v2' } });
    expect(readConfiguration(configurePage(pageWith('['), { cloud: 1 }))).toEqual({ cloud: 1 });
    expect(() => configurePage('<head></head>', {})).toThrow(RangeError);
  });

  it('is an object in the environment, or an error that says what is there', () => {
    expect(configurationOf('{"cloud": {"url": "/v2"}}')).toEqual({ cloud: { url: '/v2' } });
    for (const text of ['', 'cloud', '[1]', 'null', '{"cloud": '])
      expect(() => configurationOf(text)).toThrow(`It is: ${text}`);
  });

  it('is data, whatever it says', () => {
    const said = { a: '</script><script>alert(1)</script>', $: "$& $' $1" };
    const page = configurePage(pageWith('{}'), { said });
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(readConfiguration(page)).toEqual({ said });
  });

  it('makes another version of the service worker, which keeps the page', () => {
    const built = 'precache([{url:"a.js",revision:null},{url:"index.html",revision:"1f"},{url:"b.js",revision:"2"}])';
    const [one, same, other] = ['A', 'A', 'B'].map((page) => configureWorker(built, page));
    expect(one).toBe(same);
    expect(one).not.toBe(other);
    expect(one?.replace(/[\da-f]{32}/, '1f')).toBe(built);
    expect(() => configureWorker('precache([{url:"a.js",revision:"1"}])', 'A')).toThrow(RangeError);
  });

  it('is served as the page and as its file, and lets its frames in', async () => {
    const clientFolder = mkdtempSync(join(tmpdir(), 'diptych-page-'));
    writeFileSync(join(clientFolder, 'index.html'), pageWith('{}'));
    const configuration = { ads: { frame: 'https://ads.example/frame' } };
    const server = await createServer({ clientFolder, configuration });
    try {
      for (const url of ['/', '/index.html']) {
        const response = await server.inject(url);
        expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
        expect(response.headers['content-security-policy']).toContain("frame-src 'self' https://ads.example");
        expect(readConfiguration(response.body)).toEqual(configuration);
      }
    } finally {
      await server.close();
      rmSync(clientFolder, { recursive: true });
    }
  });
});
