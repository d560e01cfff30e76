// Messages about a document that does not match its schema, and about a schema that can't be read.

const MAX_QUOTE_LENGTH = 60;

/** Shortens a long text, without cutting through a surrogate pair. */
function cut(text: string): string {
  if (text.length <= MAX_QUOTE_LENGTH) return text;
  return `${text.slice(0, MAX_QUOTE_LENGTH - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

const quoted = (text: string): string => cut(JSON.stringify(text));

function listed(words: readonly string[], last: string): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1) ?? ''}`;
}

const many = (count: number, one: string, more: string): string =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('en-US')} ${more}`;

const TYPE_NAMES = new Map([
  ['null', 'null'],
  ['boolean', 'true or false'],
  ['number', 'a number'],
  ['integer', 'a whole number'],
  ['string', 'a string'],
  ['array', 'an array'],
  ['object', 'an object'],
]);
const nameOf = (type: string): string => TYPE_NAMES.get(type) ?? type;

export const SCHEMA = {
  notSchema: (kind: string): string => `The schema holds ${nameOf(kind)} where a schema should be; it is passed over.`,
  unresolved: (reference: string): string =>
    `The schema refers to ${quoted(reference)}, which is not there; it is passed over.`,
  notJson: (uri: string, reason: string): string =>
    `The schema${/^https?:/.test(uri) ? ` at ${uri}` : ''} is not valid JSON. ${reason}`,
  badPattern: (pattern: string): string =>
    `The schema has an invalid regular expression, which is passed over: ${cut(pattern)}`,
  slowPattern: 'A regular expression of the schema took too long, so its patterns were not checked.',
  circular: 'The schema refers to itself without end; the circle is passed over.',
  type: (expected: readonly string[], found: string): string =>
    `Expected ${listed(expected.map(nameOf), 'or')}, found ${nameOf(found)}.`,
  constant: (expected: string): string => `Expected ${cut(expected)}.`,
  enumeration: (found: string, allowed: readonly string[], count: number, nearest: string | null): string => {
    const shown = allowed.map(cut);
    const more = count > shown.length ? ` and ${(count - shown.length).toLocaleString('en-US')} more` : '';
    const hint = nearest === null ? '' : ` Did you mean ${cut(nearest)}?`;
    return `${cut(found)} is not allowed.${hint} Allowed: ${shown.join(', ')}${more}.`;
  },
  bound: (found: string, isLower: boolean, isExclusive: boolean, bound: string): string =>
    `${cut(found)} is too ${isLower ? 'small' : 'large'}: expected ${
      isExclusive ? (isLower ? 'more than' : 'less than') : isLower ? 'at least' : 'at most'
    } ${cut(bound)}.`,
  multiple: (found: string, divisor: string): string => `${cut(found)} is not a multiple of ${cut(divisor)}.`,
  length: (found: number, least: number, most: number): string =>
    `The string has ${many(found, 'character', 'characters')}: expected ${
      found < least ? `at least ${least.toLocaleString('en-US')}` : `at most ${most.toLocaleString('en-US')}`
    }.`,
  pattern: (found: string, pattern: string): string => `${quoted(found)} does not match the pattern ${cut(pattern)}.`,
  format: (found: string, format: string): string => `${quoted(found)} is not in the format ${cut(format)}.`,
  items: (found: number, least: number, most: number): string =>
    `The array has ${many(found, 'item', 'items')}: expected ${
      found < least ? `at least ${least.toLocaleString('en-US')}` : `at most ${most.toLocaleString('en-US')}`
    }.`,
  members: (found: number, least: number, most: number): string =>
    `The object has ${many(found, 'property', 'properties')}: expected ${
      found < least ? `at least ${least.toLocaleString('en-US')}` : `at most ${most.toLocaleString('en-US')}`
    }.`,
  unique: 'The item is equal to one before it: expected no item twice.',
  contains: (found: number, least: number, most: number): string =>
    `${many(found, 'item matches', 'items match')} what the array must contain: expected ${
      found < least ? `at least ${least.toLocaleString('en-US')}` : `at most ${most.toLocaleString('en-US')}`
    }.`,
  missing: (key: string): string => `Missing property ${quoted(key)}.`,
  dependent: (key: string, because: string): string =>
    `Missing property ${quoted(key)}, which ${quoted(because)} needs.`,
  unknown: (key: string, nearest: string | null): string =>
    `Unknown property ${quoted(key)}.${nearest === null ? '' : ` Did you mean ${quoted(nearest)}?`}`,
  unknownItem: 'The array must not have this item.',
  forbidden: 'Nothing is allowed here.',
  none: (count: number): string => `The value matches none of ${many(count, 'alternative', 'alternatives')}.`,
  several: (matches: number, names: readonly string[]): string => {
    const more = matches > names.length ? `${names.map(cut).join(', ')} and ${matches - names.length} more` : null;
    const named = more ?? listed(names.map(cut), 'and');
    return `The value matches ${matches} alternatives, ${named}: expected exactly one.`;
  },
  not: 'The value matches what is forbidden here.',
} as const;

export const SCHEMA_INFERRED = {
  cut: 'There is more in the document here than this schema describes.',
} as const;
