// What the user is told about a result of jq: numbers that it spells or rounds in its own way, and strings that it can't hold.

import type { QueryNote } from '../../../shared/protocol/query.ts';
import { LETTER_E, POINT, ZERO } from '../../../shared/bytes/ascii.ts';
import { unquote } from '../../../shared/bytes/literals.ts';
import { decodeUtf8 } from '../../../shared/bytes/utf8.ts';
import type { Work } from '../../base/work.ts';
import { numberAt } from '../../query/inexact.ts';
import type { QueryInput } from '../../query/input.ts';
import type { ReadPlaces } from '../../tape/places.ts';
import type { Range } from '../../tape/tape.ts';
import { formatNumber } from './numbers.ts';

const LOWER_CASE = 0x20;
const SLICE_ENTRIES = 1 << 19;
/** Functions that pass numbers on with their digits, or compare them, which jq does exactly. */
const SELECTS = new Set(
  (
    'all and any as catch def del else elif empty end error first from_entries getpath group_by has if in index input isempty ' +
    'join keys keys_unsorted last length limit map map_values max max_by min min_by not null numbers objects or paths recurse ' +
    'reverse select sort sort_by split strings test then to_entries tojson tostring true false try type unique unique_by ' +
    'values walk with_entries arrays scalars booleans nulls ascii_downcase ascii_upcase startswith endswith'
  ).split(' '),
);

/** `isMended`: whether lone surrogates were replaced. */
export function* findNotes(input: QueryInput, program: string, isMended: boolean): Work<QueryNote[]> {
  const notes: QueryNote[] = [];
  if (mayCalculate(program)) {
    const inexact = yield* input.inexact();
    if (inexact !== null) notes.push({ type: 'rounded', ...inexact });
  }
  if (yield* isRespelled(input)) notes.push({ type: 'respelled' });
  if (isMended) notes.push(yield* findReplaced(input));
  return notes;
}

/** Whether a program may calculate, which jq does with doubles. */
function mayCalculate(program: string): boolean {
  // An interpolation may hold any program.
  if (program.includes('\\(')) return true;
  const bare = program.replace(/"(?:[^"\\]|\\.)*"/gs, '""').replaceAll('//', ' ');
  if (/[-+*/%]/.test(bare)) return true;
  const names = bare.match(/[.$]?[A-Za-z_]\w*/g) ?? [];
  return names.some((name) => /^\w/.test(name) && !SELECTS.has(name));
}

/** The strings and keys with half a surrogate pair. */
function* findReplaced({ places, node }: QueryInput): Work<QueryNote> {
  const { tape } = places;
  const close = tape.closing(node);
  /** Whether each of the containers around the entry is an object. */
  const around: boolean[] = [];
  let count = 0;
  let first = node;
  const isMended = ({ start, end }: Range): boolean =>
    /[\ud800-\udfff]/u.test(unquote(decodeUtf8(places.text.slice(start, end))));
  for (let entry = node; entry <= close; entry += 1) {
    if ((entry - node) % SLICE_ENTRIES === SLICE_ENTRIES - 1) yield { done: entry - node, total: close - node };
    if (tape.isClosing(entry)) {
      around.pop();
      continue;
    }
    const kind = places.kind(entry);
    const hasKey = around.at(-1) === true;
    if (tape.isOpening(entry)) around.push(kind === 'object');
    if (!(kind === 'string' && isMended(places.range(entry))) && !(hasKey && isMended(places.keyRange(entry))))
      continue;
    if (count === 0) first = entry;
    count += 1;
  }
  return { type: 'replaced', count, path: places.path(first) };
}

/** Whether the value has numbers that jq spells differently. */
function* isRespelled({ places, node }: QueryInput): Work<boolean> {
  const { tape } = places;
  const close = tape.closing(node);
  for (let entry = node; entry <= close; entry += 1) {
    if ((entry - node) % SLICE_ENTRIES === SLICE_ENTRIES - 1) yield { done: entry - node, total: close - node };
    if (tape.isOpening(entry) || tape.isClosing(entry) || places.kind(entry) !== 'number') continue;
    if (!mayDiffer(places, entry)) continue;
    const number = numberAt(places, entry);
    if (formatNumber(number) !== number) return true;
  }
  return false;
}

/** Whether a number has an exponent, or is a small fraction: all others are written unchanged. */
function mayDiffer({ tape, text }: ReadPlaces, entry: number): boolean {
  const start = tape.start(entry);
  const end = start + tape.scalarLength(entry);
  for (let at = start; at < end; at += 1) {
    const byte = text.byteAt(at);
    if ((byte | LOWER_CASE) === LETTER_E || (byte === POINT && text.byteAt(at + 1) === ZERO)) return true;
  }
  return false;
}
