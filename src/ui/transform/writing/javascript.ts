// Writes JavaScript, plain and with Lodash: a function of the data. A key with the name of an inherited property is read by
// `own`, so that only an object's own value counts.

import { toJavaScript, type Path } from '../../../shared/document/path.ts';
import {
  pickKeys,
  readComparison,
  type FilterOperator,
  type Literal,
  type Wizard,
  type WizardFilters,
  type WizardSort,
} from '../../../shared/protocol/wizard.ts';
import { isInherited, type Use } from './inherited.ts';
import { joined } from './joined.ts';

const NAME = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;
const OWN = `
// The value of a key that an object has itself, and does not inherit.
function own (value, key) {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject && Object.hasOwn(value, key) ? value[key] : undefined
}
`;

export function writeJavaScript({ sort, pick, ...wizard }: Wizard): string {
  const steps = [
    ...(wizard.filters.length === 0 ? [] : [`.filter(item => ${conditionsOf(wizard)})`]),
    ...(sort === null ? [] : [`.toSorted((a, b) => compare(${valueOf('a', sort.path)}, ${valueOf('b', sort.path)}))`]),
    ...(pick.length === 0 ? [] : [`.map(item => ${picked(pick)})`]),
  ];
  const chain = steps.length > 1 ? steps.map((step) => `\n    ${step}`).join('') : steps.join('');
  return withHelpers(`function query (data) {\n  return data${chain}\n}\n`, sort);
}

export function writeLodash({ sort, pick, ...wizard }: Wizard): string {
  const order = sort?.direction === 'descending' ? 'desc' : 'asc';
  const steps = [
    ...(wizard.filters.length === 0 ? [] : [`_.filter(data, item => ${conditionsOf(wizard)})`]),
    ...(sort === null ? [] : [`_.orderBy(data, item => ${valueOf('item', sort.path)}, '${order}')`]),
    ...(pick.length === 0 ? [] : [`_.map(data, item => ${picked(pick)})`]),
  ];
  return withHelpers(
    `function query (data) {\n${steps.map((step) => `  data = ${step}\n`).join('')}  return data\n}\n`,
    null,
  );
}

function conditionsOf({ filters, join }: WizardFilters): string {
  const conditions = filters.map(({ path, ...filter }) => conditionOf(path, readComparison({ path, ...filter })));
  return joined(conditions, join === 'and' ? '&&' : '||');
}

function conditionOf(path: Path, comparison: FilterOperator): string {
  if (comparison.type === 'never') return 'false';
  if (comparison.type === 'any') return anyOf(path, comparison.literals);
  if (comparison.type === 'contains' || comparison.type === 'starts') {
    const method = comparison.type === 'contains' ? 'includes' : 'startsWith';
    const isText = `typeof ${access('item', path, '?.', '?.', 'compare')} === 'string'`;
    return `${isText} && ${access('item', path, '.', '.', 'compare')}.${method}(${comparison.literal.json})`;
  }
  const { json, kind } = comparison.literal;
  if (comparison.type === 'order') {
    const value = access('item', path, '?.', '?.', 'compare');
    // `Number.isFinite` is also true for the objects that stand for numbers a double can't hold.
    const test = kind === 'number' ? `Number.isFinite(${value})` : `typeof ${value} === '${kind}'`;
    return `${test} && ${access('item', path, '.', '.', 'compare')} ${comparison.operator} ${json}`;
  }
  if (comparison.type === 'equal') {
    if (isInexact(json)) return equalBigInt(path, json);
    if (kind !== 'null') return `${access('item', path, '?.', '?.', 'compare')} === ${json}`;
    return `item != null && ${access('item', path, '.', '?.', 'take')} == null`;
  }
  if (kind === 'null') return `${valueOf('item', path)} != null`;
  if (isInexact(json)) return `item != null && !(${equalBigInt(path, json)})`;
  return `item != null && ${access('item', path, '.', '?.', 'compare')} !== ${json}`;
}

function anyOf(path: Path, literals: readonly Literal[]): string {
  if (literals.every(({ kind, json }) => kind !== 'null' && !isInexact(json))) {
    return `[${literals.map(({ json }) => json).join(', ')}].includes(${access('item', path, '?.', '?.', 'compare')})`;
  }
  return joined(
    literals.map((literal) => conditionOf(path, { type: 'equal', literal })),
    '||',
  );
}

/** Whether a literal is a whole number that a double can't hold. */
function isInexact(json: string): boolean {
  return /^-?\d+$/.test(json) && !Number.isSafeInteger(Number(json));
}

function equalBigInt(path: Path, json: string): string {
  const value = access('item', path, '?.', '?.', 'compare');
  const exact = `BigInt(${access('item', path, '.', '.', 'compare')})`;
  return [`Number.isInteger(${value})`, `${exact} === ${json}n`].join(' && ');
}

function valueOf(name: string, path: Path): string {
  return access(name, path, '?.', '?.', 'take');
}

/** Returns the expression that reads a value; `first` and `next` are `?.` where the value before them may be missing. */
function access(name: string, path: Path, first: '.' | '?.', next: '.' | '?.', use: Use): string {
  let text = name;
  for (const [index, segment] of path.entries()) {
    const key = String(segment);
    const dot = index === 0 ? first : next;
    const property = toJavaScript([key]);
    if (isInherited(key, index === path.length - 1, use)) text = `own(${text}, ${JSON.stringify(key)})`;
    else text += dot === '.' ? property : `?.${property.replace(/^\./, '')}`;
  }
  return text;
}

function picked(pick: readonly Path[]): string {
  const values = pick.map((path) => `${valueOf('item', path)} ?? null`);
  if (values.length === 1) return values.join('');
  const keys = pickKeys(pick).map((key) => {
    if (key === '__proto__') return '["__proto__"]';
    return NAME.test(key) ? key : JSON.stringify(key);
  });
  return `({ ${keys.map((key, index) => `${key}: ${values[index] ?? ''}`).join(', ')} })`;
}

function withHelpers(text: string, sort: WizardSort | null): string {
  return `${text}${sort === null ? '' : compareIn(sort.direction)}${text.includes('own(') ? OWN : ''}`;
}

function compareIn(direction: WizardSort['direction']): string {
  const [less, more] = direction === 'ascending' ? ['<', '>'] : ['>', '<'];
  return `
// ${direction === 'ascending' ? 'Ascending' : 'Descending'}; what is missing comes last.
function compare (a, b) {
  if (a == null || b == null) return (a == null) - (b == null)
  return a ${less} b ? -1 : a ${more} b ? 1 : 0
}
`;
}
