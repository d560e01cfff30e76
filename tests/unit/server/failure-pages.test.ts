// Failures that a browser shows: a page that says what happened and leads back, where a script gets JSON with the same status and
// headers.

import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openPostgres } from '../../../src/server/database/database.ts';
import { freePort, startPGlite, type Shared } from './databases.ts';
import { startServers, type Servers } from './servers.ts';

/** How browsers navigate, newer and older ones. */
const NAVIGATIONS = [
  { 'sec-fetch-mode': 'navigate', accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' },
  { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' },
  { accept: 'TEXT/HTML;q=0.9 , application/json;q=0.8' },
  { accept: 'text/*, */*;q=0.1' },
] as const;
/** How scripts ask. */
const CALLS = [
  {},
  { accept: '*/*' },
  { accept: 'application/json' },
  { accept: 'application/json, text/html;q=0.9' },
  { accept: 'text/html;q=0, */*' },
  { 'sec-fetch-mode': 'cors', accept: 'text/html' },
] as const;
const FORM = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' } as const;
const BODY = 'email=a&password=b&token=x';

type Headers = Readonly<Record<string, string>>;

let shared: Shared;
let servers: Servers;
let limited: Servers;
let away: Servers;
beforeAll(async () => {
  shared = await startPGlite();
  servers = await startServers(shared, { count: 1 });
  const rates = { SIGN_INS_PER_MINUTE: '1', SIGN_UPS_PER_HOUR: '1', MAILS_PER_HOUR: '1' };
  limited = await startServers(shared, { count: 1, settings: rates });
  const provider = { OIDC_ISSUER: `http://localhost:${await freePort()}`, OIDC_CLIENT_ID: 'diptych' };
  away = await startServers(shared, { count: 1, settings: { ...provider, PUBLIC_URL: 'http://localhost' } });
}, 120_000);
afterAll(async () => {
  for (const one of [servers, limited, away]) await one?.close();
  await shared?.stop();
});

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** Sends a request with these headers alone: `fetch` calls itself a script. */
async function send(at: Servers, [method, path]: readonly [string, string], headers: Headers, body?: string) {
  const answer = await request(`${at.addresses[0]}${path}`, {
    method: method as 'GET',
    headers,
    ...(body !== undefined && { body }),
  });
  const text = await answer.body.text();
  return { status: answer.statusCode, headers: answer.headers, text } satisfies Answer;
}

/** Asks as browsers and scripts do, and compares what they get. Returns the address of *Try again*, if there is one. */
async function compare(
  at: Servers,
  [method, path]: readonly [string, string],
  wanted: { readonly status: number; readonly sentence: string; readonly headers?: readonly string[] },
  sent: Headers = {},
  body = method === 'POST' ? BODY : undefined,
): Promise<string | null> {
  const { status, sentence, headers = [] } = wanted;
  for (const call of CALLS) {
    const answer = await send(at, [method, path], { ...sent, ...call }, body);
    expect([path, call, answer.status]).toEqual([path, call, status]);
    expect(answer.headers['content-type']).toContain('application/json');
    expect((JSON.parse(answer.text) as { message: string }).message).toContain(sentence);
    for (const name of headers) expect([name, answer.headers[name]]).toEqual([name, expect.any(String)]);
  }
  let again: string | null = null;
  for (const navigation of NAVIGATIONS) {
    const answer = await send(at, [method, path], { ...sent, ...navigation }, body);
    expect([path, navigation, answer.status]).toEqual([path, navigation, status]);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringContaining("script-src 'none'") as unknown,
      'cache-control': 'no-store',
    });
    for (const name of headers) expect([name, answer.headers[name]]).toEqual([name, expect.any(String)]);
    expect(answer.text).toMatch(/<title>[A-Z][^<]+ · Diptych<\/title>/);
    expect(answer.text).toContain(sentence);
    expect(answer.text).toContain('href="/">Back to Diptych</a>');
    again = againOf(answer.text);
  }
  return again;
}

function againOf(text: string): string | null {
  return /href="([^"]+)">Try again</.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? null;
}

describe('a request that fails', () => {
  it('[AUT-1] [API-5] shows a page for 400 and 404, and repeats nothing that stays wrong', async () => {
    for (const [path, status, sentence] of [
      ['/v2/auth/sign_in?redirect_url=https://evil.example/', 400, 'The redirect_url has to be an address of'],
      ['/v2/auth/sign_in?nonce=%3Cb%3E', 400, 'The nonce can’t be read.'],
      ['/v2/auth/sign_in?nonce=a&nonce=b', 400, 'The parameter nonce is there more than once.'],
      ['/v2/provider/interaction/none', 400, 'The sign-in took too long'],
      ['/v2/provider/checkout/weekly', 404, 'There is no such plan.'],
      ['/v2/provider/none', 404, 'There is nothing at GET /v2/provider/none.'],
      ['/none/at/all', 404, 'There is nothing at GET /none/at/all.'],
      ['/%ff', 400, 'The address can’t be read.'],
    ] as const)
      expect([path, await compare(servers, ['GET', path], { status, sentence })]).toEqual([path, null]);
    const { bytes } = await servers.ask('GET', '/\'<b>&"', { headers: NAVIGATIONS[0] });
    expect(bytes.toString()).toMatch(/There is nothing at GET \/(&#39;|')(&lt;|%3C)b/);
    const code = await servers.ask('GET', '/v2/auth/callback?code=1&state=2', { headers: NAVIGATIONS[0] });
    expect([code.status, code.bytes.toString()]).toEqual([400, expect.stringContaining('>Back to Diptych</a>')]);
  });

  it('[AUT-1] [API-5] shows a page for 403, which leads to the form where it was that of another site', async () => {
    const site = { 'sec-fetch-site': 'cross-site' };
    const signOut = { status: 403, sentence: 'Sign out on the page itself.' };
    expect(await compare(servers, ['GET', '/v2/auth/sign_out'], signOut, site)).toBeNull();
    const foreign = { status: 403, sentence: 'The form was sent from another page.' };
    for (const [path, form] of [
      ['/v2/provider/sign_in?next=account', '/v2/provider/sign_in?next=account'],
      ['/v2/provider/account/delete', '/v2/provider/account'],
      ['/v2/provider/checkout/yearly', '/v2/provider/checkout/yearly'],
      ['/v2/auth/account/end_all', '/v2/auth/account'],
    ] as const)
      expect([path, await compare(servers, ['POST', path], foreign, { ...FORM, ...site })]).toEqual([path, form]);
  });

  it('[API-5] shows a page for a form that is too large', async () => {
    const large = { status: 413, sentence: 'The request is larger than the server takes.' };
    await compare(servers, ['POST', '/v2/provider/sign_in'], large, FORM, `email=${'a'.repeat(20_000)}`);
  });

  it('[AUT-1] [OPS-4] shows a page for 429, with the time to wait, and where to try again', async () => {
    const often = { status: 429, sentence: 'That was too often. Try again in', headers: ['retry-after'] };
    const back = '/v2/auth/sign_in?nonce=nonce-of-the-tab';
    expect((await send(limited, ['GET', back], {})).status).toBe(302);
    expect(await compare(limited, ['GET', back], often)).toBe(back);
    for (const [path, form] of [
      ['/v2/provider/sign_in', '/v2/provider/sign_in'],
      ['/v2/provider/forgotten', '/v2/provider/forgotten'],
      ['/v2/provider/link', '/v2/provider/link?token=x'],
    ] as const) {
      await send(limited, ['POST', path], FORM, BODY);
      expect([path, await compare(limited, ['POST', path], often, FORM)]).toEqual([path, form]);
    }
  });

  it('[AUT-1] shows a page for 502, and for 503 while the database is away', async () => {
    const path = '/v2/auth/sign_in?nonce=nonce-of-the-tab';
    const unreachable = { status: 502, sentence: 'The membership provider can’t be reached.' };
    expect(await compare(away, ['GET', path], unreachable)).toBe(path);

    const nowhere = `postgres://diptych@127.0.0.1:${await freePort()}/postgres`;
    const early = await startServers(
      { name: 'away', open: (faults) => openPostgres(nowhere, 2, faults), stop: () => Promise.resolve() },
      { count: 1 },
    );
    onTestFinished(() => early.close());
    const gone = { status: 503, sentence: 'The server can’t reach its database.', headers: ['retry-after'] };
    for (const one of [path, '/v2/provider/interaction/x', '/v2/provider/auth?client_id=diptych'])
      expect([one, await compare(early, ['GET', one], gone)]).toEqual([one, one]);
  });

  it('[AUT-1] begins a sign-in again for the same tab, where its code was of no use', async () => {
    const begun = await send(servers, ['GET', '/v2/auth/sign_in?nonce=nonce-of-the-tab'], {});
    const state = new URL(String(begun.headers['location'])).searchParams.get('state') ?? '';
    const cookie = String(begun.headers['set-cookie']).split(';')[0] ?? '';
    const query = new URLSearchParams({ code: 'stolen', state, iss: `${servers.addresses[0]}/v2/provider` });
    const back = `/v2/auth/callback?${query.toString()}`;
    const failed = await send(servers, ['GET', back], { ...NAVIGATIONS[0], cookie });
    expect([failed.status, failed.text]).toEqual([400, expect.stringContaining('The sign-in could not be finished.')]);
    const again = againOf(failed.text) ?? '';
    expect(new URL(again, 'http://localhost').searchParams.get('nonce')).toBe('nonce-of-the-tab');
    expect((await send(servers, ['GET', again], NAVIGATIONS[0])).status).toBe(302);
  });

  it('[API-5] is data where documents are, however they are opened', async () => {
    for (const path of ['/v2/docs/none', '/v2/docs/none/data', '/v2/docs/list/currentUser']) {
      const { status, text } = await send(servers, ['GET', path], NAVIGATIONS[0]);
      expect([path, status]).toEqual([path, path.includes('list') ? 401 : 404]);
      expect(JSON.parse(text)).toMatchObject({ message: expect.any(String) as unknown });
    }
  });
});
