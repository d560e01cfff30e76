// Compiles the keywords that inspect a value alone.

import { SCHEMA } from '../../shared/texts/schema.ts';
import type { Work } from '../base/work.ts';
import type { Keywords } from './keywords.ts';
import { readDecimal, type SchemaDecimal } from './decimals.ts';
import { ARRAY, BOOLEAN, INTEGER_BIT, NULL, NUMBER, OBJECT, STRING } from './kinds.ts';
import type { ValueCheck } from './graph.ts';
import { ValueSet } from './value-set.ts';

const TYPES = new Map([
  ['null', 1 << NULL],
  ['boolean', 1 << BOOLEAN],
  ['number', 1 << NUMBER],
  ['integer', INTEGER_BIT],
  ['string', 1 << STRING],
  ['array', 1 << ARRAY],
  ['object', 1 << OBJECT],
]);
const EVERY_KIND = (1 << NULL) | (1 << BOOLEAN) | (1 << NUMBER) | (1 << STRING) | (1 << ARRAY) | (1 << OBJECT);
const SLICE_VALUES = 4096;

/** A check, and the kinds of values that it applies to, as bits. */
interface Masked {
  readonly check: ValueCheck;
  readonly mask: number;
}

/** Compiles the assertions of a schema. */
export function* valueChecks(keywords: Keywords): Work<Masked[]> {
  const { source, draft } = keywords;
  const checks: Masked[] = [];
  const add = (check: ValueCheck, mask: number): void => {
    checks.push({ check, mask });
  };
  const type = keywords.get('type');
  const single = source.string(type);
  const names = single === null ? source.strings(type) : [single];
  if (names !== null)
    add({ type: 'type', mask: names.reduce((mask, name) => mask | (TYPES.get(name) ?? 0), 0), names }, EVERY_KIND);
  const constant = draft >= 6 ? keywords.get('const') : undefined;
  if (constant !== undefined) {
    add({ type: 'values', keyword: 'const', values: yield* setOf(keywords, [constant]) }, EVERY_KIND);
  }
  const allowed = source.items(keywords.get('enum'));
  if (allowed !== null) add({ type: 'values', keyword: 'enum', values: yield* setOf(keywords, allowed) }, EVERY_KIND);
  for (const check of bounds(keywords)) add(check, 1 << NUMBER);
  for (const check of stringChecks(keywords)) add(check, 1 << STRING);
  const least = source.count(keywords.get('minItems')) ?? 0;
  const most = source.count(keywords.get('maxItems')) ?? Infinity;
  if (least > 0 || most < Infinity) add({ type: 'items', least, most }, 1 << ARRAY);
  if (source.isTrue(keywords.get('uniqueItems'))) add({ type: 'unique' }, 1 << ARRAY);
  return checks;
}

function* setOf(keywords: Keywords, entries: readonly number[]): Work<ValueSet> {
  const set = new ValueSet(keywords.hasher());
  for (const [index, entry] of entries.entries()) {
    yield* set.add(entry);
    if (index % SLICE_VALUES === SLICE_VALUES - 1) yield { done: index, total: entries.length };
  }
  return set;
}

function* bounds({ source, draft, options, get }: Keywords): Generator<ValueCheck> {
  const decimal = (keyword: string): SchemaDecimal | null => {
    const text = source.number(get(keyword));
    if (text === null) return null;
    return readDecimal(options.parser === 'native' && Number.isFinite(Number(text)) ? String(Number(text)) : text);
  };
  for (const [keyword, exclusive, isLower] of [
    ['minimum', 'exclusiveMinimum', true],
    ['maximum', 'exclusiveMaximum', false],
  ] as const) {
    const bound = decimal(keyword);
    const isExclusive = draft === 4 && source.isTrue(get(exclusive));
    if (bound !== null) yield { type: 'bound', isLower, isExclusive, bound };
    const beyond = draft > 4 ? decimal(exclusive) : null;
    if (beyond !== null) yield { type: 'bound', isLower, isExclusive: true, bound: beyond };
  }
  const divisor = decimal('multipleOf');
  if (divisor !== null && divisor.nearest >= 0) yield { type: 'multiple', divisor };
}

function* stringChecks({ source, options, get, note }: Keywords): Generator<ValueCheck> {
  const least = source.count(get('minLength')) ?? 0;
  const most = source.count(get('maxLength')) ?? Infinity;
  if (least > 0 || most < Infinity) yield { type: 'length', least, most };
  const expression = source.string(get('pattern'));
  if (expression !== null) {
    const pattern = options.patterns.compile(expression);
    if (pattern === null) note(SCHEMA.badPattern(expression));
    else yield { type: 'pattern', source: expression, pattern };
  }
}

/** Compiles `format`; `null` when it only annotates, or is unknown. */
export function formatCheck({ source, draft, options, asserts, get }: Keywords): ValueCheck | null {
  const name = asserts ? source.string(get('format')) : null;
  const test = name === null ? null : options.formats.find(name, draft < 7);
  return name === null || test === null ? null : { type: 'format', name, test };
}
