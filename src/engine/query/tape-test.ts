// Evaluates JSONPath filters on the tape. A test applies to one node. Numbers are compared exactly, strings by code points.
// A missing value, or one of another kind, equals no scalar and has no order. @see RFC 9535 §2.3.5

import { compareCodePoints } from '../../shared/bytes/utf8.ts';
import type { ReadPlaces } from '../tape/places.ts';
import { compareDecimals } from '../base/decimals.ts';
import { numberAt } from './inexact.ts';
import { SAFE_LENGTH } from './number-spelling.ts';
import { holdsString, readNumber, readString } from './scalars.ts';
import type { NumberScalar, FilterSign, Scalar, TapePath, Test } from './segments.ts';

/** Follows paths from a node. */
export interface PathReader {
  /** The node at a path without filters; -1 for none. */
  resolve(path: TapePath, node: number): number;
  /** Whether a path selects any node. */
  leadsFrom(path: TapePath, node: number): boolean;
}

/** Evaluates tests. */
export class Tests {
  constructor(
    private readonly query: PathReader,
    private readonly places: ReadPlaces,
  ) {}

  /** Whether a node passes a test. Recursion is limited by the filter's own text. */
  holds(test: Test, node: number): boolean {
    switch (test.type) {
      case 'and':
        return this.holds(test.left, node) && this.holds(test.right, node);
      case 'or':
        return this.holds(test.left, node) || this.holds(test.right, node);
      case 'not':
        return !this.holds(test.test, node);
      case 'exists':
        return test.isSingular ? this.query.resolve(test.path, node) >= 0 : this.query.leadsFrom(test.path, node);
      case 'compare':
        return this.compares(this.query.resolve(test.path, node), test.operator, test.scalar);
    }
  }

  private compares(node: number, operator: FilterSign, scalar: Scalar): boolean {
    switch (operator) {
      case '==':
        return this.equals(node, scalar);
      case '!=':
        return !this.equals(node, scalar);
      case '<':
        return this.order(node, scalar) < 0;
      case '>':
        return this.order(node, scalar) > 0;
      case '<=':
        return this.order(node, scalar) < 0 || this.equals(node, scalar);
      case '>=':
        return this.order(node, scalar) > 0 || this.equals(node, scalar);
    }
  }

  private equals(node: number, scalar: Scalar): boolean {
    const { places } = this;
    if (node < 0) return false;
    const kind = places.kind(node);
    if (typeof scalar === 'string') return kind === 'string' && holdsString(places, node, scalar);
    if (isNumber(scalar)) return kind === 'number' && this.compareNumber(node, scalar) === 0;
    return kind === String(scalar);
  }

  /** Below 0 when the node comes first; NaN when there is no order. */
  private order(node: number, scalar: Scalar): number {
    const { places } = this;
    if (node < 0) return Number.NaN;
    const kind = places.kind(node);
    if (kind === 'number' && isNumber(scalar)) return this.compareNumber(node, scalar);
    if (kind === 'string' && typeof scalar === 'string') return compareCodePoints(readString(places, node), scalar);
    return Number.NaN;
  }

  /** Compares a number with a scalar; NaN for JSON5's NaN. */
  private compareNumber(node: number, { text, nearest }: NumberScalar): number {
    const { places } = this;
    const number = readNumber(places, node);
    // Rounding keeps the order, so that only equal doubles leave it open.
    if (number !== nearest) return number - nearest;
    const isShort = places.tape.scalarLength(node) <= SAFE_LENGTH && text.length <= SAFE_LENGTH;
    // A short number exceeds what a double can hold only by its exponent.
    if (isShort && number !== 0 && Number.isFinite(number)) return 0;
    return compareDecimals(numberAt(places, node), text);
  }
}

function isNumber(scalar: Scalar): scalar is NumberScalar {
  return typeof scalar === 'object' && scalar !== null;
}
