// Values turned into other values of the same content: objects and arrays into each other, values into text
// and back, wrapped into a container, unwrapped out of one, or made the whole document.

import { hasComments } from '../../shared/dialect.ts';
import { CodedError } from '../../shared/errors.ts';
import type { NodeList } from '../../shared/protocol.ts';
import type { Splice } from '../../shared/splice.ts';
import { formatSize } from '../../shared/size.ts';
import { unquote } from '../../shared/literals.ts';
import { asNode } from '../../shared/units.ts';
import { decodeUtf8, encodeUtf8, STRING_LIMIT } from '../../shared/utf8.ts';
import { commentsAround, fitted, NO_COMMENTS, spellBefore, spellBehind } from './comments.ts';
import { endsLine } from './gaps.ts';
import { endsInComment, movedItem, replaceBytes, spaceOf, spellItems, type Item } from './items.ts';
import { FreeKeys, spellKeyLike } from './keys.ts';
import { indentUnit, layoutOf, lineEnd, lineIndent } from './layout.ts';
import { nodesOf, refuseMany, SLICE_RUNS } from './moving.ts';
import type { Places } from './places.ts';
import { cutKey } from './relaxededit.ts';
import { removeRuns, runsOf } from './removal.ts';
import { checkJson, reindent, spellEntered } from './spelling.ts';
import { SpliceList } from './splicelist.ts';
import { readKey } from './trivia.ts';
import type { Work } from './work.ts';

/** What a value can be turned into; `text` is a string that holds its JSON, `json` the value that such a string holds. */
export type Target = 'object' | 'array' | 'text' | 'json';

const QUOTE = 0x22;
/** Escaped it may take twice as much, which is what a string can hold. */
const LONGEST_TEXT = Math.floor(STRING_LIMIT / 2);
/** After so many values the work lets others in. */
const SLICE_NODES = 4096;

/** @throws CodedError `refused` where a value can't become that, `syntax` where a string does not hold JSON, `too-large` */
export function* convertNode(places: Places, node: number, to: Target): Work<Splice[]> {
  const { start, end } = places.range(node);
  const kind = places.kind(node);
  const indent = lineIndent(places, start);
  switch (to) {
    case 'object':
      if (kind === 'array') return yield* arrayToObject(places, node);
      throw new CodedError('refused', 'Only an array can be turned into an object.');
    case 'array':
      if (kind === 'object') return yield* objectToArray(places, node);
      throw new CodedError('refused', 'Only an object can be turned into an array.');
    case 'text': {
      if (kind === 'string') throw new CodedError('refused', 'The value is a text already.');
      if (end - start > LONGEST_TEXT) {
        const size = formatSize(end - start);
        throw new CodedError(
          'too-large',
          `A value of ${size} is too large to be made a text; the most is ${formatSize(LONGEST_TEXT)}.`,
        );
      }
      const bytes = reindent(places.text.slice(start, end), indent ?? '', '', '\n');
      return [replaceBytes(start, end, [encodeUtf8(JSON.stringify(decodeUtf8(bytes)))])];
    }
    case 'json': {
      if (kind !== 'string') throw new CodedError('refused', 'Only a text can hold JSON.');
      const json = unquote(decodeUtf8(places.text.slice(start, end)));
      checkJson(places, json);
      return [replaceBytes(start, end, [spellEntered(places, json, indent)])];
    }
  }
}

function* arrayToObject(places: Places, node: number): Work<Splice[]> {
  const { tape } = places;
  const close = tape.closing(node);
  const { colon } = layoutOf(places, node);
  const behind = encodeUtf8(colon);
  const list = new SpliceList(tape.memory);
  list.add(tape.start(node), tape.start(node) + 1, encodeUtf8('{'));
  let ordinal = 0;
  for (let child = node + 1; child < close; child = tape.next(child), ordinal += 1) {
    const start = tape.start(child);
    list.add(start, start, spellPosition(ordinal, behind));
    if (ordinal % SLICE_NODES === 0) yield { done: child - node, total: close - node };
  }
  list.add(tape.start(close), tape.start(close) + 1, encodeUtf8('}'));
  return list.finish();
}

/** A position as a key, and what stands behind it. By hand: a `TextEncoder` takes ten times as long. */
function spellPosition(ordinal: number, behind: Uint8Array): Uint8Array {
  let digits = 1;
  for (let power = 10; power <= ordinal; power *= 10) digits += 1;
  const bytes = new Uint8Array(digits + 2 + behind.length);
  bytes[0] = QUOTE;
  for (let at = digits, left = ordinal; at > 0; at -= 1, left = Math.floor(left / 10)) bytes[at] = 0x30 + (left % 10);
  bytes[digits + 1] = QUOTE;
  for (let at = 0; at < behind.length; at += 1) bytes[digits + 2 + at] = behind[at] ?? 0;
  return bytes;
}

function* objectToArray(places: Places, node: number): Work<Splice[]> {
  const { tape } = places;
  const close = tape.closing(node);
  const nothing = new Uint8Array();
  const list = new SpliceList(tape.memory);
  list.add(tape.start(node), tape.start(node) + 1, encodeUtf8('['));
  let ordinal = 0;
  for (let child = node + 1; child < close; child = tape.next(child), ordinal += 1) {
    if (hasComments(tape.dialect)) {
      const { key, colon } = readKey(places, child);
      for (const { start, end } of cutKey(places, key, colon, tape.start(child))) list.add(start, end, nothing);
    } else {
      list.add(places.keyRange(child).start, tape.start(child), nothing);
    }
    if (ordinal % SLICE_NODES === 0) yield { done: child - node, total: close - node };
  }
  list.add(tape.start(close), tape.start(close) + 1, encodeUtf8(']'));
  return list.finish();
}

/**
 * Puts each run of neighbours into a new container in its place. In an object that has the key of the first.
 * @throws CodedError `refused` for the root among others, `too-large`
 */
export function* wrapNodes(places: Places, nodes: NodeList, into: 'object' | 'array'): Work<Splice[]> {
  if (nodes.length === 1 && nodes[0] === 0) return [wrap(places, [0], -1, into)];
  const runs = runsOf(places, nodes);
  refuseMany(runs, 'wrapped');
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
  if (inObject) parts.push(encodeUtf8(spellKeyLike(places, first, places.key(first)) + colon));
  parts.push(encodeUtf8(opening + (inLines ? eol + inner : '')));
  for (const [index, node] of nodes.entries()) {
    const [isFirst, isLast] = [index === 0, index + 1 === nodes.length];
    // What stands before the first and behind the last stays there.
    const all = container < 0 ? NO_COMMENTS : commentsAround(places, container, node);
    const comments = fitted(isFirst ? { ...all, before: [] } : all, { indent: inLines ? inner : null });
    const space = spaceOf({ separator });
    parts.push(...spellBefore(comments, { indent: inLines ? inner : null }, eol));
    if (into === 'object') {
      const key = inObject ? places.key(node) : nodes.length > 1 ? String(index) : 'key';
      parts.push(encodeUtf8((inObject ? spellKeyLike(places, node, key) : JSON.stringify(key)) + colon));
    }
    parts.push(movedItem(places, node, '').spell(inLines ? inner : null, () => outer));
    if (isLast) break;
    if (comments.behind.length === 0) parts.push(encodeUtf8(separator));
    else parts.push(encodeUtf8(','), ...spellBehind(comments, space, eol), encodeUtf8(space));
  }
  parts.push(encodeUtf8((inLines ? eol + outer : '') + closing));
  const start = container < 0 ? places.range(first).start : places.itemStart(container, first);
  return replaceBytes(start, places.range(nodes.at(-1) ?? first).end, parts);
}

/**
 * Puts what a container holds in its place.
 * @throws CodedError `refused` for what holds nothing, and for a root that does not hold exactly one value; `too-large`
 */
export function* unwrapNode(places: Places, node: number): Work<Splice[]> {
  const { tape } = places;
  if (!tape.isOpening(node)) throw new CodedError('refused', 'Only an object or an array can be unwrapped.');
  const count = places.children.count(node);
  const container = places.parent(node);
  if (container < 0) {
    if (count !== 1)
      throw new CodedError('refused', 'The root can only be unwrapped while it holds exactly one value.');
    return extractNode(places, node + 1);
  }
  if (count === 0) return removeRuns(places, runsOf(places, [asNode(node)]));
  const run = {
    container: node,
    ordinal: 0,
    first: node + 1,
    last: places.children.nth(node, count - 1),
    length: count,
  };
  refuseMany([run], 'unwrapped');
  const layout = layoutOf(places, container, places.steps(node).at(-1)?.ordinal);
  const fromObject = places.kind(node) === 'object';
  const inObject = places.kind(container) === 'object';
  const own = inObject ? places.key(node) : '';
  const children = nodesOf(places, run);
  const wanted = inObject
    ? children.map((child, index) => (fromObject ? places.key(child) : count > 1 ? `${own} ${index}` : own))
    : [];
  const free = inObject ? yield* FreeKeys.make(places, container, wanted) : null;
  const items: Item[] = [];
  for (const [index, child] of children.entries()) {
    // Its own key becomes free.
    const name = wanted[index] ?? '';
    const key = name === own ? own : (free?.take(name) ?? '');
    items.push(movedItem(places, child, key, node, 'all'));
    if (index % SLICE_NODES === 0) yield { done: index, total: count };
  }
  const parts = spellItems(places, container, layout, items);
  const { end } = places.range(node);
  if (endsInComment(items, layout) && !endsLine(places.text, end)) parts.push(encodeUtf8(lineEnd(places)));
  return [replaceBytes(places.itemStart(container, node), end, parts)];
}

/** Makes a value the whole document. */
export function extractNode(places: Places, node: number): Splice[] {
  const { start, end } = places.range(0);
  return [replaceBytes(start, end, [movedItem(places, node, '').spell('', () => '')])];
}
