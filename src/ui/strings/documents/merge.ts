// Texts about merging two versions of a document.

import type { ConflictKind } from '../../../shared/protocol/merge.ts';

export const MERGE = {
  action: 'Merge',
  title: 'Merge both versions',
  working: 'Merging',
  said: (count: number): string =>
    count === 1
      ? 'All edits of both versions go together but one. Whose stands?'
      : `All edits of both versions go together but ${count.toLocaleString()}. Whose stand?`,
  mine: 'Yours',
  theirs: 'Theirs',
  both: 'Both, yours first',
  write: 'Another value',
  writtenFor: (place: string): string => `Value for ${place}`,
  before: 'Before',
  none: 'removed',
  noneBefore: 'not there',
  root: 'the whole document',
  allMine: 'All yours',
  allTheirs: 'All theirs',
  merge: 'Merge',
  more: (count: number): string => `Show more (${count.toLocaleString()})`,
  place: (path: string, nth: number): string => (nth === 1 ? path : `${path}, member ${nth} of this key`),
  kinds: {
    'edit/edit': 'Both changed it.',
    'add/add': 'Both added it.',
    'delete/edit': 'You removed it, they changed it.',
    'edit/delete': 'You changed it, they removed it.',
    'move/move': 'Both moved its items.',
    comment: 'Both changed its comments.',
  } satisfies Readonly<Record<ConflictKind, string>>,
  renames: {
    'edit/edit': 'Each gave it another key.',
    'delete/edit': 'You removed it, they gave it another key.',
    'edit/delete': 'You gave it another key, they removed it.',
  } as Readonly<Partial<Record<ConflictKind, string>>>,
  done: (name: string, conflicts: number): string =>
    conflicts === 0
      ? `Merged "${name}" with the other version: all edits of both are in it.`
      : `Merged "${name}" with the other version; ${conflicts === 1 ? 'one conflict was' : `${conflicts.toLocaleString()} conflicts were`} decided by you.`,
  noBase: 'The version that both come from is not known here any more, so the two can only be compared.',
} as const;
