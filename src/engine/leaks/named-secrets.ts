// Secrets that are known by a name: of the whole text, or of a value in it.

import { decodePercent } from './decoded.ts';
import { readBase64 } from './encoded-text.ts';
import { isCard } from './check-digits.ts';
import { SEVERITIES, type Secret, type SecretList } from './secret.ts';
import { classOf, isSessionCookie, type NameClass } from './secret-names.ts';
import { isDigits, isPassword, isPlaceholder, isSession, isToken, isWords } from './secret-values.ts';
import { endOfParameter, readValue, type ReadValue } from './value-reader.ts';

/** A name that a value may follow, and what stands between them. Only the value of a name that counts is read. */
const ASSIGNED = /(?<![\w.]|\w-)([A-Za-z_][\w.-]{1,60})["'\\\])]{0,4}\s{0,4}(?:=>|:=|=|:)\s{0,4}/g;
/** A value below its name, as in YAML. */
const BELOW =
  /(?<![\w.-])([A-Za-z_][\w.-]{1,60})["']?:[ \t]{0,4}\r?\n[ \t]{1,40}(?:value|val|default|content|data)["']?:[ \t]{1,4}/g;
const FLAG = /(?<![\w-])--?([A-Za-z][\w-]{1,40})\s{1,4}(?=["'\\]{0,4}[^\s"'\\-])/g;
const USER_FLAG = /(?<![\w-])(?:-u|--user|--proxy-user|-U)[ =]?["']?([^\s:"'/]{1,100}):/g;
const PASSWORD_FLAG = /(?:^|(?:mysql\w{0,10}|sshpass|mongo\w{0,10})\b[^\n]{0,200}\s)-p(?=[^\s"'-])/g;
const LOGIN_FLAG =
  /\b(?:(?:login|sshpass|mysql\w{0,10}|mongo\w{0,10}|az|oc)\b[^\n]{0,200}?\s-p|redis-cli\b[^\n]{0,200}?\s-a)[ =](?=["']?[^\s"'-])/g;
const WORDED =
  /(?<![\w-])(?:(?:password|passwd|passwort)\s{1,3}(?:is\s)?|identified\s{1,3}by\s{1,3}|convertto-securestring\s{1,3}(?:-string\s{1,3})?)(?=[^\s=:])/gi;
/** A password in a file of logins, as .netrc. */
const LOGIN = /\blogin\s{1,4}\S{1,100}\s{1,10}password\s{1,4}(?=\S)/g;
/** Arguments of a call, a variable with its type, and lines of a container's recipe: what stands behind a name without an assignment. */
const CALLED = /\(\s{0,3}\\?["']([A-Za-z_][\w.-]{1,60})\\?["']\s{0,3},\s{0,3}(?=\\?["'])/g;
const TYPED = /(?<![\w.-])([A-Za-z_][\w.]{1,60})\??:\s{0,3}(?:str|string|String|&str|Final)\s{0,3}=\s{0,3}(?=\\?["'])/g;
const LINE = /(?:^|["'`\n])[ \t]{0,8}(?:ENV|ARG|setx|setenv)[ \t]{1,4}([A-Za-z_]\w{1,60})[ \t]{1,4}(?=[^\s=])/g;
/** A block of YAML below its name, or a list of values. */
const BLOCK = /(?<![\w.-])([A-Za-z_][\w.-]{1,60})["']?:[ \t]{0,4}[|>][-+]?[ \t]{0,4}\r?\n[ \t]{1,40}(?=\S)/g;
const ITEMS = /(?<![\w.-])([A-Za-z_][\w.-]{1,60})["']?:[ \t]{0,4}\r?\n(?=[ \t]{0,40}- )/g;
const ITEM = /[ \t]{0,40}- {1,4}(?=\S)/y;
/** The start of a call in a program, and a property of an object: its value is not here. */
const CODE = /^[A-Za-z_$][\w$.]*\(\\?["'`]|^[a-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$/;
const ELEMENT =
  /<([A-Za-z][\w:.-]{1,60})(?:\s[^<>]{0,200})?>\s{0,20}(?:<!\[CDATA\[)?([^<>\s]{4,4000}?)(?:\]\]>)?\s{0,20}<\//dg;
const ATTRIBUTES =
  /(?<![\w-])(?:key|name)\s{0,3}=\s{0,3}["'\\]{1,2}([\w.:-]{2,60})["'\\]{1,2}\s{1,20}value\s{0,3}=\s{0,3}["'\\]{1,2}([^"'\\]{4,4000})/dgi;
const ATTRIBUTES_TURNED =
  /(?<![\w-])value\s{0,3}=\s{0,3}["'\\]{1,2}([^"'\\]{4,4000})["'\\]{1,2}\s{1,20}(?:key|name)\s{0,3}=\s{0,3}["'\\]{1,2}([\w.:-]{2,60})/dgi;
const AUTHORIZATION = /(?<![\w-])(Basic|Bearer|Token|ApiKey)\s{1,3}([^\s"'`,;<>\\]{8,100000})/dgi;
const ANY_SCHEME =
  /(?<![\w-])(?:proxy-)?authorization["'\\]{0,3}\s{0,3}[:=]\s{0,3}["'\\]{0,3}[\w-]{1,40}\s{1,3}([^\s"'`,;<>\\=]{8,100000})/dgi;
const COOKIES =
  /(?<![\w-])(?:(?:set-)?cookie["']?\s{0,3}[:=]\s{0,3}|--cookie\s{1,3}|-b\s{1,3}(?=\$?["']))\$?["']?([^\n\r"']{3,8000})/dgi;
const COOKIE = /(?:^|[;,]\s{0,3})([^\s=;,]{1,100})=([^;\s,\\]{8,4000})/dg;
/** Names in a value that are looked at, so that a value is not read over and over. */
const MAX_INSIDE = 8;
/** The start of a name of Amazon's, which may have `:secret:` in it. */
const ARN = /\barn:[\w:./-]{0,190}:$/;
/** A parameter of a link that lets somebody in, whose name says little. */
const PARAMETER =
  /[?&#](?:sig|x-(?:amz|goog)-signature|signature|auth|code|key|ticket|invite|session|sid)=([\w.~%+/=-]{20,4000})/dgi;
const NAMED_PHONE = /^[+(]?\d[\d\s()./-]{4,22}\d(?:\s{0,2}(?:ext|x|app)\.?\s{0,2}\d{1,6})?$/i;
/** Programs whose `-u` takes a user and a group. */
const GROUPS = /\b(?:docker|podman|nerdctl|kubectl|chown|install|setpriv|su-exec|gosu)\b[^\n]*$/;
/** What a text must hold for names in it to be worth looking for. */
export const HINT =
  /pass|pwd|secret|token|key|auth|cred|psk|bearer|basic|cookie|senha|contra|kennwort|wachtwoord|lösen|has[lł]o|-[up]\s?\S|-b \$?["']|--user|redis-cli|identified by|securestring|mnemonic|\bpat\b|(?<![a-z])(?:pin|otp|cvv|cvc|pw)(?![a-z])|cvv2|mfa|(?:verification|access|security|login|factor|pin|otp|sms|backup|recovery|confirmation)[ _-]?code|[?&#](?:sig|signature|code|ticket|invite|session|sid)=/i;

/** Finds a number that is a secret: a card, a password or a PIN, or a telephone number by its name. Its place is the whole. */
export function secretInNumber(digits: string, name: string | null): Secret | null {
  const named = name === null ? null : classOf(name);
  const make = (kind: 'phone' | 'card' | 'password'): Secret => ({
    kind,
    severity: SEVERITIES[kind],
    start: 0,
    end: digits.length,
    text: digits,
    isNumber: true,
  });
  if (named === 'phone' && /^\d{8,15}$/.test(digits)) return make('phone');
  if (isCard(digits)) return make('card');
  return isSecretNumber(named, name, digits) ? make('password') : null;
}

/** Whether digits are a secret by their name. Those of a plural are counted. */
function isSecretNumber(named: NameClass, name: string | null, digits: string): boolean {
  return (named === 'password' || named === 'pin') && !/[^s]s$/i.test(name ?? '') && isDigits(digits);
}

/** Whether a number of this name may be a secret, however short it is. */
export function mayNameNumber(name: string): boolean {
  const named = classOf(name);
  return named === 'password' || named === 'pin';
}

/** Finds what a name says a value to be, as it is spelt or behind percent-encoding. */
export function findNamed(text: string, place: ReadValue, named: Exclude<NameClass, null>, found: SecretList): void {
  const whole = text.slice(place.start, place.end);
  // A string of JSON in a string, as browsers store one.
  const isQuoted = /^"[^"\\]+"$/.test(whole);
  const inner = isQuoted ? { start: place.start + 1, end: place.end - 1 } : place;
  const spelt = isQuoted ? whole.slice(1, -1) : whole;
  findValue(spelt, spelt, inner, named, found);
  const decoded = decodePercent(spelt);
  if (decoded !== null) findValue(decoded.text, spelt, inner, named, found);
}

function findValue(
  value: string,
  spelt: string,
  { start, end }: ReadValue,
  named: Exclude<NameClass, null>,
  found: SecretList,
): void {
  switch (named) {
    case 'password':
      if (isPassword(value) || isDigits(value)) found.add('password', start, end);
      break;
    case 'pass':
      if (isPassword(value) && (/[^\p{L}\d_.-]/u.test(value) || (/\p{Lu}/u.test(value) && /\p{Ll}/u.test(value))))
        found.add('password', start, end);
      break;
    case 'pin':
      if (isDigits(value)) found.add('password', start, end);
      break;
    case 'token':
      if (isToken(value)) found.add('token', start, end);
      break;
    case 'aws-secret':
      // Of base64, which may begin like a path.
      if (isToken(value) || /^(?=.*\d)[A-Za-z\d+/]{40}$/.test(value)) found.add('cloud-key', start, end);
      break;
    case 'private-key':
      if (isToken(value) && value.length >= 32) found.add('private-key', start, end);
      break;
    case 'authorization':
      findAuthorization(spelt, start, found);
      // Some services take the key alone.
      if (!/\s/.test(value) && isToken(value)) found.add('token', start, end);
      else findAfterScheme(spelt, start, found);
      break;
    case 'basic': {
      const pair = readBase64(spelt);
      if (pair !== null && /^[^\s:]{1,100}:[^\s]{3,}$/.test(pair)) found.add('basic-auth', start, end);
      break;
    }
    case 'cookies':
      findCookies(spelt, start, found);
      break;
    case 'words':
      if (isWords(value)) found.add('private-key', start, end);
      break;
    case 'session-cookie':
      if (isSession(value)) found.add('cookie', start, end);
      break;
    case 'phone':
      if (NAMED_PHONE.test(value) && /^\d{7,15}$/.test(value.replaceAll(/\D/g, '')) && !/^\d{4}-\d\d-\d\d/.test(value))
        found.add('phone', start, end);
      break;
  }
}

/** Finds secrets by names in the text. */
export function findNames(text: string, found: SecretList): void {
  const tell = (name: string, value: ReadValue): void => {
    const named = classOf(name);
    if (named !== null && named !== 'phone' && named !== 'cookies') findNamed(text, value, named, found);
  };
  /** Where the last value ends, and how many names stand in it. */
  let lastEnd = 0;
  let inside = 0;
  for (const { index, 0: head, 1: name = '' } of text.matchAll(ASSIGNED)) {
    if (classOf(name) === null || ARN.test(text.slice(Math.max(0, index - 200), index))) continue;
    inside = index < lastEnd ? inside + 1 : 0;
    if (inside > MAX_INSIDE) continue;
    const value = readValue(text, index + head.length);
    lastEnd = value.end;
    if (isCode(text.slice(value.start, value.end))) continue;
    // A number of JSON is judged with what is around it.
    if (text[index - 1] === '"' && isDigits(text.slice(index + head.length, value.end))) continue;
    // `Authorization: Digest username=…`: a scheme, and no key.
    if (classOf(name) === 'authorization' && /^[ \t]{1,4}\S/.test(text.slice(value.end, value.end + 5))) continue;
    tell(name, isInAddress(text, index) ? { ...value, end: endOfParameter(text, value.start, value.end) } : value);
  }
  for (const pattern of [BELOW, FLAG, CALLED, TYPED, LINE, BLOCK])
    for (const { index, 0: head, 1: name = '' } of text.matchAll(pattern))
      if (classOf(name) !== null) tell(name, readValue(text, index + head.length));
  findItems(text, tell);
  for (const { index, 0: head } of text.matchAll(LOGIN)) {
    const { start, end } = readValue(text, index + head.length);
    if (!isPlaceholder(text.slice(start, end))) found.add('password', start, end);
  }
  for (const [pattern, nameAt, valueAt] of [
    [ELEMENT, 1, 2],
    [ATTRIBUTES, 1, 2],
    [ATTRIBUTES_TURNED, 2, 1],
  ] as const) {
    for (const match of text.matchAll(pattern)) {
      const [start, end] = match.indices?.[valueAt] ?? [0, 0];
      tell((match[nameAt] ?? '').split(':').at(-1) ?? '', { start, end });
    }
  }
  for (const { index, 0: head, 1: user = '' } of text.matchAll(USER_FLAG)) findOfUser(text, index, head, user, found);
  for (const match of /[?&#][\w-]{3,20}=/.test(text) ? text.matchAll(PARAMETER) : []) {
    const [start, end] = match.indices?.[1] ?? [0, 0];
    if (isToken(match[1] ?? '') && (isRandom(match[1] ?? '') || /^[\da-f]{64,}$/i.test(match[1] ?? '')))
      found.add('token', start, end);
  }
  for (const pattern of [PASSWORD_FLAG, LOGIN_FLAG, WORDED]) {
    for (const { index, 0: head } of text.matchAll(pattern)) {
      const { start, end } = readValue(text, index + head.length);
      const password = text.slice(start, end);
      const isQuoted = /["']/.test(text[start - 1] ?? '');
      if (isPassword(password) && (isQuoted || isRandom(password) || /[^\p{L}\d]/u.test(password)))
        found.add('password', start, end);
    }
  }
  findAuthorization(text, 0, found);
  for (const { indices } of text.matchAll(ANY_SCHEME)) {
    const [start, end] = indices?.[1] ?? [0, 0];
    if (isToken(text.slice(start, end))) found.add('token', start, end);
  }
  for (const { indices } of text.matchAll(COOKIES)) {
    const [start, end] = indices?.[1] ?? [0, 0];
    findCookies(text.slice(start, end), start, found);
  }
}

/** Reads the lists of YAML below a name. What a list has gone through is not gone through again. */
function findItems(text: string, tell: (name: string, value: ReadValue) => void): void {
  let readTo = 0;
  for (const { index, 0: head, 1: name = '' } of text.matchAll(ITEMS)) {
    if (index < readTo || classOf(name) === null) continue;
    ITEM.lastIndex = index + head.length;
    while (ITEM.test(text)) {
      const value = readValue(text, ITEM.lastIndex);
      tell(name, value);
      readTo = value.end;
      const lineEnd = text.indexOf('\n', value.end);
      if (lineEnd < 0) break;
      ITEM.lastIndex = lineEnd + 1;
    }
  }
}

/** Whether what is assigned is a call, or a property that is called as a secret is: `req.body.password1`. */
function isCode(value: string): boolean {
  return CODE.test(value) && (value.includes('(') || classOf(value.slice(value.lastIndexOf('.') + 1)) !== null);
}

/** Whether a text has what words and numbers don't have together. */
function isRandom(text: string): boolean {
  return /[A-Z]/.test(text) && /[a-z]/.test(text) && /\d/.test(text);
}

/** Whether the name at `at` is that of a parameter of an address. */
function isInAddress(text: string, at: number): boolean {
  const before = text[at - 1];
  if (before !== '?' && before !== '&' && before !== '#') return false;
  return /:\/\/\S*$/.test(text.slice(Math.max(0, at - 2000), at));
}

/** The password behind `-u user:`, but not a group. */
function findOfUser(text: string, index: number, head: string, user: string, found: SecretList): void {
  const { start, end } = readValue(text, index + head.length);
  const password = text.slice(start, end);
  if (password.length < 3 || isPlaceholder(password)) return;
  if (/^\d+$/.test(user) && /^\d+$/.test(password)) return;
  if (GROUPS.test(text.slice(Math.max(0, index - 300), index))) return;
  found.add('url-password', start, end);
}

function findAuthorization(text: string, offset: number, found: SecretList): void {
  for (const match of text.matchAll(AUTHORIZATION)) {
    const [start, end] = match.indices?.[2] ?? [0, 0];
    const value = match[2] ?? '';
    if (match[1]?.toLowerCase() === 'basic') {
      const spelt = /^[\w+/=-]+/.exec(value)?.[0] ?? '';
      if (readBase64(spelt)?.includes(':') === true)
        found.add('basic-auth', offset + start, offset + start + spelt.length);
    } else if (isToken(value)) {
      found.add('token', offset + start, offset + end);
    }
  }
}

/** The value of a header whose scheme is not a known one. */
function findAfterScheme(spelt: string, offset: number, found: SecretList): void {
  const match = /^([\w-]{1,40})\s{1,3}(\S{8,})$/.exec(spelt);
  const value = match?.[2] ?? '';
  if (isToken(value)) found.add('token', offset + spelt.length - value.length, offset + spelt.length);
}

function findCookies(text: string, offset: number, found: SecretList): void {
  for (const match of text.matchAll(COOKIE)) {
    const [start, end] = match.indices?.[2] ?? [0, 0];
    if (isSessionCookie(match[1] ?? '') && isSession(match[2] ?? '')) found.add('cookie', offset + start, offset + end);
  }
}
