// Makes the outline of a place of a document: the containers on its path with their small members, as one short JSON text, so
// that a schema can be queried about the place. The schema's worker needs no copy of the document, and the text may be invalid:
// the last valid tape describes most of it, and the text typed since is read (`caret-place.ts`).
//
//   {"kind": "a", "data": [1, 2, {"id": 5, "na▮      path     $.data[2]
//                                                    outline  {"kind":"a","data":[{"id":5}]}

import { unquote } from '../../shared/bytes/literals.ts';
import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import type { Path, Segment } from '../../shared/document/path.ts';
import type { CaretSurroundings, Surroundings } from '../../shared/protocol/assist.ts';
import { asByte, type ByteRange } from '../../shared/units.ts';
import { valueDialect } from '../../shared/document/dialect.ts';
import type { JsonDocument } from '../document/document.ts';
import { readCaret, type CaretContext, type TypedMember } from '../suggest/caret-place.ts';
import { describeAt } from '../suggest/describe.ts';

/** Deeper places have no surroundings. */
const MAX_LEVELS = 1000;
/** Members of one container that are inspected. */
const MAX_MEMBERS = 500;
/** Keys of one object that are sent. */
const MAX_KEYS = 2000;
/** Larger values are left out. In bytes. */
const SMALL = 256;
/** Size of the whole outline, in bytes. The innermost containers come first. */
const MAX_BYTES = 65_536;

/** A container on the path. */
interface Level {
  readonly isObject: boolean;
  /** -1 when it is not on the tape. */
  readonly entry: number;
  /** The child that the path continues with; -1 when it is not on the tape. */
  readonly child: number;
  readonly segment: Segment | null;
  readonly typed: readonly TypedMember[];
}

/** Returns the surroundings of a caret, for proposals there; `null` when no key or value can be there, or it is too deep. */
export function surroundCaret(document: JsonDocument, offset: number): CaretSurroundings | null {
  const caret = readCaret(document, offset, MAX_LEVELS + 1);
  if (caret === null || caret.frames.length > MAX_LEVELS) return null;
  const { at, start, end, isQuoted, hasColon, lacksComma, isFollowed } = caret;
  const before = decodeUtf8(document.memory.text(start, Math.max(start, Math.min(offset, end))));
  return {
    ...surround(document, levelsOf(caret), null),
    keys: ownKeys(document, caret),
    at,
    range: { start: asByte(start), end: asByte(end) },
    typed: isQuoted ? unquote(before) : before,
    isQuoted,
    isBehind: isQuoted && offset >= end && isClosed(before),
    hasColon,
    lacksComma,
    isFollowed,
  };
}

/** Whether a text that begins with a quote ends with it, and not with an escaped one. */
function isClosed(text: string): boolean {
  return text.length > 1 && text.at(-1) === text[0] && !/(?<!\\)(?:\\\\)*\\.$/s.test(text);
}

/** Returns the surroundings of the key or value that contains a byte, and its range; `null` when there is neither. */
export function surroundOffset(
  document: JsonDocument,
  offset: number,
): { readonly at: Surroundings; readonly range: ByteRange } | null {
  if (document.isLive) {
    const found = describeAt(document, offset);
    const at = found === null ? null : surroundEntry(document, document.places.atOffset(offset));
    return found === null || at === null ? null : { at, range: found.range };
  }
  const caret = readCaret(document, offset, MAX_LEVELS + 1);
  if (caret === null || caret.start === caret.end || caret.frames.length > MAX_LEVELS) return null;
  const { at, start, end } = caret;
  const token = decodeUtf8(document.memory.text(start, end));
  const { path, ...rest } = surround(document, levelsOf(caret), null);
  const whole = at === 'key' ? [...path, unquote(token)] : path;
  return {
    at: { ...rest, path: whole, hasValue: false },
    range: { start: asByte(start), end: asByte(end) },
  };
}

/** Returns the surroundings of a value on the tape, including the value itself if it is small; `null` when it is too deep. */
export function surroundEntry(document: JsonDocument, entry: number): Surroundings | null {
  const { places, tape } = document;
  const steps = places.steps(entry);
  if (steps.length > MAX_LEVELS) return null;
  const levels = steps.map(({ container, child, ordinal }): Level => {
    const isObject = places.kind(container) === 'object';
    return { isObject, entry: container, child, segment: isObject ? places.key(child) : ordinal, typed: [] };
  });
  const isObject = places.kind(entry) === 'object';
  if (tape.isOpening(entry)) levels.push({ isObject, entry, child: -1, segment: null, typed: [] });
  const around = surround(document, levels, tape.isOpening(entry) ? null : smallText(document, entry));
  return isObject ? { ...around, keys: keysOf(document, entry) } : around;
}

/**
 * Returns the surroundings of a value by its path, whether the value exists or not; `null` when it can't exist, such as a
 * member of an array, or is too deep.
 */
export function surroundPath(document: JsonDocument, path: Path): Surroundings | null {
  const { places } = document;
  if (path.length > MAX_LEVELS || document.tape.count === 0) return null;
  const levels: Level[] = [];
  let entry = 0;
  for (const segment of path) {
    const kind = entry < 0 ? (typeof segment === 'string' ? 'object' : 'array') : places.kind(entry);
    if (kind !== (typeof segment === 'string' ? 'object' : 'array')) return null;
    const child = entry < 0 ? -1 : places.child(entry, segment);
    levels.push({ isObject: kind === 'object', entry, child, segment, typed: [] });
    entry = child;
  }
  return entry < 0 ? surround(document, levels, null) : surroundEntry(document, entry);
}

function levelsOf({ at, frames }: CaretContext): Level[] {
  return frames.map(({ isObject, entry, child, key, position, typed }, index) => {
    const isHere = at === 'key' && index === frames.length - 1;
    return { isObject, entry, child, segment: isHere ? null : isObject ? (key ?? '') : position, typed };
  });
}

function surround(document: JsonDocument, levels: readonly Level[], value: string | null): Surroundings {
  const path: Path = levels.flatMap(({ segment }) => segment ?? []);
  let text = value;
  let left = MAX_BYTES;
  for (const level of levels.toReversed()) {
    const { isObject, segment } = level;
    const members = isObject ? smallMembers(document, level, left) : [];
    for (const member of members) left -= member.length;
    if (text !== null) members.push(isObject ? `${JSON.stringify(segment ?? '')}:${text}` : text);
    text = isObject ? `{${members.join(',')}}` : `[${members.join(',')}]`;
  }
  const hasValue = value !== null || levels.at(-1)?.segment === null;
  const dialect = valueDialect(document.dialect);
  return { path, outline: text ?? 'null', dialect, hasValue, keys: [] };
}

/** The small members of an object, as spelt. Those typed since take precedence over those on the tape. */
function smallMembers(document: JsonDocument, { entry, child: inside, segment, typed }: Level, most: number): string[] {
  const members: string[] = [];
  const known = new Set<string>();
  if (typeof segment === 'string') known.add(segment);
  for (const { key, value } of typed) {
    if (value === null || value.length > SMALL || known.has(key) || !isLiteral(value)) continue;
    known.add(key);
    members.push(`${JSON.stringify(key)}:${value}`);
  }
  if (entry < 0) return members;
  const { places, tape } = document;
  const close = tape.closing(entry);
  let count = 0;
  let left = most;
  for (let child = entry + 1; child < close && count < MAX_MEMBERS && left > 0; child = tape.next(child)) {
    count += 1;
    if (child === inside) continue;
    const value = smallText(document, child);
    const { start, end } = places.keyRange(child);
    if (value === null || end - start > SMALL || known.has(places.key(child))) continue;
    const member = `${decodeUtf8(places.text.slice(start, end))}:${value}`;
    left -= member.length;
    members.push(member);
  }
  return members;
}

/** The text of a value; `null` when it is larger, or broken. */
function smallText({ places }: JsonDocument, entry: number): string | null {
  if (places.kind(entry) === 'broken') return null;
  const { start, end } = places.range(entry);
  return end - start > SMALL ? null : decodeUtf8(places.text.slice(start, end));
}

/** The keys of the object around a caret, without the one at the caret. */
function ownKeys(document: JsonDocument, { frames, start, at, typedKeys }: CaretContext): string[] {
  const { places, tape } = document;
  const frame = frames.at(-1);
  const keys = new Set(typedKeys);
  if (frame === undefined || frame.entry < 0 || at !== 'key' || !frame.isObject) return [...keys];
  // A key that starts in text typed since is not on the tape, even if it was inserted before one that is.
  const isNew = document.changes.some((change) => change.start <= start && start < change.end);
  const oldStart = isNew ? -1 : document.oldOffset(start);
  const close = tape.closing(frame.entry);
  for (let child = frame.entry + 1; child < close && keys.size < MAX_KEYS; child = tape.next(child)) {
    const range = places.keyRange(child);
    if (oldStart < range.start || oldStart >= range.end) keys.add(places.key(child));
  }
  return [...keys];
}

/** The first keys of an object. */
function keysOf({ places, tape }: JsonDocument, object: number): string[] {
  const keys: string[] = [];
  const close = tape.closing(object);
  for (let child = object + 1; child < close && keys.length < MAX_KEYS; child = tape.next(child))
    keys.push(places.key(child));
  return keys;
}

function isLiteral(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
