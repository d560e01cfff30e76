// Tests of tokens and subscriptions, run on each database.

import { createHmac, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { signAccessToken } from '../../../../src/server/auth/access-tokens.ts';
import { SigningKeys } from '../../../../src/server/auth/keys.ts';
import type { TokenPair } from '../../../../src/server/auth/sessions.ts';
import type { Answer, Servers } from '../servers.ts';

/** The secret that signs webhook events in this suite. */
export const WEBHOOK_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** Declares the tests; `servers` returns the servers, which are running when a test calls it. */
export function accountSuite(servers: () => Servers): void {
  const refresh = (token: string): Promise<Answer> =>
    servers().ask('GET', `/v2/auth/token?refresh_token=${encodeURIComponent(token)}`);
  const pairOf = (answer: Answer): TokenPair => {
    expect(answer.status).toBe(200);
    return answer.json() as unknown as TokenPair;
  };
  const userOf = (token: string): Promise<Answer> =>
    servers().ask('GET', '/v2/auth/user', { headers: { authorization: `Bearer ${token}` } });

  describe('tokens', () => {
    it('[AUT-3] [AUT-4] are three parts, ten minutes, and rotate', async () => {
      const { pair } = await servers().person();
      const answer = await refresh(pair.refresh_token);
      const next = pairOf(answer);
      expect(answer.headers.get('cache-control')).toContain('no-store');
      expect(next.token_type).toBe('Bearer');
      expect(next.expires_in).toBe(600);
      expect(next.refresh_token).not.toBe(pair.refresh_token);
      const parts = next.access_token.split('.');
      expect(parts.length).toBe(3);
      for (const part of parts.slice(0, 2)) JSON.parse(Buffer.from(part, 'base64url').toString());
      expect((await userOf(next.access_token)).status).toBe(200);
    });

    it('[AUT-4] whose session has ended are refused before anything else of a request is', async () => {
      const { pair, id } = await servers().person();
      const headers = { authorization: `Bearer ${pair.access_token}` };
      const list = '/v2/docs/list/currentUser';
      const asked = [list, `${list}?limit=0`, `${list}?after=x`, '/v2/docs/no.id', '/v2/docs/abc'];
      for (const one of ['no.id', 'abc']) asked.push(`/v2/docs/${one}/data`);
      const statuses = async (): Promise<number[]> => {
        const reads = asked.map((path) => servers().ask('GET', path, { headers }));
        const name = { body: 'n', headers: { ...headers, 'content-type': 'text/plain' } };
        const based = { ...name, headers: { ...name.headers, 'if-match': 'x' } };
        const writes = [
          servers().ask('PUT', '/v2/docs/no.id/name', name),
          servers().ask('PUT', '/v2/docs/abc/name', based),
          servers().ask('PUT', '/v2/docs/abc/name', name),
        ];
        return (await Promise.all([...reads, ...writes])).map(({ status }) => status);
      };
      expect(await statuses()).toEqual([200, 400, 400, 404, 404, 404, 404, 404, 400, 404]);
      await servers().database.write((db) =>
        db.updateTable('sessions').set({ revoked_at: new Date() }).where('user_id', '=', id).execute(),
      );
      expect(new Set(await statuses())).toEqual(new Set([401]));
    });

    it('[AUT-4] a refresh whose answer was lost gives the same pair, also ten at once on two servers', async () => {
      const { pair } = await servers().person();
      const pairs = (await Promise.all(Array.from({ length: 10 }, () => refresh(pair.refresh_token)))).map(pairOf);
      for (const one of pairs) {
        expect(one.refresh_token).toBe(pairs[0]?.refresh_token);
        expect(one.access_token).toBe(pairs[0]?.access_token);
      }
      expect((await refresh(pairs[0]?.refresh_token ?? '')).status).toBe(200);
    });

    it('[AUT-4] a token that is used again after the grace ends its family at once', async () => {
      const { pair, id } = await servers().person();
      const { database } = servers();
      const next = pairOf(await refresh(pair.refresh_token));
      await database.write((db) =>
        db
          .updateTable('sessions')
          .set({ rotated_at: sql<Date>`now() - interval '31 seconds'` })
          .where('user_id', '=', id)
          .execute(),
      );
      expect((await refresh(pair.refresh_token)).status).toBe(401);
      expect((await refresh(next.refresh_token)).status).toBe(401);
      expect((await userOf(next.access_token)).status).toBe(401);
      // Other sessions of the same user remain valid.
      const other = await servers().sessions.begin(id, '');
      expect((await refresh(other.pair.refresh_token)).status).toBe(200);
    });

    it('[AUT-4] a token of two refreshes ago ends its family too, even within the grace', async () => {
      const { pair } = await servers().person();
      const second = pairOf(await refresh(pair.refresh_token));
      const third = pairOf(await refresh(second.refresh_token));
      expect((await refresh(pair.refresh_token)).status).toBe(401);
      expect((await refresh(third.refresh_token)).status).toBe(401);
    });

    it('[AUT-4] a made-up token is refused, and ends nothing', async () => {
      const { pair } = await servers().person();
      const [id = '', , proof = ''] = pair.refresh_token.split('.');
      const made = ['', 'x', `${id}.2.${proof}`, `${id}.1.${proof.slice(0, -1)}_`, `${id}.0.${proof}`, '%00', 'a.b.c'];
      for (const token of made) expect([token, (await refresh(token)).status]).toEqual([token, 401]);
      expect((await servers().ask('GET', '/v2/auth/token')).status).toBe(400);
      expect((await refresh(pair.refresh_token)).status).toBe(200);
    });

    it('[AUT-3] an expired access token is refused', async () => {
      const { id } = await servers().person();
      const { database } = servers();
      const { id: session } = await servers().sessions.begin(id, '');
      const issued = new Date(Date.now() - 661_000);
      const answer = await userOf(await signAccessToken(new SigningKeys(database), { user: id, session }, 1, issued));
      expect([answer.status, answer.json()['message']]).toEqual([401, 'Your session has expired. Sign in again.']);
    });
  });

  describe('the user', () => {
    it('[AUT-5] is told with name, e-mail and subscriptions', async () => {
      const ada = await servers().person('Ada', 'subscriber');
      const answer = await servers().ask('GET', '/v2/auth/user', { as: ada });
      expect(answer.json()).toEqual({
        id: ada.id,
        fullName: 'Ada',
        email: ada.email,
        subscriptions: [{ active: true, plan: 'yearly' }],
      });
      expect((await servers().ask('GET', '/v2/auth/user')).status).toBe(401);
    });
  });

  describe('events of subscriptions', () => {
    const send = (data: object, change: { id?: string; secret?: string; at?: number; body?: string } = {}) => {
      const { id = randomBytes(8).toString('hex'), secret = WEBHOOK_SECRET, at = Date.now() } = change;
      const body = JSON.stringify({ type: 'subscription.changed', data });
      const timestamp = String(Math.floor(at / 1000));
      const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
      const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
      return servers().ask('POST', '/v2/auth/subscriptions', {
        body: change.body ?? body,
        headers: { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,AAAA v1,${signature}` },
      });
    };
    const time = (minutes: number): string => new Date(Date.UTC(2026, 0, 1, 0, minutes)).toISOString();

    it('[AUT-7] count by when they say that it became so, in any order, and once by their id', async () => {
      const ada = await servers().person();
      const { subject } = ada;
      const isActive = async (): Promise<unknown> => {
        const { subscriptions } = (await servers().ask('GET', '/v2/auth/user', { as: ada })).json();
        return (subscriptions as { active: boolean }[]).map(({ active }) => active);
      };
      const data = { id: `s-${subject}`, subject, plan: 'quarterly' };
      expect((await send({ ...data, active: false, changedAt: time(2) })).status).toBe(204);
      expect((await send({ ...data, active: true, changedAt: time(1) })).status).toBe(204);
      expect(await isActive()).toEqual([false]);
      expect((await send({ ...data, active: true, changedAt: time(3) }, { id: 'once' + subject })).status).toBe(204);
      expect(await isActive()).toEqual([true]);
      expect((await send({ ...data, active: false, changedAt: time(4) }, { id: 'once' + subject })).status).toBe(204);
      expect(await isActive()).toEqual([true]);
    });

    it('[AUT-7] of one time count in the order in which they arrive', async () => {
      const ada = await servers().person();
      const data = { id: `s-${ada.subject}`, subject: ada.subject, changedAt: time(1) };
      for (const active of [true, false, true]) {
        expect((await send({ ...data, active })).status).toBe(204);
        const { subscriptions } = (await servers().ask('GET', '/v2/auth/user', { as: ada })).json();
        expect(subscriptions).toMatchObject([{ active }]);
      }
    });

    it('[AUT-7] end a subscription at its time', async () => {
      const ada = await servers().person();
      const data = { id: `s-${ada.subject}`, subject: ada.subject, active: true };
      await send({ ...data, changedAt: time(1), expiresAt: new Date(Date.now() - 1000).toISOString() });
      const made = await servers().ask('POST', '/v2/docs', { as: ada, body: '1' });
      expect(made.json()['access']).toEqual([{ public: true }]);
      const expiresAt = new Date(Date.now() + 60_000);
      await send({ ...data, changedAt: time(2), expiresAt: expiresAt.toISOString() });
      expect((await servers().ask('POST', '/v2/docs', { as: ada, body: '1' })).json()['access']).toEqual([]);
      const { subscriptions } = (await servers().ask('GET', '/v2/auth/user', { as: ada })).json();
      expect(subscriptions).toEqual([{ active: true, plan: '', expiresAt: Math.floor(expiresAt.getTime() / 1000) }]);
    });

    it('are refused with another signature, another body, or too late', async () => {
      const data = { id: 's', subject: 'nobody', active: true, changedAt: time(1) };
      const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
      expect((await send(data, { secret: other })).status).toBe(401);
      expect((await send(data, { body: '{}' })).status).toBe(401);
      expect((await send(data, { at: Date.now() - 600_000 })).status).toBe(401);
      expect((await servers().ask('POST', '/v2/auth/subscriptions', { body: '{}' })).status).toBe(401);
      expect((await send({ ...data, active: 'yes' })).status).toBe(400);
    });
  });

  describe('the way to the provider', () => {
    it('[AUT-1] leads back to the own page only', async () => {
      for (const address of [
        'https://evil.example/',
        'https://diptych.example.evil.example/',
        'https://diptych.example@evil.example/',
        'http://diptych.example/',
        'https://diptych.example:444/',
        'https://user@diptych.example/',
        '//evil.example',
        'javascript:alert(1)',
        'blob:https://diptych.example/0a1b',
        'filesystem:https://diptych.example/x',
        '/',
        '',
      ]) {
        const answer = await servers().ask('GET', `/v2/auth/sign_in?redirect_url=${encodeURIComponent(address)}`);
        expect([address, answer.status, answer.json()['message']]).toEqual([
          address,
          400,
          expect.stringContaining('redirect_url'),
        ]);
      }
      const twice = '/v2/auth/sign_in?redirect_url=https://diptych.example/&redirect_url=https://evil.example';
      expect((await servers().ask('GET', twice)).status).toBe(400);
    });

    it('[AUT-1] a return that this browser has not begun, or begun twice, signs nobody in', async () => {
      for (const state of ['', 'x', '%00', 'a.b']) {
        const answer = await servers().ask('GET', `/v2/auth/callback?code=c&state=${state}`);
        expect(answer.status).toBe(400);
        expect(answer.headers.get('location')).toBeNull();
        expect(answer.headers.get('set-cookie')).toBeNull();
      }
    });

    it('[AUT-1] another site signs nobody out', async () => {
      const answer = await servers().ask('GET', '/v2/auth/sign_out', { headers: { 'sec-fetch-site': 'cross-site' } });
      expect(answer.status).toBe(403);
    });
  });
}
