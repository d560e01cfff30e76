// The values that this page has put on the clipboard. The system's clipboard carries only the text, not the keys, the dialect
// or the number of values.

import type { Copied } from '../../shared/protocol/edit-intent.ts';

/** Longer texts are not remembered, in characters. */
const MAX_TEXT_BYTES = 1024 * 1024;

/** Copied values, and their keys if the text doesn't contain them. */
export interface CopiedValues extends Copied {
  readonly keys: readonly string[];
  /** The JSON of a text that was copied without its quotes. */
  readonly json?: string;
}

/** Shared by the whole page: values copied in one panel can be pasted in the other. */
let remembered: { readonly text: string; readonly values: CopiedValues } | null = null;

/** Remembers copied values, replacing the previous ones. */
export async function rememberCopied(text: Blob, values: CopiedValues): Promise<void> {
  remembered = text.size > MAX_TEXT_BYTES ? null : { text: normalised(await text.text()), values };
}

/** Returns the remembered values of a text from the clipboard; `null` if this page has not copied it. */
export function findCopied(text: string): CopiedValues | null {
  if (remembered === null || text.length > 2 * MAX_TEXT_BYTES) return null;
  return remembered.text === normalised(text) ? remembered.values : null;
}

/** A key at the start of a copied text, with its colon. */
const KEY = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^\s"'{}[\],:]+): /s;

/**
 * Converts the text of copied values to a document: several values become the members of an object or the items of an array.
 */
export function documentOf(text: string, { count }: Copied): string {
  if (count === 1) return text;
  return KEY.test(text) ? `{\n${text}\n}` : `[\n${text}\n]`;
}

/** Some systems change line ends on the clipboard. */
function normalised(text: string): string {
  return text.replaceAll('\r\n', '\n');
}
