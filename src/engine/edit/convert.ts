// Converts values into other values with the same content: objects and arrays into each other, values into strings and back.
// Works on the live tape, in one pass in text order for any number of values.

import { hasComments } from '../../shared/document/dialect.ts';
import { CodedError } from '../../shared/errors.ts';
import { unquote } from '../../shared/bytes/literals.ts';
import type { ConvertTarget } from '../../shared/protocol/edit-intent.ts';
import type { Splice } from '../../shared/document/splice.ts';
import { decodeUtf8, encodeUtf8, STRING_LIMIT } from '../../shared/bytes/utf8.ts';
import { Indents } from '../layout/indents.ts';
import { colonOf } from '../layout/container-layout.ts';
import type { Places } from '../tape/places.ts';
import { cutKey } from './relaxed-edit.ts';
import { eachRun } from './removal.ts';
import type { Run } from './run.ts';
import { holdsJson, reindent, formatEntered } from '../layout/spelling.ts';
import { SpliceList } from '../base/splice-list.ts';
import { readKey } from '../tape/trivia.ts';
import type { Work } from '../base/work.ts';
import { EDIT, TOO_MANY } from '../../shared/texts/edits.ts';
import { QUOTE } from '../../shared/bytes/ascii.ts';

/** Escaping can double a text, and the result must fit in a string. */
const MAX_TEXT_LENGTH = Math.floor(STRING_LIMIT / 2);
/** Values per slice. */
const SLICE_NODES = 4096;
/** Values per slice where they are spelt anew. */
const SLICE_SPELT = 64;

/**
 * The splices that convert values, which are in ascending order and not nested.
 * @throws CodedError `refused` when a value cannot be converted, `syntax` when a string does not contain JSON, `too-large`
 */
export function* convertNodes(places: Places, nodes: ArrayLike<number>, to: ConvertTarget): Work<Splice[]> {
  const list = new SpliceList(places.tape.memory);
  const indents = new Indents(places);
  const colons = to === 'object' && nodes[0] !== 0 ? new Colons(places, nodes) : null;
  for (let index = 0; index < nodes.length; index += 1) {
    const node = nodes[index] ?? 0;
    checkConvertible(places, node, to);
    if (to === 'object') yield* arrayToObject(places, node, colons?.at(node) ?? colonOf(places, node), list);
    else if (to === 'array') yield* objectToArray(places, node, list);
    else {
      const { start, end } = places.range(node);
      list.add(start, end, spellConverted(places, node, to, indents.at(start)));
    }
    if (index % SLICE_SPELT === 0) yield { done: places.tape.start(node), total: places.text.size };
  }
  return list.finish();
}

/** Whether a value can be converted. A string is parsed to find out. */
export function isConvertible(places: Places, node: number, to: ConvertTarget): boolean {
  const kind = places.kind(node);
  if (to === 'object') return kind === 'array';
  if (to === 'array') return kind === 'object';
  const { start, end } = places.range(node);
  if (to === 'text') return kind !== 'string' && end - start <= MAX_TEXT_LENGTH;
  return kind === 'string' && holdsJson(places, textOf(places, node));
}

function checkConvertible(places: Places, node: number, to: ConvertTarget): void {
  const kind = places.kind(node);
  if (to === 'object' && kind !== 'array') throw new CodedError('refused', EDIT.toObject);
  if (to === 'array' && kind !== 'object') throw new CodedError('refused', EDIT.toArray);
  if (to === 'json' && kind !== 'string') throw new CodedError('refused', EDIT.toJson);
  if (to !== 'text') return;
  if (kind === 'string') throw new CodedError('refused', EDIT.isText);
  const { start, end } = places.range(node);
  if (end - start <= MAX_TEXT_LENGTH) return;
  throw new CodedError('too-large', TOO_MANY.text(end - start, MAX_TEXT_LENGTH));
}

function spellConverted(places: Places, node: number, to: 'text' | 'json', indent: string | null): Uint8Array {
  if (to === 'text') {
    const { start, end } = places.range(node);
    const bytes = reindent(places.text.slice(start, end), indent ?? '', '', '\n');
    return encodeUtf8(JSON.stringify(decodeUtf8(bytes)));
  }
  const json = textOf(places, node);
  return formatEntered(places, json, indent);
}

function textOf(places: Places, node: number): string {
  const { start, end } = places.range(node);
  return unquote(decodeUtf8(places.text.slice(start, end)));
}

/** The colon and white space between keys and values around nodes in ascending order; looked up once per container. */
class Colons {
  private readonly runs: Iterator<Run>;
  private run: Run | undefined;
  private colon = '';

  constructor(
    private readonly places: Places,
    nodes: ArrayLike<number>,
  ) {
    this.runs = eachRun(places, Uint32Array.from(nodes));
  }

  at(node: number): string {
    while (this.run === undefined || this.run.last < node) {
      const container = this.run?.container;
      const { value } = this.runs.next();
      if (value === undefined) throw new RangeError(`node ${node} is behind the last one`);
      this.run = value as Run;
      if (this.run.container !== container) this.colon = colonOf(this.places, this.run.container);
    }
    return this.colon;
  }
}

function* arrayToObject(places: Places, node: number, colon: string, list: SpliceList): Work<void> {
  const { tape } = places;
  const close = tape.closing(node);
  const behind = encodeUtf8(colon);
  list.add(tape.start(node), tape.start(node) + 1, encodeUtf8('{'));
  let ordinal = 0;
  for (let child = node + 1; child < close; child = tape.next(child), ordinal += 1) {
    const start = tape.start(child);
    list.add(start, start, spellPosition(ordinal, behind));
    if (ordinal % SLICE_NODES === 0) yield { done: child - node, total: close - node };
  }
  list.add(tape.start(close), tape.start(close) + 1, encodeUtf8('}'));
}

/** Spells a position as a key, followed by `behind`. By hand: a `TextEncoder` takes ten times as long. */
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

function* objectToArray(places: Places, node: number, list: SpliceList): Work<void> {
  const { tape } = places;
  const close = tape.closing(node);
  const nothing = new Uint8Array();
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
}
