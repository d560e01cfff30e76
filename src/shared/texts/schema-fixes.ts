// Descriptions of the quick fixes of schema errors.

import type { FixKind } from '../protocol/schema-fixes.ts';

const MAX_QUOTE_LENGTH = 40;

function cut(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  if (line.length <= MAX_QUOTE_LENGTH) return line;
  return `${line.slice(0, MAX_QUOTE_LENGTH - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

const quoted = (text: string): string => cut(JSON.stringify(text));

const TYPES: Partial<Readonly<Record<FixKind, string>>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
  array: 'an array',
  object: 'an object',
};

export const SCHEMA_FIX = {
  add: (key: string, json: string): string => `Add ${quoted(key)}: ${cut(json)}`,
  remove: (key: string): string => `Remove ${quoted(key)}`,
  removeItem: 'Remove the item',
  rename: (key: string): string => `Rename to ${quoted(key)}`,
  replace: (json: string): string => `Replace by ${cut(json)}`,
  convert: (kind: FixKind, json: string): string => `Convert to ${TYPES[kind] ?? kind}: ${cut(json)}`,
  wrap: 'Put it into an array',
  unwrap: 'Take it out of the array',
  all: (kind: FixKind): string | null => {
    switch (kind) {
      case 'add':
        return 'Add all missing properties';
      case 'remove':
        return 'Remove everything unknown';
      case 'rename':
        return 'Rename all to the keys that come nearest';
      case 'replace':
        return 'Replace all by the nearest allowed value';
      case 'choose':
        return null;
      case 'single':
        return 'Take all out of their arrays';
      default:
        return `Convert all to ${TYPES[kind] ?? kind}`;
    }
  },
} as const;
