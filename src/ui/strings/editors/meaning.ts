// Texts about strings that hold something else.

/** The time claims of a token. @see RFC 7519 §4.1 */
export const CLAIMS = { iat: 'Issued', nbf: 'Not before', exp: 'Expires' } as const;

/** Why a string is not JSON. */
export const SYNTAX = {
  problem: (line: number, column: number, expected: string, found: string): string =>
    `Line ${line}, column ${column}: expected ${expected}; found ${found}.`,
  character: (character: string): string => `"${character}"`,
  end: 'the end',
  string: 'a string that is closed, without line breaks or odd escapes',
  expected: {
    value: 'a value',
    item: 'a value',
    'first item': 'a value or "]"',
    'first key': 'a key in double quotes or "}"',
    key: 'a key in double quotes',
    colon: '":"',
    comma: 'a comma or the closing bracket',
    end: 'nothing more',
  },
} as const;
