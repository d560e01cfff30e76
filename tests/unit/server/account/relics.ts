// What a person has got before an act that ends it, such as a reset of the password: sessions, tokens, codes and links. Each tells
// whether it still works.

import { expect } from 'vitest';
import { TestBrowser } from '../browser.ts';
import type { Servers } from '../servers.ts';
import { isSignedIn } from './people.ts';

export const ENDED = 'This link does not work any more';

/** Something that was issued. */
export interface Relic {
  readonly what: string;
  readonly works: () => Promise<boolean>;
}

/** Returns a browser for the first server. */
export function browserOf(servers: Servers): TestBrowser {
  return new TestBrowser(servers.addresses[0] ?? '');
}

/** The path that begins a sign-in on the page. */
export function signInPath(servers: Servers): string {
  return `/v2/auth/sign_in?redirect_url=${encodeURIComponent(`${servers.addresses[0]}/`)}`;
}

function tokensIn(url: URL): { readonly access: string; readonly refresh: string } | null {
  const parameters = new URLSearchParams(url.hash.slice(url.hash.indexOf('?')));
  const [access, refresh] = [parameters.get('access_token'), parameters.get('refresh_token')];
  return access === null || refresh === null ? null : { access, refresh };
}

/** Signs a browser in at the provider. Adds it to `relics`, and returns it, if the provider lets it in. */
export async function enter(
  servers: Servers,
  relics: Relic[],
  email: string,
  password: string,
): Promise<TestBrowser | null> {
  const at = browserOf(servers);
  const done = await at.go('/v2/provider/sign_in', { email, password });
  if (done.status !== 200) return null;
  relics.push({
    what: 'browser',
    works: async () => {
      if (!(await at.go('/v2/provider/account')).url.pathname.endsWith('/sign_in')) return true;
      if ((await at.go('/v2/auth/account')).status === 200) return true;
      return tokensIn((await at.go(signInPath(servers))).url) !== null;
    },
  });
  return at;
}

/** Signs a browser in on the page. Adds its tokens to `relics`, and returns them, if it gets some. */
export async function takeTokens(
  servers: Servers,
  relics: Relic[],
  at: TestBrowser,
  path = signInPath(servers),
): Promise<{ readonly access: string; readonly refresh: string } | null> {
  const tokens = tokensIn((await at.go(path)).url);
  if (tokens !== null) relics.push(pairRelic(servers, tokens));
  return tokens;
}

function pairRelic(
  servers: Servers,
  { access, refresh }: { readonly access: string; readonly refresh: string },
): Relic {
  return {
    what: 'tokens',
    works: async () =>
      (await isSignedIn(servers, access)) ||
      (await servers.ask('GET', `/v2/auth/token?refresh_token=${refresh}`)).status === 200,
  };
}

/** Refreshes so many times, and adds the last pair to `relics`. */
export async function refreshOften(servers: Servers, relics: Relic[], first: string, times: number): Promise<void> {
  let refresh = first;
  for (let n = 0; n < times; n++) {
    const answer = await servers.ask('GET', `/v2/auth/token?refresh_token=${refresh}`);
    if (answer.status !== 200) return;
    refresh = String(answer.json()['refresh_token']);
    if (n === times - 1) relics.push(pairRelic(servers, { access: String(answer.json()['access_token']), refresh }));
  }
}

/** Gets a code from the provider, and adds it to `relics`: it is not exchanged yet. */
export async function takeCode(servers: Servers, relics: Relic[], at: TestBrowser): Promise<void> {
  const { url } = await at.go(signInPath(servers), undefined, 'same-origin', '/v2/auth/callback');
  if (!url.searchParams.has('code')) return;
  relics.push({ what: 'code', works: async () => (await takeTokens(servers, [], at, url.href)) !== null });
}

/** Returns a link as a relic. Trying it uses it. */
export function linkRelic(servers: Servers, what: string, path: string): Relic {
  return {
    what,
    works: async () => {
      const opened = await browserOf(servers).go(path);
      const used = await useLink(servers, path, 'password of the attacker');
      return !opened.text.includes(ENDED) || !used.includes(ENDED);
    },
  };
}

/** Does what a link is for. Returns the text of the page. */
export async function useLink(servers: Servers, path: string, password: string): Promise<string> {
  const token = new URL(path, servers.addresses[0]).searchParams.get('token') ?? '';
  return (await browserOf(servers).go('/v2/provider/link', { token, password })).text;
}

/** Fails where something still works. */
export async function expectEnded(relics: readonly Relic[]): Promise<void> {
  const alive: string[] = [];
  for (const { what, works } of relics) if (await works()) alive.push(what);
  expect(alive, `of ${relics.length} relics`).toEqual([]);
}
