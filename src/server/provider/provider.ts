// The embedded membership provider, for a server without configuration: an OpenID provider for this server alone, at
// /v2/provider. The browser's own session (browser-sessions.ts) determines who is signed in; oidc-provider checks it each time.

import { exportJWK, generateKeyPair } from 'jose';
import { interactionPolicy, Provider, type Configuration, type JWK, type KoaContextWithOIDC } from 'oidc-provider';
import type { SigningKeys } from '../auth/keys.ts';
import { CALLBACK_PATH, SIGNED_OUT_PATH } from '../auth/relying-party.ts';
import type { Database } from '../database/database.ts';
import type { PublicOrigin } from '../origin.ts';
import { failureContent } from '../pages/failure-page.ts';
import { html, Html, pageOf, pagePolicy } from '../pages/layout.ts';
import type { Accounts } from './accounts.ts';
import { adapterOver } from './adapter.ts';
import { CLIENT_ID, clientSecret, PROVIDER_PATH } from './address.ts';
import { SESSION_COOKIE, type BrowserSession, type BrowserSessions } from './browser-sessions.ts';
import { EPOCH_CLAIM, epochOfGrant, grantIdIn } from './credentials.ts';

/** Dependencies of the provider. */
export interface ProviderParts {
  readonly database: Database;
  readonly keys: SigningKeys;
  readonly origin: PublicOrigin;
  readonly accounts: Accounts;
  readonly browsers: BrowserSessions;
}

/** Creates the provider. The server's address has to be known. */
export async function createProvider(parts: ProviderParts): Promise<Provider> {
  const { database, keys, origin, accounts, browsers } = parts;
  const jwk = JSON.parse(await keys.secret('provider signing', makeSigningKey)) as JWK;
  const ownSession = ({ oidc }: KoaContextWithOIDC): Promise<BrowserSession | null> =>
    browsers.find(oidc.cookies.get(SESSION_COOKIE, { signed: false }));
  const policy = interactionPolicy.base();
  policy.get('login')?.checks.add(
    new interactionPolicy.Check('own_session', 'the browser has no session', async (ctx) => {
      const session = await ownSession(ctx);
      return session?.account.id === ctx.oidc.session?.accountId
        ? interactionPolicy.Check.NO_NEED_TO_PROMPT
        : interactionPolicy.Check.REQUEST_PROMPT;
    }),
  );
  const configuration: Configuration = {
    adapter: adapterOver(database),
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: await clientSecret(keys),
        redirect_uris: [origin.at(CALLBACK_PATH)],
        post_logout_redirect_uris: [origin.at(SIGNED_OUT_PATH)],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    jwks: { keys: [jwk] },
    // Another process, with another clock, may have issued a code.
    clockTolerance: 60,
    claims: { openid: ['sub', EPOCH_CLAIM], email: ['email'], profile: ['name'] },
    conformIdTokenClaims: false,
    cookies: { keys: [await keys.secret('provider cookies')], names: { session: 'diptych_oidc' } },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: true },
      rpInitiatedLogout: { enabled: true, logoutSource: showSignOut },
    },
    interactions: { policy, url: (_ctx, { uid }) => `${PROVIDER_PATH}/interaction/${uid}` },
    ttl: {
      Session: 14 * 24 * 3600,
      Interaction: 3600,
      Grant: 14 * 24 * 3600,
      AuthorizationCode: 60,
      AccessToken: 60,
      IdToken: 3600,
    },
    async findAccount(_ctx, id, token) {
      const account = await accounts.find(id);
      if (account === null) return undefined;
      const { email, full_name: name, epoch } = account;
      // A code or a token of an earlier epoch.
      if (token?.grantId !== undefined && epochOfGrant(token.grantId) !== epoch) return undefined;
      return { accountId: id, claims: () => ({ sub: id, email, name, [EPOCH_CLAIM]: epoch }) };
    },
    // The only client is this server: no consent is needed.
    async loadExistingGrant(ctx) {
      const { client, session, account, provider } = ctx.oidc;
      const own = await ownSession(ctx);
      if (client === undefined || account === undefined || own?.account.id !== account.accountId) return undefined;
      const { epoch } = own.account;
      const known = session?.grantIdFor(client.clientId);
      const found = known === undefined || epochOfGrant(known) !== epoch ? undefined : await provider.Grant.find(known);
      if (found !== undefined && found.accountId === account.accountId) return found;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: account.accountId });
      grant.jti = grantIdIn(epoch);
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    renderError(ctx, { error }) {
      ctx.type = 'html';
      ctx.set('content-security-policy', pagePolicy());
      ctx.body = pageOf('Sign in', failureContent(`The sign-in could not be finished (${error}).`, null));
    },
  };
  const provider = new Provider(origin.at(PROVIDER_PATH), configuration);
  // The forwarded headers can be trusted: mount.ts sets them.
  provider.proxy = true;
  provider.on('end_session.success', ({ oidc }) => {
    const cookie = oidc.cookies.get(SESSION_COOKIE, { signed: false });
    if (cookie !== undefined) void browsers.end(cookie).catch(() => undefined);
  });
  return provider;
}

/** Shows the confirmation to sign out. A user who has signed out on the page itself is not asked again. */
function showSignOut(ctx: KoaContextWithOIDC, form: string): void {
  const isAsked = ctx.oidc.entities.IdTokenHint !== undefined;
  const script = "document.getElementById('yes').click()";
  const nonce = isAsked ? crypto.randomUUID() : null;
  ctx.set('content-security-policy', pagePolicy(nonce === null ? "'none'" : `'nonce-${nonce}'`));
  ctx.set('referrer-policy', 'same-origin');
  ctx.body = pageOf(
    'Sign out',
    html`<p>Documents in the cloud stay there. What is kept in this browser stays in it.</p>
      ${new Html(form)}
      <button id="yes" type="submit" form="op.logoutForm" name="logout" value="yes">Sign out</button>
      <a class="button quiet" href="/">Stay signed in</a>
      ${
        nonce === null
          ? null
          : html`<script nonce="${nonce}">
              ${new Html(script)};
            </script>`
      }`,
  );
}

async function makeSigningKey(): Promise<string> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return JSON.stringify({ ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256', kid: crypto.randomUUID() });
}
