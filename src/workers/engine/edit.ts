// What a person wants done in the tree → splices of the text. Owns commas, white space and indentation:
// an edit reads the style around it, and every byte that it does not concern stays.

import { CodedError } from '../../shared/errors.ts';
import type { EditIntent } from '../../shared/protocol.ts';
import type { Splice } from '../../shared/splice.ts';
import { asByte } from '../../shared/units.ts';
import { encodeUtf8 } from '../../shared/utf8.ts';
import type { Places } from './places.ts';

const DEFAULT_INDENT = '  ';
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * The splices of an intent, sorted. Nodes are of the live tape.
 * @throws CodedError `refused` where the document's structure forbids it, `syntax` where the text of the intent is not JSON
 */
export function spliceIntent(places: Places, intent: EditIntent): Splice[] {
  switch (intent.type) {
    case 'set': {
      checkNode(places, intent.node);
      const { start, end } = places.range(intent.node);
      return [replace(start, end, checkJson(intent.json))];
    }
    case 'rename': {
      checkNode(places, intent.node);
      const parent = places.parent(intent.node);
      if (parent < 0 || places.kind(parent) !== 'object')
        throw new CodedError('refused', 'Only a value inside an object has a key that can be renamed.');
      const { start, end } = places.keyRange(intent.node);
      return [replace(start, end, JSON.stringify(intent.key))];
    }
    case 'insert':
      checkNode(places, intent.node);
      return [intent.where === 'inside' ? insertInside(places, intent) : insertBeside(places, intent)];
    case 'remove':
      for (const node of intent.nodes) checkNode(places, node);
      return removeNodes(places, intent.nodes);
  }
}

type Insert = Extract<EditIntent, { type: 'insert' }>;

function insertBeside(places: Places, intent: Insert): Splice {
  const container = places.parent(intent.node);
  if (container < 0)
    throw new CodedError('refused', 'Nothing can stand beside the root value. Insert inside it instead.');
  const itemStart = places.itemStart(container, intent.node);
  const space = spaceBefore(places, itemStart);
  const item = spellItem(places, container, intent);
  if (intent.where === 'before')
    return replace(itemStart, itemStart, `${item},${space === '' && isSpaced(places, container) ? ' ' : space}`);
  const { end } = places.range(intent.node);
  const first = intent.node === container + 1 && !space.includes('\n');
  return replace(end, end, `,${first && isSpaced(places, container) ? ' ' : space}${item}`);
}

function insertInside(places: Places, intent: Insert): Splice {
  const container = intent.node;
  const kind = places.kind(container);
  if (kind !== 'object' && kind !== 'array')
    throw new CodedError('refused', 'Only an object or an array can hold values.');
  const count = places.children.count(container);
  const last = places.children.nth(container, count - 1);
  if (last >= 0) return insertBeside(places, { ...intent, node: last as Insert['node'], where: 'after' });
  const { start, end } = places.range(container);
  const item = spellItem(places, container, intent);
  const outer = lineIndent(places, start);
  if (outer === null) return replace(start + 1, end - 1, item);
  return replace(start + 1, end - 1, `\n${outer}${indentUnit(places)}${item}\n${outer}`);
}

/** Removes values with their keys, and for each run of neighbours exactly the commas that become too many. */
function removeNodes(places: Places, nodes: readonly number[]): Splice[] {
  const { tape, children } = places;
  const sorted = [...new Set(nodes)].toSorted((a, b) => a - b);
  const wanted = new Set(sorted);
  const splices: Splice[] = [];
  let covered = 0; // entries below this are removed already
  for (const node of sorted) {
    if (node < covered) continue;
    const steps = places.steps(node);
    const at = steps.at(-1);
    if (at === undefined) throw new CodedError('refused', 'The root value can be replaced, but not removed.');
    const { container, ordinal } = at;
    let last = node;
    while (wanted.has(tape.next(last))) last = tape.next(last);
    covered = tape.next(last);
    const close = tape.closing(container);
    const previous = children.nth(container, ordinal - 1);
    if (covered < close) {
      splices.push(replace(places.itemStart(container, node), places.itemStart(container, covered), ''));
    } else if (previous >= 0) {
      const runBefore = splices.at(-1);
      const start = places.range(previous).end;
      if (runBefore !== undefined && runBefore.end > start) throw new RangeError('runs of removed values overlap');
      splices.push(replace(start, places.range(last).end, ''));
    } else {
      splices.push(replace(tape.start(container) + 1, tape.start(close), ''));
    }
  }
  return splices;
}

function spellItem(places: Places, container: number, intent: Insert): string {
  const json = checkJson(intent.json);
  if (places.kind(container) === 'array') return json;
  return `${JSON.stringify(intent.key)}:${spaceAfterColon(places, container)}${json}`;
}

/** The white space between the colon and the value of a container's first member; of an empty one, a space where the text has line ends. */
function spaceAfterColon(places: Places, container: number): string {
  const first = container + 1;
  if (first >= places.tape.closing(container))
    return lineIndent(places, places.tape.start(container)) === null ? '' : ' ';
  const between = text(places, places.keyRange(first).end, places.tape.start(first));
  return between.slice(between.indexOf(':') + 1);
}

/** Whether the items of a container that stands on one line have a space behind their commas. */
function isSpaced(places: Places, container: number): boolean {
  const second = places.children.nth(container, 1);
  if (second < 0) return false;
  return spaceBefore(places, places.itemStart(container, second)) !== '';
}

/** The white space directly before a byte. */
function spaceBefore(places: Places, offset: number): string {
  let start = offset;
  while (start > 0 && isSpace(places.text.byteAt(start - 1))) start -= 1;
  return text(places, start, offset);
}

/** The indentation of the line that a byte is in; `null` when the text has no line end before it within reach. */
function lineIndent(places: Places, offset: number): string | null {
  const reach = Math.max(0, offset - 65536);
  let start = offset;
  while (start > reach && places.text.byteAt(start - 1) !== 0x0a) start -= 1;
  if (start === reach && start > 0) return null;
  if (start === 0 && !hasLineEnds(places)) return null;
  let end = start;
  while (end < offset && isSpace(places.text.byteAt(end))) end += 1;
  return text(places, start, end);
}

/** Whether the document is laid out in lines, as far as its beginning shows. */
function hasLineEnds(places: Places): boolean {
  return places.text.slice(0, Math.min(places.text.size, 4096)).includes(0x0a);
}

/** One level of indentation, as the first child of the root shows it. */
function indentUnit(places: Places): string {
  if (places.tape.count < 2 || places.tape.isClosing(1)) return DEFAULT_INDENT;
  const space = spaceBefore(places, places.itemStart(0, 1));
  return space.includes('\n') ? space.slice(space.lastIndexOf('\n') + 1) || DEFAULT_INDENT : DEFAULT_INDENT;
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function text(places: Places, start: number, end: number): string {
  return decoder.decode(places.text.slice(start, end));
}

function replace(start: number, end: number, insert: string): Splice {
  return { start: asByte(start), end: asByte(end), insert: encodeUtf8(insert) };
}

function checkNode({ tape }: Places, node: number): void {
  if (!(node >= 0 && node < tape.count) || tape.isClosing(node)) throw new RangeError(`node ${node} of ${tape.count}`);
}

function checkJson(json: string): string {
  try {
    JSON.parse(json);
  } catch (error) {
    throw new CodedError(
      'syntax',
      `What was entered is not JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  return json;
}
