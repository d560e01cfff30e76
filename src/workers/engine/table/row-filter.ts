// Finds the rows of an array that match filters, from their bytes. Values are compared as in the Transform wizard. A missing
// value matches no filter except `kind`.

import { unquote } from '../../../shared/bytes/literals.ts';
import { decodeUtf8 } from '../../../shared/bytes/utf8.ts';
import type { TableFilter } from '../../../shared/protocol/table.ts';
import type { Work } from '../base/work.ts';
import { Predicate } from '../query/predicate.ts';
import { valueKind } from '../suggest/value-kinds.ts';
import { fetchEntries } from '../tape/prefetch.ts';
import type { Places } from '../tape/places.ts';
import { CellFinder } from './cell-finder.ts';

/** Entries per slice. */
const SLICE_ENTRIES = 65_536;

/** Whether a row matches. `node` is the value at the filter's path; -1 when there is none. */
type Test = (item: number, node: number) => boolean;

/** The positions of the rows that match all filters. The tape must be that of the text. Cost: a walk over the rows. */
export function* matchingRows(places: Places, array: number, filters: readonly TableFilter[]): Work<Uint32Array> {
  const { tape } = places;
  const finder = new CellFinder(
    places,
    filters.map((filter) => filter.path ?? []),
    true,
  );
  const tests = filters.map((filter) => testOf(places, filter));
  const nodes = new Int32Array(filters.length);
  const total = places.children.count(array);
  const matching = new Uint32Array(total);
  const close = tape.closing(array);
  let count = 0;
  let fetched = 0;
  let paused = array;
  for (let item = array + 1, position = 0; item < close; item = tape.next(item), position += 1) {
    if (item >= fetched) fetched = fetchEntries(tape, item, close);
    finder.find(item, nodes, 0);
    let matches = true;
    for (let index = 0; matches && index < tests.length; index += 1)
      matches = tests[index]?.(item, nodes[index] ?? -1) ?? false;
    if (matches) {
      matching[count] = position;
      count += 1;
    }
    if (item - paused < SLICE_ENTRIES) continue;
    paused = item;
    yield { done: position, total };
  }
  return matching.slice(0, count);
}

function testOf(places: Places, filter: TableFilter): Test {
  switch (filter.type) {
    case 'compare': {
      const predicate = new Predicate(places, filter);
      return (item, node) => node >= 0 && predicate.matches(item, node);
    }
    case 'one-of': {
      const predicates = filter.literals.map(
        (literal) => new Predicate(places, { path: filter.path, operator: '==', literal }),
      );
      return (item, node) => node >= 0 && predicates.some((predicate) => predicate.matches(item, node));
    }
    case 'kind': {
      const kinds = new Set<string>(filter.kinds);
      return (_, node) => kinds.has(node < 0 ? 'missing' : valueKind(places.text.byteAt(places.tape.start(node))));
    }
    case 'contains': {
      const wanted = filter.text.toLowerCase();
      if (filter.path !== null) return (_, node) => node >= 0 && textOf(places, node).toLowerCase().includes(wanted);
      return (item) => someScalar(places, item, (node) => textOf(places, node).toLowerCase().includes(wanted));
    }
  }
}

/** A value as its cell shows it: a string without quotes and escapes, anything else as spelt. */
export function textOf(places: Places, node: number): string {
  const { start, end } = places.range(node);
  const spelt = decodeUtf8(places.text.slice(start, end));
  return places.kind(node) === 'string' ? unquote(spelt) : spelt;
}

function someScalar({ tape }: Places, item: number, test: (node: number) => boolean): boolean {
  const end = tape.next(item);
  for (let entry = item; entry < end; entry += 1)
    if (!tape.isOpening(entry) && !tape.isClosing(entry) && test(entry)) return true;
  return false;
}
