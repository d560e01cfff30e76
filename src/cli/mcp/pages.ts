import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
// Answers within a budget. A model reads every character, so an answer that is longer ends with how to get the rest.

/** Characters of a token, on average, in JSON. */
const TOKEN_CHARACTERS = 3.5;

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
    this.left = Math.max(200, Math.floor(tokens * TOKEN_CHARACTERS) - 200);
  }

  /** Whether no more lines are needed. */
  get isFull(): boolean {
    return this.next !== null;
  }

  add(line: string): void {
    this.taken += 1;
    if (this.isFull || this.taken <= this.from) return;
    if (line.length + 1 > this.left && this.lines.length > 0) {
      this.next = this.taken - 1;
      return;
    }
    // One line is always there, cut if it must be.
    this.lines.push(line.length > this.left ? `${line.slice(0, this.left)}…` : line);
    this.left -= line.length + 1;
  }

  text(total?: number): string {
    const body = this.lines.join('\n');
    if (this.next === null) return body;
    return `${body}\n[more${total === undefined ? '' : ` of ${total.toLocaleString('en-US')}`}: ask again with "from": ${this.next}]`;
  }
}

/** A part of a text, from a byte, with how to get the next. `bytes` is cut between characters. */
export function pageOfText(bytes: Uint8Array, tokens: number, from: number): string {
  const most = Math.max(200, Math.floor(tokens * TOKEN_CHARACTERS) - 200);
  let end = Math.min(bytes.length, from + most);
  while (end < bytes.length && end > from && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  const text = decodeUtf8(bytes.subarray(from, end));
  return end < bytes.length
    ? `${text}\n[${end.toLocaleString('en-US')} of ${bytes.length.toLocaleString('en-US')} bytes; ask again with "from": ${end}, or for a deeper path]`
    : text;
}
