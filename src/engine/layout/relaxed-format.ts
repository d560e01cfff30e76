// Formats documents that are not plain JSON: with comments, in JSON5, or one record per line. The same tokens, byte for byte,
// and all comments, with different white space. For plain JSON `wasm/format.ts` does this many times faster.
//
// - format and smart place comments where authors do: after a value on its line, or on a line above
// - a container with a comment in it is never put on one line
// - compact turns line comments into block comments, because there are no line ends any more
// - NDJSON keeps each record on one line, with a space after every comma and colon; compact NDJSON is done by `format.ts`

import type { LayoutOptions } from '../../shared/protocol/format-options.ts';
import { encodeUtf8 } from '../../shared/bytes/utf8.ts';
import { JsonDocument } from '../document/document.ts';
import { bomLength } from '../document/scan.ts';
import { flatComment } from './comments.ts';
import { commentText, escapeToken, TokenReader, type Token } from './token-reader.ts';
import type { LineEnds } from './line-ends.ts';
import type { Comment } from '../tape/trivia.ts';
import type { Work } from '../base/work.ts';

/** Characters of output per piece. */
const PIECE = 256 * 1024;

/** How to format a document; `escapeUnicode` is as in `FormatOptions`. */
export type RelaxedOptions = LayoutOptions & { readonly escapeUnicode?: boolean };

/** Like `formatDocument`, for any dialect. The options must be valid. */
export function* formatRelaxed(source: JsonDocument, options: RelaxedOptions, lineEnds: LineEnds): Work<JsonDocument> {
  const { tape, memory, dialect, size } = source;
  const target = new JsonDocument(memory.module, size, dialect);
  target.append(memory.text(0, bomLength(memory.text(0, Math.min(3, size)))).slice());
  const writer = new Writer(source, options, lineEnds.lineEnd);
  for (let entry = 0; entry < tape.count;) {
    entry = dialect === 'ndjson' ? writer.writeRecord(entry) : writer.write(entry);
    if (writer.length < PIECE) continue;
    target.append(encodeUtf8(writer.take()));
    yield { done: tape.start(Math.min(entry, tape.count - 1)), total: size };
  }
  writer.end();
  const text = writer.take();
  // A line comment at the end may end its line already.
  target.append(encodeUtf8(lineEnds.endsLastLine && !/[\r\n]$/.test(text) ? text + lineEnds.lineEnd : text));
  target.complete();
  if (target.tape.count !== tape.count)
    throw new RangeError(`formatting made ${target.tape.count} entries of ${tape.count}: ${target.error?.message}`);
  target.rows.adopt(source.rows);
  return target;
}

/** Writes a document entry by entry. */
class Writer {
  private readonly reader: TokenReader;
  private readonly escape: (text: string) => string;
  private depth = 0;
  private out = '';
  /** UTF-16 units of the current line that `take` has already returned. */
  private takenColumn = 0;

  constructor(
    private readonly source: JsonDocument,
    private readonly options: RelaxedOptions,
    private readonly lineEnd: string,
  ) {
    this.reader = new TokenReader(source);
    this.escape = options.escapeUnicode === true ? escapeToken : (text) => text;
  }

  get length(): number {
    return this.out.length;
  }

  take(): string {
    this.takenColumn = this.column;
    const taken = this.out;
    this.out = '';
    return taken;
  }

  private get column(): number {
    // A block comment keeps its own line ends.
    const line = Math.max(this.out.lastIndexOf('\n'), this.out.lastIndexOf('\r'));
    return line < 0 ? this.takenColumn + this.out.length : this.out.length - line - 1;
  }

  /** Writes an entry, or a whole container that fits on the line. Returns the next entry to write. */
  write(entry: number): number {
    const token = this.reader.read(entry);
    if (this.options.style === 'compact') {
      this.out += this.flat(token, false);
      return entry + 1;
    }
    this.writeGap(token);
    this.writeKey(token);
    const { tape } = this.source;
    if (tape.isOpening(entry) && this.options.style === 'smart') {
      const inline = this.inline(entry, this.options.maxLineLength - this.column);
      if (inline !== null) {
        this.out += inline;
        return tape.next(entry);
      }
    }
    this.out += this.escape(token.text);
    if (tape.isOpening(entry)) this.depth += 1;
    return entry + 1;
  }

  /** Writes an entry of an NDJSON document, with a line end before each record except the first. */
  writeRecord(entry: number): number {
    const { tape } = this.source;
    if (entry === 0 || entry === tape.closing(0)) return entry + 1;
    if (this.depth === 0 && entry > 1) this.out += this.lineEnd;
    if (tape.isClosing(entry)) this.depth -= 1;
    const token = this.reader.read(entry);
    this.out += this.flat(token, this.options.style !== 'compact');
    if (tape.isOpening(entry)) this.depth += 1;
    return entry + 1;
  }

  /** Writes the comments after the root. */
  end(): void {
    const gap = this.reader.behindRoot();
    const spell = (comment: Comment): string => commentText(this.source, comment);
    if (this.options.style === 'compact')
      this.out += [...gap.trail, ...gap.own].map((c) => this.flatComment(spell(c))).join('');
    else this.out += [...gap.trail.map((c) => ` ${spell(c)}`), ...gap.own.map((c) => this.lineEnd + spell(c))].join('');
  }

  /** A comment for the middle of a line; one that can't stand there ends the line. */
  private flatComment(comment: string): string {
    return flatComment(comment).replace(/\n$/, this.lineEnd);
  }

  /** Writes the comma, the comments and the line end before an entry. */
  private writeGap({ entry, gap, isFirst, isClosing }: Token): void {
    const spell = (comment: Comment): string => commentText(this.source, comment);
    if (entry === 0) {
      for (const comment of [...gap.own, ...gap.lead]) this.out += spell(comment) + this.lineEnd;
      return;
    }
    if (isFirst && isClosing && gap.own.length === 0) {
      this.depth -= 1;
      return;
    }
    const line = this.lineEnd + this.options.indent.repeat(this.depth);
    if (gap.comma >= 0) this.out += ',';
    const beside = isFirst ? gap.own.filter((comment) => this.reader.isBeside(comment, gap)) : gap.trail;
    for (const comment of beside) this.out += ` ${spell(comment)}`;
    const own = gap.own.filter((comment) => !beside.includes(comment));
    for (const comment of own) this.out += line + spell(comment);
    // A blank line separates the container's own comments from the item below.
    if (own.length > 0 && !isClosing) this.out += this.lineEnd;
    for (const comment of gap.lead) this.out += line + spell(comment);
    if (isClosing) this.depth -= 1;
    this.out += this.lineEnd + this.options.indent.repeat(this.depth);
  }

  private writeKey({ key, keyComments, valueComments }: Token): void {
    if (key === null) return;
    const inner = this.lineEnd + this.options.indent.repeat(this.depth + 1);
    const spell = (comments: readonly Comment[]): string =>
      comments.map((comment) => ` ${commentText(this.source, comment)}${comment.isLine ? inner : ''}`).join('');
    this.out += `${this.escape(key.text)}${spell(keyComments)}:${spell(valueComments)}`;
    if (valueComments.at(-1)?.isLine !== true) this.out += ' ';
  }

  /** A container on one line; `null` if it takes more than `most` UTF-16 units or has a comment in it. */
  private inline(container: number, most: number): string | null {
    const { tape, places } = this.source;
    const close = tape.closing(container);
    let text = this.escape(this.reader.read(container).text);
    if (this.reader.opensObject(container)) text += ' ';
    for (let entry = container + 1; entry <= close; entry += 1) {
      const { start, end } = places.range(entry);
      // A UTF-16 unit takes at most three bytes.
      if (!tape.isOpening(entry) && (end - start) / 3 > most) return null;
      const token = this.reader.read(entry);
      if (token.comments.length > 0) return null;
      text += this.flat(token, true);
      if (text.length > most) return null;
    }
    return text.length + (this.reader.hasCommaBehind(close) ? 1 : 0) <= most ? text : null;
  }

  /** An entry and everything before it since the previous entry, on one line. */
  private flat({ entry, text, key, gap, comments, isFirst, isClosing }: Token, spaced: boolean): string {
    const { tape } = this.source;
    const told = comments.map((comment) => ({
      at: comment.start,
      text: this.flatComment(commentText(this.source, comment)),
    }));
    if (gap.comma >= 0) told.push({ at: gap.comma, text: spaced && !isClosing ? ', ' : ',' });
    if (key !== null)
      told.push({ at: key.start, text: this.escape(key.text) }, { at: key.colon, text: spaced ? ': ' : ':' });
    let out = told
      .toSorted((a, b) => a.at - b.at)
      .map((part) => part.text)
      .join('');
    if (spaced && isClosing && !isFirst && text === '}') out += ' ';
    out += this.escape(text);
    return spaced && tape.isOpening(entry) && this.reader.opensObject(entry) ? `${out} ` : out;
  }
}
