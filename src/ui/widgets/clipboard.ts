// The clipboard: what is on it, how parts are written to it that may still have to be read, and which values this page has put there.

import type { Copied } from '../../shared/protocol/edit-intent.ts';
import { beginCopy } from './begin-copy.ts';

/** What is on the clipboard. */
export interface ClipboardContent {
  readonly text: string;
  readonly html: string;
}

/** Returns what is on the system's clipboard. */
export async function readClipboard(): Promise<ClipboardContent> {
  const { clipboard } = navigator;
  // Some browsers, and pages without the permission to read, have the text alone.
  const items = 'read' in clipboard ? await clipboard.read().catch(() => null) : null;
  if (items === null) return { text: await clipboard.readText(), html: '' };
  const read = async (type: string): Promise<string> => {
    const item = items.find(({ types }) => types.includes(type));
    return item === undefined ? '' : (await item.getType(type)).text();
  };
  return { text: await read('text/plain'), html: await read('text/html') };
}

// Copies of the browser itself, as in an input field.
if (typeof document !== 'undefined') {
  for (const type of ['copy', 'cut']) document.addEventListener(type, () => void beginCopy(), true);
}

/**
 * Writes parts, by type, which may still have to be read: the clipboard is asked at once, so that the permission of the key press
 * does not expire meanwhile. Returns whether they are on the clipboard; `false` if something else was copied since.
 * @throws the reason why a part can't be read, or the clipboard can't be used
 */
export async function copyParts(parts: Readonly<Record<string, Promise<Blob>>>): Promise<boolean> {
  const isNewest = beginCopy();
  const guarded = Object.entries(parts).map(([type, part]): [string, Promise<Blob>] => {
    const checked = part.then((blob) => {
      if (!isNewest()) throw new DOMException('superseded', 'AbortError');
      return blob;
    });
    checked.catch(() => undefined);
    return [type, checked];
  });
  try {
    await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(guarded))]);
    return true;
  } catch (error) {
    await Promise.all(Object.values(parts));
    if (!isNewest()) return false;
    if (!(await copyByCommand(parts, isNewest))) throw error;
    return true;
  }
}

/** Copies by the browser's own command, which works where a page may not use the clipboard otherwise, as in a frame. */
async function copyByCommand(
  parts: Readonly<Record<string, Promise<Blob>>>,
  isNewest: () => boolean,
): Promise<boolean> {
  const texts: [string, string][] = [];
  for (const type of ['text/plain', 'text/html']) {
    const part = await parts[type];
    if (part !== undefined) texts.push([type, await part.text()]);
  }
  if (!isNewest()) return true;
  let isCopied = false;
  const fill = (event: ClipboardEvent): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
    for (const [type, text] of texts) event.clipboardData?.setData(type, text);
    isCopied = event.clipboardData !== null;
  };
  addEventListener('copy', fill, { capture: true, once: true });
  document.execCommand('copy');
  removeEventListener('copy', fill, true);
  return isCopied;
}

/** Longer texts are not remembered, in characters. */
const MAX_TEXT_BYTES = 1024 * 1024;

/**
 * Values that this page has put on the clipboard, and their keys if the text doesn't contain them: the system's clipboard carries
 * the text alone, not the dialect or the number of values.
 */
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
