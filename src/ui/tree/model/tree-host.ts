// The tree model as its parts see it. Rows, writes, dragging and fields depend on these interfaces, not on the model, which is
// composed of them.

import type { EditIntent } from '../../../shared/protocol/edit-intent.ts';
import type { EditResult } from '../../../shared/protocol/protocol.ts';
import type { Revision } from '../../../shared/units.ts';
import type { DocumentClient, RunTask } from '../../client/document.ts';
import type { CachedRow, RowCache } from './row-cache.ts';
import type { Scroller } from '../../widgets/rows/scroll-position.ts';
import type { RowSelection } from './selection.ts';
import type { Field, InsertionPoint, SelectionSnapshot, TreeState } from './tree-state.ts';

/** The writes that other parts of the tree call; `model/tree-writes.ts` implements them. */
export interface TreeWrites {
  rowNow(row: number): Promise<CachedRow | undefined>;
  takeBack(): Promise<void>;
  write(label: string, base: Revision, intent: EditIntent, joins?: boolean): Promise<EditResult>;
  changeSelected(label: string, intentOf: (nodes: Uint32Array) => EditIntent): Promise<void>;
}

/** The model of one tree, for its parts. */
export interface TreeHost {
  readonly client: DocumentClient;
  readonly cache: RowCache;
  readonly scroller: Scroller;
  readonly writing: TreeWrites;
  readonly dragging: { readonly drop: InsertionPoint | null; subscribe(listener: () => void): () => void };
  readonly state: TreeState;
  readonly focus: number;
  readonly standpoint: SelectionSnapshot;
  readonly runTask: RunTask;
  /** Whether the tree has been left. */
  readonly isDisposed: boolean;
  onRepeatedKey(key: string, revision: Revision): void;
  subscribe(listener: () => void): () => void;
  announce(said: string): void;
  reportDone(done: string): void;
  setSelection(selection: RowSelection): void;
  setInsertionPoint(caret: InsertionPoint): void;
  run(action: Promise<unknown>): void;
  setField(field: Field | null): void;
  show(result: EditResult, before?: SelectionSnapshot): Promise<void>;
  toggle(row: number, wholeSubtree?: boolean): Promise<void>;
}
