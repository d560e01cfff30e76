// Plans the edits that don't come from rows of the tree: those of the table, and of all strings that hold JSON.

import type { EditIntent, StringsIntent } from '../../shared/protocol/edit-intent.ts';
import type { TableIntent } from '../../shared/protocol/table.ts';
import type { Splice } from '../../shared/document/splice.ts';
import { CodedError } from '../../shared/errors.ts';
import { EDIT } from '../../shared/texts/edits.ts';
import type { Work } from '../../engine/base/work.ts';
import type { JsonDocument } from '../../engine/document/document.ts';
import { planPack, planUnpack } from '../../engine/edit/unpack.ts';
import { planTable } from '../../engine/table/table-edit.ts';
import type { PackedStrings } from './packed-strings.ts';

/** A planned edit. */
export interface WholeEdit {
  readonly splices: readonly Splice[];
  /** The number of values that it changes. */
  readonly count: number;
  /** Called when it is written, with the number of the content then. */
  readonly wrote?: (content: number) => void;
}

/** Whether an edit is none of rows. */
export function isWhole(intent: EditIntent): intent is TableIntent | StringsIntent {
  return intent.type === 'table' || intent.type === 'unpack' || intent.type === 'pack';
}

/** Plans an edit of a document with a content. @throws CodedError as `planTable`; `refused` if there is nothing to unpack or pack */
export function* planWhole(
  document: JsonDocument,
  strings: PackedStrings,
  content: number,
  intent: TableIntent | StringsIntent,
): Work<WholeEdit> {
  const { places } = document;
  if (intent.type === 'table') return yield* planTable(places, intent);
  if (intent.type === 'unpack') {
    const { splices, packed } = yield* planUnpack(places);
    if (packed.length === 0) throw new CodedError('refused', EDIT.nothingPacked);
    const wrote = (next: number): void => strings.add(packed, next);
    strings.keep(content);
    return { splices, count: packed.length, wrote };
  }
  const entries = strings.current(document, content);
  if (entries.length === 0) throw new CodedError('refused', EDIT.nothingUnpacked);
  const splices = yield* planPack(places, entries);
  strings.keep(content);
  return { splices, count: entries.length };
}
