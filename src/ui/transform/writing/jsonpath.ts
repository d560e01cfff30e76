// Writes JSONPath: a filter, whose comparisons are nearly those of the wizard. json-p3 accepts only control characters with a
// letter escape such as \t. @see RFC 9535 §2.3.5

import { toJsonPath, type Path } from '../../../shared/document/path.ts';
import { readComparison, type FilterOperator, type Wizard } from '../../../shared/protocol/wizard.ts';
import { joined } from './joined.ts';

export function writeJsonPath({ filters, join }: Wizard): string {
  const conditions = filters.map(({ path, ...filter }) => conditionOf(path, readComparison({ path, ...filter })));
  return conditions.length === 0 ? '$' : `$[?${joined(conditions, join === 'and' ? '&&' : '||')}]`;
}

function conditionOf(path: Path, comparison: FilterOperator): string {
  const isItem = path.length === 0;
  const value = `@${toJsonPath(path.map(String)).slice(1)}`;
  // Always false: nothing is less than null.
  if (comparison.type === 'never') return '@ < null';
  if (comparison.type === 'any') {
    const conditions = comparison.literals.map((literal) => conditionOf(path, { type: 'equal', literal }));
    return joined(conditions, '||');
  }
  if (comparison.type === 'contains' || comparison.type === 'starts') {
    const pattern = asPattern(comparison.literal.value);
    const test =
      comparison.type === 'contains'
        ? `search(${value}, ${quote(pattern)})`
        : `match(${value}, ${quote(`${pattern}(.|\n|\r)*`)})`;
    // json-p3 would search the text of an array, too.
    return `${value} >= '' && ${test}`;
  }
  const { literal, type } = comparison;
  const json = literal.kind === 'string' ? quote(literal.value) : plainNumber(literal.json);
  if (type === 'order') return `${value} ${comparison.operator} ${json}`;
  if (literal.kind !== 'null') {
    return type === 'equal' ? `${value} == ${json}` : `@ != null && ${value} != ${json}`;
  }
  if (type === 'unequal') return isItem ? '@ != null' : `${value} && ${value} != null`;
  return `@ != null && (!${value} || ${value} == null)`;
}

/** An I-Regexp that matches a text. @see RFC 9485 */
function asPattern(text: string): string {
  return text.replaceAll(/[.?*+()[\]{}|\\^]/g, String.raw`\$&`).replaceAll('$', '[$$]');
}

/** Spells a string in single quotes, as names are. */
function quote(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** json-p3 rejects numbers that begin with a zero and have more digits, so 0.25 becomes 25e-2. */
function plainNumber(json: string): string {
  const [, digits = '', exponent = '0'] = /^0(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(json) ?? [];
  if (digits === '') return json.startsWith('0') ? '0' : json;
  const whole = digits.replace(/^0+/, '');
  return whole === '' ? '0' : `${whole}e${Number(exponent) - digits.length}`;
}
