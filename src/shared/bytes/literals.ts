// The values that keys, strings and numbers of JSON and JSON5 stand for. The text comes from a checked document, and may have
// been truncated for display.

const SINGLE_ESCAPES = new Map([
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
  ['0', '\0'],
]);

/** Length of the longest truncated escape: `\\u` and three digits. */
const MAX_CUT_LENGTH = 5;

/**
 * Returns the value of a string literal, or of a JSON5 name. A truncated one is read as far as it goes: an incomplete escape at
 * its end is dropped.
 */
export function unquote(literal: string): string {
  if (!literal.startsWith('"')) return readString(literal);
  const closed = literal.length > 1 && literal.endsWith('"');
  for (const attempt of closed ? [literal, cutEscape(literal)] : [cutEscape(literal)]) {
    try {
      const value: unknown = JSON.parse(attempt);
      if (typeof value === 'string') return value;
    } catch {
      // Falls through to the next attempt, or to JSON5.
    }
  }
  return readString(literal);
}

function cutEscape(literal: string): string {
  return `${literal.slice(0, beginOfCutEscape(literal))}"`;
}

/**
 * Returns where an escape that is truncated by the end of the text begins, in UTF-16 units; the text's length if there is none.
 */
export function beginOfCutEscape(text: string): number {
  const cut = /\\(?:u[\da-fA-F]{0,3}|x[\da-fA-F]?|\r)?$/.exec(text.slice(-MAX_CUT_LENGTH));
  if (cut === null) return text.length;
  const at = text.length - cut[0].length;
  let first = at;
  while (text[first - 1] === '\\') first -= 1;
  // The second of two backslashes does not begin an escape.
  return (at - first) % 2 === 1 ? text.length : at;
}

/** @see https://spec.json5.org/#strings */
function readString(literal: string): string {
  const [quote = ''] = literal;
  const isName = quote !== '"' && quote !== "'";
  const isClosed = !isName && literal.length > 1 && literal.endsWith(quote);
  const content = literal.slice(isName ? 0 : 1, isClosed ? -1 : undefined);
  const escape = /\\(?:u([\da-fA-F]{4})|x([\da-fA-F]{2})|(\r\n|[^ux])|(?:u[\da-fA-F]{0,3}|x[\da-fA-F]?)?$)/gs;
  return content.replace(escape, (_, unit?: string, byte?: string, char?: string) => {
    if (unit !== undefined || byte !== undefined) return String.fromCharCode(Number.parseInt(unit ?? byte ?? '', 16));
    if (char === undefined || /^[\r\n\u2028\u2029]/.test(char)) return '';
    return SINGLE_ESCAPES.get(char) ?? char;
  });
}

/** Converts a JSON5 number to a JSON number; `Infinity`, `-Infinity` and `NaN` are returned as they are. */
export function plainNumber(literal: string): string {
  const [, sign = '', digits = ''] = /^([+-]?)(.*)$/s.exec(literal) ?? [];
  const minus = sign === '-' ? '-' : '';
  if (digits === 'NaN') return digits;
  if (/^0x/i.test(digits)) return minus + String(BigInt(digits));
  return minus + digits.replace(/^\./, '0.').replace(/\.(?!\d)/, '');
}

/** Whether a number can be written in JSON: not Infinity, and not NaN. */
export function isPlainNumber(number: string): boolean {
  return /\d/.test(number);
}
