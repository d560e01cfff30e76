// The longest run of characters that every match of a regular expression contains, and where it occurs. A line without it needs no look.

import { TEXT_BASE, type DocumentMemory } from '../base/memory.ts';

/** A run of ASCII. */
export interface RequiredRun {
  readonly bytes: Uint8Array;
  /** What is added to the bytes of the text: 0x20 for a letter in either case. */
  readonly masks: Uint8Array;
}

const LEAST = 2;
const MOST = 64;
/** Below the text, where the plain search has its table. */
const NEEDLE = 49408;
const MASKS = NEEDLE + MOST;
/** Escapes with more than one character behind the backslash. */
const LONG_ESCAPE = /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|k<[^>]*>|\d+)/y;
const QUANTIFIER = /[*+?]\??|\{\d+(?:,\d*)?\}\??/y;
const CLASS = /\[(?:\\.|[^\]\\])*\]/sy;

/**
 * Returns the longest run that each match of an expression with the flag `u` contains; `null` if none is known. Conservative: what is in
 * a group is not looked at, nor is anything where there are alternatives outside of groups.
 */
export function requiredLiteral(source: string, matchCase: boolean): RequiredRun | null {
  let best = '';
  let run = '';
  const end = (): void => {
    if (run.length > best.length) best = run;
    run = '';
  };
  const match = (pattern: RegExp, at: number): number => {
    pattern.lastIndex = at;
    return pattern.exec(source)?.[0].length ?? 0;
  };
  for (let at = 0; at < source.length;) {
    const quantifier = match(QUANTIFIER, at);
    if (quantifier > 0) {
      // What may be missing is not required; after what may be repeated, something else may follow.
      if (!source.startsWith('+', at)) run = run.slice(0, -1);
      end();
      at += quantifier;
      continue;
    }
    const char = source[at] ?? '';
    if (char === '|') return null;
    if (char === '(') {
      end();
      const close = closeOf(source, at);
      if (close < 0) return null;
      // The group may be missing; what is before it may not.
      at = close + 1;
      at += match(QUANTIFIER, at);
      continue;
    }
    if (char === '[') {
      end();
      at += Math.max(1, match(CLASS, at));
      at += match(QUANTIFIER, at);
      continue;
    }
    let own = char;
    let length = 1;
    if (char === '\\') {
      length = match(LONG_ESCAPE, at) || 2;
      own = length === 2 && /[^\w\s]/.test(source[at + 1] ?? '') ? (source[at + 1] ?? '') : '';
    } else if (/[.^$]/.test(char)) own = '';
    at += length;
    const isPlain = /^[ -~]$/.test(own) && (matchCase || !/[ks]/i.test(own));
    if (isPlain) run += own;
    else {
      end();
      at += match(QUANTIFIER, at);
    }
  }
  end();
  const text = best.slice(0, MOST);
  if (text.length < LEAST) return null;
  const isFolded = (char: string): boolean => !matchCase && /[a-z]/i.test(char);
  return {
    bytes: Uint8Array.from(text, (char) => (isFolded(char) ? char.toLowerCase() : char).charCodeAt(0)),
    masks: Uint8Array.from(text, (char) => (isFolded(char) ? 0x20 : 0)),
  };
}

/** Where a literal occurs first in the bytes of the text from `start` to `end`; -1 for nowhere. */
export function findLiteral(memory: DocumentMemory, { bytes, masks }: RequiredRun, start: number, end: number): number {
  memory.bytes.set(bytes, NEEDLE);
  memory.bytes.set(masks, MASKS);
  const { length } = bytes;
  const at = memory.passes.findBytes(TEXT_BASE + start, TEXT_BASE + end, NEEDLE, MASKS, length) >>> 0;
  return at === 0 ? -1 : at - TEXT_BASE;
}

/** The bracket that closes the group at `open`; -1 if there is none. */
function closeOf(source: string, open: number): number {
  let depth = 0;
  for (let at = open; at < source.length; at += 1) {
    const char = source[at];
    if (char === '\\') at += 1;
    else if (char === '[') {
      CLASS.lastIndex = at;
      at += Math.max(1, CLASS.exec(source)?.[0].length ?? 1) - 1;
    } else if (char === '(') depth += 1;
    else if (char === ')') {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return -1;
}
