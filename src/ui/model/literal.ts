// Converts the text of a row to the text of an input field, and back to JSON. Numbers are never parsed: a typed literal is
// passed on as it is.

import { unquote } from '../../shared/bytes/literals.ts';
import type { Dialect } from '../../shared/document/dialect.ts';
import type { RowKind } from '../../shared/protocol/rows.ts';
import { isJson, isJson5Number, isJsonToken } from '../../shared/document/json-text.ts';

/**
 * Returns the JSON for a typed text. A string stays a string; otherwise a valid JSON literal is used as typed, in a JSON5
 * document also a JSON5 number, and anything else becomes a string.
 */
export function literalOf(typed: string, kind: RowKind, dialect: Dialect = 'json'): string {
  return kind === 'string' || !isLiteral(typed, dialect) ? JSON.stringify(typed) : typed.trim();
}

/**
 * Like `literalOf`, for a field that shows escapes. Typed JSON keeps its own escapes. In the field of a string, which may
 * contain JSON, the escapes are those of the string.
 */
export function literalOfEscaped(typed: string, kind: RowKind, wasText: boolean, dialect: Dialect = 'json'): string {
  const text = readEscapes(typed);
  if (kind === 'string' || (wasText && isLiteral(text, dialect))) return literalOf(text, kind, dialect);
  return isLiteral(typed, dialect) ? literalOf(typed, kind, dialect) : literalOf(text, 'string');
}

function isLiteral(typed: string, dialect: Dialect): boolean {
  const text = typed.trim();
  return isJsonToken(text, dialect) || (/^[[{"]/.test(text) && isJson(text));
}

/**
 * Whether a string shown without its quotes could be taken for something else: a number, a word of JSON, an array, an object,
 * another string with its quotes, or nothing at all.
 */
export function needsQuotes(text: string): boolean {
  const bare = text.trim();
  return bare === '' || isJson5Number(bare) || /^(?:true|false|null|\[.*\]|\{.*\}|".*")$/s.test(bare);
}

/** Returns the text that a field shows for a scalar's literal. */
export function editableOf(literal: string, kind: RowKind): string {
  return kind === 'string' ? unquote(literal) : literal;
}

/**
 * Returns a text for a field, which supports line feeds only, and a function that restores the original line ends. `null` for
 * mixed line ends, which a field would lose.
 */
export function toField(text: string): { readonly value: string; fromField(value: string): string } | null {
  const ends = new Set(text.match(/\r\n|\r|\n/g));
  if (ends.size > 1) return null;
  const [end = '\n'] = ends;
  return {
    value: text.replaceAll(end, '\n'),
    fromField: (value) => (end === '\n' ? value : value.replaceAll('\n', end)),
  };
}

/**
 * How control characters are shown: line breaks and tabs as symbols, or all of them as JSON escapes. With escapes the backslash
 * is escaped too, to distinguish `\n` from a backslash and an n.
 * @see requirements FMT-1
 */
export type Controls = 'signs' | 'escapes';

const NAMES: Readonly<Record<Controls, ReadonlyMap<string, string>>> = {
  signs: new Map([
    ['\\', '\\'],
    ['\n', '↵'],
    ['\r', '␍'],
    ['\t', '⇥'],
  ]),
  escapes: new Map([
    ['\\', '\\\\'],
    ['\b', '\\b'],
    ['\f', '\\f'],
    ['\n', '\\n'],
    ['\r', '\\r'],
    ['\t', '\\t'],
  ]),
};

/** Returns a string on one line. Control characters without a short escape become `\u` escapes in both styles. */
export function onOneLine(text: string, controls: Controls = 'signs'): string {
  const names = NAMES[controls];
  // eslint-disable-next-line no-control-regex -- control characters are what this is about
  return text.replace(/[\\\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, (character) => {
    return names.get(character) ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** An escape in JSON text; a pair of surrogates is one. */
const WRITTEN = /\\(?:u([dD][89abAB][\da-fA-F]{2})\\u([dD][c-fC-F][\da-fA-F]{2})|u([\da-fA-F]{4})|.)/gs;
/** Characters that have to stay escaped to be recognised, or to be seen at all. */
const UNREADABLE = /[\p{C}\p{Z}\p{M}"'\\]/u;

/** Shows the characters that `\u` escapes of JSON text stand for, where they can be read. */
export function readable(json: string): string {
  return json.replace(WRITTEN, (escape: string, high?: string, low?: string, unit?: string) => {
    const units = high !== undefined && low !== undefined ? [high, low] : unit !== undefined ? [unit] : [];
    const meant = String.fromCharCode(...units.map((hex) => Number.parseInt(hex, 16)));
    return meant === '' || UNREADABLE.test(meant) ? escape : meant;
  });
}

const ESCAPE = /\\(?:u([\da-fA-F]{4})|(["\\/bfnrt]))/g;
const MEANINGS = new Map([...NAMES.escapes].map(([character, escape]) => [escape.slice(1), character]));

/**
 * Returns the text that escapes stand for: the inverse of `onOneLine` with escapes. A backslash before any other character is
 * literal.
 */
export function readEscapes(text: string): string {
  return text.replace(ESCAPE, (_, unit?: string, name = '') =>
    unit === undefined ? (MEANINGS.get(name) ?? name) : String.fromCharCode(Number.parseInt(unit, 16)),
  );
}
