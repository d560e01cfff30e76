// Converts queries parsed by json-p3 into paths that can be evaluated on the tape, where possible.

import { jsonpath, type JSONPathQuery } from 'json-p3';
import { plainNumber } from '../../shared/bytes/literals.ts';
import { nameOf } from '../tape/places.ts';
import type { TapePath, TapeSegment, TapeSelector, FilterSign, Scalar, Test } from '../query/segments.ts';

const { FilterSelector, IndexSelector, NameSelector, SliceSelector, WildcardSelector } = jsonpath.selectors;
const {
  BooleanLiteral,
  InfixExpression,
  LogicalExpression,
  NullLiteral,
  NumberLiteral,
  PrefixExpression,
  RelativeQuery,
  StringLiteral,
} = jsonpath.expressions;

type Selector = JSONPathQuery['segments'][number]['selectors'][number];
type Expression = InstanceType<typeof LogicalExpression>['expression'];

/** Each operator with its operands exchanged. */
const TURNED: Readonly<Record<FilterSign, FilterSign>> = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

/**
 * The path of a query; `null` if it needs values: for functions, comparisons of two queries, and filters with root queries or
 * nested filters.
 */
export function planOf({ segments }: JSONPathQuery): TapePath | null {
  const path: TapeSegment[] = [];
  for (const segment of segments) {
    const selectors = segment.selectors.map(selectorOf);
    if (!selectors.every((selector) => selector !== null)) return null;
    // The classes of segments are not exported.
    path.push({
      isDescendant: segment.toString().startsWith('..'),
      hasFilter: selectors.some(({ type }) => type === 'filter'),
      selectors,
    });
  }
  return path;
}

/** Whether a query has a filter, and so may compare values. */
export function hasFilter({ segments }: JSONPathQuery): boolean {
  return segments.some(({ selectors }) => selectors.some((selector) => selector instanceof FilterSelector));
}

function selectorOf(selector: Selector): TapeSelector | null {
  if (selector instanceof NameSelector) return { type: 'name', name: nameOf(selector.name) };
  if (selector instanceof IndexSelector) return { type: 'index', index: selector.index };
  if (selector instanceof WildcardSelector) return { type: 'wildcard' };
  if (selector instanceof SliceSelector) {
    const { start = null, stop = null, step = 1 } = selector;
    return { type: 'slice', start, end: stop, step };
  }
  if (!(selector instanceof FilterSelector)) return null;
  const test = testOf(selector.expression);
  return test === null ? null : { type: 'filter', test };
}

/** Recursion is limited by the query's own text, which json-p3 parsed recursively too. */
function testOf(expression: Expression): Test | null {
  if (expression instanceof LogicalExpression) return testOf(expression.expression);
  if (expression instanceof PrefixExpression) {
    const test = testOf(expression.right);
    return test === null ? null : { type: 'not', test };
  }
  if (expression instanceof RelativeQuery) {
    const path = hasFilter(expression.path) ? null : planOf(expression.path);
    return path === null ? null : { type: 'exists', path, isSingular: expression.path.singularQuery() };
  }
  if (!(expression instanceof InfixExpression)) return null;
  const { left, right, operator } = expression;
  if (operator === '&&' || operator === '||') {
    const [one, other] = [testOf(left), testOf(right)];
    return one === null || other === null ? null : { type: operator === '&&' ? 'and' : 'or', left: one, right: other };
  }
  return comparisonOf(left, operator, right) ?? comparisonOf(right, TURNED[operator as FilterSign], left);
}

function comparisonOf(side: Expression, operator: string, other: Expression): Test | null {
  const scalar = scalarOf(other);
  if (scalar === undefined || !(side instanceof RelativeQuery) || !(operator in TURNED)) return null;
  const path = side.path.singularQuery() ? planOf(side.path) : null;
  return path === null ? null : { type: 'compare', path, operator: operator as FilterSign, scalar };
}

function scalarOf(expression: Expression): Scalar | undefined {
  if (expression instanceof NullLiteral) return null;
  if (expression instanceof NumberLiteral)
    return { text: plainNumber(expression.token.value), nearest: expression.value };
  return expression instanceof StringLiteral || expression instanceof BooleanLiteral ? expression.value : undefined;
}
