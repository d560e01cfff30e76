// What the page may frame, according to the server's headers.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createServer } from '../../../src/server/app.ts';
import { frameOrigins } from '../../../src/server/frame-origins.ts';

const pageWith = (configuration: string): string =>
  `<head><script type="application/json" id="configuration">${configuration}</script></head>`;

describe('[OFF-2] frames', () => {
  it('are allowed from where ads and the visit counter are set up, and from nowhere else', async () => {
    const policyOf = async (configuration: string): Promise<string> => {
      const clientFolder = mkdtempSync(join(tmpdir(), 'diptych-frames-'));
      onTestFinished(() => rmSync(clientFolder, { recursive: true }));
      writeFileSync(join(clientFolder, 'index.html'), pageWith(configuration));
      const app = await createServer({ clientFolder });
      onTestFinished(() => app.close());
      const { headers } = await app.inject('/');
      return String(headers['content-security-policy']);
    };
    // The sandbox is a page of this server.
    expect(await policyOf('{}')).toMatch(/(?:^|;)frame-src 'self'(?:;|$)/);
    const both = '{"ads":{"frame":"https://ads.example/a.html"},"analytics":{"frame":"https://count.example/"}}';
    expect(await policyOf(both)).toContain("frame-src 'self' https://ads.example https://count.example");
  });

  it('are none for what is no address', () => {
    for (const configuration of ['', '[', 'null', '{"ads":null}', '{"ads":{"frame":"javascript:alert(1)"}}'])
      expect(frameOrigins(pageWith(configuration))).toEqual([]);
    expect(frameOrigins('')).toEqual([]);
    const same = '{"ads":{"frame":"https://a.example/1"},"analytics":{"frame":"https://a.example/2"}}';
    expect(frameOrigins(pageWith(same))).toEqual(['https://a.example']);
  });
});
