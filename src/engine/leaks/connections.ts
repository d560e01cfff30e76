// Passwords of connections: between the colon and the last `@` of an address, and in lists such as `Server=…;Password=…`.

import { AT, SCHEME } from './text-features.ts';
import { decodePercent } from './decoded.ts';
import type { SecretList } from './secret.ts';
import { isPlaceholder, isToken } from './secret-values.ts';
import { readValue } from './value-reader.ts';

const DATABASES =
  /^(?:postgres|postgresql|psql|pgsql|mysqlx?|mariadb|mongodb|redis|rediss|amqps?|mssql|sqlserver|oracle|oracledb|clickhouse|cockroachdb|kafka|nats|tls|ldaps?|smtps?|influxdb|cassandra|neo4j|bolt|couchbase|db2|snowflake|stomp|mqtts?|memcached|elasticsearch|valkey|jdbc)(?:\+\w{1,20})?$/i;
const SCHEME_BEFORE = /(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{1,30}$/;
/** Longest part of an address that is looked through for its password. */
const MAX_AUTHORITY = 1000;
/** Words that stand for a password. */
const WORD = /^(?:pass(?:word|wd)?|pwd|secret|port|\d{1,3})$/i;
const HOST = /[\w.[%${<‹-]/;
const PAIR = /(?:^|[;\s"'?&{])(?:password|pwd)\s{0,3}=\s{0,3}/gi;
const CONNECTION_WORD =
  /(?:^|[;\s"'])(?:server|data source|datasource|host|endpoint|addr|address|user id|uid|username|database|initial catalog|dsn|driver|dbname)\s{0,3}=|jdbc:/i;
const ORACLE = /jdbc:oracle:\w{1,10}:[^\s/@"']{1,100}\/([^\s@"']{3,200})@/dgi;
const SHARED_ACCESS_KEY = /SharedAccessKey=([\w+/=%-]{20,500})/dg;
const ACCOUNT_KEY = /AccountKey=([\w+/]{40,500}={0,2})/dg;
const GO_DATABASE = /(?<![\w.-])[\w.-]{1,60}:([^\s@:/"']{3,100})@(?:tcp|udp|unix)\(/dg;
const ACCESS_SIGNATURE = /[?&]sig=([\w%+/=-]{20,300})/dg;

/** Finds the passwords of connections in a text with these features. Cost: a few passes. */
export function findConnections(text: string, has: number, found: SecretList): void {
  if ((has & (SCHEME | AT)) === (SCHEME | AT))
    for (let at = text.indexOf('://'); at >= 0; at = text.indexOf('://', at + 3)) findInAddress(text, at, found);
  // All others have one of these; most texts with an `@` are addresses of people.
  if (!text.includes('=') && !text.includes('(') && !text.includes('jdbc:oracle:')) return;
  if (/p(?:assword|wd)\s{0,3}=/i.test(text) && CONNECTION_WORD.test(text)) {
    for (const { index, 0: head } of text.matchAll(PAIR)) {
      const { start, end } = readPair(text, index + head.length);
      if (end - start >= 3 && !isPlaceholder(text.slice(start, end))) found.add('connection-string', start, end);
    }
  }
  for (const [kind, pattern] of [
    ['connection-string', SHARED_ACCESS_KEY],
    ['cloud-key', ACCOUNT_KEY],
    ['connection-string', ORACLE],
    ['connection-string', (has & AT) !== 0 && /@(?:tcp|udp|unix)\(/.test(text) ? GO_DATABASE : null],
    ['cloud-key', /[?&](?:se|sv|sp)=/.test(text) ? ACCESS_SIGNATURE : null],
  ] as const) {
    if (pattern === null) continue;
    for (const { indices } of text.matchAll(pattern)) {
      const [start, end] = indices?.[1] ?? [0, 0];
      if (!isPlaceholder(text.slice(start, end))) found.add(kind, start, end);
    }
  }
}

/** A value of a list, which ODBC puts into braces. */
function readPair(text: string, at: number): { readonly start: number; readonly end: number } {
  if (text[at] !== '{' || text[at + 1] === '{') return readValue(text, at);
  const close = text.indexOf('}', at);
  return close < 0 || close - at > MAX_AUTHORITY ? readValue(text, at) : { start: at + 1, end: close };
}

/** Finds the password of the address whose `://` is at `colon`. */
function findInAddress(text: string, colon: number, found: SecretList): void {
  const scheme = SCHEME_BEFORE.exec(text.slice(Math.max(0, colon - 32), colon))?.[0];
  if (scheme === undefined) return;
  const isDatabase = DATABASES.test(scheme);
  const start = colon + 3;
  const run = text.slice(start, endOfAddress(text, start));
  const path = run.search(/[/?#]/);
  let at = (path < 0 ? run : run.slice(0, path)).lastIndexOf('@');
  // A password may hold a sign that nobody has encoded, that of a database also a slash; behind a port it is a path.
  const mayHoldSigns = isDatabase ? /^[^:/?#]*:(?!\d{1,5}[/?#])/ : /^[^:/?#.]+:(?!\d{1,5}[?#])(?=[^@]*\d)[^/@]+@/;
  if (at < 0 && path >= 0 && mayHoldSigns.test(run)) at = run.indexOf('@', path);
  if (at < 0 || !HOST.test(run[at + 1] ?? '')) return;
  const separator = run.indexOf(':');
  if (separator < 0 || separator >= at) {
    const user = run.slice(0, at);
    if (user.length >= 20 && isToken(user) && !/^[\da-f]+$/.test(user)) found.add('url-password', start, start + at);
    return;
  }
  const spelt = run.slice(separator + 1, at);
  const password = decodePercent(spelt)?.text ?? spelt;
  if (isPlaceholder(password) || WORD.test(password)) return;
  found.add(isDatabase ? 'connection-string' : 'url-password', start + separator + 1, start + at);
}

/** Where an address ends: at white space, brackets or a quote that closes. */
function endOfAddress(text: string, start: number): number {
  const most = Math.min(text.length, start + MAX_AUTHORITY);
  for (let at = start; at < most; at += 1) {
    const code = text.charCodeAt(at);
    if (code <= 0x20 || code === 0x22 || code === 0x3c || code === 0x3e || code === 0xa0) return at;
    if ((code === 0x27 || code === 0x60) && !/[\w@]/.test(text[at + 1] ?? '')) return at;
  }
  return most;
}
