// Opens a file that `diptych open` serves: it is read as a whole, with progress and a way to cancel.

import { abortable } from '../../../shared/abortable.ts';
import type { DiskHandle } from '../../model/open-file.ts';
import type { PanelCore } from '../../panel-core/panel-core.ts';
import { COMING } from '../../strings/documents/opening.ts';
import { blobOf } from '../disk/file-state.ts';
import { withSample } from '../disk/file-sample.ts';
import type { Opening } from './opening.ts';

/** Opens the file of a handle in a panel. Returns whether it did; reports why not. */
export async function openServed(core: PanelCore, opening: Opening, handle: DiskHandle): Promise<boolean> {
  const { name } = handle;
  try {
    const now = await handle.getFile();
    const content = await core.run(COMING.load(name), ({ signal }) => abortable(blobOf(now), signal));
    const file = withSample({ handle, modified: now.lastModified, size: now.size }, content);
    return await opening.open({ name, content, origin: { kind: 'disk' }, file, saved: true });
  } catch (error) {
    core.report(error);
    return false;
  }
}
