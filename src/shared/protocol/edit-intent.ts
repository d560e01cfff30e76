// What an edit of the tree asks for: which values, and what is to become of them. The worker writes the text.

import type { LayoutOptions, SortDirection } from './format-options.ts';
import type { Dialect } from '../document/dialect.ts';
import type { Path } from '../document/path.ts';
import type { TableIntent } from './table.ts';
import type { NodeIndex } from '../units.ts';
import type { WizardFilter } from './wizard.ts';

/** What a value can be turned into; `text` is a string that holds its JSON, `json` the value that such a string holds. */
export type ConvertTarget = 'object' | 'array' | 'text' | 'json';

/** Where something goes: beside a value, or to the end of what a container holds. */
export type Where = 'before' | 'after' | 'inside';

/** What items are ordered by; a path leads from each item to what counts. */
export type SortBy = { readonly type: 'key' | 'value' } | { readonly type: 'path'; readonly path: Path };

/** How the items of a container are to be ordered. */
export interface SortRequest {
  readonly node: NodeIndex;
  readonly by: SortBy;
  readonly direction: SortDirection;
}

/**
 * What a person wants changed in the tree or the table; the worker makes splices of it. `json` is JSON text,
 * a `key` counts where the container is an object. Lists of nodes need no order; a node inside another one
 * of the list goes with that.
 */
export type EditIntent = TreeIntent | TableIntent;

/** A change that names values of the tape. */
export type TreeIntent = PlainIntent | PasteIntent | ShiftIntent | FilterIntent;

/** A pasted text: JSON, members or items as they stand between brackets, or else a string. */
export interface PasteIntent {
  readonly type: 'paste';
  readonly node: NodeIndex;
  readonly where: Where | 'replace';
  readonly text: string;
  /** For values that bring no key of their own into an object. */
  readonly keys: readonly string[];
  /** `text`: a string, whatever it looks like. */
  readonly as: 'auto' | 'text';
  /** What is known of a text that this page has copied. */
  readonly copied?: Copied | null;
}

/** Values that were copied as a text: several with a comma between, as they stand between brackets or braces. */
export interface Copied {
  readonly count: number;
  /** The dialect of the document that they come from. */
  readonly dialect: Dialect;
}

/** What a pasted text was taken for. */
export type PastedAs = 'json' | 'items' | 'text';

/** Values of one container by one place. */
export interface ShiftIntent {
  readonly type: 'shift';
  readonly nodes: NodeList;
  readonly by: 'up' | 'down';
}

/** Of containers only the items that match stay, in objects the members whose values do. */
export interface FilterIntent {
  readonly type: 'filter';
  readonly nodes: NodeList;
  readonly filter: WizardFilter;
}

/** An intent that says all that is to be written. */
export type PlainIntent =
  | { readonly type: 'set'; readonly node: NodeIndex; readonly json: string }
  /** One text for all, or one for each. */
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
  /** Items of containers go; they rise. */
  | { readonly type: 'drop'; readonly nodes: NodeList; readonly items: Uint32Array }
  | { readonly type: 'convert'; readonly nodes: NodeList; readonly to: ConvertTarget }
  | { readonly type: 'wrap'; readonly nodes: NodeList; readonly into: 'object' | 'array' }
  /** `extract`: the value becomes the document; several become an array that is the document. */
  | { readonly type: 'unwrap' | 'extract'; readonly nodes: NodeList }
  | { readonly type: 'format'; readonly node: NodeIndex; readonly options: LayoutOptions };

/** Nodes; a typed array where there may be millions. */
export type NodeList = readonly NodeIndex[] | Uint32Array;

/** Something entered or pasted. */
export interface EnteredItem {
  readonly key: string;
  readonly json: string;
}
