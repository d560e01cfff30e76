// Wraps values in a container, unwraps them from theirs, or makes them the whole document.

import { append } from '../../shared/append.ts';
import { CodedError } from '../../shared/errors.ts';
import type { NodeList } from '../../shared/protocol/edit-intent.ts';
import type { Splice } from '../../shared/document/splice.ts';
import { asByte, asNode } from '../../shared/units.ts';
import { encodeUtf8 } from '../../shared/bytes/utf8.ts';
import { hasBit, makeBits, setBit } from '../base/bits.ts';
import {
  commentsAround,
  fitComments,
  NO_COMMENTS,
  formatCommentsBefore,
  formatCommentsBehind,
} from '../layout/comments.ts';
import { endsLine } from '../layout/comment-owner.ts';
import { endsInComment, movedItem, replaceBytes, spaceOf, spellEach, type Item } from '../layout/item-spelling.ts';
import { FreeKeys, formatKeyLike } from '../layout/new-keys.ts';
import { indentUnit, layoutOf, lineEnd, type Layout } from '../layout/container-layout.ts';
import { MANY_VALUES, nodesOf, refuseMany, SLICE_RUNS } from './move.ts';
import { Output } from '../base/output.ts';
import type { Places } from '../tape/places.ts';
import { rangesOf, runsOf } from './removal.ts';
import type { Run } from './run.ts';
import { outermost } from '../treeview/selected-nodes.ts';
import { SpliceList } from '../base/splice-list.ts';
import type { Work } from '../base/work.ts';
import { EDIT, TOO_MANY } from '../../shared/texts/edits.ts';

/** Values per slice. */
const SLICE_NODES = 4096;

/**
 * Puts each run of neighbours into a new container in its place. Inside an object, the container gets the key of its first
 * value.
 * @throws CodedError `refused` for the root together with other nodes, `too-large`
 */
export function* wrapNodes(places: Places, nodes: NodeList, into: 'object' | 'array'): Work<Splice[]> {
  if (nodes.length === 1 && nodes[0] === 0) return [wrap(places, [0], -1, into)];
  const runs = runsOf(places, nodes);
  refuseMany(runs, 'wrap');
  const splices: Splice[] = [];
  for (const [index, run] of runs.entries()) {
    splices.push(wrap(places, nodesOf(places, run), run.container, into));
    if (index % SLICE_RUNS === 0) yield { done: index, total: runs.length };
  }
  return splices;
}

function wrap(places: Places, nodes: readonly number[], container: number, into: 'object' | 'array'): Splice {
  const [first = 0] = nodes;
  const inObject = container >= 0 && places.kind(container) === 'object';
  const layout = container < 0 || places.tape.bracketLength(container) === 0 ? null : layoutOf(places, container);
  const inLines = layout === null ? false : layout.indent !== null;
  const outer = layout?.indent ?? '';
  const [eol, inner] = [lineEnd(places), outer + indentUnit(places)];
  const colon = layout?.colon ?? ': ';
  const [opening, closing] = into === 'array' ? ['[', ']'] : ['{', '}'];
  const separator = inLines ? `,${eol}${inner}` : (layout?.separator ?? ', ');
  const parts: Uint8Array[] = [];
  if (inObject) parts.push(encodeUtf8(formatKeyLike(places, first, places.key(first)) + colon));
  parts.push(encodeUtf8(opening + (inLines ? eol + inner : '')));
  for (const [index, node] of nodes.entries()) {
    const [isFirst, isLast] = [index === 0, index + 1 === nodes.length];
    // Comments before the first value and after the last one stay where they are.
    const all = container < 0 ? NO_COMMENTS : commentsAround(places, container, node);
    const comments = fitComments(isFirst ? { ...all, before: [] } : all, { indent: inLines ? inner : null });
    const space = spaceOf({ separator });
    append(parts, formatCommentsBefore(comments, { indent: inLines ? inner : null }, eol));
    if (into === 'object') {
      const key = inObject ? places.key(node) : nodes.length > 1 ? String(index) : 'key';
      parts.push(encodeUtf8((inObject ? formatKeyLike(places, node, key) : JSON.stringify(key)) + colon));
    }
    parts.push(movedItem(places, node, '').spell(inLines ? inner : null, () => outer));
    if (isLast) break;
    if (comments.behind.length === 0) parts.push(encodeUtf8(separator));
    else append(parts, [encodeUtf8(','), ...formatCommentsBehind(comments, space, eol), encodeUtf8(space)]);
  }
  parts.push(encodeUtf8((inLines ? eol + outer : '') + closing));
  const start = container < 0 ? places.range(first).start : places.itemStart(container, first);
  return replaceBytes(start, places.range(nodes.at(-1) ?? first).end, parts);
}

/**
 * Replaces containers with their contents; empty ones are removed.
 * @throws CodedError `refused` for a value that is not a container, and for a root that does not hold exactly one value;
 * `too-large`
 */
export function* unwrapNodes(places: Places, nodes: NodeList): Work<Splice[]> {
  const { tape, children } = places;
  const chosen = outermost(tape, nodes);
  for (const node of chosen) {
    if (!tape.isOpening(node)) throw new CodedError('refused', EDIT.notUnwrappable);
  }
  if (chosen[0] === 0) {
    if (children.count(0) !== 1) throw new CodedError('refused', EDIT.rootNotUnwrappable);
    return yield* extractNodes(places, [asNode(1)]);
  }
  const runs = runsOf(places, chosen);
  const unwrapping = new Unwrapping(places, chosen);
  yield* unwrapping.findKeys(runs);
  for (const [index, run] of runs.entries()) {
    yield* unwrapping.add(run);
    if (index % SLICE_RUNS === 0) yield { done: index, total: runs.length };
  }
  return unwrapping.list.finish();
}

/** Replaces containers with their contents, in text order. */
class Unwrapping {
  readonly list: SpliceList;
  private readonly leaving: Uint32Array;
  /** Free keys for the values that move into objects, by container. */
  private readonly free = new Map<number, FreeKeys>();

  constructor(
    private readonly places: Places,
    nodes: Uint32Array,
  ) {
    this.list = new SpliceList(places.tape.memory);
    this.leaving = makeBits(places.tape.count);
    let count = 0;
    for (const node of nodes) {
      setBit(this.leaving, node);
      count += places.children.count(node);
    }
    if (count <= MANY_VALUES) return;
    throw new CodedError('too-large', TOO_MANY.values(count, 'unwrap', MANY_VALUES));
  }

  /** Finds keys for all values that move into objects; the keys of the unwrapped containers become free. */
  *findKeys(runs: readonly Run[]): Work<void> {
    const { places } = this;
    const wanted = new Map<number, string[]>();
    for (const run of runs) {
      if (places.kind(run.container) !== 'object') continue;
      const keys = wanted.get(run.container) ?? [];
      wanted.set(run.container, keys);
      for (const node of nodesOf(places, run)) {
        for (const key of this.keysFor(node)) {
          keys.push(key);
          if (keys.length % SLICE_NODES === 0) yield { done: places.tape.start(node), total: places.text.size };
        }
      }
    }
    for (const [container, keys] of wanted) {
      this.free.set(container, yield* FreeKeys.make(places, container, keys, (member) => hasBit(this.leaving, member)));
    }
  }

  /** Unwraps neighbours; consecutive empty ones are removed together. */
  *add({ container, first, last, ordinal, length }: Run): Work<void> {
    const { places, list } = this;
    const nothing = new Uint8Array();
    const layout = layoutOf(places, container, ordinal);
    let node = first;
    for (let at = ordinal; node <= last; at += 1) {
      let end = node;
      let empty = 0;
      for (; end <= last && isEmpty(places, end); end = places.tape.next(end)) empty += 1;
      if (empty > 0) {
        const run = { container, ordinal: at, first: node, last: end - 2, length: empty };
        for (const range of rangesOf(places, run)) list.add(range.start, range.end, nothing);
        at += empty - 1;
        node = end;
      } else {
        const splice = yield* this.spell(container, node, layout, length > 1);
        list.add(splice.start, splice.end, splice.insert);
        node = places.tape.next(node);
      }
      if (at % SLICE_RUNS === 0) yield { done: places.tape.start(node), total: places.text.size };
    }
  }

  /** `among`: neighbours may be removed too, together with the line break after this container. */
  private *spell(container: number, node: number, layout: Layout, among: boolean): Work<Splice> {
    const { places } = this;
    const free = this.free.get(container) ?? null;
    const names = free === null ? null : this.keysFor(node);
    const items: Item[] = [];
    for (const [index, child] of childrenOf(places, node).entries()) {
      const name = names?.next().value ?? '';
      items.push(movedItem(places, child, free?.take(name) ?? '', node, 'all'));
      if (index % SLICE_NODES === SLICE_NODES - 1) yield { done: places.tape.start(child), total: places.text.size };
    }
    const parts: Uint8Array[] = [];
    let spelt = 0;
    for (const some of spellEach(places, container, layout, items)) {
      append(parts, some);
      spelt += 1;
      if (spelt % SLICE_NODES === 0) yield { done: places.range(node).end, total: places.text.size };
    }
    const { end } = places.range(node);
    if (endsInComment(items, layout) && (among || !endsLine(places.text, end))) parts.push(encodeUtf8(lineEnd(places)));
    return replaceBytes(places.itemStart(container, node), end, parts);
  }

  /** The preferred keys of a container's children: their own, or in an array, keys made from that of the container. */
  private *keysFor(node: number): Generator<string, undefined> {
    const { places } = this;
    const children = childrenOf(places, node);
    const own = places.kind(node) === 'object' ? null : places.key(node);
    for (const [index, child] of children.entries()) {
      yield own === null ? places.key(child) : children.length === 1 ? own : `${own} ${index}`;
    }
  }
}

/** Whether a container is empty: it then has two entries. */
function isEmpty({ tape }: Places, container: number): boolean {
  return tape.isClosing(container + 1);
}

function childrenOf({ tape }: Places, container: number): number[] {
  const found: number[] = [];
  const close = tape.closing(container);
  for (let child = container + 1; child < close; child = tape.next(child)) found.push(child);
  return found;
}

/** Makes a value the whole document; several become an array in the layout of the root. */
export function* extractNodes(places: Places, nodes: NodeList): Work<Splice[]> {
  const chosen = outermost(places.tape, nodes);
  const { start, end } = places.range(0);
  const [only] = chosen;
  if (only === undefined) return [];
  if (chosen.length === 1) return [replaceBytes(start, end, [movedItem(places, only, '').spell('', () => '')])];
  const layout = layoutOf(places, 0);
  const isList = places.tape.bracketLength(0) === 1;
  // A trailing comma is not part of the layout.
  const last = layout.last.slice(layout.last.indexOf(',') + 1);
  const out = new Output(places.tape.memory, end - start);
  if (isList) out.write(encodeUtf8(`[${layout.first}`));
  const between = encodeUtf8(layout.separator);
  for (const [index, node] of chosen.entries()) {
    if (index > 0) out.write(between);
    out.write(movedItem(places, node, '').spell(layout.indent, () => ''));
    if (index % SLICE_RUNS === 0) yield { done: places.tape.start(node), total: places.text.size };
  }
  out.write(encodeUtf8(isList ? `${last}]` : last));
  return [{ start: asByte(start), end: asByte(end), insert: out.take(), disposable: true }];
}
