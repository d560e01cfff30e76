// AssemblyScript. What may come next in a text, and how the links of a tape are packed (`engine/tape/tape.ts`).

export const VALUE = 0; // a value must come
export const AFTER = 1; // after a value: a comma, a closing bracket, or the end
export const KEY = 2; // after a comma in an object: a key must come
export const FIRST_KEY = 3; // after `{`: a key or `}`
export const FIRST_VALUE = 4; // after `[`: a value or `]`
export const COLON = 5;
export const IN_STRING = 6;
export const IN_KEY = 7;

export const OPENING: u32 = 0x40000000;
export const CLOSING: u32 = 0x80000000;
/** The link of a scalar of this many bytes or more. */
export const LONG: u32 = 0x3fffffff;
