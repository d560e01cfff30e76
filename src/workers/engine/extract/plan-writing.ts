// Plans to write a find back into a text that may have changed since, and makes sure that it can be read there again.

import { decodeUtf8 } from '../../../shared/bytes/utf8.ts';
import { compactJson } from '../csv/json-cell.ts';
import { readFind, type FoundJson } from './extract.ts';
import { isWritable, rewriteFind, type Rewriting } from './write-find.ts';

/** Text before and after a find that tells how it is read. */
const AROUND = 4096;

/** A change, and the find after it. */
export interface PlacedRewriting extends Rewriting {
  readonly found: { readonly start: number; readonly end: number; readonly raw: Uint8Array };
}

/**
 * The change that makes the find that stood at `start`, as `raw`, the JSON `json`. `gone` if the text is another one there, and
 * `raw` stands nowhere or at several places; `unfit` if its form can't hold that JSON.
 */
export function planWriting(
  text: Uint8Array,
  start: number,
  raw: Uint8Array,
  json: Uint8Array,
): PlacedRewriting | 'gone' | 'unfit' {
  const at = placeOf(text, start, raw);
  if (at < 0) return 'gone';
  const from = Math.max(0, at - AROUND);
  const near = text.subarray(from, at + raw.length + AROUND);
  try {
    const found = readFind(near, at - from);
    if (found.end !== at - from + raw.length) return 'gone';
    if (!isWritable(found)) return 'unfit';
    const written = onOneLine(found, raw, json);
    const change = rewriteFind(near, found, written);
    const next = new Uint8Array(near.length + change.insert.length - (change.end - change.start));
    next.set(near.subarray(0, change.start));
    next.set(change.insert, change.start);
    next.set(near.subarray(change.end), change.start + change.insert.length);
    const again = readFind(next, at - from);
    if (again.json !== decodeUtf8(written)) return 'unfit';
    return {
      start: from + change.start,
      end: from + change.end,
      insert: change.insert,
      found: { start: at, end: from + again.end, raw: next.slice(again.start, again.end) },
    };
  } catch (error) {
    if (error instanceof RangeError) return 'unfit';
    throw error;
  }
}

/** A record that stands on one line stays on it, unless its line ends are escaped. */
function onOneLine({ encodings }: FoundJson, raw: Uint8Array, json: Uint8Array): Uint8Array {
  const isEscaped = encodings.some((name) => name === 'escaped' || name === 'quoted-escaped' || name === 'url');
  if (isEscaped || raw.includes(0x0a) || !json.includes(0x0a)) return json;
  return compactJson(json) ?? json;
}

/** Where bytes stand: at an offset, or else at the only place where they do. */
function placeOf(text: Uint8Array, start: number, raw: Uint8Array): number {
  if (matches(text, start, raw)) return start;
  const first = indexOf(text, raw, 0);
  return first >= 0 && indexOf(text, raw, first + 1) < 0 ? first : -1;
}

function indexOf(text: Uint8Array, raw: Uint8Array, from: number): number {
  const [first = 0] = raw;
  for (let at = text.indexOf(first, from); at >= 0; at = text.indexOf(first, at + 1))
    if (matches(text, at, raw)) return at;
  return -1;
}

function matches(text: Uint8Array, start: number, raw: Uint8Array): boolean {
  if (start + raw.length > text.length) return false;
  for (let index = 0; index < raw.length; index += 1) if (text[start + index] !== raw[index]) return false;
  return true;
}
