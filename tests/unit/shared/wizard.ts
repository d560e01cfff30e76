// Random documents and wizards, and a reference implementation of the wizard.

import fc from 'fast-check';
import {
  OPERATORS,
  pickKeys,
  readLiteral,
  SCALAR_OPERATORS,
  type ScalarFilter,
  type Wizard,
  type WizardFilter,
  type WizardFilters,
} from '../../../src/shared/protocol/wizard.ts';

/** Keys that are difficult in some language. */
export const keys = fc.constantFrom(
  'a',
  'age',
  'a.b',
  'it\'s "so"',
  'back`tick\\',
  '🚀 é',
  '',
  '__proto__',
  'constructor',
  'toString',
  'length',
  'name',
  'link',
  'keys',
  'let',
  'and',
  '$x',
  '-',
);

const texts = fc.constantFrom(
  '',
  'a',
  'b',
  'ab',
  'B',
  '10',
  '9',
  'é',
  '🚀',
  "it's",
  '"',
  '`\\',
  '\t\n',
  '\\"\\\'',
  'true',
  'null',
  '\\(1)',
);
const numbers = fc.constantFrom(0, -0, 1, 10, 9, -1.5, 1e21, 1.5e-7, 0.1);
const scalars = fc.oneof(texts, numbers, fc.constantFrom(true, false, null));

/** Builds an object through JSON, so that every key is an own property, even `__proto__`. */
function objectOf(members: readonly (readonly [string, unknown])[]): unknown {
  return JSON.parse(`{${members.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',')}}`);
}

const { value: anyValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', maxDepth: 3 },
    scalars,
    fc.array(fc.tuple(keys, tie('value')), { maxLength: 4 }).map(objectOf),
    fc.array(tie('value'), { maxLength: 3 }),
  ),
}));

const anyItem = fc.oneof(
  { weight: 5, arbitrary: fc.array(fc.tuple(keys, anyValue), { maxLength: 6 }).map(objectOf) },
  { weight: 1, arbitrary: anyValue },
);

/** Arrays of items, most of which are objects. */
export const documents = fc.array(anyItem, { maxLength: 12 });

const paths = fc.oneof(
  { weight: 6, arbitrary: keys.map((key) => [key]) },
  { weight: 3, arbitrary: fc.tuple(keys, keys).map((path) => [...path]) },
  { weight: 1, arbitrary: fc.constant<string[]>([]) },
);

const literals = fc.oneof(
  texts.map((text) => JSON.stringify(text)),
  numbers.map((number) => JSON.stringify(number)),
  fc.constantFrom(
    'true',
    'false',
    'null',
    'a',
    ' 10 ',
    '1.0',
    '0.10',
    '0.0',
    '0E1',
    '0.05e+1',
    '1E1',
    '-0',
    "it's",
    '007',
  ),
);

/** Literals that hold no comma, alone or in a list of several. */
const lists = fc.array(literals, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(', '));

export const filters: fc.Arbitrary<WizardFilter> = fc
  .record({ path: paths, operator: fc.constantFrom(...OPERATORS), literal: literals, list: lists })
  .map(({ list, ...filter }) => (filter.operator === 'is one of' ? { ...filter, literal: list } : filter));

/** Filters that compare with one scalar. */
export const scalarFilters: fc.Arbitrary<ScalarFilter> = fc.record({
  path: paths,
  operator: fc.constantFrom(...SCALAR_OPERATORS),
  literal: literals,
});

/** The values of a list. */
function partsOf(list: string): string[] {
  return list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Several filters, and how they go together. */
export const joinedFilters = fc.record({
  filters: fc.array(filters, { minLength: 1, maxLength: 3 }),
  join: fc.constantFrom('and' as const, 'or' as const),
});

/** Whether an item passes several filters. */
export function matchesAll(item: unknown, { filters: all, join }: WizardFilters): boolean {
  return join === 'and'
    ? all.every((one) => matches(item, one))
    : all.length === 0 || all.some((one) => matches(item, one));
}

/** The value at a path, by the rules of the wizard. */
export function valueAt(from: unknown, path: readonly (string | number)[]): unknown {
  let at = from;
  for (const key of path) {
    const isObject = typeof at === 'object' && at !== null && !Array.isArray(at);
    at = isObject ? Object.getOwnPropertyDescriptor(at, key)?.value : undefined;
  }
  return at ?? null;
}

/** Whether an item passes a filter: the reference implementation. */
export function matches(item: unknown, { path, operator, literal }: WizardFilter): boolean {
  if (item === null) return false;
  const left = valueAt(item, path);
  if (operator === 'contains' || operator === 'starts with') {
    const quoted = literal.trim().startsWith('"');
    const text = quoted ? (JSON.parse(literal.trim()) as string) : literal;
    return typeof left === 'string' && (operator === 'contains' ? left.includes(text) : left.startsWith(text));
  }
  if (operator === 'is one of') return partsOf(literal).some((part) => left === readLiteral(part).value);
  const { value: right } = readLiteral(literal);
  if (operator === '==') return left === right;
  if (operator === '!=') return left !== right;
  const isOrdered = typeof left === typeof right && (typeof left === 'number' || typeof left === 'string');
  if (!isOrdered) return operator.endsWith('=') && left === right;
  const [one, other] = [left, right] as [number, number];
  if (operator === '<') return one < other;
  if (operator === '<=') return one <= other;
  return operator === '>' ? one > other : one >= other;
}

/** Items with numbers at one path and texts at another, nested one. */
const typed = fc
  .tuple(keys, keys, keys)
  .filter(([one, two]) => one !== two)
  .chain(([one, two, three]) =>
    fc
      .array(
        fc.record({
          number: fc.constantFrom(3, 1, 2, -1, 10, 0.5),
          text: fc.constantFrom('b', 'a', 'B', '10', '9', 'é', '🚀', ''),
        }),
        { maxLength: 12 },
      )
      .map((values) => ({
        number: [one],
        text: [two, three],
        data: values.map(({ number, text }, index): unknown =>
          JSON.parse(
            `{${JSON.stringify(one)}:${number},${JSON.stringify(two)}:{${JSON.stringify(three)}:${JSON.stringify(text)}},"at":${index}}`,
          ),
        ),
      })),
  );

export const wizards = typed.chain(({ data, number, text }) =>
  fc
    .record({
      filters: fc.constantFrom<WizardFilter[]>([], [{ path: number, operator: '>', literal: '1' }]),
      join: fc.constant('and' as const),
      sort: fc.record({
        path: fc.constantFrom(number, text),
        direction: fc.constantFrom('ascending' as const, 'descending' as const),
      }),
      pick: fc.constantFrom<string[][]>(
        [],
        [number],
        [text],
        [number, text],
        [number, text, ['missing']],
        [['at'], text, [text[0] ?? '']],
      ),
    })
    .map((wizard) => ({ data, wizard })),
);

/** Filters, sorts and picks: the reference implementation. */
export function carryOut(data: readonly unknown[], { sort, pick, ...wizard }: Wizard): unknown {
  const kept = data.filter((item) => matchesAll(item, wizard));
  const sign = sort?.direction === 'descending' ? -1 : 1;
  const sorted = kept.toSorted((one, other) => {
    const [a, b] = [valueAt(one, sort?.path ?? []), valueAt(other, sort?.path ?? [])] as [number, number];
    return sign * (a < b ? -1 : a > b ? 1 : 0);
  });
  const names = pickKeys(pick);
  const picked = sorted.map((item) => {
    const values = pick.map((path) => valueAt(item, path));
    if (values.length === 0) return item;
    if (values.length === 1) return values[0];
    return JSON.parse(
      `{${values.map((value, index) => `${JSON.stringify(names[index])}:${JSON.stringify(value)}`).join(',')}}`,
    ) as unknown;
  });
  return JSON.parse(JSON.stringify(picked));
}

/** Ways to spell a value: compact, with white space, with every character of strings escaped. */
export const spellings = fc.constantFrom<((value: unknown) => string)[]>(
  (value) => JSON.stringify(value),
  (value) => JSON.stringify(value, null, 2),
  (value) =>
    JSON.stringify(value).replaceAll(/[^\u0020-\u007e]|[bcd]/gu, (character) =>
      character
        .split('')
        .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
        .join(''),
    ),
);
