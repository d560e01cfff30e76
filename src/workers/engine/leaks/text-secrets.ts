// Finds secrets in one text: by their own shape, by the name that the text has, and by names in the text (`PASSWORD=…`,
// `--token …`, `<password>…`, `?api_key=…`). What is encoded in it is read by `encoded-text.ts`.

import type { LeakKind, LeakSeverity } from '../../../shared/protocol/leaks.ts';
import type { Secret, TextContext } from './secret.ts';
import { ibanLength, isCard, isIban } from './check-digits.ts';
import { decodedParts, readBase64 } from './encoded-text.ts';
import { classifyName, isSessionCookie, type NameClass } from './secret-names.ts';
import { isPassword, isPlaceholder, isSession, isToken } from './secret-values.ts';
import {
  ACCOUNT_START,
  ASSIGNED as HAS_ASSIGNED,
  AT,
  DASHES,
  ENCODED,
  featuresOf,
  LONG_NUMBER,
  OPENING,
  PERCENT,
  PHONE_DIGITS,
  SCHEME,
  SENTENCE,
  TOKEN_START,
} from './text-features.ts';
import { TOKEN_RULES } from './token-rules.ts';
import { encodeUtf8 } from '../../../shared/bytes/utf8.ts';

const SEVERITIES: Readonly<Record<LeakKind, LeakSeverity>> = {
  'cloud-key': 'high',
  token: 'high',
  'private-key': 'high',
  'connection-string': 'high',
  'url-password': 'high',
  'basic-auth': 'high',
  password: 'high',
  jwt: 'medium',
  cookie: 'medium',
  card: 'medium',
  iban: 'medium',
  email: 'low',
  phone: 'low',
};
/** Encodings in each other that are read. */
const MAX_DEPTH = 6;
/** Characters of a token's claims that are shown. */
const MAX_CLAIMS = 300;

const TOKENS = new RegExp(`(?<![A-Za-z0-9_])(?:${TOKEN_RULES.map(({ pattern }) => `(${pattern})`).join('|')})`, 'g');
const JWT = /(?<![\w-])eyJ[\w-]{8,4000}\.eyJ[\w-]{8,8000}\.[\w-]{8,4000}/g;
const PEM =
  /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:[^-]{1,20000}-----END (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----)?|PuTTY-User-Key-File-\d/g;
const URL_PASSWORD =
  /(?<![A-Za-z0-9+.-])([A-Za-z][A-Za-z0-9+.-]{1,30}):\/\/([^\s/:@"'<>?#]{0,200}):([^\s@"'<>/]{1,400})@[\w.[%-]/g;
const DATABASES =
  /^(?:postgres|postgresql|psql|pgsql|mysqlx?|mariadb|mongodb|redis|rediss|amqps?|mssql|sqlserver|oracle|oracledb|clickhouse|cockroachdb|kafka|nats|tls|ldaps?|smtps?|influxdb|cassandra|neo4j|bolt|couchbase|db2|snowflake|stomp|mqtts?|memcached|elasticsearch|valkey|jdbc)(?:\+\w{1,20})?$/i;
const KEY_VALUE_CONNECTION = /(?:^|[;\s"'])(?:password|pwd)\s{0,3}=\s{0,3}([^;"'\s]{3,200})/i;
const CONNECTION_WORD =
  /(?:^|[;\s"'])(?:server|data source|datasource|host|endpoint|addr|address|user id|uid|username|database|initial catalog|dsn|driver|dbname)\s{0,3}=/i;
const SHARED_ACCESS_KEY = /SharedAccessKey=([\w+/=]{20,200})/;
const ACCOUNT_KEY = /AccountKey=([\w+/]{40,200}={0,2})/;
const JDBC = /jdbc:[^\s"']{3,500}?[?;&](?:password|pwd)=([^\s&;"']{3,200})/i;
const GO_DATABASE = /(?<![\w.-])[\w.-]{1,60}:([^\s@:/]{3,100})@(?:tcp|udp|unix)\(/;
const ACCESS_SIGNATURE = /[?&]sig=([\w%+/=-]{20,150})/;
/** A name that a value may follow, and what stands between them. Only the value of a name that counts is read. */
const ASSIGNED = /(?<![\w.]|\w-)([A-Za-z][\w.-]{1,60})["'\\\])]{0,4}\s{0,4}(?:=>|:=|=|:)\s{0,4}["'\\]{0,4}/g;
const ASSIGNED_VALUE = /[^\s"'`,;&<>\\|(){}\]]{5,4000}/y;
const FLAG = /(?<![\w-])--?([A-Za-z][\w-]{1,40})\s{1,4}["']?([^\s"'-][^\s"']{4,400})/g;
const USER_FLAG = /(?<![\w-])(?:-u|--user|--proxy-user|-U)[ =]?["']?([^\s:"'/]{1,100}):([^\s"']{3,200})/g;
const PASSWORD_FLAG = /(?:^|(?:mysql\w{0,10}|sshpass|mongo\w{0,10})\b[^\n]{0,200}\s)-p([^\s"'-][^\s"']{5,100})/g;
const LOGIN_FLAG =
  /\b(?:login|sshpass|mysql\w{0,10}|mongo\w{0,10}|az|oc)\b[^\n]{0,200}?\s-p[ =]["']?([^\s"'-][^\s"']{5,100})/g;
const WORDED = /(?<![\w-])(?:password|passwd|passwort)\s{1,3}(?:is\s)?["']?([^\s"']{6,100})/gi;
const ELEMENT = /<([A-Za-z][\w:.-]{1,60})(?:\s[^<>]{0,200})?>\s{0,20}([^<>\s]{5,4000})\s{0,20}<\//g;
const ATTRIBUTES =
  /(?<![\w-])(?:key|name)\s{0,3}=\s{0,3}["'\\]{1,2}([\w.:-]{2,60})["'\\]{1,2}\s{1,20}value\s{0,3}=\s{0,3}["'\\]{1,2}([^"'\\]{5,4000})/gi;
const AUTHORIZATION = /(?<![\w-])(Basic|Bearer|Token|ApiKey)\s{1,3}([\w+/=.~-]{8,8000})/gi;
const COOKIES = /(?<![\w-])(?:set-)?cookie["']?\s{0,3}[:=]\s{0,3}["']?([^\n\r"']{3,8000})/gi;
const COOKIE = /(?:^|[;,]\s{0,3})([^\s=;,]{1,100})=([^;\s,]{8,4000})/g;
const CARD = /(?<![\d.,/+-]|\d[ -])(?:\d[ -]?){12,18}\d(?!\d|[.,]\d)/g;
const IBAN = /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,32}/g;
const EMAIL =
  /(?<![\w.+/%-])[\w.+%-]{1,64}@((?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,8})([a-z]{2,24})(?![\w-]|\.[a-z0-9])/gi;
const NO_ADDRESS =
  /@(?:[\w-]+\.)*(?:example(?:\.(?:com|org|net|edu))?|test|invalid|localhost|local|internal)$|^(?:git|no-?reply|donotreply|hg)@|noreply\.github\.com$|gserviceaccount\.com$|\.(?:png|jpe?g|gif|svg|webp|css|m?js|tsx?|json|html?|md|py|txt|zip|gz)$|sentry\.io$/i;
const PHONE = /(?<![\w+/=.,-])\+\d(?:[ ()./-]{0,2}\d){7,14}(?![\w=+/]|[.,]\d)/g;
const NAMED_PHONE = /^[+(]?\d[\d\s()./-]{4,22}\d(?:\s{0,2}(?:ext|x|app)\.?\s{0,2}\d{1,6})?$/i;
/** What a text must hold for names in it to be worth looking for. */
const HINT =
  /pass|pwd|secret|token|key|auth|cred|psk|bearer|basic|cookie|senha|contra|kennwort|wachtwoord|lösen|has[lł]o|-[up]\s?\S|--user|\bpat\b/i;

/** Finds the secrets of a text. Cost: a few passes over it. */
export function secretsIn(text: string, { name, isCookie = false, depth = 0, features }: TextContext): Secret[] {
  if (text.length < 5) return [];
  const found = new SecretList();
  const has = features ?? featuresOfText(text);
  findByShape(text, has, found);
  if ((has & (HAS_ASSIGNED | AT)) !== 0) findConnections(text, has, found);
  const named = name === null ? null : classOf(name);
  if (isCookie && name !== null) {
    if (isSessionCookie(name) && isSession(text)) found.add('cookie', text);
  } else if (named !== null) {
    findNamed(text, named, found);
  }
  if ((has & (HAS_ASSIGNED | OPENING | SENTENCE)) !== 0 && HINT.test(text)) findNames(text, found);
  findPersonal(text, has, found);
  if (depth < MAX_DEPTH && ((has & (ENCODED | PERCENT)) !== 0 || /^\s*[[{"]/.test(text))) {
    for (const part of decodedParts(text)) {
      for (const secret of part.secrets((inner, context) => secretsIn(inner, { ...context, depth: depth + 1 }), name))
        found.list(lift(secret, text, part.encoded));
    }
  }
  // What is spelt otherwise in the text can't be told apart from the rest of it.
  return found.all.map((secret) => (text.includes(secret.text) ? secret : { ...secret, text }));
}

function featuresOfText(text: string): number {
  const bytes = encodeUtf8(text);
  return featuresOf(bytes, 0, bytes.length);
}

/** The secret as it stands in the text around the decoded one: the same characters, or all that was decoded. */
function lift(secret: Secret, around: string, encoded: string): Secret {
  if (around.includes(secret.text)) return secret;
  const escaped = JSON.stringify(secret.text).slice(1, -1);
  return { ...secret, text: around.includes(escaped) ? escaped : encoded };
}

/** Finds a number that is a secret: a card, or a telephone number by its name. */
export function secretInNumber(digits: string, name: string | null): Secret | null {
  const isPhone = /^\d{8,15}$/.test(digits) && name !== null && classOf(name) === 'phone';
  if (isPhone) return { kind: 'phone', severity: SEVERITIES.phone, text: digits };
  return isCard(digits) ? { kind: 'card', severity: SEVERITIES.card, text: digits } : null;
}

class SecretList {
  readonly all: Secret[] = [];

  add(kind: LeakKind, text: string, severity: LeakSeverity = SEVERITIES[kind], claims?: string): void {
    this.list({ kind, severity, text, ...(claims === undefined ? {} : { claims }) });
  }

  list(secret: Secret): void {
    // What is inside a secret that is known is part of it: the password of a connection, or a token by its name.
    const known = this.all.findIndex(
      ({ kind, text }) => text.includes(secret.text) && (kind === secret.kind || isAccess(secret.kind)),
    );
    if (known < 0) this.all.push(secret);
    // Two secrets that are encoded together, as the two halves of a key.
    else if (secret.severity === 'high' && this.all[known]?.kind === secret.kind) this.all[known] = secret;
  }
}

/** Whether a kind is known from a name, and yields to one that is known by its shape. */
function isAccess(kind: LeakKind): boolean {
  return (
    kind === 'token' || kind === 'password' || kind === 'url-password' || kind === 'cookie' || kind === 'basic-auth'
  );
}

function findByShape(text: string, has: number, found: SecretList): void {
  if ((has & (TOKEN_START | ENCODED)) !== 0) {
    for (const match of text.matchAll(TOKENS)) {
      const rule = TOKEN_RULES[match.slice(1).findIndex((group) => group !== undefined)];
      if (rule !== undefined && !/^(\w)\1+$/.test(match[0].slice(-12))) found.add(rule.kind, match[0], rule.severity);
    }
  }
  if (text.includes('eyJ'))
    for (const [token] of text.matchAll(JWT)) found.add('jwt', token, undefined, claimsOf(token));
  if ((has & DASHES) !== 0 || text.startsWith('PuTTY'))
    for (const [key] of text.matchAll(PEM)) found.add('private-key', key);
}

function claimsOf(token: string): string {
  return (readBase64(token.split('.')[1] ?? '') ?? '').slice(0, MAX_CLAIMS);
}

function findConnections(text: string, has: number, found: SecretList): void {
  if ((has & (SCHEME | AT)) === (SCHEME | AT)) {
    for (const [, scheme = '', , password = ''] of text.matchAll(URL_PASSWORD)) {
      if (isPlaceholder(password) || /^(?:pass(?:word|wd)?|pwd|secret|port|\d{1,5})$/i.test(password)) continue;
      found.add(DATABASES.test(scheme) ? 'connection-string' : 'url-password', password);
    }
  }
  const pairs = KEY_VALUE_CONNECTION.exec(text);
  if (pairs?.[1] !== undefined && CONNECTION_WORD.test(text) && !isPlaceholder(pairs[1]))
    found.add('connection-string', pairs[1]);
  for (const [kind, pattern] of [
    ['connection-string', SHARED_ACCESS_KEY],
    ['cloud-key', ACCOUNT_KEY],
    ['connection-string', JDBC],
    ['connection-string', GO_DATABASE],
    ['cloud-key', /[?&](?:se|sv|sp)=/.test(text) ? ACCESS_SIGNATURE : null],
  ] as const) {
    const secret = pattern?.exec(text)?.[1];
    if (secret !== undefined && !isPlaceholder(secret)) found.add(kind, secret);
  }
}

function findNamed(text: string, named: Exclude<NameClass, null>, found: SecretList): void {
  switch (named) {
    case 'password':
      if (isPassword(text)) found.add('password', text);
      break;
    case 'pass':
      if (isPassword(text) && (/[^\p{L}\d_.-]/u.test(text) || (/\p{Lu}/u.test(text) && /\p{Ll}/u.test(text))))
        found.add('password', text);
      break;
    case 'token':
      if (isToken(text)) found.add('token', text);
      break;
    case 'aws-secret':
      // Of base64, which may begin like a path.
      if (isToken(text) || /^(?=.*\d)[A-Za-z\d+/]{40}$/.test(text)) found.add('cloud-key', text);
      break;
    case 'private-key':
      if (isToken(text) && text.length >= 32) found.add('private-key', text);
      break;
    case 'authorization':
      findAuthorization(text, found);
      // Some services take the key alone.
      if (!/\s/.test(text) && isToken(text)) found.add('token', text);
      break;
    case 'basic': {
      const pair = readBase64(text);
      if (pair !== null && /^[^\s:]{1,100}:[^\s]{3,}$/.test(pair)) found.add('basic-auth', text);
      break;
    }
    case 'cookies':
      findCookies(text, found);
      break;
    case 'session-cookie':
      if (isSession(text)) found.add('cookie', text);
      break;
    case 'phone':
      if (NAMED_PHONE.test(text) && /^\d{7,15}$/.test(text.replaceAll(/\D/g, '')) && !/^\d{4}-\d\d-\d\d/.test(text))
        found.add('phone', text);
      break;
  }
}

/** Finds secrets by names in the text. */
function findNames(text: string, found: SecretList): void {
  const read = (name: string, value: string): void => {
    const named = classOf(name);
    if (named !== null && named !== 'phone' && named !== 'cookies') findNamed(unescaped(value), named, found);
  };
  for (const match of text.matchAll(ASSIGNED)) {
    if (classOf(match[1] ?? '') === null) continue;
    ASSIGNED_VALUE.lastIndex = match.index + match[0].length;
    read(match[1] ?? '', ASSIGNED_VALUE.exec(text)?.[0] ?? '');
  }
  for (const pattern of [FLAG, ELEMENT, ATTRIBUTES]) {
    for (const [, name = '', value = ''] of text.matchAll(pattern)) read(name.split(':').at(-1) ?? name, value);
  }
  for (const [, , password = ''] of text.matchAll(USER_FLAG))
    if (!isPlaceholder(password)) found.add('url-password', password);
  for (const pattern of [PASSWORD_FLAG, LOGIN_FLAG, WORDED]) {
    for (const [, password = ''] of text.matchAll(pattern))
      if (isPassword(password) && /[^\p{L}\d]/u.test(password)) found.add('password', password);
  }
  findAuthorization(text, found);
  for (const [, cookies = ''] of text.matchAll(COOKIES)) findCookies(cookies, found);
}

/** Names that were classified: texts repeat them. */
const classes = new Map<string, NameClass>();
const MAX_CLASSES = 10_000;

function classOf(name: string): NameClass {
  const known = classes.get(name);
  if (known !== undefined) return known;
  if (classes.size >= MAX_CLASSES) classes.clear();
  const named = classifyName(name);
  classes.set(name, named);
  return named;
}

function unescaped(value: string): string {
  if (!value.includes('%')) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

function findAuthorization(text: string, found: SecretList): void {
  for (const [, scheme = '', value = ''] of text.matchAll(AUTHORIZATION)) {
    if (scheme.toLowerCase() === 'basic') {
      if (readBase64(value)?.includes(':') === true) found.add('basic-auth', value);
    } else if (isToken(value)) {
      found.add('token', value);
    }
  }
}

function findCookies(text: string, found: SecretList): void {
  for (const [, name = '', value = ''] of text.matchAll(COOKIE))
    if (isSessionCookie(name) && isSession(value)) found.add('cookie', value);
}

/** Finds money and people. */
function findPersonal(text: string, has: number, found: SecretList): void {
  if ((has & LONG_NUMBER) !== 0) {
    for (const [digits] of text.matchAll(CARD)) {
      const parts = digits.split(/[ -]/).map(({ length }) => length);
      const isGrouped = parts.length === 1 || /^(?:4,4,4,4(?:,3)?|4,6,5|4,6,4)$/.test(parts.join(','));
      if (isGrouped && isCard(digits.replaceAll(/\D/g, ''))) found.add('card', digits);
    }
  }
  if ((has & ACCOUNT_START) !== 0) for (const [code] of text.matchAll(IBAN)) findIban(code, found);
  if ((has & AT) !== 0) {
    for (const [address] of text.matchAll(EMAIL)) if (!NO_ADDRESS.test(address)) found.add('email', address);
  }
  if ((has & PHONE_DIGITS) !== 0) {
    for (const [number] of text.matchAll(PHONE)) if (!/^\+\d+\.\d+$/.test(number)) found.add('phone', number);
  }
}

/** The code may run into what stands behind it: only as many characters as the country's codes have are part of it. */
function findIban(code: string, found: SecretList): void {
  let left = ibanLength(code.slice(0, 2));
  let end = 0;
  while (left > 0 && end < code.length) {
    if (code[end] !== ' ') left -= 1;
    end += 1;
  }
  const cut = code.slice(0, end);
  if (left === 0 && isIban(cut.replaceAll(' ', ''))) found.add('iban', cut);
}
