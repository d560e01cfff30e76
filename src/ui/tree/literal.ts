// From what a row says to what a person edits, and back to JSON. Numbers are never read as numbers: a
// literal that a person types is sent as it is typed.

import { unquote } from '../../shared/literals.ts';
import type { Kind } from '../../shared/rows.ts';

/** RFC 8259 §6. */
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * The JSON that a person means. What was a string stays one; anywhere else a literal that is valid JSON
 * is taken as it is typed, and all else becomes a string.
 */
export function literalOf(typed: string, kind: Kind): string {
  if (kind === 'string') return JSON.stringify(typed);
  const text = typed.trim();
  const valid = NUMBER.test(text) || text === 'true' || text === 'false' || text === 'null' || isCompound(text);
  return valid ? text : JSON.stringify(typed);
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

const SIGNS = new Map([
  ['\n', '↵'],
  ['\r', '␍'],
  ['\t', '⇥'],
]);

/** A string on one line: line breaks and tabs as signs, other control characters as escapes. */
export function onOneLine(text: string): string {
  // eslint-disable-next-line no-control-regex -- control characters are what this is about
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, (character) => {
    return SIGNS.get(character) ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
