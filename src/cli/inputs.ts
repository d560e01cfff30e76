// What commands read: files, pipes and standard input. A command that changes a file reads it by files.ts, which takes nothing else.

import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { CommandIo } from './command.ts';
import { asUnreadable } from './file-errors.ts';
import { readVersion } from './files.ts';

/** The names of standard input: opened by name, a socket or a closed one would be an error. */
const STANDARD_INPUT = /^(?:-|\/dev\/(?:stdin|fd\/0)|\/proc\/self\/fd\/0)$/;

/** Whether a name stands for standard input. */
export function isStandardInput(name: string): boolean {
  return STANDARD_INPUT.test(name);
}

/** Reads a file, a pipe, such as `<(command)` of a shell, or standard input. @throws CodedError `unreadable` */
export async function readBytes(name: string, io: CommandIo): Promise<Uint8Array> {
  if (isStandardInput(name)) return io.readInput();
  const path = resolve(io.cwd, name);
  const isPipe = await stat(path).then(
    (stats) => stats.isFIFO(),
    () => false,
  );
  if (!isPipe) return (await readVersion(path)).bytes;
  return readFile(path).catch((error: unknown) => {
    throw asUnreadable(error, name);
  });
}

/** What an error calls an input. */
export function inputName(name: string): string {
  return isStandardInput(name) ? 'standard input' : name;
}
