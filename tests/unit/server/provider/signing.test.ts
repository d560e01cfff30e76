// Signing up and in, subscribing, cancelling, signing out and deleting the account at the embedded provider, through its forms
// and the real OpenID flow.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestBrowser, type Visit } from '../browser.ts';
import { DATABASES, type Shared } from '../databases.ts';
import { startServers, type Servers } from '../servers.ts';

describe.each(DATABASES)('on %s', (_name, start) => {
  let shared: Shared;
  let servers: Servers;
  beforeAll(async () => {
    shared = await start();
    servers = await startServers(shared, { count: 1, settings: { SIGN_IN_TRIES: '3', TRUST_PROXY: '1' } });
  }, 120_000);
  afterAll(async () => {
    await servers?.close();
    await shared?.stop();
  });

  const PASSWORD = 'correct horse battery';
  const origin = (): string => servers.addresses[0] ?? '';
  const browser = (): TestBrowser => new TestBrowser(origin());
  const signInPath = (nonce = 'nonce-of-the-tab'): string =>
    `/v2/auth/sign_in?redirect_url=${encodeURIComponent(`${origin()}/#/callback`)}&nonce=${nonce}`;
  const callback = ({ url }: Visit): URLSearchParams => {
    expect(url.hash).toMatch(/^#\/callback\?/);
    return new URLSearchParams(url.hash.slice(url.hash.indexOf('?')));
  };
  const userOf = async (token: string | null) =>
    servers.ask('GET', '/v2/auth/user', { headers: { authorization: `Bearer ${token}` } });

  /** Signs a new user up and in, with a browser of their own. */
  async function signUp(name: string): Promise<{ at: TestBrowser; token: string; refresh: string }> {
    const at = browser();
    const done = await at.submit(await at.go('/v2/provider/sign_up'), {
      fullName: name,
      email: `${name}@Example.org`,
      password: PASSWORD,
    });
    expect(callback(done).get('sign_up')).toBe('true');
    const back = callback(await at.go(signInPath()));
    return { at, token: back.get('access_token') ?? '', refresh: back.get('refresh_token') ?? '' };
  }

  describe('the embedded provider', () => {
    it('[AUT-1] [AUT-2] [AUT-9] signs somebody up and in, with all that the page needs', async () => {
      const at = browser();
      const form = await at.go('/v2/provider/sign_up');
      expect(form.headers.get('content-security-policy')).toContain("script-src 'none'");
      const wrong = await at.submit(form, { fullName: '', email: 'a<b>"c', password: 'short' });
      expect(wrong.status).toBe(400);
      expect(wrong.text).toContain('value="a&lt;b&gt;&quot;c"');
      for (const said of ['Enter your name.', 'Enter an e-mail address', 'at least 10 characters'])
        expect(wrong.text).toContain(said);
      const done = await at.submit(wrong, { fullName: 'Ada <3', email: 'ada@example.org', password: PASSWORD });
      expect(callback(done).toString()).toBe('sign_up=true');

      const visit = await at.go(signInPath());
      const back = callback(visit);
      expect(visit.url.href.split('#')[0]).toBe(`${origin()}/`);
      expect(Object.fromEntries(back)).toMatchObject({
        sign_in: 'true',
        nonce: 'nonce-of-the-tab',
        expires_in: '600',
        token_type: 'Bearer',
      });
      const user = await userOf(back.get('access_token'));
      expect(user.json()).toMatchObject({ fullName: 'Ada <3', email: 'ada@example.org', subscriptions: [] });
      const twice = await at.submit(await at.go('/v2/provider/sign_up'), {
        fullName: 'Other',
        email: 'ADA@example.org',
        password: PASSWORD,
      });
      expect(twice.text).toContain('There is an account with this address already.');
    });

    it('[AUT-9] signs in by password, in a browser that has not been there, and counts wrong tries', async () => {
      await signUp('bob');
      const at = browser();
      let form = await at.go(signInPath());
      expect(form.url.pathname).toMatch(/^\/v2\/provider\/interaction\//);
      for (const left of ['2 tries', '1 try', '0 tries']) {
        form = await at.submit(form, { email: 'bob@example.org', password: 'not the password' });
        expect(form.status).toBe(401);
        expect(form.text).toContain(`E-mail and password don’t match. ${left} left for now.`);
      }
      form = await at.submit(form, { email: 'bob@example.org', password: PASSWORD });
      expect(form.text).toContain('Too many tries.');
      const [, cara] = [await signUp('cara'), browser()];
      const done = await cara.submit(await cara.go(signInPath()), { email: ' CARA@example.org', password: PASSWORD });
      expect((await userOf(callback(done).get('access_token'))).json()).toMatchObject({ email: 'cara@example.org' });
    });

    it('[AUT-9] wrong passwords from one address lock nobody out of another, and many addresses wait longer', async () => {
      await signUp('zoe');
      const enter = async (address: string, password: string): Promise<[number, string]> => {
        const answer = await fetch(`${origin()}/v2/provider/sign_in`, {
          method: 'POST',
          redirect: 'manual',
          body: new URLSearchParams({ email: 'zoe@example.org', password }),
          headers: { origin: origin(), 'x-forwarded-for': address },
        });
        return [answer.status, await answer.text()];
      };
      for (let tries = 0; tries < 5; tries++) expect((await enter('198.51.100.1', 'wrong password'))[0]).toBe(401);
      expect((await enter('198.51.100.1', PASSWORD))[1]).toContain('Too many tries.');
      expect((await enter('198.51.100.2', PASSWORD))[0]).toBe(303);
      // Twenty times as many from all addresses.
      for (let tries = 0; tries < 60; tries++) await enter(`203.0.113.${tries}`, 'wrong password');
      expect((await enter('203.0.113.99', PASSWORD))[1]).toContain('Too many tries.');
    });

    it('[AUT-9] takes no common password, and no address or name that looks like another one', async () => {
      const at = browser();
      const form = await at.go('/v2/provider/sign_up');
      const fields = { fullName: 'Kai', email: 'kai@example.org', password: PASSWORD };
      for (const password of ['1234567890', 'qwertyuiop', 'Basketball', 'aaaaaaaaaaaa', 'abcdefghijkl', '0987654321'])
        expect((await at.submit(form, { ...fields, password })).text).toContain('many people have this one');
      for (const character of [
        '\u200b',
        '\u00ad',
        '\u202e',
        '\u3164',
        '\u2060',
        '\ufe0f',
        '\u{e0041}',
        '\u2800',
        '\uff41',
      ])
        expect([character, (await at.submit(form, { ...fields, email: `kai${character}@example.org` })).text]).toEqual([
          character,
          expect.stringContaining('Enter an e-mail address'),
        ]);
      expect((await at.submit(form, { ...fields, fullName: '\u200b\u3164' })).text).toContain('Enter your name.');
      expect(
        callback(await at.submit(form, { ...fields, fullName: 'Kai 李', email: 'kai+ü@exämple.org' })).get('sign_up'),
      ).toBe('true');
    });

    it('[AUT-9] a return in another browser, or a second time, signs nobody in', async () => {
      const { at } = await signUp('dora');
      // Intercepts the provider's reply.
      const begun = await fetch(origin() + signInPath(), { redirect: 'manual' });
      const cookie = begun.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      const code = await at.go(begun.headers.get('location') ?? '');
      expect(code.status).toBe(400);
      expect(code.text).toContain('begun in another browser');
      expect(code.url.hash).toBe('');
      const again = await fetch(code.url, { headers: { cookie }, redirect: 'manual' });
      expect(again.status).toBe(400);
    });

    it('[API-2] [AUT-7] subscribes, cancels, and the servers know at once', async () => {
      const { at, token } = await signUp('eve');
      const headers = { authorization: `Bearer ${token}` };
      const accessOf = async (): Promise<unknown> =>
        (await servers.ask('POST', '/v2/docs', { body: '1', headers })).json()['access'];
      expect(await accessOf()).toEqual([{ public: true }]);
      const done = await at.submit(await at.go('/v2/provider/checkout/yearly'), {});
      expect(callback(done).toString()).toBe('subscription_activated=true');
      expect(await accessOf()).toEqual([]);
      const { subscriptions } = (await userOf(token)).json() as { subscriptions: { expiresAt: number }[] };
      expect(subscriptions).toMatchObject([{ active: true, plan: 'yearly' }]);
      expect((subscriptions[0]?.expiresAt ?? 0) * 1000).toBeGreaterThan(Date.now() + 364 * 86_400_000);
      const account = await at.go('/v2/provider/account');
      expect(account.text).toContain('You have the Yearly developer plan.');
      expect((await at.submit(account, {})).text).toContain('The subscription is cancelled.');
      expect(await accessOf()).toEqual([{ public: true }]);
      expect((await browser().go('/v2/provider/checkout/none')).status).toBe(404);
    });

    it('[AUT-1] takes the page under another name of this computer for its own, and no other port of it', async () => {
      const { at } = await signUp('lea');
      const alias = origin().replace('localhost', '127.0.0.1');
      const path = `/v2/auth/sign_in?redirect_url=${encodeURIComponent(`${alias}/#/callback`)}&nonce=nonce-of-the-tab`;
      const first = await fetch(alias + path, { redirect: 'manual' });
      expect(first.headers.get('location')).toBe(origin() + path);
      const visit = await at.go(path);
      expect(visit.url.origin).toBe(alias);
      expect(callback(visit).get('sign_in')).toBe('true');
      const other = await fetch(`${origin()}/v2/auth/sign_in?redirect_url=http://127.0.0.1:1/`, { redirect: 'manual' });
      expect(other.status).toBe(400);
    });

    it('[AUT-9] leads through signing in to the checkout and the account', async () => {
      await signUp('fay');
      const at = browser();
      const form = await at.go('/v2/provider/checkout/quarterly');
      expect(form.url.pathname).toBe('/v2/provider/sign_in');
      const checkout = await at.submit(form, { email: 'fay@example.org', password: PASSWORD });
      expect(checkout.text).toContain('$18 per quarter, for fay@example.org.');
      expect((await browser().go('/v2/provider/account')).url.searchParams.get('next')).toBe('account');
      const elsewhere = await at.go('/v2/provider/sign_in?next=https://evil.example');
      const led = await at.submit(elsewhere, { email: 'fay@example.org', password: PASSWORD });
      expect(led.url.href).toBe(`${origin()}/`);
    });

    it('[AUT-1] signs out at the provider, ends the session, and asks for the password again', async () => {
      const { at, token, refresh } = await signUp('gil');
      const page = await at.go('/v2/auth/sign_out');
      expect(page.text).toContain("document.getElementById('yes').click()");
      const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
      const action = /action="([^"]+)"/.exec(page.text)?.[1] ?? '';
      const done = await at.go(action, { xsrf, logout: 'yes' });
      expect(callback(done).toString()).toBe('sign_out=true');
      expect((await userOf(token)).status).toBe(401);
      expect((await servers.ask('GET', `/v2/auth/token?refresh_token=${refresh}`)).status).toBe(401);
      expect((await at.go(signInPath())).text).toContain('Sign in');
      expect((await at.go('/v2/provider/account')).url.pathname).toBe('/v2/provider/sign_in');
    });

    it('[AUT-9] changes the password, which ends all other sessions', async () => {
      const { at, token } = await signUp('hal');
      const account = await at.go('/v2/provider/account');
      const change = (old: string, password: string): Promise<Visit> =>
        at.go('/v2/provider/account/password', { old, password });
      expect((await change('wrong', 'another password')).text).toContain('This is not your password.');
      expect((await change(PASSWORD, 'short')).text).toContain('at least 10 characters');
      expect(account.status).toBe(200);
      expect((await change(PASSWORD, 'another password')).text).toContain('The password is changed.');
      expect((await userOf(token)).status).toBe(401);
      expect(callback(await at.go(signInPath())).get('sign_in')).toBe('true');
      const other = browser();
      const refused = await other.submit(await other.go(signInPath()), {
        email: 'hal@example.org',
        password: PASSWORD,
      });
      expect(refused.status).toBe(401);
    });

    it('[AUT-9] deletes the account with its documents', async () => {
      const { at, token } = await signUp('ida');
      const headers = { authorization: `Bearer ${token}` };
      const made = await servers.ask('POST', '/v2/docs', { body: '1', headers });
      const path = `/v2/docs/${String(made.json()['_id'])}`;
      expect((await at.go('/v2/provider/account/delete', { confirm: 'wrong' })).text).toContain(
        'This is not your password.',
      );
      expect((await servers.ask('GET', path)).status).toBe(200);
      expect(callback(await at.go('/v2/provider/account/delete', { confirm: PASSWORD })).toString()).toBe(
        'sign_out=true',
      );
      expect((await servers.ask('GET', path)).status).toBe(404);
      expect((await userOf(token)).status).toBe(401);
      expect((await at.go(signInPath())).url.pathname).toMatch(/^\/v2\/provider\/interaction\//);
    });

    it('takes forms of its own pages only', async () => {
      const { at } = await signUp('joe');
      for (const path of ['account/cancel', 'checkout/yearly', 'account/delete'])
        expect((await at.go(`/v2/provider/${path}`, {}, 'cross-site')).status).toBe(403);
      const plain = await fetch(`${origin()}/v2/provider/sign_in`, {
        method: 'POST',
        body: 'email=a',
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' },
      });
      expect(plain.status).toBe(403);
    });

    it('keeps cookies from scripts, from other sites, and from the documents', async () => {
      const at = browser();
      const form = await at.go('/v2/provider/sign_up');
      const answer = await fetch(`${origin()}/v2/provider/sign_up`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ fullName: 'Kim', email: 'kim@example.org', password: PASSWORD }),
        headers: { origin: origin() },
      });
      expect(form.status).toBe(200);
      const [cookie = ''] = answer.headers.getSetCookie();
      expect(cookie).toMatch(/^diptych_provider=[\w-]+; Max-Age=\d+; Path=\/v2\/provider; HttpOnly; SameSite=Lax$/);
      const begun = await fetch(origin() + signInPath(), { redirect: 'manual' });
      expect(begun.headers.getSetCookie()[0]).toMatch(/^diptych_browser=.*; Path=\/v2\/auth; HttpOnly; SameSite=Lax$/);
    });
  });
});
