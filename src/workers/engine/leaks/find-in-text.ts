// Finds secrets in a text that is not valid, and so has no values: piece by piece, each a few lines, or a part of a long one up to a
// comma, so that no secret is cut.

import { decodeUtf8, encodeUtf8 } from '../../../shared/bytes/utf8.ts';
import type { LeakGroup, RedactOrder } from '../../../shared/protocol/leaks.ts';
import type { Splice } from '../../../shared/document/splice.ts';
import { asByte } from '../../../shared/units.ts';
import type { Work } from '../base/work.ts';
import { LeakGroups } from './leak-groups.ts';
import { Placeholders } from './placeholders.ts';
import type { Secret } from './secret.ts';
import { featuresOf } from './text-features.ts';
import { secretsIn } from './text-secrets.ts';

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
/** A name and its value as two members, as in HAR and in lists of variables. */
const PAIR =
  /"(?:name|key)"\s{0,20}:\s{0,20}"([\w.:-]{2,60})"\s{0,20},\s{0,200}"value"\s{0,20}:\s{0,20}"((?:[^"\\]|\\.){5,4000})"/gi;
const LINE_FEED = 0x0a;
const COMMA = 0x2c;
const DASH = 0x2d;

/** Finds the secrets of a text, in order; none overlaps another. Cost: about a hundred scans, most of it patterns. */
export function* findTextLeaks(bytes: Uint8Array, onLeak: (leak: TextLeak) => void): Work<void> {
  let line = 0;
  let saidAt = 0;
  for (let start = 0; start < bytes.length;) {
    if (start - saidAt >= SLICE) {
      saidAt = start;
      yield { done: start, total: bytes.length };
    }
    const end = pieceEnd(bytes, start);
    const features = featuresOf(bytes, start, end);
    if (features !== 0) searchPiece(bytes, start, end, line, features, onLeak);
    for (let at = bytes.indexOf(LINE_FEED, start); at >= 0 && at < end; at = bytes.indexOf(LINE_FEED, at + 1))
      line += 1;
    start = end;
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
  line: number,
  features: number,
  onLeak: (leak: TextLeak) => void,
): void {
  const text = decodeUtf8(bytes.subarray(start, end));
  const secrets = secretsIn(text, { name: null, features });
  for (const [, name = '', value = ''] of text.matchAll(PAIR)) secrets.push(...secretsIn(value, { name }));
  if (secrets.length === 0) return;
  // What is spelt otherwise in a text can't be told apart from the rest of it: of one line that is less.
  if (secrets.some((secret) => secret.text === text) && text.slice(0, -1).includes('\n')) {
    for (let from = start, at = line; from < end; at += 1) {
      const next = bytes.indexOf(LINE_FEED, from);
      const until = next < 0 || next >= end ? end : next + 1;
      searchPiece(bytes, from, until, at, featuresOf(bytes, from, until), onLeak);
      from = until;
    }
    return;
  }
  const found: { at: number; readonly secret: Secret }[] = [];
  for (const secret of secrets) {
    for (let at = text.indexOf(secret.text); at >= 0; at = text.indexOf(secret.text, at + secret.text.length))
      found.push({ at, secret });
  }
  found.sort((a, b) => a.at - b.at || b.secret.text.length - a.secret.text.length);
  // Where the bytes are no UTF-8, places in the text are none in the bytes.
  const isExact = encodeUtf8(text).length === end - start;
  let done = 0;
  let offset = start;
  for (const { at, secret } of found) {
    if (at < done) continue;
    const before = text.slice(done, at);
    const from = offset + encodeUtf8(before).length;
    const until = from + encodeUtf8(secret.text).length;
    line += count(before, '\n');
    onLeak(isExact ? { start: from, end: until, line, secret } : { start, end, line, secret });
    line += count(secret.text, '\n');
    if (!isExact) return;
    done = at + secret.text.length;
    offset = until;
  }
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}
