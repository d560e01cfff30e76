// Where the nodes of a compiled JMESPath query are in its text. The library's nodes have no places, but functions and operators
// appear in its tree in the order of their tokens:
//
//   [?length(name) > `3`].total-count      tokens   length  >  -
//                                          tree     length  >  -

import { tokenize, type TreeInterpreter } from '@jmespath-community/jmespath';

export type Node = Parameters<(typeof TreeInterpreter)['visit']>[0];

/** A token of a query; `value` is the name or the number that it has. */
export interface PathToken {
  readonly type: string;
  readonly value: string;
  readonly start: number;
}

const OPERATORS: ReadonlySet<string> = new Set([
  'Plus',
  'Minus',
  'Multiply',
  'Star',
  'Divide',
  'Modulo',
  'Div',
  'EQ',
  'NE',
  'GT',
  'GTE',
  'LT',
  'LTE',
]);

/** Where functions and operators are, in UTF-16 units. */
export type TokenPlaces = ReadonlyMap<Node, PathToken>;

/** The tokens of a query. @throws Error of the library */
export function tokensOf(text: string): PathToken[] {
  return tokenize(text).map(({ type, value, start }) => ({
    type,
    value: typeof value === 'string' || typeof value === 'number' ? String(value) : '',
    start,
  }));
}

/** Finds the tokens of functions and operators; empty if tree and tokens don't match. */
export function placesOf(root: Node, tokens: readonly PathToken[]): TokenPlaces {
  const marks = tokens.filter(
    ({ type }, index) => OPERATORS.has(type) || (type === 'UnquotedIdentifier' && tokens[index + 1]?.type === 'Lparen'),
  );
  const nodes = [...inOrder(root)];
  const isMatch =
    nodes.length === marks.length &&
    nodes.every((node, index) => {
      const mark = marks[index];
      if (node.type === 'Function') return mark?.value === node.name;
      if (node.type === 'Comparator') return mark?.type === node.name;
      if (node.type === 'Arithmetic' || node.type === 'Unary') return mark?.type === node.operator;
      return mark?.type === 'Star';
    });
  if (!isMatch) return new Map();
  return new Map(nodes.map((node, index) => [node, marks[index] as PathToken]));
}

/** The nodes of functions and operators, in the order of their tokens. Recursive like the library. */
export function* inOrder(node: Node): Generator<Node> {
  switch (node.type) {
    case 'Function':
      yield node;
      for (const child of node.children) yield* inOrder(child);
      return;
    case 'Arithmetic':
    case 'Comparator':
    case 'ValueProjection':
      yield* inOrder(node.left);
      yield node;
      yield* inOrder(node.right);
      return;
    case 'Projection':
      yield* inOrder(node.left);
      if (hasStar(node.left)) yield node;
      yield* inOrder(node.right);
      return;
    case 'Unary':
      yield node;
      yield* inOrder(node.operand);
      return;
    case 'FilterProjection':
      yield* inOrder(node.left);
      yield* inOrder(node.condition);
      yield* inOrder(node.right);
      return;
    case 'Ternary':
      yield* inOrder(node.condition);
      yield* inOrder(node.trueExpr);
      yield* inOrder(node.falseExpr);
      return;
    case 'LetExpression':
      for (const { reference } of node.bindings) yield* inOrder(reference);
      yield* inOrder(node.expression);
      return;
    case 'MultiSelectList':
      for (const child of node.children) yield* inOrder(child);
      return;
    case 'MultiSelectHash':
      for (const { value } of node.children) yield* inOrder(value);
      return;
    case 'Flatten':
    case 'NotExpression':
    case 'ExpressionReference':
      yield* inOrder(node.child);
      return;
    case 'Subexpression':
    case 'IndexExpression':
    case 'Pipe':
    case 'OrExpression':
    case 'AndExpression':
      yield* inOrder(node.left);
      yield* inOrder(node.right);
      return;
    default:
  }
}

/** Whether a projection is `[*]`, not `[]` or a slice. */
function hasStar(left: Node): boolean {
  return left.type !== 'Flatten' && !(left.type === 'IndexExpression' && left.right.type === 'Slice');
}
