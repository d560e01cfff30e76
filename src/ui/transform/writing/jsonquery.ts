// Writes JSON Query. As in the wizard, missing values are null, and only values of one kind have an order. It throws for an
// inherited key, so such a key is checked for first.

import type { Path } from '../../../shared/document/path.ts';
import { pickKeys, readComparison, type FilterOperator, type Wizard } from '../../../shared/protocol/wizard.ts';
import { isInherited } from './inherited.ts';
import { joined } from './joined.ts';

const NAME = /^[a-zA-Z_$][a-zA-Z\d_$]*$/;

export function writeJsonQuery({ filters, join, sort, pick }: Wizard): string {
  const steps: string[] = [];
  if (filters.length > 0) {
    const conditions = filters.map(({ path, ...filter }) => conditionOf(path, readComparison({ path, ...filter })));
    steps.push(`filter(${joined(conditions, join)})`);
  }
  if (sort !== null) {
    steps.push(`sort(${valueOf(sort.path)}${sort.direction === 'descending' ? ', "desc"' : ''})`);
  }
  const [only] = pick;
  if (only !== undefined) steps.push(pick.length === 1 ? `map(${valueOf(only)})` : pickOf(pick));
  return steps.join(' | ') || 'get()';
}

function conditionOf(path: Path, comparison: FilterOperator): string {
  const value = valueOf(path);
  if (comparison.type === 'never') return 'false';
  if (comparison.type === 'any') {
    const conditions = comparison.literals.map((literal) => conditionOf(path, { type: 'equal', literal }));
    return joined(conditions, 'or');
  }
  if (comparison.type === 'contains' || comparison.type === 'starts') {
    const pattern = asPattern(comparison.literal.value);
    const regex = `regex(${value}, ${JSON.stringify(comparison.type === 'contains' ? pattern : `^${pattern}`)})`;
    // Only texts are ordered beside a text; `regex` would also search the text of a number.
    return `if(${value} >= "", ${regex}, false)`;
  }
  const { json, kind } = comparison.literal;
  if (comparison.type === 'order') return `${value} ${comparison.operator} ${json}`;
  const isEqual = comparison.type === 'equal';
  const plain = `${value} ${isEqual ? '==' : '!='} ${json}`;
  // Items that are null never match, whether or not the compared value is missing.
  return isEqual === (kind === 'null') ? `get() != null and ${plain}` : plain;
}

/** A regular expression that matches a text. */
function asPattern(text: string): string {
  return text.replaceAll(/[.?*+()[\]{}|\\^$]/g, String.raw`\$&`);
}

function pickOf(pick: readonly Path[]): string {
  const keys = pickKeys(pick);
  const isPlain = pick.every((path, index) => path.at(-1) === keys[index] && !path.some(isRisky));
  if (isPlain) return `pick(${pick.map(valueOf).join(', ')})`;
  const members = pick.map((path, index) => `${nameOf(keys[index] ?? '')}: ${valueOf(path)}`);
  return `map({ ${members.join(', ')} })`;
}

function valueOf(path: Path): string {
  const risky = path.findIndex(isRisky);
  if (risky < 0) return path.map((segment) => `.${nameOf(String(segment))}`).join('') || 'get()';
  const steps: string[] = [];
  for (const [index, segment] of path.entries()) {
    const property = `.${nameOf(String(segment))}`;
    if (isRisky(segment)) {
      steps.push(guarded(String(segment), property));
    } else if (index > 0 && !isRisky(path[index - 1] ?? '')) {
      steps.push(`${steps.pop() ?? ''}${property}`);
    } else {
      steps.push(property);
    }
  }
  return steps.length === 1 ? steps.join('') : `(${steps.join(' | ')})`;
}

/** Reads a key only if the value has it. Scalars have no keys; a string's characters count as keys of digits. */
function guarded(key: string, property: string): string {
  const isNone = /^\d/.test(key) ? 'get() == null or string(get()) == get()' : 'get() == null';
  return `if(${isNone}, null, if(${JSON.stringify(key)} in keys(), ${property}, null))`;
}

function isRisky(segment: string | number): boolean {
  return isInherited(String(segment), true, 'take');
}

function nameOf(key: string): string {
  return NAME.test(key) ? key : JSON.stringify(key);
}
