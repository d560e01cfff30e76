// Plans to write a find back into a text that may have changed since, and makes sure that it can be read there again.

import { LF } from '../../shared/bytes/ascii.ts';
import { joinBytes } from '../../shared/bytes/bytes.ts';
import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import { compactJson } from '../base/strict-reader.ts';
import type { RecordIdentity } from '../../shared/protocol/extract.ts';
import { readFind, type FoundJson } from './extract.ts';
import { findRecord, identify } from './record-identity.ts';
import { isWritable, rewriteFind, type Rewriting } from './write-find.ts';

/** Text before and after a find that tells how it is read. */
const AROUND = 4096;

/** A change, and what the find is known by after it. */
export interface PlacedRewriting extends Rewriting {
  readonly record: RecordIdentity;
}

/**
 * The change that makes a find the JSON `json`. `gone` if it is not certain where the find is now; `unfit` if its form can't hold
 * that JSON.
 */
export function planWriting(
  text: Uint8Array,
  record: RecordIdentity,
  json: Uint8Array,
): PlacedRewriting | 'gone' | 'unfit' {
  const at = findRecord(text, record);
  if (at === null) return 'gone';
  const { raw } = record;
  const from = Math.max(0, at - AROUND);
  const near = text.subarray(from, at + raw.length + AROUND);
  try {
    const found = readFind(near, at - from);
    if (found.end !== at - from + raw.length) return 'gone';
    if (!isWritable(found)) return 'unfit';
    const written = onOneLine(found, raw, json);
    const change = rewriteFind(near, found, written);
    const again = readFind(changed(near, change), at - from);
    if (again.json !== decodeUtf8(written)) return 'unfit';
    const placed = { start: from + change.start, end: from + change.end, insert: change.insert };
    return { ...placed, record: identify(changed(text, placed), at, from + again.end) };
  } catch (error) {
    if (error instanceof RangeError) return 'unfit';
    throw error;
  }
}

/** A record that stands on one line stays on it, unless its line ends are escaped. */
function onOneLine({ encodings }: FoundJson, raw: Uint8Array, json: Uint8Array): Uint8Array {
  const isEscaped = encodings.some((name) => name === 'escaped' || name === 'quoted-escaped' || name === 'url');
  if (isEscaped || raw.includes(LF) || !json.includes(LF)) return json;
  return compactJson(json) ?? json;
}

/** A text after a change. */
function changed(text: Uint8Array, { start, end, insert }: Rewriting): Uint8Array {
  return joinBytes([text.subarray(0, start), insert, text.subarray(end)]);
}
