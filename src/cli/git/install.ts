// Installs the drivers in a repository, and removes them.

import { spawnSync } from 'node:child_process';
import { mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { CodedError } from '../../shared/errors.ts';
import { EXIT, type CommandIo, type ExitCode } from '../command.ts';
import { diffScript, diffToolScript, mergeScript, mergeToolScript } from './scripts.ts';

/** The files that the drivers are for. */
export const PATTERNS = ['*.json', '*.jsonc', '*.json5', '*.ndjson', '*.geojson', '*.webmanifest', '*.ipynb'];
const ATTRIBUTES = 'diff=diptych merge=diptych';

/** The folder of the scripts, inside of git's own. A linked work tree has that of its repository. */
const FOLDER = '"$(git rev-parse --git-common-dir)/diptych';
/** What git is told. `%O %A %B %L %P` are the base, ours, theirs, the length of marks and the path of the file. */
const SETTINGS = [
  ['diff.diptych.command', `sh ${FOLDER}/diff"`],
  ['merge.diptych.name', 'JSON by keys and items'],
  ['merge.diptych.driver', `sh ${FOLDER}/merge" %O %A %B %L %P`],
  ['mergetool.diptych.cmd', `sh ${FOLDER}/mergetool" "$BASE" "$LOCAL" "$REMOTE" "$MERGED"`],
  ['mergetool.diptych.trustExitCode', 'true'],
  ['difftool.diptych.cmd', `sh ${FOLDER}/difftool" "$LOCAL" "$REMOTE"`],
] as const;

function runGit(io: CommandIo, ...args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync('git', args, { cwd: io.cwd, encoding: 'utf8' });
  if (error !== undefined) throw new CodedError('refused', `git can’t be run: ${error.message}`);
  if (status !== 0) throw new CodedError('refused', `git ${args[0]} failed: ${stderr.trim()}`);
  return stdout.replace(/\r?\n$/, '');
}

/** The folder of the scripts, and the file with the attributes. */
function placesIn(io: CommandIo): { readonly scripts: string; readonly attributes: string } {
  return {
    scripts: resolve(io.cwd, runGit(io, 'rev-parse', '--git-common-dir'), 'diptych'),
    attributes: resolve(io.cwd, runGit(io, 'rev-parse', '--git-path', 'info/attributes')),
  };
}

export async function installDrivers(io: CommandIo): Promise<ExitCode> {
  const { scripts, attributes } = placesIn(io);
  const [, program = ''] = process.argv;
  const place = { node: process.execPath, script: await realpath(program).catch(() => program) };
  await mkdir(scripts, { recursive: true });
  await writeFile(join(scripts, 'merge'), mergeScript(place), { mode: 0o755 });
  await writeFile(join(scripts, 'diff'), diffScript(place), { mode: 0o755 });
  await writeFile(join(scripts, 'mergetool'), mergeToolScript(place), { mode: 0o755 });
  await writeFile(join(scripts, 'difftool'), diffToolScript(place), { mode: 0o755 });
  for (const [name, value] of SETTINGS) runGit(io, 'config', name, value);
  const known = await readFile(attributes, 'utf8').catch(() => '');
  const lines = PATTERNS.map((pattern) => `${pattern} ${ATTRIBUTES}`).filter(
    (line) => !known.split('\n').includes(line),
  );
  if (lines.length > 0) {
    await mkdir(dirname(attributes), { recursive: true });
    const end = known === '' || known.endsWith('\n') ? '' : '\n';
    await writeFile(attributes, `${known}${end}${lines.join('\n')}\n`);
  }
  await io.write(
    'git compares and merges JSON of this repository by keys and items now. "diptych git uninstall" ends that.\n',
  );
  return EXIT.ok;
}

export async function uninstallDrivers(io: CommandIo): Promise<ExitCode> {
  const { scripts, attributes } = placesIn(io);
  for (const section of ['diff.diptych', 'merge.diptych', 'mergetool.diptych', 'difftool.diptych'])
    // Fails where there is none.
    spawnSync('git', ['config', '--remove-section', section], { cwd: io.cwd, stdio: 'ignore' });
  const known = await readFile(attributes, 'utf8').catch(() => null);
  if (known !== null) {
    const rest = known.split('\n').filter((line) => !line.endsWith(` ${ATTRIBUTES}`));
    if (rest.join('\n') !== known) await writeFile(attributes, rest.join('\n'));
  }
  await rm(scripts, { recursive: true, force: true });
  await io.write('git compares and merges JSON of this repository by lines again.\n');
  return EXIT.ok;
}
