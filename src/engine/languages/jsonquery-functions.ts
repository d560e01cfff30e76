// Functions of JSON Query that replace the library's, which lose keys that every object inherits, such as `__proto__` and
// `constructor`. Otherwise they are the same. @see https://github.com/jsonquerylang/jsonquery

import { buildFunction, compile, type FunctionBuildersMap, type JSONQuery } from '@jsonquerylang/jsonquery';
import { setMember } from '../values/lossless-text.ts';
import { equalJson } from './equality.ts';

type Members = Record<string, unknown>;

const SCALARS: ReadonlySet<string> = new Set(['boolean', 'number', 'string']);

/** Whether two values are scalars of one kind; other pairs have no order. */
function areOrdered(a: unknown, b: unknown): boolean {
  return typeof a === typeof b && SCALARS.has(typeof a);
}

const isAbove = (a: unknown, b: unknown): boolean => areOrdered(a, b) && (a as number) > (b as number);

/** An object made of entries; of duplicate keys the last value counts. */
function objectOf(entries: Iterable<readonly [unknown, unknown]>): Members {
  const made: Members = {};
  for (const [key, value] of entries) setMember(made, String(key), value);
  return made;
}

/** The first item of each key. */
function firstByKey(items: readonly unknown[], key: (item: unknown) => unknown): Map<string, unknown> {
  const found = new Map<string, unknown>();
  for (const item of items) {
    const made = String(key(item));
    if (!found.has(made)) found.set(made, item);
  }
  return found;
}

const holds = (items: readonly unknown[], wanted: unknown): boolean => items.some((item) => equalJson(item, wanted));

const POSITION = /^\d+$/;

/** A member or an item; undefined when there is none. The library rejects names that every object inherits. */
function memberOf(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return Array.isArray(value) && !POSITION.test(key) ? undefined : (value as Members)[key];
}

/** The functions to pass to `compile`. */
export const FUNCTIONS: FunctionBuildersMap = {
  get: (...path: JSONQuery[]) => {
    const [only] = path;
    // Nearly all paths have one key.
    if (path.length === 1) return (data) => memberOf(data, only as string) ?? null;
    return (data) => path.reduce<unknown>((value, key) => memberOf(value, key as string), data) ?? null;
  },
  exists: (query: JSONQuery) => {
    const path = (query as string[]).slice(1);
    return (data) => path.reduce<unknown>(memberOf, data) !== undefined;
  },
  object: (members: JSONQuery) => {
    const made = Object.entries(members as Members).map(([key, query]) => [key, compile(query as JSONQuery)] as const);
    return (data) => objectOf(made.map(([key, query]) => [key, query(data)]));
  },
  mapObject: (callback: JSONQuery) => {
    const run = compile(callback);
    return (data) =>
      objectOf(
        Object.entries(data as Members).map(([key, value]) => {
          const made = run({ key, value }) as { key: unknown; value: unknown };
          return [made.key, made.value];
        }),
      );
  },
  mapKeys: (callback: JSONQuery) => {
    const run = compile(callback);
    return (data) => objectOf(Object.entries(data as Members).map(([key, value]) => [run(key), value]));
  },
  mapValues: (callback: JSONQuery) => {
    const run = compile(callback);
    return (data) => objectOf(Object.entries(data as Members).map(([key, value]) => [key, run(value)]));
  },
  pick: (...properties: JSONQuery[]) => {
    const getters = properties.map((property) => {
      const path = property as ['get', ...string[]];
      return [path.at(-1), compile(['get', ...path.slice(1)])] as const;
    });
    const pick = (item: unknown): Members => objectOf(getters.map(([key, get]) => [key, get(item)]));
    return (data) => (Array.isArray(data) ? data.map(pick) : pick(data));
  },
  groupBy: (by: JSONQuery) => {
    const key = compile(by);
    return (data) => {
      const groups = new Map<string, unknown[]>();
      for (const item of data as unknown[]) {
        const made = String(key(item));
        const group = groups.get(made);
        if (group === undefined) groups.set(made, [item]);
        else group.push(item);
      }
      return objectOf(groups);
    };
  },
  keyBy: (by: JSONQuery) => {
    const key = compile(by);
    return (data) => objectOf(firstByKey(data as unknown[], key));
  },
  uniqBy: (by: JSONQuery) => {
    const key = compile(by);
    // In the key order of an object, as in the library.
    return (data) => Object.values(objectOf(firstByKey(data as unknown[], key)));
  },
  uniq: () => (data) => {
    const found: unknown[] = [];
    const scalars = new Set<unknown>();
    for (const item of data as unknown[]) {
      // Scalars are looked up in a set: comparing them all takes hours for a million.
      const isScalar = typeof item !== 'object' || item === null;
      if (isScalar ? scalars.has(item) : holds(found, item)) continue;
      if (isScalar) scalars.add(item);
      found.push(item);
    }
    return found;
  },
  in: (value: JSONQuery, list: JSONQuery) => {
    const [one, all] = [compile(value), compile(list)];
    return (data) => holds(all(data) as unknown[], one(data));
  },
  'not in': (value: JSONQuery, list: JSONQuery) => {
    const [one, all] = [compile(value), compile(list)];
    return (data) => !holds(all(data) as unknown[], one(data));
  },
  eq: buildFunction(equalJson),
  ne: buildFunction((a: unknown, b: unknown) => !equalJson(a, b)),
  gte: buildFunction((a: unknown, b: unknown) => equalJson(a, b) || isAbove(a, b)),
  lte: buildFunction((a: unknown, b: unknown) => equalJson(a, b) || isAbove(b, a)),
};
