// From what a row says to what a person edits, and back to JSON. Numbers are never read as numbers: a
// literal that a person types is sent as it is typed.

import { unquote } from '../../shared/bytes/literals.ts';
import type { Dialect } from '../../shared/document/dialect.ts';
import type { Kind } from '../../shared/protocol/rows.ts';

/** @see https://spec.json5.org/#numbers */
const NUMBER5 = /^[-+]?(?:0[xX][\da-fA-F]+|Infinity|NaN|(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)$/;
/** RFC 8259 §6. */
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * The JSON that a person means. What was a string stays one; anywhere else a literal that is valid JSON
 * is taken as it is typed, in a document of JSON5 a number of that too, and all else becomes a string.
 */
export function literalOf(typed: string, kind: Kind, dialect: Dialect = 'json'): string {
  return kind === 'string' || !isLiteral(typed, dialect) ? JSON.stringify(typed) : typed.trim();
}

/**
 * As `literalOf`, of a field with escapes. JSON that is typed has its own, and keeps them; what was a string before
 * may hold JSON, and then its escapes are those of the string.
 */
export function literalOfEscaped(typed: string, kind: Kind, wasText: boolean, dialect: Dialect = 'json'): string {
  const text = readEscapes(typed);
  if (kind === 'string' || (wasText && isLiteral(text, dialect))) return literalOf(text, kind, dialect);
  return isLiteral(typed, dialect) ? literalOf(typed, kind, dialect) : literalOf(text, 'string');
}

function isLiteral(typed: string, dialect: Dialect): boolean {
  const text = typed.trim();
  if (dialect === 'json5' && NUMBER5.test(text)) return true;
  return NUMBER.test(text) || text === 'true' || text === 'false' || text === 'null' || isCompound(text);
}

function isCompound(text: string): boolean {
  if (!/^[[{"]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** What to show in a field for a scalar's literal. */
export function editableOf(literal: string, kind: Kind): string {
  return kind === 'string' ? unquote(literal) : literal;
}

/**
 * A text for a field, which knows only line feeds, and how to bring the text's own line ends back.
 * `null` where it mixes them: a field would lose the difference.
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
 * How control characters are shown: line breaks and tabs as signs, or all of them as escapes of JSON. Among escapes a
 * backslash is one too, or nobody could tell `\n` from a backslash and an n. @see requirements FMT-1
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

/** A string on one line. Control characters that have no name there are `\u` escapes either way. */
export function onOneLine(text: string, controls: Controls = 'signs'): string {
  const names = NAMES[controls];
  // eslint-disable-next-line no-control-regex -- control characters are what this is about
  return text.replace(/[\\\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, (character) => {
    return names.get(character) ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

const ESCAPE = /\\(?:u([\da-fA-F]{4})|(["\\/bfnrt]))/g;
const MEANINGS = new Map([...NAMES.escapes].map(([character, escape]) => [escape.slice(1), character]));

/** What a text with escapes stands for: the inverse of `onOneLine` with escapes. A backslash before anything else is one. */
export function readEscapes(text: string): string {
  return text.replace(ESCAPE, (_, unit?: string, name = '') =>
    unit === undefined ? (MEANINGS.get(name) ?? name) : String.fromCharCode(Number.parseInt(unit, 16)),
  );
}
