// The merge driver: merges three files, and writes the result to a fourth one only when it is whole.

import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { rename, rm, stat, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CodedError, hasCode } from '../../shared/errors.ts';
import { valueDialect } from '../../shared/document/dialect.ts';
import { finish } from '../../engine/base/work.ts';
import type { JsonDocument } from '../../engine/document/document.ts';
import { mergeThreeWay } from '../../engine/merge/three-way.ts';
import { EXIT, type CommandIo, type ExitCode } from '../command.ts';
import { fileBytes, load, valid } from '../documents.ts';
import { readVersion } from '../files.ts';
import { loadDocument } from '../../engine/document/load-document.ts';

/** Longer texts are not looked at for whether they are blank. */
const MAX_BLANK_BYTES = 64;

/** The files of a merge, and the path that git knows them by. */
export interface DriverFiles {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
  readonly path: string;
  /** Where the result is written; it must not be there yet. */
  readonly made: string;
}

/**
 * Merges files for git. Returns 0 for a clean merge and 1 for one with our marks around what conflicts; both are whole. Otherwise
 * nothing is written.
 * @throws CodedError for what can't be merged
 */
export async function mergeForGit(files: DriverFiles, marks: number, io: CommandIo): Promise<ExitCode> {
  const read = async (name: string) => load((await readVersion(resolve(io.cwd, name))).bytes, files.path);
  const [ours, theirs, base] = [await read(files.ours), await read(files.theirs), await read(files.base)];
  const [left, right] = [valid(ours), valid(theirs)];
  const before = isBlank(base.document) ? emptyBase(left, right) : valid(base);
  const merge = (prefer: 'left' | 'right') => finish(mergeThreeWay(before, left, right, { prefer, identity: null }));
  const { text, conflicts } = merge('left');
  const made = resolve(io.cwd, files.made);
  if (conflicts.length === 0) {
    await writeFile(`${made}-whole`, fileBytes(ours, text), { flag: 'wx' });
    await rename(`${made}-whole`, made);
    return EXIT.ok;
  }
  const places = conflicts.map((conflict) => conflict.path || 'the root').join(', ');
  if (ours.isPacked || ours.encoding !== 'utf-8')
    throw new CodedError(
      'conflict',
      `${files.path}: conflicts at ${places}, in a file that is ${ours.isPacked ? 'packed' : 'not UTF-8'}.`,
    );
  await writeMarked(made, text, merge('right').text, marks);
  io.tell(`diptych: ${files.path}: conflicts at ${places}`);
  return EXIT.different;
}

/** Returns what two new files are merged over where there is no base; `null` where there is one, or a side is no JSON. */
export async function textOfNoBase(base: string, left: string, right: string): Promise<Uint8Array | null> {
  if ((await stat(base)).size > MAX_BLANK_BYTES) return null;
  const read = async (name: string) => load((await readVersion(name)).bytes, name);
  if (!isBlank((await read(base)).document)) return null;
  try {
    const { memory } = emptyBase(valid(await read(left)), valid(await read(right)));
    return memory.text(0, memory.size);
  } catch (error) {
    if (hasCode(error, 'syntax')) return null;
    throw error;
  }
}

/** Whether a document has no value: git merges with an empty base what both sides have added. */
function isBlank({ memory }: JsonDocument): boolean {
  return (
    /^\s*$/.test(new TextDecoder().decode(memory.text(0, Math.min(memory.size, MAX_BLANK_BYTES)))) &&
    memory.size <= MAX_BLANK_BYTES
  );
}

/** What objects and records that both have added are merged over: their keys, or records, are told apart. */
function emptyBase(left: JsonDocument, right: JsonDocument): JsonDocument {
  if (left.dialect === 'ndjson' && right.dialect === 'ndjson') return loadDocument(new Uint8Array(), 'ndjson');
  const isObject = [left, right].every(({ places }) => places.kind(0) === 'object');
  return loadDocument(new TextEncoder().encode(isObject ? '{}' : 'null'), valueDialect(left.dialect));
}

/** Writes what both merged texts share, as a whole or not at all, with git's marks around the lines in which they differ. */
async function writeMarked(made: string, ours: Uint8Array, theirs: Uint8Array, marks: number): Promise<void> {
  const names = ['ours', 'none', 'theirs'].map((name) => `${made}-${name}`);
  const marked = `${made}-marked`;
  try {
    for (const [index, bytes] of [ours, new Uint8Array(), theirs].entries())
      await writeFile(names[index] ?? '', bytes, { flag: 'wx' });
    const out = openSync(marked, 'wx');
    const labels = ['-L', 'ours', '-L', 'base', '-L', 'theirs'];
    const { status } = spawnSync('git', ['merge-file', '-p', `--marker-size=${marks}`, ...labels, ...names], {
      stdio: ['ignore', out, 'ignore'],
    });
    closeSync(out);
    // The number of conflicts. None, or a failure: not even the spelling differs, or git can't be run.
    if (status === null || status <= 0 || status > 127)
      throw new CodedError('conflict', 'What conflicts could not be marked.');
    await rename(marked, made);
  } finally {
    for (const name of [...names, marked]) await rm(name, { force: true });
  }
}
