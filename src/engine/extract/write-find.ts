// Writes a changed find back where it stood, in the encoding that it had. Only what differs is written: white space, spelling, line
// prefixes and colours elsewhere keep their bytes.

import { EQUALS, LF, LOW_LINE, MINUS } from '../../shared/bytes/ascii.ts';
import { viewOf, type FoundJson } from './extract.ts';
import { encode } from './encode.ts';
import type { DecodedView } from './view.ts';

/** The bytes of a range of the text, replaced. */
export interface Rewriting {
  readonly start: number;
  readonly end: number;
  readonly insert: Uint8Array;
}

/** Whether a find of this kind can be written back: one whose text is JSON, and no literal of another language. */
export function isWritable(found: FoundJson): boolean {
  return found.kind === 'base64' || typeof found.candidate.json !== 'string';
}

/** The change of a text that makes a find the JSON `json`; an empty range if nothing differs. */
export function rewriteFind(text: Uint8Array, found: FoundJson, json: Uint8Array): Rewriting {
  const { start, end, kind, encodings } = found;
  if (kind === 'base64') return { start, end, insert: inBase64(text.subarray(start, end), json) };
  const view = viewOf(text, found.candidate);
  const old = view.bytes;
  let head = 0;
  while (head < old.length && head < json.length && old[head] === json[head]) head += 1;
  head = unitStart(view, head);
  let tail = 0;
  while (
    tail < old.length - head &&
    tail < json.length - head &&
    old[old.length - 1 - tail] === json[json.length - 1 - tail]
  )
    tail += 1;
  while (tail > 0 && !isUnitStart(view, old.length - tail)) tail -= 1;
  const last = old.length - tail;
  const middle = json.subarray(head, json.length - tail);
  const raw = text.subarray(start, end);
  if (head === last) {
    const at = head === 0 ? start : (view.ends[head - 1] ?? start);
    return { start: at, end: at, insert: encode(middle, encodings, raw, linePrefix(text, view)) };
  }
  const from = view.starts[head] ?? start;
  const to = view.ends[last - 1] ?? end;
  const written = encode(middle, encodings, raw, linePrefix(text, view));
  return {
    start: from,
    end: to,
    insert: encodings.includes('lines') ? written : withGaps(text, view, head, last, written),
  };
}

/** Where the bytes begin that one escape stands for. */
function unitStart(view: DecodedView, index: number): number {
  let at = index;
  while (at > 0 && !isUnitStart(view, at)) at -= 1;
  return at;
}

function isUnitStart({ starts }: DecodedView, index: number): boolean {
  return index === 0 || index >= starts.length || starts[index] !== starts[index - 1];
}

/** What stands behind a line end of the value, before the line goes on. */
function linePrefix(text: Uint8Array, view: DecodedView): Uint8Array {
  for (let index = 0; index + 1 < view.bytes.length; index += 1) {
    if (view.bytes[index] === LF) return text.subarray(view.ends[index], view.starts[index + 1]);
  }
  return new Uint8Array(0);
}

/** Colours and cuts within what is replaced are no part of the value: they stay, behind it. */
function withGaps(text: Uint8Array, view: DecodedView, head: number, last: number, written: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [written];
  for (let index = head + 1; index < last; index += 1) {
    const from = view.ends[index - 1] ?? 0;
    const to = view.starts[index] ?? 0;
    if (to > from) parts.push(text.subarray(from, to));
  }
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function inBase64(old: Uint8Array, json: Uint8Array): Uint8Array {
  let binary = '';
  for (const byte of json) binary += String.fromCharCode(byte);
  let written = btoa(binary);
  const isUrlSafe = old.includes(MINUS) || old.includes(LOW_LINE);
  if (isUrlSafe) written = written.replaceAll('+', '-').replaceAll('/', '_');
  const isPadded = old[old.length - 1] === EQUALS || (!isUrlSafe && old.length % 4 === 0);
  return new TextEncoder().encode(isPadded ? written : written.replace(/=+$/, ''));
}
