// Answers within a budget. A model reads every character, so an answer that is longer ends with how to get the rest.

import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import { LIMITS } from '../limits.ts';

/** Bytes that the words around an answer may take. */
const FRAME_BYTES = 200;

/** The bytes of an answer of so many tokens. */
export function answerBytes(tokens: number): number {
  return Math.max(FRAME_BYTES, Math.floor(tokens * LIMITS.bytesPerToken) - FRAME_BYTES);
}

/** Where bytes are cut so that no character is. */
function cutAt(bytes: Uint8Array, most: number): number {
  let end = Math.min(bytes.length, most);
  while (end < bytes.length && end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return end;
}

/** Returns a text, cut where it is longer than so many bytes. */
export function clipText(text: string, maxBytes: number): string {
  // No character has more than three bytes for each of its units.
  if (text.length * 3 <= maxBytes) return text;
  const bytes = Buffer.from(text.slice(0, maxBytes));
  if (bytes.length <= maxBytes && text.length <= maxBytes) return text;
  return `${decodeUtf8(bytes.subarray(0, cutAt(bytes, maxBytes)))}…`;
}

/** Takes lines until the budget is spent. */
export class AnswerPage {
  private readonly lines: string[] = [];
  private left: number;
  /** The number of the first line that found no room; `null` if all did. */
  next: number | null = null;
  private taken = 0;

  /** `tokens` is the budget; lines before number `from` are left out. */
  constructor(
    tokens: number,
    private readonly from: number,
  ) {
    this.left = answerBytes(tokens);
  }

  /** Whether no more lines are needed. */
  get isFull(): boolean {
    return this.next !== null;
  }

  /** Adds the next line, which is made only if it has its place on this page. */
  add(makeLine: () => string): void {
    this.taken += 1;
    if (this.isFull || this.taken <= this.from) return;
    const line = makeLine();
    const bytes = Buffer.byteLength(line);
    if (bytes + 1 > this.left && this.lines.length > 0) {
      this.next = this.taken - 1;
      return;
    }
    // One line is always there, cut if it must be.
    this.lines.push(clipText(line, this.left));
    this.left -= bytes + 1;
  }

  /** `total`: the number of all lines, of which only those that were added can be listed. */
  text(total?: number): string {
    const body = this.lines.join('\n');
    const count = (value: number): string => value.toLocaleString('en-US');
    if (this.next !== null)
      return `${body}\n[more${total === undefined ? '' : ` of ${count(total)}`}: ask again with "from": ${this.next}]`;
    if (total !== undefined && total > this.taken)
      return `${body}\n[only the first ${count(this.taken)} of ${count(total)} can be listed]`;
    if (this.from > 0 && this.lines.length === 0) return `[there are only ${count(this.taken)}]`;
    return body;
  }
}

/** A part of a text, from a byte, with how to get the next. `bytes` is cut between characters. */
export function pageOfText(bytes: Uint8Array, tokens: number, from: number): string {
  if (from > 0 && from >= bytes.length) return `[there are only ${bytes.length.toLocaleString('en-US')} bytes]`;
  const end = from + cutAt(bytes.subarray(from), answerBytes(tokens));
  const text = decodeUtf8(bytes.subarray(from, end));
  return end < bytes.length
    ? `${text}\n[${end.toLocaleString('en-US')} of ${bytes.length.toLocaleString('en-US')} bytes; ask again with "from": ${end}, or for a deeper path]`
    : text;
}
