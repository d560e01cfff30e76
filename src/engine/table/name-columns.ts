// Makes objects of the items of an array of arrays, with keys from its first item.

import { CodedError } from '../../shared/errors.ts';
import type { Splice } from '../../shared/document/splice.ts';
import { encodeUtf8 } from '../../shared/bytes/utf8.ts';
import { TABLE_EDIT } from '../../shared/texts/edits.ts';
import { SpliceList } from '../base/splice-list.ts';
import type { Work } from '../base/work.ts';
import { planEdit } from '../edit/edit.ts';
import type { Places } from '../tape/places.ts';
import { textOf } from './filter/text-filter.ts';

const SLICE_ROWS = 1024;

/** Plans the change. @throws CodedError `refused` when the first item is no array */
export function* nameColumns(
  places: Places,
  array: number,
): Work<{ readonly splices: readonly Splice[]; readonly count: number }> {
  const { tape } = places;
  const first = array + 1;
  const close = tape.closing(array);
  if (first >= close || places.kind(first) !== 'array') throw new CodedError('refused', TABLE_EDIT.noNames);
  const keys: Uint8Array[] = [];
  const used = new Set<string>();
  const keyAt = (index: number, text: string): void => {
    const wanted = text.trim() === '' ? `column ${index + 1}` : text;
    let name = wanted;
    for (let number = 2; used.has(name); number += 1) name = `${wanted} ${number}`;
    used.add(name);
    keys[index] = encodeUtf8(`${JSON.stringify(name)}:`);
  };
  const end = tape.closing(first);
  let width = 0;
  for (let cell = first + 1; cell < end; cell = tape.next(cell)) {
    keyAt(width, textOf(places, cell));
    width += 1;
  }
  const removal = yield* planEdit(places, { type: 'remove', nodes: Uint32Array.of(first) });
  const list = new SpliceList(tape.memory, Infinity);
  const [open, shut] = [encodeUtf8('{'), encodeUtf8('}')];
  let count = 0;
  for (let item = tape.next(first); item < close; item = tape.next(item)) {
    if (places.kind(item) !== 'array') continue;
    const { start, end: itemEnd } = places.range(item);
    list.add(start, start + 1, open);
    let index = 0;
    const last = tape.closing(item);
    for (let cell = item + 1; cell < last; cell = tape.next(cell)) {
      if (index >= width) {
        keyAt(index, '');
        width += 1;
      }
      const at = places.range(cell).start;
      list.add(at, at, keys[index] ?? shut);
      index += 1;
    }
    list.add(itemEnd - 1, itemEnd, shut);
    count += 1;
    if (count % SLICE_ROWS === 0) yield { done: count, total: places.children.count(array) };
  }
  return { splices: removal.concat(list.finish()), count };
}
