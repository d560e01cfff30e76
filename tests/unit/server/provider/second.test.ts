// Signing in with a provider that is not made with the library of the embedded one: each way of a client to authenticate, an
// address that is never called verified, and tokens that are not to be believed.

import { createPublicKey, generateKeyPairSync, type JsonWebKey, type KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { DATABASES, startPGlite, type Shared } from '../databases.ts';
import { startServers, type Servers } from '../servers.ts';
import { startSecondProvider, type Method, type SecondProvider } from './second-provider.ts';

const PUBLIC_URL = 'https://diptych.example';
const CALLBACK = '/v2/auth/callback';
/** With what a form's encoding changes. */
const CLIENT = { id: 'dip tych:é', secret: 'p+ss: %w/ord=é', redirect: PUBLIC_URL + CALLBACK } as const;

const folder = mkdtempSync(join(tmpdir(), 'diptych-key-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text, { mode: 0o600 });
  return join(folder, name);
};
const pem = (key: KeyObject, type: 'pkcs8' | 'pkcs1' | 'sec1' = 'pkcs8'): string =>
  key.export({ type, format: 'pem' }).toString();
const publicOf = (key: KeyObject): JsonWebKey => createPublicKey(key).export({ format: 'jwk' });
const curve = (namedCurve: string): KeyObject => generateKeyPairSync('ec', { namedCurve }).privateKey;

interface Visit {
  readonly status: number;
  readonly location: URL | null;
  readonly text: string;
}

/** Signs in with a provider that sends people back at once. `change` may change what it sends back. */
async function signIn(at: Servers, change: (back: URL) => void = () => undefined): Promise<Visit> {
  const begun = await at.ask('GET', `/v2/auth/sign_in?redirect_url=${encodeURIComponent(`${PUBLIC_URL}/`)}`);
  if (begun.status !== 302) return { status: begun.status, location: null, text: begun.bytes.toString() };
  const cookie = begun.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const there = await fetch(begun.headers.get('location') ?? '', { redirect: 'manual' });
  const back = new URL(there.headers.get('location') ?? '');
  expect(back.origin + back.pathname).toBe(PUBLIC_URL + CALLBACK);
  change(back);
  const done = await at.ask('GET', back.pathname + back.search, { headers: { cookie } });
  const location = done.headers.get('location');
  return { status: done.status, location: location === null ? null : new URL(location), text: done.bytes.toString() };
}

const userOf = async (at: Servers, { location, text }: Visit): Promise<Readonly<Record<string, unknown>>> => {
  const token = new URLSearchParams(location?.hash.split('?')[1]).get('access_token');
  expect([typeof token, text]).toEqual(['string', '']);
  return (await at.ask('GET', '/v2/auth/user', { headers: { authorization: `Bearer ${token}` } })).json();
};

describe.each(DATABASES)('[AUT-9] a second provider, on %s', (_name, start) => {
  let shared: Shared;
  beforeAll(async () => {
    shared = await start();
  }, 120_000);
  afterAll(() => shared?.stop());

  /** Starts a provider with a client, and servers that are that client. */
  const pair = async (
    credentials: { readonly secret?: boolean; readonly key?: JsonWebKey } = { secret: true },
    settings: Readonly<Record<string, string>> = {},
  ): Promise<{ provider: SecondProvider; servers: Servers }> => {
    const secret = credentials.secret === true ? CLIENT.secret : null;
    const provider = await startSecondProvider({ ...CLIENT, secret, key: credentials.key ?? null });
    onTestFinished(() => provider.stop());
    const servers = await startServers(shared, {
      settings: {
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: CLIENT.id,
        ...(secret !== null && { OIDC_CLIENT_SECRET: secret }),
        PUBLIC_URL,
        ...settings,
      },
    });
    onTestFinished(() => servers.close());
    return { provider, servers };
  };
  const works = async (provider: SecondProvider, servers: Servers): Promise<void> => {
    provider.claims = { sub: `ada-${provider.method}`, name: 'Ada' };
    // Both servers, and the same one again: an assertion works once.
    provider.faults.length = 0;
    for (let n = 0; n < 3; n++) {
      const visit = await signIn(servers);
      expect(provider.faults).toEqual([]);
      expect(await userOf(servers, visit)).toMatchObject({ fullName: 'Ada' });
    }
  };

  it.each([
    ['client_secret_basic', true, undefined],
    ['client_secret_post', true, undefined],
    // What a provider takes that does not say so.
    ['client_secret_basic', false, undefined],
    ['client_secret_post', false, 'client_secret_post'],
    ['client_secret_basic', true, 'client_secret_basic'],
  ] as const)('lets this server in by %s, named: %s, set: %s', async (method, isNamed, set) => {
    const { provider, servers } = await pair({ secret: true }, set === undefined ? {} : { OIDC_CLIENT_AUTH: set });
    Object.assign(provider, { method, isNamed });
    await works(provider, servers);
  });

  it('lets this server in without a secret, by PKCE alone', async () => {
    const { provider, servers } = await pair({});
    provider.method = 'none';
    await works(provider, servers);
  });

  it.each([
    ['an RSA key', () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey, 'pkcs1', null],
    ['a P-256 key', () => curve('P-256'), 'sec1', null],
    ['a P-384 key', () => curve('P-384'), 'pkcs8', null],
    ['an Ed25519 key', () => generateKeyPairSync('ed25519').privateKey, 'pkcs8', null],
    ['a JWK with an id', () => curve('P-256'), 'pkcs8', { kid: 'key-7', alg: 'ES256' }],
    [
      'a JWK with PS256',
      () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey,
      'pkcs8',
      { alg: 'PS256' },
    ],
  ] as const)('lets this server in by a signature with %s', async (name, make, type, jwk) => {
    const key = make();
    const text = jwk === null ? pem(key, type) : JSON.stringify({ ...key.export({ format: 'jwk' }), ...jwk });
    const { provider, servers } = await pair(
      { key: { ...publicOf(key), ...jwk } },
      { OIDC_CLIENT_KEY_FILE: file(`${name}.pem`, text) },
    );
    provider.method = 'private_key_jwt';
    await works(provider, servers);
  });

  it('signs nobody in where it refuses this server, or where something it says is not its own', async () => {
    const { provider, servers } = await pair({ secret: true }, { OIDC_CLIENT_AUTH: 'client_secret_post' });
    const refused = async (change?: (back: URL) => void): Promise<void> => {
      const { status, location, text } = await signIn(servers, change);
      expect([provider.forge, status, location, text]).toEqual([
        provider.forge,
        400,
        null,
        expect.stringContaining('The sign-in could not be finished.'),
      ]);
      expect(text).not.toContain(CLIENT.secret);
    };
    for (const method of ['client_secret_basic', 'private_key_jwt', 'none'] satisfies Method[]) {
      provider.method = method;
      await refused();
    }
    provider.method = 'client_secret_post';
    const past = Math.floor(Date.now() / 1000) - 3600;
    for (const claims of [
      { aud: 'another client' },
      { iss: 'https://another.example' },
      { nonce: 'another sign-in' },
      { nonce: undefined },
      { exp: past },
      { exp: undefined },
      { sub: undefined },
    ]) {
      provider.forge = claims;
      await refused();
    }
    provider.forge = {};
    await refused((back) => back.searchParams.set('code', 'guessed'));
    await refused((back) => back.searchParams.set('state', `${back.searchParams.get('state')}x`));
    await works(provider, servers);
  });

  it('brings back who cancels there, and says what else it does', async () => {
    const { provider, servers } = await pair();
    provider.error = 'access_denied';
    expect((await signIn(servers)).location?.href).toBe(`${PUBLIC_URL}/`);
    for (const error of ['server_error', 'temporarily_unavailable', '<script>']) {
      provider.error = error;
      const { status, text } = await signIn(servers);
      expect([status, text]).toEqual([400, expect.stringContaining('The membership provider has refused it.')]);
      expect(text).not.toContain('<script>');
      expect(text).toContain('>Try again</a>');
    }
    provider.error = null;
    await works(provider, servers);
  });

  it('whose addresses it never calls verified has people that nothing can be shared with by address, unless it is trusted', async () => {
    const { provider, servers } = await pair({ secret: true }, { OIDC_CLIENT_AUTH: 'client_secret_basic' });
    const trusting = await startServers(shared, {
      settings: {
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: CLIENT.id,
        OIDC_CLIENT_SECRET: CLIENT.secret,
        OIDC_CLIENT_AUTH: 'client_secret_basic',
        UNVERIFIED_EMAIL: 'accept',
        PUBLIC_URL,
      },
    });
    onTestFinished(() => trusting.close());
    const owner = await servers.person('owner');
    const made = await servers.ask('POST', '/v2/docs', { as: owner, body: '1' });
    const share = async (id: string): Promise<number> => {
      const path = `/v2/docs/${String(made.json()['_id'])}/access`;
      return (await servers.ask('PUT', path, { as: owner, body: [{ id, role: 'reader' }, { public: true }] })).status;
    };
    // In the ID token, or at its endpoint alone; the domain in another spelling.
    for (const idTokenClaims of [['email'], []]) {
      provider.idTokenClaims = idTokenClaims;
      provider.claims = { sub: `bob-${idTokenClaims.length}`, email: `Bob-${idTokenClaims.length}@MÜNCHEN.example.` };
      const email = `bob-${idTokenClaims.length}@xn--mnchen-3ya.example`;
      expect(await userOf(servers, await signIn(servers))).toMatchObject({ email: '' });
      expect(await share(email)).toBe(400);
      expect(await userOf(trusting, await signIn(trusting))).toMatchObject({ email });
      expect(await share(email)).toBe(200);
      expect(await share(email.replace('xn--mnchen-3ya', 'münchen'))).toBe(200);
    }
  });
});

describe('[OPS-1] the settings of a client', () => {
  it('end the start with a sentence that names the setting, and nothing of the key', async () => {
    const shared = await startPGlite();
    onTestFinished(() => shared.stop());
    const secret = 'c2VjcmV0LW1hdGVyaWFs';
    for (const path of [
      join(folder, 'none.pem'),
      folder,
      file('broken.pem', `-----BEGIN PRIVATE KEY-----\n${secret}\n-----END PRIVATE KEY-----\n`),
      file('broken.jwk', `{"kty": "EC", "d": "${secret}"`),
      file('public.pem', createPublicKey(curve('P-256')).export({ type: 'spki', format: 'pem' }).toString()),
      file('other.pem', pem(curve('secp256k1'))),
    ]) {
      const settings = {
        OIDC_ISSUER: 'https://id.example',
        OIDC_CLIENT_ID: 'a',
        PUBLIC_URL,
        OIDC_CLIENT_KEY_FILE: path,
      };
      const error = await startServers(shared, { count: 1, settings }).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(Error);
      expect((error as Error).message).toMatch(/^OIDC_CLIENT_KEY_FILE has to be a private key as PEM or JWK\./);
      expect((error as Error).message).not.toContain(secret);
    }
  });
});
