// What the wizard asks for: which items of a container, in which order, and what of each. It is written as a query in
// every language (`ui/transform`), and carried out over the tape (`workers/engine/query`).

import type { Path } from './path.ts';

export const OPERATORS = ['==', '!=', '<', '<=', '>', '>='] as const;

export type Operator = (typeof OPERATORS)[number];

/** Items whose value at a path compares so with a literal. */
export interface WizardFilter {
  /** Of keys, from an item on; empty for the item itself. */
  readonly path: Path;
  readonly operator: Operator;
  /** A JSON scalar, as it was typed. */
  readonly literal: string;
}

/** The order of items. */
export interface WizardSort {
  readonly path: Path;
  readonly direction: 'ascending' | 'descending';
}

/** Filter, then sort, then pick; each may be missing. */
export interface Wizard {
  readonly filter: WizardFilter | null;
  readonly sort: WizardSort | null;
  /** What is kept of each item: one path gives its value, several an object of them; none keeps the item. */
  readonly pick: readonly Path[];
}
