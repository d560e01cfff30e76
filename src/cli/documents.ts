// Documents of the command line: read from a file, a pipe or standard input, changed by splices, and written back.

import { basename, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beginsAsGzip } from '../shared/bytes/first-bytes.ts';
import { acceptsDialect, DIALECT_LABELS, dialectOf, type Dialect } from '../shared/document/dialect.ts';
import { toJsonPath, type Path } from '../shared/document/path.ts';
import { parsePath } from '../shared/document/path-text.ts';
import type { Splice } from '../shared/document/splice.ts';
import { CodedError } from '../shared/errors.ts';
import { COMPARE_DEFAULTS } from '../shared/protocol/compare.ts';
import { finish, type Work } from '../engine/base/work.ts';
import { writeReport } from '../engine/diff/output/report.ts';
import { compareDocuments } from '../engine/diff/result/compare.ts';
import { detectDialect } from '../engine/document/detect-dialect.ts';
import { JsonDocument } from '../engine/document/document.ts';
import { loadDocument } from '../engine/document/load-document.ts';
import { EXIT, isOn, type CommandCall, type CommandIo, type CommandOptions, type ExitCode } from './command.ts';
import { readConcatenated } from './concatenated.ts';
import { withLock } from './file-lock.ts';
import { checkIsFile, readVersion, replaceFile } from './files.ts';
import { unpacked } from './gzip-files.ts';
import { inputName, isStandardInput, readBytes } from './inputs.ts';
import { decodeText, encodeText, type FileEncoding } from './text-encoding.ts';

/** Longest time without a look at signals and timers. */
const TURN_MS = 50;

/** A document with where it came from, and how it was stored there. */
export interface Loaded {
  readonly document: JsonDocument;
  readonly name: string;
  readonly isPacked: boolean;
  readonly encoding: FileEncoding;
}

/** Makes a document of a file's bytes, in the language given, or else the one that its name and its contents say. */
export function load(bytes: Uint8Array, name: string, dialect?: Dialect): Loaded {
  const isPacked = beginsAsGzip(bytes);
  const { text, encoding } = decodeText(unpacked(bytes, name), name);
  const document = loadDocument(text, dialect ?? readableDialect(text, name));
  return { document, name, isPacked, encoding };
}

/** The language that a name says; where it says JSON, what the text is. */
function readableDialect(text: Uint8Array, name: string): Dialect {
  const named = namedDialect(name);
  const found = detectDialect(text, true, 'any');
  return named === 'json' || (found !== 'json' && acceptsDialect(found, named)) ? found : named;
}

/** The language that the name of a file says; JSON where it says none. */
export function namedDialect(name: string): Dialect {
  return dialectOf(basename(name));
}

/** A document in the language that its name says, by the letter: no comments in JSON, and no second value. */
export function asNamed(loaded: Loaded): Loaded {
  const dialect = namedDialect(loaded.name);
  const { document } = loaded;
  return document.dialect === dialect ? loaded : { ...loaded, document: loadDocument(textOf(document), dialect) };
}

/** Reads a document from a file or a pipe; `-` is standard input. @throws CodedError `unreadable`, `too-large` */
export async function readDocument(name: string, io: CommandIo, dialect?: Dialect): Promise<Loaded> {
  return load(await readBytes(name, io), inputName(name), dialect);
}

/** The same, where several JSON documents one after another are read as records, too. */
export async function readDocuments(name: string, io: CommandIo): Promise<Loaded> {
  const loaded = await readDocument(name, io);
  const { document } = loaded;
  const several = document.isWhole || document.dialect !== 'json' ? null : readConcatenated(textOf(document));
  return several === null ? loaded : { ...loaded, document: several };
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

/** The bytes of the file that a document came from, with another text. @throws CodedError `refused` for characters that its encoding has not */
export function fileBytes({ isPacked, encoding }: Loaded, text: Uint8Array): Uint8Array {
  const bytes = encodeText(text, encoding);
  return isPacked ? gzipSync(bytes) : bytes;
}

/** Writes a text to standard output: in UTF-8, whatever its file is in. */
export async function printText({ encoding }: Loaded, text: Uint8Array, io: CommandIo): Promise<void> {
  const isMarked = encoding !== 'utf-8' && text[0] === 0xef && text[1] === 0xbb && text[2] === 0xbf;
  await io.write(isMarked ? text.subarray(3) : text);
}

/** Options of the commands that change a file. */
export const EDIT_OPTIONS = {
  print: { type: 'boolean', short: 'p' },
  'dry-run': { type: 'boolean' },
  force: { type: 'boolean' },
} as const satisfies CommandOptions;
export const FORCE_DETAILS = `      --force   write files that are read-only, have hard links, or whose owner, group or access list a new file can’t have`;
export const EDIT_DETAILS = `  -p, --print   write the result to standard output, and leave the file as it is
      --dry-run print what would change, as "diff" does, and write nothing
${FORCE_DETAILS}`;

/** What changes a document: splices, or a new document. */
export type Edit = (document: JsonDocument) => Work<readonly Splice[] | JsonDocument>;
/** The same, for what is found out first. */
export type FileEdit = (document: JsonDocument) => ReturnType<Edit> | Promise<ReturnType<Edit>>;

/** Returns the text of a document after an edit; `null` if that is the same. Signals and timers have their turn meanwhile. */
async function changed(loaded: Loaded, edit: FileEdit): Promise<Uint8Array | null> {
  const document = valid(loaded);
  const made = await finishInTurns(await edit(document));
  if (made instanceof JsonDocument) {
    const text = textOf(made);
    return Buffer.compare(textOf(document), text) === 0 ? null : text;
  }
  const isSame = ({ start, end, insert }: Splice): boolean =>
    Buffer.compare(document.memory.text(start, end), insert) === 0;
  if (made.every(isSame)) return null;
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
export async function editDocument(name: string, call: CommandCall, io: CommandIo, edit: FileEdit): Promise<ExitCode> {
  if (isOn(call, 'dry-run')) {
    await printChanges(await readDocument(name, io), edit, io);
    return EXIT.ok;
  }
  if (isStandardInput(name) || isOn(call, 'print')) {
    const loaded = await readDocument(name, io);
    await printText(loaded, (await changed(loaded, edit)) ?? textOf(loaded.document), io);
    return EXIT.ok;
  }
  const path = resolve(io.cwd, name);
  await checkIsFile(path, name);
  await withLock(
    path,
    async (lock) => {
      const version = await readVersion(path);
      const loaded = load(version.bytes, name);
      const text = await changed(loaded, edit);
      if (text === null) return;
      await replaceFile(version, fileBytes(loaded, text), isOn(call, 'force'), lock);
    },
    (line) => io.tell(`diptych: ${line}`),
  );
  return EXIT.ok;
}

async function printChanges(loaded: Loaded, edit: FileEdit, io: CommandIo): Promise<void> {
  const { dialect } = loaded.document;
  const before = loadDocument(textOf(loaded.document), dialect);
  const text = await changed(loaded, edit);
  if (text === null) return;
  const options = { ...COMPARE_DEFAULTS, numbers: 'spelling' } as const;
  const pieces = finish(writeReport(finish(compareDocuments(before, loadDocument(text, dialect), options))));
  for (const piece of pieces) await io.write(piece);
  if (pieces.length > 0 && pieces.at(-1)?.at(-1) !== 0x0a) await io.write('\n');
}
