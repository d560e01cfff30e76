// diptych open: the editor in the browser, for files of this computer.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { CodedError } from '../../shared/errors.ts';
import {
  countOption,
  EXIT,
  isOn,
  textOption,
  UsageError,
  type CliCommand,
  type CommandCall,
  type CommandIo,
} from '../command.ts';
import { openBrowser } from '../open/browser.ts';
import { textOfNoBase } from '../git/merge-driver.ts';
import { handOver, type FilesToOpen, type OpenEnd } from '../open/hand-over.ts';
import { checkFile, isFolder, PortTaken, serve } from '../open/serve.ts';

/** The port of all calls: what the browser keeps of a page, such as drafts, belongs to its port. */
const DEFAULT_PORT = 7347;
const MAX_PORT = 65_535;
/** How often a call looks for one that serves, and the time between, in milliseconds. */
const MAX_HAND_OVERS = 2;
const HAND_OVER_MS = 300;
/** Both panels. */
const MAX_FILES = 2;
/** The base and both sides. */
const MERGED_FILES = 3;

export const open: CliCommand = {
  usage:
    'open [FILE [FILE]] [--compare | --merge BASE LEFT RIGHT --output FILE] [--wait] [--read-only] [--no-browser] [--port PORT]',
  summary: 'open files in the editor, in the browser; saving writes them in place',
  details: `One file opens on the left, two side by side; "-" is standard input. Of a folder, the files are listed to be opened. The page comes from this program and asks nobody for anything.
A save replaces the file as "set" does: beside it, then renamed, with its mode and owner; never over what another program has written.
      --compare     compare both files
      --merge       merge what LEFT and RIGHT have made of BASE into the file of --output, and ask about conflicts in the page; waits, and
                    ends with 1 where nothing was saved
      --wait        end when the tab is closed, as an EDITOR has to, also where another call serves it; with 1 where the call is ended before
      --read-only   write nothing
      --force       also write files that are read-only, have hard links, or whose owner or access list a new file can’t have
      --no-browser  print the address, and open no browser; it works once
      --port        another port than ${DEFAULT_PORT}; what the browser keeps, such as drafts, belongs to the port. DIPTYCH_PORT sets the
                    port of all calls
A second call hands its files to the first one. Over SSH, forward the port: ssh -L ${DEFAULT_PORT}:127.0.0.1:${DEFAULT_PORT} HOST`,
  examples: [
    'open package.json',
    'open --compare old.json new.json',
    'curl -s https://example.com/data | diptych open -',
  ],
  options: {
    compare: { type: 'boolean' },
    merge: { type: 'boolean' },
    output: { type: 'string' },
    wait: { type: 'boolean', short: 'w' },
    'read-only': { type: 'boolean' },
    force: { type: 'boolean' },
    'no-browser': { type: 'boolean' },
    port: { type: 'string' },
  },
  async run(call, io) {
    const port = countOption(call, 'port', usualPort(), 0);
    if (port > MAX_PORT) throw new UsageError(`--port is at most ${MAX_PORT}.`);
    const show = async (address: string): Promise<void> => {
      const isShown = !isOn(call, 'no-browser') && (await openBrowser(address));
      if (isShown) io.tell('Opened in the browser. It ends when the tab is closed, or by Ctrl+C.');
      else io.tell(`Open this address in a browser; it works once:\n${address}`);
    };
    const { wanted, clear } = await readCall(call, io);
    try {
      const { hasWritten, isClosed } = await openFiles(port, wanted, show, call, io);
      const isDone = isOn(call, 'merge') ? hasWritten : isClosed || !isOn(call, 'wait');
      return isDone ? EXIT.ok : EXIT.different;
    } finally {
      await clear();
    }
  },
};

/** The port of all calls, which the user may have set. @throws UsageError */
function usualPort(): number {
  const set = process.env['DIPTYCH_PORT'] ?? '';
  if (set === '') return DEFAULT_PORT;
  const port = Number(set);
  if (!Number.isInteger(port) || port < 1 || port > MAX_PORT)
    throw new UsageError(`DIPTYCH_PORT is a port, 1 to ${MAX_PORT}, and not "${set}".`);
  return port;
}

/** Opens the files by the call that serves already, or serves them. */
async function openFiles(
  port: number,
  wanted: FilesToOpen,
  show: (address: string) => Promise<void>,
  call: CommandCall,
  { pageFolder, tell }: CommandIo,
): Promise<OpenEnd> {
  const line = (text: string): void => tell(`diptych: ${text}`);
  const isShared = textOption(call, 'port') === undefined;
  // What came from standard input lies in a file that goes with this call.
  const waits = isOn(call, 'wait') || isOn(call, 'merge') || call.positionals.includes('-');
  const how = { pageFolder, show, waits, tell: line };
  for (let left = isShared ? MAX_HAND_OVERS : 0; left > 0; left -= 1) {
    const handed = await handOver(port, wanted);
    if (handed !== null) {
      const ended = waits ? Promise.race([handed.closed(), interrupted()]) : null;
      // It may end while the address is shown, and is waited for after that.
      ended?.catch(() => undefined);
      await show(handed.address);
      if (ended !== null) return await ended.finally(handed.letGo);
      handed.letGo();
      return { hasWritten: false, isClosed: false };
    }
    try {
      return await serve(wanted, { ...how, port, isShared });
    } catch (error) {
      if (!(error instanceof PortTaken)) throw error;
      // Another call may have begun to serve in the same moment.
      await new Promise((done) => setTimeout(done, HAND_OVER_MS));
    }
  }
  try {
    if (isShared)
      line(`another program has the port ${port}: the address is another one, and drafts from before are not offered.`);
    return await serve(wanted, { ...how, port: isShared ? 0 : port, isShared: false });
  } catch (error) {
    throw error instanceof PortTaken ? new CodedError('refused', `Another program has the port ${port}.`) : error;
  }
}

/** Resolves when the user ends a call whose files another one serves. */
function interrupted(): Promise<OpenEnd> {
  return new Promise((done) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => done({ hasWritten: false, isClosed: false }));
  });
}

/** Returns the names of the files, of which those of a merge are four. @throws UsageError */
function namesOf(call: CommandCall): readonly string[] {
  const { positionals: names } = call;
  const output = textOption(call, 'output');
  const isMerge = isOn(call, 'merge');
  if (isMerge && (names.length !== MERGED_FILES || output === undefined))
    throw new UsageError('--merge takes a base, a left and a right file, and --output.');
  if (!isMerge && output !== undefined) throw new UsageError('--output belongs to --merge.');
  if (!isMerge && names.length > MAX_FILES) throw new UsageError(`There are two panels, and ${names.length} files.`);
  const isCompared = isOn(call, 'compare');
  if (isCompared && (isMerge || names.length !== MAX_FILES)) throw new UsageError('--compare takes two files.');
  if (names.filter((name) => name === '-').length > 1) throw new UsageError('Standard input can be read once.');
  return output === undefined ? names : [...names, output];
}

/** Reads which files are to be opened; standard input becomes a file that goes when the call ends. */
async function readCall(
  call: CommandCall,
  io: CommandIo,
): Promise<{ wanted: FilesToOpen; clear: () => Promise<void> }> {
  const names = namesOf(call);
  let temporary: string | null = null;
  let folder: FilesToOpen['folder'] = null;
  const files: FilesToOpen['files'][number][] = [];
  for (const [index, name] of names.entries()) {
    if (name === '-') {
      temporary ??= await mkdtemp(join(tmpdir(), 'diptych-'));
      const path = join(temporary, 'standard input.json');
      await writeFile(path, await io.readInput(), { mode: 0o600 });
      files.push({ path, refusal: 'Standard input can’t be written. Save a copy instead.' });
      continue;
    }
    // A merge writes its result alone.
    const isInput = isOn(call, 'merge') && index < MERGED_FILES;
    const refusal = isInput || isOn(call, 'read-only') ? `${basename(name)} was opened to be read only.` : null;
    const path = resolve(io.cwd, name);
    if (names.length === 1 && (await isFolder(path))) folder = { path, refusal };
    else files.push({ path, refusal });
  }
  const clear = async (): Promise<void> => {
    if (temporary !== null) await rm(temporary, { recursive: true, force: true });
  };
  try {
    for (const { path } of files) await checkFile(path);
    const [base, left, right] = files;
    if (isOn(call, 'merge') && base && left && right) {
      const text = await textOfNoBase(base.path, left.path, right.path);
      if (text !== null) {
        temporary ??= await mkdtemp(join(tmpdir(), 'diptych-'));
        const path = join(temporary, 'base.json');
        await writeFile(path, text, { mode: 0o600 });
        files[0] = { path, refusal: base.refusal };
      }
    }
  } catch (error) {
    await clear();
    throw error;
  }
  const view = isOn(call, 'merge') ? 'merge' : isOn(call, 'compare') ? 'compare' : 'panels';
  return { wanted: { files, folder, view, force: isOn(call, 'force') }, clear };
}
