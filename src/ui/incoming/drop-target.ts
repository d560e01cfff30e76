// Opens files that are dropped on a panel: one file in that panel, two in both. The dropped items must be read during the
// event; the browser clears them afterwards.

import type { DragEvent } from 'react';
import { CodedError } from '../../shared/errors.ts';
import type { PageModel } from '../app-model/app-model.ts';
import type { Side } from '../model/side.ts';
import { DROPPED } from '../strings/documents/opening.ts';

/** `getAsFileSystemHandle`, which TypeScript's DOM library does not have yet. */
interface HandleItem {
  getAsFileSystemHandle(): Promise<FileSystemHandle | null>;
}

interface Dropped {
  readonly file: File;
  readonly isDirectory: boolean;
  readonly handle: Promise<FileSystemHandle | null>;
}

interface DropHandlers {
  onDragEnterCapture(event: DragEvent): void;
  onDragOverCapture(event: DragEvent): void;
  onDragLeaveCapture(event: DragEvent): void;
  onDropCapture(event: DragEvent): void;
}

/** Returns the handlers that make a panel accept files. They run before the view's own, which accept only text. */
export function dropTarget(app: PageModel, side: Side, onDragged: (dragged: boolean) => void): DropHandlers {
  const take = (event: DragEvent): boolean => {
    if (!event.dataTransfer.types.includes('Files')) return false;
    event.preventDefault();
    event.stopPropagation();
    event.nativeEvent.stopPropagation();
    return true;
  };
  const over = (event: DragEvent): void => {
    if (!take(event)) return;
    event.dataTransfer.dropEffect = 'copy';
    onDragged(true);
  };
  return {
    onDragEnterCapture: over,
    onDragOverCapture: over,
    onDragLeaveCapture(event) {
      const into = event.relatedTarget;
      if (!(into instanceof Node) || !event.currentTarget.contains(into)) onDragged(false);
    },
    onDropCapture(event) {
      if (!take(event)) return;
      onDragged(false);
      const dropped = readDropped(event.dataTransfer);
      const [first, second] = dropped;
      if (first === undefined) return;
      if (second === undefined) return void openDropped(app, side, first);
      void openDropped(app, 'left', first);
      void openDropped(app, 'right', second);
      if (dropped.length > 2) {
        app.notices.notify({
          severity: 'warning',
          message: DROPPED.tooMany(dropped.length),
        });
      }
    },
  };
}

function readDropped(transfer: DataTransfer): Dropped[] {
  return Array.from(transfer.items).flatMap((item) => {
    const file = item.kind === 'file' ? item.getAsFile() : null;
    if (file === null) return [];
    const handle = hasHandle(item) ? item.getAsFileSystemHandle().catch(() => null) : Promise.resolve(null);
    return { file, isDirectory: item.webkitGetAsEntry()?.isDirectory ?? false, handle };
  });
}

async function openDropped(app: PageModel, side: Side, { file, isDirectory, handle }: Dropped): Promise<void> {
  const { core, actions } = app.panels[side];
  if (isDirectory) {
    core.report(new CodedError('unreadable', DROPPED.folder(file.name)));
    return;
  }
  await actions.opening.openFile(
    file,
    handle.then((granted) => (isFileHandle(granted) ? granted : null)),
  );
}

function isFileHandle(handle: FileSystemHandle | null): handle is FileSystemFileHandle {
  return handle?.kind === 'file';
}

function hasHandle(item: object): item is HandleItem {
  return 'getAsFileSystemHandle' in item;
}
