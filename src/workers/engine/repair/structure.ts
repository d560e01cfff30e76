// Reads a text that is nearly in its dialect, token by token, and notes the smallest changes that make it valid. Where a change
// could be one of several, what follows decides; where nothing does, `BeyondRepair` is thrown.

import { BeyondRepair, type Edit } from './edits.ts';
import { CLOSERS, readClosing, type Frame, type Kind } from './frames.ts';
import { mendContent } from './string-content.ts';
import { findStringEnd, isKeyAt, LITERAL, quotedBefore, type Role } from './strings.ts';
import type { Source } from './source.ts';
import { cutLiteral, literalOf, numberIn } from './words.ts';

const RUN = /[-+.\w]+/y;
const WORD = /[\p{L}\p{N}_$][\p{L}\p{N}\p{M}_$.-]*/uy;
const IDENTIFIER = /^[\p{L}\p{Nl}_$][\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}$\u200c\u200d]*$/u;
const CALL = /(?:new\s+)?[A-Za-z_$][\w$.]*\s*\(/y;
const PREFIX = /[uUbBrRfF]{1,2}(?=["'])/y;
const DOTS = /(?:\.{3,}|…)/y;
const ARROW = /=>|->|:=|={1,2}|:+/y;

type Expect = 'value' | 'key' | 'colon' | 'after';

/** Several values at the root: refused, made an array, or made lines. */
export type Roots = 'array' | 'lines';

/** Repairs one value, or what is meant to be one. */
export class Structure {
  private readonly frames: Frame[] = [];
  private expect: Expect = 'value';
  private at: number;
  /** The end of the last token or comment that stays, and whether that is a comment which ends with its line. */
  private solidEnd: number;
  private isLineComment = false;
  private keyEnd = 0;
  private colonEnd = 0;
  /** The last value, if it is a string. */
  private string: { readonly quote: number; readonly mark: string; readonly before: number } | null = null;
  private readonly root = {
    count: 0,
    start: 0,
    lastEnd: 0,
    comma: -1,
    isArray: false,
    closer: null as Closer | null,
    isClosed: false,
  };

  constructor(
    private readonly source: Source,
    private readonly roots: Roots,
  ) {
    this.at = source.start;
    this.solidEnd = source.start;
  }

  /** Returns the changes. @throws BeyondRepair */
  run(): readonly Edit[] {
    for (;;) {
      this.skip();
      if (this.at >= this.source.end) break;
      const before = this.at;
      const expected = this.expect;
      const depth = this.frames.length;
      this.step();
      if (this.at === before && this.expect === expected && this.frames.length === depth)
        throw new BeyondRepair(before);
    }
    this.finish();
    return this.source.edits.sorted();
  }

  private get top(): Frame | undefined {
    return this.frames.at(-1);
  }

  private skip(): void {
    this.at = this.source.take(this.at, (end, isLine) => {
      this.solidEnd = end;
      this.isLineComment = isLine;
    });
  }

  private solid(end: number): void {
    this.solidEnd = end;
    this.isLineComment = false;
    this.at = end;
  }

  private step(): void {
    if (this.expect === 'colon') this.readColon();
    else if (this.expect === 'after') this.readAfter();
    else if (this.expect === 'key') this.readKey();
    else this.readValue();
  }

  /** Reads one punctuation character, and makes it the one that is meant. */
  private punctuate(meant: string, length = 1): void {
    const { source, at } = this;
    if (source.text.slice(at, at + length) !== meant) source.edits.replace(at, at + length, meant);
    this.solid(at + length);
  }

  private drop(length: number): void {
    this.source.edits.remove(this.at, this.at + length);
    this.at += length;
  }

  // ── keys ──

  private readKey(): void {
    const { source, at } = this;
    const next = source.mark(at);
    const frame = this.top;
    if (frame === undefined) throw new BeyondRepair(at);
    if (next === '}' || next === ']' || next === ')') return this.close(next);
    if (next === ',' || next === ';') return this.drop(1);
    const dots = source.match(DOTS, at);
    if (dots !== null) return this.dropDots(dots.length);
    if (next === '{' || this.isItem(next)) return this.closeBeforeItem(frame);
    if (source.closers(at) !== undefined) {
      this.readString('key');
      this.keyEnd = this.at;
    } else this.readBareKey();
    frame.comma = -1;
    this.expect = 'colon';
  }

  /** Whether a value is where a key should be, so that the array around goes on. */
  private isItem(next: string): boolean {
    const { source, at } = this;
    if (next === '[' || source.match(LITERAL, at) !== null) return true;
    return this.frames.at(-2)?.kind === 'array' && source.closers(at) !== undefined && quotedBefore(source, at, ',]');
  }

  private readBareKey(): void {
    const { source, at } = this;
    const prefix = source.match(PREFIX, at);
    if (prefix !== null) {
      this.drop(prefix.length);
      return this.readKeyString();
    }
    let end = at;
    while (end < source.end && !/[:=,{}[\]\r\n"“”]/.test(source.mark(end)) && !source.startsWith('->', end)) end += 1;
    end = source.trimEnd(at, end);
    if (end === at) throw new BeyondRepair(at);
    const word = /^[^\s']+(?=\s|'?\s*$)/.exec(source.text.slice(at, end))?.[0] ?? '';
    const behind = source.mark(source.skip(end));
    // The colon is missing, or the quotation mark before the key.
    if (word !== '' && (source.text[at + word.length] === "'" || (behind !== ':' && behind !== '=')))
      end = at + word.length;
    const key = source.text.slice(at, end);
    if (source.at(end) === "'" && source.isJson5) {
      source.edits.insert(at, "'");
      mendContent(source, at, end, "'", false);
      end += 1;
    } else if (/["“”']/.test(source.at(end))) {
      // The first quotation mark is missing.
      source.edits.insert(at, '"');
      mendContent(source, at, end, '"', true);
      if (source.at(end) !== '"') source.edits.replace(end, end + 1, '"');
      end += 1;
    } else if (!source.isJson5 || !IDENTIFIER.test(key)) {
      if (key.length > 100) throw new BeyondRepair(at);
      source.edits.insert(at, '"');
      mendContent(source, at, end, '"', true);
      source.edits.insert(end, '"');
    }
    this.keyEnd = end;
    this.solid(end);
  }

  private readKeyString(): void {
    this.readString('key');
    this.keyEnd = this.at;
  }

  private readColon(): void {
    const { source, at } = this;
    const next = source.mark(at);
    this.expect = 'value';
    this.colonEnd = this.keyEnd;
    if (next === ':' && source.mark(at + 1) !== ':' && source.mark(at + 1) !== '=') this.punctuate(':');
    else if (next === ';') this.punctuate(':');
    else if (next === '=' || next === ':' || source.startsWith('->', at)) {
      this.punctuate(':', source.match(ARROW, at)?.length ?? 1);
    } else {
      source.edits.insert(this.keyEnd, ':');
      return;
    }
    this.colonEnd = this.at;
  }

  /** The object inside an array was not closed before its next item. */
  private closeBeforeItem(frame: Frame): void {
    const around = this.frames.at(-2);
    if (frame.count === 0 || around?.kind !== 'array') throw new BeyondRepair(this.at);
    this.source.edits.insert(frame.lastEnd, '}');
    if (frame.comma < 0) this.source.edits.insert(frame.lastEnd, ',');
    this.frames.pop();
    around.lastEnd = frame.lastEnd;
    around.comma = frame.comma;
    this.expect = 'value';
  }

  // ── values ──

  private readValue(): void {
    const { source, at } = this;
    const frame = this.top;
    const next = source.mark(at);
    const isMember = frame?.kind === 'object';
    if (isMember && this.lacksValue(next)) return this.insertNull();
    if (next === '}' || next === ']' || next === ')') {
      if (frame === undefined) return this.drop(1);
      return this.close(next);
    }
    if (next === ',' || next === ';') return this.drop(1);
    if (frame?.kind === 'array' && source.closers(at) === undefined && isKeyAt(source, at))
      return this.leaveArray(frame, false);
    this.begin();
    if (next === '{') return this.open('object');
    if (next === '[') return this.open('array');
    if (next === '(') {
      if (frame === undefined) return this.openCall(1);
      return this.open('array');
    }
    if (source.closers(at) !== undefined) {
      this.readString(frame === undefined ? 'root' : isMember ? 'member' : 'item');
      const isKey = this.top?.kind === 'array' && source.mark(source.skip(this.at)) === ':';
      const { at: behind } = this;
      this.end();
      if (isKey && frame !== undefined && this.at === behind) this.leaveArray(frame, true);
      return;
    }
    const dots = source.match(DOTS, at);
    if (dots !== null) return this.dropDots(dots.length);
    this.readWord();
  }

  private lacksValue(next: string): boolean {
    if (next === ',' || next === '}' || next === ';' || next === ']') return true;
    if (this.colonEnd === this.keyEnd || !/[\r\n]/.test(this.source.text.slice(this.colonEnd, this.at))) return false;
    return isKeyAt(this.source, this.at);
  }

  private insertNull(): void {
    const { source, at } = this;
    const isFar = /[^ \t]/.test(source.text.slice(this.colonEnd, at));
    const place = isFar || this.colonEnd === this.keyEnd ? this.colonEnd : at;
    const isTight = this.colonEnd === this.keyEnd || (isFar && source.at(place - 1) === ':');
    source.edits.insert(place, isTight ? ' null' : 'null');
    this.begin();
    this.note(place);
    this.expect = 'after';
  }

  /** A value starts here. */
  private begin(): void {
    const frame = this.top;
    this.string = null;
    if (frame === undefined) {
      if (this.root.count === 0) this.root.start = this.at;
      this.root.count += 1;
      this.root.comma = -1;
      return;
    }
    frame.count += 1;
    frame.comma = -1;
  }

  /** The value has been read. */
  private end(): void {
    this.note(this.at);
    this.solid(this.at);
    this.expect = 'after';
  }

  private note(end: number): void {
    const frame = this.top;
    if (frame === undefined) this.root.lastEnd = end;
    else {
      frame.previousEnd = frame.lastEnd;
      frame.lastEnd = end;
    }
  }

  private open(kind: Kind): void {
    this.frames.push({
      kind,
      start: this.at,
      count: 0,
      lastEnd: this.at + 1,
      previousEnd: this.at + 1,
      comma: -1,
    });
    this.punctuate(kind === 'object' ? '{' : '[');
    this.expect = kind === 'object' ? 'key' : 'value';
  }

  /** A function called with one value: only that stays. */
  private openCall(length: number): void {
    const start = this.at;
    this.drop(length);
    this.frames.push({ kind: 'call', start, count: 0, lastEnd: this.at, previousEnd: this.at, comma: -1 });
    this.expect = 'value';
  }

  private readString(role: Role): void {
    const { source, at } = this;
    const opener = source.at(at);
    const { contentEnd, end, isClosed } = findStringEnd(source, at, role, (closer) =>
      this.frames.some(({ kind }) => CLOSERS[kind] === closer),
    );
    const mark = source.isJson5 && opener === "'" ? "'" : '"';
    if (opener !== mark) source.edits.replace(at, at + 1, mark);
    mendContent(source, at + 1, contentEnd, mark, opener === '"');
    this.closeString(contentEnd, end, isClosed, mark);
    this.solid(end);
  }

  private closeString(contentEnd: number, end: number, isClosed: boolean, mark: string): void {
    const { edits, text } = this.source;
    this.string = { quote: contentEnd, mark, before: edits.mark };
    if (!isClosed) edits.insert(contentEnd, mark);
    else if (text.slice(contentEnd, end) !== mark) edits.replace(contentEnd, end, mark);
  }

  private readWord(): void {
    const { source, at } = this;
    const prefix = source.match(PREFIX, at);
    if (prefix !== null) {
      this.drop(prefix.length);
      const kind = this.top?.kind;
      this.readString(kind === undefined ? 'root' : kind === 'object' ? 'member' : 'item');
      return this.end();
    }
    const call = source.match(CALL, at);
    if (call !== null) return this.openCall(call.length);
    const run = source.match(RUN, at) ?? '';
    const behind = at + run.length;
    if (run !== '' && this.isDelimited(behind)) {
      const isCut = behind >= source.end;
      const number = /^[-+.\d]|^(?:Infinity|NaN|nan|inf)$/.test(run) ? numberIn(run, source.isJson5, isCut) : null;
      const meant = number ?? literalOf(run) ?? (isCut ? cutLiteral(run) : null);
      if (meant !== null) {
        if (meant !== run) source.edits.replace(at, behind, meant);
        this.at = behind;
        return this.end();
      }
    }
    this.readBareText();
  }

  /** Whether a number or literal may end here. */
  private isDelimited(index: number): boolean {
    const { source } = this;
    const next = source.mark(index);
    // A comma is missing before the string that comes next.
    if (next === '"' && quotedBefore(source, index, ',]}')) return true;
    if (next === '' || /[\s,;{}[\]()]/.test(next) || source.skip(index) > index) {
      const after = source.skip(index);
      // `10 px`, `None of it`: a text without quotes; `1 a: 2` has a comma missing.
      if (this.top?.kind !== 'object' || after === index || /[\r\n]/.test(source.text.slice(index, after))) return true;
      return source.closers(after) !== undefined || source.match(WORD, after) === null || isKeyAt(source, after);
    }
    return false;
  }

  private readBareText(): void {
    const { source, at } = this;
    const frame = this.top;
    if (frame === undefined || frame.kind === 'call') throw new BeyondRepair(at);
    let end = at;
    for (; end < source.end; end += 1) {
      const character = source.mark(end);
      if (/[,{}[\]\r\n"“”;]/.test(character)) break;
      if (character === ':' && !/[^\s"'{[]/.test(source.at(end + 1))) throw new BeyondRepair(end);
      if (/\s/.test(character) && (source.startsWith('//', end + 1) || source.startsWith('/*', end + 1))) break;
      if (/\s/.test(character) && source.at(end + 1) === '#') break;
    }
    const quote = source.mark(end);
    end = source.trimEnd(at, end);
    if (end === at || end - at > 1000) throw new BeyondRepair(at);
    source.edits.insert(at, '"');
    mendContent(source, at, end, '"', true);
    if (/["“”]/.test(quote) && source.closers(end) !== undefined) {
      // The first quotation mark is missing.
      if (quote !== '"') source.edits.replace(end, end + 1, '"');
      this.at = end + 1;
    } else if (/["“”{[]/.test(quote)) throw new BeyondRepair(end);
    else {
      source.edits.insert(end, '"');
      this.at = end;
    }
    this.end();
  }

  /** `...`, which stands for more: it goes, with the comma before it. */
  private dropDots(length: number): void {
    const frame = this.top;
    if (frame === undefined) throw new BeyondRepair(this.at);
    if (this.expect === 'value' && frame.count > 0) frame.count -= 1;
    if (frame.comma < 0 && frame.count > 0) frame.comma = this.source.text.lastIndexOf(',', this.at);
    const { comma } = frame;
    if (frame.kind === 'object' && this.expect === 'value') throw new BeyondRepair(this.at);
    this.drop(length);
    if (comma >= frame.lastEnd) {
      this.source.edits.remove(comma, comma + 1);
      this.source.edits.remove(comma + 1, this.at - length);
    }
    frame.comma = -1;
    this.expect = frame.count === 0 ? (frame.kind === 'object' ? 'key' : 'value') : 'after';
  }

  // ── what comes after a value ──

  private readAfter(): void {
    const { source, at } = this;
    const frame = this.top;
    const next = source.mark(at);
    if (frame === undefined) return this.readAfterRoot(next);
    if (next === '}' || next === ']' || next === ')') return this.close(next);
    if (next === '+' && this.string !== null && source.closers(source.skip(at + 1)) !== undefined) return this.join();
    if (frame.kind === 'call') {
      if (next === ',') throw new BeyondRepair(at);
      if (next === ';') return this.drop(1);
      throw new BeyondRepair(at);
    }
    if (next === ',' || next === ';') {
      frame.comma = at;
      this.punctuate(',');
      this.expect = frame.kind === 'object' ? 'key' : 'value';
      return;
    }
    if (source.match(DOTS, at) !== null) return this.dropDots(source.match(DOTS, at)?.length ?? 0);
    if (frame.kind === 'object') {
      if (next === '{') return this.closeBeforeItem(frame);
      if (!isKeyAt(source, at) && source.closers(at) === undefined) throw new BeyondRepair(at);
      source.edits.insert(frame.lastEnd, ',');
      this.expect = 'key';
      return;
    }
    if (next === ':') throw new BeyondRepair(at);
    if (isKeyAt(source, at)) return this.leaveArray(frame, false);
    source.edits.insert(frame.lastEnd, ',');
    this.expect = 'value';
  }

  /** `"x" + "y"`. */
  private join(): void {
    const { source, string } = this;
    if (string === null) return;
    const next = source.skip(this.at + 1);
    const opener = source.at(next);
    const kind = this.top?.kind;
    const role = kind === undefined ? 'root' : kind === 'object' ? 'member' : 'item';
    const { contentEnd, end, isClosed } = findStringEnd(source, next, role, (closer) =>
      this.frames.some((frame) => CLOSERS[frame.kind] === closer),
    );
    source.edits.undoTo(string.before);
    source.edits.remove(string.quote, next + 1);
    mendContent(source, next + 1, contentEnd, string.mark, opener === '"');
    this.closeString(contentEnd, end, isClosed, string.mark);
    this.at = end;
    const frame = this.top;
    if (frame !== undefined) frame.lastEnd = frame.previousEnd;
    this.end();
  }

  private close(closer: string): void {
    const { source, at } = this;
    const frame = this.top;
    if (frame === undefined) throw new BeyondRepair(at);
    if (CLOSERS[frame.kind] !== closer) {
      const isTuple = closer === ')' && frame.kind === 'array' && source.mark(frame.start) === '(';
      const closing = isTuple ? { type: 'other' as const } : readClosing(source, this.frames, closer, at + 1);
      if (closing.type === 'extra') {
        if (this.expect === 'value' && frame.kind === 'object') return this.insertNull();
        return this.drop(1);
      }
      if (closing.type === 'outer') for (let inside = closing.inside; inside > 0; inside -= 1) this.closeMissing();
      if (closing.type === 'outer' && closer === ')') return this.close(closer);
    }
    const last = this.top;
    if (last === undefined) throw new BeyondRepair(at);
    this.dropComma(last);
    this.frames.pop();
    if (last.kind === 'call') {
      if (last.count === 0) source.edits.insert(at, 'null');
      this.drop(1);
      this.note(last.lastEnd);
    } else {
      this.punctuate(CLOSERS[last.kind]);
      this.note(at + 1);
      if (this.frames.length === 0) this.root.closer = { at, frame: last };
    }
    this.string = null;
    this.expect = 'after';
  }

  /** Closes the innermost bracket, whose own is missing, after its last value. */
  private closeMissing(): void {
    const frame = this.frames.pop();
    if (frame === undefined) return;
    // A comma that stays, and the comments after it, are inside.
    const end = frame.comma >= 0 && this.source.hasComments ? this.at : frame.lastEnd;
    this.dropComma(frame);
    if (frame.kind !== 'call') this.source.edits.insert(end, CLOSERS[frame.kind]);
    this.note(end);
  }

  /** Leaves out a comma that no value follows, where the dialect needs one. */
  private dropComma(frame: Frame): void {
    const { source } = this;
    if (frame.comma >= 0 && !source.hasComments) {
      if (source.at(frame.comma) !== ',') source.edits.cancel(frame.comma, frame.comma + 1);
      source.edits.remove(frame.comma, frame.comma + 1);
    }
    frame.comma = -1;
  }

  /** A key in an array: the array ended before it, if an object is around it; or it is meant to be an object. */
  private leaveArray(array: Frame, isRead: boolean): void {
    const { source } = this;
    const end = isRead ? array.previousEnd : array.lastEnd;
    this.expect = isRead ? 'colon' : 'key';
    this.keyEnd = this.at;
    if (array.count === (isRead ? 1 : 0)) {
      if (source.at(array.start) !== '[') source.edits.cancel(array.start, array.start + 1);
      source.edits.replace(array.start, array.start + 1, '{');
      array.kind = 'object';
      return;
    }
    const depth = this.frames.findLastIndex(({ kind }) => kind !== 'array');
    const object = this.frames[depth];
    if (object?.kind !== 'object') throw new BeyondRepair(this.at);
    const comma = this.commaAfter(end);
    source.edits.insert(end, ']'.repeat(this.frames.length - 1 - depth));
    if (comma < 0) source.edits.insert(end, ',');
    this.frames.length = depth + 1;
    object.previousEnd = object.lastEnd;
    object.lastEnd = end;
    object.comma = -1;
    object.count += 1;
  }

  private commaAfter(index: number): number {
    const at = this.source.skip(index);
    return this.source.mark(at) === ',' || this.source.mark(at) === ';' ? at : -1;
  }

  // ── the root ──

  private readAfterRoot(next: string): void {
    const { source, at, root } = this;
    if (next === ':' && this.string !== null && root.count === 1 && this.roots === 'array') return this.openObject();
    if (next === ';' || next === '}' || next === ']' || next === ')') {
      if (next !== ']' || !root.isArray || root.isClosed) this.drop(1);
      else {
        // It closes the array that these values are taken for.
        root.isClosed = true;
        this.dropRootComma();
        this.punctuate(']');
      }
      return;
    }
    if (next === '+' && this.string !== null && source.closers(source.skip(at + 1)) !== undefined) return this.join();
    if (next === ',') {
      if (root.comma >= 0) return this.drop(1);
      const after = source.skip(at + 1);
      if (root.closer !== null && root.closer.frame.kind === 'object' && isKeyAt(source, after)) return this.reopen();
      root.comma = at;
      this.at += 1;
      return;
    }
    if (root.closer !== null && root.closer.frame.kind === 'object' && isKeyAt(source, at)) return this.reopen();
    const isValue = !root.isClosed && (next === '{' || next === '[' || this.isPlainValue());
    if (!isValue) {
      // Text after the document.
      source.edits.remove(at, source.trimEnd(at, source.end));
      this.at = source.end;
      return;
    }
    if (this.roots === 'lines') this.newLine();
    else if (root.comma < 0) source.edits.insert(root.lastEnd, ',');
    else if (source.at(root.comma) !== ',') source.edits.replace(root.comma, root.comma + 1, ',');
    root.isArray = true;
    this.expect = 'value';
  }

  /** A key without the object around it. */
  private openObject(): void {
    const { source, root } = this;
    source.edits.insert(root.start, '{');
    const place = { start: root.start, lastEnd: root.start, previousEnd: root.start };
    this.frames.push({ kind: 'object', count: 1, comma: -1, ...place });
    this.keyEnd = root.lastEnd;
    this.expect = 'colon';
  }

  private dropRootComma(): void {
    const { source, root } = this;
    if (root.comma >= 0 && !source.hasComments) source.edits.remove(root.comma, root.comma + 1);
    root.comma = -1;
  }

  /** Whether a string, number or literal is next, with nothing after it on its line but a comma. */
  private isPlainValue(): boolean {
    const { source, at } = this;
    const value = source.match(/"(?:[^"\\\r\n]|\\.)*"|-?\d[\w.+-]*|true|false|null/y, at);
    if (value === null) return false;
    const behind = source.skip(at + value.length);
    return (
      behind >= source.end ||
      /[,\]]/.test(source.mark(behind)) ||
      /[\r\n]/.test(source.text.slice(at + value.length, behind))
    );
  }

  /** Puts the next value of a list of records on a line of its own. */
  private newLine(): void {
    const { source, at, root } = this;
    const from = root.lastEnd;
    const between = source.text.slice(from, at);
    if (/^[\s,]*$/.test(between)) source.edits.replace(from, at, '\n');
    else source.edits.insert(at, '\n');
    root.comma = -1;
  }

  /** More members follow after the root object: its bracket was one too early. */
  private reopen(): void {
    const { root, source, at } = this;
    const { closer } = root;
    if (closer === null) return;
    source.edits.remove(closer.at, closer.at + 1);
    this.frames.push(closer.frame);
    root.closer = null;
    this.expect = 'after';
    if (source.mark(at) !== ',') source.edits.insert(closer.frame.lastEnd, ',');
    else return;
    this.expect = 'key';
  }

  private finish(): void {
    const { source, root } = this;
    if (this.expect === 'colon') {
      source.edits.insert(this.keyEnd, ': null');
      this.solidEnd = this.keyEnd;
    } else if (this.expect === 'value' && this.top?.kind === 'object') {
      source.edits.insert(this.colonEnd, this.colonEnd === this.keyEnd ? ' null' : 'null');
    }
    let closers = '';
    for (let frame = this.frames.pop(); frame !== undefined; frame = this.frames.pop()) {
      if (this.expect !== 'colon') this.dropComma(frame);
      if (frame.kind !== 'call') closers += CLOSERS[frame.kind];
      this.expect = 'after';
    }
    if (root.count === 0) throw new BeyondRepair(source.start);
    if (closers !== '') this.append(closers);
    if (root.isArray && this.roots === 'array') {
      source.edits.insert(root.start, '[');
      if (root.isClosed) return;
      const { comma } = root;
      this.dropRootComma();
      if (closers === '') this.append(']', Math.max(root.lastEnd, source.hasComments ? comma + 1 : 0));
      else this.append(']');
    } else if (root.comma >= 0) source.edits.remove(root.comma, root.comma + 1);
  }

  /** Adds text after the last token; after the line of a comment that ends with it. */
  private append(text: string, end = this.solidEnd): void {
    const { source } = this;
    if (!this.isLineComment || end < this.solidEnd) {
      source.edits.insert(end, text);
      return;
    }
    const lineEnd = source.match(/\r\n|\r|\n/y, this.solidEnd);
    source.edits.insert(
      this.solidEnd + (lineEnd?.length ?? 0),
      lineEnd === null || lineEnd === '' ? `\n${text}` : text,
    );
  }
}

/** The bracket that closed the root. */
interface Closer {
  readonly at: number;
  readonly frame: Frame;
}
