// JSON Patch (RFC 6902) as splices: one sorted list for the document's text, so that one undo step reverts all of it and every
// byte that no operation affects stays. All or nothing: a failing operation is an error, and nothing is changed.
//
// A value is copied from the patch into the document as text, so numbers and strings keep their spelling. Of duplicate keys,
// the last one is the member, as in `JSON.parse`; `remove` removes all of them, so that none becomes visible instead.

import { CodedError, type ErrorCode } from '../../shared/errors.ts';
import { toPointer, type Path } from '../../shared/document/path.ts';
import { parsePointer } from '../../shared/document/path-text.ts';
import type { Splice } from '../../shared/document/splice.ts';
import { asNode, type NodeIndex } from '../../shared/units.ts';
import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import type { JsonDocument } from '../document/document.ts';
import { planEdit } from '../edit/edit.ts';
import { compareValues } from '../tape/equality.ts';
import type { IndexedPlaces } from '../tape/indexed-places.ts';
import { nearest } from '../tape/nearest-path.ts';
import { nameOf, type Places } from '../tape/places.ts';
import type { Range } from '../tape/tape.ts';
import { Trial, type TrialEdit } from '../edit/trial.ts';
import type { Work } from '../base/work.ts';
import { PATCH } from '../../shared/texts/edits.ts';

const OPERATIONS = ['add', 'remove', 'replace', 'move', 'copy', 'test'] as const;

/** Segments at either end of a path that a message quotes, and characters of each. */
const QUOTED = 50;

/** One operation of a patch. `value` is a node of the patch. */
interface Operation {
  readonly index: number;
  readonly node: number;
  readonly op: (typeof OPERATIONS)[number];
  readonly path: readonly string[];
  readonly from: readonly string[] | null;
  readonly value: number | null;
}

/**
 * Returns the splices that apply a patch, itself a document, to a document. Neither document is modified. The list is empty
 * when the patch changes nothing.
 * @throws CodedError with the index, name and path of the operation in its message, and its place in the patch: `syntax` when
 * the patch is malformed, `refused` when an operation fails; `invalid-document`, `too-large`
 * @see RFC 6902
 */
export function* patchDocument(document: JsonDocument, patch: JsonDocument): Work<Splice[]> {
  const trial = new Trial(document);
  const operations = readOperations(patch);
  for (const operation of operations) {
    try {
      yield* carryOut(trial, patch.places, operation);
    } catch (error) {
      if (!(error instanceof CodedError)) throw error;
      throw failed(patch, operation.node, PATCH.fails(describe(operation), error.message), error.code);
    }
    yield { done: operation.index, total: operations.length };
  }
  return trial.splices();
}

/** An operation on one value. A new value is JSON text, so that numbers keep their spelling. */
export type ValueEdit =
  | { readonly op: 'add' | 'replace'; readonly path: Path; readonly value: string }
  | { readonly op: 'remove'; readonly path: Path };

/**
 * Like `patchDocument`, for operations that are not in a document.
 * @throws CodedError `syntax` for a value that is no JSON; `refused` when an operation fails; `invalid-document`, `too-large`
 */
export function* editValues(document: JsonDocument, edits: readonly ValueEdit[]): Work<Splice[]> {
  const trial = new Trial(document);
  for (const [index, edit] of edits.entries()) {
    const path = edit.path.map(String);
    try {
      yield* edit.op === 'remove'
        ? trial.attempt((places) => remove(places, path))
        : write(trial, edit.op, path, edit.value);
    } catch (error) {
      if (!(error instanceof CodedError)) throw error;
      const name = describe({ index, op: edit.op, path, from: null });
      throw new CodedError(error.code, PATCH.unchanged(PATCH.fails(name, error.message)));
    }
    yield { done: index, total: edits.length };
  }
  return trial.splices();
}

function write(trial: Trial, op: 'add' | 'replace', path: readonly string[], json: string): Work<void> {
  return trial.attempt((places) =>
    op === 'add' ? add(places, path, json, []) : set(places, find(places, path), json, []),
  );
}

function* carryOut(trial: Trial, patch: Places, operation: Operation): Work<void> {
  const { op, path, from } = operation;
  const source = from ?? [];
  const value = operation.value ?? 0;
  switch (op) {
    case 'add':
    case 'replace':
      return yield* write(trial, op, path, textOf(patch, value));
    case 'remove':
      return yield* trial.attempt((places) => remove(places, path));
    case 'copy':
      return yield* trial.attempt(function* (places) {
        const node = find(places, source);
        return yield* add(places, path, textOf(places, node), [places.range(node)]);
      });
    case 'move': {
      const places = yield* trial.places();
      const json = textOf(places, find(places, source));
      const isPrefix = source.every((segment, index) => segment === path[index]);
      if (isPrefix && path.length === source.length) return;
      if (isPrefix) throw refusal(PATCH.intoItself);
      yield* trial.attempt((now) => remove(now, source));
      return yield* trial.attempt((now) => add(now, path, json, []));
    }
    case 'test':
      return yield* trial.attempt(function* (places) {
        const node = find(places, path);
        if (yield* compareValues({ places, node }, { places: patch, node: value }))
          return { splices: [], reads: [places.range(node)], writes: null };
        throw refusal(PATCH.notEqual);
      });
  }
}

function* set(places: Places, node: NodeIndex, json: string, reads: readonly Range[]): Work<TrialEdit> {
  return { splices: yield* planEdit(places, { type: 'set', node, json }), reads, writes: places.range(node) };
}

/** @see RFC 6902 §4.1 */
function* add(places: Places, path: readonly string[], json: string, reads: readonly Range[]): Work<TrialEdit> {
  const key = path.at(-1);
  if (key === undefined) return yield* set(places, asNode(0), json, reads);
  const node = find(places, path.slice(0, -1));
  // The place and layout of the new item depend on the whole container, and everything after it moves.
  const writes = places.range(node);
  const count = places.tape.isOpening(node) ? places.children.count(node) : 0;
  const atEnd = { node, where: 'inside', json } as const;
  if (places.kind(node) === 'object') {
    const known = places.atPath(path);
    if (known >= 0) return yield* set(places, asNode(known), json, reads);
    const edit = { splices: yield* planEdit(places, { type: 'insert', key, ...atEnd }), reads, writes };
    return count > 0 ? { ...edit, appends: { key } } : edit;
  }
  if (places.kind(node) !== 'array') throw refusal(PATCH.holdsNone(quote(path.slice(0, -1))));
  if (key === '-') {
    const edit = { splices: yield* planEdit(places, { type: 'insert', key: '', ...atEnd }), reads, writes };
    // Items have no keys, so an appended item can't conflict with the next one.
    return count > 0 ? { ...edit, appends: { key: null } } : edit;
  }
  if (!/^(?:0|[1-9]\d*)$/.test(key)) throw refusal(PATCH.notPosition(key));
  const ordinal = Number(key);
  if (ordinal > count) throw refusal(PATCH.behindEnd(key, count));
  const behind = asNode(places.children.nth(node, ordinal));
  const slot = ordinal === count ? atEnd : ({ node: behind, where: 'before', json } as const);
  return { splices: yield* planEdit(places, { type: 'insert', key: '', ...slot }), reads, writes };
}

/** @see RFC 6902 §4.2 */
function* remove(places: IndexedPlaces, path: readonly string[]): Work<TrialEdit> {
  const nodes = namesakes(places, find(places, path));
  const parent = places.parent(nodes[0] ?? 0);
  if (parent >= 0 && places.kind(parent) === 'object')
    return { splices: [], reads: [], writes: places.range(parent), removes: { key: String(path.at(-1)), nodes } };
  const splices = yield* planEdit(places, { type: 'remove', nodes });
  return { splices, reads: [], writes: places.range(parent) };
}

/** A value and, in an object, all members with the same key. */
function namesakes(places: IndexedPlaces, node: number): NodeIndex[] {
  const { tape } = places;
  const parent = places.parent(node);
  if (parent < 0 || places.kind(parent) !== 'object' || places.hasUniqueKeys(parent)) return [asNode(node)];
  const name = nameOf(places.key(node));
  const nodes: NodeIndex[] = [];
  const close = tape.closing(parent);
  for (let child = parent + 1; child < close; child = tape.next(child)) {
    if (places.isKey(child, name)) nodes.push(asNode(child));
  }
  return nodes;
}

/**
 * Returns the value at a path.
 * @throws CodedError `refused` that names the first part of the path that does not exist
 */
function find(places: Places, path: Path): NodeIndex {
  const node = places.atPath(path);
  if (node >= 0) return asNode(node);
  const there = nearest(places, path)?.path ?? [];
  throw refusal(PATCH.missing(quote(path.slice(0, there.length + 1))));
}

/** @throws CodedError `syntax` */
function readOperations(patch: JsonDocument): Operation[] {
  if (!patch.isLive) throw patch.error ?? new CodedError('syntax', PATCH.notJson);
  const { places } = patch;
  if (places.kind(0) !== 'array') throw failed(patch, 0, PATCH.noArray, 'syntax');
  const operations: Operation[] = [];
  const close = patch.tape.closing(0);
  for (let node = 1; node < close; node = patch.tape.next(node)) {
    operations.push(readOperation(patch, node, operations.length));
  }
  return operations;
}

/** @see RFC 6902 §4: exactly one `op` and one `path`, and what else the operation needs; other members are ignored */
function readOperation(patch: JsonDocument, node: number, index: number): Operation {
  const { places } = patch;
  const wrong = (sentence: string): CodedError => failed(patch, node, PATCH.wrong(index, sentence), 'syntax');
  if (places.kind(node) !== 'object') throw wrong(PATCH.noObject);
  const members = new Map<string, number>();
  const close = patch.tape.closing(node);
  for (let child = node + 1; child < close; child = patch.tape.next(child)) {
    const key = places.key(child);
    if (members.has(key) && /^(?:op|path|from|value)$/.test(key)) throw wrong(PATCH.twice(key));
    members.set(key, child);
  }
  const string = (key: string): string => {
    const member = members.get(key);
    if (member === undefined) throw wrong(PATCH.without(key));
    if (places.kind(member) !== 'string') throw wrong(PATCH.noString(key));
    return JSON.parse(textOf(places, member)) as string;
  };
  const pointer = (key: string): string[] => {
    const text = string(key);
    try {
      return parsePointer(text);
    } catch {
      throw wrong(PATCH.noPointer(key, text));
    }
  };
  const name = string('op');
  const op = OPERATIONS.find((known) => known === name);
  if (op === undefined) throw wrong(PATCH.unknown(name));
  const path = pointer('path');
  // In backticks, because `imports.test.ts` would take a quote after this word for the start of a module name.
  const from = op === 'move' || op === 'copy' ? pointer(`from`) : null;
  const value = members.get('value') ?? null;
  if (value === null && (op === 'add' || op === 'replace' || op === 'test')) throw wrong(PATCH.without('value'));
  return { index, node, op, path, from, value };
}

function describe({ index, op, path, from }: Pick<Operation, 'index' | 'op' | 'path' | 'from'>): string {
  return `${index} (${op} ${from === null ? '' : `from ${quote(from)} to `}${quote(path)})`;
}

/** A path for a message, shortened when it is long. */
function quote(path: Path): string {
  // A path may have a million keys, and a key 50 MB.
  const ends = path.length > QUOTED * 2 ? [...path.slice(0, QUOTED), '…', ...path.slice(-QUOTED)] : path;
  const short = ends.map((segment) =>
    String(segment).length > QUOTED ? `${String(segment).slice(0, QUOTED)}…` : segment,
  );
  return `"${toPointer(short)}"`;
}

function textOf(places: Places, node: number): string {
  const { start, end } = places.range(node);
  return decodeUtf8(places.text.slice(start, end));
}

function refusal(sentence: string): CodedError {
  return new CodedError('refused', sentence);
}

/** An error that carries the place of an operation in the patch. */
function failed(patch: JsonDocument, node: number, sentence: string, code: ErrorCode): CodedError {
  const offset = patch.tape.start(node);
  return new CodedError(code, PATCH.unchanged(sentence), { offset, ...patch.lines.placeOf(offset) });
}
