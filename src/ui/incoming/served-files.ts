// A tab of `diptych open`: its files, and what the program is told of it, so that it knows when the tab is closed and what is unsaved.

import { subscribe } from 'valtio';
import type { ServedTab, TabView } from '../../shared/protocol/served-files.ts';
import type { App } from '../app-model/app-model.ts';
import { Debounced } from '../async/debounced.ts';
import { ServedHandle } from '../documents/disk/served-file.ts';
import { servedFiles } from '../model/open-file.ts';
import { SIDES } from '../model/side.ts';
import { hasUnsavedWork } from '../panel-core/panel-core.ts';

/** How soon the program learns of unsaved changes, in milliseconds. */
const TELL_MS = 200;

/** Whatever can't be told: the files say that the program has ended. */
const ignore = (): void => undefined;

/** Starts the tab, and returns its files. */
export async function startServed(
  app: App,
  { secret, view, files }: ServedTab,
): Promise<{ readonly handles: readonly ServedHandle[]; readonly view: TabView }> {
  const headers = { 'x-secret': secret };
  const handles = files.map(({ id, name, path }) => {
    const handle = new ServedHandle(secret, id, name);
    servedFiles.set(path, handle);
    return handle;
  });
  let told = '';
  const tell = new Debounced(() => {
    const unsaved = SIDES.map((side) => app.panels[side].core).filter(hasUnsavedWork);
    const body = JSON.stringify(unsaved.map(({ state }) => state.document.name));
    if (body === told) return;
    told = body;
    fetch('/open/unsaved', { method: 'PUT', headers, body }).catch(ignore);
  }, TELL_MS);
  for (const side of SIDES) {
    const { core } = app.panels[side];
    subscribe(core.state, () => tell.start());
    core.client.subscribe(() => tell.start());
  }
  return { handles, view };
}
