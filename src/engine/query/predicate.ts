// Tests items against a wizard's filter by their bytes; only strings with escapes are decoded.

import { hasComments } from '../../shared/document/dialect.ts';
import { plainNumber, unquote } from '../../shared/bytes/literals.ts';
import { decodeUtf8, encodeUtf8 } from '../../shared/bytes/utf8.ts';
import {
  readComparison,
  type FilterOperator,
  type OrderOperator,
  type WizardFilter,
} from '../../shared/protocol/wizard.ts';
import type { Places } from '../tape/places.ts';
import { compareDecimals } from '../base/decimals.ts';
import { isExactDouble, readNumber } from '../sort/sort-keys.ts';
import { kindOf, type Tape } from '../tape/tape.ts';
import { compareUnits } from '../sort/natural-order.ts';
import { BACKSLASH } from '../../shared/bytes/ascii.ts';

const NULL = 0x6e;
const TRUE = 0x74;
const FALSE = 0x66;
/** First bytes in UTF-8 of U+E000 to U+FFFF, and of supplementary characters. In UTF-16 order, the latter come first. */
const PRIVATE = 0xee;
const BEYOND = 0xf0;

/** Tests an item; `node` is the value at the filter's path in it, -1 for none. */
export type ItemTest = (item: number, node: number) => boolean;

/** Returns the test of a filter on the live tape and text. @see shared/protocol/wizard.ts for its meaning */
export function testOf(places: Places, filter: WizardFilter): ItemTest {
  const comparison = readComparison(filter);
  const tests =
    comparison.type === 'any'
      ? comparison.literals.map((literal) => new Predicate(places, { type: 'equal', literal }))
      : [new Predicate(places, comparison)];
  const [only] = tests;
  if (tests.length === 1 && only !== undefined) return (item, node) => only.matches(item, node);
  return (item, node) => tests.some((test) => test.matches(item, node));
}

type SingleComparison = Exclude<FilterOperator, { readonly type: 'any' }>;

/** One comparison. */
class Predicate {
  private readonly tape: Tape;
  private readonly bytes: Uint8Array;
  private readonly isRelaxed: boolean;
  /** The literal in UTF-8, if it is a string that UTF-8 can encode. */
  private readonly wanted: Uint8Array | null;
  /** The literal, if it is a number. */
  private readonly number: { readonly text: string; readonly nearest: number; readonly isExact: boolean };

  constructor(
    private readonly places: Places,
    private readonly comparison: SingleComparison,
  ) {
    this.tape = places.tape;
    this.bytes = places.text.slice(0, places.text.size);
    this.isRelaxed = hasComments(places.tape.dialect);
    this.wanted = bytesOf(comparison);
    this.number = numberOf(comparison);
  }

  /** Whether an item matches. `node` is the value at the filter's path in the item; -1 for none. */
  matches(item: number, node: number): boolean {
    const { comparison } = this;
    if (comparison.type === 'never' || this.firstByte(item) === NULL) return false;
    if (comparison.type === 'order') return this.isOrdered(node, comparison);
    if (comparison.type === 'contains' || comparison.type === 'starts') return this.holdsText(node, comparison);
    return this.isEqual(node, comparison.literal) === (comparison.type === 'equal');
  }

  private firstByte(node: number): number {
    return this.bytes[this.tape.start(node)] ?? 0;
  }

  private isEqual(node: number, literal: Extract<FilterOperator, { type: 'equal' | 'unequal' }>['literal']): boolean {
    if (node < 0) return literal.kind === 'null';
    const first = this.firstByte(node);
    switch (literal.kind) {
      case 'null':
        return first === NULL;
      case 'boolean':
        return first === (literal.value ? TRUE : FALSE);
      case 'number':
        return kindOf(first) === 'number' && this.compareNumber(node) === 0;
      case 'string':
        return kindOf(first) === 'string' && this.compareString(node, literal.value) === 0;
    }
  }

  private isOrdered(node: number, { operator, literal }: Extract<FilterOperator, { type: 'order' }>): boolean {
    if (node < 0 || kindOf(this.firstByte(node)) !== literal.kind) return false;
    if (literal.kind === 'string') return holds(this.compareString(node, literal.value), operator);
    return holds(this.compareNumber(node), operator);
  }

  private holdsText(
    node: number,
    { type, literal }: Extract<FilterOperator, { type: 'contains' | 'starts' }>,
  ): boolean {
    if (node < 0 || kindOf(this.firstByte(node)) !== 'string') return false;
    const { bytes, wanted } = this;
    const { start, end } = this.places.range(node);
    const last = end - 1 - (wanted?.length ?? 0);
    if (this.isRelaxed || wanted === null || bytes.subarray(start, end).includes(BACKSLASH)) {
      const text = unquote(decodeUtf8(bytes.subarray(start, end)));
      return type === 'contains' ? text.includes(literal.value) : text.startsWith(literal.value);
    }
    for (let at = start + 1; at <= (type === 'contains' ? last : Math.min(last, start + 1)); at += 1) {
      let length = 0;
      while (length < wanted.length && bytes[at + length] === wanted[length]) length += 1;
      if (length === wanted.length) return true;
    }
    return false;
  }

  /** Compares a number with the literal by their exact values; below 0, 0 or above, and NaN for JSON5's NaN. */
  private compareNumber(node: number): number {
    const { bytes, number } = this;
    const { start, end } = this.places.range(node);
    const nearest = readNumber(bytes, start, end);
    // Rounding keeps the order, so that only equal doubles leave it open.
    if (nearest !== number.nearest) return nearest - number.nearest;
    if (number.isExact && isExactDouble(bytes, start, end)) return 0;
    return compareDecimals(plainNumber(decodeUtf8(bytes.subarray(start, end))), number.text);
  }

  /** Compares a string with the literal; below 0, 0 or above. */
  private compareString(node: number, literal: string): number {
    const { start, end } = this.places.range(node);
    const { wanted, bytes } = this;
    if (this.isRelaxed || wanted === null)
      return compareUnits(unquote(decodeUtf8(bytes.subarray(start, end))), literal);
    const length = end - start - 2;
    const shared = Math.min(length, wanted.length);
    for (let index = 0; index < shared; index += 1) {
      const byte = bytes[start + 1 + index] ?? 0;
      if (byte === BACKSLASH) return compareUnits(unquote(decodeUtf8(bytes.subarray(start, end))), literal);
      const other = wanted[index] ?? 0;
      if (byte === other) continue;
      const isTurned = byte >= PRIVATE && other >= PRIVATE && byte >= BEYOND !== other >= BEYOND;
      return isTurned ? other - byte : byte - other;
    }
    return length - wanted.length;
  }
}

function holds(difference: number, operator: OrderOperator): boolean {
  switch (operator) {
    case '<':
      return difference < 0;
    case '<=':
      return difference <= 0;
    case '>':
      return difference > 0;
    case '>=':
      return difference >= 0;
  }
}

/** The bytes of the literal; `null` unless it is a string without lone surrogates, which UTF-8 cannot encode. */
function bytesOf(comparison: SingleComparison): Uint8Array | null {
  if (comparison.type === 'never' || comparison.literal.kind !== 'string') return null;
  const { value } = comparison.literal;
  const bytes = encodeUtf8(value);
  return decodeUtf8(bytes) === value ? bytes : null;
}

function numberOf(comparison: SingleComparison): { text: string; nearest: number; isExact: boolean } {
  const text = comparison.type !== 'never' && comparison.literal.kind === 'number' ? comparison.literal.json : '0';
  const bytes = encodeUtf8(text);
  return { text, nearest: Number(text), isExact: isExactDouble(bytes, 0, bytes.length) };
}
