// The origin of a panel's document.

import type { EncodingName } from '../../shared/document/encoding-name.ts';
import type { Access } from './document-meta.ts';
import type { CompoundKey, ShelfKey, ShelfName } from './document-key.ts';

/** The origin of a panel's document. */
export type Origin =
  | { readonly kind: 'none' | 'disk' | 'sample' }
  | { readonly kind: 'url' | 'json'; readonly key: CompoundKey }
  | ShelvedOrigin;

/** The origin of a local or cloud document. */
export interface ShelvedOrigin {
  readonly kind: ShelfName;
  readonly key: ShelfKey;
  /** The revision that the panel's content is based on. */
  readonly rev: number;
  /** Users with access besides the owner; `null` if unknown. */
  readonly access: readonly Access[] | null;
}

/** Returns the encoding of a document where it is stored: the cloud has UTF-8 only (RFC 8259, section 8.1). */
export function storedEncoding({ kind }: Pick<Origin, 'kind'>, encoding: EncodingName): EncodingName {
  return kind === 'cloud' ? 'utf-8' : encoding;
}

/** Whether a document is stored on a shelf. */
export function isShelved(origin: Origin): origin is ShelvedOrigin {
  return 'rev' in origin;
}
