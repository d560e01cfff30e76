// The diff driver: paths and values of what differs between two files.

import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { COMPARE_DEFAULTS } from '../../shared/protocol/compare.ts';
import { finish } from '../../engine/base/work.ts';
import { writeReport } from '../../engine/diff/output/report.ts';
import { compareDocuments } from '../../engine/diff/result/compare.ts';
import { EXIT, type CommandIo, type ExitCode } from '../command.ts';
import { load, type Loaded } from '../documents.ts';
import { readVersion } from '../files.ts';

/** Writes the differences of two files that git knows by one path; by lines where one is not there, or is no JSON. */
export async function showDiff(path: string, old: string, now: string, io: CommandIo): Promise<ExitCode> {
  const [one, other] = [await readSide(resolve(io.cwd, old), path), await readSide(resolve(io.cwd, now), path)];
  await io.write(`diptych ${path}\n`);
  if (one?.document.isWhole !== true || other?.document.isWhole !== true) {
    spawnSync('git', ['--no-pager', 'diff', '--no-index', '--no-ext-diff', '--', old, now], {
      cwd: io.cwd,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    return EXIT.ok;
  }
  const comparison = finish(compareDocuments(one.document, other.document, COMPARE_DEFAULTS));
  if (comparison.count === 0) await io.write('Only the layout, or how values are spelt, differs.\n');
  else for (const piece of finish(writeReport(comparison))) await io.write(piece);
  await io.write('\n');
  return EXIT.ok;
}

async function readSide(file: string, name: string): Promise<Loaded | null> {
  if (file === '/dev/null') return null;
  return load((await readVersion(file)).bytes, name);
}
