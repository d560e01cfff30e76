// The library's JMESPath interpreter, corrected where hostile or large documents break it: only own keys count, whatever their
// names; functions sort, compare and group as specified, at any size.
// @see https://jmespath.site/main/

import { TreeInterpreter } from '@jmespath-community/jmespath';
import { setMember } from '../values/lossless-text.ts';
import { compareCodePoints } from '../../shared/bytes/utf8.ts';
import { JMESPATH_ERROR, QUERY_ERROR } from '../../shared/texts/query-errors.ts';
import { equalJson } from './equality.ts';
import { describeValue, eitherOf } from './found-value.ts';
import type { Node } from './jmespath-places.ts';

type Interpreter = typeof TreeInterpreter;
type Value = Parameters<Interpreter['search']>[1];
type Runtime = Interpreter['runtime'];
type Argument = Runtime['_functionTable'][string]['_signature'][number];

/** The package exports an interpreter, but not its class. */
const Base = TreeInterpreter.constructor as new () => Interpreter;

/**
 * An expression passed to a function. The library recognizes expressions by a member, which values of a document may have too.
 */
class Expression {
  constructor(readonly node: Node) {}
}

/** The return values of `getTypeName`. */
const TYPE = { number: 0, string: 2, array: 3, object: 4, boolean: 5, expression: 6, null: 7 } as const;
const ANY = 1;
/** The types of a signature in words. */
const WANTED: readonly string[] = [
  'a number',
  'any value',
  'a string',
  'an array',
  'an object',
  'true or false',
  'an expression such as &name',
  'null',
  'an array of numbers',
  'an array of strings',
  'an array of objects',
  'an array of arrays',
];
/** The type that the items of an array must have, by the type of the array. */
const ITEMS = new Map<number, number>([
  [8, TYPE.number],
  [9, TYPE.string],
  [10, TYPE.object],
  [11, TYPE.array],
]);
const OPERATORS: Readonly<Record<string, string>> = {
  Plus: '+',
  Minus: '-',
  Multiply: '×',
  Star: '*',
  Divide: '/',
  Modulo: '%',
  Div: '//',
};

/** A function or an operator that cannot work on what it got. */
export class JmespathFailure extends Error {
  constructor(
    readonly node: Node,
    message: string,
  ) {
    super(message);
  }
}

/** Runs queries compiled by `compile`. */
export class OwnInterpreter extends Base {
  /** The positions and keys of the items that the projections around are at. */
  private path: (number | string)[] = [];
  /** The function that is running. */
  private called: Node = { type: 'Current' };
  /** The first comparison that found a string, which has no order; shared with the interpreters of inner scopes. */
  private seen: { unordered: Node | null } = { unordered: null };

  constructor() {
    super();
    mend(this);
  }

  /** Runs a query. @throws JmespathFailure */
  run(node: Node, value: Value): { readonly result: Value; readonly unordered: Node | null } {
    this.path = [];
    this.seen = { unordered: null };
    return { result: this.search(node, value), unordered: this.seen.unordered };
  }

  override withScope(scope: Parameters<Interpreter['withScope']>[0]): Interpreter {
    const inner = super.withScope(scope) as OwnInterpreter;
    Object.setPrototypeOf(inner, OwnInterpreter.prototype);
    Object.assign(inner, { path: this.path, seen: this.seen });
    mend(inner);
    return inner;
  }

  /** What the node found is of the wrong kind. `message` gets the item that the query was at, in words. */
  fail(node: Node, message: (item: string) => string): never {
    const steps = this.path.map((at) => (typeof at === 'number' ? `item [${at}]` : `member ${JSON.stringify(at)}`));
    throw new JmespathFailure(node, message(steps.length === 0 ? '' : ` for ${steps.toReversed().join(' of ')}`));
  }

  /** Makes something of each item, and keeps track of the item. */
  each<T>(items: readonly Value[], make: (item: Value) => T): T[] {
    const depth = this.path.length;
    const made = items.map((item, index) => {
      this.path[depth] = index;
      return make(item);
    });
    this.path.length = depth;
    return made;
  }

  /** The function that is running, for its errors. */
  get running(): { readonly node: Node; readonly name: string } {
    const node = this.called;
    return { node, name: node.type === 'Function' ? node.name : '' };
  }

  override visit(given: Node, value: Parameters<Interpreter['visit']>[1]): ReturnType<Interpreter['visit']> {
    const node = given instanceof Expression ? given.node : given;
    switch (node.type) {
      case 'Field':
        if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, node.name))
          return null;
        return (value as Record<string, Value>)[node.name] ?? null;
      case 'MultiSelectHash': {
        const made: Record<string, unknown> = {};
        for (const child of node.children) setMember(made, child.name, this.visit(child.value, value));
        return made as Value;
      }
      case 'Comparator': {
        const left = this.visit(node.left, value);
        const right = this.visit(node.right, value);
        if (node.name === 'EQ' || node.name === 'NE') return equalJson(left, right) === (node.name === 'EQ');
        if (typeof left === 'string' || typeof right === 'string') this.seen.unordered ??= node;
        if (typeof left !== 'number' || typeof right !== 'number') return null;
        if (node.name === 'GT') return left > right;
        if (node.name === 'GTE') return left >= right;
        return node.name === 'LT' ? left < right : left <= right;
      }
      case 'Arithmetic': {
        const left = this.visit(node.left, value);
        const right = this.visit(node.right, value);
        const operator = OPERATORS[node.operator] ?? node.operator;
        const [side, odd] = typeof left === 'number' ? ['its right side', right] : ['its left side', left];
        if (typeof odd !== 'number')
          this.fail(node, (item) => JMESPATH_ERROR.operand(operator, side, describeValue(odd), item));
        if (right === 0 && (operator === '/' || operator === '//'))
          this.fail(node, (item) => JMESPATH_ERROR.zero(operator, item));
        return super.visit({ ...node, left: literal(left), right: literal(right) }, value);
      }
      case 'Unary': {
        const operand = this.visit(node.operand, value);
        const operator = OPERATORS[node.operator] ?? node.operator;
        if (typeof operand !== 'number')
          this.fail(node, (item) => JMESPATH_ERROR.operand(operator, 'what follows', describeValue(operand), item));
        return node.operator === 'Minus' ? -operand : operand;
      }
      case 'Projection': {
        const base = this.visit(node.left, value);
        const isSlice = node.left.type === 'IndexExpression' && node.left.right.type === 'Slice';
        if (isSlice && typeof base === 'string') return this.visit(node.right, base);
        if (!Array.isArray(base)) return null;
        return this.project(base, base.keys(), node.right, null);
      }
      case 'ValueProjection': {
        const base = this.visit(node.left, value);
        if (typeof base !== 'object' || base === null || Array.isArray(base)) return null;
        return this.project(Object.values(base) as Value[], Object.keys(base), node.right, null);
      }
      case 'FilterProjection': {
        const base = this.visit(node.left, value);
        return Array.isArray(base) ? this.project(base, base.keys(), node.right, node.condition) : null;
      }
      case 'Function': {
        const values = node.children.map((child) => this.visit(child, value));
        this.checkArguments(node, values);
        return this.call(node, values);
      }
      case 'Variable':
        try {
          return super.visit(node, value);
        } catch {
          return this.fail(node, () => JMESPATH_ERROR.variable(node.name));
        }
      case 'ExpressionReference':
        return new Expression(node.child) as unknown as Node;
      default:
    }
    return super.visit(node, value);
  }

  private call(node: Node & { readonly type: 'Function' }, given: readonly unknown[]): Value {
    this.called = node;
    try {
      return this.runtime._functionTable[node.name]?._func.call(this.runtime, given) as Value;
    } catch (error) {
      if (error instanceof JmespathFailure || error instanceof RangeError || !(error instanceof Error)) throw error;
      return this.fail(node, (item) => JMESPATH_ERROR.inFunction(node.name, error.message, item));
    }
  }

  /** What `right` makes of each item that meets the condition, without null. */
  private project(
    items: readonly Value[],
    places: Iterable<number | string>,
    right: Node,
    condition: Node | null,
  ): Value[] {
    const depth = this.path.length;
    const made: Value[] = [];
    let index = 0;
    for (const place of places) {
      const item = items[index] as Value;
      index += 1;
      this.path[depth] = place;
      if (condition !== null && isFalse(this.visit(condition, item))) continue;
      const result = this.visit(right, item) as Value;
      if (result !== null) made.push(result);
    }
    this.path.length = depth;
    return made;
  }

  private checkArguments(node: Node & { readonly type: 'Function' }, given: readonly unknown[]): void {
    const signature = signatureOf(this, node.name) ?? [];
    given.forEach((value, index) => {
      const types = (signature[index] ?? signature.at(-1))?.types ?? [];
      if (value === undefined || types.some((type) => isOfType(value, type))) return;
      this.fail(node, (item) => {
        const wanted = eitherOf(types.map((type) => WANTED[type] ?? ''));
        const what = QUERY_ERROR.argument(index, given.length);
        return QUERY_ERROR.wrongType(node.name, wanted, what, describeArgument(value, types), item);
      });
    });
  }
}

/** The arguments of a function; undefined if there is no such function. */
export function signatureOf({ runtime }: Interpreter, name: string): readonly Argument[] | undefined {
  return Object.hasOwn(runtime._functionTable, name) ? runtime._functionTable[name]?._signature : undefined;
}

function literal(value: unknown): Node {
  return { type: 'Literal', value: value as Value };
}

/** Whether a value counts as false. @see https://jmespath.site/main/#spec-or-expressions */
function isFalse(value: unknown): boolean {
  if (typeof value !== 'object' || value === null)
    return value === null || value === undefined || value === false || value === '';
  return Array.isArray(value) ? value.length === 0 : Object.keys(value).length === 0;
}

function isOfType(value: unknown, type: number): boolean {
  if (type === ANY) return true;
  const items = ITEMS.get(type);
  if (items === undefined) return typeOf(value) === type;
  return Array.isArray(value) && value.every((item) => typeOf(item) === items);
}

/** An argument in words; of an array, its first item of a wrong type. */
function describeArgument(value: unknown, types: readonly number[]): string {
  if (value instanceof Expression) return 'an expression';
  if (!Array.isArray(value) || !types.some((type) => ITEMS.has(type))) return describeValue(value);
  const first = typeOf(value[0]);
  const wanted = types.map((type) => ITEMS.get(type)).filter((type) => type !== undefined);
  const expected = wanted.find((type) => type === first) ?? wanted[0];
  const index = value.findIndex((item) => typeOf(item) !== expected);
  return `an array whose item [${index}] is ${describeValue(value[index])}`;
}

/**
 * A function whose arguments the library has checked. Declared as a method, so that implementations may narrow the argument
 * types.
 */
type Body = { run(args: readonly unknown[]): unknown }['run'];

/** The result of an expression for each item, of a type that the library has checked. */
type Keys = readonly (readonly [key: string | number, item: Value])[];

/** Replaces faulty functions of a runtime, and how it determines types. */
function mend(interpreter: OwnInterpreter): void {
  const { runtime } = interpreter;
  Object.assign(runtime, { getTypeName: typeOf });
  const table = { ...runtime._functionTable };
  const replace = (name: string, body: Body): void => {
    const known = table[name];
    if (known !== undefined) table[name] = { ...known, _func: body as unknown as (typeof known)['_func'] };
  };
  const keysOf = (items: readonly Value[], expression: Node, types: readonly number[]): Keys => {
    const { node, name } = interpreter.running;
    const wanted = eitherOf(types.map((type) => WANTED[type] ?? ''));
    let first: unknown;
    return interpreter.each(items, (item) => {
      const key = interpreter.visit(expression, item) as string | number;
      const found = describeValue(key);
      if (!types.some((type) => typeOf(key) === type))
        interpreter.fail(node, (at) => JMESPATH_ERROR.keyOf(name, wanted, found, at));
      first ??= key;
      if (typeof key !== typeof first)
        interpreter.fail(node, (at) => JMESPATH_ERROR.keysDiffer(name, found, at, describeValue(first)));
      return [key, item] as const;
    });
  };
  const sortable = [TYPE.number, TYPE.string];
  // The library sorts numbers as text.
  replace('sort', ([items]: [Value[]]) => items.toSorted(compare));
  // The library evaluates the expression at each comparison.
  replace('sort_by', ([items, by]: [Value[], Node]) =>
    keysOf(items, by, sortable)
      .toSorted(([a], [b]) => compare(a, b))
      .map(([, item]) => item),
  );
  // The library passes items as arguments, of which a call cannot take 120,000, and compares strings by the browser's locale.
  replace('max', ([items]: [Value[]]) => best(items, (a, b) => compare(a, b) > 0));
  replace('min', ([items]: [Value[]]) => best(items, (a, b) => compare(a, b) < 0));
  replace(
    'max_by',
    ([items, by]: [Value[], Node]) => best(keysOf(items, by, sortable), ([a], [b]) => compare(a, b) > 0)?.[1] ?? null,
  );
  replace(
    'min_by',
    ([items, by]: [Value[], Node]) => best(keysOf(items, by, sortable), ([a], [b]) => compare(a, b) < 0)?.[1] ?? null,
  );
  replace('group_by', ([items, by]: [Value[], Node]) => {
    const groups = new Map<string | number, Value[]>();
    for (const [key, item] of keysOf(items, by, [TYPE.string])) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [item]);
      else group.push(item);
    }
    return objectOf(groups);
  });
  replace('merge', (objects: Record<string, Value>[]) => objectOf(objects.flatMap((object) => Object.entries(object))));
  replace('map', ([by, items]: [Node, Value[]]) =>
    interpreter.each(items, (item) => interpreter.visit(by, item) ?? null),
  );
  const { contains, reverse } = table;
  replace('contains', (args: [Value, Value]) =>
    Array.isArray(args[0]) ? args[0].some((item) => equalJson(item, args[1])) : contains?._func(args),
  );
  replace('reverse', (args: [Value]) =>
    typeof args[0] === 'string' ? [...args[0]].toReversed().join('') : reverse?._func(args),
  );
  runtime._functionTable = table;
}

function typeOf(value: unknown): number | undefined {
  if (value === null) return TYPE.null;
  if (value instanceof Expression) return TYPE.expression;
  if (Array.isArray(value)) return TYPE.array;
  const type = typeof value;
  return type === 'number' || type === 'string' || type === 'boolean' || type === 'object' ? TYPE[type] : undefined;
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'string' && typeof b === 'string') return compareCodePoints(a, b);
  return Number(a) - Number(b);
}

/** The first of the best items; `null` when there are none. */
function best<T>(items: readonly T[], isBetter: (item: T, than: T) => boolean): T | null {
  let found = items[0];
  if (found === undefined) return null;
  for (const item of items) if (isBetter(item, found)) found = item;
  return found;
}

function objectOf(entries: Iterable<readonly [string | number, unknown]>): object {
  const made: Record<string, unknown> = {};
  for (const [key, value] of entries) setMember(made, String(key), value);
  return made;
}
