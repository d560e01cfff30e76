// A tab of `diptych open`: its files, and what the program is told of it, so that it knows when the tab is closed and what is unsaved.

import { subscribe } from 'valtio';
import type { ServedTab } from '../../shared/protocol/served-files.ts';
import type { App } from '../app-model/app-model.ts';
import { handleOf, servedHeaders, ServedFolderHandle } from '../documents/disk/served-file.ts';
import { withSample } from '../documents/disk/file-sample.ts';
import { openServed } from '../documents/open/open-served.ts';
import { mergeSides } from '../merge/start-merge.ts';
import { blobOf, fileOf } from '../documents/disk/file-state.ts';
import type { DiskHandle } from '../model/open-file.ts';
import { SIDES } from '../model/side.ts';
import type { Opening } from '../documents/open/opening.ts';
import { hasUnsavedWork, type PanelCore } from '../panel-core/panel-core.ts';
import { sameDocument } from '../panel-core/shown-document.ts';
import { SERVED } from '../strings/documents/disk.ts';

/** Whatever can't be told: the files say that the program has ended. */
const ignore = (): void => undefined;

/** Shows what the tab was opened for. @throws Error where its address was used already */
export async function openTab(app: App, opened: Promise<ServedTab>): Promise<void> {
  const tab = await opened;
  const handles = start(app, tab);
  if (tab.view === 'merge') return openMerge(app, handles);
  // Of a folder, one of its files is chosen.
  if (tab.folder !== null) return app.documents.showOpenDialog('left');
  for (const [at, side] of SIDES.entries()) {
    const { core, actions } = app.panels[side];
    const handle = handles[at];
    if (handle !== undefined) await openServed(core, actions.opening, handle);
  }
  if (tab.view === 'compare' && !app.comparing.state.on) app.comparing.toggle();
}

/** Starts the tab, and returns its files. */
function start(app: App, { secret, files, folder }: ServedTab): readonly DiskHandle[] {
  const handles = files.map((file) => handleOf(secret, file));
  if (folder !== null) {
    const served = new ServedFolderHandle(secret, folder);
    app.documents.folder = {
      name: folder,
      list: (...asked) => served.list(...asked),
      async open(name, side) {
        const { core, actions } = app.panels[side];
        try {
          await openServed(core, actions.opening, await served.file(name));
        } catch (error) {
          core.report(error);
        }
      },
    };
  }
  let told = '';
  const tell = (): void => {
    const unsaved = SIDES.map((side) => app.panels[side].core).filter(hasUnsavedWork);
    const body = JSON.stringify(unsaved.map(({ state }) => state.document.name));
    if (body === told) return;
    told = body;
    fetch('/open/unsaved', { method: 'PUT', headers: servedHeaders(secret), body }).catch(ignore);
  };
  for (const side of SIDES) {
    const { core } = app.panels[side];
    subscribe(core.state, tell);
    core.client.subscribe(tell);
  }
  return handles;
}

/**
 * Merges what two files have made of a base: the result stands in the left panel, which saves it into the fourth file. Conflicts are asked
 * about.
 */
async function openMerge(app: App, handles: readonly DiskHandle[]): Promise<void> {
  const [base, left, right, output] = handles;
  if (base === undefined || left === undefined || right === undefined || output === undefined) return;
  const { core, actions } = app.panels.left;
  const [ours, theirs, now] = await Promise.all([blobIn(left), blobIn(right), output.getFile()]);
  const isOpen = await actions.opening.open({
    name: output.name,
    content: ours,
    origin: { kind: 'disk' },
    // As it is now, which the result is to replace.
    file: withSample({ handle: output, modified: now.lastModified, size: now.size }, now),
    // The side is in its file: until something is merged, there is nothing to lose, and no draft.
    saved: true,
  });
  if (!isOpen) return;
  await app.panels.right.actions.opening.openFile(await fileOf(await right.getFile()));
  const isSame = sameDocument(core);
  let isMerged = false;
  try {
    isMerged = await mergeSides(core, await blobIn(base), theirs);
    if (isMerged && isSame()) core.state.document.savedContent = null;
  } finally {
    if (!isMerged && isSame()) await showUnmerged(core, actions.opening, output);
  }
}

/** Shows the file as it is, with the marks of a merge by lines: a save of one side alone would drop the other. */
async function showUnmerged(core: PanelCore, opening: Opening, output: DiskHandle): Promise<void> {
  if (await openServed(core, opening, output)) core.notify({ severity: 'info', message: SERVED.unmerged(output.name) });
}

async function blobIn(handle: DiskHandle): Promise<Blob> {
  return blobOf(await handle.getFile());
}
