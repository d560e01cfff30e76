// A text that is being repaired, with what its dialect allows between two tokens.

import type { Dialect } from '../../shared/document/dialect.ts';
import { Edits } from './edits.ts';

/** ASCII of the punctuation that input methods write in its place. */
const WIDE: ReadonlyMap<string, string> = new Map([
  ['，', ','],
  ['、', ','],
  ['：', ':'],
  ['；', ';'],
  ['｛', '{'],
  ['｝', '}'],
  ['［', '['],
  ['］', ']'],
  ['【', '['],
  ['】', ']'],
  ['（', '('],
  ['）', ')'],
  ['＝', '='],
]);

const SPACE = /[ \t\n\r]/;
/** White space of JSON5; the other dialects have only the four above. */
const WIDE_SPACE = /[\v\f\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]/;
/** Marks without a width, and control characters. */
const INVISIBLE =
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/;

/** Double quotation marks of any script, and what closes them. */
const QUOTES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['`', '`´'],
  ['´', '´`'],
  ['“', '”“‟"'],
  ['”', '”“"'],
  ['„', '“”‟"'],
  ['‟', '”“"'],
  ['″', '″"'],
  ['‘', "’‘‛'"],
  ['’', "’‘'"],
  ['‚', "‘’'"],
  ['‛', "’‘'"],
  ['＂', '＂"'],
  ['＇', "＇'"],
  ['«', '»'],
  ['»', '«»'],
  ['「', '」'],
  ['『', '』'],
]);

/** A range of a text, what its dialect allows, and the edits that were made so far. */
export class RepairSource {
  readonly edits = new Edits();
  readonly hasComments: boolean;
  readonly isJson5: boolean;
  /** From here on nothing closes a comment. */
  private unclosedFrom = Number.POSITIVE_INFINITY;

  constructor(
    readonly text: string,
    readonly dialect: Dialect,
    readonly start = 0,
    readonly end = text.length,
  ) {
    this.hasComments = dialect === 'jsonc' || dialect === 'json5';
    this.isJson5 = dialect === 'json5';
  }

  /** The character at an index, empty after the end. */
  at(index: number): string {
    return index < this.end ? (this.text[index] ?? '') : '';
  }

  /** The character, or the ASCII punctuation that it stands for. */
  mark(index: number): string {
    const character = this.at(index);
    return character > '\u00ff' ? (WIDE.get(character) ?? character) : character;
  }

  startsWith(text: string, index: number): boolean {
    return index + text.length <= this.end && this.text.startsWith(text, index);
  }

  /** The characters that close a string which starts with this one; `undefined` if none does. */
  closers(index: number): string | undefined {
    return QUOTES.get(this.at(index));
  }

  /** The match of a sticky expression at an index, within the range. */
  match(expression: RegExp, index: number): string | null {
    expression.lastIndex = index;
    const found = expression.exec(this.text)?.[0] ?? null;
    return found === null ? null : found.slice(0, Math.max(0, this.end - index));
  }

  /** Skips what is between two tokens, without changing it. */
  skip(index: number): number {
    let at = index;
    while (at < this.end) {
      const character = this.at(at);
      if (SPACE.test(character) || WIDE_SPACE.test(character) || INVISIBLE.test(character)) at += 1;
      else {
        const end = this.commentEnd(at);
        if (end === at) return at;
        at = end;
      }
    }
    return at;
  }

  /** The same, and makes it what the dialect allows. `onEnd` learns the end of each comment that stays. */
  take(index: number, onEnd: (end: number, isLine: boolean) => void): number {
    let at = index;
    while (at < this.end) {
      const character = this.at(at);
      const isSpace = SPACE.test(character);
      if (isSpace || (this.isJson5 && WIDE_SPACE.test(character))) {
        at += 1;
        continue;
      }
      if (INVISIBLE.test(character)) {
        this.edits.remove(at, at + 1);
        at += 1;
        continue;
      }
      if (WIDE_SPACE.test(character)) {
        this.edits.replace(at, at + 1, character === '\u2028' || character === '\u2029' ? '\n' : ' ');
        at += 1;
        continue;
      }
      const end = this.commentEnd(at);
      if (end === at) return at;
      this.takeComment(at, end, onEnd);
      at = end;
    }
    return at;
  }

  private takeComment(start: number, end: number, onEnd: (end: number, isLine: boolean) => void): void {
    const isBlock = this.startsWith('/*', start);
    if (!this.hasComments) {
      this.edits.remove(start, end);
      return;
    }
    if (this.at(start) === '#') this.edits.replace(start, start + 1, '//');
    if (isBlock && !(end - start >= 4 && this.text.startsWith('*/', end - 2))) this.edits.insert(end, ' */');
    onEnd(end, !isBlock);
  }

  /** The end of a comment that starts here, or the index itself. One that is not closed ends with its line, or with the text. */
  private commentEnd(index: number): number {
    const first = this.at(index);
    if (first === '#') return this.lineEnd(index);
    if (first !== '/') return index;
    if (this.at(index + 1) === '/') return this.lineEnd(index);
    if (this.at(index + 1) !== '*') return index;
    if (index < this.unclosedFrom) {
      const close = this.text.indexOf('*/', index + 2);
      if (close >= 0 && close + 2 <= this.end) return close + 2;
      this.unclosedFrom = index;
    }
    return this.trimEnd(index, this.lineEnd(index));
  }

  /** The first line end at or after an index. */
  lineEnd(index: number): number {
    for (let at = index; at < this.end; at += 1) {
      const unit = this.text.charCodeAt(at);
      if (unit === 10 || unit === 13) return at;
    }
    return this.end;
  }

  /** Where the text before an index ends, without the white space after it. */
  trimEnd(least: number, index: number): number {
    let at = index;
    while (at > least && /\s/.test(this.text[at - 1] ?? '')) at -= 1;
    return at;
  }
}
