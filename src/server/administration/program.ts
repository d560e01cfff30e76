// Runs a command line: finds the database, in this process or in the server that has it, and the file that is written or read.

import { existsSync } from 'node:fs';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { once } from 'node:events';
import { join } from 'node:path';
import { openFolder, openPostgres, type Database } from '../database/database.ts';
import { failureOf } from '../database/failures.ts';
import { FolderInUse } from '../database/lock-file.ts';
import { reasonOf } from '../reason.ts';
import { readSettings, type ServerSettings } from '../settings.ts';
import { CommandError, type CommandContext } from './command.ts';
import { parseCommand, type Parsed } from './commands.ts';
import { askServer } from './socket.ts';

/** A file that appears under its name once it is whole. */
interface OutputFile {
  write(part: string | Uint8Array): Promise<void>;
  keep(): Promise<void>;
  discard(): Promise<void>;
}

/**
 * Runs a command line.
 * @throws CommandError with a sentence for its caller
 */
export async function runProgram(
  line: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  // What it writes is for its user alone.
  process.umask(0o077);
  const parsed = parseCommand(line);
  if (typeof parsed === 'string') return toStandardOutput(parsed);
  const settings = readSettings(environment);
  if (settings.CLOUD === 'off') throw new CommandError('There is no database: CLOUD is off.');
  const output = parsed.options.get('output');
  const file = typeof output === 'string' ? await outputFile(output) : null;
  try {
    await runWith(parsed, line, settings, file?.write ?? toStandardOutput);
    await file?.keep();
  } catch (error) {
    await file?.discard();
    throw sentenceFor(error, settings);
  }
}

async function runWith(
  parsed: Parsed,
  line: readonly string[],
  settings: ServerSettings,
  write: CommandContext['write'],
): Promise<void> {
  const { DATABASE_URL, DATA_FOLDER } = settings;
  const { command, options } = parsed;
  if (DATABASE_URL === undefined) {
    if (await askServer(DATA_FOLDER, withoutOutput(line), write)) return;
    const isNew = command.name === 'restore' || command.name === 'migrate';
    if (!isNew && !existsSync(join(DATA_FOLDER, 'pglite')))
      throw new CommandError(`There is no database in DATA_FOLDER (${DATA_FOLDER}).`);
  }
  const source = options.get('input');
  const input = command.name === 'restore' ? await inputOf(source) : null;
  const database = await openDatabase(settings);
  try {
    const origin = settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`;
    await command.run({ ...parsed, database, settings, origin, spoolFolder: null, input, write });
  } finally {
    await database.close();
  }
}

/** A server writes no file: whoever calls it does. */
function withoutOutput(line: readonly string[]): string[] {
  return line.filter((word, index) => !word.startsWith('--output') && line[index - 1] !== '--output');
}

function openDatabase({ DATABASE_URL, DATA_FOLDER, DISK_RESERVE }: ServerSettings): Promise<Database> {
  if (DATABASE_URL !== undefined) return openPostgres(DATABASE_URL, 2);
  const onLost = (): void => {
    process.stderr.write(`The lock of ${DATA_FOLDER} was taken away: the command ends.\n`);
    process.exit(1);
  };
  return openFolder(DATA_FOLDER, onLost, { reserve: DISK_RESERVE });
}

async function inputOf(path: string | true | undefined): Promise<AsyncIterable<Uint8Array>> {
  if (typeof path !== 'string') {
    if (process.stdin.isTTY)
      throw new CommandError('There is no input. Name a file with --input, or send one: restore < file');
    return process.stdin;
  }
  const file = await open(path).catch((error: unknown) => {
    throw new CommandError(`The file ${path} can’t be read: ${reasonOf(error)}`);
  });
  return file.createReadStream({ highWaterMark: 1024 * 1024 });
}

async function outputFile(path: string): Promise<OutputFile> {
  const refuse = (error: unknown): never => {
    throw new CommandError(`The file ${path} can’t be written: ${reasonOf(error)}`);
  };
  if (existsSync(path)) throw new CommandError(`There is a file ${path} already, which is not overwritten.`);
  const draft = `${path}.part`;
  const file: FileHandle = await open(draft, 'wx', 0o600).catch(refuse);
  return {
    write: (part) => file.appendFile(part).catch(refuse),
    async keep() {
      await file.sync();
      await file.close();
      await rename(draft, path);
    },
    async discard() {
      await file.close();
      await rm(draft, { force: true });
    },
  };
}

async function toStandardOutput(part: string | Uint8Array): Promise<void> {
  if (!process.stdout.write(part)) await once(process.stdout, 'drain');
}

/** Returns an error whose message is a sentence. */
function sentenceFor(error: unknown, { DATA_FOLDER }: ServerSettings): unknown {
  if (error instanceof CommandError) return error;
  if (error instanceof FolderInUse)
    return new CommandError(
      `The data folder ${DATA_FOLDER} is in use by a process that takes no commands, or is just starting or ending. Try again, or stop it.`,
    );
  if (failureOf(error) === 'away')
    return new CommandError(
      `The database can’t be reached, or is not ready: ${reasonOf(error)}. Try again in a moment.`,
    );
  if (failureOf(error) === 'full') return new CommandError('The disk is full. Nothing was changed.');
  return error;
}
