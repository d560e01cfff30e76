// What the spelling of a key, a string or a number stands for: in JSON and in JSON5. The text is from a
// document that was checked, and may have been cut for showing.

const SINGLE_ESCAPES = new Map([
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
  ['0', '\0'],
]);

/** The longest beginning of an escape: `\\u` and three digits. */
const LONGEST_CUT = 5;

/**
 * The characters that a string, or a name of JSON5, stands for. One that was cut is read as far as it goes:
 * a broken escape at its end is dropped.
 */
export function unquote(literal: string): string {
  if (!literal.startsWith('"')) return readString(literal);
  const closed = literal.length > 1 && literal.endsWith('"');
  for (const attempt of closed ? [literal, cutEscape(literal)] : [cutEscape(literal)]) {
    try {
      const value: unknown = JSON.parse(attempt);
      if (typeof value === 'string') return value;
    } catch {
      // the next attempt, or what JSON5 makes of it
    }
  }
  return readString(literal);
}

function cutEscape(literal: string): string {
  return `${literal.slice(0, beginOfCutEscape(literal))}"`;
}

/** Where an escape begins that the end of the text cuts, in UTF-16 units; the text's length if none does. */
export function beginOfCutEscape(text: string): number {
  const cut = /\\(?:u[\da-fA-F]{0,3}|x[\da-fA-F]?|\r)?$/.exec(text.slice(-LONGEST_CUT));
  if (cut === null) return text.length;
  const at = text.length - cut[0].length;
  let first = at;
  while (text[first - 1] === '\\') first -= 1;
  // The second of two backslashes begins nothing.
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

/** A number of JSON5 as one of JSON; `Infinity`, `-Infinity` and `NaN` as they are. */
export function plainNumber(literal: string): string {
  const [, sign = '', digits = ''] = /^([+-]?)(.*)$/s.exec(literal) ?? [];
  const minus = sign === '-' ? '-' : '';
  if (digits === 'NaN') return digits;
  if (/^0x/i.test(digits)) return minus + String(BigInt(digits));
  return minus + digits.replace(/^\./, '0.').replace(/\.(?!\d)/, '');
}

/** Whether a number is one of JSON: not Infinity, and not NaN. */
export function isPlainNumber(number: string): boolean {
  return /\d/.test(number);
}
