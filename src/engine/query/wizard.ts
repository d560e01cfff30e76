// Runs the wizard on the tape: rows are selected and sorted by their entries, and bytes are copied. No values are created, so
// numbers, keys and escapes keep their spelling. Otherwise the result is that of the generated queries
// (`shared/protocol/wizard.ts`).
//
//   items ─ eachBatch ─► rows ─────────────────────────── TextBuffer ─► pieces of JSON
//                         ├─ SortKeyReader ─ orderOf ──┐       ▲
//                         └─ TextBuffer, unsorted ─────┴─ in sorted order

import { joinBytes } from '../../shared/bytes/bytes.ts';
import { CodedError } from '../../shared/errors.ts';
import { encodeUtf8 } from '../../shared/bytes/utf8.ts';
import type { Wizard, WizardFields, WizardSort } from '../../shared/protocol/wizard.ts';
import type { JsonDocument } from '../document/document.ts';
import type { Places } from '../tape/places.ts';
import { fieldPath, measureShape } from '../suggest/shape.ts';
import { orderOf } from '../sort/sort.ts';
import { SortKeyReader } from '../sort/sort-keys.ts';
import type { Work } from '../base/work.ts';
import { Picker } from './picker.ts';
import { eachBatch } from './filtered-items.ts';
import { TextBuffer } from '../base/text-buffer.ts';
import { QUERY } from '../../shared/texts/queries.ts';

/** Rows and bytes per slice. */
const SLICE_ROWS = 8192;
const SLICE_BYTES = 4 * 1024 * 1024;
/** Most fields that the user can choose from. */
const MAX_FIELDS = 1000;

const [OPEN, CLOSE, COMMA] = ['[', ']', ','].map(encodeUtf8) as [Uint8Array, Uint8Array, Uint8Array];

/**
 * Returns the result of a wizard on an array, as pieces of JSON in UTF-8. Reads the live tape, which must not change while it
 * runs. Cost: a walk over the items, and the bytes of those that are selected.
 * @throws CodedError `refused` for a value that is not an array
 */
export function* carryOutWizard(places: Places, node: number, wizard: Wizard): Work<Uint8Array[]> {
  if (places.kind(node) !== 'array') throw new CodedError('refused', QUERY.noArray);
  const text = new TextBuffer();
  text.add(OPEN);
  const picker = new Picker(places, wizard.pick);
  if (wizard.sort !== null) yield* writeSorted(places, node, wizard, wizard.sort, picker, text);
  else if (picker.copies && places.tape.bracketLength(node) > 0) yield* writeRuns(places, node, wizard, picker, text);
  else yield* writeRows(places, node, wizard, picker, text);
  text.add(CLOSE);
  return text.finish();
}

/** The fields of all items of an array, for the user to choose from. @throws CodedError `invalid-document` */
export function* wizardFields(document: JsonDocument, node: number, limit = MAX_FIELDS): Work<WizardFields> {
  const shape = yield* measureShape(document, node, limit);
  const { items, complete } = shape;
  const fields = shape.fields.map(({ presence, kinds }, index) => ({ path: fieldPath(shape, index), presence, kinds }));
  return { items, complete, fields };
}

/** Writes whole rows; consecutive rows are copied in one piece with the bytes between them. */
function* writeRuns(
  places: Places,
  container: number,
  filters: Wizard,
  { bytes }: Picker,
  text: TextBuffer,
): Work<void> {
  const { tape } = places;
  let behind = -1;
  for (const { entries, progress, isSlice } of eachBatch(places, container, filters)) {
    for (let first = 0, last = 0; first < entries.length; first = last) {
      const row = entries[first] ?? 0;
      for (last = first + 1; last < entries.length && entries[last] === tape.next(entries[last - 1] ?? 0);) last += 1;
      if (behind >= 0) text.add(COMMA);
      behind = entries[last - 1] ?? 0;
      text.add(bytes, tape.start(row), places.range(behind).end);
    }
    if (isSlice || text.takeWritten(SLICE_BYTES)) yield progress;
  }
}

/** Writes rows one by one, or what is selected of them. */
function* writeRows(places: Places, container: number, filters: Wizard, picker: Picker, text: TextBuffer): Work<void> {
  const { paths } = picker;
  let isFirst = true;
  for (const { entries, nodes, progress, isSlice } of eachBatch(places, container, filters, 'matching', paths)) {
    for (let index = 0; index < entries.length; index += 1) {
      if (!isFirst) text.add(COMMA);
      isFirst = false;
      if (picker.isPlain) picker.write(nodes, index * paths.length, text);
      else yield* picker.spell(nodes, index * paths.length, text);
    }
    if (isSlice || text.takeWritten(SLICE_BYTES)) yield progress;
  }
}

/** Writes sorted rows. Their selected parts are written before sorting: reading them again in sorted order takes longer. */
function* writeSorted(
  places: Places,
  container: number,
  filters: Wizard,
  { path, direction }: WizardSort,
  picker: Picker,
  text: TextBuffer,
): Work<void> {
  const paths = [...picker.paths, path];
  const most = places.children.count(container);
  const reader = new SortKeyReader(places, { type: 'value' }, most, 'units');
  const [starts, ends] = [new Uint32Array(most), new Uint32Array(most)];
  const picked = new TextBuffer();
  let count = 0;
  for (const { entries, nodes, progress, isSlice } of eachBatch(places, container, filters, 'matching', paths)) {
    for (let index = 0, at = 0; index < entries.length; index += 1, at += paths.length) {
      reader.read(nodes[at + paths.length - 1] ?? -1);
      if (picker.copies) {
        const { start, end } = places.range(entries[index] ?? 0);
        starts[count] = start;
        ends[count] = end;
      } else {
        starts[count] = picked.size;
        if (picker.isPlain) picker.write(nodes, at, picked);
        else yield* picker.spell(nodes, at, picked);
        ends[count] = picked.size;
      }
      count += 1;
    }
    if (isSlice || picked.takeWritten(SLICE_BYTES)) yield progress;
  }
  const order = yield* orderOf(reader.finish(), direction, 'last');
  const bytes = picker.copies ? picker.bytes : joinBytes(picked.finish());
  for (const [place, index] of order.entries()) {
    if (place > 0) text.add(COMMA);
    text.add(bytes, starts[index] ?? 0, ends[index] ?? 0);
    if (place % SLICE_ROWS === 0 || text.takeWritten(SLICE_BYTES)) yield { done: place, total: count };
  }
}
