// The tokens of JSON that a cell of another program may show: they are themselves, and all else is text.

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Whether a text is a number, `true`, `false` or `null` of JSON. */
export function isToken(text: string): boolean {
  return NUMBER.test(text) || text === 'true' || text === 'false' || text === 'null';
}
