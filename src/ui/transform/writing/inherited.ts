// Keys that JavaScript finds in values that don't have them.

/** Properties that objects, arrays and scalars inherit. */
const INHERITED: ReadonlySet<string> = new Set(
  [Object, Array, String, Number, Boolean].flatMap((one) => Object.getOwnPropertyNames(one.prototype)),
);
/** Own properties of arrays and strings that hold values. */
const VALUES = /^(?:length|\d+)$/;

/**
 * How the value that is read is used. `compare`: it is compared with a scalar, so an inherited function is equivalent to a
 * missing value.
 */
export type Use = 'compare' | 'take';

/** Whether reading a key of a path must check that the value has it itself. */
export function isInherited(key: string, isLast: boolean, use: Use): boolean {
  return VALUES.test(key) || (INHERITED.has(key) && !(isLast && use === 'compare'));
}
