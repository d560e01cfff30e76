// The folder that `diptych open` serves to a tab, as the open dialog uses it.

import type { FolderList, FolderSort } from '../../shared/protocol/served-files.ts';
import type { Side } from './side.ts';

export interface FolderSource {
  readonly name: string;
  /** Lists its files whose path contains a text. @throws Error */
  list(query: string, sort: FolderSort, signal: AbortSignal): Promise<FolderList>;
  /** Opens one of its files in a panel, and reports why it can't. */
  open(name: string, side: Side): Promise<unknown>;
}
