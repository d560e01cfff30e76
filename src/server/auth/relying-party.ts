// This server as a client of the membership provider (OpenID Connect, code flow with PKCE). The provider's metadata is fetched
// once, when it is first needed, and again after a failure.

import * as client from 'openid-client';
import { canonicalAddress } from '../email-address.ts';
import { Refusal } from '../errors.ts';
import type { PublicOrigin } from '../origin.ts';
import { clientAuthentication, type ClientCredentials } from './client-authentication.ts';

/** The provider, and this server's credentials there. */
export interface ProviderAddress {
  readonly issuer: string;
  readonly clientId: string;
  readonly credentials: ClientCredentials;
  /** Sends requests to the provider. Requests to the embedded one go to this process directly. */
  readonly fetch?: client.CustomFetch;
}

/** What a returning sign-in has to prove. */
export interface Challenge {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** The user who has signed in, according to the provider. */
export interface SignedInIdentity {
  readonly subject: string;
  readonly email: string;
  readonly fullName: string;
  readonly idToken: string;
  readonly claims: ReadonlyMap<string, unknown>;
}

export const CALLBACK_PATH = '/v2/auth/callback';
export const SIGNED_OUT_PATH = '/v2/auth/signed_out';
const SCOPE = 'openid email profile';
/** Clocks of different machines differ. */
const CLOCK_SECONDS = 60;

/** Communicates with the provider. */
export class RelyingParty {
  private configuration: Promise<client.Configuration> | null = null;
  /** The secret that `configuration` has: the embedded provider’s may be replaced. */
  private secret: string | undefined;

  constructor(
    private readonly provider: () => Promise<ProviderAddress>,
    private readonly origin: PublicOrigin,
    /** Claims that are fetched from the provider's userinfo endpoint where the ID token lacks them. */
    private readonly needed: readonly string[] = ['email'],
    /** Whether an address counts as verified where the provider does not say so. */
    private readonly trustsEmail = false,
  ) {}

  /** Creates the challenge of one sign-in. */
  challenge(state: string): Challenge {
    return { state, nonce: client.randomNonce(), verifier: client.randomPKCECodeVerifier() };
  }

  /** Returns the address where a user signs in. @throws Refusal 502 */
  async signInAddress({ state, nonce, verifier }: Challenge): Promise<string> {
    const challenge = await client.calculatePKCECodeChallenge(verifier);
    return client.buildAuthorizationUrl(await this.discover(), {
      redirect_uri: this.origin.at(CALLBACK_PATH),
      scope: SCOPE,
      state,
      nonce,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    }).href;
  }

  /** Returns the user who comes back with a code in `url`. @throws Refusal 400 for a code that is not valid, 502 */
  async identify(url: URL, { state, nonce, verifier }: Challenge): Promise<SignedInIdentity> {
    const configuration = await this.discover();
    try {
      const tokens = await client.authorizationCodeGrant(configuration, url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const said = tokens.claims();
      if (said === undefined) throw new Error('there is no ID token');
      let claims = new Map<string, unknown>(Object.entries(said));
      if (this.needed.some((name) => !claims.has(name)) && tokens.access_token !== undefined) {
        const more = await this.askFor(configuration, tokens.access_token, said.sub);
        claims = new Map([...more, ...claims]);
      }
      const text = (name: string): string => {
        const value = claims.get(name);
        return typeof value === 'string' ? value.trim().replaceAll('\0', '').slice(0, 320).toWellFormed() : '';
      };
      // With an unverified address, a user could receive documents that are shared with its real owner.
      const isVerified = [true, 'true'].includes(claims.get('email_verified') as boolean | string) || this.trustsEmail;
      const email = isVerified ? canonicalAddress(text('email')) : '';
      const fullName = text('name') || `${text('given_name')} ${text('family_name')}`.trim() || email || said.sub;
      return { subject: said.sub, email, fullName, idToken: tokens.id_token ?? '', claims };
    } catch (error) {
      if (error instanceof Refusal) throw error;
      throw new Refusal(400, `The sign-in could not be finished. ${reasonOf(error)}`);
    }
  }

  /** Returns the address where a user signs out; `null` where the provider has no such page. @throws Refusal 502 */
  async signOutAddress(idToken: string | null): Promise<string | null> {
    const configuration = await this.discover();
    if (configuration.serverMetadata().end_session_endpoint === undefined) return null;
    return client.buildEndSessionUrl(configuration, {
      post_logout_redirect_uri: this.origin.at(SIGNED_OUT_PATH),
      ...(idToken !== null && idToken !== '' && { id_token_hint: idToken }),
    }).href;
  }

  /** Fetches the claims of the userinfo endpoint; none where the provider has no such endpoint. */
  private async askFor(
    configuration: client.Configuration,
    token: string,
    subject: string,
  ): Promise<readonly [string, unknown][]> {
    if (configuration.serverMetadata().userinfo_endpoint === undefined) return [];
    return Object.entries(await client.fetchUserInfo(configuration, token, subject));
  }

  private async discover(): Promise<client.Configuration> {
    try {
      const provider = await this.provider();
      const { secret } = provider.credentials;
      if (secret !== this.secret) this.configuration = null;
      this.secret = secret;
      this.configuration ??= this.ask(provider);
      return await this.configuration;
    } catch (error) {
      this.configuration = null;
      throw new Refusal(502, `The membership provider can’t be reached. ${reasonOf(error)}`);
    }
  }

  private async ask(provider: ProviderAddress): Promise<client.Configuration> {
    const { issuer, clientId, credentials, fetch } = provider;
    const metadata = { [client.clockTolerance]: CLOCK_SECONDS };
    return client.discovery(new URL(issuer), clientId, metadata, clientAuthentication(credentials), {
      timeout: 10,
      // Plain http only where the address says so: on this computer, or in a private network.
      ...(issuer.startsWith('http:') && { execute: [client.allowInsecureRequests] }),
      ...(fetch && { [client.customFetch]: fetch }),
    });
  }
}

/** Returns a short reason with the error code only, because the provider's message may contain what must not be logged. */
function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  return code === '' ? 'Try again.' : `Try again. (${code})`;
}
