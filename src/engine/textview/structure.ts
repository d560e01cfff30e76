// The structure around a caret, for editor commands: the next larger range to select, and the matching bracket. Both read the
// tape, so they work at any size.

import { decodeUtf8, encodeUtf8 } from '../../shared/bytes/utf8.ts';
import type { JsonDocument } from '../document/document.ts';
import { containersAround } from './foldable.ts';
import { type Range, LINK_MASK } from '../tape/tape.ts';

/** A word is searched for within this many bytes on either side. */
const REACH = 256;
const WORD = /[\p{L}\p{N}_]+/gu;

/**
 * The smallest range that contains a selection and is larger: a word, the content of quotes, a key or value, a member, the
 * content of a container, the container, and so on up to the whole text. `null` if the whole text is selected, or if it is not
 * valid.
 */
export function enclosing(document: JsonDocument, { start, end }: Range): Range | null {
  if (!document.isLive) return null;
  for (const part of parts(document, { start, end })) {
    if (part.start <= start && part.end >= end && (part.start < start || part.end > end)) return part;
  }
  return null;
}

/**
 * The offset of the bracket that matches the one at a caret: the bracket after it, or else the one before it. If there is none,
 * the closing bracket of the container around it. `null` outside all brackets, and if the text is not valid.
 */
export function otherBracket(document: JsonDocument, offset: number): number | null {
  if (!document.isLive) return null;
  const { tape } = document;
  for (const at of [offset, offset - 1]) {
    const entry = tape.lastAtOrBefore(at);
    if (entry < 0 || tape.start(entry) !== at) continue;
    const container = tape.isClosing(entry) ? entry - (tape.link(entry) & LINK_MASK) : entry;
    if (!tape.isOpening(container) || tape.bracketLength(container) === 0) continue;
    return tape.start(container === entry ? tape.closing(entry) : container);
  }
  const around = containersAround(document, offset).findLast((container) => tape.bracketLength(container) > 0);
  return around === undefined ? null : tape.start(tape.closing(around));
}

/** Ranges around a selection, from the inside outwards; some may not contain it. */
function* parts(document: JsonDocument, { start, end }: Range): Generator<Range> {
  const { places, tape } = document;
  const innermost = start === end ? places.atCaret(start) : places.atOffset(start);
  const containers = containersAround(document, start);
  const nodes = containers.toReversed();
  if (innermost >= 0 && nodes[0] !== innermost) nodes.unshift(innermost);
  for (const node of nodes) {
    const parent = places.parent(node);
    const key = parent >= 0 && places.kind(parent) === 'object' ? places.keyRange(node) : null;
    if (key !== null && start >= key.start && end <= key.end) yield* tokenParts(document, key, { start, end });
    const value = places.range(node);
    if (tape.isOpening(node)) {
      const first = node + 1;
      const close = tape.closing(node);
      if (first < close) {
        const last = lastChild(document, node);
        yield { start: places.itemStart(node, first), end: places.range(last).end };
      }
      yield value;
    } else yield* tokenParts(document, value, { start, end });
    if (key !== null) yield { start: key.start, end: value.end };
  }
  yield { start: 0, end: document.size };
}

/** A word, the content of the quotes, and the whole of a key or scalar. */
function* tokenParts(document: JsonDocument, token: Range, selected: Range): Generator<Range> {
  const quote = document.memory.text(token.start, token.start + 1)[0];
  const isQuoted = (quote === 0x22 || quote === 0x27) && token.end - token.start >= 2;
  const inner = isQuoted ? { start: token.start + 1, end: token.end - 1 } : token;
  if (selected.end - selected.start < REACH && selected.start >= inner.start && selected.end <= inner.end) {
    const word = wordAround(document, inner, selected);
    if (word !== null) yield word;
  }
  yield inner;
  yield token;
}

function wordAround(document: JsonDocument, within: Range, selected: Range): Range | null {
  const bytes = document.memory;
  let from = Math.max(within.start, selected.start - REACH);
  while (from > within.start && ((bytes.text(from, from + 1)[0] ?? 0) & 0xc0) === 0x80) from -= 1;
  const text = decodeUtf8(bytes.text(from, Math.min(within.end, selected.end + REACH)));
  let at = from;
  let read = 0;
  for (const match of text.matchAll(WORD)) {
    at += encodeUtf8(text.slice(read, match.index)).length;
    const end = at + encodeUtf8(match[0]).length;
    if (at <= selected.start && end >= selected.end) return { start: at, end };
    at = end;
    read = match.index + match[0].length;
  }
  return null;
}

function lastChild({ children, tape }: JsonDocument, container: number): number {
  const before = tape.closing(container) - 1;
  if (!tape.isClosing(before)) return before;
  return children.nth(container, children.count(container) - 1);
}
