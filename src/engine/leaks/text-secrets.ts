// Finds secrets in one text, each with its place: by their own shape, by the name that the text has, and by names in the text
// (`PASSWORD=…`, `--token …`, `<password>…`, `?api_key=…`). What is spelt in it by another rule is decoded and searched in turn.

import { encodeUtf8 } from '../../shared/bytes/utf8.ts';
import { findConnections } from './connections.ts';
import { decodeEscapes, decodePercent, type Decoded } from './decoded.ts';
import { codesOf, encodedParts, mayHoldJson, readBase64 } from './encoded-text.ts';
import { LooseWalk, type TextSpan } from './loose-walk.ts';
import { findMoneyAndPeople } from './personal.ts';
import { findNamed, findNames, HINT, secretInNumber } from './named-secrets.ts';
import { findPrivateKeys } from './private-keys.ts';
import { SecretList, type Secret, type TextContext } from './secret.ts';
import { classOf, isSessionCookie } from './secret-names.ts';
import { isSession } from './secret-values.ts';
import { ASSIGNED, AT, DASHES, ENCODED, featuresOf, OPENING, PERCENT, SENTENCE, TOKEN_START } from './text-features.ts';
import { TOKEN_RULES } from './token-rules.ts';

/** Encodings in each other that are read. */
const MAX_DEPTH = 8;
/** Characters of a token's claims that are shown. */
const MAX_CLAIMS = 300;

const TOKENS = new RegExp(`(?<![A-Za-z0-9_])(?:${TOKEN_RULES.map(({ pattern }) => `(${pattern})`).join('|')})`, 'g');
/** What follows a token that is longer than its rule says. */
const REST = /[A-Za-z0-9]*/y;
/** JSON web tokens, and those that are encrypted, which have five parts. */
const JWT =
  /(?<![\w-])eyJ[\w-]{8,16000}\.(?:eyJ[\w-]{8,32000}\.[\w-]{8,8000}|[\w-]{0,8000}\.[\w-]{8,1000}\.[\w-]{1,100000}\.[\w-]{8,200})/g;

/** Shortest secret that is looked for where nothing says that it is one. */
const MIN_AGAIN = 8;

/** Finds the secrets of a text, also where one stands again. Cost: a few passes over it. */
export function secretsIn(text: string, context: TextContext): Secret[] {
  const found = searchText(text, context);
  if (found.length === 0 || (context.depth ?? 0) > 0) return found;
  const again = new Map<string, Secret>();
  for (const secret of found)
    if (secret.text.length >= MIN_AGAIN && secret.severity !== 'low' && /\d/.test(secret.text))
      again.set(secret.text, secret);
  const all = [...found];
  const isFound = insideOf(found);
  for (const secret of again.values()) {
    const { length } = secret.text;
    for (let at = text.indexOf(secret.text); at >= 0; at = text.indexOf(secret.text, at + length))
      if (!isFound({ start: at, end: at + length }))
        all.push({ ...secret, start: at, end: at + length, isNumber: false });
  }
  return all;
}

function searchText(text: string, context: TextContext): Secret[] {
  const { name, isCookie = false, depth = 0, features, isWalked = false } = context;
  const named = name === null ? null : classOf(name);
  if (text.length < (named === 'password' || named === 'pin' ? 4 : 5)) return [];
  const found = new SecretList(text);
  const has = features ?? featuresOfText(text);
  findByShape(text, has, found);
  if ((has & (ASSIGNED | AT)) !== 0) findConnections(text, has, found);
  if (isCookie && name !== null) {
    if (isSessionCookie(name) && isSession(text)) found.add('cookie', 0, text.length);
  } else if (named !== null) {
    findNamed(text, trimmed(text), named, found);
  }
  if ((has & (ASSIGNED | OPENING | SENTENCE)) !== 0 && HINT.test(text)) findNames(text, found);
  findMoneyAndPeople(text, has, found);
  if (depth >= MAX_DEPTH) return found.all;
  const inner = { depth: depth + 1 };
  if ((has & PERCENT) !== 0) {
    const decoded = decodePercent(text);
    if (decoded !== null) lift(decoded, 0, secretsIn(decoded.text, { ...inner, name }), found);
  }
  if ((has & ENCODED) !== 0 || named !== null) {
    for (const part of encodedParts(text, named !== null))
      for (const secret of secretsIn(part.text, { ...inner, name }))
        found.list({
          ...secret,
          start: part.start,
          end: part.end,
          text: text.slice(part.start, part.end),
          isNumber: false,
        });
  }
  return isWalked || !mayHoldJson(text) ? found.all : secretsOfJson(text, found, inner.depth);
}

function featuresOfText(text: string): number {
  const bytes = encodeUtf8(text);
  return featuresOf(bytes, 0, bytes.length);
}

/** Without the white space around it. */
function trimmed(text: string): TextSpan {
  const start = text.length - text.trimStart().length;
  return { start, end: Math.max(start, text.trimEnd().length) };
}

/** Takes over what was found in a decoded text, at the place of what it is spelt by. */
function lift(decoded: Decoded, offset: number, secrets: readonly Secret[], found: SecretList): void {
  for (const secret of secrets)
    found.list({
      ...secret,
      start: offset + decoded.placeOf(secret.start),
      end: offset + decoded.placeOf(secret.end),
    });
}

/**
 * Adds the secrets of the JSON in a text, by the names of its values and behind their escapes. What was found in the spelling of a
 * string with escapes counts only if its text has it, too.
 */
function secretsOfJson(text: string, raw: SecretList, depth: number): Secret[] {
  const inJson = new SecretList(text);
  const escaped: TextSpan[] = [];
  const search = (span: TextSpan, name: string | null, isCookie: boolean): void => {
    const decoded = decodeEscapes(text.slice(span.start, span.end));
    lift(decoded, span.start, secretsIn(decoded.text, { name, isCookie, depth }), inJson);
  };
  const walk = new LooseWalk(codesOf(text), {
    read: ({ start, end }) => decodeEscapes(text.slice(start, end)).text,
    onString(span, name, isCookie, hasEscapes) {
      if (hasEscapes) escaped.push(span);
      search(span, name, isCookie);
    },
    onKey: (span) => search(span, null, false),
    onNumber(span, name) {
      const secret = secretInNumber(text.slice(span.start, span.end), name);
      if (secret !== null) inJson.list({ ...secret, ...span });
    },
  });
  walk.walkTo(text.length);
  walk.finish();
  const isInside = insideOf(escaped);
  for (const secret of raw.all) if (!isInside(secret)) inJson.list(secret);
  return inJson.all;
}

/** Returns a test of whether a part is inside one of these spans, which do not overlap. */
export function insideOf(spans: readonly TextSpan[]): (part: TextSpan) => boolean {
  if (spans.length === 0) return () => false;
  const sorted = spans.toSorted((a, b) => a.start - b.start);
  return ({ start, end }) => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((sorted[middle]?.start ?? 0) <= start) low = middle + 1;
      else high = middle;
    }
    const span = sorted[low - 1];
    return span !== undefined && end <= span.end;
  };
}

function findByShape(text: string, has: number, found: SecretList): void {
  if ((has & (TOKEN_START | ENCODED)) !== 0) {
    for (const match of text.matchAll(TOKENS)) {
      const rule = TOKEN_RULES[match.slice(1).findIndex((group) => group !== undefined)];
      if (rule === undefined || /^(\w)\1+$/.test(match[0].slice(-12))) continue;
      REST.lastIndex = match.index + match[0].length;
      const end = REST.lastIndex + (REST.exec(text)?.[0].length ?? 0);
      found.add(rule.kind, match.index, end, rule.severity);
    }
  }
  if (text.includes('eyJ'))
    for (const { index, 0: token } of text.matchAll(JWT))
      found.add('jwt', index, index + token.length, undefined, claimsOf(token));
  if ((has & DASHES) !== 0 || text.includes('PuTTY-User')) findPrivateKeys(text, found);
}

/** What a signed token says; that of an encrypted one, only how it is encrypted. */
function claimsOf(token: string): string {
  const parts = token.split('.');
  return (readBase64(parts[parts.length === 3 ? 1 : 0] ?? '') ?? '').slice(0, MAX_CLAIMS);
}
