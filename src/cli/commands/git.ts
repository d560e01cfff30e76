// diptych git: drivers by which git compares and merges JSON by keys and items, and not by lines.

import { spawnSync } from 'node:child_process';
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { COMPARE_DEFAULTS } from '../../shared/protocol/compare.ts';
import { CodedError } from '../../shared/errors.ts';
import { finish } from '../../workers/engine/base/work.ts';
import { writeReport } from '../../workers/engine/diff/output/report.ts';
import { compareDocuments } from '../../workers/engine/diff/result/compare.ts';
import { mergeThreeWay } from '../../workers/engine/merge/three-way.ts';
import { EXIT, UsageError, type CliCommand, type CommandIo, type ExitCode } from '../command.ts';
import { load, valid } from '../documents.ts';
import { readVersion, replaceFile } from '../files.ts';

/** What git is told. `%O %A %B %P` are the base, ours, theirs and the path of the file. */
const SETTINGS = [
  ['diff.diptych.command', 'diptych git diff'],
  ['merge.diptych.name', 'JSON by keys and items'],
  ['merge.diptych.driver', 'diptych git merge %O %A %B %P'],
  ['mergetool.diptych.cmd', 'diptych merge "$BASE" "$LOCAL" "$REMOTE" > "$MERGED"'],
  ['mergetool.diptych.trustExitCode', 'true'],
] as const;
const PATTERNS = ['*.json', '*.jsonc', '*.json5', '*.ndjson', '*.geojson', '*.webmanifest'];

export const git: CliCommand = {
  usage: 'git install',
  summary: 'have git compare and merge JSON in this repository by keys and items',
  details: `Sets a diff driver, a merge driver and a merge tool ("git mergetool -t diptych") in the repository's own configuration, and
names them for ${PATTERNS.join(', ')} in its info/attributes. No file of yours is changed.
A merge that conflicts leaves git's own conflict marks. "git diff --no-ext-diff" shows lines again.`,
  examples: ['git install'],
  options: {},
  async run({ positionals }, io) {
    const [what, ...rest] = positionals;
    if (what === 'install' && rest.length === 0) return install(io);
    if (what === 'diff' && rest.length >= 2) return showDiff(rest, io);
    if (what === 'merge' && rest.length >= 3) return mergeFiles(rest, io);
    throw new UsageError('It is "install"; git itself calls "diff" and "merge".');
  },
};

function runGit(io: CommandIo, ...args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync('git', args, { cwd: io.cwd, encoding: 'utf8' });
  if (error !== undefined) throw new CodedError('refused', `git can’t be run: ${error.message}`);
  if (status !== 0) throw new CodedError('refused', `git ${args[0]} failed: ${stderr.trim()}`);
  return stdout.trim();
}

async function install(io: CommandIo): Promise<ExitCode> {
  const attributes = resolve(io.cwd, runGit(io, 'rev-parse', '--git-path', 'info/attributes'));
  for (const [name, value] of SETTINGS) runGit(io, 'config', name, value);
  const known = await readFile(attributes, 'utf8').catch(() => '');
  const lines = PATTERNS.map((pattern) => `${pattern} diff=diptych merge=diptych`).filter(
    (line) => !known.split('\n').includes(line),
  );
  if (lines.length > 0) {
    await mkdir(dirname(attributes), { recursive: true });
    await appendFile(attributes, `${known === '' || known.endsWith('\n') ? '' : '\n'}${lines.join('\n')}\n`);
  }
  await io.write('git compares and merges JSON of this repository by keys and items now.\n');
  return EXIT.ok;
}

/** What git calls for a file: its path, and the old and the new one, each with its hash and mode. */
async function showDiff([path = '', old = '', , , now = old]: readonly string[], io: CommandIo): Promise<ExitCode> {
  const [one, other] = await Promise.all([old, now].map((name) => readSide(resolve(io.cwd, name), path)));
  await io.write(`diptych ${path}\n`);
  if (one?.document.isWhole !== true || other?.document.isWhole !== true) {
    // One is not there, or is no JSON: lines are all there is.
    const lines = spawnSync('git', ['diff', '--no-index', '--no-ext-diff', old, now], {
      cwd: io.cwd,
      encoding: 'utf8',
    });
    await io.write(lines.stdout);
    return EXIT.ok;
  }
  const comparison = finish(compareDocuments(one.document, other.document, COMPARE_DEFAULTS));
  if (comparison.count === 0) await io.write('Only the layout, or how values are spelt, differs.\n');
  else for (const piece of finish(writeReport(comparison))) await io.write(piece);
  await io.write('\n');
  return EXIT.ok;
}

async function readSide(file: string, name: string) {
  if (file === '/dev/null') return null;
  return load((await readVersion(file)).bytes, name);
}

/** Merges into "ours"; leaves git's marks where that is not possible. */
async function mergeFiles(
  [base = '', ours = '', theirs = '', path = ours]: readonly string[],
  io: CommandIo,
): Promise<ExitCode> {
  const [baseFile, ourFile, theirFile] = [base, ours, theirs].map((name) => resolve(io.cwd, name)) as [
    string,
    string,
    string,
  ];
  const version = await readVersion(ourFile);
  const mark = (why: string): ExitCode => {
    io.tell(`diptych: ${path}: ${why}`);
    const { status } = spawnSync(
      'git',
      ['merge-file', '-L', 'ours', '-L', 'base', '-L', 'theirs', ourFile, baseFile, theirFile],
      { cwd: io.cwd },
    );
    return status === 0 ? EXIT.ok : EXIT.different;
  };
  try {
    const [one, other] = await Promise.all(
      [baseFile, theirFile].map(async (file) => load((await readVersion(file)).bytes, path)),
    );
    if (one === undefined || other === undefined) return mark('a version is missing.');
    const left = valid(load(version.bytes, path));
    const { text, conflicts } = finish(
      mergeThreeWay(valid(one), left, valid(other), { prefer: 'left', identity: null }),
    );
    if (conflicts.length > 0)
      return mark(`conflicts at ${conflicts.map((conflict) => conflict.path || 'the root').join(', ')}`);
    await replaceFile(version, text, true);
    return EXIT.ok;
  } catch (error) {
    if (error instanceof CodedError) return mark(error.message);
    throw error;
  }
}
