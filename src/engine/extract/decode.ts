// Decodes a stretch of a text through all encodings of a find.

import { joinedParts, withoutPrefixes } from './line-prefix.ts';
import { decodeView, plainView, type Encoding, type DecodedView } from './view.ts';

/** The view of so many bytes from an offset; `isExact` if the find ends with them. `null` if an encoding isn't there. */
export function decode(
  text: Uint8Array,
  start: number,
  encodings: readonly Encoding[],
  length: number,
  isExact = false,
): DecodedView | null {
  const plain = plainView(text, start, length);
  let view: DecodedView | null = isExact ? { ...plain, isWhole: true } : plain;
  for (const encoding of encodings) {
    if (view === null) return null;
    if (encoding === 'lines') view = withoutPrefixes(view, text, start);
    else if (encoding === 'cri') view = joinedParts(view, text, start);
    else view = decodeView(view, encoding);
  }
  return view;
}
