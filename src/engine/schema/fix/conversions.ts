// Converts a value to another type, only when nothing is lost.

import { hasComments } from '../../../shared/document/dialect.ts';
import type { FixKind } from '../../../shared/protocol/schema-fixes.ts';
import { isJson, isJsonNumber } from '../../../shared/document/json-text.ts';
import { isWhole } from '../decimals.ts';
import { ARRAY, BOOLEAN, NULL, NUMBER, STRING } from '../kinds.ts';
import type { ValueReader } from '../value-reader.ts';
import { EMPTY } from './suggested-value.ts';

/** Strings with more bytes are not read. */
const MAX_VALUE_BYTES = 100_000;

/**
 * A type, and the JSON of the converted value. `null`: the value is put into an array (`array`), or the only item taken out of
 * one (`single`).
 */
type Conversion = readonly [kind: FixKind, json: string | null];

/** Returns the conversions of a value to the allowed types, in the order of `names`. */
export function conversions(names: readonly string[], value: number, reader: ValueReader): Conversion[] {
  const { start, end } = reader.places.range(value);
  const kind = reader.kind(value);
  if (kind < ARRAY && end - start > MAX_VALUE_BYTES) return names.includes('array') ? [['array', null]] : [];
  const found: Conversion[] = [];
  for (const name of names) {
    const json = kind === NULL ? (EMPTY.get(name) ?? null) : converted(name, value, kind, reader);
    const fixKind = KINDS.get(name);
    if (json !== null && fixKind !== undefined) found.push([fixKind, json]);
  }
  if (kind === ARRAY && holdsOne(names, value, reader)) found.push(['single', null]);
  if (names.includes('array') && kind !== NULL && found.every(([one]) => one !== 'array')) found.push(['array', null]);
  return found;
}

const KINDS: ReadonlyMap<string, FixKind> = new Map([
  ['null', 'null'],
  ['boolean', 'boolean'],
  ['number', 'number'],
  ['integer', 'number'],
  ['string', 'string'],
  ['array', 'array'],
  ['object', 'object'],
]);

function converted(name: string, value: number, kind: number, reader: ValueReader): string | null {
  switch (kind) {
    case STRING:
      return ofString(name, reader.text(value).trim());
    case NUMBER:
      return ofNumber(name, reader.number(value));
    case BOOLEAN: {
      const isTrue = reader.places.kind(value) === 'true';
      if (name === 'string') return isTrue ? '"true"' : '"false"';
      return name === 'number' || name === 'integer' ? (isTrue ? '1' : '0') : null;
    }
    default:
      return null;
  }
}

function ofString(name: string, text: string): string | null {
  switch (name) {
    case 'number':
      return isJsonNumber(text) ? text : null;
    case 'integer':
      return isJsonNumber(text) && isWhole(text) ? plainInteger(text) : null;
    case 'boolean':
      return /^(?:true|false)$/i.test(text) ? text.toLowerCase() : null;
    case 'null':
      return text === '' || /^null$/i.test(text) ? 'null' : null;
    case 'array':
      return text.startsWith('[') && isJson(text) ? text : null;
    case 'object':
      return text.startsWith('{') && isJson(text) ? text : null;
    default:
      return null;
  }
}

function ofNumber(name: string, text: string): string | null {
  if (name === 'string') return JSON.stringify(text);
  if (name === 'integer') return /^-?\d+\.0+$/.test(text) ? plainInteger(text) : null;
  return name === 'boolean' && /^[01]$/.test(text) ? String(text === '1') : null;
}

/** Removes a fraction of zeros, with which a number is no integer in draft 4. */
const plainInteger = (text: string): string => text.replace(/\.0+$/, '');

/** Whether an array has a single item, of an allowed type. False in dialects with comments, which would be lost. */
function holdsOne(names: readonly string[], value: number, reader: ValueReader): boolean {
  const { places } = reader;
  const { tape } = places;
  const item = value + 1;
  if (hasComments(tape.dialect) || tape.isClosing(item) || tape.next(item) !== tape.closing(value)) return false;
  const kind = places.kind(item);
  if (kind === 'true' || kind === 'false') return names.includes('boolean');
  return names.includes(kind) || (kind === 'number' && names.includes('integer') && reader.isInteger(item, true));
}
