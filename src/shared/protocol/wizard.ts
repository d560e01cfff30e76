// A wizard selects items of an array, their order, and what of each item is returned. It is written as a query in every
// language (`ui/transform/writing`), and run on the tape (`engine/query`); both have the same meaning.
//
// Filter. A path leads through members of objects only; where it ends early, the value is missing, which counts as null. `==`
// and `!=` compare kind and value. `<` and `>` order two numbers by value, or two strings by UTF-16 units. For any other
// operands `<` and `>` are false, and `<=` and `>=` mean `==`. `contains` and `starts with` hold of texts only, letter by letter;
// `is one of` takes values with a comma between and means `==` for any of them. Numbers are compared by their exact values; a query language sees the
// nearest doubles of some, and says so in a note. Items that are null never match, because a JMESPath filter can't select them.
// Of several filters, all have to match, or any of them.
//
// Sort. Numbers by value, strings by UTF-16 units; equal items keep their order in both directions. All other values come last
// here; the languages order them in their own ways, and JMESPath refuses them.
//
// Pick. Missing values become null. When sorting or picking by a key, jq fails on paths that lead through a scalar or an array.
//
// UTF-16 units and code points differ in one respect: by units, U+E000 to U+FFFF come after the characters above U+FFFF, by
// code points before them. jq and JMESPath compare only by code points. Two more limits of the libraries: in JSON Query a key
// of digits also names a position of an array, and JMESPath may reorder items with equal strings.

import type { Path } from '../document/path.ts';
import { isJsonNumber } from '../document/json-text.ts';

export const SCALAR_OPERATORS = ['==', '!=', '<', '<=', '>', '>='] as const;
export const OPERATORS = [...SCALAR_OPERATORS, 'contains', 'starts with', 'is one of'] as const;

/** An operator that compares with one scalar. */
export type ScalarOperator = (typeof SCALAR_OPERATORS)[number];

export type Operator = (typeof OPERATORS)[number];

/** Selects the items whose value at a path compares as given with a literal. */
export interface WizardFilter {
  /** Keys only, relative to an item; empty for the item itself. */
  readonly path: Path;
  readonly operator: Operator;
  /** A JSON scalar as typed; anything else is a string without quotes. For `is one of`, several with commas between. */
  readonly literal: string;
}

/** A filter that compares with one scalar. */
export interface ScalarFilter extends WizardFilter {
  readonly operator: ScalarOperator;
}

/** How several filters go together. */
export type FilterJoin = 'and' | 'or';

/** Filters that select items together; none of them selects all. */
export interface WizardFilters {
  readonly filters: readonly WizardFilter[];
  readonly join: FilterJoin;
}

/** The order of items. */
export interface WizardSort {
  readonly path: Path;
  readonly direction: 'ascending' | 'descending';
}

/** Filters, then sorts, then picks; each step is optional. */
export interface Wizard extends WizardFilters {
  readonly sort: WizardSort | null;
  /**
   * The parts of each item to return: one path gives its value, several give an object of their values, none the whole item.
   */
  readonly pick: readonly Path[];
}

/** A wizard that returns the array unchanged. */
export const NO_WIZARD: Wizard = { filters: [], join: 'and', sort: null, pick: [] };

export type FieldKind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';

/** A field that occurs in the items. */
export interface WizardField {
  /** Relative to an item; empty for the items themselves. */
  readonly path: readonly string[];
  /** How many items have it. */
  readonly presence: number;
  /** How many of its values have each kind. */
  readonly kinds: Readonly<Record<FieldKind, number>>;
}

/** The fields of an array that the wizard offers. */
export interface WizardFields {
  readonly items: number;
  /** In order of first occurrence. */
  readonly fields: readonly WizardField[];
  /** Whether the list has all fields. */
  readonly complete: boolean;
}

/** The value of a literal. */
export type Literal =
  | { readonly kind: 'number'; readonly json: string; readonly value: number }
  | { readonly kind: 'string'; readonly json: string; readonly value: string }
  | { readonly kind: 'boolean'; readonly json: 'true' | 'false'; readonly value: boolean }
  | { readonly kind: 'null'; readonly json: 'null'; readonly value: null };

export type OrderOperator = '<' | '<=' | '>' | '>=';

/** The test of a filter, resolved. */
export type FilterOperator =
  | ScalarTest
  | { readonly type: 'contains' | 'starts'; readonly literal: Extract<Literal, { kind: 'string' }> }
  /** Two at least. */
  | { readonly type: 'any'; readonly literals: readonly Literal[] };

/** A comparison with one scalar, resolved. */
export type ScalarTest =
  | { readonly type: 'never' }
  | { readonly type: 'equal' | 'unequal'; readonly literal: Literal }
  | {
      readonly type: 'order';
      readonly operator: OrderOperator;
      readonly literal: Extract<Literal, { kind: 'number' | 'string' }>;
    };

/** Parses a typed literal as a JSON scalar: a number, `true`, `false`, `null` or a quoted string; anything else is a string. */
export function readLiteral(typed: string): Literal {
  const text = typed.trim();
  if (isJsonNumber(text)) return { kind: 'number', json: text, value: Number(text) };
  if (text === 'true' || text === 'false') return { kind: 'boolean', json: text, value: text === 'true' };
  if (text === 'null') return { kind: 'null', json: text, value: null };
  return stringLiteral(readString(text) ?? typed);
}

function stringLiteral(value: string): Extract<Literal, { kind: 'string' }> {
  return { kind: 'string', json: JSON.stringify(value), value };
}

/** Values with commas between, of which those in quotes may hold some. */
const LISTED = /\s*("(?:[^"\\]|\\.)*"(?=\s*(?:,|$))|[^,]*)\s*(?:,|$)/gsy;

function readAny(path: Path, typed: string): FilterOperator {
  const parts = [...typed.matchAll(LISTED)].map(([, part = '']) => part.trim()).filter((part) => part !== '');
  // Items that are null never match.
  const literals = parts.map(readLiteral).filter(({ kind }) => kind !== 'null' || path.length > 0);
  const [first] = literals;
  if (first === undefined) return { type: 'never' };
  return literals.length === 1 ? { type: 'equal', literal: first } : { type: 'any', literals };
}

/** Resolves a filter to the comparison that it makes. */
export function readComparison(filter: WizardFilter): FilterOperator {
  const { path, operator, literal: typed } = filter;
  if (operator === 'contains' || operator === 'starts with') {
    const type = operator === 'contains' ? 'contains' : 'starts';
    return { type, literal: stringLiteral(readString(typed.trim()) ?? typed) };
  }
  return operator === 'is one of' ? readAny(path, typed) : readScalar({ ...filter, operator });
}

/** Resolves a filter that compares with one scalar. */
export function readScalar({ path, operator, literal: typed }: ScalarFilter): ScalarTest {
  const literal = readLiteral(typed);
  const isNullItem = literal.kind === 'null' && path.length === 0;
  if (operator === '!=') return { type: 'unequal', literal };
  if (operator === '==') return isNullItem ? { type: 'never' } : { type: 'equal', literal };
  if (literal.kind === 'number' || literal.kind === 'string') return { type: 'order', operator, literal };
  if (operator === '<' || operator === '>' || isNullItem) return { type: 'never' };
  return { type: 'equal', literal };
}

/**
 * Returns the keys of the object of picked values: the last key of each path; if that is taken, the whole path joined by dots;
 * if that is taken too, with a number appended.
 */
export function pickKeys(paths: readonly Path[]): string[] {
  const taken = new Set<string>();
  return paths.map((path) => {
    const whole = path.join('.') || 'item';
    let key = String(path.at(-1) ?? whole);
    for (let number = 1; taken.has(key); number += 1) key = number === 1 ? whole : `${whole} ${number}`;
    taken.add(key);
    return key;
  });
}

function readString(text: string): string | null {
  if (!text.startsWith('"')) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}
