// A browser no longer reads a `File` once its file has changed. But what a panel has opened is needed later: for reverting to it,
// and to restore the document when its worker dies. So before a file is written, the panels that show it copy what they opened.

import { isSameFile, type DiskHandle } from '../../model/open-file.ts';
import type { PanelCore } from '../../panel-core/panel-core.ts';
import { noteCopied } from '../versions/shared-version.ts';

/** Larger files are copied only before they are written here. */
const MAX_COPIED_BYTES = 256 * 1024 * 1024;
/** The same for a file that can't be watched, because the page has no handle of it. */
const MAX_UNWATCHED_BYTES = 32 * 1024 * 1024;

const panels = new Set<PanelCore>();

/** Lets a panel copy what it opened before its file is written. */
export function addPanel(core: PanelCore): void {
  panels.add(core);
}

/** Copies what was opened from a file, in all panels that show it. Resolves when the file may be written. */
export async function copyOpened(handle: DiskHandle): Promise<void> {
  for (const core of panels)
    if (core.document.file !== null && (await isSameFile(core.document.file.handle, handle))) await copyOf(core);
}

/** Copies what a panel has opened from a file, unless that was done. */
async function copyOf(core: PanelCore): Promise<void> {
  const {
    client,
    document: { opened },
  } = core;
  if (!(opened?.content instanceof File)) return;
  const copy = await new Response(opened.content.stream()).blob().catch(() => null);
  if (copy === null) return renewBase(core);
  client.journal.addCopy(opened.content, copy);
  if (core.document.opened !== opened) return;
  core.document.opened = { ...opened, content: copy };
  noteCopied(core);
}

/** Called once a file was written: a panel may have opened it from then until now. */
export async function secureBases(handle: DiskHandle): Promise<void> {
  for (const core of panels)
    if (core.document.file !== null && (await isSameFile(core.document.file.handle, handle))) await secureBase(core);
}

/**
 * Called when a document was opened, and from time to time. What was opened is copied unless it is large: another program may write
 * the file at any moment, and a merge with that starts from it.
 */
export async function secureBase(core: PanelCore): Promise<void> {
  const { opened } = core.document;
  if (!(opened?.content instanceof File)) return;
  if (opened.content.size <= (core.document.file === null ? MAX_UNWATCHED_BYTES : MAX_COPIED_BYTES))
    return copyOf(core);
  try {
    await opened.content.slice(0, 1).arrayBuffer();
  } catch {
    await renewBase(core);
  }
}

/** Lets a document whose file has changed be restored from the text that its worker has. */
async function renewBase({ client, document: { opened } }: PanelCore): Promise<void> {
  if (!(opened?.content instanceof File) || !client.journal.needs(opened.content)) return;
  // A draft has to get the same base. If the worker is gone as well, the document is lost, which its client tells.
  if (!((await client.journal.sink?.renewBase()) ?? false)) await client.readBase().catch(() => undefined);
}
