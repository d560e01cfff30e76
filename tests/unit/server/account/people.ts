// People who sign up and in at the embedded provider with browsers of their own, for tests.

import { expect } from 'vitest';
import { TestBrowser, type Visit } from '../browser.ts';
import type { Servers } from '../servers.ts';

export const PASSWORD = 'correct horse battery';

/** Somebody who is signed in. */
export interface Member {
  readonly at: TestBrowser;
  readonly email: string;
  readonly token: string;
}

/** Returns the parameters with which a visit has come back to the page. */
export function callback({ url, text }: Visit): URLSearchParams {
  expect(url.hash, text).toMatch(/^#\/callback\?/);
  return new URLSearchParams(url.hash.slice(url.hash.indexOf('?')));
}

/** Signs a browser that the provider knows in on the page. Returns its access token. */
export async function signIn(servers: Servers, at: TestBrowser): Promise<string> {
  const origin = servers.addresses[0] ?? '';
  const back = await at.go(`/v2/auth/sign_in?redirect_url=${encodeURIComponent(`${origin}/`)}`);
  return callback(back).get('access_token') ?? '';
}

/** Signs a new person up and in. */
export async function signUp(servers: Servers, name: string): Promise<Member> {
  const at = new TestBrowser(servers.addresses[0] ?? '');
  const email = `${name}@example.org`;
  const form = await at.go('/v2/provider/sign_up');
  callback(await at.submit(form, { fullName: name, email, password: PASSWORD }));
  return { at, email, token: await signIn(servers, at) };
}

/** Signs a person in with another browser. */
export async function signInAgain(servers: Servers, email: string, password = PASSWORD): Promise<Member> {
  const at = new TestBrowser(servers.addresses[0] ?? '');
  await at.submit(await at.go('/v2/provider/sign_in'), { email, password });
  return { at, email, token: await signIn(servers, at) };
}

/** Whether a token is that of somebody who is signed in. */
export async function isSignedIn(servers: Servers, token: string): Promise<boolean> {
  const { status } = await servers.ask('GET', '/v2/auth/user', { headers: { authorization: `Bearer ${token}` } });
  return status === 200;
}
