// Texts about places in a document: going to one, and using its path.

export const GO_TO = {
  title: 'Go to',
  label: 'Line, byte or path',
  help: 'Line 12, line and column 12:5, byte @1234, or a path: $.a[3], /a/3 or a[3].',
  example: '$.a[3], /a/3 or a[3]',
  go: 'Go',
  place: (line: string, column: string): string => `line ${line}, column ${column}`,
  goes: (place: string): string => `Goes to ${place}.`,
  goesIn: (place: string, path: string): string => `Goes to ${place}, in ${path}.`,
  lineEnds: (line: string, column: string): string => `Line ${line} ends at column ${column}.`,
  lastLine: (line: string): string => `The document ends with line ${line}.`,
  bytes: (count: string): string => `The document has ${count} bytes.`,
  nothing: (path: string, place: string): string =>
    `There is nothing at this path. It leads as far as ${path}, on ${place}.`,
} as const;

/** The path in the status line. */
export const PATH = {
  hint: 'Path: copy it, or go to a value around it',
  paths: { left: 'Left path', right: 'Right path' },
  more: 'More of the path',
  type: 'Type a path',
  typeHint: 'Type a path (Ctrl+G)',
  copy: 'Copy the path',
  copyHint: 'Copy the path or the value',
  copyAs: (notation: string): string => `Copy as ${notation}`,
  notations: { jsonPath: 'JSONPath', pointer: 'JSON Pointer', javaScript: 'JavaScript', jq: 'jq' },
  copyValue: 'Copy value',
  copyLink: 'Copy link to this value',
  goTo: 'Go to…',
  around: 'Go to a value around it',
} as const;

export const COPYING = {
  copied: 'Copied.',
  refused: 'The browser does not let this page write to the clipboard.',
  gone: 'There is no value here any more.',
  tooLarge: (size: string, most: string): string =>
    `A value of ${size} is too large to be copied; the most is ${most}.`,
} as const;
