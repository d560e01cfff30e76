// What the trees of this page have put on the clipboard: the system's clipboard carries the text alone, and not the keys,
// the dialect, or how many values the text is.

import type { Copied } from '../../shared/protocol/edit-intent.ts';

/** Of a longer text nothing is remembered, in characters. */
const LONGEST = 1024 * 1024;

/** Values that were copied, and their keys where they bring none in the text. */
export interface CopiedValues extends Copied {
  readonly keys: readonly string[];
}

/** The clipboard of the whole page: what is copied in one panel is pasted in the other. */
let remembered: { readonly text: string; readonly values: CopiedValues } | null = null;

/** Remembers what was copied, in place of what was copied before. */
export async function rememberCopied(text: Blob, values: CopiedValues): Promise<void> {
  remembered = text.size > LONGEST ? null : { text: normalised(await text.text()), values };
}

/** What is known of a text that comes from the clipboard; `null` where this page has not copied it. */
export function findCopied(text: string): CopiedValues | null {
  if (remembered === null || text.length > 2 * LONGEST) return null;
  return remembered.text === normalised(text) ? remembered.values : null;
}

/** A key at the start of a text that was copied, and the colon behind it. */
const KEY = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^\s"'{}[\],:]+): /s;

/** A text of copied values as a document: several are the members of an object, or the items of an array. */
export function documentOf(text: string, { count }: Copied): string {
  if (count === 1) return text;
  return KEY.test(text) ? `{\n${text}\n}` : `[\n${text}\n]`;
}

/** On some systems the clipboard changes line ends. */
function normalised(text: string): string {
  return text.replaceAll('\r\n', '\n');
}
