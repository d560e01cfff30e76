// What the schema says of a key, as the rows of the tree and the heads of columns show it.

import type { PlaceNote } from '../../shared/protocol/assist.ts';
import { sayPlace } from '../strings/panel/schema-help.ts';

/** What stands beside a key, and in its tooltip. */
export interface KeyNote {
  readonly isRequired: boolean;
  readonly isDeprecated: boolean;
  /** Plain text; empty for nothing. */
  readonly hint: string;
}

/** The note of a key; `null` where the schema says nothing, and `before` where that says the same. */
export function keyNoteOf(note: PlaceNote, before: KeyNote | null | undefined): KeyNote | null {
  const { isRequired, isDeprecated } = note;
  const hint = sayPlace(note, null).join('\n');
  if (!isRequired && !isDeprecated && hint === '') return null;
  const isSame = before?.isRequired === isRequired && before.isDeprecated === isDeprecated && before.hint === hint;
  return isSame ? before : { isRequired, isDeprecated, hint };
}
