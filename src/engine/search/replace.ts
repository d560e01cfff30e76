// Replaces hits of a search, as one sorted list of splices. In the raw text, bytes are replaced by text. In keys and values,
// the replacement is content, and is spelt as JSON:
//
// - In a string, only the bytes of the hit change, and the inserted text is escaped. A string stays a string.
// - A number, true, false or null is replaced as a whole: by the resulting text if that is a number,
//   true, false or null again, else by a string of it. A replacement never becomes a container.
//
// In the replacement of a regular expression, `$1` to `$99`, `$<name>`, `$&` and `$$` have their meaning (ECMA-262,
// GetSubstitution); `` $` `` and `$'` are literal; `\n` is a line end, `\t` a tab and `\\` a backslash, as in VS Code. For
// plain text, the replacement is literal. In the raw text, a line end that is inserted is the document's own. `casing.ts` then applies the case of the hit, if requested.

import { CodedError } from '../../shared/errors.ts';
import { unquote } from '../../shared/bytes/literals.ts';
import {
  HIT_WORDS,
  KEY_BIT,
  NO_NODE,
  type Hit,
  type Replacing,
  type SearchQuery,
} from '../../shared/protocol/search.ts';
import type { Splice } from '../../shared/document/splice.ts';
import { decodeUtf8, encodeUtf8 } from '../../shared/bytes/utf8.ts';
import { caseLike } from '../../shared/bytes/casing.ts';
import type { JsonDocument } from '../document/document.ts';
import { lineEndOf, type LineEnd } from '../document/first-line-end.ts';
import type { MarkTracker } from '../../shared/document/changes.ts';
import type { Sink } from './hits.ts';
import { formatKeyLike } from '../layout/new-keys.ts';
import type { Places } from '../tape/places.ts';
import { searchAround, searchDocument } from './search.ts';
import { SpliceList } from '../base/splice-list.ts';
import type { Work } from '../base/work.ts';
import { STALE } from '../../shared/texts/documents.ts';
import { APOSTROPHE, QUOTE } from '../../shared/bytes/ascii.ts';
import { isJsonToken } from '../../shared/document/json-text.ts';

const NO_QUOTE = 0;

/** The splices of a replacement, and the number of hits that they replace. */
export interface Replacement {
  readonly splices: Splice[];
  readonly count: number;
}

/**
 * Replaces every hit, and moves the offsets in `following` with the text. Cost: the search, and the hits.
 * @throws as `searchDocument`
 */
export function* replaceAll(
  document: JsonDocument,
  query: SearchQuery,
  replacement: string | Replacing,
  following?: MarkTracker,
): Work<Replacement> {
  const sink = new Replacer(document, query, replacement, null, following);
  yield* searchDocument(document, query, sink);
  return sink.finish();
}

/**
 * Replaces one hit of a query.
 * @throws CodedError `stale` when the document no longer has this hit; as `searchDocument`
 */
export function* replaceHit(
  document: JsonDocument,
  query: SearchQuery,
  replacement: string | Replacing,
  hit: Hit,
  following?: MarkTracker,
): Work<Replacement> {
  const sink = new Replacer(document, query, replacement, hit, following);
  yield* searchAround(document, query, hit, sink);
  const made = sink.finish();
  if (made.count === 0) {
    throw new CodedError('stale', STALE.hit);
  }
  return made;
}

/** Receives hits and makes splices. */
class Replacer implements Sink {
  private count = 0;
  private readonly list: SpliceList;
  private readonly places: Places;
  /**
   * The current number, literal or unquoted JSON5 name: its entry as in a hit, the text made so far, and the end of the part
   * replaced so far.
   */
  private scalar: { word: number; made: string; at: number } | null = null;
  /** The token of the last hit: its entry as in a hit, its start and its first byte. */
  private token = { word: NO_NODE, start: 0, quote: NO_QUOTE };
  private last: { text: string; quote: number; bytes: Uint8Array } = {
    text: '',
    quote: NO_QUOTE,
    bytes: new Uint8Array(),
  };
  private readonly expand: (match: RegExpExecArray | null) => string;
  private readonly preserveCase: boolean;
  private readonly lineEnd: LineEnd;

  constructor(
    private readonly document: JsonDocument,
    query: SearchQuery,
    replacement: string | Replacing,
    private readonly only: Hit | null,
    private readonly following: MarkTracker | undefined,
  ) {
    this.list = new SpliceList(document.memory);
    this.places = document.places;
    this.lineEnd = lineEndOf(document.memory);
    const { text, preserveCase } =
      typeof replacement === 'string' ? { text: replacement, preserveCase: false } : replacement;
    this.expand = query.regex ? compileTemplate(text) : () => text;
    this.preserveCase = preserveCase;
  }

  get done(): boolean {
    return this.only !== null && this.count > 0;
  }

  take(words: Uint32Array): void {
    for (let at = 0; at < words.length && !this.done; at += HIT_WORDS) {
      this.replace(words[at] ?? 0, words[at + 1] ?? 0, words[at + 2] ?? 0, null);
    }
  }

  takeMatch(start: number, end: number, word: number, match: RegExpExecArray): void {
    this.replace(start, end, word, match);
  }

  finish(): Replacement {
    this.endScalar();
    return { splices: this.list.finish(), count: this.count };
  }

  private replace(start: number, end: number, word: number, match: RegExpExecArray | null): void {
    if (this.only !== null && (start !== this.only.range.start || end !== this.only.range.end)) return;
    this.count += 1;
    const made = this.expand(match);
    const text = this.preserveCase ? caseLike(made, match?.[0] ?? this.contentOf(start, end, word)) : made;
    if (word === NO_NODE) {
      this.add(start, end, this.bytesOf(text, NO_QUOTE));
      return;
    }
    const node = word & ~KEY_BIT;
    // A token may have millions of hits, so it is read only once.
    if (this.token.word !== word) {
      const first = word >= KEY_BIT ? this.places.keyRange(node).start : this.document.tape.start(node);
      this.token = { word, start: first, quote: this.document.memory.text(first, first + 1)[0] ?? 0 };
    }
    const { start: token, quote } = this.token;
    if (quote === QUOTE || quote === APOSTROPHE) {
      this.endScalar();
      this.add(start, end, this.bytesOf(text, quote));
      return;
    }
    if (this.scalar?.word !== word) this.endScalar();
    this.scalar ??= { word, made: '', at: token };
    this.scalar.made += this.textOf(this.scalar.at, start) + text;
    this.scalar.at = end;
  }

  private add(start: number, end: number, insert: Uint8Array): void {
    this.list.add(start, end, insert);
    this.following?.change(start, end, insert.length);
  }

  private endScalar(): void {
    if (this.scalar === null) return;
    const { word, made, at } = this.scalar;
    const isName = word >= KEY_BIT;
    const node = word & ~KEY_BIT;
    const { start, end } = isName ? this.places.keyRange(node) : this.places.range(node);
    const text = made + this.textOf(at, end);
    const isScalar = isJsonToken(text, this.document.dialect);
    const spelt = isName ? formatKeyLike(this.places, node, text) : isScalar ? text : JSON.stringify(text);
    this.add(start, end, encodeUtf8(spelt));
    this.scalar = null;
  }

  /** The bytes of an inserted text between such quotation marks; the last ones are reused for the same text. */
  private bytesOf(text: string, quote: number): Uint8Array {
    if (this.last.text !== text || this.last.quote !== quote) {
      const json = quote === NO_QUOTE ? text.replaceAll(/\r\n?|\n/g, this.lineEnd) : JSON.stringify(text).slice(1, -1);
      this.last = { text, quote, bytes: encodeUtf8(quote === APOSTROPHE ? json.replaceAll("'", "\\'") : json) };
    }
    return this.last.bytes;
  }

  /** The text of a hit, with escapes resolved. */
  private contentOf(start: number, end: number, word: number): string {
    const source = this.textOf(start, end);
    return word === NO_NODE || !source.includes('\\') ? source : unquote(`"${source}"`);
  }

  private textOf(start: number, end: number): string {
    return decodeUtf8(this.document.memory.text(start, end));
  }
}

/**
 * Compiles the replacement of a regular expression.
 * @see https://tc39.es/ecma262/#sec-getsubstitution
 */
function compileTemplate(template: string): (match: RegExpExecArray | null) => string {
  if (!/[$\\]/.test(template)) return () => template;
  // All matches of an expression have the same groups, so the template is read once, at the first match.
  let parts: readonly Part[] | null = null;
  return (match) => {
    if (match === null) return template;
    parts ??= readTemplate(template, match);
    let text = '';
    for (const part of parts) {
      if (part.type === 'text') text += part.text;
      else text += (part.type === 'group' ? match[part.index] : match.groups?.[part.name]) ?? '';
    }
    return text;
  };
}

/** Characters that can't be typed into a field of one line. */
const ESCAPED = new Map([
  ['\\n', '\n'],
  ['\\t', '\t'],
  ['\\\\', '\\'],
]);

/** A part of a template: literal text, or the match of a group. */
type Part =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'group'; readonly index: number }
  | { readonly type: 'name'; readonly name: string };

/** Parses a template, for matches with the same groups as this one. */
function readTemplate(template: string, match: RegExpExecArray): Part[] {
  const parts: Part[] = [];
  const references =
    match.groups === undefined ? /\\[nt\\]|\$(?:\$|&|(\d)(\d)?)/g : /\\[nt\\]|\$(?:\$|&|(\d)(\d)?|<([^>]*)>)/g;
  let from = 0;
  for (const found of template.matchAll(references)) {
    const [whole, tens = '', ones = '', name] = found;
    parts.push({ type: 'text', text: template.slice(from, found.index) });
    from = found.index + whole.length;
    const [two, one] = [Number(tens + ones), Number(tens)];
    const escaped = ESCAPED.get(whole);
    if (escaped !== undefined) parts.push({ type: 'text', text: escaped });
    else if (whole === '$$') parts.push({ type: 'text', text: '$' });
    else if (whole === '$&') parts.push({ type: 'group', index: 0 });
    else if (name !== undefined) parts.push({ type: 'name', name });
    else if (ones !== '' && two >= 1 && two < match.length) parts.push({ type: 'group', index: two });
    else if (one >= 1 && one < match.length) parts.push({ type: 'group', index: one }, { type: 'text', text: ones });
    else parts.push({ type: 'text', text: whole });
  }
  return [...parts, { type: 'text', text: template.slice(from) }];
}
