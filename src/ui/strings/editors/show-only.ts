// Texts of showing only a part of a document.

import type { Narrowed } from '../../../shared/protocol/narrowing.ts';

const KINDS: Readonly<Record<Narrowed['kind'], string>> = {
  matches: 'matches',
  problems: 'problems',
  differences: 'differences',
  changes: 'changes since opening',
  path: '',
};

/** The bar above the rows or lines. */
export const NARROWED = {
  label: 'Shown only',
  /** How much is shown, and of what. */
  text: ({ kind, detail, count, of }: Narrowed): string =>
    `${count.toLocaleString()} of ${of.toLocaleString()} · ${kind === 'path' ? detail : KINDS[kind]}`,
  hint: ({ kind, detail }: Narrowed): string =>
    kind === 'matches'
      ? `Only what contains “${detail}” is shown. Nothing is deleted.`
      : 'The rest is hidden. Nothing is deleted.',
  end: 'Show everything',
  endHint: 'Show everything again (Escape)',
} as const;

/** The dialog, and the entries that open it. */
export const SHOW_ONLY = {
  title: 'Show only…',
  hint: 'matches, problems, a path',
  dialog: 'Show only',
  choices: 'What to show',
  matches: 'What find has found',
  noMatches: 'Search for something first (Ctrl+F).',
  problems: 'Problems',
  noProblems: 'There are no problems.',
  differences: 'Differences from the other document',
  noDifferences: 'Switch on Compare first.',
  changes: 'What has changed since it was opened',
  noChanges: 'Nothing has changed since it was opened.',
  path: 'A path',
  pathHint: 'A JSONPath such as $..price or $.list[*].name',
  noPath: 'Nothing is at this path.',
  go: 'Show',
  working: 'Finding what to show',
  everything: 'Show everything',
} as const;

export const SHOW_ONLY_MATCHES = {
  label: 'Show only matches',
  hint: 'Show only matches (Alt+N)',
} as const;

export const SHOW_ONLY_PROBLEMS = 'Show only these';
