// Evaluates compiled JMESPath queries on the tape. What is missing here, or fails, is left to the interpreter on values.
// @see https://jmespath.site/main/

import { compareCodePoints } from '../../shared/bytes/utf8.ts';
import { nameOf } from '../tape/places.ts';
import {
  compareNumberKeys,
  NeedsValues,
  objectOf,
  type NumberKey,
  type TapeValue,
  type TapeValues,
} from '../query/tape-values.ts';
import { setMember } from '../values/lossless-text.ts';
import type { Node } from './jmespath-places.ts';
import { NoPlan, type TapeStep } from './tape-query.ts';

type Items = readonly TapeValue[];
type Call = Extract<Node, { readonly type: 'Function' }>;
type Slice = Extract<Node, { readonly type: 'Slice' }>;

/** The key that an item is sorted or grouped by. */
type Key = string | NumberKey;

/** Compiles queries for one document. */
export class JmespathPlan {
  /** The first comparison that found a string, which has no order. */
  unordered: Node | null = null;

  constructor(private readonly tape: TapeValues) {}

  /** @throws NoPlan for what is not evaluated on the tape; the step throws NeedsValues */
  compile(node: Node): TapeStep {
    const { tape } = this;
    switch (node.type) {
      case 'Current':
      case 'Identity':
        return (value) => value;
      case 'Root':
        return () => tape.root;
      case 'Literal': {
        const literal = node.value as TapeValue;
        return () => literal;
      }
      case 'Field': {
        const name = nameOf(node.name);
        return (value) => tape.member(value, name) ?? null;
      }
      case 'Subexpression': {
        const [left, right] = [this.compile(node.left), this.compile(node.right)];
        return (value) => {
          const found = left(value);
          return found === null ? null : right(found);
        };
      }
      case 'IndexExpression':
      case 'Pipe': {
        const [left, right] = [this.compile(node.left), this.compile(node.right)];
        return (value) => right(left(value));
      }
      case 'Index':
        return (value) => tape.items(value)?.at(node.value) ?? null;
      case 'Slice':
        return (value) => this.slice(value, node);
      case 'Flatten': {
        const child = this.compile(node.child);
        return (value) => {
          const items = tape.items(child(value));
          return items === null ? null : tape.flattened(items);
        };
      }
      case 'Projection':
        return this.projection(node.left, node.right, null);
      case 'FilterProjection':
        return this.projection(node.left, node.right, node.condition);
      case 'ValueProjection': {
        const [left, right] = [this.compile(node.left), this.compile(node.right)];
        return (value) => {
          const members = tape.members(left(value));
          return members === null ? null : withoutNull(members, ([, member]) => right(member));
        };
      }
      case 'MultiSelectList': {
        const children = node.children.map((child) => this.compile(child));
        return (value) => children.map((child) => child(value));
      }
      case 'MultiSelectHash': {
        const children = node.children.map(({ name, value }) => ({ name, step: this.compile(value) }));
        return (value) => {
          const made: Record<string, TapeValue> = {};
          for (const { name, step } of children) setMember(made, name, step(value));
          return made;
        };
      }
      case 'OrExpression':
      case 'AndExpression': {
        const [left, right] = [this.compile(node.left), this.compile(node.right)];
        const isOr = node.type === 'OrExpression';
        return (value) => {
          const found = left(value);
          return this.isFalse(found) === isOr ? right(value) : found;
        };
      }
      case 'NotExpression': {
        const child = this.compile(node.child);
        return (value) => this.isFalse(child(value));
      }
      case 'Ternary': {
        const [condition, yes, no] = [node.condition, node.trueExpr, node.falseExpr].map((part) => this.compile(part));
        if (condition === undefined || yes === undefined || no === undefined) throw new NoPlan();
        return (value) => (this.isFalse(condition(value)) ? no(value) : yes(value));
      }
      case 'Comparator':
        return this.comparison(node, this.compile(node.left), this.compile(node.right));
      case 'Function':
        return this.call(node);
      default:
        throw new NoPlan();
    }
  }

  private projection(left: Node, right: Node, condition: Node | null): TapeStep {
    const { tape } = this;
    const [base, make] = [this.compile(left), this.compile(right)];
    const holds = condition === null ? null : this.compile(condition);
    const isSlice = left.type === 'IndexExpression' && left.right.type === 'Slice';
    return (value) => {
      const found = base(value);
      const items = tape.items(found);
      if (items === null) {
        // A slice of a string is no projection.
        if (isSlice && tape.kind(found) === 'string') throw new NeedsValues();
        return null;
      }
      if (holds === null) return withoutNull(items, make);
      // Item by item, as in the library: a note names the first comparison that found a string.
      return withoutNull(items, (item) => (this.isFalse(holds(item)) ? null : make(item)));
    };
  }

  private slice(value: TapeValue, { start, stop, step: given }: Slice): TapeValue {
    const items = this.tape.items(value);
    const step = given ?? 1;
    if (items === null && this.tape.kind(value) !== 'string') return null;
    if (items === null || step === 0) throw new NeedsValues();
    const { length } = items;
    const least = step < 0 ? -1 : 0;
    const most = step < 0 ? length - 1 : length;
    const inside = (at: number): number => Math.min(most, Math.max(least, at < 0 ? at + length : at));
    const end = stop === null ? (step < 0 ? -1 : length) : inside(stop);
    const made: TapeValue[] = [];
    for (
      let at = start === null ? (step < 0 ? length - 1 : 0) : inside(start);
      step > 0 ? at < end : at > end;
      at += step
    )
      made.push(items[at] ?? null);
    return made;
  }

  private comparison(node: Extract<Node, { readonly type: 'Comparator' }>, left: TapeStep, right: TapeStep): TapeStep {
    const { tape } = this;
    const { name } = node;
    if (name === 'EQ' || name === 'NE') return (value) => tape.equals(left(value), right(value)) === (name === 'EQ');
    return (value) => {
      const one = left(value);
      const other = right(value);
      const kind = tape.kind(one);
      const otherKind = tape.kind(other);
      if (kind === 'string' || otherKind === 'string') this.unordered ??= node;
      if (kind !== 'number' || otherKind !== 'number') return null;
      const order = tape.compareNumbers(one, other);
      if (name === 'GT') return order > 0;
      if (name === 'GTE') return order >= 0;
      return name === 'LT' ? order < 0 : order <= 0;
    };
  }

  private isFalse(value: TapeValue): boolean {
    switch (this.tape.kind(value)) {
      case 'null':
        return true;
      case 'boolean':
        return value === false;
      case 'number':
        return false;
      case 'string':
        return this.tape.string(value) === '';
      default:
        return this.tape.isEmpty(value);
    }
  }

  /** @throws NoPlan for a function that is not here */
  private call({ name, children }: Call): TapeStep {
    const { tape } = this;
    const [first, second] = children.map((child) =>
      this.compile(child.type === 'ExpressionReference' ? child.child : child),
    );
    const isExpression = children.map(({ type }) => type === 'ExpressionReference');
    const takes = (...wanted: boolean[]): boolean =>
      wanted.length === isExpression.length && wanted.every((one, index) => one === isExpression[index]);
    if (takes(false) && first !== undefined) {
      const run = this.functionOfOne(name);
      return (value) => run(first(value));
    }
    if (first === undefined || second === undefined) throw new NoPlan();
    if (takes(true, false) && name === 'map') return (value) => this.tape.itemsOf(second(value)).map(first);
    if (takes(false, true)) {
      const run = this.functionOfItems(name);
      return (value) => run(this.tape.itemsOf(first(value)), second);
    }
    if (!takes(false, false)) throw new NoPlan();
    switch (name) {
      case 'starts_with':
        return (value) => tape.string(first(value)).startsWith(tape.string(second(value)));
      case 'ends_with':
        return (value) => tape.string(first(value)).endsWith(tape.string(second(value)));
      case 'contains':
        return (value) => {
          const [one, wanted] = [first(value), second(value)];
          const items = tape.items(one);
          if (items === null) return tape.string(one).includes(tape.string(wanted));
          return items.some((item) => tape.equals(item, wanted));
        };
      case 'not_null':
        return (value) => {
          const [one, other] = [first(value), second(value)];
          return one ?? other;
        };
      default:
        throw new NoPlan();
    }
  }

  private functionOfOne(name: string): TapeStep {
    const { tape } = this;
    switch (name) {
      case 'length':
        return (value) => {
          const items = tape.items(value) ?? tape.members(value);
          return items === null ? [...tape.string(value)].length : items.length;
        };
      case 'keys':
        return (value) => this.tape.membersOf(value).map(([key]) => key);
      case 'values':
        return (value) => this.tape.membersOf(value).map(([, member]) => member);
      case 'type':
        return (value) => tape.kind(value);
      case 'not_null':
        return (value) => value;
      case 'to_array':
        return (value) => (tape.kind(value) === 'array' ? value : [value]);
      case 'reverse':
        return (value) => this.tape.itemsOf(value).toReversed();
      case 'sort':
        return (value) => this.sorted(this.tape.itemsOf(value), (item) => item);
      case 'max':
        return (value) => this.best(this.tape.itemsOf(value), (item) => item, 1);
      case 'min':
        return (value) => this.best(this.tape.itemsOf(value), (item) => item, -1);
      case 'sum':
        return (value) => this.numbersOf(value).reduce((sum, number) => sum + number, 0);
      case 'avg':
        return (value) => {
          const numbers = this.numbersOf(value);
          return numbers.length === 0 ? null : numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
        };
      case 'abs':
        return (value) => Math.abs(tape.number(value));
      case 'ceil':
        return (value) => Math.ceil(tape.number(value));
      case 'floor':
        return (value) => Math.floor(tape.number(value));
      default:
        throw new NoPlan();
    }
  }

  private functionOfItems(name: string): (items: Items, by: TapeStep) => TapeValue {
    switch (name) {
      case 'sort_by':
        return (items, by) => this.sorted(items, by);
      case 'max_by':
        return (items, by) => this.best(items, by, 1);
      case 'min_by':
        return (items, by) => this.best(items, by, -1);
      case 'group_by':
        return (items, by) => {
          const groups = new Map<string, TapeValue[]>();
          for (const item of items) {
            const key = this.tape.string(by(item));
            const group = groups.get(key);
            if (group === undefined) groups.set(key, [item]);
            else group.push(item);
          }
          return objectOf(groups);
        };
      default:
        throw new NoPlan();
    }
  }

  /** The items and their keys, which must be all numbers or all strings. */
  private keyed(items: Items, by: TapeStep): readonly { readonly key: Key; readonly item: TapeValue }[] {
    const { tape } = this;
    let first: string | undefined;
    return items.map((item) => {
      const found = by(item);
      const kind = tape.kind(found);
      first ??= kind;
      if (kind !== first) throw new NeedsValues();
      return { key: kind === 'number' ? tape.numberKey(found) : tape.string(found), item };
    });
  }

  private sorted(items: Items, by: TapeStep): Items {
    const keys = items.map(by);
    if (this.tape.kind(keys[0] ?? null) === 'number')
      return Array.from(this.tape.orderByNumbers(keys), (index) => items[index] ?? null);
    return this.keyed(items, by)
      .toSorted((a, b) => compareKeys(a.key, b.key))
      .map(({ item }) => item);
  }

  /** The first of the largest items, or of the smallest for a direction of -1. */
  private best(items: Items, by: TapeStep, direction: 1 | -1): TapeValue {
    const keyed = this.keyed(items, by);
    let [found] = keyed;
    if (found === undefined) return null;
    for (const one of keyed) if (compareKeys(one.key, found.key) * direction > 0) found = one;
    return found.item;
  }

  private numbersOf(value: TapeValue): number[] {
    return this.tape.itemsOf(value).map((item) => this.tape.number(item));
  }
}

function compareKeys(a: Key, b: Key): number {
  if (typeof a === 'string') return typeof b === 'string' ? compareCodePoints(a, b) : 0;
  return typeof b === 'string' ? 0 : compareNumberKeys(a, b);
}

/** What `make` gives for each, without null. */
function withoutNull<T>(items: readonly T[], make: (item: T) => TapeValue): TapeValue[] {
  const made: TapeValue[] = [];
  for (const item of items) {
    const one = make(item);
    if (one !== null) made.push(one);
  }
  return made;
}
