// Valid JSON text → JavaScript values that keep every number as it is spelt. `lossless-json` itself takes 2.5 times as long,
// fails at 2,000 levels and refuses duplicate keys, so only its class is used.

import { LosslessNumber } from 'lossless-json';
import { BACKSLASH, QUOTE } from '../../shared/bytes/ascii.ts';

/** An object or an array that is being read. */
export type TextTarget = unknown[] | Record<string, unknown>;

/**
 * Parses a valid text like `JSON.parse`, but numbers become `LosslessNumber`s, or what `makeNumber` makes of their text. Of duplicate keys the last value counts, at the
 * position of the first; `__proto__` is a key like any other.
 */
export function parseLossless(
  text: string,
  makeNumber: (text: string) => unknown = (number) => new LosslessNumber(number),
): unknown {
  const around: { readonly target: TextTarget; readonly key: string | null }[] = [];
  let target: TextTarget | null = null;
  let key: string | null = null;
  for (let at = 0; at < text.length;) {
    let value: unknown;
    switch (text.charCodeAt(at)) {
      case 0x20:
      case 0x0a:
      case 0x0d:
      case 0x09:
      case 0x2c: // ,
      case 0x3a: // :
        at += 1;
        continue;
      case 0x7b: // {
      case 0x5b: {
        if (target !== null) around.push({ target, key });
        target = text.charCodeAt(at) === 0x7b ? {} : [];
        key = null;
        at += 1;
        continue;
      }
      case 0x7d: // }
      case 0x5d: {
        const outer = around.pop();
        value = target;
        target = outer?.target ?? null;
        key = outer?.key ?? null;
        at += 1;
        break;
      }
      case QUOTE: {
        const end = stringEnd(text, at);
        const string = readString(text, at, end);
        at = end;
        if (key === null && target !== null && !Array.isArray(target)) {
          key = string;
          continue;
        }
        value = string;
        break;
      }
      case 0x74: // t
        value = true;
        at += 4;
        break;
      case 0x66: // f
        value = false;
        at += 5;
        break;
      case 0x6e: // n
        value = null;
        at += 4;
        break;
      default: {
        const start = at;
        at = numberEnd(text, at);
        value = makeNumber(text.slice(start, at));
      }
    }
    if (target === null) return value;
    if (Array.isArray(target)) target.push(value);
    else setMember(target, key ?? '', value);
    key = null;
  }
  throw new RangeError('the text ends before its value does');
}

/** Sets an own property of an object, whatever the key. */
export function setMember(target: Record<string, unknown>, key: string, value: unknown): void {
  // Only this key has an inherited setter; defining every property takes ten times as long.
  if (key !== '__proto__') target[key] = value;
  else Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
}

/** The index after the closing quote of the string that opens at `start`. */
function stringEnd(text: string, start: number): number {
  let at = text.indexOf('"', start + 1);
  // A backslash before the quote is rare; adjacent backslashes are counted only then.
  while (text.charCodeAt(at - 1) === BACKSLASH) {
    let slashes = 1;
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) break;
    at = text.indexOf('"', at + 1);
  }
  return at + 1;
}

function readString(text: string, start: number, end: number): string {
  const body = text.slice(start + 1, end - 1);
  return body.includes('\\') ? (JSON.parse(text.slice(start, end)) as string) : body;
}

/** The index after the number that starts at `start`. */
function numberEnd(text: string, start: number): number {
  let at = start + 1;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    // Digits, then + - . E e.
    if ((code < 0x30 || code > 0x39) && code !== 0x2e && code !== 0x2b && code !== 0x2d && (code | 0x20) !== 0x65)
      break;
  }
  return at;
}
