// Evaluates JSON Query on the tape. What is missing here, or fails, is left to the library on values.
// @see https://github.com/jsonquerylang/jsonquery

import type { JSONQuery } from '@jsonquerylang/jsonquery';
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
import { NoPlan, type TapeStep } from './tape-query.ts';

type Items = readonly TapeValue[];
type Build = (args: readonly JSONQuery[]) => TapeStep;

const POSITION = /^(?:0|[1-9]\d{0,8})$/;
/** Of values of different types, those of an earlier one come first. Null, arrays and objects are of one type, without order. */
const RANKS: Readonly<Record<string, number>> = { boolean: 0, number: 1, string: 2 };
const OTHER = 3;

/** A value as it is sorted. */
interface Key {
  readonly rank: number;
  readonly key: boolean | string | NumberKey | null;
}

/** Compiles queries for one document. */
export class JsonQueryPlan {
  private readonly builders: ReadonlyMap<string, Build>;

  constructor(private readonly tape: TapeValues) {
    this.builders = new Map([...this.structures(), ...this.lists(), ...this.operators()]);
  }

  /** @throws NoPlan for what is not evaluated on the tape; the step throws NeedsValues */
  compile(query: JSONQuery): TapeStep {
    if (!Array.isArray(query)) {
      if (typeof query === 'object' && query !== null) throw new NoPlan();
      return () => query;
    }
    const [name, ...args] = query as readonly JSONQuery[];
    const build = typeof name === 'string' ? this.builders.get(name) : undefined;
    if (build === undefined) throw new NoPlan();
    return build(args);
  }

  private structures(): [string, Build][] {
    const { tape } = this;
    return [
      [
        'pipe',
        (parts) => {
          const steps = parts.map((part) => this.compile(part));
          return (value) => {
            let made = value;
            for (const step of steps) made = step(made);
            return made;
          };
        },
      ],
      [
        'object',
        ([members]) => {
          const steps = Object.entries(members as Record<string, JSONQuery>).map(
            ([key, query]) => [key, this.compile(query)] as const,
          );
          return (value) => {
            const made: Record<string, TapeValue> = {};
            for (const [key, step] of steps) setMember(made, key, step(value));
            return made;
          };
        },
      ],
      [
        'array',
        (items) => {
          const steps = items.map((item) => this.compile(item));
          return (value) => steps.map((step) => step(value));
        },
      ],
      [
        'get',
        (path) => {
          const find = this.path(path);
          return (value) => find(value) ?? null;
        },
      ],
      [
        'exists',
        ([query]) => {
          const find = this.path((query as readonly JSONQuery[]).slice(1));
          return (value) => find(value) !== undefined;
        },
      ],
      [
        'pick',
        (properties) => {
          const getters = properties.map((property) => {
            const path = (property as readonly JSONQuery[]).slice(1);
            const last = path.at(-1);
            if (typeof last !== 'string' && typeof last !== 'number') throw new NoPlan();
            return [String(last), this.path(path)] as const;
          });
          const pick = (item: TapeValue): TapeValue => {
            const made: Record<string, TapeValue> = {};
            for (const [key, find] of getters) setMember(made, key, find(item) ?? null);
            return made;
          };
          return (value) => tape.items(value)?.map(pick) ?? pick(value);
        },
      ],
      [
        'if',
        ([condition = null, yes = null, no = null]) => {
          const [test, one, other] = [this.compile(condition), this.compile(yes), this.compile(no)];
          return (value) => (this.passes(test(value)) ? one(value) : other(value));
        },
      ],
      ['keys', () => (value) => this.tape.membersOf(value).map(([key]) => key)],
      ['values', () => (value) => this.tape.membersOf(value).map(([, member]) => member)],
      [
        'mapValues',
        ([callback = null]) => {
          const step = this.compile(callback);
          return (value) => objectOf(this.tape.membersOf(value).map(([key, member]) => [key, step(member)]));
        },
      ],
    ];
  }

  private lists(): [string, Build][] {
    const { tape } = this;
    const each = (make: (items: Items, by: TapeStep) => TapeValue): Build => {
      return ([callback = null]) => {
        const by = this.compile(callback);
        return (value) => make(this.tape.itemsOf(value), by);
      };
    };
    const whole = (make: (items: Items) => TapeValue): Build => {
      return () => (value) => make(this.tape.itemsOf(value));
    };
    const fold = (make: (sum: number, number: number) => number): Build =>
      whole((items) => (items.length === 0 ? null : items.map((item) => tape.number(item)).reduce(make)));
    return [
      ['map', each((items, by) => items.map(by))],
      ['filter', each((items, by) => items.filter((item) => this.passes(by(item))))],
      [
        'sort',
        ([by = ['get'], direction = 'asc']) => {
          const step = this.compile(by);
          return (value) => this.sorted(this.tape.itemsOf(value), step, direction === 'desc' ? -1 : 1);
        },
      ],
      ['reverse', whole((items) => items.toReversed())],
      ['flatten', whole((items) => tape.flattened(items))],
      [
        'limit',
        ([count]) => {
          if (typeof count !== 'number') throw new NoPlan();
          return (value) => this.tape.itemsOf(value).slice(0, Math.max(count, 0));
        },
      ],
      ['size', () => (value) => tape.items(value)?.length ?? tape.string(value).length],
      ['sum', whole((items) => items.reduce((sum: number, item) => sum + tape.number(item), 0))],
      [
        'average',
        whole((items) =>
          items.length === 0
            ? null
            : items.map((item) => tape.number(item)).reduce((sum, number) => sum + number) / items.length,
        ),
      ],
      ['prod', fold((product, number) => product * number)],
      ['min', fold((least, number) => Math.min(least, number))],
      ['max', fold((most, number) => Math.max(most, number))],
      [
        'groupBy',
        each((items, by) => {
          const groups = new Map<string, TapeValue[]>();
          for (const item of items) {
            const key = this.textOf(by(item));
            const group = groups.get(key);
            if (group === undefined) groups.set(key, [item]);
            else group.push(item);
          }
          return objectOf(groups);
        }),
      ],
      ['keyBy', each((items, by) => objectOf(this.firstByKey(items, by)))],
      ['uniqBy', each((items, by) => Object.values(objectOf(this.firstByKey(items, by))))],
      [
        'uniq',
        whole((items) => {
          const found = new Set<unknown>();
          return items.filter((item) => {
            const scalar = this.scalarOf(item);
            const isNew = !found.has(scalar);
            found.add(scalar);
            return isNew;
          });
        }),
      ],
    ];
  }

  private operators(): [string, Build][] {
    const { tape } = this;
    const pair = (make: (one: TapeValue, other: TapeValue) => TapeValue): Build => {
      return ([left = null, right = null, ...others]) => {
        if (others.length > 0) throw new NoPlan();
        const [one, other] = [this.compile(left), this.compile(right)];
        return (value) => make(one(value), other(value));
      };
    };
    const calculate = (make: (one: number, other: number) => number): Build =>
      pair((one, other) => make(tape.number(one), tape.number(other)));
    const every = (isWanted: boolean): Build => {
      return (parts) => {
        // One operand is returned as it is.
        if (parts.length < 2) throw new NoPlan();
        const steps = parts.map((part) => this.compile(part));
        // All are evaluated, as in the library.
        return (value) => steps.map((step) => this.isTrue(step(value))).includes(!isWanted) !== isWanted;
      };
    };
    const isAbove = (one: TapeValue, other: TapeValue): boolean => {
      if (tape.kind(one) === 'number' && tape.kind(other) === 'number') return tape.compareNumbers(one, other) > 0;
      const [a, b] = [this.keyOf(one), this.keyOf(other)];
      return a.rank === b.rank && compareKeys(a, b) > 0;
    };
    return [
      ['eq', pair((one, other) => tape.equals(one, other))],
      ['ne', pair((one, other) => !tape.equals(one, other))],
      ['gt', pair(isAbove)],
      ['lt', pair((one, other) => isAbove(other, one))],
      ['gte', pair((one, other) => isAbove(one, other) || tape.equals(one, other))],
      ['lte', pair((one, other) => isAbove(other, one) || tape.equals(one, other))],
      ['in', pair((one, list) => this.tape.itemsOf(list).some((item) => tape.equals(item, one)))],
      ['not in', pair((one, list) => !this.tape.itemsOf(list).some((item) => tape.equals(item, one)))],
      ['and', every(true)],
      ['or', every(false)],
      [
        'not',
        ([query = null]) => {
          const step = this.compile(query);
          return (value) => !this.isTrue(step(value));
        },
      ],
      [
        'add',
        pair((one, other) => {
          const isText = tape.kind(one) === 'string' && tape.kind(other) === 'string';
          return isText ? tape.string(one) + tape.string(other) : tape.number(one) + tape.number(other);
        }),
      ],
      ['subtract', calculate((one, other) => one - other)],
      ['multiply', calculate((one, other) => one * other)],
      ['divide', calculate((one, other) => one / other)],
      ['mod', calculate((one, other) => one % other)],
      ['pow', calculate((one, other) => one ** other)],
      [
        'abs',
        ([query = null]) => {
          const step = this.compile(query);
          return (value) => Math.abs(tape.number(step(value)));
        },
      ],
      [
        'string',
        ([query = null]) => {
          const step = this.compile(query);
          return (value) => this.textOf(step(value));
        },
      ],
      [
        'regex',
        ([query = null, pattern, flags]) => {
          if (typeof pattern !== 'string' || (flags !== undefined && typeof flags !== 'string')) throw new NoPlan();
          const step = this.compile(query);
          const expression = new RegExp(pattern, flags);
          return (value) => expression.test(tape.string(step(value)));
        },
      ],
    ];
  }

  /** Follows a path; undefined where it leads nowhere. */
  private path(path: readonly JSONQuery[]): (value: TapeValue) => TapeValue | undefined {
    const { tape } = this;
    const steps = path.map((key) => {
      if (typeof key !== 'string' && typeof key !== 'number') throw new NoPlan();
      const text = String(key);
      return { name: nameOf(text), index: POSITION.test(text) ? Number(text) : -1 };
    });
    const [only] = steps;
    if (steps.length === 1 && only !== undefined && only.index < 0) return (value) => tape.member(value, only.name);
    return (value) => {
      let found: TapeValue | undefined = value;
      for (const { name, index } of steps) {
        if (found === undefined) return undefined;
        const around: TapeValue = found;
        found = tape.member(around, name);
        if (found === undefined && index >= 0) found = tape.items(around)?.[index];
      }
      return found;
    };
  }

  /** Whether an item passes a filter. */
  private passes(value: TapeValue): boolean {
    if (this.tape.kind(value) === 'number') return this.tape.number(value) !== 0;
    return value !== null && value !== false;
  }

  /** Whether a value is true in JavaScript. */
  private isTrue(value: TapeValue): boolean {
    const { tape } = this;
    switch (tape.kind(value)) {
      case 'null':
        return false;
      case 'boolean':
        return value === true;
      case 'number':
        return Boolean(tape.number(value));
      case 'string':
        return tape.string(value) !== '';
      default:
        return true;
    }
  }

  private sorted(items: Items, by: TapeStep, direction: 1 | -1): Items {
    const { tape } = this;
    const keys = items.map(by);
    if (keys.every((key) => tape.kind(key) === 'number'))
      return Array.from(tape.orderByNumbers(keys, direction), (index) => items[index] ?? null);
    return items
      .map((item) => ({ ...this.keyOf(by(item)), item }))
      .toSorted((a, b) => direction * (a.rank - b.rank || compareKeys(a, b)))
      .map(({ item }) => item);
  }

  private keyOf(value: TapeValue): Key {
    const { tape } = this;
    const kind = tape.kind(value);
    const rank = RANKS[kind] ?? OTHER;
    if (kind === 'number') return { rank, key: tape.numberKey(value) };
    if (kind === 'string') return { rank, key: tape.string(value) };
    return { rank, key: kind === 'boolean' ? value === true : null };
  }

  /** The text that JavaScript makes of a scalar. @throws NeedsValues for a container */
  private textOf(value: TapeValue): string {
    return String(this.scalarOf(value));
  }

  private scalarOf(value: TapeValue): string | number | boolean | null {
    const { tape } = this;
    const kind = tape.kind(value);
    if (kind === 'string') return tape.string(value);
    if (kind === 'number') return tape.number(value);
    if (typeof value === 'boolean' || value === null) return value;
    throw new NeedsValues();
  }

  private firstByKey(items: Items, by: TapeStep): Map<string, TapeValue> {
    const found = new Map<string, TapeValue>();
    for (const item of items) {
      const key = this.textOf(by(item));
      if (!found.has(key)) found.set(key, item);
    }
    return found;
  }
}

function compareKeys({ key: a }: Key, { key: b }: Key): number {
  if (a === null || b === null) return 0;
  if (typeof a === 'object' && typeof b === 'object') return compareNumberKeys(a, b);
  return a === b ? 0 : a > b ? 1 : -1;
}
