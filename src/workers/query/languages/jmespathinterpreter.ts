// The library's JMESPath interpreter, corrected where hostile or large documents break it: only own keys count, whatever their
// names; functions sort, compare and group as specified, at any size.
// @see https://jmespath.site/main/

import { TreeInterpreter } from '@jmespath-community/jmespath';
import { setMember } from '../../engine/values/lossless-text.ts';
import { compareCodePoints } from '../../../shared/bytes/codepoints.ts';
import { equalJson } from '../equality.ts';

type Interpreter = typeof TreeInterpreter;
type Node = Parameters<Interpreter['visit']>[0];
type Value = Parameters<Interpreter['search']>[1];
type Runtime = Interpreter['runtime'];

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

/** Runs queries compiled by `compile`. */
class OwnInterpreter extends Base {
  constructor() {
    super();
    mend(this);
  }

  override withScope(scope: Parameters<Interpreter['withScope']>[0]): Interpreter {
    const inner = super.withScope(scope);
    Object.setPrototypeOf(inner, OwnInterpreter.prototype);
    mend(inner);
    return inner;
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
        if (node.name !== 'EQ' && node.name !== 'NE') break;
        return equalJson(this.visit(node.left, value), this.visit(node.right, value)) === (node.name === 'EQ');
      }
      case 'Function':
        if (!Object.hasOwn(this.runtime._functionTable, node.name))
          throw new Error(`There is no function called ${node.name}.`);
        break;
      case 'ExpressionReference':
        return new Expression(node.child) as unknown as Node;
      default:
    }
    return super.visit(node, value);
  }
}

/** Creates an interpreter. One serves all queries. */
export function makeInterpreter(): Interpreter {
  return new OwnInterpreter();
}

/**
 * A function whose arguments the library has checked. Declared as a method, so that implementations may narrow the argument
 * types.
 */
type Body = { run(args: readonly unknown[]): unknown }['run'];

/** The result of an expression for each item, of a type that the library has checked. */
type Keys = readonly (readonly [key: string | number, item: Value])[];

/** Replaces faulty functions of a runtime, and how it determines types. */
function mend(interpreter: Interpreter): void {
  const { runtime } = interpreter;
  Object.assign(runtime, { getTypeName: typeOf });
  const table = { ...runtime._functionTable };
  const replace = (name: string, body: Body): void => {
    const known = table[name];
    if (known !== undefined) table[name] = { ...known, _func: body as unknown as (typeof known)['_func'] };
  };
  const keysOf = (items: readonly Value[], expression: Node, types: readonly number[]): Keys => {
    const key = runtime.createKeyFunction(expression, types as Parameters<Runtime['createKeyFunction']>[1]);
    const pairs = items.map((item) => [key(item) as string | number, item] as const);
    const [first] = pairs;
    const odd = pairs.find(([made]) => typeof made !== typeof first?.[0]);
    if (odd !== undefined) throw new Error('Invalid type: the keys of all items must be numbers, or all be strings');
    return pairs;
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
