// What is expanded, folded and selected in a part of the text that another program has rewritten, carried over by path. Outside
// that part everything follows the text by itself.

import { ChangeMap } from '../../shared/document/changes.ts';
import type { Path, Segment } from '../../shared/document/path.ts';
import type { Selection } from '../../shared/protocol/selection.ts';
import type { JsonDocument } from '../document/document.ts';
import type { Ranges } from '../document/folds.ts';
import { nearest } from '../tape/nearest-path.ts';
import type { Places } from '../tape/places.ts';
import type { Range } from '../tape/tape.ts';
import { containersAround, foldRange } from '../textview/foldable.ts';
import type { Work } from '../base/work.ts';
import { offsetAt, tokenAt, type TokenPlace } from './token-place.ts';

/** Of more containers than this, the first are carried over; or all, where all of the document are expanded. */
const MAX_EXPANDED = 20_000;
const MAX_FOLDS = 1000;
const SLICE_STEPS = 512;
/** Up to this many children are looked up one by one; for more, the keys of the object are read once. */
const FEW_CHILDREN = 4;

/** Containers by path. */
interface Branch {
  isExpanded: boolean;
  readonly children: Map<Segment, Branch>;
}

/** An end of a selection: an offset that follows the text, or a token at a path. */
type KeptEnd =
  | { readonly offset: number }
  | { readonly path: Path; readonly isEnd: boolean; readonly token: TokenPlace };

/** The view of a part of a text, by path. */
export interface KeptView {
  readonly expanded: Branch;
  readonly isAllExpanded: boolean;
  readonly folded: readonly Path[];
  readonly selected: readonly (readonly [anchor: KeptEnd, active: KeptEnd])[] | null;
  readonly part: Range;
}

/** Records the view of the bytes of `part`, before they are replaced. */
export function* recordView(document: JsonDocument, part: Range, selection: Selection | null): Work<KeptView> {
  const { places, folds } = document;
  const expanded: Branch = { isExpanded: false, children: new Map() };
  const isAllExpanded = yield* recordExpanded(document, part, expanded);
  const folded: Path[] = [];
  if (document.isLive && !folds.isEmpty) {
    const { starts, ends } = folds.all;
    for (let index = 0; index < starts.length && folded.length < MAX_FOLDS; index += 1) {
      const range = { start: starts[index] ?? 0, end: ends[index] ?? 0 };
      if (!meets(range, part)) continue;
      const container = containersAround(document, range.start).findLast((one) =>
        isSame(foldRange(document, one), range),
      );
      if (container !== undefined) folded.push(places.path(container));
    }
  }
  const keep = (offset: number): KeptEnd => {
    const token = offset > part.start && offset < part.end && document.isLive ? tokenAt(places, offset) : null;
    if (token === null) return { offset };
    const isEnd = places.tape.isClosing(token.entry);
    return { path: places.path(token.entry), isEnd, token };
  };
  const selected = selection && selection.map(({ anchor, active }) => [keep(anchor), keep(active)] as const);
  return { expanded, isAllExpanded, folded, selected, part };
}

/**
 * Restores a view in the text that now has `length` bytes in place of the part, once that is checked. Returns the selection.
 */
export function* restoreView(document: JsonDocument, kept: KeptView, length: number): Work<Selection | null> {
  const { part, selected } = kept;
  const { places, isLive, size } = document;
  if (isLive) {
    yield* restoreExpanded(document, kept);
    restoreFolds(document, kept, { start: part.start, end: part.start + length });
  }
  const map = ChangeMap.ofRange({ start: part.start, end: part.end, length });
  const offsetOf = (end: KeptEnd): number => {
    if ('offset' in end) {
      const side = end.offset <= part.start ? 'before' : 'after';
      return Math.min(size, map.mapOffset(end.offset, side, 'overwrite'));
    }
    const found = isLive ? nearest(places, end.path) : null;
    if (found === null) return Math.min(size, part.start);
    if (found.path.length < end.path.length) return places.tape.start(found.node);
    const entry = end.isEnd && places.tape.isOpening(found.node) ? places.tape.closing(found.node) : found.node;
    return offsetAt(places, { ...end.token, entry });
  };
  return selected && selected.map(([anchor, active]) => ({ anchor: offsetOf(anchor), active: offsetOf(active) }));
}

/** Returns whether all containers of the document are expanded, and too many to be listed. */
function* recordExpanded(document: JsonDocument, part: Range, root: Branch): Work<boolean> {
  const { tape, places, rows, isLive } = document;
  if (tape.count === 0) return false;
  const first = isLive ? tape.lastAtOrBefore(part.start - 1) + 1 : 0;
  const end = isLive ? tape.lastAtOrBefore(part.end - 1) + 1 : tape.count;
  let count = 0;
  for (const entry of rows.expandedEntries(first, end)) {
    count += 1;
    if (count > MAX_EXPANDED) return expandsAll(document);
    let branch = root;
    for (const segment of places.path(entry)) {
      let child = branch.children.get(segment);
      if (child === undefined) branch.children.set(segment, (child = { isExpanded: false, children: new Map() }));
      branch = child;
    }
    branch.isExpanded = true;
    if (count % SLICE_STEPS === 0) yield { done: count, total: MAX_EXPANDED };
  }
  return false;
}

function expandsAll({ tape, rows }: JsonDocument): boolean {
  let closing = 0;
  for (let entry = 0; entry < tape.count; entry += 1) if (tape.isClosing(entry)) closing += 1;
  return rows.narrowed === null && rows.count === tape.count - closing;
}

function* restoreExpanded(
  { tape, places, rows }: JsonDocument,
  { expanded, isAllExpanded: isAll }: KeptView,
): Work<void> {
  if (isAll) return rows.expandAll();
  const found: number[] = [];
  const left: (readonly [entry: number, branch: Branch])[] = tape.count > 0 ? [[0, expanded]] : [];
  for (let steps = 1; ; steps += 1) {
    const next = left.pop();
    if (next === undefined) break;
    const [entry, { isExpanded, children }] = next;
    if (isExpanded) found.push(entry);
    for (const [child, branch] of childrenOf(places, entry, children)) left.push([child, branch]);
    if (steps % SLICE_STEPS === 0) yield { done: steps, total: steps };
  }
  rows.expandEntries(found);
  return undefined;
}

function* childrenOf(places: Places, entry: number, wanted: Branch['children']): Generator<readonly [number, Branch]> {
  const { tape } = places;
  if (!tape.isOpening(entry)) return;
  if (wanted.size <= FEW_CHILDREN || places.kind(entry) === 'array') {
    for (const [segment, branch] of wanted) {
      const child = places.child(entry, segment);
      if (child >= 0) yield [child, branch];
    }
    return;
  }
  const close = tape.closing(entry);
  for (let child = entry + 1; child < close; child = tape.next(child)) {
    const branch = wanted.get(places.key(child));
    if (branch !== undefined) yield [child, branch];
  }
}

/** `part`: the bytes that were written. */
function restoreFolds(document: JsonDocument, { folded }: KeptView, part: Range): void {
  const { folds, places } = document;
  if (folded.length === 0) return;
  // What is left of them there may reach over the lines of another container.
  folds.retain((start, end) => !meets({ start, end }, part));
  for (const path of folded) {
    const container = places.atPath(path);
    const range = container < 0 ? null : foldRange(document, container);
    if (range !== null && fits(folds.all, range))
      folds.add({ starts: Uint32Array.of(range.start), ends: Uint32Array.of(range.end) });
  }
}

/** Whether a fold overlaps no other one partly. */
function fits({ starts, ends }: Ranges, { start, end }: Range): boolean {
  for (let index = 0; index < starts.length; index += 1) {
    const [from, to] = [starts[index] ?? 0, ends[index] ?? 0];
    const isApart = end <= from || to <= start;
    if (!isApart && !(start <= from && to <= end) && !(from <= start && end <= to)) return false;
  }
  return true;
}

/** Whether two ranges overlap or touch. */
function meets(one: Range, other: Range): boolean {
  return one.start <= other.end && one.end >= other.start;
}

function isSame(one: Range | null, other: Range): boolean {
  return one !== null && one.start === other.start && one.end === other.end;
}
