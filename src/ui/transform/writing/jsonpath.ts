// Writes JSONPath: a filter, whose comparisons are nearly those of the wizard. json-p3 accepts only control characters with a
// letter escape such as \t. @see RFC 9535 §2.3.5

import { toJsonPath } from '../../../shared/document/path.ts';
import { readComparison, type Wizard, type WizardFilter } from '../../../shared/protocol/wizard.ts';

export function writeJsonPath({ filter }: Wizard): string {
  return filter === null ? '$' : `$[?${conditionOf(filter)}]`;
}

function conditionOf(filter: WizardFilter): string {
  const comparison = readComparison(filter);
  const isItem = filter.path.length === 0;
  const value = `@${toJsonPath(filter.path.map(String)).slice(1)}`;
  // Always false: nothing is less than null.
  if (comparison.type === 'never') return '@ < null';
  const { literal, type } = comparison;
  const json = literal.kind === 'string' ? quote(literal.value) : plainNumber(literal.json);
  if (type === 'order') return `${value} ${comparison.operator} ${json}`;
  if (literal.kind !== 'null') {
    return type === 'equal' ? `${value} == ${json}` : `@ != null && ${value} != ${json}`;
  }
  if (type === 'unequal') return isItem ? '@ != null' : `${value} && ${value} != null`;
  return `@ != null && (!${value} || ${value} == null)`;
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
