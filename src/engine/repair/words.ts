// Numbers and words as other languages spell them, in the spelling of a dialect.

import { isJson5Number, isJsonNumber } from '../../shared/document/json-text.ts';

const DECIMAL = /^([-+]?)(\d*)(?:(\.)(\d*))?(?:([eE])([-+]?)(\d*))?$/;

const LITERALS: ReadonlyMap<string, string> = new Map([
  ['true', 'true'],
  ['false', 'false'],
  ['null', 'null'],
  ['none', 'null'],
  ['nil', 'null'],
  ['undefined', 'null'],
]);

/** Returns the literal that a word of another language is, or `null`. */
export function literalOf(word: string): string | null {
  // `TRUE` and `True` are the literal; `nIL` is not.
  if (!/^(?:[a-z]+|[A-Z][a-z]+|[A-Z]+)$/.test(word)) return null;
  return LITERALS.get(word.toLowerCase()) ?? null;
}

/** The literal that a text was cut off in. */
export function cutLiteral(word: string): string | null {
  return ['true', 'false', 'null'].find((literal) => literal.startsWith(word)) ?? null;
}

/** Returns the number in a dialect's spelling, the same text if it is one already, or `null` if it is none. */
export function numberIn(text: string, isJson5: boolean, isCut: boolean): string | null {
  if (isJsonNumber(text)) return text;
  if (isJson5 && isJson5Number(text)) return text;
  const infinite = /^([-+]?)(?:(Infinity|inf)|(NaN|nan))$/.exec(text);
  if (infinite !== null) {
    if (!isJson5) return 'null';
    return `${infinite[1]}${infinite[2] === undefined ? 'NaN' : 'Infinity'}`;
  }
  const plain = text.replace(/(?<=[\da-fA-F])_+(?=[\da-fA-F])/g, '');
  if (isJson5 && isJson5Number(plain)) return plain;
  const whole = /^([-+]?)(0[xX][\da-fA-F]+|0[oO][0-7]+|0[bB][01]+|\d+)[nL]?$/.exec(plain);
  if (whole !== null) {
    const [, sign = '', digits = ''] = whole;
    const value = BigInt(/^0\d/.test(digits) ? digits.replace(/^0+(?=\d)/, '') : digits).toString();
    return `${sign === '-' ? '-' : ''}${value}`;
  }
  if (isCut && /^[-+]$/.test(text)) return 'null';
  const decimal = DECIMAL.exec(plain);
  if (decimal === null) return null;
  const [, sign = '', before = '', , after = '', e = '', power = '', exponent = ''] = decimal;
  if (before === '' && after === '') return null;
  if (e !== '' && exponent === '' && !isCut) return null;
  const digits = before.replace(/^0+(?=\d)/, '');
  const fraction = after === '' ? '' : `.${after}`;
  const scale = exponent === '' ? '' : `${e}${power}${exponent}`;
  return `${sign === '-' ? '-' : ''}${digits === '' ? '0' : digits}${fraction}${scale}`;
}
