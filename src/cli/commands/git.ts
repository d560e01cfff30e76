// diptych git: drivers by which git compares and merges JSON by keys and items, and not by lines.

import { positionals, textOption, UsageError, type CliCommand } from '../command.ts';
import { showDiff } from '../git/diff-driver.ts';
import { installDrivers, PATTERNS, uninstallDrivers } from '../git/install.ts';
import { mergeForGit } from '../git/merge-driver.ts';

/** The usual length of the marks around a conflict. */
const MARKS = 7;

export const git: CliCommand = {
  usage: 'git install | uninstall',
  summary: 'have git compare and merge JSON in this repository by keys and items',
  details: `Sets a diff driver, a merge driver, and tools that open in the browser ("git mergetool -t diptych", "git difftool -t diptych") in the repository's own configuration, and
names them for ${PATTERNS.join(', ')} in its info/attributes.
No file of yours is changed. "uninstall" removes all of it.
A merge that conflicts has marks around the values that differ; all else is merged. What is no JSON is merged by lines, as is
everything where the program is missing or ends early. "git diff --no-ext-diff" shows lines again.`,
  examples: ['git install', 'git uninstall'],
  options: { marks: { type: 'string' } },
  async run(call, io) {
    const [what, ...rest] = call.positionals;
    if (what === 'install' && rest.length === 0) return await installDrivers(io);
    if (what === 'uninstall' && rest.length === 0) return await uninstallDrivers(io);
    if (what === 'diff') {
      const [, path = '', old = '', now = ''] = positionals(call, 4);
      return await showDiff(path, old, now, io);
    }
    if (what === 'merge') {
      const [, base = '', ours = '', theirs = '', path = '', made = ''] = positionals(call, 6);
      const marks = Number(textOption(call, 'marks') ?? MARKS);
      return await mergeForGit({ base, ours, theirs, path, made }, marks > 0 ? marks : MARKS, io);
    }
    throw new UsageError('It is "install" or "uninstall"; git itself calls "diff" and "merge".');
  },
};
