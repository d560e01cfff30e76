// What a person did where the scanner stopped: the message, what to mark, and what helps. The scanner's code says what it
// expected; the text around says why it is not there.

import type { ErrorOffer } from '../../shared/errors.ts';
import { DIALECT_LABELS } from '../../shared/document/dialect.ts';
import { CHARACTER_NAMES, MISTAKE, SYNTAX, SYNTAX_IN_JSON5 } from '../../shared/texts/syntax.ts';
import { isJson, isJson5Number, isJsonNumber } from '../../shared/document/json-text.ts';
import type { ErrorText } from './error-text.ts';

/** A message, the range of bytes that it is about, and what helps. */
export interface Mistake {
  readonly message: string;
  readonly start: number;
  readonly end: number;
  readonly offers: readonly ErrorOffer[];
}

const REPAIR: readonly ErrorOffer[] = ['repair'];
/** Codes of `wasm/scan.ts`. */
const CODE = {
  value: 1,
  end: 2,
  afterItem: 3,
  afterMember: 4,
  key: 5,
  lastKey: 6,
  lastItem: 7,
  colon: 8,
  control: 9,
  escape: 10,
  hex: 11,
  utf8: 12,
  zero: 13,
  digit: 14,
  literal: 15,
  rest: 16,
  comment: 17,
  line: 18,
} as const;

const RUN = /[-+\w.$]+/y;
const WORD = /[\w$\x80-\xff][\w$.\x80-\xff-]*/y;

/** Strings, comments, and words with the colon behind them. */
const PARTS =
  /"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'|\/\/[^\n]*|\/\*[^]*?\*\/|(?<![\w$.\x80-\xff])([A-Za-z_$\x80-\xff][\w$\x80-\xff]*)(\s*:)?/g;
const JSON5_WORDS: ReadonlySet<string> = new Set(['true', 'false', 'null', 'Infinity', 'NaN']);

/** Says what is wrong at the place where the scanner stopped. */
export function findMistake(text: ErrorText, code: number): Mistake {
  const mistake = mistakeAt(text, code);
  const isHopeless = mistake.offers.includes('json5') && hasForeignWord(text);
  return isHopeless ? { ...mistake, offers: mistake.offers.filter((offer) => offer !== 'json5') } : mistake;
}

/** Whether a value like Python's `True` stands behind an error: JSON5 could not read the text either. */
function hasForeignWord({ text, from, offset }: ErrorText): boolean {
  const rest = text.slice(offset - from);
  for (const { 0: part, 1: word, 2: colon, index } of rest.matchAll(PARTS)) {
    // The last word may be cut.
    if (word === undefined || colon !== undefined || index + part.length === rest.length) continue;
    if (!JSON5_WORDS.has(word)) return true;
  }
  return false;
}

function mistakeAt(text: ErrorText, code: number): Mistake {
  const { offset } = text;
  switch (code) {
    case CODE.control:
      return controlIn(text);
    case CODE.escape:
      return escapeIn(text);
    case CODE.hex:
      return hexIn(text);
    case CODE.utf8:
      return plain(text, code, 1);
    case CODE.comment:
      return { message: SYNTAX[code] ?? '', start: offset, end: text.lineContentEnd(offset), offers: REPAIR };
    case CODE.zero:
    case CODE.digit:
      return numberAround(text) ?? plain(text, code, 1);
    default:
      return oddCharacter(text) ?? numberFor(text, code) ?? byPlace(text, code);
  }
}

function numberFor(text: ErrorText, code: number): Mistake | null {
  if (code === CODE.key || code === CODE.colon) return null;
  return numberAround(text, code === CODE.afterItem || code === CODE.afterMember || code === CODE.rest);
}

function plain(text: ErrorText, code: number, length: number): Mistake {
  const { offset, dialect, size } = text;
  const message = (dialect === 'json5' ? SYNTAX_IN_JSON5.get(code) : undefined) ?? SYNTAX[code] ?? '';
  return { message, start: offset, end: Math.min(size, offset + length), offers: REPAIR };
}

function byPlace(text: ErrorText, code: number): Mistake {
  switch (code) {
    case CODE.value:
    case CODE.literal:
      return valueAt(text, code);
    case CODE.afterItem:
    case CODE.afterMember:
      return afterValue(text, code);
    case CODE.key:
      return keyAt(text, code);
    case CODE.lastKey:
    case CODE.lastItem:
      return commaBefore(text, code);
    case CODE.colon:
      return colonAt(text, code);
    case CODE.rest:
      return restAt(text);
    case CODE.line:
      return { message: SYNTAX[code] ?? '', start: text.offset, end: text.lineContentEnd(text.offset), offers: REPAIR };
    default:
      return plain(text, code, 1);
  }
}

// ── inside strings ──

/** A string that is open where the text or its line ends. */
export function unclosedString(text: ErrorText, start: number, limit: number): Mistake {
  const end = start + text.slice(start, limit).trimEnd().length;
  const before = text.at(text.tokenEnd(start) - 1);
  const isKey = (before === '{' || before === ',') && /^[^:]*:/.test(text.slice(start + 1, end));
  return {
    message: isKey ? MISTAKE.unclosedKey : MISTAKE.unclosedString,
    start,
    end: Math.max(end, start + 1),
    offers: REPAIR,
  };
}

function controlIn(text: ErrorText): Mistake {
  const { offset } = text;
  const character = text.at(offset);
  if (character === '\n' || character === '\r') {
    const start = text.openString(offset);
    if (start >= 0) return unclosedString(text, start, offset);
    return { message: MISTAKE.unclosedString, start: offset, end: offset, offers: REPAIR };
  }
  const hex = character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0');
  const escape = { '\t': '\\t', '\b': '\\b', '\f': '\\f' }[character] ?? `\\u00${hex.toLowerCase()}`;
  const name = character === '\t' ? 'a tab' : `the control character U+00${hex}`;
  return { message: MISTAKE.control(name, escape), start: offset, end: offset + 1, offers: REPAIR };
}

function escapeIn(text: ErrorText): Mistake {
  const { offset } = text;
  const start = text.at(offset - 1) === '\\' ? offset - 1 : offset - 2;
  const found = text.character(start + 1);
  if (/[\r\n]/.test(found) || found === '') return plain(text, CODE.escape, 1);
  return {
    message: MISTAKE.escape(found),
    start,
    end: start + 1 + new TextEncoder().encode(found).length,
    offers: REPAIR,
  };
}

function hexIn(text: ErrorText): Mistake {
  const { offset } = text;
  const before = text.slice(offset - 6, offset).lastIndexOf('\\');
  if (before < 0) return plain(text, CODE.hex, 1);
  const start = Math.max(text.from, offset - 6) + before;
  return { message: MISTAKE.hexEscape(text.slice(start, offset)), start, end: offset, offers: REPAIR };
}

// ── characters and words ──

const QUOTES = /^[“”„‟″‘’‚‛«»`´＂＇「」『』]$/u;
const WIDE: Readonly<Record<string, string>> = {
  '，': ',',
  '、': ',',
  '：': ':',
  '；': ',',
  '｛': '{',
  '｝': '}',
  '［': '[',
  '］': ']',
  '【': '[',
  '】': ']',
};

/** A comment, a quotation mark of another kind, or a character that cannot be seen. */
function oddCharacter(text: ErrorText): Mistake | null {
  const { offset, dialect, hasComments } = text;
  const first = text.at(offset);
  const pair = text.slice(offset, offset + 2);
  if (first === '#' && text.slice(offset, offset + 4) !== '#!/') {
    const message = MISTAKE.hashComment(DIALECT_LABELS[dialect]);
    return { message, start: offset, end: text.lineContentEnd(offset), offers: REPAIR };
  }
  if (!hasComments && (pair === '//' || pair === '/*')) {
    const close = text.slice(offset, text.from + text.text.length).indexOf('*/');
    const end = pair === '/*' && close >= 0 ? offset + close + 2 : text.lineContentEnd(offset);
    const offers: readonly ErrorOffer[] = dialect === 'json' ? ['jsonc', 'repair'] : REPAIR;
    return { message: MISTAKE.comment(DIALECT_LABELS[dialect]), start: offset, end, offers };
  }
  if (first === "'" && dialect !== 'json5') {
    const end = text.stringEnd(offset, text.lineEnd(offset));
    return {
      message: MISTAKE.singleQuotes,
      start: offset,
      end: end < 0 ? offset + 1 : end,
      offers: dialect === 'ndjson' ? REPAIR : ['json5', 'repair'],
    };
  }
  if (/^\.{3}/.test(text.slice(offset, offset + 3))) {
    return { message: MISTAKE.dots, start: offset, end: offset + 3, offers: REPAIR };
  }
  const character = text.character(offset);
  const end = offset + new TextEncoder().encode(character).length;
  const at = { start: offset, end, offers: REPAIR };
  if (QUOTES.test(character)) return { message: MISTAKE.otherQuotes(character), ...at };
  const meant = WIDE[character];
  if (meant !== undefined) return { message: MISTAKE.wide(character, meant), ...at };
  const name = nameOf(character);
  if (name === null) return null;
  return { message: /^\p{Zs}/u.test(character) ? MISTAKE.space(name) : MISTAKE.invisible(name), ...at };
}

/** `no-break space (U+00A0)`; `null` for a character that can be seen, or is plain. */
export function nameOf(character: string): string | null {
  const code = character.codePointAt(0) ?? 0;
  const name =
    CHARACTER_NAMES.get(code) ?? (code > 0x7f && /^[\p{Cf}\p{Z}\p{Cc}]/u.test(character) ? 'character' : null);
  return name === null ? null : `${name} (U+${code.toString(16).toUpperCase().padStart(4, '0')})`;
}

/** A number in a spelling that is none. */
function numberAround(text: ErrorText, isAfterValue = false): Mistake | null {
  const { offset, dialect } = text;
  let start = offset;
  while (start > text.from && /[-+\w.]/.test(text.at(start - 1))) start -= 1;
  const word = text.match(RUN, start);
  if (word === null || !/^[-+]?\.?\d|^[-+](?:Infinity|NaN|inf)?$|^[-+](?:Infinity|NaN|inf)$/.test(word)) return null;
  if (dialect === 'json5' ? isJson5Number(word) : isJsonNumber(word)) return null;
  // What stands apart from the value before it belongs to something else.
  if (start === offset && isAfterValue) return null;
  const mark = { start, end: start + word.length };
  const isJson5 = dialect !== 'json5' && isJson5Number(word);
  const offers: readonly ErrorOffer[] = isJson5 && dialect !== 'ndjson' ? ['json5', 'repair'] : REPAIR;
  const says = (message: string): Mistake => ({ message, ...mark, offers });
  if (/^[-+]?0\d/.test(word)) return says(MISTAKE.leadingZero(word));
  if (/^[-+]?0[xXoObB]/.test(word)) return says(MISTAKE.hexadecimal(word));
  if (/^[-+](?:Infinity|NaN|inf)$/.test(word)) return says(MISTAKE.notNumber(word));
  if (word.startsWith('+') && word.length > 1) return says(MISTAKE.leadingPlus(word));
  if (/^[-+]?(?:\d+\.|\.\d+|\d*\.?\d+[eE][-+]?|)$/.test(word)) return says(MISTAKE.digitMissing(word));
  return says(MISTAKE.badNumber(word));
}

const OTHER_WORDS: Readonly<Record<string, string>> = { undefined: 'null', nil: 'null', NULL: 'null', Null: 'null' };

function wordAt(text: ErrorText, word: string): Mistake {
  const { offset, dialect } = text;
  const shown = text.shown(offset, offset + word.length);
  const says = (message: string, offers = REPAIR): Mistake => ({
    message,
    start: offset,
    end: offset + word.length,
    offers,
  });
  if (word === 'None') return says(MISTAKE.python(word, 'null'));
  if (word === 'True' || word === 'False') return says(MISTAKE.python(word, word.toLowerCase()));
  if (word === 'NaN' || word === 'Infinity') return says(MISTAKE.notNumber(word), json5Offer(dialect));
  const meant = OTHER_WORDS[word];
  if (meant !== undefined) return says(MISTAKE.otherLanguage(word, meant));
  if (/^(?:true|false|null)$/i.test(word) && !/^(?:true|false|null)$/.test(word)) {
    return says(MISTAKE.capitals(word, word.toLowerCase()));
  }
  const whole = ['true', 'false', 'null'].find((literal) => literal.startsWith(word) && word.length > 1);
  if (whole !== undefined && whole !== word) return says(MISTAKE.cutWord(word, whole));
  return says(MISTAKE.word(shown));
}

function json5Offer(dialect: ErrorText['dialect']): readonly ErrorOffer[] {
  return dialect === 'json' || dialect === 'jsonc' ? ['json5', 'repair'] : REPAIR;
}

// ── values, keys, and what is between them ──

function valueAt(text: ErrorText, code: number): Mistake {
  const { offset } = text;
  const found = text.at(offset);
  const before = text.tokenEnd(offset);
  const previous = text.at(before - 1);
  if (found === ',' && (previous === ',' || previous === '[')) {
    return { message: MISTAKE.commaTooMany, start: offset, end: offset + 1, offers: REPAIR };
  }
  if (found === ']' && previous === ',') return commaBefore(text, CODE.lastItem);
  if (/[,}\]]/.test(found)) {
    return { message: MISTAKE.valueMissingBefore(found), start: offset, end: offset + 1, offers: REPAIR };
  }
  const word = text.match(WORD, offset);
  return word === null ? plain(text, code, 1) : wordAt(text, word);
}

/** A comma before a closing bracket. */
function commaBefore(text: ErrorText, code: number): Mistake {
  const end = text.tokenEnd(text.offset);
  const offers: readonly ErrorOffer[] = text.dialect === 'json' ? ['repair', 'jsonc'] : REPAIR;
  const message = MISTAKE.trailingComma(code === CODE.lastKey ? '}' : ']');
  return text.at(end - 1) === ',' ? { message, start: end - 1, end, offers } : plain(text, code, 1);
}

function afterValue(text: ErrorText, code: number): Mistake {
  const { offset } = text;
  const found = text.at(offset);
  const isArray = code === CODE.afterItem;
  const one = { start: offset, end: offset + 1, offers: REPAIR };
  if (found === '}' || found === ']') {
    const [what, expected] = isArray ? [MISTAKE.array, ']'] : [MISTAKE.object, '}'];
    return { message: MISTAKE.wrongCloser(what, found, expected), ...one };
  }
  const end = text.tokenEnd(offset);
  const previous = text.at(end - 1);
  if (found === ':' && isArray && (previous === '"' || previous === "'")) {
    return { message: MISTAKE.keyInArray, start: text.stringBefore(end), end, offers: REPAIR };
  }
  if (found === ';') return { message: MISTAKE.semicolon, ...one };
  if (found === '+') return { message: MISTAKE.plus, ...one };
  const word = text.match(WORD, offset);
  if ((previous === '"' || previous === "'") && end === offset && (word !== null || found === '\\')) {
    return endsEarly(text, end, false);
  }
  if (word === null && !/["'{[-]/.test(found)) return plain(text, code, 1);
  // A word that is no key and no value belongs to what stands before it.
  return { message: MISTAKE.commaMissing, start: end, end, offers: REPAIR };
}

/** A string that was closed by a quotation mark of its content, or of the next string. */
function endsEarly(text: ErrorText, end: number, isKey: boolean): Mistake {
  return {
    message: isKey ? MISTAKE.keyEndsEarly : MISTAKE.stringEndsEarly,
    start: text.stringBefore(end),
    end,
    offers: REPAIR,
  };
}

function keyAt(text: ErrorText, code: number): Mistake {
  const { offset, dialect } = text;
  const found = text.at(offset);
  const one = { start: offset, end: offset + 1, offers: REPAIR };
  if (found === ',') return { message: MISTAKE.commaTooMany, ...one };
  if (found === '{') return { message: MISTAKE.itemInObject, ...one };
  if (found === ']') return { message: MISTAKE.wrongCloser(MISTAKE.object, ']', '}'), ...one };
  const word = text.match(WORD, offset);
  if (word === null) return plain(text, code, 1);
  const isName = /^[A-Za-z_$\x80-\xff][\w$\x80-\xff]*$/.test(word);
  return {
    message: dialect === 'json5' ? MISTAKE.keyInQuotes : MISTAKE.keyWithoutQuotes,
    start: offset,
    end: offset + word.length,
    offers: isName ? json5Offer(dialect) : REPAIR,
  };
}

function colonAt(text: ErrorText, code: number): Mistake {
  const { offset } = text;
  const found = text.at(offset);
  const end = text.tokenEnd(offset);
  const between = { start: end, end, offers: REPAIR };
  if (found === '=') {
    const arrow = text.match(/=>?/y, offset) ?? '=';
    return { message: MISTAKE.colonNotEquals(arrow), start: offset, end: offset + arrow.length, offers: REPAIR };
  }
  if (/[,}\]]/.test(found)) return { message: MISTAKE.valueMissing, ...between };
  const isQuoted = text.at(end - 1) === '"' || text.at(end - 1) === "'";
  if (isQuoted && end === offset && text.match(WORD, offset) !== null) return endsEarly(text, end, true);
  if (found === '-' && end === offset && !isQuoted) {
    let start = offset;
    while (start > text.from && /[\w$\x80-\xff]/.test(text.at(start - 1))) start -= 1;
    const word = text.match(WORD, start)?.length ?? 1;
    return { message: MISTAKE.keyInQuotes, start, end: start + word, offers: REPAIR };
  }
  if (/["'{[\w-]/.test(found)) return { message: MISTAKE.colonMissing, ...between };
  return plain(text, code, 1);
}

/** Text after the root value. */
function restAt(text: ErrorText): Mistake {
  const { offset, dialect } = text;
  const found = text.at(offset);
  const mark = { start: offset, end: Math.max(offset + 1, text.lineContentEnd(offset)) };
  if (/[}\])]/.test(found)) {
    return { message: MISTAKE.bracketTooMany(found), start: offset, end: offset + 1, offers: REPAIR };
  }
  const end = text.tokenEnd(offset);
  if (found === ':' && text.at(end - 1) === '"') return { message: MISTAKE.noBraces, ...mark, offers: REPAIR };
  const isOnNewLine = /[\r\n]/.test(text.slice(end, offset));
  if (dialect !== 'ndjson' && isOnNewLine && isJson(text.shown(offset, mark.end))) {
    return { message: MISTAKE.secondValue, ...mark, offers: ['ndjson', 'repair'] };
  }
  return { message: MISTAKE.textAfter, ...mark, offers: REPAIR };
}
