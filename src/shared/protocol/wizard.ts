// What the wizard asks for: which items of an array, in which order, and what of each. It is written as a query in
// every language (`ui/transform/writing`), and carried out over the tape (`workers/engine/query`); both mean the same.
//
// Filter. A path leads through members of objects alone; where it ends before, the value is missing, and that counts
// as null. `==` and `!=` compare kind and value. Order is between two numbers, by value, or two strings, by UTF-16
// units; of anything else `<` and `>` are false, `<=` and `>=` are as `==`. Numbers are the nearest doubles. Items that
// are null never match: a JMESPath filter can't hold them.
//
// Sort. Numbers by value, strings by UTF-16 units; equals keep their order in both directions. What is neither comes
// last here; the languages have orders of their own for that, and JMESPath refuses it.
//
// Pick. What is missing is null. Sorting and picking by a key, jq fails where a scalar or an array is in the way.
//
// Units and code points differ in one thing: U+E000 to U+FFFF stand behind the characters beyond U+FFFF, or before
// them. jq and JMESPath know code points alone. Two more limits of libraries: in JSON Query a key of digits names positions
// of arrays too, and JMESPath's sort by strings may reorder equals.

import type { Path } from '../document/path.ts';

export const OPERATORS = ['==', '!=', '<', '<=', '>', '>='] as const;

export type Operator = (typeof OPERATORS)[number];

/** Items whose value at a path compares so with a literal. */
export interface WizardFilter {
  /** Of keys, from an item on; empty for the item itself. */
  readonly path: Path;
  readonly operator: Operator;
  /** A JSON scalar, as it was typed; what is none is a string without its quotes. */
  readonly literal: string;
}

/** The order of items. */
export interface WizardSort {
  readonly path: Path;
  readonly direction: 'ascending' | 'descending';
}

/** Filter, then sort, then pick; each may be missing. */
export interface Wizard {
  readonly filter: WizardFilter | null;
  readonly sort: WizardSort | null;
  /** What is kept of each item: one path gives its value, several an object of them; none keeps the item. */
  readonly pick: readonly Path[];
}

/** A wizard that asks for nothing. */
export const NO_WIZARD: Wizard = { filter: null, sort: null, pick: [] };

export type FieldKind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';

/** A field that items have. */
export interface WizardField {
  /** From an item on; empty for the items themselves. */
  readonly path: readonly string[];
  /** How many items have it. */
  readonly presence: number;
  /** As what, in how many of them. */
  readonly kinds: Readonly<Record<FieldKind, number>>;
}

/** All that a wizard can ask for of an array. */
export interface WizardFields {
  readonly items: number;
  /** In the order in which they come first. */
  readonly fields: readonly WizardField[];
  /** Whether these are all. */
  readonly complete: boolean;
}

/** What a literal stands for. */
export type Literal =
  | { readonly kind: 'number'; readonly json: string; readonly value: number }
  | { readonly kind: 'string'; readonly json: string; readonly value: string }
  | { readonly kind: 'boolean'; readonly json: 'true' | 'false'; readonly value: boolean }
  | { readonly kind: 'null'; readonly json: 'null'; readonly value: null };

export type OrderOperator = '<' | '<=' | '>' | '>=';

/** What a filter asks of a value. */
export type Comparison =
  | { readonly type: 'never' }
  | { readonly type: 'equal' | 'unequal'; readonly literal: Literal }
  | {
      readonly type: 'order';
      readonly operator: OrderOperator;
      readonly literal: Extract<Literal, { kind: 'number' | 'string' }>;
    };

/** RFC 8259 §6. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** What was typed, as a JSON scalar: a number, `true`, `false`, `null`, a string in quotes, or else a string as it is. */
export function readLiteral(typed: string): Literal {
  const text = typed.trim();
  if (NUMBER.test(text)) return { kind: 'number', json: text, value: Number(text) };
  if (text === 'true' || text === 'false') return { kind: 'boolean', json: text, value: text === 'true' };
  if (text === 'null') return { kind: 'null', json: text, value: null };
  const value = readString(text) ?? typed;
  return { kind: 'string', json: JSON.stringify(value), value };
}

/** What a filter comes down to. */
export function readComparison({ path, operator, literal: typed }: WizardFilter): Comparison {
  const literal = readLiteral(typed);
  const isNullItem = literal.kind === 'null' && path.length === 0;
  if (operator === '!=') return { type: 'unequal', literal };
  if (operator === '==') return isNullItem ? { type: 'never' } : { type: 'equal', literal };
  if (literal.kind === 'number' || literal.kind === 'string') return { type: 'order', operator, literal };
  if (operator === '<' || operator === '>' || isNullItem) return { type: 'never' };
  return { type: 'equal', literal };
}

/**
 * The keys of an object of picked values: the last key of each path; where that is taken, the whole path with dots;
 * where that is too, with a number behind it.
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
