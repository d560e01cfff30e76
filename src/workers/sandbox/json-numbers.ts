// JSON and numbers as the user's code sees them: numbers that a double can't hold pass through `JSON` with their digits, and
// `BigInt` and the tests of `Number` treat them as the numbers they are.

import { isExact } from '../../engine/query/inexact.ts';
import { ExactNumber, type ExactNumbers } from '../../engine/values/exact-number.ts';
import { parseLossless, setMember } from '../../engine/values/lossless-text.ts';

type Reviver = (this: unknown, key: string, value: unknown) => unknown;
type Replacer = Reviver | readonly unknown[] | null | undefined;

/** May match where no number is, in a string for example, but never misses a number that a double can't hold. */
const MAY_BE_INEXACT = /\d[\d.]{15}|\d[eE]/;
const INTEGER = /^-?\d+$/;

/** Replaces functions of `scope`, which is the global object of the sandbox. */
export function installNumbers(scope: typeof globalThis, exact: ExactNumbers): void {
  const { JSON: json, Number: numbers, BigInt: bigInt } = scope;
  put(json, 'parse', parser(json.parse.bind(json), exact));
  put(json, 'stringify', stringifier(json.stringify.bind(json), exact));
  for (const [name, test] of Object.entries({
    isFinite: () => true,
    isNaN: () => false,
    isInteger: (text: string) => INTEGER.test(text),
    isSafeInteger: () => false,
  })) {
    const original = Reflect.get(numbers, name) as (value: unknown) => boolean;
    put(numbers, name, (value: unknown) => {
      const text = ExactNumber.textOf(value);
      return text === null ? original(value) : test(text);
    });
  }
  const exactBigInt = new Proxy(bigInt, {
    apply(target, self, [value]: [bigint]) {
      const text = ExactNumber.textOf(value);
      return Reflect.apply(target, self, [text !== null && INTEGER.test(text) ? text : value]);
    },
  });
  put(scope, 'BigInt', exactBigInt);
  put(bigInt.prototype, 'constructor', exactBigInt);
}

/** `JSON.parse` that keeps the digits of numbers. */
function parser(parse: typeof JSON.parse, exact: ExactNumbers): (text: unknown, reviver?: Reviver) => unknown {
  return (text, reviver) => {
    const source = String(text);
    if (!MAY_BE_INEXACT.test(source)) return parse(source, reviver);
    // Reports errors in the words of the browser.
    parse(source);
    const value = parseLossless(source, (number) => (isExact(number) ? Number(number) : exact.of(number)));
    return typeof reviver === 'function' ? revive({ '': value }, '', reviver) : value;
  };
}

/** @see ECMA-262 §25.5.1.1 InternalizeJSONProperty */
function revive(holder: Record<string, unknown> | unknown[], key: string, reviver: Reviver): unknown {
  const value = Reflect.get(holder, key) as unknown;
  if (typeof value === 'object' && value !== null && ExactNumber.textOf(value) === null) {
    for (const name of Object.keys(value)) {
      const member = revive(value as Record<string, unknown>, name, reviver);
      if (member === undefined) Reflect.deleteProperty(value, name);
      else if (Array.isArray(value)) value[Number(name)] = member;
      else setMember(value as Record<string, unknown>, name, member);
    }
  }
  return reviver.call(holder, key, value);
}

/** `JSON.stringify` that writes the digits of numbers. */
function stringifier(stringify: typeof JSON.stringify, exact: ExactNumbers) {
  return (value: unknown, replacer?: Replacer, space?: string | number): string | undefined => {
    if (exact.count === 0 || typeof value !== 'object' || value === null)
      return stringify(value, replacer as never, space);
    // Not in any text by chance.
    const mark = `number ${Math.random()} ${Math.random()} `;
    const texts: string[] = [];
    const replace = replacerOf(replacer);
    const text = stringify(
      value,
      function (this: unknown, key: string, item: unknown): unknown {
        const replaced = replace.call(this, key, item);
        const digits = ExactNumber.textOf(replaced);
        return digits === null ? replaced : `${mark}${texts.push(digits) - 1}`;
      },
      space,
    ) as string | undefined;
    if (text === undefined || texts.length === 0) return text;
    const pieces = text.split(`"${mark}`);
    return pieces.map((piece, index) => (index === 0 ? piece : restore(piece, texts))).join('');
  };
}

/** Replaces the index of a number and the quotation mark after it, which a piece begins with. */
function restore(piece: string, texts: readonly string[]): string {
  const end = piece.indexOf('"');
  return (texts[Number(piece.slice(0, end))] ?? '') + piece.slice(end + 1);
}

/** The replacer as a function. A list of keys also sets their order. @see ECMA-262 §25.5.2 */
function replacerOf(replacer: Replacer): Reviver {
  if (typeof replacer === 'function') return replacer;
  if (!Array.isArray(replacer)) return (_, value) => value;
  const names = new Set<string>();
  for (const name of replacer as unknown[]) {
    if (typeof name === 'string' || typeof name === 'number' || /^\[object (?:String|Number)\]$/.test(tagOf(name)))
      names.add(String(name));
  }
  return (_, value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    if (/^\[object (?:String|Number|Boolean|BigInt)\]$/.test(tagOf(value))) return value;
    const picked: Record<string, unknown> = {};
    for (const name of names) if (name in value) setMember(picked, name, Reflect.get(value, name));
    return picked;
  };
}

function tagOf(value: unknown): string {
  return Object.prototype.toString.call(value);
}

function put(holder: object, name: string, value: unknown): void {
  Reflect.defineProperty(holder, name, { value, writable: true, enumerable: false, configurable: true });
}
