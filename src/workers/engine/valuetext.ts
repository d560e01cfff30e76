// JavaScript values → JSON text, as `JSON.stringify` writes it, but without recursion and with a
// `LosslessNumber` or a BigInt as the number it is. What a query gives back becomes a document here.

import { isLosslessNumber } from 'lossless-json';
import { CodedError } from '../../shared/errors.ts';
import { formatSize } from '../../shared/size.ts';
import { encodeUtf8 } from '../../shared/utf8.ts';
import { MEMORY_LIMIT } from './memory.ts';
import { joinBytes } from '../../shared/bytes.ts';
import type { Work } from './work.ts';

/** Characters that are encoded at once. */
const PIECE = 65536;
/** About 10 ms of writing. */
const SLICE_BYTES = 512 * 1024;

/** Indentation grows with the square of the depth: at so many levels of two spaces it is 200 MB. */
const INDENTED_LEVELS = 10_000;
const BOX = /^\[object (?:Number|String|Boolean|BigInt)\]$/;

/** A container that is being written. */
interface Level {
  readonly container: object;
  /** `null` for an array. */
  readonly keys: readonly string[] | null;
  readonly items: readonly unknown[];
  next: number;
  isEmpty: boolean;
}

/**
 * The UTF-8 bytes of a value, each level indented by `indent` (empty: compact); `null` where `JSON.stringify`
 * gives none, as for a function. Members that are undefined, functions or symbols are left out, and are `null`
 * in arrays, like NaN and Infinity; `toJSON` is called. Its progress has no total: that is known at the end.
 * @throws CodedError `refused` for a value that contains itself, `too-large`
 * @see ECMA-262 §25.5.2
 */
export function* writeValue(value: unknown, indent = ''): Work<Uint8Array | null> {
  const pieces: Uint8Array[] = [];
  const levels: Level[] = [];
  const open = new Set<object>();
  let text = '';
  let done = 0;
  let paused = 0;

  let depth = -1;
  let brokenLine = '';
  const lineBreak = (): string => {
    if (indent === '' || depth === levels.length) return brokenLine;
    depth = levels.length;
    brokenLine = `\n${indent.repeat(depth)}`;
    return brokenLine;
  };
  /** Writes a prepared value, of a container only its beginning. */
  const begin = (item: unknown): void => {
    if (typeof item !== 'object' || item === null || isLosslessNumber(item)) {
      text += spellScalar(item);
      return;
    }
    if (open.has(item)) throw new CodedError('refused', 'A value that contains itself can’t be written as JSON.');
    open.add(item);
    const isArray = Array.isArray(item);
    text += isArray ? '[' : '{';
    levels.push({
      container: item,
      keys: isArray ? null : Object.keys(item),
      items: isArray ? (item as unknown[]) : Object.values(item),
      next: 0,
      isEmpty: true,
    });
    if (indent !== '' && levels.length > INDENTED_LEVELS) {
      throw new CodedError(
        'too-large',
        `A value nested deeper than ${INDENTED_LEVELS} levels can only be written without indentation.`,
      );
    }
  };

  const root = prepare(value, '');
  if (root === undefined) return null;
  begin(root);
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    if (level.next === level.items.length) {
      levels.pop();
      open.delete(level.container);
      text += (level.isEmpty ? '' : lineBreak()) + (level.keys === null ? ']' : '}');
    } else {
      const index = level.next;
      level.next += 1;
      const key = level.keys?.[index];
      const item = prepare(level.items[index], key ?? String(index));
      if (item === undefined && key !== undefined) continue;
      text += (level.isEmpty ? '' : ',') + lineBreak();
      if (key !== undefined) text += JSON.stringify(key) + (indent === '' ? ':' : ': ');
      level.isEmpty = false;
      begin(item ?? null);
    }
    if (text.length < PIECE) continue;
    const piece = encodeUtf8(text);
    text = '';
    pieces.push(piece);
    done += piece.length;
    checkSize(done);
    if (done - paused < SLICE_BYTES) continue;
    paused = done;
    yield { done, total: 0 };
  }
  return joinBytes([...pieces, encodeUtf8(text)]);
}

/** A value as it is to be written: `toJSON` called, boxes opened; undefined where it has no text. */
function prepare(value: unknown, key: string): unknown {
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (typeof value !== 'object' || value === null || isLosslessNumber(value)) return value;
  const { toJSON } = value as { toJSON?: unknown };
  const made: unknown = typeof toJSON === 'function' ? toJSON.call(value, key) : value;
  if (made !== value && (typeof made === 'function' || typeof made === 'symbol')) return undefined;
  if (typeof made !== 'object' || made === null || Array.isArray(made)) return made;
  // Asking for the tag takes longer than all the rest, and a plain object has none.
  if (Object.getPrototypeOf(made) === Object.prototype) return made;
  return BOX.test(Object.prototype.toString.call(made)) ? made.valueOf() : made;
}

function spellScalar(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null';
  if (isLosslessNumber(value)) return value.value;
  return String(value);
}

function checkSize(bytes: number): void {
  if (bytes <= MEMORY_LIMIT) return;
  throw new CodedError(
    'too-large',
    `The result is too large: its text would take more than ${formatSize(MEMORY_LIMIT)}.`,
  );
}
