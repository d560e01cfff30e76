// Finds secrets in a text that is not valid, and so has no values. It is read twice, side by side: as JSON, as far as it looks like it,
// for names and escapes; and piece by piece as text. A piece is a few lines, or a part of a long one up to a comma, so that no secret is cut.

import { byteAtColumn, decodeUtf8, encodeUtf8, isAscii } from '../../shared/bytes/utf8.ts';
import type { LeakGroup, RedactOrder } from '../../shared/protocol/leaks.ts';
import type { Splice } from '../../shared/document/splice.ts';
import { asByte } from '../../shared/units.ts';
import type { Work } from '../base/work.ts';
import { hashKey } from '../tape/key-table.ts';
import { decodeEscapes } from './decoded.ts';
import { LeakGroups } from './leak-groups.ts';
import { LooseWalk, type TextSpan } from './loose-walk.ts';
import { secretInNumber } from './named-secrets.ts';
import { Placeholders } from './placeholders.ts';
import { joinRanges, type Secret } from './secret.ts';
import { classOf } from './secret-names.ts';
import { featuresOf } from './text-features.ts';
import { insideOf, secretsIn } from './text-secrets.ts';

/** A secret in a text. */
export interface TextLeak {
  readonly start: number;
  readonly end: number;
  /** From 0. */
  readonly line: number;
  readonly secret: Secret;
}

/** A piece ends with the line after so many bytes, or at a comma after as many. */
const PIECE = 2048;
const LONG_PIECE = 8192;
/** Longest piece without a comma: longer than any secret. */
const MAX_PIECE = 65_536;
/** Bytes per slice. */
const SLICE = 1 << 18;
/** Longest name that is remembered, and the number of them. */
const MAX_KNOWN = 100;
const MAX_NAMES = 10_000;
const LINE_FEED = 0x0a;
const COMMA = 0x2c;
const DASH = 0x2d;

/** Finds the secrets of a text, in order; none overlaps another. Cost: about a hundred scans, most of it patterns. */
export function* findTextLeaks(bytes: Uint8Array, onLeak: (leak: TextLeak) => void): Work<void> {
  const found: Secret[] = [];
  const strings = new StringSearch(bytes, found);
  const walk = new LooseWalk(bytes, strings);
  let saidAt = 0;
  for (let start = 0; start < bytes.length;) {
    if (start - saidAt >= SLICE) {
      saidAt = start;
      yield { done: start, total: bytes.length };
    }
    const end = pieceEnd(bytes, start);
    walk.walkTo(end);
    const features = featuresOf(bytes, start, end);
    if (features !== 0) searchPiece(bytes, start, end, features, strings, found);
    strings.forget(end);
    start = end;
  }
  walk.finish();
  let line = 0;
  let next = bytes.indexOf(LINE_FEED);
  for (const { start, end, secret } of joinRanges(found)) {
    for (; next >= 0 && next < start; next = bytes.indexOf(LINE_FEED, next + 1)) line += 1;
    onLeak({ start, end, line, secret });
  }
}

/** Lists the secrets of a text by kind. */
export function* listTextLeaks(bytes: Uint8Array): Work<readonly LeakGroup[]> {
  const groups = new LeakGroups();
  yield* findTextLeaks(bytes, ({ start, end, line, secret }) =>
    groups.add([secret], () => ({
      path: [],
      isKey: false,
      range: { start: asByte(start), end: asByte(end) },
      line,
    })),
  );
  return groups.list;
}

/** Returns the changes that replace the secrets of a text, sorted. */
export function* redactText(bytes: Uint8Array, { form, except }: RedactOrder): Work<Splice[]> {
  const placeholders = new Placeholders(form);
  const splices: Splice[] = [];
  yield* findTextLeaks(bytes, ({ start, end, secret }) => {
    if (except.includes(secret.kind)) return;
    splices.push({ start: asByte(start), end: asByte(end), insert: encodeUtf8(placeholders.of(secret)) });
  });
  return splices;
}

/** Searches the strings of the JSON in a text. */
class StringSearch {
  /** Strings with escapes in the piece that is searched, and behind it. */
  private escaped: TextSpan[] = [];
  private readonly names = new Map<number, TextSpan & { readonly text: string }>();

  constructor(
    private readonly bytes: Uint8Array,
    private readonly found: Secret[],
  ) {}

  /** A test of whether a part is inside a string with escapes. What such a string spells is not what it says. */
  get isInside(): (part: TextSpan) => boolean {
    return insideOf(this.escaped);
  }

  /** Forgets what is before a place. */
  forget(before: number): void {
    this.escaped = this.escaped.filter(({ end }) => end > before);
  }

  read({ start, end }: TextSpan): string {
    const { bytes, names } = this;
    if (end - start > MAX_KNOWN) return decodeEscapes(decodeUtf8(bytes.subarray(start, end))).text;
    // Most names are the same few.
    const hash = hashKey(bytes, start, end);
    const known = names.get(hash);
    if (known !== undefined && isEqual(bytes, start, end, known.start, known.end)) return known.text;
    const text = decodeEscapes(decodeUtf8(bytes.subarray(start, end))).text;
    if (names.size >= MAX_NAMES) names.clear();
    names.set(hash, { start, end, text });
    return text;
  }

  onString(span: TextSpan, name: string | null, isCookie: boolean, hasEscapes: boolean): void {
    const { bytes, found } = this;
    if (hasEscapes) this.escaped.push(span);
    const { start, end } = span;
    // What needs no name and no decoding is found in the text itself.
    if (!hasEscapes && (name === null || classOf(name) === null) && !isCookie) return;
    const spelt = decodeUtf8(bytes.subarray(start, end));
    const decoded = decodeEscapes(spelt);
    const secrets = secretsIn(decoded.text, {
      name,
      isCookie,
      ...(hasEscapes ? {} : { features: featuresOf(bytes, start, end) }),
    });
    const toByte = bytesOf(bytes, start, end);
    for (const secret of secrets)
      found.push({
        ...secret,
        start: toByte(decoded.placeOf(secret.start)),
        end: toByte(decoded.placeOf(secret.end)),
      });
  }

  onKey(span: TextSpan): void {
    if (this.bytes.subarray(span.start, span.end).includes(0x5c)) this.onString(span, null, false, true);
  }

  onNumber({ start, end }: TextSpan, name: string): void {
    const secret = secretInNumber(decodeUtf8(this.bytes.subarray(start, end)), name);
    if (secret !== null) this.found.push({ ...secret, start, end });
  }
}

function isEqual(bytes: Uint8Array, start: number, end: number, otherStart: number, otherEnd: number): boolean {
  if (end - start !== otherEnd - otherStart) return false;
  for (let at = start; at < end; at += 1) if (bytes[at] !== bytes[otherStart + at - start]) return false;
  return true;
}

/** Where the piece that begins at `start` ends. A block between dashes, as of a key, is not cut. */
function pieceEnd(bytes: Uint8Array, start: number): number {
  const most = Math.min(bytes.length, start + MAX_PIECE);
  let isBlock = false;
  for (let at = start; at < most; at += 1) {
    const byte = bytes[at];
    if (byte === DASH && bytes[at + 1] === DASH && bytes[at + 2] === DASH && bytes[at + 5] === 0x42) isBlock = true;
    else if (isBlock && byte === DASH && bytes[at + 5] === 0x45 && bytes[at + 6] === 0x4e) isBlock = false;
    if (isBlock) continue;
    if (byte === LINE_FEED ? at - start >= PIECE : byte === COMMA && at - start >= LONG_PIECE) return at + 1;
  }
  return most;
}

function searchPiece(
  bytes: Uint8Array,
  start: number,
  end: number,
  features: number,
  { isInside }: StringSearch,
  found: Secret[],
): void {
  const text = decodeUtf8(bytes.subarray(start, end));
  const secrets = secretsIn(text, { name: null, features, isWalked: true });
  if (secrets.length === 0) return;
  const toByte = bytesOf(bytes, start, end);
  for (const secret of secrets) {
    const place = { start: toByte(secret.start), end: toByte(secret.end) };
    if (!isInside(place)) found.push({ ...secret, ...place });
  }
}

/** Converts columns of the text between two bytes to bytes. */
export function bytesOf(bytes: Uint8Array, start: number, end: number): (column: number) => number {
  if (isAscii(bytes, start, end)) return (column) => start + column;
  // Those of a secret follow each other.
  let [lastColumn, lastByte] = [0, start];
  return (column) => {
    if (column < lastColumn) [lastColumn, lastByte] = [0, start];
    lastByte = byteAtColumn(bytes, lastByte, end, column - lastColumn);
    lastColumn = column;
    return lastByte;
  };
}
