// Joins conditions in the languages that have infix operators.

const COMPOSED = /&&|\|\||\band\b|\bor\b/;

/** Joins conditions by an operator; those that consist of several are put in parentheses, unless there is only one. */
export function joined(conditions: readonly string[], operator: string): string {
  const [only = 'false'] = conditions;
  if (conditions.length < 2) return only;
  return conditions.map((condition) => (COMPOSED.test(condition) ? `(${condition})` : condition)).join(` ${operator} `);
}
