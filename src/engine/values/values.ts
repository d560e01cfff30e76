// Values of the tape → JavaScript values, for queries and validation (PAR-1, PAR-2). Native values of JSON are parsed in one step,
// which takes two thirds of the time. Otherwise, runs of adjacent small values are parsed as one text, by `JSON.parse` or its
// lossless counterpart. Containers that are too large or too deep for that are opened here, on an explicit stack. So nothing
// recurses deeply, and long work runs in slices.
//
//   [ 1, {"a":2}, [ …100 MB… ], 3, 4 ]
//     ╰── run ──╯ ╰─ opened ─╯  ╰run╯

import { hasComments } from '../../shared/document/dialect.ts';
import { CodedError } from '../../shared/errors.ts';
import type { Parser } from '../../shared/document/parser.ts';
import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import { isPlainNumber, plainNumber, unquote } from '../../shared/bytes/literals.ts';
import { LosslessNumber } from 'lossless-json';
import { decodeJson } from './parsed-text.ts';
import { parseLossless, setMember, type TextTarget } from './lossless-text.ts';
import type { ReadPlaces } from '../tape/places.ts';
import type { Work } from '../base/work.ts';
import { TOO_MANY } from '../../shared/texts/edits.ts';

/** Approximate number of bytes that are parsed as one text. */
const RUN_BYTES = 65536;
/** A container of at most this many entries is parsed as text; its depth is at most half of that. */
const RUN_ENTRIES = 2000;
/** About 10 ms of parsing. */
const SLICE_BYTES = 1024 * 1024;
/** Values that are made, at most: about 8 bytes each in an array, and 100 when each number is an object. */
const MAX_VALUES = { native: 2 ** 26, lossless: 2 ** 24 } as const;
/** Members of one object, at most: V8 terminates the thread when its table grows beyond this. */
const MAX_MEMBERS = 2 ** 24;

/** Texts up to this length are parsed in one step. A string of the browser holds twice as much. */
const WHOLE_BYTES = 2 ** 28;

/** A container that is being read: the entry of the next child, and that of the closing bracket. */
interface Level {
  readonly container: number;
  readonly close: number;
  readonly target: TextTarget;
  next: number;
}

/**
 * Returns the value at an entry as `JSON.parse` does, or with each number as a `LosslessNumber`. Of duplicate keys the last one
 * counts; `__proto__` is a key like any other. The document must not change until this is done.
 * @throws CodedError `too-large` for a string, an object or a number of values that JavaScript can't hold
 */
export function* readValue(places: ReadPlaces, node: number, parser: Parser): Work<unknown> {
  const { tape } = places;
  const isRelaxed = hasComments(tape.dialect);
  const parse: (text: string) => unknown = parser === 'native' ? JSON.parse : parseLossless;
  const whole = places.range(node);
  if (!tape.isOpening(node) && isRelaxed) return readScalar(places, node, parser);
  if (isSmall(places, node)) return parse(readText(places, whole.start, whole.end));
  const entries = tape.closing(node) - node;
  if (entries > MAX_VALUES[parser]) throw new CodedError('too-large', TOO_MANY.inAll(entries, MAX_VALUES[parser]));
  if (parser === 'native' && whole.end - whole.start <= WHOLE_BYTES && entries <= MAX_MEMBERS) {
    const made = readWhole(places, node);
    if (made !== null) return made.value;
  }
  const root = open(places, node);
  const levels = [root];
  let paused = whole.start;
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const child = level.next;
    if (child >= level.close) {
      levels.pop();
      continue;
    }
    if (isRelaxed && !tape.isOpening(child)) {
      addTo(places, level, readScalar(places, child, parser));
    } else if (isSmall(places, child)) {
      addRun(places, level, parse);
    } else {
      const inner = open(places, child);
      addTo(places, level, inner.target);
      levels.push(inner);
    }
    const at = tape.start(child);
    if (at - paused < SLICE_BYTES) continue;
    paused = at;
    yield { done: at - whole.start, total: whole.end - whole.start };
  }
  return root.target;
}

/** Reads a value in one step; `null` where its text is no JSON, or is deeper than the browser's parser goes. */
function readWhole(places: ReadPlaces, node: number): { readonly value: unknown } | null {
  const { tape } = places;
  if (hasComments(tape.dialect) || tape.bracketLength(node) === 0) return null;
  const { start, end } = places.range(node);
  const text = decodeJson(places.text.slice(start, end));
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

function open(places: ReadPlaces, container: number): Level {
  const target = places.kind(container) === 'array' ? [] : {};
  const close = places.tape.closing(container);
  if (close - container > MAX_MEMBERS && !Array.isArray(target)) {
    const count = places.children.count(container);
    if (count > MAX_MEMBERS) throw new CodedError('too-large', TOO_MANY.inObject(count, MAX_MEMBERS));
  }
  return { container, close, target, next: container + 1 };
}

/** Adds the value of the next child to a level. */
function addTo(places: ReadPlaces, level: Level, value: unknown): void {
  if (Array.isArray(level.target)) level.target.push(value);
  else setMember(level.target, places.key(level.next), value);
  level.next = places.tape.next(level.next);
}

/** Reads a scalar of JSON5. Infinity and NaN become plain numbers: a `LosslessNumber` can't represent them. */
function readScalar(places: ReadPlaces, node: number, parser: Parser): unknown {
  const { start, end } = places.range(node);
  const text = readText(places, start, end);
  const kind = places.kind(node);
  if (kind === 'string') return unquote(text);
  if (kind !== 'number') return JSON.parse(text);
  const number = plainNumber(text);
  return parser === 'native' || !isPlainNumber(number) ? Number(number) : new LosslessNumber(number);
}

/** Adds the next child of a level, and those after it that fit into the run. */
function addRun(places: ReadPlaces, level: Level, parse: (text: string) => unknown): void {
  const { tape } = places;
  const { target } = level;
  const start = places.itemStart(level.container, level.next);
  let last = level.next;
  let next = tape.next(last);
  const isRecord = tape.bracketLength(level.container) === 0;
  while (!isRecord && next < level.close && tape.start(next) - start < RUN_BYTES && isSmall(places, next)) {
    last = next;
    next = tape.next(next);
  }
  level.next = next;
  const text = readText(places, start, places.range(last).end);
  if (Array.isArray(target)) {
    for (const item of parse(`[${text}]`) as unknown[]) target.push(item);
  } else {
    for (const [key, member] of Object.entries(parse(`{${text}}`) as object)) setMember(target, key, member);
  }
}

/** Whether a value is parsed as text: any scalar, and a container that is neither long nor deep. */
function isSmall({ tape }: ReadPlaces, node: number): boolean {
  if (hasComments(tape.dialect) || tape.bracketLength(node) === 0) return false;
  const close = tape.closing(node);
  return close === node || (close - node < RUN_ENTRIES && tape.start(close) - tape.start(node) < RUN_BYTES);
}

function readText(places: ReadPlaces, start: number, end: number): string {
  return decodeUtf8(places.text.slice(start, end));
}
