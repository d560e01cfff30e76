// Writes JMESPath. As in the wizard, missing values are null. Only numbers have an order there, so strings are compared by
// sorting them.

import type { Path } from '../../../shared/document/path.ts';
import {
  pickKeys,
  readComparison,
  type FilterOperator,
  type Literal,
  type OrderOperator,
  type Wizard,
} from '../../../shared/protocol/wizard.ts';

import { joined } from './joined.ts';

const NAME = /^[A-Za-z_]\w*$/;
/** Names that have another meaning at the start of an expression. */
const WORDS: ReadonlySet<string> = new Set(['let', 'in']);
/** Keys that the library finds in objects that don't have them. */
const INHERITED: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** For each operator, the test of the sorted pair of a string and a literal that is equivalent to it. */
const PLACES: Readonly<Record<OrderOperator, string>> = {
  '>=': '[0] ==',
  '>': '[1] !=',
  '<=': '[1] ==',
  '<': '[0] !=',
};

export function writeJmesPath({ filters, join, sort, pick }: Wizard): string {
  const steps: string[] = [];
  if (filters.length > 0) {
    const conditions = filters.map((filter) => conditionOf(filter.path, readComparison(filter)));
    steps.push(`[?${joined(conditions, join === 'and' ? '&&' : '||')}]`);
  }
  if (sort !== null) {
    const by = `&${fieldOf(sort.path)}`;
    // Reversed before and after, so that equal items keep their order.
    steps.push(sort.direction === 'ascending' ? `sort_by(@, ${by})` : `reverse(sort_by(reverse(@), ${by}))`);
  }
  const [only] = pick;
  if (only !== undefined) {
    const keys = pickKeys(pick);
    const members = pick.map((path, index) => `${nameOf(keys[index] ?? '')}: ${valueOf(path)}`);
    steps.push(pick.length === 1 ? `map(&${valueOf(only)}, @)` : `[*].{${members.join(', ')}}`);
  }
  return steps.join(' | ') || '@';
}

function conditionOf(path: Path, comparison: FilterOperator): string {
  if (comparison.type === 'never') return '`false`';
  if (comparison.type === 'any') {
    const conditions = comparison.literals.map((literal) => conditionOf(path, { type: 'equal', literal }));
    return joined(conditions, '||');
  }
  const { literal } = comparison;
  const field = fieldOf(path);
  const guards = guardsOf(path);
  if (comparison.type === 'contains' || comparison.type === 'starts') {
    const call = comparison.type === 'contains' ? 'contains' : 'starts_with';
    return [...guards, `type(${field}) == 'string'`, `${call}(${field}, ${spell(literal)})`].join(' && ');
  }
  if (comparison.type === 'order') {
    if (literal.kind === 'number') return `${field} ${comparison.operator} ${spell(literal)}`;
    const text = spell(literal);
    const sorted = `sort([${field}, ${text}])${PLACES[comparison.operator]} ${text}`;
    return [...guards, `type(${field}) == 'string'`, sorted].join(' && ');
  }
  const isNull = literal.kind === 'null' && guards.length > 0;
  if (comparison.type === 'equal') {
    return isNull ? `!(${guards.join(' && ')}) || ${field} == \`null\`` : `${field} == ${spell(literal)}`;
  }
  return [...(isNull ? guards : []), `${field} != ${spell(literal)}`].join(' && ');
}

function valueOf(path: Path): string {
  const guards = guardsOf(path);
  return guards.length === 0 ? fieldOf(path) : `(${guards.join(' && ')}) ? ${fieldOf(path)} : \`null\``;
}

/** Returns conditions that objects have the inherited keys of a path themselves. */
function guardsOf(path: Path): string[] {
  return path.flatMap((segment, index) => {
    const key = String(segment);
    if (!INHERITED.has(key)) return [];
    const object = fieldOf(path.slice(0, index));
    return [`type(${object}) == 'object'`, `contains(keys(${object}), '${key}')`];
  });
}

function fieldOf(path: Path): string {
  return path.map((segment) => nameOf(String(segment))).join('.') || '@';
}

function nameOf(key: string): string {
  return NAME.test(key) && !WORDS.has(key) ? key : JSON.stringify(key);
}

/** Spells a literal in backticks, or in single quotes if it is a string without quotes and backslashes. */
function spell(literal: Literal): string {
  if (literal.kind === 'string' && /^[^'\\\p{Cc}]*$/u.test(literal.value)) return `'${literal.value}'`;
  return `\`${literal.json.replaceAll('`', '\\u0060')}\``;
}
