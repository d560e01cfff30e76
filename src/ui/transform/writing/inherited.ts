// Which keys JavaScript finds in values that don't have them.

/** What objects, arrays and scalars inherit. */
const INHERITED: ReadonlySet<string> = new Set(
  [Object, Array, String, Number, Boolean].flatMap((one) => Object.getOwnPropertyNames(one.prototype)),
);
/** Properties that arrays and strings have themselves, and that are values. */
const VALUES = /^(?:length|\d+)$/;

/** What is done with what is found. `compare`, with a scalar: a function that is inherited is then as good as nothing. */
export type Use = 'compare' | 'take';

/** Whether a key of a path has to be read with care. */
export function isInherited(key: string, isLast: boolean, use: Use): boolean {
  return VALUES.test(key) || (INHERITED.has(key) && !(isLast && use === 'compare'));
}
