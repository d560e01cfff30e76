// Writes jq. Its order spans all kinds, so the kind is selected first. It fails for a key of a value that is not an object: `?`
// skips such an item, and `try` turns the error into null.

import type { Path } from '../../../shared/document/path.ts';
import { pickKeys, readComparison, type Wizard, type WizardFilter } from '../../../shared/protocol/wizard.ts';

const NAME = /^[A-Za-z_]\w*$/;

export function writeJq({ filter, sort, pick }: Wizard): string {
  const steps: string[] = [];
  if (filter !== null) steps.push(`map(select(${conditionOf(filter)}))`);
  if (sort !== null) {
    const sorted = `sort_by(${valueOf(sort.path)})`;
    // Reversed before and after, so that equal items keep their order.
    steps.push(sort.direction === 'ascending' ? sorted : `reverse | ${sorted} | reverse`);
  }
  const [only] = pick;
  if (only !== undefined) steps.push(`map(${pick.length === 1 ? valueOf(only) : membersOf(pick)})`);
  return steps.join(' | ') || '.';
}

function conditionOf(filter: WizardFilter): string {
  const comparison = readComparison(filter);
  if (comparison.type === 'never') return 'false';
  const { json, kind } = comparison.literal;
  const isItem = filter.path.length === 0;
  const value = valueOf(filter.path);
  const found = valueOf(filter.path, '?');
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
