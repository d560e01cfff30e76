// Writes parts to the clipboard that may still have to be read, and so may take long.

import { beginCopy } from './begin-copy.ts';

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
