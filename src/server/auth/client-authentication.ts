// How this server proves to a provider that it is its client: by a secret or a signature.

import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { importPKCS8 } from 'jose';
import * as client from 'openid-client';
import type { ServerSettings } from '../settings.ts';

/** A private key with its id, if it has one. */
export type ClientKey = Parameters<typeof client.PrivateKeyJwt>[0];

/** What this server has to prove it with. */
export interface ClientCredentials {
  readonly secret: string | undefined;
  readonly key: ClientKey | null;
  /** The method; where it is not set, one that the provider supports and there are credentials for. */
  readonly method: ServerSettings['OIDC_CLIENT_AUTH'];
}

type Method = NonNullable<ServerSettings['OIDC_CLIENT_AUTH']>;

/** The algorithms for keys of Edwards and elliptic curves. RSA keys sign with RS256. */
const CURVES: Readonly<Record<string, string>> = { prime256v1: 'ES256', secp384r1: 'ES384', secp521r1: 'ES512' };
/** What a provider supports that does not say so. @see OpenID Connect Discovery, §3 */
const UNSAID = ['client_secret_basic'];

/** Reads a private key from a file: PEM, or a JWK, whose `kid` and `alg` count. @throws Error with a sentence */
export async function readClientKey(path: string): Promise<ClientKey> {
  try {
    const text = readFileSync(path, 'utf8').trim();
    const jwk = text.startsWith('{') ? (JSON.parse(text) as Readonly<Record<string, string>>) : null;
    const key = jwk === null ? createPrivateKey(text) : createPrivateKey({ key: jwk, format: 'jwk' });
    const pem = key.export({ type: 'pkcs8', format: 'pem' }).toString();
    const { kid } = jwk ?? {};
    const imported = await importPKCS8(pem, jwk?.['alg'] ?? algorithmOf(key));
    return kid === undefined ? imported : { key: imported, kid };
  } catch (error) {
    // The message of a parser may quote the key.
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new Error(`OIDC_CLIENT_KEY_FILE has to be a private key as PEM or JWK. There is none in ${path}.${code}`, {
      cause: error,
    });
  }
}

function algorithmOf({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): string {
  if (type === 'rsa') return 'RS256';
  if (type === 'ed25519') return 'Ed25519';
  const curve = CURVES[details?.namedCurve ?? ''];
  if (curve === undefined) throw new RangeError('a key of this kind signs nothing here');
  return curve;
}

/** Returns what proves it in a request to the provider. */
export function clientAuthentication(credentials: ClientCredentials): client.ClientAuth {
  return (provider, metadata, body, headers) => {
    const method =
      credentials.method ?? methodFor(credentials, provider.token_endpoint_auth_methods_supported ?? UNSAID);
    // A promise where it signs, whatever its type says.
    return authenticator(credentials, method)(provider, metadata, body, headers);
  };
}

function methodFor({ secret, key }: ClientCredentials, supported: readonly string[]): Method {
  if (key !== null) return 'private_key_jwt';
  if (secret === undefined) return 'none';
  return supported.includes('client_secret_post') ? 'client_secret_post' : 'client_secret_basic';
}

function authenticator({ secret, key }: ClientCredentials, method: Method): client.ClientAuth {
  if (method === 'client_secret_basic') return client.ClientSecretBasic(secret);
  if (method === 'client_secret_post') return client.ClientSecretPost(secret);
  if (method === 'none' || key === null) return client.None();
  return client.PrivateKeyJwt(key);
}
