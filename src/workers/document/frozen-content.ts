// A content that is read while the document changes.

import type { EncodingName } from '../../shared/document/encoding-name.ts';
import type { TextVersion } from '../../shared/protocol/protocol.ts';
import type { FrozenText } from '../../engine/document/frozen-text.ts';

/** A content that stays readable while the document changes. */
export interface FrozenContent extends Pick<TextVersion, 'content' | 'revision' | 'dialect'> {
  readonly text: FrozenText;
  /** The encoding of its file. */
  readonly encoding: EncodingName;
}
