// Kinds of values as numbers.

/** Kinds of values by number; the order of `SchemaNode.checks`. */
export const NULL = 0;
export const BOOLEAN = 1;
export const NUMBER = 2;
export const STRING = 3;
export const ARRAY = 4;
export const OBJECT = 5;
/** Any of those. */
export type ValueKind = 0 | 1 | 2 | 3 | 4 | 5;
export const KINDS = 6;
/** Bit of the type `integer`, behind those of the kinds. */
export const INTEGER_BIT = 1 << KINDS;
