// Files on a disk that can be slow, and refuse: real files of the browser's private file system, whose handles wait as a test
// says.

import type { DiskHandle } from '../../../src/ui/model/open-file.ts';

/** How a disk behaves. */
export interface Disk {
  /** Awaited before each step: reading a file's state, opening it for writing, writing, closing. */
  step: (what: 'getFile' | 'createWritable' | 'write' | 'close') => Promise<void>;
}

/** Creates a file, and returns its handle; with a disk, one whose steps wait for it, and that no database can store. */
export async function makeFile(
  disk: Disk | null,
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
): Promise<FileSystemFileHandle> {
  const folder = await navigator.storage.getDirectory();
  const handle = await folder.getFileHandle(name, { create: true });
  const writable = await handle.createWritable();
  await writable.write(content);
  await writable.close();
  return disk === null ? handle : slow(disk, handle);
}

/** Writes a file, as another program does. */
export async function overwrite(handle: FileSystemFileHandle, text: string | Uint8Array<ArrayBuffer>): Promise<void> {
  const writable = await handle.createWritable();
  await writable.write(text);
  await writable.close();
}

/** Returns what stands in a file. */
export async function textIn(handle: DiskHandle): Promise<string> {
  const folder = await navigator.storage.getDirectory();
  return (await (await folder.getFileHandle(handle.name)).getFile()).text();
}

function slow(disk: Disk, handle: FileSystemFileHandle): FileSystemFileHandle {
  return new Proxy(handle, {
    get(target, name) {
      if (name === 'getFile')
        return async () => {
          await disk.step('getFile');
          return target.getFile();
        };
      if (name === 'createWritable')
        return async () => {
          await disk.step('createWritable');
          return slowWritable(disk, await target.createWritable());
        };
      return Reflect.get(target, name, target) as unknown;
    },
  });
}

function slowWritable(disk: Disk, writable: FileSystemWritableFileStream): Partial<FileSystemWritableFileStream> {
  return {
    async write(data) {
      await disk.step('write');
      await writable.write(data);
    },
    async close() {
      await disk.step('close');
      await writable.close();
    },
    abort: () => writable.abort(),
  };
}
