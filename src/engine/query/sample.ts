// Cuts a sample from the beginning of a value, to try a query on. It is cut between items at every depth, so that a long array
// inside the first record is shortened too, and all open brackets are closed.
//
//   {"a":[1,2,[3,4,5], 6],"b":7}      in 12 bytes: {"a":[1,2,[3]]}
//                 │cut

import { joinBytes } from '../../shared/bytes/bytes.ts';
import type { ReadPlaces } from '../tape/places.ts';
import { TextBuffer } from '../base/text-buffer.ts';
import { finish } from '../base/work.ts';
import { addEntries } from './source-text.ts';

/**
 * Returns the beginning of a value as JSON, made of about its first `bytes` bytes; `null` when the value is no longer than
 * that, or is a scalar. Of an item that crosses the limit, only its own first items are included. Cost: the bytes, and the
 * siblings before the cut.
 */
export function sampleText(places: ReadPlaces, node: number, bytes: number): Uint8Array | null {
  const { tape } = places;
  const { start, end } = places.range(node);
  if (end - start <= bytes || !tape.isOpening(node)) return null;
  const limit = start + bytes;
  let closing = '';
  // The end of the included entries, exclusive.
  let cut = node + 1;
  for (let container = node; container >= 0;) {
    closing += places.kind(container) === 'object' ? '}' : ']';
    const close = tape.closing(container);
    let child = container + 1;
    while (child < close && places.range(child).end <= limit) child = tape.next(child);
    cut = child;
    const isEntered = child < close && tape.isOpening(child) && tape.start(child) < limit;
    if (isEntered) cut += 1;
    container = isEntered ? child : -1;
  }
  const out = new TextBuffer();
  finish(addEntries(places, node, cut, out));
  out.addText([...closing].toReversed().join(''));
  return joinBytes(out.finish());
}
