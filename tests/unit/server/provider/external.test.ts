// An external OpenID provider in place of the embedded one: the identity of users, the claim for subscriptions, and what
// happens while the provider is unreachable.

import { createServer, type Server } from 'node:http';
import { Provider } from 'oidc-provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestBrowser } from '../browser.ts';
import { DATABASES, freePort, type Shared } from '../databases.ts';
import { startServers, type Servers } from '../servers.ts';

const SECRET = 'a-secret-of-at-least-thirty-two-bytes';

describe.each(DATABASES)('on %s', (_name, start) => {
  const PEOPLE: Record<string, Readonly<Record<string, unknown>>> = {
    ada: { email: 'Ada@Example.org', email_verified: true, name: 'Ada', membership: { active: true, plan: 'yearly' } },
    bob: { email: 'bob@example.org', email_verified: false, given_name: 'Bob', family_name: 'B.', membership: false },
    eve: { membership: [{ active: true, expiresAt: 1 }] },
  };
  let shared: Shared;
  let servers: Servers;
  let away: Servers;
  /** Servers with another provider on the same database, and servers that take addresses as they are. */
  let other: Servers;
  let trusting: Servers;
  const providers: Server[] = [];
  let who = 'ada';

  const PUBLIC_URL = 'http://localhost';

  /** Starts a provider and returns its issuer. */
  async function startProvider(): Promise<string> {
    const port = await freePort();
    const issuer = `http://localhost:${port}`;
    const oidc = new Provider(issuer, {
      clients: [
        {
          client_id: 'diptych',
          client_secret: SECRET,
          redirect_uris: [`${PUBLIC_URL}/v2/auth/callback`],
          post_logout_redirect_uris: [`${PUBLIC_URL}/v2/auth/signed_out`],
        },
      ],
      claims: {
        openid: ['sub', 'membership'],
        email: ['email', 'email_verified'],
        profile: ['name', 'given_name', 'family_name'],
      },
      // Like most providers, it returns more claims from its userinfo endpoint than in the ID token.
      conformIdTokenClaims: true,
      features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true } },
      cookies: { keys: ['test'] },
      interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
      findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id, ...PEOPLE[id] }) }),
      async loadExistingGrant({ oidc: { client, session } }) {
        const grant = new oidc.Grant({ clientId: client?.clientId ?? '', accountId: session?.accountId ?? '' });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
    });
    const handle = oidc.callback();
    const provider = createServer((request, response) => {
      if (request.url?.startsWith('/interaction/') === true)
        void oidc.interactionFinished(request, response, { login: { accountId: who } });
      else void handle(request, response);
    });
    providers.push(provider);
    await new Promise<void>((resolve) => provider.listen(port, '127.0.0.1', resolve));
    return issuer;
  }

  beforeAll(async () => {
    shared = await start();
    const settings = {
      OIDC_ISSUER: await startProvider(),
      OIDC_CLIENT_ID: 'diptych',
      OIDC_CLIENT_SECRET: SECRET,
      SUBSCRIPTION_CLAIM: 'membership',
      PUBLIC_URL,
    };
    servers = await startServers(shared, { count: 1, settings });
    away = await startServers(shared, {
      count: 1,
      settings: { ...settings, OIDC_ISSUER: `http://localhost:${await freePort()}` },
    });
    other = await startServers(shared, { count: 1, settings: { ...settings, OIDC_ISSUER: await startProvider() } });
    trusting = await startServers(shared, { count: 1, settings: { ...settings, UNVERIFIED_EMAIL: 'accept' } });
  }, 120_000);
  afterAll(async () => {
    await servers?.close();
    for (const one of [away, other, trusting]) await one?.close();
    await shared?.stop();
    for (const provider of providers) {
      provider.closeAllConnections();
      provider.close();
    }
  });

  /** Signs a user in by following the redirects, with the public address replaced by the one that the server listens on. */
  async function signIn(name: string, at: Servers = servers): Promise<URLSearchParams> {
    who = name;
    const origin = at.addresses[0] ?? '';
    const begun = await fetch(`${origin}/v2/auth/sign_in?redirect_url=http://localhost/`, { redirect: 'manual' });
    const cookie = begun.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const there = new URL(begun.headers.get('location') ?? '');
    const back = await new TestBrowser(there.origin).go(there.href);
    expect(back.url.pathname).toBe('/v2/auth/callback');
    const done = await fetch(`${origin}${back.url.pathname}${back.url.search}`, {
      headers: { cookie },
      redirect: 'manual',
    });
    expect([done.status, done.status === 302 ? '' : await done.text()]).toEqual([302, '']);
    return new URLSearchParams(done.headers.get('location')?.split('?')[1]);
  }

  const userOf = async (back: URLSearchParams) =>
    (
      await servers.ask('GET', '/v2/auth/user', { headers: { authorization: `Bearer ${back.get('access_token')}` } })
    ).json();

  describe('a provider of one’s own', () => {
    it('[AUT-9] [AUT-5] says who people are, at its endpoint too, and by a claim what they have', async () => {
      expect(await userOf(await signIn('ada'))).toMatchObject({
        fullName: 'Ada',
        email: 'ada@example.org',
        subscriptions: [{ active: true, plan: 'yearly' }],
      });
      // Documents cannot be shared with an unverified e-mail address.
      expect(await userOf(await signIn('bob'))).toMatchObject({
        fullName: 'Bob B.',
        email: '',
        subscriptions: [{ active: false }],
      });
      expect(await userOf(await signIn('eve'))).toMatchObject({
        fullName: 'eve',
        subscriptions: [{ active: true, expiresAt: 1 }],
      });
    });

    it('[AUT-7] makes somebody a subscriber, and no subscriber, with the next sign-in', async () => {
      const accessOf = async (): Promise<unknown> => {
        const headers = { authorization: `Bearer ${(await signIn('ada')).get('access_token')}` };
        return (await servers.ask('POST', '/v2/docs', { body: '1', headers })).json()['access'];
      };
      expect(await accessOf()).toEqual([]);
      const before = PEOPLE['ada'] ?? {};
      PEOPLE['ada'] = { ...before, membership: false };
      expect(await accessOf()).toEqual([{ public: true }]);
      PEOPLE['ada'] = before;
    });

    it('[AUT-7] withdraws by its claim what it does not name any more', async () => {
      const both = [{ plan: 'a' }, { plan: 'b' }];
      const active = async (membership: unknown): Promise<unknown> => {
        PEOPLE['flo'] = membership === undefined ? {} : { membership };
        const { subscriptions } = await userOf(await signIn('flo'));
        return (subscriptions as { active: boolean; plan: string }[])
          .filter((one) => one.active)
          .map(({ plan }) => plan)
          .toSorted();
      };
      for (const withdrawn of [[], undefined, false, null, 'none', '[]', [false], 0]) {
        expect(await active(both)).toEqual(['a', 'b']);
        expect([withdrawn, await active(withdrawn)]).toEqual([withdrawn, []]);
      }
      expect(await active(both)).toEqual(['a', 'b']);
      expect(await active([{ plan: 'b' }])).toEqual(['b']);
      // What can't be read signs nobody out, and grants nothing that lasts for ever.
      expect(await active({ plan: 'x'.repeat(500) + '\0' })).toEqual(['x'.repeat(100)]);
      expect(await active({ plan: '\ud800\0' })).toEqual(['\ufffd']);
      expect(await active([{ plan: 1 }, null, 'text', [], { plan: 'b', expiresAt: 1e300 }])).toEqual(['', 'b']);
      expect(await active({ plan: 'a', expiresAt: '2999-01-01T00:00:00Z' })).toEqual(['a']);
      for (const expiresAt of ['soon', {}, true, [1]]) expect(await active({ plan: 'a', expiresAt })).toEqual([]);
      expect(await active({ plan: 'a', active: 'yes' })).toEqual([]);
    });

    it('[AUT-9] an address that it does not call verified is none, unless the server is told to take it', async () => {
      for (const [claims, email, taken] of [
        [{ email: 'gus@example.org' }, '', 'gus@example.org'],
        [{ email: 'gus@example.org', email_verified: 'false' }, '', 'gus@example.org'],
        [{ email: 'gus@example.org', email_verified: 'true' }, 'gus@example.org', 'gus@example.org'],
      ] as const) {
        PEOPLE['gus'] = claims;
        expect(await userOf(await signIn('gus'))).toMatchObject({ email });
        expect(await userOf(await signIn('gus', trusting))).toMatchObject({ email: taken });
      }
    });

    it('[AUT-9] names people of its own, also where another one has used the same name', async () => {
      const before = await userOf(await signIn('ada'));
      const stranger = await userOf(await signIn('ada', other));
      expect(stranger['id']).not.toBe(before['id']);
      expect(await userOf(await signIn('ada', other))).toMatchObject({ id: stranger['id'] });
      expect(await userOf(await signIn('ada'))).toMatchObject({ id: before['id'] });
      // What one withdraws is still there at the other.
      PEOPLE['ada'] = { ...PEOPLE['ada'], membership: false };
      expect(await userOf(await signIn('ada', other))).toMatchObject({ subscriptions: [{ active: false }] });
      const of = await servers.database.read
        .selectFrom('subscriptions')
        .select('active')
        .where('subject', '=', 'ada')
        .execute();
      expect(of).toEqual([{ active: true }]);
    });

    it('[AUT-9] leaves nothing of the embedded one', async () => {
      for (const path of ['sign_up', 'account', 'checkout/yearly', '.well-known/openid-configuration'])
        expect((await servers.ask('GET', `/v2/provider/${path}`)).status).toBe(404);
    });

    it('[AUT-1] [API-5] that can’t be reached is said so, and somebody can sign out all the same', async () => {
      const answer = await away.ask('GET', '/v2/auth/sign_in?redirect_url=http://localhost/');
      expect([answer.status, answer.json()['message']]).toEqual([
        502,
        expect.stringMatching(/^The membership provider can’t be reached\./),
      ]);
      const out = await away.ask('GET', '/v2/auth/sign_out', { headers: { 'sec-fetch-site': 'same-origin' } });
      expect([out.status, out.headers.get('location')]).toEqual([302, 'http://localhost/#/callback?sign_out=true']);
    });
  });
});
