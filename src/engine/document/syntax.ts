// The error of a text as shown: what is wrong, where a person would mark it, and what helps.
//
//   the scanner's code and offset ─┬─ other-formats.ts   the text is no JSON at all
//                                  └─ mistakes.ts        what a person did there       error-text.ts   the text around

import type { Dialect } from '../../shared/document/dialect.ts';
import { CodedError } from '../../shared/errors.ts';
import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import { IN_SYNTAX, MISTAKE } from '../../shared/texts/syntax.ts';
import type { DocumentMemory } from '../base/memory.ts';
import { ErrorText } from './error-text.ts';
import type { Lines } from './lines.ts';
import { findMistake, nameOf, unclosedString, type Mistake } from './mistakes.ts';
import type { ErrorOffer } from '../../shared/errors.ts';
import { recogniseFormat } from './other-formats.ts';
import { bomLength, type ScanError } from './scan.ts';

/** The document that an error is in. */
interface SyntaxContext {
  readonly dialect: Dialect;
  readonly memory: DocumentMemory;
  readonly lines: Lines;
}

/** The scanner's code for a text that ends too early. */
const ENDS = 2;
/** Bytes at the start of a text by which its format is recognised. */
const HEAD_BYTES = 4096;
/** In longer texts, the bracket that is not closed is not looked for. */
const MAX_SEARCHED = 1024 * 1024;

/** The error of a text as shown to the user: a message and its place. `lines` supplies the line and column. */
export function syntaxError(document: SyntaxContext, error: ScanError, isOpen: boolean): CodedError {
  const { memory, lines } = document;
  const { message, start, end, offers } = mistakeIn(document, error, isOpen);
  const sentence = message.replace('FOUND', () => found(memory, error.offset));
  return new CodedError('syntax', sentence, { offset: start, ...lines.placeOf(start), end, offers });
}

function mistakeIn(document: SyntaxContext, error: ScanError, isOpen: boolean): Mistake {
  const { memory, dialect } = document;
  const { code, offset } = error;
  const text = new ErrorText(memory, dialect, offset);
  if (dialect !== 'ndjson' || !isOpen) {
    const other = otherFormat(memory, offset);
    if (other !== null) return other;
  }
  if (code !== ENDS) return findMistake(text, code);
  const limit = dialect === 'ndjson' ? offset : memory.size;
  const start = text.openString(limit);
  return start >= 0 ? unclosedString(text, start, limit) : endsEarly(document, text, limit, isOpen);
}

/** What the whole text is, if that is why it has an error so early. */
function otherFormat(memory: DocumentMemory, offset: number): Mistake | null {
  const bom = bomLength(memory.text(0, Math.min(3, memory.size)));
  const head = new ErrorText(memory, 'json', 0).text.slice(bom, HEAD_BYTES);
  const content = head.trimStart();
  if (content === '' && memory.size <= HEAD_BYTES) {
    return { message: MISTAKE.empty, start: bom, end: bom, offers: [] };
  }
  const start = bom + head.length - content.length;
  // An error further on is one of a text that began as JSON.
  if (offset > start + HEAD_BYTES / 2) return null;
  const format = recogniseFormat(/^[^]?\S/.test(head) ? head.replace(/^\s/, '') : content);
  if (format === null) return null;
  const { message, length, isRepairable, isTable = false } = format;
  const offers: readonly ErrorOffer[] = isTable ? ['csv'] : isRepairable ? ['repair'] : [];
  return { message, start, end: Math.min(memory.size, start + length), offers };
}

/** A text that ends before everything is closed. */
function endsEarly(
  { memory, lines, dialect }: SyntaxContext,
  text: ErrorText,
  limit: number,
  isOpen: boolean,
): Mistake {
  const isRecord = dialect === 'ndjson';
  const from = isRecord ? text.lineStart(limit) : 0;
  const open = limit - from <= MAX_SEARCHED ? openBracket(memory, from, limit, text.hasComments) : null;
  const mark = { start: limit, end: limit, offers: ['repair'] as const };
  if (open === null) {
    const isInside = isOpen && limit - from > MAX_SEARCHED;
    if (isRecord) return { message: isInside ? MISTAKE.recordEndsInside : MISTAKE.recordEnds, ...mark };
    return { message: isInside ? MISTAKE.endsInside : IN_SYNTAX.ends, ...mark };
  }
  const bracket = String.fromCharCode(memory.text(open, open + 1)[0] ?? 0);
  const line = (lines.placeOf(open).line + 1).toLocaleString('en');
  return { message: isRecord ? MISTAKE.recordNotClosed(bracket) : MISTAKE.notClosed(bracket, line), ...mark };
}

/** The innermost bracket that is open at the end of a range; `null` if there is none. */
function openBracket(memory: DocumentMemory, from: number, limit: number, hasComments: boolean): number | null {
  const bytes = memory.text(from, limit);
  const open: number[] = [];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === 0x22 || (byte === 0x27 && hasComments)) {
      for (at += 1; at < bytes.length && bytes[at] !== byte; at += 1) if (bytes[at] === 0x5c) at += 1;
    } else if (hasComments && byte === 0x2f && (bytes[at + 1] === 0x2f || bytes[at + 1] === 0x2a)) {
      const isLine = bytes[at + 1] === 0x2f;
      for (at += 2; at < bytes.length; at += 1) {
        if (isLine ? bytes[at] === 0x0a || bytes[at] === 0x0d : bytes[at] === 0x2a && bytes[at + 1] === 0x2f) break;
      }
    } else if (byte === 0x7b || byte === 0x5b) open.push(at);
    else if (byte === 0x7d || byte === 0x5d) open.pop();
  }
  const last = open.at(-1);
  return last === undefined ? null : from + last;
}

/** A description of what is at a byte. */
function found(memory: DocumentMemory, offset: number): string {
  if (offset >= memory.size) return IN_SYNTAX.end;
  const byte = memory.text(offset, offset + 1)[0] ?? 0;
  const hex = byte.toString(16).toUpperCase().padStart(2, '0');
  if (byte === 0x0a || byte === 0x0d) return IN_SYNTAX.lineEnd;
  if (byte === 0x09) return IN_SYNTAX.tab;
  if (byte < 0x20 || byte === 0x7f) return IN_SYNTAX.control(hex);
  const character = [...decodeUtf8(memory.text(offset, Math.min(memory.size, offset + 4)))][0] ?? '';
  if (character === '\uFFFD') return IN_SYNTAX.byte(hex);
  const word = /^[\w$+-]{1,24}/.exec(decodeUtf8(memory.text(offset, Math.min(memory.size, offset + 24))))?.[0];
  if (character === '"') return IN_SYNTAX.quote;
  return word ?? nameOf(character) ?? `"${character}"`;
}
