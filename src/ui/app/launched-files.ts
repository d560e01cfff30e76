// Opens the files that the page was started with: by the operating system, as an installed app, or by `diptych open`.
// @see requirements DOC-11, NEW-14

import type { App } from '../app-model/app-model.ts';
import { SIDES } from '../model/side.ts';
import { loadWithRetry } from '../browser/load-with-retry.ts';
import type { ServedTab } from '../../shared/protocol/served-files.ts';

/** `launchQueue`, which TypeScript's DOM library does not have yet. */
interface LaunchQueue {
  setConsumer(consumer: (launch: { readonly files: readonly FileSystemHandle[] }) => void): void;
}

interface Launched {
  readonly launchQueue?: LaunchQueue;
  /** What `diptych open` has sent, which rejects where the address was used already. */
  readonly diptychOpened?: Promise<ServedTab>;
}

const loadServed = loadWithRetry(() => import('./served-tab.ts'));

/** Opens launched files: one in the panel that was used last, two in both. */
export function openLaunchedFiles(app: App): void {
  const { launchQueue, diptychOpened } = globalThis as Launched;
  launchQueue?.setConsumer(({ files }) => void openAll(app, files.filter(isFile)));
  if (diptychOpened !== undefined)
    loadServed()
      .then(({ openTab }) => openTab(app, diptychOpened))
      .catch(app.panels.left.core.report);
}

async function openAll(app: App, handles: readonly FileSystemFileHandle[]): Promise<void> {
  const sides = handles.length > 1 ? SIDES : [app.state.active];
  for (const [at, side] of sides.entries()) {
    const handle = handles[at];
    if (handle === undefined) return;
    const { core, actions } = app.panels[side];
    try {
      await actions.opening.openFile(await handle.getFile(), handle);
    } catch (error) {
      core.report(error);
    }
  }
}

function isFile(handle: FileSystemHandle): handle is FileSystemFileHandle {
  return handle.kind === 'file';
}
