// The kinds of values, as numbers.

/** Numbers of the kinds; they index `SchemaNode.checks`. */
export const NULL = 0;
export const BOOLEAN = 1;
export const NUMBER = 2;
export const STRING = 3;
export const ARRAY = 4;
export const OBJECT = 5;
/** Any of the kinds above. */
export type SchemaKind = 0 | 1 | 2 | 3 | 4 | 5;
export const KINDS = 6;
/** The bit of the type `integer`, after those of the kinds. */
export const INTEGER_BIT = 1 << KINDS;
