// What a text holds, from one pass over its characters: which searches are worth their time.

import { TOKEN_RULES } from './token-rules.ts';

/** `@` */
export const AT = 1;
/** `+` and eight digits. */
export const PHONE_DIGITS = 2;
/** A name with `=`, `:` or `<` behind it. */
export const ASSIGNED = 4;
/** A word that begins like a token of a known issuer, and a run that is long enough for one. */
export const TOKEN_START = 8;
/** 13 digits or more, with spaces or hyphens between them at most. */
export const LONG_NUMBER = 16;
/** Two capitals and two digits, as an account number begins. */
export const ACCOUNT_START = 32;
/** 16 characters or more of base64, of both cases. */
export const ENCODED = 64;
export const PERCENT = 128;
/** Five hyphens in a row, as around a key. */
export const DASHES = 256;
export const ESCAPE = 512;
/** A bracket or a hyphen at the start: JSON, or an option. */
export const OPENING = 1024;
/** `://` */
export const SCHEME = 2048;
/** Words with a digit or a hyphen among them. */
export const SENTENCE = 4096;

const UPPER = 1;
const LOWER = 2;
const DIGIT = 4;
const WORD = 8;
/** `+`, `/`, `_` and `-`, which encoded text has besides letters and digits. */
const OTHER = 16;

const CLASSES = new Uint8Array(256);
const FLAGS = new Uint16Array(256);
for (let code = 0; code < 256; code += 1) {
  const character = String.fromCharCode(code);
  const isUpper = /[A-Z]/.test(character);
  const isLower = /[a-z]/.test(character);
  const isDigit = /\d/.test(character);
  CLASSES[code] =
    (isUpper ? UPPER | WORD : 0) |
    (isLower ? LOWER | WORD : 0) |
    (isDigit ? DIGIT | WORD : 0) |
    ('+/_-'.includes(character) ? OTHER : 0);
  FLAGS[code] = (character === '@' ? AT : 0) | (character === '%' ? PERCENT : 0) | (character === '\\' ? ESCAPE : 0);
}
/** One bit for each pair of ASCII characters that a token may begin with. */
const STARTS = new Uint8Array(128 * 128);
for (const { starts } of TOKEN_RULES)
  for (const start of starts) STARTS[start.charCodeAt(0) * 128 + start.charCodeAt(1)] = 1;
// JSON web tokens.
STARTS[0x65 * 128 + 0x79] = 1;

/** The tables for `wasm/leaks.ts`: the classes, the flags, and the pairs. */
export const FEATURE_TABLES = new Uint8Array(CLASSES.length + FLAGS.byteLength + STARTS.length);
FEATURE_TABLES.set(CLASSES);
FEATURE_TABLES.set(new Uint8Array(FLAGS.buffer), CLASSES.length);
FEATURE_TABLES.set(STARTS, CLASSES.length + FLAGS.byteLength);

/** Returns the features of a text in UTF-8, as a sum of the flags above. */
export function featuresOf(bytes: Uint8Array, start: number, end: number): number {
  let flags = 0;
  /** Characters of the current word with what encoded text has besides, and their classes. */
  let run = 0;
  let classes = 0;
  let numberDigits = 0;
  let digits = 0;
  let dashes = 0;
  let hasPlus = false;
  let hasSpace = false;
  let hasHyphen = false;
  let hasLongRun = false;
  /** How much of two capitals and two digits was read. */
  let account = 0;
  let before = 0;
  let classBefore = 0;
  const first = bytes[start] ?? 0;
  if (first === 0x7b || first === 0x5b || first === 0x2d) flags |= OPENING;
  for (let at = start; at < end; at += 1) {
    const code = bytes[at] ?? 0;
    const own = CLASSES[code] ?? 0;
    flags |= FLAGS[code] ?? 0;
    if ((own & (WORD | OTHER)) === 0) {
      // A letter, a quote or a bracket before it: the colons of a time have digits.
      if (code === 0x3d || code === 0x3a || code === 0x3c) {
        const isNamed = (classBefore & DIGIT) === 0 || (classes & LOWER) !== 0;
        if (isNamed) flags |= ASSIGNED;
        if (code === 0x3a && bytes[at + 1] === 0x2f && bytes[at + 2] === 0x2f) flags |= SCHEME;
      } else if (code === 0x20) hasSpace = true;
      run = 0;
      classes = 0;
    } else {
      run += 1;
      classes |= own;
      if (run >= 16) {
        hasLongRun = true;
        if ((classes & (UPPER | LOWER)) === (UPPER | LOWER)) flags |= ENCODED;
      }
    }
    if ((own & DIGIT) !== 0) {
      digits += 1;
      numberDigits += 1;
      if (numberDigits === 13) flags |= LONG_NUMBER;
      if (account === 3) flags |= ACCOUNT_START;
      account = account === 2 ? 3 : 0;
    } else {
      if (code !== 0x20 && code !== 0x2d) numberDigits = 0;
      account = (own & UPPER) === 0 ? 0 : account === 1 ? 2 : (classBefore & WORD) === 0 ? 1 : 0;
    }
    if (code === 0x2d) {
      hasHyphen = true;
      dashes += 1;
      if (dashes === 5) flags |= DASHES;
    } else {
      dashes = 0;
      if (code === 0x2b) hasPlus = true;
      const next = bytes[at + 1] ?? 0;
      if ((own & WORD) !== 0 && (classBefore & WORD) === 0 && next < 128 && STARTS[code * 128 + next] === 1)
        flags |= TOKEN_START;
      // `-us1` at the end of a key.
      if (code === 0x75 && before === 0x2d && next === 0x73) flags |= TOKEN_START;
    }
    before = code;
    classBefore = code === 0x5f ? WORD : own;
  }
  if (!hasLongRun) flags &= ~TOKEN_START;
  if (hasPlus && digits >= 8) flags |= PHONE_DIGITS;
  if (hasSpace && (digits > 0 || hasHyphen)) flags |= SENTENCE;
  return flags;
}
