// Messages about paths that can't be parsed. Each goes into `wrong`.

/** Errors in a path. */
export const PATH = {
  wrong: (character: number, sentence: string): string => `The path is wrong at character ${character}: ${sentence}.`,
  unexpected: (wanted: string, found: string): string => `expected ${wanted}; found ${found}`,
  end: 'the end',
  pointer: 'expected a JSON Pointer, which starts with "/"',
  tilde: 'a "~" in a JSON Pointer is spelt "~0", and a "/" "~1"',
  percent: 'a "%" has to be followed by two hexadecimal digits',
  fragment: 'expected "/" after "#"',
  noPosition: (digits: string): string => `no array has a position ${digits}`,
} as const;

/** What a path may have at a position, for `unexpected`. */
export const IN_PATH = {
  many: 'a path to one value. This selects several, which a query can do',
  dotOrBracket: 'a dot or a bracket. A key that is no plain word is written as ["key"]',
  name: 'a name. Positions and other keys are written in brackets, as [0] and ["key"]',
  closing: '"]"',
  fromStart: 'a position counted from the start, 0 for the first',
  positionOrKey: 'a position or a key in quotes',
} as const;
