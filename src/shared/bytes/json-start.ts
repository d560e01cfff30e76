// Recognises by its first bytes a text that may be JSON.

import { BRACE, BRACKET, SPACE } from './ascii.ts';

const MARK = [0xef, 0xbb, 0xbf];

/** Whether a text begins like an array or an object, behind a byte order mark and white space. */
export function beginsLikeJson(first: Uint8Array): boolean {
  const at = first.findIndex((byte, index) => byte > SPACE && !(index < 3 && byte === MARK[index]));
  return first[at] === BRACE || first[at] === BRACKET;
}
