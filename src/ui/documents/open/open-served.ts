// Opens a file that `diptych open` serves: it is read as a whole, with progress and a way to cancel.

import { abortable } from '../../../shared/abortable.ts';
import type { DiskFile, DiskHandle } from '../../model/open-file.ts';
import type { PanelCore } from '../../panel-core/panel-core.ts';
import { COMING } from '../../strings/documents/opening.ts';
import { isWithdrawn } from '../../notices/notices.ts';
import { SERVED } from '../../strings/documents/disk.ts';
import { blobOf } from '../disk/file-state.ts';
import { withSample } from '../disk/file-sample.ts';
import type { Opening } from './opening.ts';

const MAX_READS = 3;

/** Opens the file of a handle in a panel. Returns whether it did; reports why not. */
export async function openServed(core: PanelCore, opening: Opening, handle: DiskHandle): Promise<boolean> {
  const { name } = handle;
  try {
    const { now, content } = await core.run(COMING.load(name), ({ signal }) => readWhole(handle, signal));
    const file = withSample({ handle, modified: now.lastModified, size: now.size }, content);
    return await opening.open({ name, content, origin: { kind: 'disk' }, file, saved: true });
  } catch (error) {
    core.report(error);
    return false;
  }
}

/** Reads a file as it is at one moment. @throws Error where another program keeps changing it */
async function readWhole(handle: DiskHandle, signal: AbortSignal): Promise<{ now: DiskFile; content: Blob }> {
  for (let left = MAX_READS; ; left -= 1) {
    const now = await handle.getFile();
    try {
      return { now, content: await abortable(blobOf(now), signal) };
    } catch (error) {
      if (isWithdrawn(error)) throw error;
      // The connection breaks off where the file changes meanwhile.
      if (left === 1) throw new Error(SERVED.changed, { cause: error });
    }
  }
}
