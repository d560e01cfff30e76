// Words for a value in a message.

const MAX_LENGTH = 40;

/** Returns `null`, `the number 3`, `an array`, … */
export function describeValue(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'an array';
  switch (typeof value) {
    case 'number':
      return `the number ${value}`;
    case 'string':
      return `the string ${JSON.stringify(value.length > MAX_LENGTH ? `${value.slice(0, MAX_LENGTH - 1)}…` : value)}`;
    case 'boolean':
      return String(value);
    default:
      return 'an object';
  }
}

/** A list of words with "or" before the last one. */
export function eitherOf(words: readonly string[]): string {
  const [last = '', ...others] = words.toReversed();
  return others.length === 0 ? last : `${others.toReversed().join(', ')} or ${last}`;
}
