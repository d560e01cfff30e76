// The comments of a document in JSON with comments or JSON5. Line comments that follow each other are one text, as what is written
// over several lines is.

import { APOSTROPHE, BACKSLASH, QUOTE, SLASH } from '../../shared/bytes/ascii.ts';
import { SLICE_BYTES, type Work } from '../base/work.ts';
import type { TapeText } from '../tape/tape.ts';
import { isComment, readComment, spaceLength } from '../tape/trivia.ts';

/** Calls `visit` with the bytes of each comment, or of all that only white space parts. Cost: a pass over the text. */
export function* commentBlocks(text: TapeText, visit: (start: number, end: number) => void): Work<void> {
  let start = -1;
  let end = -1;
  let pauseAt = SLICE_BYTES;
  for (let at = 0; at < text.size;) {
    const byte = text.byteAt(at);
    if (byte === SLASH && isComment(text, at)) {
      const comment = readComment(text, at);
      if (start < 0) start = at;
      ({ end } = comment);
      at = end;
    } else {
      const space = spaceLength(text, at);
      if (space === 0 && start >= 0) {
        visit(start, end);
        start = -1;
      }
      if (space > 0) at += space;
      else if (byte === QUOTE || byte === APOSTROPHE) {
        for (at += 1; at < text.size && text.byteAt(at) !== byte; at += 1) if (text.byteAt(at) === BACKSLASH) at += 1;
        at += 1;
      } else at += 1;
    }
    if (at < pauseAt) continue;
    pauseAt = at + SLICE_BYTES;
    yield { done: at, total: text.size };
  }
  if (start >= 0) visit(start, end);
}
