// The keys of the tree. @see ARIA APG, treegrid; TRE-3

import { KeyCommands } from '../../model/key-commands.ts';
import { TREE_KEYS, type TreeCommand } from '../../model/commands.ts';

/** The commands of the tree by their keys. */
export const treeKeys = new KeyCommands<TreeCommand>(
  TREE_KEYS,
  new Set(['up', 'down', 'pageUp', 'pageDown', 'first', 'last']),
  new Set(['cut', 'copy', 'paste', 'pasteText']),
);
