// An OpenID provider that is made by hand, of the parts that a sign-in needs: strict about what a client sends, and different from
// oidc-provider wherever the specification allows it. It never says that an address is verified.

import { createHash, randomBytes, type JsonWebKey } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import {
  calculateJwkThumbprint,
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  jwtVerify,
  SignJWT,
  type JWK,
} from 'jose';
import { freePort } from '../databases.ts';

export type Method = 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt' | 'none';

/** What a client is registered with. */
export interface Registered {
  readonly id: string;
  readonly secret: string | null;
  readonly key: JsonWebKey | null;
  readonly redirect: string;
}

/** The provider, and how it behaves from now on. */
export interface SecondProvider {
  readonly issuer: string;
  /** The one way in which the client may authenticate. */
  method: Method;
  /** Whether its metadata name that way. */
  isNamed: boolean;
  claims: Readonly<Record<string, unknown>>;
  /** The claims that are in the ID token too. */
  idTokenClaims: readonly string[];
  /** What an ID token says instead. */
  forge: Readonly<Record<string, unknown>>;
  /** An error that it returns with instead of a code. */
  error: string | null;
  /** What clients did wrong. */
  readonly faults: string[];
  stop(): Promise<void>;
}

interface Code {
  readonly nonce: string;
  readonly challenge: string;
  readonly redirect: string;
}

class Fault extends Error {}

/** Starts the provider with one client. */
export async function startSecondProvider(client: Registered): Promise<SecondProvider> {
  const port = await freePort();
  const issuer = `http://localhost:${port}/realms/second`;
  const own = await generateKeyPair('ES256');
  const jwk: JWK = { ...(await exportJWK(own.publicKey)), alg: 'ES256', use: 'sig' };
  const kid = await calculateJwkThumbprint(jwk);
  const codes = new Map<string, Code>();
  const tokens = new Set<string>();
  const used = new Set<string>();

  const authenticate = async (request: IncomingMessage, form: URLSearchParams): Promise<void> => {
    const [scheme = '', value = ''] = (request.headers.authorization ?? '').split(' ');
    const isAsserted = form.has('client_assertion');
    const ways = [scheme !== '', form.has('client_secret'), isAsserted].filter(Boolean).length;
    if (ways > 1) throw new Fault('the client authenticates in more than one way');
    const { method } = provider;
    if (method === 'client_secret_basic') {
      const [id = '', secret = ''] = Buffer.from(value, 'base64').toString().split(':').map(decode);
      if (scheme !== 'Basic' || id !== client.id || secret !== client.secret) throw new Fault('client_secret_basic');
    }
    if (method === 'client_secret_post')
      if (form.get('client_id') !== client.id || form.get('client_secret') !== client.secret)
        throw new Fault('client_secret_post');
    if (method === 'none' && (ways !== 0 || form.get('client_id') !== client.id)) throw new Fault('none');
    if (method !== 'private_key_jwt') return;
    if (form.get('client_assertion_type') !== 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer')
      throw new Fault('private_key_jwt');
    const keys = createLocalJWKSet({ keys: [client.key as JWK] });
    const { payload } = await jwtVerify(form.get('client_assertion') ?? '', keys, {
      issuer: client.id,
      subject: client.id,
      audience: issuer,
      requiredClaims: ['exp', 'iat', 'jti'],
    });
    const { jti = '', exp = 0, iat = 0 } = payload;
    if (used.has(jti) || exp - iat > 300) throw new Fault('an assertion is used twice, or lasts too long');
    used.add(jti);
  };

  const routes: Readonly<Record<string, (url: URL, request: IncomingMessage, response: ServerResponse) => unknown>> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize?tenant=a`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
      ...(provider.isNamed && { token_endpoint_auth_methods_supported: [provider.method] }),
    }),
    '/keys': () => ({ keys: [{ ...jwk, kid }] }),
    '/authorize': ({ searchParams: asked }, _request, response) => {
      const of = (name: string): string => asked.get(name) ?? '';
      if (of('client_id') !== client.id || of('redirect_uri') !== client.redirect || of('tenant') !== 'a')
        throw new Fault('the client is unknown');
      if (of('code_challenge_method') !== 'S256' || of('response_type') !== 'code') throw new Fault('no PKCE');
      const code = randomBytes(16).toString('hex');
      codes.set(code, { nonce: of('nonce'), challenge: of('code_challenge'), redirect: of('redirect_uri') });
      const back = new URL(client.redirect);
      back.search = new URLSearchParams({
        ...(provider.error === null ? { code } : { error: provider.error }),
        state: of('state'),
      }).toString();
      response.writeHead(302, { location: back.href }).end();
    },
    '/token': async (_url, request) => {
      const form = new URLSearchParams(await textOf(request));
      await authenticate(request, form);
      const code = codes.get(form.get('code') ?? '');
      codes.delete(form.get('code') ?? '');
      if (code === undefined || form.get('redirect_uri') !== code.redirect) throw new Fault('the code is unknown');
      const hash = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      if (hash !== code.challenge) throw new Fault('the verifier is wrong');
      const { claims, forge } = provider;
      const said = Object.fromEntries(Object.entries(claims).filter(([name]) => provider.idTokenClaims.includes(name)));
      const now = Math.floor(Date.now() / 1000);
      const token = randomBytes(16).toString('hex');
      tokens.add(token);
      const idToken = await new SignJWT({
        ...said,
        iss: issuer,
        aud: client.id,
        sub: String(claims['sub']),
        nonce: code.nonce,
        iat: now,
        exp: now + 60,
        ...forge,
      })
        .setProtectedHeader({ alg: 'ES256', kid })
        .sign(own.privateKey);
      return { access_token: token, token_type: 'bearer', id_token: idToken };
    },
    '/userinfo': (_url, { headers }) => {
      if (!tokens.has((headers.authorization ?? '').replace(/^bearer /i, ''))) throw new Fault('the token is unknown');
      return provider.claims;
    },
  };

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', issuer);
    const route = routes[url.pathname.replace('/realms/second', '')];
    const answer = async (): Promise<void> => {
      const sent = await (route ?? (() => undefined))(url, request, response);
      if (response.headersSent) return;
      response.writeHead(sent === undefined ? 404 : 200, { 'content-type': 'application/json; charset=UTF-8' });
      response.end(JSON.stringify(sent ?? {}));
    };
    answer().catch((error: unknown) => {
      provider.faults.push(error instanceof Error ? error.message : 'unknown');
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"invalid_client"}');
    });
  });
  const provider: SecondProvider = {
    issuer,
    method: 'client_secret_basic',
    isNamed: true,
    claims: { sub: 'ada' },
    idTokenClaims: [],
    forge: {},
    error: null,
    faults: [],
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return provider;
}

/** Undoes `application/x-www-form-urlencoded`, in which a client's id and secret are sent. */
function decode(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}
