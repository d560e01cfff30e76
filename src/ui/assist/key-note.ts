// The schema's notes on keys, for the rows of the tree and the heads of columns.

import type { PlaceNote } from '../../shared/protocol/assist.ts';
import { sayPlace } from '../strings/panel/schema-help.ts';

/** Marks beside a key, and its tooltip. */
export interface KeyNote {
  readonly isRequired: boolean;
  readonly isDeprecated: boolean;
  /** Plain text; empty if there is none. */
  readonly hint: string;
}

/** Returns the note of a key; `null` if the schema has none, and the object `before` if it is equal. */
export function keyNoteOf(note: PlaceNote, before: KeyNote | null | undefined): KeyNote | null {
  const { isRequired, isDeprecated } = note;
  const hint = sayPlace(note, null).join('\n');
  if (!isRequired && !isDeprecated && hint === '') return null;
  const isSame = before?.isRequired === isRequired && before.isDeprecated === isDeprecated && before.hint === hint;
  return isSame ? before : { isRequired, isDeprecated, hint };
}
