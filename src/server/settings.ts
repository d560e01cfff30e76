// The settings of a server, all from the environment. Each is checked at start; a wrong one ends the start with a message that
// names it. docs/deploy.md lists them, and a test compares that list with this file.

import { z } from 'zod';
import { configurationOf } from './configuration.ts';

/** Named as in the specification of OpenID Connect. */
const CLIENT_AUTH_METHODS = ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'] as const;
const DAY_SECONDS = 24 * 3600;

/** An invalid setting is reported as `NAME has to be …`, with its value unless it may hold a secret. */
interface Shape {
  readonly schema: z.ZodType;
  readonly wanted: string;
  readonly isSecret?: boolean;
}

const whole = (least: number, most: number, usual: number) => ({
  schema: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .pipe(z.number().min(least).max(most))
    .default(usual),
  wanted: `a whole number from ${least} to ${most}`,
});

const choice = <const T extends string>(values: readonly [T, ...T[]], usual: NoInfer<T>) => ({
  schema: z.enum(values).default(usual),
  wanted: `one of ${values.join(', ')}`,
});

const text = (wanted: string) => ({ schema: z.string().optional(), wanted });

const address = {
  schema: z
    .string()
    .refine((value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ''))
    .optional(),
  wanted: 'an address that begins with http:// or https://',
};

const origin = {
  schema: z
    .string()
    .transform((value) => URL.parse(value))
    .refine((url) => url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '')
    .transform((url) => url?.origin)
    .optional(),
  wanted: 'the address of the page without a path, such as https://json.example.org',
};

const SHAPES = {
  PORT: whole(0, 65_535, 8080),
  HOST: { schema: z.string().default('127.0.0.1'), wanted: 'a host name or an address to listen on' },
  PUBLIC_URL: origin,
  TRUST_PROXY: whole(0, 10, 0),
  METRICS_PORT: {
    schema: z
      .string()
      .regex(/^\d{1,5}$/)
      .transform(Number)
      .pipe(z.number().max(65_535))
      .optional(),
    wanted: 'a whole number from 0 to 65535',
  },
  METRICS_TOKEN: {
    schema: z
      .string()
      .regex(/^[\w.~+/=-]{16,256}$/)
      .optional(),
    wanted: 'a text of at least 16 letters, digits or signs',
    isSecret: true,
  },
  LOG_LEVEL: choice(['debug', 'info', 'warn', 'error', 'silent'], 'warn'),
  DRAIN_SECONDS: whole(0, 600, 5),
  SHUTDOWN_SECONDS: whole(1, 600, 10),
  CONFIGURATION: {
    schema: z.string().transform(configurationOf).default({}),
    wanted: 'an object in JSON, such as {"ads": {"frame": "https://ads.example"}}',
  },
  EMBED_ANCESTORS: {
    schema: z
      .string()
      .regex(/^[^;,\r\n]+$/)
      .default('*'),
    wanted: 'sources of frame-ancestors, such as https://wiki.example.org https://*.example.com',
  },
  CLOUD: choice(['on', 'off'], 'on'),
  DATA_FOLDER: { schema: z.string().default('data'), wanted: 'a folder' },
  DISK_RESERVE: whole(0, 1e15, 50_331_648),
  DATABASE_URL: {
    schema: z
      .string()
      .regex(/^postgres(ql)?:\/\//)
      .optional(),
    wanted: 'an address that begins with postgres://',
    isSecret: true,
  },
  DATABASE_CONNECTIONS: whole(1, 200, 10),
  OIDC_ISSUER: address,
  OIDC_CLIENT_ID: text('the id that the provider has given this server'),
  OIDC_CLIENT_SECRET: { ...text('the secret that the provider has given this server'), isSecret: true },
  OIDC_CLIENT_AUTH: {
    schema: z.enum(CLIENT_AUTH_METHODS).optional(),
    wanted: `one of ${CLIENT_AUTH_METHODS.join(', ')}`,
  },
  OIDC_CLIENT_KEY_FILE: text('the file with the private key that this server signs with'),
  REGISTER_URL: address,
  ACCOUNT_URL: address,
  CHECKOUT_QUARTERLY_URL: address,
  CHECKOUT_YEARLY_URL: address,
  UNVERIFIED_EMAIL: choice(['refuse', 'accept'], 'refuse'),
  SUBSCRIPTION_CLAIM: text('the name of a claim'),
  WEBHOOK_SECRET: {
    schema: z
      .string()
      .regex(/^(whsec_)?[A-Za-z0-9+/]{32,}={0,2}$/)
      .optional(),
    wanted: 'at least 24 bytes in base64',
    isSecret: true,
  },
  SMTP_URL: {
    schema: z
      .string()
      .refine((value) => /^smtps?:$/.test(URL.parse(value)?.protocol ?? '') && URL.parse(value)?.hostname !== '')
      .optional(),
    wanted: 'an address that begins with smtp:// or smtps://',
    isSecret: true,
  },
  MAIL_FROM: {
    schema: z
      .string()
      .regex(/^([^<>\r\n]{1,100} <)?[^\s@<>"'`\\,;]{1,64}@[^\s@<>"'`\\,;]{1,250}>?$/)
      .refine((value) => value.includes('<') === value.endsWith('>'))
      .optional(),
    wanted: 'an e-mail address, such as diptych@example.org or Diptych <diptych@example.org>',
  },
  MAILS_PER_HOUR: whole(1, 1e9, 20),
  SESSION_DAYS: whole(1, 365, 30),
  PRIVATE_BYTES: whole(0, 1e15, 1_073_741_824),
  ACCOUNT_BYTES: whole(0, 1e15, 2_147_483_648),
  ACCOUNT_DOCUMENTS: whole(0, 1e9, 10_000),
  SHARES_PER_HOUR: whole(1, 1e9, 200),
  WRITES_PER_MINUTE: whole(1, 1e9, 600),
  REFRESHES_PER_MINUTE: whole(1, 1e9, 120),
  SIGN_IN_TRIES: whole(1, 1000, 5),
  SIGN_INS_PER_MINUTE: whole(1, 1e9, 60),
  SIGN_UPS_PER_HOUR: whole(1, 1e9, 20),
  FORWARDER: choice(['on', 'off'], 'on'),
  FORWARDS_PER_MINUTE: whole(1, 1e9, 60),
} satisfies Readonly<Record<string, Shape>>;

/** The settings by their names in the environment. */
export type ServerSettings = { readonly [Name in keyof typeof SHAPES]: z.output<(typeof SHAPES)[Name]['schema']> };

/** The names of all settings. */
export const SETTING_NAMES = Object.keys(SHAPES);

/** A setting that is invalid. The message names it. */
export class SettingError extends Error {}

/** Reads the settings. An empty one counts as missing. @throws SettingError */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): ServerSettings {
  const settings = new Map<string, unknown>();
  for (const [name, shape] of Object.entries<Shape>(SHAPES)) {
    const said = environment[name] === '' ? undefined : environment[name];
    settings.set(name, readSetting(name, shape, said));
  }
  const read = Object.fromEntries(settings) as ServerSettings;
  if (read.OIDC_ISSUER !== undefined && read.OIDC_CLIENT_ID === undefined)
    throw new SettingError('OIDC_CLIENT_ID is missing. It goes with OIDC_ISSUER.');
  if (read.OIDC_ISSUER !== undefined && read.PUBLIC_URL === undefined)
    throw new SettingError('PUBLIC_URL is missing. A provider has to know where it sends people back to.');
  const { OIDC_CLIENT_AUTH: method = '' } = read;
  if (method.startsWith('client_secret') && read.OIDC_CLIENT_SECRET === undefined)
    throw new SettingError(`OIDC_CLIENT_SECRET is missing. It goes with OIDC_CLIENT_AUTH=${method}.`);
  if (method === 'private_key_jwt' && read.OIDC_CLIENT_KEY_FILE === undefined)
    throw new SettingError('OIDC_CLIENT_KEY_FILE is missing. It goes with OIDC_CLIENT_AUTH=private_key_jwt.');
  if (read.SMTP_URL !== undefined && read.MAIL_FROM === undefined)
    throw new SettingError('MAIL_FROM is missing. It goes with SMTP_URL: the address that e-mail comes from.');
  return read;
}

function readSetting(name: string, { schema, wanted, isSecret = false }: Shape, said: string | undefined): unknown {
  let problem = isSecret ? '' : ` It is: ${said ?? ''}`;
  try {
    const result = schema.safeParse(said);
    if (result.success) return result.data;
  } catch (error) {
    if (error instanceof Error) problem = ` ${error.message}`;
  }
  throw new SettingError(`${name} has to be ${wanted}.${problem}`);
}

/** Returns how long a session lasts after its last refresh, in seconds. */
export function sessionSeconds({ SESSION_DAYS }: Pick<ServerSettings, 'SESSION_DAYS'>): number {
  return SESSION_DAYS * DAY_SECONDS;
}

/** Returns what becomes of e-mail: without SMTP_URL it is logged where nobody but a developer uses the server. */
export function mailWay({ SMTP_URL, DATABASE_URL, PUBLIC_URL }: ServerSettings): 'mail' | 'log' | 'nothing' {
  if (SMTP_URL !== undefined) return 'mail';
  return DATABASE_URL === undefined && PUBLIC_URL?.startsWith('https:') !== true ? 'log' : 'nothing';
}
