// Writes an inferred schema as JSON. Recursion is bounded by the depth of the shapes.

import { ARRAY, BOOLEAN, NULL, NUMBER, OBJECT, STRING } from '../kinds.ts';
import { SCHEMA_INFERRED } from '../../../shared/texts/schema.ts';
import type { FormatTest, ValueShape } from './value-shape.ts';

const DRAFT = 'https://json-schema.org/draft/2020-12/schema';
/** Strings become an `enum` when each value occurs at least this often on average. */
const TIMES_EACH = 4;

type Member = readonly [key: string, json: string];

/** What is written. */
interface Writing {
  readonly tests: readonly FormatTest[];
  /** Whether the least and the greatest number of each place are. */
  readonly hasRanges: boolean;
}

/** Returns the schema, indented by two spaces. */
export function writeSchema(root: ValueShape, writing: Writing): string {
  return `${object([['$schema', JSON.stringify(DRAFT)], ...membersOf(root, writing, 1)], 0)}\n`;
}

function membersOf(shape: ValueShape, writing: Writing, level: number): Member[] {
  const members: Member[] = [];
  const types = typesOf(shape);
  if (types.length > 0) members.push(['type', JSON.stringify(types.length === 1 ? types[0] : types)]);
  members.push(...stringMembers(shape, types, writing.tests, level));
  const { range, items, properties, isCut } = shape;
  if (writing.hasRanges && range !== null && range !== undefined)
    members.push(['minimum', range.least], ['maximum', range.most]);
  if (items !== null) members.push(['items', object(membersOf(items, writing, level + 1), level)]);
  if (properties !== null && properties.size > 0) {
    const inner = [...properties.values()].map(({ key, shape: own }): Member => [
      key,
      object(membersOf(own, writing, level + 2), level + 1),
    ]);
    members.push(['properties', object(inner, level)]);
    const objects = shape.counts[OBJECT] ?? 0;
    const required = [...properties.values()].filter(({ count }) => count === objects).map(({ key }) => key);
    if (required.length > 0) members.push(['required', JSON.stringify(required)]);
  }
  if (isCut) members.push(['$comment', JSON.stringify(SCHEMA_INFERRED.cut)]);
  return members;
}

function typesOf({ counts, areWhole }: ValueShape): string[] {
  const names: string[] = [];
  for (const [kind, name] of [
    [OBJECT, 'object'],
    [ARRAY, 'array'],
    [STRING, 'string'],
    [NUMBER, areWhole ? 'integer' : 'number'],
    [BOOLEAN, 'boolean'],
    [NULL, 'null'],
  ] as const) {
    if ((counts[kind] ?? 0) > 0) names.push(name);
  }
  return names;
}

/** The format that all strings have, else an `enum` of their values when there are few. */
function stringMembers(
  shape: ValueShape,
  types: readonly string[],
  tests: readonly FormatTest[],
  level: number,
): Member[] {
  const count = shape.counts[STRING] ?? 0;
  if (count === 0) return [];
  const format = tests.find(({ bit }) => (shape.formats & bit) !== 0);
  if (format !== undefined) return [['format', JSON.stringify(format.name)]];
  const { values } = shape;
  const isAlone = types.every((name) => name === 'string' || name === 'null');
  if (values === null || !isAlone || count < values.size * TIMES_EACH) return [];
  const allowed = [...values].map((value) => JSON.stringify(value));
  if (types.includes('null')) allowed.push('null');
  const line = `[${allowed.join(', ')}]`;
  const inner = '  '.repeat(level + 1);
  return [['enum', line.length <= 80 ? line : `[\n${inner}${allowed.join(`,\n${inner}`)}\n${'  '.repeat(level)}]`]];
}

/** An object whose members are indented one level deeper than `level`. */
function object(members: readonly Member[], level: number): string {
  if (members.length === 0) return '{}';
  const indent = '  '.repeat(level + 1);
  const lines = members.map(([key, json]) => `${indent}${JSON.stringify(key)}: ${json}`);
  return `{\n${lines.join(',\n')}\n${'  '.repeat(level)}}`;
}
