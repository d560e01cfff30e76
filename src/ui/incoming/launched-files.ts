// Opens the files that the operating system launches the installed app with. @see requirements DOC-11

import type { App } from '../app-model/app-model.ts';

/** `launchQueue`, which TypeScript's DOM library does not have yet. */
interface LaunchQueue {
  setConsumer(consumer: (launch: { readonly files: readonly FileSystemHandle[] }) => void): void;
}

/** Opens launched files: one in the panel that was used last, two in both. */
export function openLaunchedFiles(app: App): void {
  const { launchQueue } = globalThis as { launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(({ files }) => void openAll(app, files));
}

async function openAll(app: App, handles: readonly FileSystemHandle[]): Promise<void> {
  const files = handles.filter((handle): handle is FileSystemFileHandle => handle.kind === 'file');
  const sides = files.length > 1 ? (['left', 'right'] as const) : [app.state.active];
  for (const [at, side] of sides.entries()) {
    const handle = files[at];
    if (handle === undefined) return;
    const { core, actions } = app.panels[side];
    try {
      await actions.opening.openFile(await handle.getFile(), handle);
    } catch (error) {
      core.report(error);
    }
  }
}
