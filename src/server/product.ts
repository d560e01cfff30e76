// The whole product as one server: the page, and its API under /v2. Without settings it depends on no other service: it has an
// embedded database in a folder and an embedded membership provider.

import type { FastifyInstance } from 'fastify';
import type { Provider } from 'oidc-provider';
import { accountPageRoutes } from './account/routes.ts';
import { createServer } from './app.ts';
import { readClientKey } from './auth/client-authentication.ts';
import { SigningKeys } from './auth/keys.ts';
import { Authenticator } from './auth/people.ts';
import { RelyingParty, type ProviderAddress } from './auth/relying-party.ts';
import { authRoutes, type AuthService } from './auth/routes.ts';
import { Sessions } from './auth/sessions.ts';
import { EMBEDDED_ISSUER, Subjects } from './auth/subjects.ts';
import type { Database } from './database/database.ts';
import { deleteExpiredHourly } from './database/expiry.ts';
import { Draining } from './connections.ts';
import { documentRoutes } from './documents/routes.ts';
import type { StorageLimits } from './documents/storage.ts';
import type { Network } from './forwarder/connector.ts';
import { forwarderRoutes } from './forwarder/routes.ts';
import { createMailer } from './mail/mailer.ts';
import { metricsRoute, type Metrics } from './metrics.ts';
import { ownAddress, PublicOrigin } from './origin.ts';
import { ACCOUNT_PATH } from './pages/address.ts';
import { Accounts } from './provider/accounts.ts';
import { CLIENT_ID, clientSecret, PROVIDER_PATH } from './provider/address.ts';
import { BrowserSessions } from './provider/browser-sessions.ts';
import { Links } from './provider/links.ts';
import { providerRoutes } from './provider/routes.ts';
import { RateLimiter, type Rate } from './rate-limit.ts';
import { mailWay, sessionSeconds, type ServerSettings } from './settings.ts';
import { Refusal } from './errors.ts';

/** Parts of a server. */
export interface ProductOptions {
  readonly settings: ServerSettings;
  readonly clientFolder: string;
  /** Open, with its tables; `null` where there is no cloud. The caller closes it. */
  readonly database: Database | null;
  readonly draining?: Draining;
  readonly metrics?: Metrics;
  readonly logStream?: { write(line: string): void };
  /** For tests. */
  readonly network?: Network;
}

const MINUTE_MS = 60_000;
const PREFIX = '/v2';

/** Creates the server. The caller makes it listen. @throws Error when the page is not built */
export async function createProduct(options: ProductOptions): Promise<FastifyInstance> {
  const { settings, clientFolder, database, draining = new Draining(), logStream, metrics } = options;
  const app = await createServer({
    clientFolder,
    configuration: pageConfiguration(settings),
    embedAncestors: settings.EMBED_ANCESTORS,
    logLevel: settings.LOG_LEVEL,
    proxies: settings.TRUST_PROXY,
    ...(logStream && { logStream }),
  });
  metrics?.watch(app, database);
  if (metrics !== undefined && settings.METRICS_TOKEN !== undefined) metricsRoute(app, metrics, settings.METRICS_TOKEN);
  healthRoutes(app, database, draining);
  draining.tell(app);
  if (database !== null) await addCloud(app, database, options);
  return app;
}

/** Returns what this server puts into the page's configuration. @see src/ui/settings/server-configuration.ts */
export function pageConfiguration(settings: ServerSettings): Readonly<Record<string, unknown>> {
  if (settings.CLOUD === 'off') return settings.CONFIGURATION;
  const isEmbedded = settings.OIDC_ISSUER === undefined;
  const embedded = (path: string): string | null => (isEmbedded ? `${PROVIDER_PATH}/${path}` : null);
  return {
    cloud: { url: PREFIX },
    account: {
      signIn: `${PREFIX}/auth/sign_in`,
      signOut: `${PREFIX}/auth/sign_out`,
      signUp: settings.REGISTER_URL ?? embedded('sign_up'),
      // Leads to the provider's page, where one is configured.
      account: isEmbedded ? (settings.ACCOUNT_URL ?? embedded('account')) : ACCOUNT_PATH,
      quarterly: settings.CHECKOUT_QUARTERLY_URL ?? embedded('checkout/quarterly'),
      yearly: settings.CHECKOUT_YEARLY_URL ?? embedded('checkout/yearly'),
    },
    ...(settings.FORWARDER === 'on' && { forwarder: { url: `${PREFIX}/forwarder/url` } }),
    ...settings.CONFIGURATION,
  };
}

/** Returns the rate limits by name. */
function ratesOf(settings: ServerSettings): Readonly<Record<string, Rate>> {
  return {
    writes: { most: settings.WRITES_PER_MINUTE, windowMs: MINUTE_MS },
    refreshes: { most: settings.REFRESHES_PER_MINUTE, windowMs: MINUTE_MS },
    forwards: { most: settings.FORWARDS_PER_MINUTE, windowMs: MINUTE_MS },
    signIns: { most: settings.SIGN_INS_PER_MINUTE, windowMs: MINUTE_MS },
    signUps: { most: settings.SIGN_UPS_PER_HOUR, windowMs: 60 * MINUTE_MS },
    mails: { most: settings.MAILS_PER_HOUR, windowMs: 60 * MINUTE_MS },
    // To one address, whoever asks for them.
    mailsTo: { most: 5, windowMs: 60 * MINUTE_MS },
    links: { most: settings.SIGN_INS_PER_MINUTE, windowMs: MINUTE_MS },
    exports: { most: 10, windowMs: 60 * MINUTE_MS },
    shares: { most: settings.SHARES_PER_HOUR, windowMs: 60 * MINUTE_MS },
    passwords: { most: settings.SIGN_IN_TRIES, windowMs: 15 * MINUTE_MS },
    // Of an account, from all addresses together: no single one can lock its owner out.
    accountPasswords: { most: settings.SIGN_IN_TRIES * 20, windowMs: 60 * MINUTE_MS },
  };
}

function limitsOf({ PRIVATE_BYTES, ACCOUNT_BYTES, ACCOUNT_DOCUMENTS }: ServerSettings): StorageLimits {
  return { privateBytes: PRIVATE_BYTES, accountBytes: ACCOUNT_BYTES, accountDocuments: ACCOUNT_DOCUMENTS };
}

async function addCloud(app: FastifyInstance, database: Database, options: ProductOptions): Promise<void> {
  const { settings, network } = options;
  const stop = deleteExpiredHourly(database, (error) => app.log.error({ err: error }, 'expired rows stay'));
  app.addHook('onClose', async () => stop());
  const origin = new PublicOrigin(settings.PUBLIC_URL);
  origin.learnFrom(app);
  const keys = new SigningKeys(database);
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId = '', OIDC_CLIENT_SECRET: secret } = settings;
  const isEmbedded = issuer === undefined;
  const { OIDC_CLIENT_AUTH: method, OIDC_CLIENT_KEY_FILE: keyFile } = settings;
  const credentials = { secret, key: keyFile === undefined ? null : await readClientKey(keyFile), method };
  const way = mailWay(settings);
  const accounts = new Accounts(database, new Subjects(keys, EMBEDDED_ISSUER));
  // Without e-mail nobody can verify an address, and it counts as entered.
  const needsVerified = isEmbedded && way === 'mail' && settings.UNVERIFIED_EMAIL === 'refuse';
  const people = new Authenticator(
    database,
    keys,
    needsVerified ? (subject, email) => accounts.isVerified(subject, email) : undefined,
  );
  const limiter = new RateLimiter(database, ratesOf(settings));
  const address = async (): Promise<ProviderAddress> =>
    issuer === undefined ? embeddedAddress(app, origin, await clientSecret(keys)) : { issuer, clientId, credentials };
  const claim = settings.SUBSCRIPTION_CLAIM ?? null;
  const subjects = new Subjects(keys, issuer ?? EMBEDDED_ISSUER);
  // The embedded provider has one account for an address.
  const trustsEmail = issuer === undefined || settings.UNVERIFIED_EMAIL === 'accept';
  const auth: AuthService = {
    database,
    people,
    subjects,
    sessions: new Sessions(database, keys, sessionSeconds(settings)),
    relyingParty: new RelyingParty(
      address,
      origin,
      ['email', ...(trustsEmail ? [] : ['email_verified']), ...(claim === null ? [] : [claim])],
      trustsEmail,
    ),
    limiter,
    origin,
    subscriptionClaim: claim,
    webhookSecret: settings.WEBHOOK_SECRET ?? null,
    // Another provider knows no epochs.
    isCurrent: (db, identity) =>
      isEmbedded ? accounts.isCurrent(db, identity.subject, identity.claims) : Promise.resolve(true),
  };
  await app.register((scope) => authRoutes(scope, auth), { prefix: PREFIX });
  const pages = {
    database,
    sessions: auth.sessions,
    limiter,
    origin,
    membership: accounts,
    providerPage: settings.ACCOUNT_URL ?? (isEmbedded ? `${PROVIDER_PATH}/account` : null),
    deletionPage: isEmbedded ? `${PROVIDER_PATH}/account` : null,
  };
  await app.register((scope) => accountPageRoutes(scope, pages), { prefix: PREFIX });
  await app.register(
    async (scope) => documentRoutes(scope, { database, people, limiter, limits: limitsOf(settings) }),
    { prefix: PREFIX },
  );
  if (settings.FORWARDER === 'on')
    await app.register(async (scope) => forwarderRoutes(scope, { people, limiter, ...(network && { network }) }), {
      prefix: PREFIX,
    });
  if (!isEmbedded) return;
  const parts = { database, keys, origin, accounts, browsers: new BrowserSessions(database) };
  const mailer = createMailer({ way, smtpUrl: settings.SMTP_URL, from: settings.MAIL_FROM, log: app.log });
  app.addHook('onClose', () => mailer.close());
  let made: { readonly secret: string; readonly provider: Promise<Provider> } | null = null;
  // Loaded at the first sign-in, and made anew with other keys.
  const load = async (): Promise<Provider> => (await import('./provider/provider.ts')).createProvider(parts);
  const provider = async (): Promise<Provider> => {
    const known = await clientSecret(keys);
    if (made?.secret === known) return made.provider;
    keys.forget();
    const current = { secret: await clientSecret(keys), provider: load() };
    made = current;
    current.provider.catch(() => (made = made === current ? null : made));
    return current.provider;
  };
  const links = new Links(database, subjects);
  const service = { ...parts, subjects, limiter, links, mailer, needsVerified, provider };
  await app.register((scope) => providerRoutes(scope, service), { prefix: PROVIDER_PATH });
}

/** Returns the address of the embedded provider, which is called at this process's own port, whatever its public address is. */
function embeddedAddress(app: FastifyInstance, origin: PublicOrigin, secret: string): ProviderAddress {
  return {
    issuer: origin.at(PROVIDER_PATH),
    clientId: CLIENT_ID,
    credentials: { secret, key: null, method: undefined },
    fetch: (url, init) => {
      const { pathname, search } = new URL(url);
      return fetch(new URL(pathname + search, ownAddress(app)), init as RequestInit);
    },
  };
}

/**
 * Adds the routes that tell whether this process is alive (`/health`) and whether it can serve (`/ready`). It can't serve while its
 * database is unreachable, or once it is to end.
 */
function healthRoutes(app: FastifyInstance, database: Database | null, draining: Draining): void {
  app.addHook('preClose', (done) => {
    draining.isOn = true;
    done();
  });
  app.get('/health', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'alive' }));
  app.get('/ready', async (_request, reply) => {
    if (draining.isOn) throw new Refusal(503, 'The server is closing.');
    await database?.ping().catch(() => {
      throw new Refusal(503, 'The database can’t be reached.');
    });
    return reply.header('cache-control', 'no-store').send({ status: 'ready' });
  });
}
