// Where the document of a panel came from.

import type { Access } from './access.ts';
import type { CompoundKey, ShelfKey } from './compound-key.ts';
import type { ShelfName } from './shelf-name.ts';

/** Where a panel's document came from. */
export type Origin =
  | { readonly kind: 'none' | 'disk' | 'sample' }
  | { readonly kind: 'url' | 'json'; readonly key: CompoundKey }
  | ShelvedOrigin;

/** Where a document is that has an id, in this browser or in the cloud. */
export interface ShelvedOrigin {
  readonly kind: ShelfName;
  readonly key: ShelfKey;
  /** The revision that the panel's content is based on. */
  readonly rev: number;
  /** Who may open it, besides its owner; `null` where that is not known. */
  readonly access: readonly Access[] | null;
}

/** Whether a document is kept under an id. */
export function isShelved(origin: Origin): origin is ShelvedOrigin {
  return 'rev' in origin;
}
