// Plans the formatting of a whole document or of the values inside a selection, and maps the selection to the result: it stays
// on the same tokens.
//
//   whole      rewrite.ts, a new document       sort: sort-members.ts, a splice of the root
//   selection  the values inside it ─▶ splices of each

import { append } from '../../shared/append.ts';
import { CodedError, hasCode } from '../../shared/errors.ts';
import type { FormatOptions } from '../../shared/protocol/format-options.ts';
import type { Selection } from '../../shared/protocol/selection.ts';
import { ChangeMap } from '../../shared/document/changes.ts';
import type { Splice } from '../../shared/document/splice.ts';
import { decodeUtf8, encodeUtf8 } from '../../shared/bytes/utf8.ts';
import type { JsonDocument } from '../document/document.ts';
import { lineIndent } from '../layout/container-layout.ts';
import type { Places } from '../tape/places.ts';
import { convertNodes } from './convert.ts';
import { formatValues, rewriteDocument } from '../layout/rewrite.ts';
import { sortKeysInside } from '../sort/sort-members.ts';
import { reindent } from '../layout/spelling.ts';
import { SpliceList } from '../base/splice-list.ts';
import { offsetAt, tokenAt, type TokenPlace } from './token-place.ts';
import type { Work } from '../base/work.ts';
import { NOT_VALID } from '../../shared/texts/documents.ts';
import { FORMAT } from '../../shared/texts/formatting.ts';

/** Values per slice. */
const SLICE_NODES = 4096;
/** Escaping can double a text, and the result must fit in a string. */
const MAX_ESCAPED_LENGTH = 250_000_000;

/** A new document, or splices of the existing one. */
export type Reformatted = Carried &
  (
    | { readonly type: 'document'; readonly document: JsonDocument }
    | { readonly type: 'splices'; readonly splices: Splice[] }
  );

interface Carried {
  /** The selection afterwards, in the resulting document; `null` when it is unknown. */
  selectionIn(document: JsonDocument): Selection | null;
  /** The starts of containers that were expanded and have moved, in the resulting document. */
  expandedIn(document: JsonDocument): Uint32Array;
}

/**
 * Plans the formatting of a document, or of the values inside `spans`. The resulting document must be settled before it is
 * passed to `selectionIn`.
 * @throws CodedError `invalid-document`, `refused`, `too-large`
 */
export function* reformat(
  source: JsonDocument,
  options: FormatOptions,
  spans: Selection | null,
  selection: Selection | null,
): Work<Reformatted> {
  const nodes = spans === null ? [0] : valuesInside(checkLive(source), spans, options.style);
  const isWhole = nodes.length === 1 && nodes[0] === 0 && (spans === null || isAll(source, spans));
  if (options.style === 'sort') return yield* sortKeys(source, nodes, options.direction, selection);
  if (isWhole) {
    const carry = carrySelection(source, options.style.endsWith('escape') ? null : selection);
    return { type: 'document', document: yield* rewriteDocument(source, options), ...carry };
  }
  const { places } = source;
  if (!('indent' in options)) {
    const splices = yield* respell(places, nodes, options.style);
    const first = nodes[0] ?? 0;
    const last = nodes.at(-1) ?? first;
    const all = { start: places.range(first).start, end: places.range(last).end };
    const { start: anchor, end: active } = ChangeMap.of(splices).mapRange(all, 'inclusive');
    return { type: 'splices', splices, ...NOTHING_CARRIED, selectionIn: () => [{ anchor, active }] };
  }
  const carry = carrySelection(source, selection);
  const containers = nodes.filter((node) => source.tape.isOpening(node));
  return { type: 'splices', splices: yield* formatValues(places, containers, options), ...carry };
}

/** Whether a selection that contains the root leaves nothing around it unselected: white space there would stay. */
function isAll({ places, tape, size }: JsonDocument, spans: Selection): boolean {
  const { start, end } = places.range(0);
  if (tape.bracketLength(0) === 0 || (start === 0 && end === size)) return true;
  return spans.some(({ anchor, active }) => Math.min(anchor, active) === 0 && Math.max(anchor, active) >= size);
}

const NOTHING_CARRIED: Carried = { selectionIn: () => null, expandedIn: () => new Uint32Array() };

/** Records the selected tokens. `entryOf` maps an entry to its new one. */
function carrySelection(
  source: JsonDocument,
  selection: Selection | null,
  entryOf = (entry: number): number => entry,
): Carried {
  if (selection === null || !source.isLive) return NOTHING_CARRIED;
  const { places } = source;
  const carried = selection.map(({ anchor, active }) => [tokenAt(places, anchor), tokenAt(places, active)] as const);
  return {
    ...NOTHING_CARRIED,
    selectionIn({ places: made, isLive }) {
      if (!isLive) return null;
      const at = (place: TokenPlace | null): number =>
        place === null ? 0 : offsetAt(made, { ...place, entry: entryOf(place.entry) });
      return carried.map(([anchor, active]) => ({ anchor: at(anchor), active: at(active) }));
    },
  };
}

function* sortKeys(
  source: JsonDocument,
  all: readonly number[],
  direction: 'ascending' | 'descending',
  selection: Selection | null,
): Work<Reformatted> {
  const places = checkLive(source);
  const { tape, rows } = source;
  const nodes = all.filter((node) => tape.isOpening(node));
  const splices: Splice[] = [];
  const moves: ((entry: number) => number)[] = [];
  for (const [index, node] of nodes.entries()) {
    const sorted = yield* sortKeysInside(places, node, direction);
    append(splices, sorted.splices);
    moves[index] = sorted.entryOf;
  }
  const entryOf = (entry: number): number => {
    const index = nodes.findLastIndex((node) => node <= entry);
    return index >= 0 && entry <= tape.closing(nodes[index] ?? 0) ? (moves[index]?.(entry) ?? entry) : entry;
  };
  const expanded = nodes.flatMap((node, index) =>
    Array.from(rows.expandedStarts(node, tape.next(node)), (start) => moves[index]?.(tape.lastAtOrBefore(start)) ?? 0),
  );
  return {
    type: 'splices',
    splices,
    ...carrySelection(source, selection, entryOf),
    expandedIn: ({ tape: made, isLive }) =>
      isLive ? Uint32Array.from(expanded, (entry) => made.start(entry)).toSorted() : new Uint32Array(),
  };
}

/**
 * The splices that turn values into strings, or strings into the values that they contain.
 * @throws CodedError `refused`, `too-large`
 */
function* respell(places: Places, nodes: readonly number[], style: 'escape' | 'unescape'): Work<Splice[]> {
  const list = new SpliceList(places.tape.memory);
  for (const [index, node] of nodes.entries()) {
    const { start, end } = places.range(node);
    if (style === 'escape') {
      if (end - start > MAX_ESCAPED_LENGTH) throw new CodedError('too-large', FORMAT.tooLargeToEscape);
      const text = reindent(places.text.slice(start, end).slice(), lineIndent(places, start) ?? '', '', '\n');
      list.add(start, end, encodeUtf8(JSON.stringify(decodeUtf8(text))));
    } else {
      for (const splice of yield* parsed(places, node)) list.add(splice.start, splice.end, splice.insert);
    }
    if (index % SLICE_NODES === 0) yield { done: index, total: nodes.length };
  }
  return list.finish();
}

function* parsed(places: Places, node: number): Work<Splice[]> {
  if (places.kind(node) !== 'string') throw new CodedError('refused', FORMAT.onlyString);
  try {
    return yield* convertNodes(places, [node], 'json');
  } catch (error) {
    if (!hasCode(error, 'syntax')) throw error;
    throw new CodedError('refused', FORMAT.noJsonInside);
  }
}

/** The outermost values that are entirely inside the selection; for unescaping also the string around it. */
function valuesInside(places: Places, spans: Selection, style: FormatOptions['style']): number[] {
  const { tape } = places;
  const nodes: number[] = [];
  let behind = 0;
  const ranges = spans.map(({ anchor, active }) => ({
    start: Math.min(anchor, active),
    end: Math.max(anchor, active),
  }));
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    const from = tape.lastAtOrBefore(start - 1) + 1;
    for (let entry = Math.max(behind, from); entry < tape.count && tape.start(entry) < end;) {
      const isInside = !tape.isClosing(entry) && places.range(entry).end <= end;
      if (isInside) nodes.push(entry);
      entry = isInside ? tape.next(entry) : entry + 1;
      behind = entry;
    }
    const around = style === 'unescape' && nodes.length === 0 ? tape.lastAtOrBefore(start) : -1;
    if (around >= 0 && !tape.isClosing(around) && places.kind(around) === 'string' && places.range(around).end >= end)
      nodes.push(around);
  }
  if (nodes.length > 0) return nodes;
  throw new CodedError('refused', style === 'unescape' ? FORMAT.inNoString : FORMAT.noWholeValue);
}

function checkLive(source: JsonDocument): Places {
  if (source.isLive) return source.places;
  throw new CodedError('invalid-document', NOT_VALID.toFormat, source.error?.place ?? null);
}
