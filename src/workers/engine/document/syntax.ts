// Messages for the scanner's errors: what was expected, and what was found instead.

import type { Dialect } from '../../../shared/document/dialect.ts';
import { CodedError } from '../../../shared/errors.ts';
import { decodeUtf8 } from '../../../shared/bytes/utf8.ts';
import { IN_SYNTAX, SYNTAX, SYNTAX_IN_JSON5, SYNTAX_IN_RECORDS } from '../../../shared/texts/syntax.ts';
import type { Lines } from './lines.ts';
import type { DocumentMemory } from '../base/memory.ts';
import type { ScanError } from './scan.ts';

/** The document that an error is in. */
interface SyntaxContext {
  readonly dialect: Dialect;
  readonly memory: DocumentMemory;
  readonly lines: Lines;
}

/** The error of a text as shown to the user: a message and its place. `lines` supplies the line and column. */
export function syntaxError(document: SyntaxContext, error: ScanError, isOpen: boolean): CodedError {
  const { memory, lines } = document;
  const { offset } = error;
  const blank = !isOpen && memory.size < 4096 && /^\s*$/.test(decodeUtf8(memory.text()));
  const wanted = isOpen ? IN_SYNTAX.notClosed : IN_SYNTAX.noValue;
  const sentence = blank
    ? IN_SYNTAX.empty
    : sentenceFor(document, error).replace('FOUND', found(memory, offset)).replace('WANTED', wanted);
  return new CodedError('syntax', sentence, { offset, ...lines.placeOf(offset) });
}

function sentenceFor({ dialect, memory }: SyntaxContext, { code, offset }: ScanError): string {
  if (dialect === 'json5' && SYNTAX_IN_JSON5.has(code)) return SYNTAX_IN_JSON5.get(code) ?? '';
  if (dialect === 'ndjson' && SYNTAX_IN_RECORDS.has(code)) return SYNTAX_IN_RECORDS.get(code) ?? '';
  const [first, second] = memory.text(offset, Math.min(memory.size, offset + 2));
  if (dialect === 'json' && first === 0x2f && (second === 0x2f || second === 0x2a)) return IN_SYNTAX.noComments;
  return SYNTAX[code] ?? IN_SYNTAX.unknown;
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
  return word ?? `"${character}"`;
}
