// What an operator sees of a server: figures for Prometheus, and lines of the log about security.

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { listenFrom } from '../../../src/server/listen.ts';
import { Metrics, metricsServer } from '../../../src/server/metrics.ts';
import { make } from './api/document-suite.ts';
import { TestBrowser } from './browser.ts';
import { DATABASES, type Shared } from './databases.ts';
import { startServers, type Servers } from './servers.ts';

const TOKEN = 'a-token-of-the-operator';
describe.each(DATABASES)('on %s', (_name, start) => {
  const metrics = new Metrics();
  const lines: string[] = [];
  let shared: Shared;
  let servers: Servers;
  beforeAll(async () => {
    shared = await start();
    servers = await startServers(shared, {
      count: 1,
      metrics,
      settings: { METRICS_TOKEN: TOKEN, TRUST_PROXY: '1', WRITES_PER_MINUTE: '30' },
      log: (line) => lines.push(line),
    });
  }, 120_000);
  afterAll(async () => {
    await servers?.close();
    await shared?.stop();
  });

  async function figures(): Promise<string> {
    const answer = await servers.ask('GET', '/metrics', { headers: { authorization: `Bearer ${TOKEN}` } });
    expect(answer.status).toBe(200);
    return answer.bytes.toString();
  }
  const figure = (text: string, name: string): number =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.slice(name.length + 1) ?? Number.NaN,
    );

  describe('[OPS-1] the figures', () => {
    it('agree with what was sent', async () => {
      const ada = await servers.person();
      const ids = [await make(servers, ada, '12'), await make(servers, ada, '345')];
      for (let n = 0; n < 3; n++) await servers.ask('GET', `/v2/docs/${ids[0]}/data`);
      for (let n = 0; n < 2; n++) await servers.ask('GET', '/v2/docs/secret-name/data');
      const text = await figures();
      const count = (labels: string): number => figure(text, `diptych_request_seconds_count{${labels}}`);
      expect(count('method="POST",route="/v2/docs",status="201"')).toBe(2);
      expect(count('method="GET",route="/v2/docs/:id/data",status="200"')).toBe(3);
      expect(figure(text, 'diptych_refusals_total{route="/v2/docs/:id/data",status="404"}')).toBe(2);
      expect(figure(text, 'diptych_documents')).toBe(2);
      expect(figure(text, 'diptych_document_bytes')).toBeGreaterThan(5);
      expect(figure(text, 'diptych_connections_open')).toBe(servers.database.connections().open);
      expect(figure(text, 'diptych_connections_open')).toBeGreaterThan(0);
      expect(text).toContain('nodejs_eventloop_lag_seconds');
      for (const hidden of [...ids, ada.id, ada.email, 'secret-name']) expect(text).not.toContain(hidden);
    });

    it('are for those who have the token, or who reach the port', async () => {
      for (const authorization of ['', 'Bearer', 'Bearer x', `Bearer ${TOKEN}x`, TOKEN])
        expect((await servers.ask('GET', '/metrics', { headers: { authorization } })).status).toBe(401);
      const own = metricsServer(metrics);
      onTestFinished(() => own.close());
      const port = await listenFrom(own, '127.0.0.1', 0);
      expect(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).toContain('diptych_request_seconds');
      const without = await startServers(shared, { count: 1 });
      onTestFinished(() => without.close());
      expect((await without.ask('GET', '/metrics')).status).toBe(404);
    });
  });

  describe('[OPS-1] the log', () => {
    const events = (): Record<string, unknown>[] =>
      lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ msg }) => msg === 'security');

    it('tells security events with an id and without contents', async () => {
      lines.length = 0;
      const [ada, bob] = [await servers.person(), await servers.person('bob')];
      const id = await make(servers, ada);
      const access = [{ public: true }, { id: bob.email, role: 'reader' }];
      await servers.ask('PUT', `/v2/docs/${id}/access`, { as: ada, body: access });
      const refresh = `/v2/auth/token?refresh_token=${bob.pair.refresh_token}`;
      const next = (await servers.ask('GET', refresh)).json()['refresh_token'];
      await servers.ask('GET', `/v2/auth/token?refresh_token=${String(next)}`);
      await servers.ask('GET', refresh);
      const at = new TestBrowser(servers.addresses[0] ?? '');
      const fields = { fullName: 'Cleo', email: 'cleo@example.org', password: 'correct horse battery' };
      await at.submit(await at.go('/v2/provider/sign_up'), fields);
      const { url } = await at.go('/v2/auth/sign_in?redirect_url=' + encodeURIComponent(`${servers.addresses[0]}/`));
      expect(url.hash).toContain('access_token');
      await at.submit(await new TestBrowser(servers.addresses[0] ?? '').go('/v2/provider/sign_in'), {
        email: 'cleo@example.org',
        password: 'hidden-password',
      });
      await at.go('/v2/provider/account/delete', { confirm: 'correct horse battery' });
      const told = events().map(({ event, user }) => [event, user]);
      expect(told[0]).toEqual(['access_changed', ada.id]);
      expect(told[1]).toEqual(['refresh_token_reused', bob.id]);
      expect(told.slice(-2)).toEqual([
        ['sign_in_failed', undefined],
        ['account_deleted', expect.stringMatching(/^[0-9a-f]{32}$/)],
      ]);
      for (const hidden of ['example.org', 'hidden-password', String(next)])
        expect(lines.join('')).not.toContain(hidden);
    });

    it('has too many requests, with the user', async () => {
      lines.length = 0;
      const ada = await servers.person();
      for (let n = 0; n < 31; n++) await servers.ask('PUT', '/v2/docs/none/data', { as: ada, body: '1' });
      expect(events()).toMatchObject([{ event: 'too_many_requests', user: ada.id }]);
    });

    it('carries the id that the proxy has given a request, if it is one', async () => {
      lines.length = 0;
      const ids = ['proxy-7f.1', 'two words', 'x'.repeat(200)];
      for (const id of ids) await servers.ask('GET', '/health', { headers: { 'x-request-id': id } });
      await expect.poll(() => lines.length, { timeout: 20_000 }).toBe(3);
      const [own, ...made] = lines.map((line) => (JSON.parse(line) as { reqId: string }).reqId);
      expect(own).toBe('proxy-7f.1');
      for (const id of made) expect(id).toMatch(/^[0-9a-f-]{36}$/);
    });
  });
});
