// Writes jq. Its order spans all kinds, so the kind is selected first. It fails for a key of a value that is not an object: `?`
// skips such an item, and `try` turns the error into null.

import type { Path } from '../../../shared/document/path.ts';
import { pickKeys, readComparison, type FilterOperator, type Wizard } from '../../../shared/protocol/wizard.ts';

import { joined } from './joined.ts';

const NAME = /^[A-Za-z_]\w*$/;

export function writeJq({ filters, join, sort, pick }: Wizard): string {
  const steps: string[] = [];
  const conditions = filters.map(({ path, ...filter }) => conditionOf(path, readComparison({ path, ...filter })));
  const [first] = conditions;
  if (first !== undefined) {
    // A condition on a value that is not there gives nothing, which is no part of "and" and "or".
    const all = conditions.map((condition) => `((${condition}) // false)`).join(` ${join} `);
    steps.push(`map(select(${conditions.length === 1 ? first : all}))`);
  }
  if (sort !== null) {
    const sorted = `sort_by(${valueOf(sort.path)})`;
    // Reversed before and after, so that equal items keep their order.
    steps.push(sort.direction === 'ascending' ? sorted : `reverse | ${sorted} | reverse`);
  }
  const [only] = pick;
  if (only !== undefined) steps.push(`map(${pick.length === 1 ? valueOf(only) : membersOf(pick)})`);
  return steps.join(' | ') || '.';
}

function conditionOf(path: Path, comparison: FilterOperator): string {
  if (comparison.type === 'never') return 'false';
  if (comparison.type === 'any') {
    // null first: the others give nothing where the value is not there.
    const literals = comparison.literals.toSorted((a, b) => Number(b.kind === 'null') - Number(a.kind === 'null'));
    return joined(
      literals.map((literal) => conditionOf(path, { type: 'equal', literal })),
      'or',
    );
  }
  const { json, kind } = comparison.literal;
  const isItem = path.length === 0;
  const value = valueOf(path);
  const found = valueOf(path, '?');
  if (comparison.type === 'contains' || comparison.type === 'starts') {
    const call = comparison.type === 'contains' ? 'contains' : 'startswith';
    return `${isItem ? '' : `${found} | `}strings | ${call}(${json})`;
  }
  if (comparison.type === 'order') {
    const kinds = kind === 'number' ? 'numbers' : 'strings';
    return `${isItem ? kinds : `(${found} | ${kinds})`} ${comparison.operator} ${json}`;
  }
  const isEqual = comparison.type === 'equal';
  const operator = isEqual ? '==' : '!=';
  // Here an item without the value may be skipped. Only with `== null`, or `!=` another value, must it count as null.
  if (isEqual !== (kind === 'null')) return `${found} ${operator} ${json}`;
  return `. != null and ${isItem ? value : `(try ${value} catch null)`} ${operator} ${json}`;
}

function membersOf(pick: readonly Path[]): string {
  const keys = pickKeys(pick);
  const members = pick.map((path, index) => {
    const key = keys[index] ?? '';
    const name = NAME.test(key) && key !== '__loc__' ? key : JSON.stringify(key);
    return path.length === 1 && path[0] === key && name === key ? name : `${name}: ${valueOf(path)}`;
  });
  return `{${members.join(', ')}}`;
}

/** Returns the expression that reads a value. `mark` follows each key, because a `?` applies to one key only. */
function valueOf(path: Path, mark: '' | '?' = ''): string {
  const text = path.map((segment) => {
    const key = String(segment);
    return `.${NAME.test(key) ? key : JSON.stringify(key)}${mark}`;
  });
  return text.join('') || '.';
}
