// Reopens a local file that was shown before the page was loaded. If the browser requires the user's permission first, the
// panel says so and waits.

import type { CsvReadOptions } from '../../../shared/protocol/csv.ts';
import type { Dialect } from '../../../shared/document/dialect.ts';
import { CodedError } from '../../../shared/errors.ts';
import type { KeptFile } from '../storage/file-record.ts';
import { unreadable } from '../../strings/documents/opening.ts';
import type { Opening } from './opening.ts';
import type { PanelCore } from '../../panel-core/panel-core.ts';
import { sameDocument } from '../../panel-core/shown-document.ts';

/** Permissions of a handle, which TypeScript's DOM library does not have yet. */
interface Guarded {
  queryPermission(options: { readonly mode: 'read' }): Promise<PermissionState>;
  requestPermission(options: { readonly mode: 'read' }): Promise<PermissionState>;
}

/** A file that waits for permission to be reopened. */
interface WaitingFile {
  readonly handle: FileSystemFileHandle;
  readonly dialect: Dialect | undefined;
  readonly csv: CsvReadOptions | undefined;
}

export interface ReopenFile {
  /** Reopens a file, or shows that the user has to permit it. Does nothing if something was opened in the meantime. */
  reopen(kept: KeptFile): Promise<void>;
  /** Reopens the file that waits for permission. Must be called in a click handler. */
  openAgain(): Promise<void>;
}

/** Creates the actions of a panel. */
export function createReopenFile(core: PanelCore, opening: Opening): ReopenFile {
  const { state } = core;
  let waiting: WaitingFile | null = null;

  const show = async ({ handle, dialect, csv }: WaitingFile): Promise<void> => {
    const isSame = sameDocument(core);
    const file = await handle.getFile().catch(() => null);
    if (!isSame() || state.task !== null) return;
    if (file !== null) await opening.openFile(file, handle, dialect, csv);
    else await opening.clear(unreadable(handle.name));
  };

  return {
    async reopen({ handle, content, dialect, csv }) {
      const permission = handle === null ? 'granted' : await ask(handle, 'queryPermission');
      if (!state.document.blank || state.task !== null) return;
      if (handle === null) {
        await opening.openFile(content, null, dialect, csv);
      } else if (permission === 'granted') {
        await show({ handle, dialect, csv });
      } else {
        waiting = { handle, dialect, csv };
        state.document.fileToReopen = handle.name;
      }
    },
    async openAgain() {
      if (waiting === null) return;
      const { handle } = waiting;
      const isSame = sameDocument(core);
      const permission = await ask(handle, 'requestPermission');
      if (!isSame()) return;
      if (permission === 'granted') await show(waiting);
      else core.report(new CodedError('refused', unreadable(handle.name)));
    },
  };
}

/** Browsers without these methods gave the permission along with the handle. */
async function ask(handle: FileSystemFileHandle, how: keyof Guarded): Promise<PermissionState> {
  return isGuarded(handle) ? handle[how]({ mode: 'read' }) : 'granted';
}

function isGuarded(handle: object): handle is Guarded {
  return 'queryPermission' in handle && 'requestPermission' in handle;
}
