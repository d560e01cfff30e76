// The server of `diptych open`, on this computer alone: the page, and the files that were named, for tabs with a secret.
//
//   POST /open/session             x-token, once, or x-secret after a reload; x-tab ──▶ the secret, the files
//   POST /open/hand-over           x-key ──▶ the address for another call's files; ends when its tab is closed
//   POST /open/left                the page was left: closed or reloaded. A stream until then would use up the connections of a browser
//   PUT  /open/unsaved             names of documents with unsaved changes
//   GET  /open/folder              the files of the folder, by `query` and `sort`
//   POST /open/folder              `name` ──▶ the number of the file below the folder
//   HEAD /open/files/N             how the file is: size, time, mark (`etag`)
//   GET  /open/files/N             its bytes, or a range; `if-match`: only while it has this mark
//   PUT  /open/files/N             replaces it while it has the mark of `if-match`; with `if-none-match: *`, makes it
//
// Other pages get nothing: the name that the browser asked for is this computer's (a name of theirs that leads here is another one), the
// request comes from the page itself, and nothing is sent in a cookie, which all ports would share.

import { timingSafeEqual } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { finished, pipeline } from 'node:stream/promises';
import { CodedError, hasCode, type ErrorCode } from '../../shared/errors.ts';
import type { NamedFile, ServedTab } from '../../shared/protocol/served-files.ts';
import { CLOSED, type FilesToOpen } from './hand-over.ts';
import { isOfAnotherUser } from './peer.ts';
import { COMMON_HEADERS, type PageFile } from './page-folder.ts';
import type { FileLook, ServedFile } from './served-file.ts';
import type { ServedFolder } from './served-folder.ts';
import type { TabSession, TabSessions } from './sessions.ts';

const ADDRESS = '127.0.0.1';
/** At any port: behind `ssh -L` it is another one. */
const OWN_HOST = /^(?:localhost|127\.0\.0\.1)(?::\d{1,5})?$/;
/** Bytes that are read from a file at once. */
const PIECE_BYTES = 1_048_576;
const MAX_UNSAVED_NAMES = 100;
/** How long answers that are under way have when the server ends, in milliseconds. */
const CLOSE_MS = 100;
const STATUS: Partial<Record<ErrorCode, number>> = {
  missing: 404,
  conflict: 412,
  refused: 403,
  unreadable: 409,
  storage: 507,
};

/** A refusal before anything else is looked at. */
class Denied extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** What the server serves. */
export interface OpenService {
  readonly page: ReadonlyMap<string, PageFile>;
  readonly sessions: TabSessions;
  /** Known to other calls of the same user; `null`: there is no other call. */
  readonly key: () => string | null;
  /** Makes a session for another call. @throws CodedError for files that can't be opened */
  readonly begin: (wanted: FilesToOpen) => Promise<TabSession>;
}

export interface OpenServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Starts the server. `port` 0: a free one. @throws the system's error, `EADDRINUSE` where another program has the port */
export async function startOpenServer(port: number, service: OpenService): Promise<OpenServer> {
  const server = createServer((request, response) => {
    answer(request, response, service).catch((error: unknown) => refuse(request, response, error));
  });
  // A large file may take long; a tab's stream never ends.
  server.requestTimeout = 0;
  await listen(server, port);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new RangeError('a server that listens has a port');
  return {
    port: address.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // Whoever waits for a tab may be about to be told that it is closed.
        setTimeout(() => server.closeAllConnections(), CLOSE_MS);
      }),
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: ADDRESS, port, exclusive: true }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

async function answer(request: IncomingMessage, response: ServerResponse, service: OpenService): Promise<void> {
  const { page, sessions } = service;
  for (const [name, value] of Object.entries(COMMON_HEADERS)) response.setHeader(name, value);
  checkSender(request);
  const [path = ''] = (request.url ?? '').split('?');
  const method = request.method ?? '';
  if (!path.startsWith('/open/') || page.has(path)) return sendPageFile(response, method, page.get(path));
  response.setHeader('cache-control', 'no-store');
  if (path === '/open/session' && method === 'POST') return begin(request, response, sessions);
  if (path === '/open/hand-over' && method === 'POST') return takeOver(request, response, service);
  const tab = headerOf(request, 'x-tab');
  if (path === '/open/left' && method === 'POST') return leave(request, response, sessions);
  const session = sessions.find(headerOf(request, 'x-secret'));
  if (session === null) throw new Denied(401, 'This tab was not opened by the program that runs here.');
  session.note(tab);
  if (path === '/open/unsaved' && method === 'PUT') return noteUnsaved(request, response, session);
  if (path === '/open/folder' && session.folder !== null)
    return answerFolder(request, response, session, session.folder);
  const id = /^\/open\/files\/(\d{1,6})$/.exec(path)?.[1];
  const file = id === undefined ? undefined : session.files[Number(id)];
  if (file === undefined) throw new Denied(404, 'There is nothing here.');
  if (method === 'HEAD') {
    const look = await file.look();
    return void withLook(response, look).setHeader('content-length', look.size).end();
  }
  if (method === 'GET') return send(request, response, file);
  if (method === 'PUT') return write(request, response, session, file);
  throw new Denied(405, 'This can’t be done here.');
}

/** @throws Denied for a request that another page has made, or that was sent to another name */
function checkSender(request: IncomingMessage): void {
  const { host = '', origin, 'sec-fetch-site': site = 'none' } = request.headers;
  if (!OWN_HOST.test(host)) throw new Denied(421, 'This server is that of localhost and of no other name.');
  if (origin !== undefined && origin !== `http://${host}`) throw new Denied(403, 'This was sent by another page.');
  const isOwn = site === 'same-origin' || site === 'none';
  // A link to the page may stand anywhere.
  if (!isOwn && request.headers['sec-fetch-mode'] !== 'navigate')
    throw new Denied(403, 'This was sent by another page.');
}

function headerOf({ headers }: IncomingMessage, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}

async function sendPageFile(response: ServerResponse, method: string, file: PageFile | undefined): Promise<void> {
  if (file === undefined) throw new Denied(404, 'There is nothing here.');
  if (method !== 'GET' && method !== 'HEAD') throw new Denied(405, 'This can’t be done here.');
  for (const [name, value] of Object.entries(file.headers)) response.setHeader(name, value);
  if (method === 'HEAD') response.end();
  else if ('bytes' in file.body) response.end(file.body.bytes);
  else await pipeline(createReadStream(file.body.path), response);
}

async function begin(request: IncomingMessage, response: ServerResponse, sessions: TabSessions): Promise<void> {
  // The address, with its token, is an argument of the program that opens the browser, which other users can see.
  if (await isOfAnotherUser(request.socket)) throw new Denied(403, 'This is the program of another user.');
  const secret = headerOf(request, 'x-secret');
  const known = secret === '' ? null : sessions.find(secret);
  const begun = known === null ? sessions.begin(headerOf(request, 'x-token')) : { session: known, secret };
  if (begun === null)
    throw new Denied(
      401,
      'This address was used already, or is of a program that has ended. Run "diptych open" again.',
    );
  const { session } = begun;
  const all = session.files.map(({ name, path }, id) => ({ id, name, path }));
  response.setHeader('content-type', 'application/json');
  const { folder } = session;
  // A merge that was saved is the file, and is not begun again.
  const isMerged = session.view === 'merge' && session.hasWritten;
  const [view, files] = isMerged ? (['panels', all.slice(-1)] as const) : [session.view, all];
  // What is no browser may not name its tab.
  session.enter(headerOf(request, 'x-tab') || 'unnamed', headerOf(request, 'x-before'));
  const served: ServedTab = { secret: begun.secret, view, files, folder: folder?.name ?? null };
  response.end(JSON.stringify(served));
}

/** A tab that goes before it has its secret says so by its token. */
async function leave(request: IncomingMessage, response: ServerResponse, sessions: TabSessions): Promise<void> {
  const known = sessions.find(headerOf(request, 'x-secret'));
  const isOurs = known !== null || !(await isOfAnotherUser(request.socket));
  const session = known ?? (isOurs ? sessions.ofToken(headerOf(request, 'x-token')) : null);
  if (session === null) throw new Denied(401, 'This tab was not opened by the program that runs here.');
  session.leave(headerOf(request, 'x-tab'));
  response.end();
}

/** Opens the files of another call. */
async function takeOver(
  request: IncomingMessage,
  response: ServerResponse,
  { key, sessions, begin: beginFor }: OpenService,
): Promise<void> {
  const [known, given] = [key(), headerOf(request, 'x-key')].map((text) => Buffer.from(text ?? ''));
  const isKnown = known !== undefined && given !== undefined && known.length > 0 && known.length === given.length;
  if (!isKnown || !timingSafeEqual(known, given)) throw new Denied(401, 'This is no call of the same user.');
  const session = await beginFor((await json(request)) as FilesToOpen);
  response.setHeader('content-type', 'text/plain');
  response.write(`http://127.0.0.1:${request.socket.localPort}/#open=${sessions.issue(session)}\n`);
  await Promise.race([session.closed, finished(response)]);
  response.end(session.hasWritten ? CLOSED.written : CLOSED.unchanged);
}

async function noteUnsaved(request: IncomingMessage, response: ServerResponse, session: TabSession): Promise<void> {
  const names = await json(request).catch(() => null);
  if (!Array.isArray(names)) throw new Denied(400, 'This is no list of names.');
  session.noteUnsaved(headerOf(request, 'x-tab'), names.slice(0, MAX_UNSAVED_NAMES).map(String));
  response.end();
}

async function answerFolder(
  request: IncomingMessage,
  response: ServerResponse,
  session: TabSession,
  folder: ServedFolder,
): Promise<void> {
  const { searchParams: asked } = new URL(request.url ?? '', 'http://localhost');
  response.setHeader('content-type', 'application/json');
  if (request.method === 'GET')
    return void response.end(JSON.stringify(await folder.list(asked.get('query') ?? '', asked.get('sort') ?? '')));
  if (request.method !== 'POST') throw new Denied(405, 'This can’t be done here.');
  const file = await folder.file(asked.get('name') ?? '');
  const named: NamedFile = { id: session.add(file), name: file.name, path: file.path };
  response.end(JSON.stringify(named));
}

function withLook(response: ServerResponse, { mark, size, changedMs }: FileLook): ServerResponse {
  return response
    .setHeader('etag', `"${mark}"`)
    .setHeader('x-size', size)
    .setHeader('x-changed-ms', changedMs)
    .setHeader('content-type', 'application/octet-stream');
}

/** Returns the mark of `if-match`; `null` where there is none. */
function markOf(request: IncomingMessage): string | null {
  return /^"([\d-]+)"$/.exec(headerOf(request, 'if-match'))?.[1] ?? null;
}

/** Sends a file, or a range of it. One that changes meanwhile ends with a broken connection, never as if it were whole. */
async function send(request: IncomingMessage, response: ServerResponse, file: ServedFile): Promise<void> {
  const part = await file.open(markOf(request));
  try {
    const { size } = part.look;
    const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(headerOf(request, 'range')) ?? [];
    const start = Math.min(size, Number(first ?? 0));
    const end = Math.min(size, last === undefined || last === '' ? size : Number(last) + 1);
    withLook(response, part.look).setHeader('content-length', Math.max(0, end - start));
    if (first !== undefined) {
      response.statusCode = 206;
      response.setHeader('content-range', `bytes ${start}-${Math.max(start, end) - 1}/${size}`);
    }
    for (let at = start; at < end;) {
      const bytes = Buffer.allocUnsafe(Math.min(PIECE_BYTES, end - at));
      const { bytesRead } = await part.handle.read(bytes, 0, bytes.length, at);
      at += bytesRead;
      if (bytesRead === 0 || at >= end) await part.check();
      if (bytesRead === 0 || response.destroyed) throw new CodedError('conflict', 'the file became shorter');
      if (!response.write(bytes.subarray(0, bytesRead))) await drained(response);
    }
    response.end();
  } finally {
    await part.handle.close();
  }
}

/** Resolves once more may be written, or nobody reads any more. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      response.off('drain', go).off('close', go);
      resolve();
    };
    response.on('drain', go).on('close', go);
  });
}

async function write(
  request: IncomingMessage,
  response: ServerResponse,
  session: TabSession,
  file: ServedFile,
): Promise<void> {
  const length = headerOf(request, 'content-length');
  const mark = markOf(request);
  const makes = headerOf(request, 'if-none-match') === '*';
  if (!/^\d+$/.test(length) || (mark === null) !== makes)
    throw new Denied(400, 'It is not said how long the file is, or which state of it is replaced.');
  const look = await file.write(mark, { size: Number(length), bytes: request });
  session.hasWritten = true;
  withLook(response, look).end();
}

/** Sends why something can't be done; a response that has begun is broken off. */
async function refuse(request: IncomingMessage, response: ServerResponse, error: unknown): Promise<void> {
  if (response.headersSent) return void response.destroy();
  // A browser that is still sending would see a broken connection and no answer.
  if (!request.complete) await finished(request.resume()).catch(() => undefined);
  const isKnown = error instanceof Denied || error instanceof CodedError;
  response.statusCode = error instanceof Denied ? error.status : statusOf(error);
  response.setHeader('content-type', 'text/plain; charset=utf-8');
  response.end(isKnown ? error.message : 'Something went wrong in the program.');
}

function statusOf(error: unknown): number {
  for (const [code, status] of Object.entries(STATUS)) if (hasCode(error, code as ErrorCode)) return status;
  return 500;
}
