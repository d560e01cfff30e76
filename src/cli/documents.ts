// Documents of the command line: read from a file or standard input, changed by splices, and written back.

import { basename, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beginsAsGzip } from '../shared/bytes/first-bytes.ts';
import { acceptsDialect, DIALECT_LABELS, dialectOf } from '../shared/document/dialect.ts';
import { toJsonPath, type Path } from '../shared/document/path.ts';
import { parsePath } from '../shared/document/path-text.ts';
import type { Splice } from '../shared/document/splice.ts';
import { CodedError } from '../shared/errors.ts';
import type { Work } from '../engine/base/work.ts';
import { detectDialect } from '../engine/document/detect-dialect.ts';
import { JsonDocument } from '../engine/document/document.ts';
import { EXIT, isOn, type CommandCall, type CommandIo, type CommandOptions, type ExitCode } from './command.ts';
import { withLock } from './file-lock.ts';
import { readVersion, replaceFile } from './files.ts';
import { unpacked } from './gzip-files.ts';
import { loadDocument } from '../engine/document/load-document.ts';

/** Longest time without a look at signals and timers. */
const TURN_MS = 50;

/** A document with where it came from. */
export interface Loaded {
  readonly document: JsonDocument;
  readonly name: string;
  readonly isPacked: boolean;
}

/** Makes a document of a file's bytes, in the language that its name and its contents say. */
export function load(bytes: Uint8Array, name: string): Loaded {
  const isPacked = beginsAsGzip(bytes);
  const text = unpacked(bytes, name);
  const named = dialectOf(name);
  const found = detectDialect(text, true, 'any');
  const dialect = named === 'json' || (found !== 'json' && acceptsDialect(found, named)) ? found : named;
  return { document: loadDocument(text, dialect), name, isPacked };
}

/** Reads a document from a file; `-` is standard input. @throws CodedError `unreadable`, `too-large` */
export async function readDocument(name: string, io: CommandIo): Promise<Loaded> {
  if (name === '-') return load(await io.readInput(), 'standard input');
  const { bytes } = await readVersion(resolve(io.cwd, name));
  return load(bytes, name);
}

/** Returns the document, which has to be valid. @throws CodedError `syntax`, with line and column */
export function valid({ document, name }: Loaded): JsonDocument {
  if (document.isWhole) return document;
  const { error, dialect } = document;
  const place = error?.place;
  const at = place == null ? '' : `:${place.line + 1}:${place.column + 1}`;
  throw new CodedError(
    'syntax',
    `${basename(name)}${at}: ${error?.message ?? `This is not valid ${DIALECT_LABELS[dialect]}.`}`,
  );
}

/** The entry of the value at a path. @throws CodedError `syntax`, `missing` */
export function entryAt({ places }: JsonDocument, text: string): number {
  const path = readPath(text);
  const entry = places.atPath(path);
  if (entry < 0) throw new CodedError('missing', `There is no value at ${toJsonPath(path)}.`);
  return entry;
}

/** Reads a JSON Pointer, a JSONPath or a path of JavaScript. @throws CodedError `syntax` */
export function readPath(text: string): Path {
  return parsePath(text);
}

/** The bytes of a document's text. */
export function textOf({ memory }: JsonDocument): Uint8Array {
  return memory.text();
}

/** Options of the commands that change a file. */
export const EDIT_OPTIONS = {
  print: { type: 'boolean', short: 'p' },
  force: { type: 'boolean' },
} as const satisfies CommandOptions;
export const EDIT_DETAILS = `  -p, --print   write the result to standard output, and leave the file as it is
      --force   write files that are read-only, have hard links, or whose owner, group or access list a new file can’t have`;

/** What changes a document: splices, or a new document. */
export type Edit = (document: JsonDocument) => Work<readonly Splice[] | JsonDocument>;

/** Returns the text of a document after an edit; `null` if that is the same. Signals and timers have their turn meanwhile. */
export async function changed(loaded: Loaded, edit: Edit): Promise<Uint8Array | null> {
  const document = valid(loaded);
  const made = await finishInTurns(edit(document));
  if (made instanceof JsonDocument) return textOf(made);
  if (made.length === 0) return null;
  document.apply(made);
  await finishInTurns(document.settle());
  if (!document.isWhole) throw new CodedError('internal', 'The result would not be valid. Nothing was written.');
  return textOf(document);
}

/** Runs work to its end, and lets what else the process has to do come between. */
export async function finishInTurns<T>(work: Work<T>): Promise<T> {
  for (let turn = Date.now(); ;) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (Date.now() - turn < TURN_MS) continue;
    await new Promise((next) => setImmediate(next));
    turn = Date.now();
  }
}

/**
 * Changes a document, in place or, with `--print` and from standard input, to standard output. `edit` returns splices, or a new
 * document. Nothing is written where nothing changes.
 */
export async function editDocument(name: string, call: CommandCall, io: CommandIo, edit: Edit): Promise<ExitCode> {
  if (name === '-' || isOn(call, 'print')) {
    const loaded = await readDocument(name, io);
    await io.write((await changed(loaded, edit)) ?? textOf(loaded.document));
    return EXIT.ok;
  }
  const path = resolve(io.cwd, name);
  await withLock(
    path,
    async (lock) => {
      const version = await readVersion(path);
      const loaded = load(version.bytes, name);
      const bytes = await changed(loaded, edit);
      if (bytes === null) return;
      await replaceFile(version, loaded.isPacked ? gzipSync(bytes) : bytes, isOn(call, 'force'), lock);
    },
    (line) => io.tell(`diptych: ${line}`),
  );
  return EXIT.ok;
}
