// JavaScript values → JSON text, as `JSON.stringify` writes it, but without recursion, and with an `ExactNumber`, a
// `LosslessNumber` or a BigInt written as a number. A Map whose keys are all strings is an object, any other one an array of
// pairs; a Set, an iterator and a typed array are arrays. Turns the result of a query into a document.

import { isLosslessNumber } from 'lossless-json';
import { CodedError } from '../../shared/errors.ts';
import { MEMORY_LIMIT } from '../base/memory.ts';
import { joinBytes } from '../../shared/bytes/bytes.ts';
import { TextBuffer } from '../base/text-buffer.ts';
import type { Work } from '../base/work.ts';
import { ExactNumber } from './exact-number.ts';
import { setMember } from './lossless-text.ts';
import { FORMAT } from '../../shared/texts/formatting.ts';

/** Characters that are encoded per call. */
const PIECE = 65536;
/** About 10 ms of writing. */
const SLICE_BYTES = 512 * 1024;

/** Indentation grows with the square of the depth: with this many levels of two spaces, it takes 200 MB. */
const INDENTED_LEVELS = 10_000;
/** Values that are written in one step, at most, and how deep they are. */
const PLAIN_VALUES = 4096;
const PLAIN_DEPTH = 32;
/** Saved, because the user's code may see another one, and may replace it. */
const { stringify } = JSON;
const BOX = /^\[object (?:Number|String|Boolean|BigInt)\]$/;

/** Texts that are already known and need not be made from the values. */
export interface KnownTexts {
  /** Whether anything may be known about a container. */
  knows(container: object): boolean;
  /** Adds the text of a container, and returns true, if it is known. */
  add(container: object, out: TextBuffer): Work<boolean>;
  /** Returns what is known of the members of a container whose own text is not known. */
  open(container: object): KnownMembers | null;
}

/** Known texts of the members of one container. */
export interface KnownMembers {
  /** Adds the text of a key with its quotes, and returns true, if it is known. */
  addKey(key: string, out: TextBuffer): boolean;
  /** Adds the original text of a scalar, and returns true, if it is still the same value. `key` is `null` in an array. */
  addScalar(key: string | null, index: number, value: unknown, out: TextBuffer): boolean;
}

/** A container that is being written. */
interface Level {
  readonly container: object;
  /** `null` for an array. */
  readonly keys: readonly string[] | null;
  readonly items: readonly unknown[];
  readonly known: KnownMembers | null;
  next: number;
  isEmpty: boolean;
}

/**
 * Returns the UTF-8 bytes of a value, with each level indented by `indent` (empty: compact); `null` when `JSON.stringify`
 * returns undefined, as for a function. Members that are undefined, functions or symbols are left out; in arrays they are
 * `null`, as are NaN and Infinity. Calls `toJSON`. Progress has no total, which is known only at the end.
 * @throws CodedError `refused` for a value that contains itself, `too-large`
 * @see ECMA-262 §25.5.2
 */
export function* writeValue(value: unknown, indent = ''): Work<Uint8Array | null> {
  const pieces = yield* writePieces(value, indent, null);
  return pieces === null ? null : joinBytes(pieces);
}

/** Like `writeValue`, but in chunks, and with known texts unchanged. */
export function* writePieces(value: unknown, indent: string, known: KnownTexts | null): Work<Uint8Array[] | null> {
  const out = new TextBuffer();
  const levels: Level[] = [];
  const open = new Set<object>();
  let text = '';
  let paused = 0;

  let depth = -1;
  let brokenLine = '';
  const lineBreak = (): string => {
    if (indent === '' || depth === levels.length) return brokenLine;
    depth = levels.length;
    brokenLine = `\n${indent.repeat(depth)}`;
    return brokenLine;
  };
  const flush = (): void => {
    out.addText(text);
    text = '';
  };
  /** Writes the start of a container. */
  const begin = (item: object): void => {
    if (open.has(item)) throw new CodedError('refused', FORMAT.circular);
    const members = known?.knows(item) === true ? known.open(item) : null;
    if (members === null && indent === '' && plainValues(item, PLAIN_VALUES, PLAIN_DEPTH, known) >= 0) {
      text += stringify(item);
      return;
    }
    open.add(item);
    const isArray = Array.isArray(item);
    text += isArray ? '[' : '{';
    levels.push({
      container: item,
      keys: isArray ? null : Object.keys(item),
      items: isArray ? (item as unknown[]) : Object.values(item),
      known: members,
      next: 0,
      isEmpty: true,
    });
    if (indent !== '' && levels.length > INDENTED_LEVELS) {
      throw new CodedError('too-large', FORMAT.tooDeepToIndent(INDENTED_LEVELS));
    }
  };

  /** Writes the next part of a container. Returns the item to be written next; undefined when there is none. */
  const advance = (level: Level): unknown => {
    if (level.next === level.items.length) {
      levels.pop();
      open.delete(level.container);
      text += (level.isEmpty ? '' : lineBreak()) + (level.keys === null ? ']' : '}');
      return undefined;
    }
    const { known: members, next: index } = level;
    if (level.keys === null && members === null && indent === '') {
      const end = plainRun(level.items, index, known);
      if (end > index) {
        text += (level.isEmpty ? '' : ',') + textOfRun(level.items, index, end);
        level.isEmpty = false;
        level.next = end;
        return undefined;
      }
    }
    level.next += 1;
    const key = level.keys?.[index] ?? null;
    const prepared = prepare(level.items[index], key ?? String(index));
    if (prepared === undefined && key !== null) return undefined;
    const item = prepared ?? null;
    text += (level.isEmpty ? '' : ',') + lineBreak();
    level.isEmpty = false;
    if (members !== null) flush();
    if (key !== null) {
      if (members?.addKey(key, out) !== true) text += stringify(key);
      text += indent === '' ? ':' : ': ';
    }
    if (members === null || isContainer(item)) return item;
    flush();
    return members.addScalar(key, index, item, out) ? undefined : item;
  };

  let item = prepare(value, '');
  if (item === undefined) return null;
  for (let level: Level | undefined; item !== undefined || (level = levels.at(-1)) !== undefined;) {
    if (level !== undefined) {
      item = advance(level);
      level = undefined;
    } else {
      if (!isContainer(item)) text += spellScalar(item);
      else if (known?.knows(item) !== true) begin(item);
      else {
        flush();
        if (!(yield* known.add(item, out))) begin(item);
      }
      item = undefined;
    }
    if (text.length >= PIECE) flush();
    if (out.size - paused < SLICE_BYTES) continue;
    paused = out.size;
    checkSize(paused);
    yield { done: paused, total: 0 };
  }
  flush();
  checkSize(out.size);
  return out.finish();
}

/** Whether a prepared value is written as an array or an object. */
function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !isNumberObject(value);
}

function isNumberObject(value: object): boolean {
  return ExactNumber.textOf(value) !== null || isLosslessNumber(value);
}

/** The value that is written: `toJSON` called, wrapper objects unwrapped; undefined when it has no text. */
function prepare(value: unknown, key: string): unknown {
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (typeof value !== 'object' || value === null || isNumberObject(value)) return value;
  const { toJSON } = value as { toJSON?: unknown };
  const made: unknown = typeof toJSON === 'function' ? toJSON.call(value, key) : value;
  if (made !== value && (typeof made === 'function' || typeof made === 'symbol')) return undefined;
  if (typeof made !== 'object' || made === null || Array.isArray(made)) return made;
  // Reading the tag takes longer than everything else, and a plain object has none.
  if (Object.getPrototypeOf(made) === Object.prototype) return made;
  if (isNumberObject(made)) return made;
  return BOX.test(Object.prototype.toString.call(made)) ? made.valueOf() : plainContainer(made);
}

/** The items of a collection, as an object or an array; any other object itself. */
function plainContainer(made: object): object {
  if (made instanceof Map) {
    if ([...made.keys()].some((key) => typeof key !== 'string')) return [...made];
    const members: Record<string, unknown> = {};
    for (const [key, member] of made as Map<string, unknown>) setMember(members, key, member);
    return members;
  }
  const iterate: unknown = Reflect.get(made, Symbol.iterator);
  return typeof iterate === 'function' ? [...(made as Iterable<unknown>)] : made;
}

/** The end, exclusive, of the items from `start` on that `JSON.stringify` writes as this file does, some thousand values at most. */
function plainRun(items: readonly unknown[], start: number, known: KnownTexts | null): number {
  if ('toJSON' in items) return start;
  let left = PLAIN_VALUES;
  let end = start;
  for (; end < items.length && left > 0; end += 1) {
    left = plainValues(items[end], left - 1, PLAIN_DEPTH, known);
    if (left < 0) return end;
  }
  return end;
}

/** The text of some items. They are copied one by one: code may have replaced `slice`, or what it makes. */
function textOfRun(items: readonly unknown[], start: number, end: number): string {
  const run: unknown[] = [];
  for (let index = start; index < end; index += 1) run[index - start] = items[index];
  return stringify(run).slice(1, -1);
}

/**
 * `left` without the number of values in a value, if `JSON.stringify` writes them as this file does: no collection, nothing with
 * a text of its own, and no large or deep value. Below 0 otherwise.
 */
function plainValues(value: unknown, left: number, depth: number, known: KnownTexts | null): number {
  if (typeof value === 'bigint') return -1;
  if (typeof value !== 'object' || value === null) return left;
  if (depth === 0 || known?.knows(value) === true || 'toJSON' in value) return -1;
  if (Array.isArray(value)) {
    left -= value.length;
    for (let index = 0; index < value.length && left >= 0; index += 1)
      left = plainValues(value[index], left, depth - 1, known);
    return left;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype) return -1;
  for (const key in value) {
    left = plainValues((value as Record<string, unknown>)[key], left - 1, depth - 1, known);
    if (left < 0) return left;
  }
  return left;
}

function spellScalar(value: unknown): string {
  if (typeof value === 'string') return stringify(value);
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null';
  if (isLosslessNumber(value)) return value.value;
  return ExactNumber.textOf(value) ?? String(value);
}

/** @throws CodedError `too-large` for a text that exceeds the limit of a document */
export function checkSize(bytes: number): void {
  if (bytes <= MEMORY_LIMIT) return;
  throw new CodedError('too-large', FORMAT.tooLong(MEMORY_LIMIT));
}
