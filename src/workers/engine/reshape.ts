// Values turned into other values of the same content: objects and arrays into each other, values into text
// and back, wrapped into a container, unwrapped out of one, or made the whole document.

import { CodedError } from '../../shared/errors.ts';
import { hasComments } from '../../shared/dialect.ts';
import type { Splice } from '../../shared/splice.ts';
import { unquote } from '../../shared/literals.ts';
import { decodeUtf8, encodeUtf8 } from '../../shared/utf8.ts';
import { commentsAround, fitted, NO_COMMENTS, spellBefore, spellBehind } from './comments.ts';
import { endsLine } from './gaps.ts';
import { endsInComment, movedItem, replaceBytes, spaceOf, spellItems } from './items.ts';
import { freeKey, spellKeyLike } from './keys.ts';
import { indentUnit, layoutOf, lineEnd, lineIndent } from './layout.ts';
import { nodesOf } from './moving.ts';
import type { Places } from './places.ts';
import { cutKey } from './relaxededit.ts';
import { removeRuns, runsOf } from './removal.ts';
import { readKey } from './trivia.ts';
import { checkJson, reindent, spellEntered } from './spelling.ts';

/** What a value can be turned into; `text` is a string that holds its JSON, `json` the value that such a string holds. */
export type Target = 'object' | 'array' | 'text' | 'json';

/** @throws CodedError `refused` where a value can't become that, `syntax` where a string does not hold JSON */
export function convertNode(places: Places, node: number, to: Target): Splice[] {
  const { start, end } = places.range(node);
  const kind = places.kind(node);
  const indent = lineIndent(places, start);
  switch (to) {
    case 'object':
      if (kind === 'array') return arrayToObject(places, node);
      throw new CodedError('refused', 'Only an array can be turned into an object.');
    case 'array':
      if (kind === 'object') return objectToArray(places, node);
      throw new CodedError('refused', 'Only an object can be turned into an array.');
    case 'text': {
      if (kind === 'string') throw new CodedError('refused', 'The value is a text already.');
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

function arrayToObject(places: Places, node: number): Splice[] {
  const { tape } = places;
  const close = tape.closing(node);
  const { colon } = layoutOf(places, node);
  const splices = [replaceBytes(tape.start(node), tape.start(node) + 1, [encodeUtf8('{')])];
  let ordinal = 0;
  for (let child = node + 1; child < close; child = tape.next(child), ordinal += 1) {
    const start = tape.start(child);
    splices.push(replaceBytes(start, start, [encodeUtf8(`"${ordinal}"${colon}`)]));
  }
  splices.push(replaceBytes(tape.start(close), tape.start(close) + 1, [encodeUtf8('}')]));
  return splices;
}

function objectToArray(places: Places, node: number): Splice[] {
  const { tape } = places;
  const close = tape.closing(node);
  const splices = [replaceBytes(tape.start(node), tape.start(node) + 1, [encodeUtf8('[')])];
  for (let child = node + 1; child < close; child = tape.next(child)) {
    if (hasComments(tape.dialect)) {
      const { key, colon } = readKey(places, child);
      splices.push(...cutKey(places, key, colon, tape.start(child)));
    } else {
      splices.push(replaceBytes(places.keyRange(child).start, tape.start(child), []));
    }
  }
  splices.push(replaceBytes(tape.start(close), tape.start(close) + 1, [encodeUtf8(']')]));
  return splices;
}

/** Puts each run of neighbours into a new container in its place. In an object that has the key of the first. */
export function wrapNodes(places: Places, nodes: Iterable<number>, into: 'object' | 'array'): Splice[] {
  const list = [...nodes];
  if (list.length === 1 && list[0] === 0) return [wrap(places, [0], -1, into)];
  return runsOf(places, list).map((run) => wrap(places, nodesOf(places, run), run.container, into));
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
    parts.push(movedItem(places, node, '').spell(inLines ? inner : null, outer));
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
 * @throws CodedError `refused` for what holds nothing, and for a root that does not hold exactly one value
 */
export function unwrapNode(places: Places, node: number): Splice[] {
  const { tape } = places;
  if (!tape.isOpening(node)) throw new CodedError('refused', 'Only an object or an array can be unwrapped.');
  const children: number[] = [];
  for (let child = node + 1; child < tape.closing(node); child = tape.next(child)) children.push(child);
  const container = places.parent(node);
  if (container < 0) {
    const [only] = children;
    if (only === undefined || children.length > 1)
      throw new CodedError('refused', 'The root can only be unwrapped while it holds exactly one value.');
    return extractNode(places, only);
  }
  if (children.length === 0) return removeRuns(places, runsOf(places, [node]));
  const layout = layoutOf(places, container, places.steps(node).at(-1)?.ordinal);
  const fromObject = places.kind(node) === 'object';
  const own = places.kind(container) === 'object' ? places.key(node) : '';
  const names = new Set<string>();
  const items = children.map((child, index) => {
    const wanted = fromObject ? places.key(child) : children.length > 1 ? `${own} ${index}` : own;
    const inArray = places.kind(container) === 'array';
    const key = inArray ? '' : wanted === own ? own : freeKey(places, container, wanted, names);
    return movedItem(places, child, key, node, 'all');
  });
  const parts = spellItems(places, container, layout, items);
  const { end } = places.range(node);
  if (endsInComment(items, layout) && !endsLine(places.text, end)) parts.push(encodeUtf8(lineEnd(places)));
  return [replaceBytes(places.itemStart(container, node), end, parts)];
}

/** Makes a value the whole document. */
export function extractNode(places: Places, node: number): Splice[] {
  const { start, end } = places.range(0);
  return [replaceBytes(start, end, [movedItem(places, node, '').spell('', '')])];
}
