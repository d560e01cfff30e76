// Commands for the server that has the data folder: a socket in the folder, which its user alone may open, takes a command line
// and answers with what the command writes.

import { chmod, readdir, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join, relative, resolve } from 'node:path';
import { reasonOf } from '../reason.ts';
import { CommandError, type CommandContext } from './command.ts';
import { parseCommand } from './commands.ts';
import { isSpool } from './dump.ts';
import { END, framesOf, MESSAGE, OUTPUT, sendFrame } from './frames.ts';

const NAME = 'administration.sock';
/** Systems have room for so many bytes of a socket's path, and cut longer ones without a word. */
const MAX_PATH = 103;
const MAX_LINE = 65_536;

/** What the server gives the commands. */
export interface ServedParts extends Pick<CommandContext, 'database' | 'settings' | 'origin'> {
  /** Logs that a command is run, by its name. */
  readonly log: (command: string) => void;
}

/** A server of commands. */
export interface Administration {
  close(): Promise<void>;
}

/** Takes commands in a data folder that this process has locked. @throws Error where there can be no socket */
export async function serveAdministration(folder: string, parts: ServedParts): Promise<Administration> {
  const path = socketPath(folder);
  // Left by a process that died.
  await rm(path, { force: true });
  for (const name of await readdir(folder)) if (isSpool(name)) await rm(join(folder, name), { force: true });
  const open = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
    void answer(socket, folder, parts);
  });
  await listen(server, path);
  await chmod(path, 0o600);
  return {
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise<void>((done) => server.close(() => done()));
      await rm(path, { force: true });
    },
  };
}

/** Runs a command in the server that has the folder. Returns `false` where none answers. @throws CommandError */
export async function askServer(
  folder: string,
  line: readonly string[],
  write: CommandContext['write'],
): Promise<boolean> {
  const socket = await reach(socketPath(folder));
  if (socket === null) return false;
  try {
    socket.write(`${JSON.stringify(line)}\n`);
    for await (const { kind, payload } of framesOf(socket)) {
      if (kind === END) return true;
      if (kind === MESSAGE) throw new CommandError(payload.toString());
      await write(payload);
    }
  } finally {
    socket.destroy();
  }
  throw new CommandError('The server has ended before the command was done.');
}

async function answer(socket: Socket, folder: string, parts: ServedParts): Promise<void> {
  try {
    const parsed = parseCommand(await readLine(socket));
    if (typeof parsed === 'string') await sendFrame(socket, OUTPUT, Buffer.from(parsed));
    else if (!parsed.command.canBeServed)
      throw new CommandError(`A server runs on this database. Stop it before "${parsed.command.name}".`);
    else {
      parts.log(parsed.command.name);
      await parsed.command.run({
        ...parts,
        ...parsed,
        spoolFolder: folder,
        input: null,
        write: (part) => sendFrame(socket, OUTPUT, Buffer.from(part)),
      });
    }
    await sendFrame(socket, END, Buffer.alloc(0));
  } catch (error) {
    await sendFrame(socket, MESSAGE, Buffer.from(reasonOf(error))).catch(() => undefined);
  }
  socket.end();
}

async function readLine(socket: Socket): Promise<readonly string[]> {
  const text = await new Promise<string>((resolvePromise, reject) => {
    let read = '';
    const take = (chunk: Buffer): void => {
      read += chunk.toString('latin1');
      const end = read.indexOf('\n');
      if (end < 0 && read.length < MAX_LINE) return;
      socket.off('data', take);
      resolvePromise(Buffer.from(read.slice(0, Math.max(end, 0)), 'latin1').toString());
    };
    const end = (): void => reject(new CommandError('The command line can’t be read.'));
    socket.on('data', take).on('end', end).on('close', end);
  });
  const line: unknown = JSON.parse(text);
  if (Array.isArray(line) && line.every((word) => typeof word === 'string')) return line;
  throw new CommandError('The command line can’t be read.');
}

function socketPath(folder: string): string {
  const path = join(resolve(folder), NAME);
  const short = relative(process.cwd(), path);
  return Buffer.byteLength(path) > Buffer.byteLength(short) && Buffer.byteLength(path) > MAX_PATH ? short : path;
}

/** @throws Error for a path that is too long, or that the file system has no sockets for */
function listen(server: Server, path: string): Promise<void> {
  if (Buffer.byteLength(path) > MAX_PATH) return Promise.reject(new Error(`the path ${path} is too long for a socket`));
  return new Promise((resolvePromise, reject) => {
    server.once('error', reject);
    server.listen(path, () => {
      server.off('error', reject);
      server.on('error', () => undefined);
      resolvePromise();
    });
  });
}

/** Connects to a socket; `null` where there is none, or nobody listens any more. */
function reach(path: string): Promise<Socket | null> {
  return new Promise((resolvePromise, reject) => {
    const socket = connect(path);
    socket.once('connect', () => resolvePromise(socket.off('error', reject)));
    socket.once('error', (error: Error & { code?: string }) => {
      if (['ENOENT', 'ECONNREFUSED', 'ENOTSOCK', 'EINVAL', 'ENAMETOOLONG'].includes(error.code ?? ''))
        resolvePromise(null);
      else if (error.code === 'EACCES')
        reject(
          new CommandError(`The socket ${path} belongs to another user. Run the command as the user of the server.`),
        );
      else reject(error);
    });
  });
}
