// Compiles a search query. Plain text becomes a needle for the pass in WebAssembly: its characters, each with its variants. A
// regular expression, and the rare text that can't be searched by bytes (a lone surrogate, U+FFFD, more than 256 characters),
// becomes a `RegExp`.
//
// Rules that both share:
// - Characters are code points. Regular expressions have the `u` flag, and in the raw text also `m`.
// - Without `matchCase`, characters are equal if they are under the flags `iu`: by simple case folding,
//   one code point for one. "ß" finds "ẞ", but not "SS"; "k" also finds the Kelvin sign.
//   @see https://tc39.es/ecma262/#sec-runtime-semantics-canonicalize-ch
// - A whole word is a hit at whose ends no two word characters (letters, marks, numbers, connectors such
//   as "_") are adjacent: "-a" is found in "x-a".
// - A line end is one character, `\n`, whether the text has LF, CRLF or CR there; only an expression that names CR itself
//   tells them apart.

import { CodedError } from '../../shared/errors.ts';
import type { SearchQuery } from '../../shared/protocol/search.ts';
import { requiredLiteral, type RequiredRun } from './literal.ts';
import { SEARCH } from '../../shared/texts/formatting.ts';

/**
 * Plain text as code points, `VARIANTS` for each (repeated when there are fewer), and the ranges of non-ASCII word characters.
 */
export interface Needle {
  readonly type: 'needle';
  readonly characters: Uint32Array;
  /** First and last code points, alternating; empty when parts of words match too. */
  readonly wordRanges: Uint32Array;
}

/** A regular expression with the flag `g`. */
export interface Expression {
  readonly type: 'expression';
  readonly regex: RegExp;
  /** Whether no match contains, or looks at, more than one line and the line ends around it, whatever the text. */
  readonly staysInLine: boolean;
  /** Whether it names CR, and so tells line ends apart; for any other expression, each line end is one LF. */
  readonly seesLineEnds: boolean;
  /** What each match contains; `null` if that is not known. */
  readonly literal: RequiredRun | null;
}

/** An escape for CR, or the character itself. */
const NAMES_CR = /\\(?:r|x0d|u000d|u\{0*d\}|cm)|\r/i;
/** No character has more case variants than this, including itself. */
export const VARIANTS = 4;
/** Characters of a needle, at most. */
export const MAX_CHARACTERS = 256;

const WORD = String.raw`[\p{L}\p{M}\p{N}\p{Pc}]`;
/** Matches unless two word characters are adjacent here. */
const EDGE = `(?!(?<=${WORD})${WORD})`;
/** Planes that contain characters with case, and word characters. */
const CASED_PLANES = [0, 1];
const WORD_PLANES = [0, 1, 2, 3, 14];

/**
 * Compiles a query; `null` when its pattern is empty and so finds nothing. `asExpression`: plain text becomes a regular
 * expression too.
 * @throws CodedError `refused` for an invalid regular expression
 */
export function compileQuery(query: SearchQuery, asExpression = false): Needle | Expression | null {
  const { pattern, matchCase, wholeWord } = query;
  if (pattern === '') return null;
  if (query.regex) return compileExpression(pattern, query);
  // Text of several lines finds them whatever their line ends.
  if (query.scope === 'text' && /[\r\n]/.test(pattern))
    return compileExpression(escapeExpression(pattern.replaceAll(/\r\n?/g, '\n')), query);
  if (asExpression) return compileExpression(escapeExpression(pattern), query);
  const found = matchCase ? Array.from(pattern, (char) => [char.codePointAt(0) ?? 0]) : caseVariants(pattern);
  const isPlain = found.length <= MAX_CHARACTERS && found.every((variants) => variants.length <= VARIANTS);
  if (!isPlain || /[\p{Cs}\uFFFD]/u.test(pattern)) return compileExpression(escapeExpression(pattern), query);
  const characters = new Uint32Array(found.length * VARIANTS);
  for (const [index, variants] of found.entries()) {
    for (let at = 0; at < VARIANTS; at += 1) characters[index * VARIANTS + at] = variants[at] ?? variants[0] ?? 0;
  }
  return { type: 'needle', characters, wordRanges: wholeWord ? wordRanges() : new Uint32Array() };
}

/** Whether matches of a query never contain a line end, so that a search may begin at the start of any line. */
export function keepsToLines(pattern: Needle | Expression): boolean {
  return pattern.type === 'needle'
    ? !pattern.characters.includes(0x0a) && !pattern.characters.includes(0x0d)
    : pattern.staysInLine;
}

/**
 * Returns the next match at or after `lastIndex`, which is then set to where the search continues, also after an empty match.
 * V8 finds some empty matches between the halves of a surrogate pair, where the `u` flag allows none; these are skipped.
 */
export function nextMatch(regex: RegExp, text: string): RegExpExecArray | null {
  for (let match = regex.exec(text); match !== null; match = regex.exec(text)) {
    const { index } = match;
    const isInside = index > 0 && (text.codePointAt(index - 1) ?? 0) > 0xffff;
    if (match[0] === '') regex.lastIndex = index + ((text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1);
    if (!isInside) return match;
  }
  return null;
}

/** The source of a regular expression that matches exactly this text. */
export function escapeExpression(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

function compileExpression(source: string, { matchCase, wholeWord, scope }: SearchQuery): Expression {
  try {
    // First without the group: inside it, the invalid "a)(b" would be valid.
    void new RegExp(source, 'u');
    const flags = `gu${matchCase ? '' : 'i'}${scope === 'text' ? 'm' : ''}`;
    const regex = new RegExp(wholeWord ? `${EDGE}(?:${source})${EDGE}` : source, flags);
    return {
      type: 'expression',
      regex,
      staysInLine: staysInLine(source),
      seesLineEnds: NAMES_CR.test(source),
      literal: requiredLiteral(source, matchCase),
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^.*:\s*/s, '') : String(error);
    throw new CodedError('refused', SEARCH.pattern(reason));
  }
}

/**
 * Whether no part of an expression can match a line end. Conservative: false for parts that it does not recognize, such as
 * `[^…]`, `\s`, `\W` and code points by number.
 */
export function staysInLine(source: string): boolean {
  const safe =
    /(?:\\(?:[dwSBk1-9^$\\.*+?()[\]{}|/-]|[bfvt](?!-)|p\{(?:L[ulmo]?|M[nce]?|N[dlo]?|P[cdseifo]?|S[mcko]?)\})|\(\?(?:[:=!]|<[=!]|<(?=[\p{L}$_]))|\[(?!\^)|\((?!\?)|[^\\[(\p{Cc}])/uy;
  while (safe.lastIndex < source.length) {
    if (!safe.test(source)) return false;
  }
  return true;
}

/** For each character of a text, the code points that differ only in case, itself first. */
export function caseVariants(text: string): number[][] {
  let cased = '';
  return Array.from(text, (char) => {
    const code = char.codePointAt(0) ?? 0;
    if (code < 0x80) {
      if (!/[a-z]/i.test(char)) return [code];
      const beyond = /k/i.test(char) ? [0x212a] : /s/i.test(char) ? [0x17f] : [];
      return [code, code ^ 0x20, ...beyond];
    }
    cased ||= CASED_PLANES.map((plane) => planeText(plane)).join('');
    const same = cased.match(new RegExp(escapeExpression(char), 'giu')) ?? [];
    return [code, ...same.map((other) => other.codePointAt(0) ?? 0).filter((other) => other !== code)];
  });
}

/** The ranges of non-ASCII word characters. Takes about 20 ms. */
function wordRanges(): Uint32Array {
  const ranges: number[] = [];
  const words = new RegExp(`${WORD}+`, 'gu');
  for (const plane of WORD_PLANES) {
    const units = plane === 0 ? 1 : 2;
    for (const match of planeText(plane).matchAll(words)) {
      const first = plane * 0x10000 + match.index / units;
      const last = first + match[0].length / units - 1;
      if (last >= 0x80) ranges.push(first, last);
    }
  }
  return Uint32Array.from(ranges);
}

/** All code points of a plane in order, with U+FFFD in place of each surrogate. */
function planeText(plane: number): string {
  const width = plane === 0 ? 1 : 2;
  const units = new Uint16Array(0x10000 * width);
  for (let at = 0; at < 0x10000; at += 1) {
    if (plane === 0) units[at] = at >= 0xd800 && at < 0xe000 ? 0xfffd : at;
    else {
      units[at * 2] = 0xd800 + (((plane - 1) << 6) | (at >>> 10));
      units[at * 2 + 1] = 0xdc00 + (at & 0x3ff);
    }
  }
  return new TextDecoder('utf-16le', { ignoreBOM: true }).decode(units);
}
