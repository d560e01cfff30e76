// Strings whose quotation marks are missing, of another kind, or not escaped. A quotation mark closes a string if what follows
// could come next; this is the only way to tell it from one that belongs to the content.
//
//   {"a": "he said "no" to it"}      the marks around `no` are followed by what no value is followed by
//   {"a": "x, "b": 2}                the mark before `b` begins a key: the string ended before the comma

import type { RepairSource } from './source.ts';

/** What a string is: a key, a value of an object, an item, or the root. */
export type StringRole = 'key' | 'member' | 'item' | 'root';

/** Where a string's content ends, and where the text goes on. */
export interface StringEnd {
  readonly contentEnd: number;
  readonly end: number;
  readonly isClosed: boolean;
}

/** How many units are searched for what an unclosed string may end with. */
const REACH = 20_000;
/** How many units a key has at most that is looked for ahead. */
const KEY_REACH = 1000;

const NAME = /[\p{L}\p{N}_$][\p{L}\p{N}_$.-]*/uy;

/** A literal or number, with what may come after it. */
export const LITERAL = /(?:true|false|null|-?\d[\d.eE+-]*)(?=[\s,\]}])/y;

/** Finds the end of the string that starts at an index. `isOpen` says whether a bracket of this kind is open around it. */
export function findStringEnd(
  source: RepairSource,
  start: number,
  role: StringRole,
  isOpen: (closer: string) => boolean,
): StringEnd {
  const closers = source.closers(start) ?? '"';
  let weak = -1;
  let escaped = -1;
  let at = start + 1;
  for (; at < source.end; at += 1) {
    const character = source.at(at);
    if (character === '\\') {
      if (escaped < 0 && closers.includes(source.at(at + 1)) && follows(source, at + 2, role) === 2) escaped = at;
      at += source.at(at + 1) === '\r' && source.at(at + 2) === '\n' ? 2 : 1;
      continue;
    }
    if (character === '\n' || character === '\r') break;
    if (!closers.includes(character)) continue;
    const score = follows(source, at + 1, role);
    if (score === 2) return closed(at);
    if (score === 1 && weak < 0) weak = at;
    if (score === 0 && opens(source, at, start, role)) {
      if (weak >= 0 || escaped >= 0) break;
      return { ...unclosed(source, start, at, role, isOpen), isClosed: false };
    }
  }
  if (weak >= 0) return closed(weak);
  if (at < source.end && !closers.includes(source.at(at))) {
    const later = closeOnLaterLine(source, at, closers, start, role);
    if (later >= 0) return closed(later);
  }
  // A path of Windows that ends in a backslash: `"C:\\dir\\"` with each backslash once.
  if (escaped >= 0) return { contentEnd: escaped + 1, end: escaped + 2, isClosed: true };
  return { ...unclosed(source, start, Math.min(at, source.end), role, isOpen), isClosed: false };
}

function closed(at: number): StringEnd {
  return { contentEnd: at, end: at + 1, isClosed: true };
}

/** Whether text may go on like this after a string: 2 surely, 1 perhaps, 0 not. */
function follows(source: RepairSource, index: number, role: StringRole): 0 | 1 | 2 {
  const at = source.skip(index);
  const next = source.mark(at);
  const isApart = at > index;
  if (role === 'key') {
    if (next === ':' || next === '=') return 2;
    if (next === '-' && source.at(at + 1) === '>') return 2;
    if (next === '{' || next === '[') return 2;
    if (next === '' || next === '}' || next === ',' || next === ';') return 1;
    if (source.match(LITERAL, at) !== null) return 2;
    if (source.match(LITERAL, at) !== null) return 2;
    if (!isApart) return 0;
    return source.closers(at) === undefined
      ? /[-\dtfnTFN]/.test(next)
        ? 2
        : 0
      : quotedBefore(source, at, '},')
        ? 2
        : 0;
  }
  if (next === '') return role === 'root' || index >= source.end || /[\r\n]/.test(source.text.slice(index, at)) ? 2 : 1;
  if (role === 'root') return next === ':' ? 2 : 1;
  if (next === '}') return role === 'member' ? 2 : 1;
  if (next === ']') return role === 'item' ? 2 : 1;
  if (next === ')' || next === ';') return 2;
  if (next === '+' && source.closers(source.skip(at + 1)) !== undefined) return 2;
  if (next === ':') return role === 'item' ? 2 : 0;
  if (next === ',') return goesOn(source, at + 1, role);
  // A comma may be missing.
  if (!isApart) return next === '{' || next === '[' ? 1 : 0;
  if (role === 'member') return isKeyAt(source, at) ? 2 : 0;
  if (next === '{' || next === '[') return 2;
  if (source.closers(at) !== undefined)
    return quotedBefore(source, at, ',]{[') ? 2 : quotedBefore(source, at, '"tfn-0123456789') ? 1 : 0;
  return source.match(LITERAL, at) === null ? 0 : 1;
}

/** Whether what comes after a comma may be there. */
function goesOn(source: RepairSource, index: number, role: StringRole): 0 | 1 | 2 {
  const at = source.skip(index);
  const next = source.mark(at);
  if (next === '' || next === '}' || next === ']' || next === '{' || next === '[' || next === ',') return 2;
  if (source.startsWith('...', at) || next === '…') return 2;
  if (isKeyAt(source, at)) return 2;
  if (source.closers(at) !== undefined) {
    return (role === 'item' && quotedBefore(source, at, ',]')) || lacksColon(source, at) ? 2 : 1;
  }
  if (role === 'member') return 0;
  if (/[-+.\d]/.test(next)) return 2;
  const word = source.match(NAME, at);
  if (word === null) return 0;
  return /^(?:true|false|null|none|nan|infinity|undefined)$/i.test(word) ? 2 : 1;
}

/** Whether a key with its colon starts at an index. */
export function isKeyAt(source: RepairSource, index: number): boolean {
  if (source.closers(index) !== undefined) return quotedBefore(source, index, ':=');
  const word = source.match(NAME, index);
  if (word === null) return false;
  let at = index + word.length;
  // `a": 1`, whose first quotation mark is missing.
  if (source.closers(at) !== undefined) at += 1;
  at = source.skip(at);
  const next = source.mark(at);
  // An address is no key.
  return (next === ':' && !source.startsWith('//', at + 1)) || (next === '=' && source.at(at + 1) !== '=');
}

/** Whether a string is at an index that a value follows without a colon or comma. */
function lacksColon(source: RepairSource, index: number): boolean {
  const end = simpleEnd(source, index);
  if (end < 0) return false;
  const at = source.skip(end);
  return source.closers(at) !== undefined || /[{[]/.test(source.mark(at)) || source.match(LITERAL, at) !== null;
}

/** Whether a string starts at an index, ends on its line, and is followed by one of these characters. */
export function quotedBefore(source: RepairSource, index: number, expected: string): boolean {
  const end = simpleEnd(source, index);
  if (end < 0) return false;
  const next = source.mark(source.skip(end));
  return next !== '' && expected.includes(next);
}

function simpleEnd(source: RepairSource, index: number): number {
  const closers = source.closers(index) ?? '';
  const limit = Math.min(source.end, index + KEY_REACH);
  for (let at = index + 1; at < limit; at += 1) {
    const character = source.at(at);
    if (character === '\\') at += 1;
    else if (character === '\n' || character === '\r') return -1;
    else if (closers.includes(character)) return at + 1;
  }
  return -1;
}

/** Whether a quotation mark inside a string begins the next one, so that the string was not closed. */
function opens(source: RepairSource, at: number, start: number, role: StringRole): boolean {
  const before = source.trimEnd(start + 1, at);
  const previous = before > start + 1 ? source.mark(before - 1) : '';
  if (role === 'key') {
    if (previous === ':') return true;
    return (previous === ',' || previous === '{') && quotedBefore(source, at, ':=');
  }
  if (previous !== ',' && previous !== '{' && previous !== '[') return false;
  if (quotedBefore(source, at, ':=')) return true;
  return role === 'item' && quotedBefore(source, at, ',]');
}

/** The quotation mark on a later line that closes a string with line ends in it, or -1. */
function closeOnLaterLine(
  source: RepairSource,
  from: number,
  closers: string,
  start: number,
  role: StringRole,
): number {
  const limit = Math.min(source.end, from + REACH);
  for (let at = from; at < limit; at += 1) {
    const character = source.at(at);
    if (character === '\\') at += 1;
    else if (closers.includes(character)) {
      if (follows(source, at + 1, role) < 2 || opens(source, at, start, role)) return -1;
      // `"a": "x` ⏎ `b": 1`: a mark after a word that a colon follows would have closed a key.
      return at;
    }
  }
  return -1;
}

/** Where a string ends that nothing closes before `limit`. */
function unclosed(
  source: RepairSource,
  start: number,
  limit: number,
  role: StringRole,
  isOpen: (closer: string) => boolean,
): { contentEnd: number; end: number } {
  let end = limit;
  if (role === 'key') {
    for (let at = start + 1; at < limit; at += 1) {
      const character = source.mark(at);
      if (character === ':' || character === '=') {
        end = at;
        break;
      }
    }
    if (end === limit) end = withoutTail(source, start, end, isOpen);
  } else {
    end = beforeNextKey(source, start, end, role);
    end = withoutTail(source, start, withoutComment(source, start, end), isOpen);
  }
  end = source.trimEnd(start + 1, end);
  return { contentEnd: end, end };
}

/** Ends a value of an object before the key that comes next, in dialects whose keys need no quotes. */
function beforeNextKey(source: RepairSource, start: number, end: number, role: StringRole): number {
  if (!source.isJson5 || (role !== 'member' && role !== 'item')) return end;
  for (let at = start + 1; at < end; at += 1) {
    if (source.mark(at) !== ',') continue;
    const next = source.skip(at + 1);
    if (next < end && isKeyAt(source, next)) return at;
  }
  return end;
}

function withoutComment(source: RepairSource, start: number, end: number): number {
  if (!source.hasComments) return end;
  const comment = /\s(?:\/\/|\/\*)/.exec(source.text.slice(start, end));
  return comment === null ? end : start + comment.index;
}

/** Leaves out the commas and brackets at the end that belong to what is around the string. */
function withoutTail(source: RepairSource, start: number, limit: number, isOpen: (closer: string) => boolean): number {
  let end = source.trimEnd(start + 1, limit);
  for (let seen = 0; end > start + 1 && seen < 64; seen += 1) {
    const last = source.mark(end - 1);
    const isBracket = last === '}' || last === ']';
    if (last === '{' || last === '[') {
      if (source.mark(source.trimEnd(start + 1, end - 1) - 1) !== ',') return end;
    } else if (last === ';' ? seen > 0 : last !== ',') {
      if (!isBracket || !isOpen(last) || isBalanced(source, start + 1, end, last)) return end;
    }
    end = source.trimEnd(start + 1, end - 1);
  }
  return end;
}

/** Whether the last character of a range closes a bracket in it. */
function isBalanced(source: RepairSource, start: number, end: number, closer: string): boolean {
  const opener = closer === '}' ? '{' : '[';
  let depth = 0;
  for (let at = Math.max(start, end - REACH); at < end; at += 1) {
    const character = source.mark(at);
    if (character === opener) depth += 1;
    else if (character === closer) depth -= 1;
  }
  return depth >= 0;
}
