// Reads keys and values without quotation marks, or with one of the two; and strings that are joined.

import { BeyondRepair } from './edits.ts';
import { CLOSERS } from './frames.ts';
import { RepairReading } from './reading.ts';
import { mendContent } from './string-content.ts';
import { findStringEnd, isKeyAt, LITERAL, quotedBefore } from './strings.ts';
import { cutLiteral, literalOf, numberIn } from './words.ts';

const RUN = /[-+.\w]+/y;
const WORD = /[\p{L}\p{N}_$][\p{L}\p{N}\p{M}_$.-]*/uy;
const IDENTIFIER = /^[\p{L}\p{Nl}_$][\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}$\u200c\u200d]*$/u;
const CALL = /(?:new\s+)?[A-Za-z_$][\w$.]*\s*\(/y;
const PREFIX = /[uUbBrRfF]{1,2}(?=["'])/y;

/** The part of a repair that reads words. */
export abstract class WordReading extends RepairReading {
  /** Whether a value is where a key should be, so that the array around goes on. */
  protected isItem(next: string): boolean {
    const { source, at } = this;
    if (next === '[' || source.match(LITERAL, at) !== null) return true;
    return this.frames.at(-2)?.kind === 'array' && source.closers(at) !== undefined && quotedBefore(source, at, ',]');
  }

  protected readBareKey(): void {
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

  protected readKeyString(): void {
    this.readString('key');
    this.keyEnd = this.at;
  }

  protected readWord(): void {
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
  protected isDelimited(index: number): boolean {
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

  protected readBareText(): void {
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

  /** `"x" + "y"`. */
  protected join(): void {
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
}
