// A preview of a collapsed container's content, about one line long:
//
//   {id: 1, name: "Ada Lovel…", tags: […3], address: {…4}, none: [], …}
//
// The number of nested items follows an ellipsis, because `[3]` would read as a list of the number 3.

import { decodeUtf8, encodeUtf8 } from '../../shared/bytes/utf8.ts';
import type { Places } from '../tape/places.ts';
import { cutAt, type Heap } from './row-heap.ts';
import { QUOTE } from '../../shared/bytes/ascii.ts';

/** Maximum bytes of a preview, and of one key or scalar in it. */
const PREVIEW = 120;
const PREVIEW_STRING = 40;
/** A preview counts at most this many items of a nested container. */
const MAX_COUNTED = 99;
const COMMA = [0x2c, 0x20];
const COLON = [0x3a, 0x20];
const ELLIPSIS = [0xe2, 0x80, 0xa6];
const PLAIN_KEY = /^"[\p{ID_Start}$_][\p{ID_Continue}$-]*"$/u;

/** Adds the preview of a container to the heap. Cost: what it shows, and up to 99 children of each nested container. */
export function writePreview(places: Places, container: number, heap: Heap): void {
  const { tape } = places;
  const isObject = places.kind(container) === 'object';
  const close = tape.closing(container);
  const end = heap.length + PREVIEW;
  heap.add([isObject ? 0x7b : 0x5b]);
  let child = container + 1;
  for (; child < close && heap.length < end; child = tape.next(child)) {
    if (child > container + 1) heap.add(COMMA);
    if (isObject) writeKey(places, child, heap);
    if (tape.isOpening(child) && !tape.isBroken(child)) writeNested(places, child, heap);
    else writeCut(places, places.range(child), heap);
  }
  if (child < close) heap.add([...COMMA, ...ELLIPSIS]);
  heap.add([isObject ? 0x7d : 0x5d]);
}

function writeKey(places: Places, child: number, heap: Heap): void {
  const range = places.keyRange(child);
  const isShort = range.end - range.start <= PREVIEW_STRING;
  const key = isShort ? places.text.slice(range.start, range.end) : null;
  if (key !== null && PLAIN_KEY.test(decodeUtf8(key))) heap.add(key.subarray(1, -1));
  else writeCut(places, range, heap);
  heap.add(COLON);
}

function writeCut(
  { text }: Places,
  { start, end }: { readonly start: number; readonly end: number },
  heap: Heap,
): void {
  heap.add(text.slice(start, cutAt(text, start, end, PREVIEW_STRING)));
  if (end - start > PREVIEW_STRING) heap.add(text.byteAt(start) === QUOTE ? [...ELLIPSIS, QUOTE] : ELLIPSIS);
}

function writeNested(places: Places, container: number, heap: Heap): void {
  const { tape } = places;
  const [open, closed] = places.kind(container) === 'object' ? ['{', '}'] : ['[', ']'];
  const close = tape.closing(container);
  let count = 0;
  for (let child = container + 1; child < close && count <= MAX_COUNTED; child = tape.next(child)) count += 1;
  const inside = count === 0 ? '' : count > MAX_COUNTED ? `…${MAX_COUNTED}+` : `…${count}`;
  heap.add(encodeUtf8(`${open}${inside}${closed}`));
}
