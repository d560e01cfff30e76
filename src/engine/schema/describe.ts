// The sentence of an error: what was found, what was expected, and the nearest allowed value.

import { SCHEMA } from '../../shared/texts/schema.ts';
import type { SchemaFailure } from './failure.ts';
import { allowedValues, countAllowed, type AllowedCheck } from './allowed-values.ts';
import { nameOrPlaceOf } from './alternative-name.ts';
import type { Check } from './graph.ts';
import { nearestFreeKey } from './free-keys.ts';
import { nearest } from '../base/nearest.ts';
import type { ValueReader } from './value-reader.ts';
import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import { countCodePoints } from './value-reader.ts';
import { NUMBER, OBJECT } from './kinds.ts';

const KIND_NAMES = ['null', 'boolean', 'number', 'string', 'array', 'object'] as const;
/** Allowed values that are listed, and that are compared with the found one. */
const MAX_LISTED = 5;
const MAX_COMPARED = 1000;
const MAX_VALUE_LENGTH = 200;
/** Alternatives that are named. */
const MAX_NAMED = 3;

/** Returns the sentence of a failure. */
export function describeFailure({ reason, check, detail, value, matched }: SchemaFailure, reader: ValueReader): string {
  const members = check?.type === 'members' ? check : null;
  switch (reason) {
    case 'value':
      return check === null ? SCHEMA.forbidden : describeValue(check, value, reader);
    case 'forbidden':
      return SCHEMA.forbidden;
    case 'unknown':
      return SCHEMA.unknown(reader.places.key(value), members && nearestFreeKey(members, value, reader.places));
    case 'unevaluated': {
      const parent = reader.places.parent(value);
      return parent >= 0 && reader.kind(parent) === OBJECT
        ? SCHEMA.unknown(reader.places.key(value), null)
        : SCHEMA.unknownItem;
    }
    case 'missing':
      return SCHEMA.missing(members?.names.names[detail] ?? '');
    case 'dependent': {
      const count = members?.names.count ?? 1;
      const { key = 0 } = members?.dependentRequired[Math.floor(detail / count)] ?? {};
      return SCHEMA.dependent(members?.names.names[detail % count] ?? '', members?.names.names[key] ?? '');
    }
    case 'tooFew':
    case 'tooMany':
      return SCHEMA.members(detail, members?.least ?? 0, members?.most ?? Infinity);
    case 'contains':
      return check?.type === 'elements' ? SCHEMA.contains(detail, check.least, check.most) : '';
    case 'repeated':
      return SCHEMA.unique;
    case 'none':
      return SCHEMA.none(detail);
    case 'several':
      return SCHEMA.several(detail, matched.slice(0, MAX_NAMED).map(nameOrPlaceOf));
    case 'not':
      return SCHEMA.not;
  }
}

function describeValue(check: Check, value: number, reader: ValueReader): string {
  switch (check.type) {
    case 'type': {
      const kind = reader.kind(value);
      const found = kind === NUMBER && check.names.includes('integer') ? 'number' : KIND_NAMES[kind];
      return SCHEMA.type(check.names, found);
    }
    case 'values':
      return describeAllowed(check, value, reader);
    case 'bound':
      return SCHEMA.bound(reader.number(value), check.isLower, check.isExclusive, check.bound.text);
    case 'multiple':
      return SCHEMA.multiple(reader.number(value), check.divisor.text);
    case 'length':
      return SCHEMA.length(countCodePoints(reader.text(value)), check.least, check.most);
    case 'pattern':
      return SCHEMA.pattern(reader.text(value), check.source);
    case 'format':
      return SCHEMA.format(reader.text(value), check.name);
    case 'items':
      return SCHEMA.items(reader.count(value), check.least, check.most);
    default:
      return SCHEMA.forbidden;
  }
}

function describeAllowed(check: AllowedCheck, value: number, reader: ValueReader): string {
  const found = spell(reader, value);
  const listed = [...allowedValues(check, MAX_COMPARED)].map((one) => spell(one.reader, one.value));
  const allowed = [...new Set(listed)];
  const count = countAllowed(check) - (listed.length - allowed.length);
  if (check.keyword === 'const' && count === 1) return SCHEMA.constant(allowed[0] ?? '');
  return SCHEMA.enumeration(found, allowed.slice(0, MAX_LISTED), count, nearest(found, allowed));
}

/** The text of a value, truncated when it is long. */
function spell(reader: ValueReader, value: number): string {
  if (value < 0) return JSON.stringify(reader.text(value));
  const { start, end } = reader.places.range(value);
  return decodeUtf8(reader.places.text.slice(start, Math.min(end, start + MAX_VALUE_LENGTH)));
}
