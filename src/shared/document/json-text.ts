// JSON as text: whether a text is JSON, and the grammar of its numbers and words. For entered and foreign texts; the values of a
// document are read from its tape.

import type { Dialect } from './dialect.ts';

/** The grammar of a JSON number, for regular expressions. @see RFC 8259 §6 */
export const NUMBER_GRAMMAR = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?`;

/** The grammar of a JSON5 number, for regular expressions. @see https://spec.json5.org/#numbers */
export const NUMBER5_GRAMMAR = String.raw`[-+]?(?:Infinity|NaN|0[xX][\da-fA-F]+|(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?)`;

const NUMBER = new RegExp(`^${NUMBER_GRAMMAR}$`);
const NUMBER5 = new RegExp(`^${NUMBER5_GRAMMAR}$`);
const WORD = /^(?:true|false|null)$/;

/** Whether a text is one value of strict JSON, with white space around it or not. Cost: its length. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether a text is a number of JSON, and nothing else. */
export function isJsonNumber(text: string): boolean {
  return NUMBER.test(text);
}

/** Whether a text is a number of JSON5, and nothing else. */
export function isJson5Number(text: string): boolean {
  return NUMBER5.test(text);
}

/** Whether a text is a value without quotes and brackets in a dialect: a number, `true`, `false` or `null`. */
export function isJsonToken(text: string, dialect: Dialect = 'json'): boolean {
  return (dialect === 'json5' ? NUMBER5 : NUMBER).test(text) || WORD.test(text);
}
