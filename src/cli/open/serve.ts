// One run of the server of `diptych open`, from its start until all of its tabs are closed.

import { realpath, stat } from 'node:fs/promises';
import { CodedError } from '../../shared/errors.ts';
import { asUnreadable, codeOf } from '../file-errors.ts';
import { writeKey, type FilesToOpen, type OpenEnd } from './hand-over.ts';
import { startOpenServer, type OpenServer, type OpenService } from './open-server.ts';
import { readPage } from './page-folder.ts';
import { ServedFile } from './served-file.ts';
import { ServedFolder } from './served-folder.ts';
import { TabSession, TabSessions } from './sessions.ts';

/** What waits for this call waits for the tabs of later calls, too: they have no other server. */
const SERVES_ON = 'The tab is closed. Tabs of other calls are open, and this call ends with them, or by Ctrl+C.';

/** Not SIGHUP: a handler would undo `nohup`. */
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** How it is run. */
export interface ServeOptions {
  /** 0: a free one. */
  readonly port: number;
  /** Whether other calls hand their files over. */
  readonly isShared: boolean;
  /** Whether something waits for the end of this call's tab. */
  readonly waits: boolean;
  readonly pageFolder: string;
  /** Called with the address for the browser. */
  readonly show: (address: string) => Promise<void>;
  readonly tell: (line: string) => void;
}

/** Whether there is a folder. */
export async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}

/** @throws CodedError `unreadable` */
export async function checkFile(path: string): Promise<void> {
  try {
    const stats = await stat(await realpath(path));
    if (stats.isFile()) return;
  } catch (error) {
    throw asUnreadable(error, path);
  }
  throw new CodedError('unreadable', `${path} is no file.`);
}

/** The port is another program's. */
export class PortTaken extends Error {}

/**
 * Serves files until all tabs are closed, also those of calls that came later, or the user ends it.
 * @throws PortTaken; CodedError `unreadable`, `refused`
 */
export async function serve(wanted: FilesToOpen, options: ServeOptions): Promise<OpenEnd> {
  const sessions = new TabSessions();
  const opened = new Set<TabSession>();
  let end = (): void => undefined;
  const allClosed = new Promise<void>((done) => {
    end = done;
  });
  const begin = async ({ files, folder, view, force }: FilesToOpen): Promise<TabSession> => {
    for (const { path } of files) await checkFile(path);
    const served = files.map(({ path, refusal }) => new ServedFile(path, force, refusal));
    const below = folder && new ServedFolder(folder.path, force, folder.refusal);
    const session = new TabSession(served, view, below);
    opened.add(session);
    session.onTabs = () => {
      if (session.isClosed) opened.delete(session);
      else opened.add(session);
      if (opened.size === 0) end();
    };
    return session;
  };
  const own = await begin(wanted);
  let key: string | null = null;
  const service: OpenService = { page: await readPage(options.pageFolder), sessions, key: () => key, begin };
  const server = await listen(options.port, service);
  const shared = options.isShared ? await writeKey(server.port) : null;
  key = shared?.key ?? null;
  // Before the address is known, after which anything may happen.
  const ended = Promise.race([allClosed, interrupted(sessions, options.tell)]);
  try {
    await options.show(`http://127.0.0.1:${server.port}/#open=${sessions.issue(own)}`);
    if (options.waits) void own.closed.then(() => opened.size > 0 && options.tell(SERVES_ON));
    await ended;
  } finally {
    shared?.remove();
    await server.close();
  }
  return own;
}

async function listen(port: number, service: OpenService): Promise<OpenServer> {
  try {
    return await startOpenServer(port, service);
  } catch (error) {
    if (codeOf(error) === 'EADDRINUSE') throw new PortTaken();
    throw new CodedError(
      'refused',
      `Port ${port} can’t be used: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** Resolves when the user ends the program; where something is unsaved, at the second time. */
function interrupted(sessions: TabSessions, tell: (line: string) => void): Promise<void> {
  return new Promise((end) => {
    let isTold = false;
    const stop = (): void => {
      const { unsaved } = sessions;
      if (unsaved.length === 0 || isTold) {
        // The next one does not wait for what is under way.
        for (const signal of SIGNALS) process.off(signal, stop);
        return end();
      }
      isTold = true;
      tell(`Not saved: ${unsaved.join(', ')}. The browser keeps a draft. Press Ctrl+C again to end.`);
    };
    for (const signal of SIGNALS) process.on(signal, stop);
  });
}
