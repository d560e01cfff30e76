// Edits of the tree and the table as intents: the affected values and the operation. The worker turns them into splices.

import type { LayoutOptions, SortDirection } from './format-options.ts';
import type { Dialect } from '../document/dialect.ts';
import type { Path } from '../document/path.ts';
import type { TableIntent } from './table.ts';
import type { NodeIndex } from '../units.ts';
import type { WizardFilter } from './wizard.ts';

/** Targets of a conversion; `text` is a string that contains the value's JSON, `json` is the value in such a string. */
export type ConvertTarget = 'object' | 'array' | 'text' | 'json';

/** A target position: next to a value, or at the end of a container. */
export type Where = 'before' | 'after' | 'inside';

/** Sort key of items; a path leads from an item to the compared value. */
export type SortBy = { readonly type: 'key' | 'value' } | { readonly type: 'path'; readonly path: Path };

/** How to sort the items of a container. */
export interface SortRequest {
  readonly node: NodeIndex;
  readonly by: SortBy;
  readonly direction: SortDirection;
}

/**
 * An edit of the tree or the table, which the worker turns into splices. `json` is JSON text; a `key` is used if the container
 * is an object. Lists of nodes need no order; a node inside another node of the list is covered by that one.
 */
export type EditIntent = TreeIntent | TableIntent | StringsIntent;

/** Makes JSON of all strings that hold it, or strings of what was unpacked before. */
export interface StringsIntent {
  readonly type: 'unpack' | 'pack';
}

/** An edit of values identified by their tape entries. */
export type TreeIntent = PlainIntent | PasteIntent | ShiftIntent | FilterIntent;

/** Pasted text: JSON, members or items without brackets, or otherwise a string. */
export interface PasteIntent {
  readonly type: 'paste';
  readonly node: NodeIndex;
  readonly where: Where | 'replace';
  readonly text: string;
  /** Keys for values that are inserted into an object without a key of their own. */
  readonly keys: readonly string[];
  /** `text`: inserts a string, whatever the text contains. */
  readonly as: 'auto' | 'text';
  /** What the page remembers about text that it copied itself. */
  readonly copied?: Copied | null;
}

/** Values that were copied as text: several are separated by commas, without brackets or braces. */
export interface Copied {
  readonly count: number;
  /** The dialect of the source document. */
  readonly dialect: Dialect;
  /** The comments of each value, if they were cut with it. */
  readonly comments?: readonly ItemComments[] | null;
}

/** How a pasted text was interpreted. */
export type PastedAs = 'json' | 'items' | 'text';

/** Moves values of one container by one position. */
export interface ShiftIntent {
  readonly type: 'shift';
  readonly nodes: NodeList;
  readonly by: 'up' | 'down';
}

/** Removes the items of containers that don't match; in objects, the members whose values don't match. */
export interface FilterIntent {
  readonly type: 'filter';
  readonly nodes: NodeList;
  readonly filter: WizardFilter;
}

/** An intent that contains everything that is to be written. */
export type PlainIntent =
  | { readonly type: 'set'; readonly node: NodeIndex; readonly json: string }
  /** One text for all nodes, or one per node. */
  | { readonly type: 'set-all'; readonly nodes: NodeList; readonly jsons: readonly string[] }
  | { readonly type: 'rename'; readonly node: NodeIndex; readonly key: string }
  | ({ readonly type: 'insert'; readonly node: NodeIndex; readonly where: Where } & EnteredItem)
  | {
      readonly type: 'insert-all';
      readonly node: NodeIndex;
      readonly where: Where;
      readonly items: readonly EnteredItem[];
    }
  | { readonly type: 'remove' | 'duplicate'; readonly nodes: NodeList }
  | { readonly type: 'move'; readonly nodes: NodeList; readonly target: NodeIndex; readonly where: Where }
  | {
      readonly type: 'sort';
      readonly nodes: NodeList;
      readonly by: SortBy;
      readonly direction: SortDirection;
    }
  /** Removes items of containers; `items` are sorted. */
  | { readonly type: 'drop'; readonly nodes: NodeList; readonly items: Uint32Array }
  | { readonly type: 'convert'; readonly nodes: NodeList; readonly to: ConvertTarget }
  | { readonly type: 'wrap'; readonly nodes: NodeList; readonly into: 'object' | 'array' }
  /** `extract`: the value becomes the document; several values become an array. */
  | { readonly type: 'unwrap' | 'extract'; readonly nodes: NodeList }
  | { readonly type: 'format'; readonly node: NodeIndex; readonly options: LayoutOptions };

/** Nodes; a typed array for potentially millions. */
export type NodeList = readonly NodeIndex[] | Uint32Array;

/** An entered or pasted item. */
export interface EnteredItem {
  readonly key: string;
  readonly json: string;
  readonly comments?: ItemComments;
}

/** The source text of comments before, inside and after an item. */
export interface ItemComments {
  readonly before: readonly string[];
  /** Between its key and its value. */
  readonly inside: readonly string[];
  readonly behind: readonly string[];
}
