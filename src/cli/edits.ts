// Edits of single values, as JSON Patch makes them. Every byte that they do not concern stays.

import type { Splice } from '../shared/document/splice.ts';
import { CodedError } from '../shared/errors.ts';
import type { Work } from '../engine/base/work.ts';
import type { JsonDocument } from '../engine/document/document.ts';
import { editValues } from '../engine/patch/patch.ts';
import { planEdit } from '../engine/edit/edit.ts';
import { outermost } from '../engine/treeview/selected-nodes.ts';
import { readPath } from './documents.ts';

/** Sets the value at a path; a new key is added. `value` is JSON. */
export function setValue(document: JsonDocument, at: string, value: string): Work<Splice[]> {
  const path = readPath(at);
  const op = document.places.atPath(path) < 0 ? 'add' : 'replace';
  return editValues(document, [{ op, path, value }]);
}

/**
 * Sets the value at a path, and makes the objects and arrays around it that are missing.
 * @throws CodedError `refused` where an array would get an item after a gap
 */
export function setWithParents(document: JsonDocument, at: string, value: string): Work<Splice[]> {
  const path = readPath(at);
  let known = path.length;
  while (known > 0 && document.places.atPath(path.slice(0, known)) < 0) known -= 1;
  if (known >= path.length - 1) return setValue(document, at, value);
  let json = value;
  for (const segment of path.slice(known + 1).toReversed()) {
    if (segment === 0 || segment === '0' || segment === '-') json = `[${json}]`;
    else if (typeof segment === 'string') json = `{${JSON.stringify(segment)}: ${json}}`;
    else throw new CodedError('refused', `${at}: a new array has no item ${segment}; its first one is 0.`);
  }
  return editValues(document, [{ op: 'add', path: path.slice(0, known + 1), value: json }]);
}

/** Values without those inside of another one, which change or go with it. */
export function outermostOf({ tape }: JsonDocument, entries: readonly number[]): Uint32Array {
  return outermost(tape, Uint32Array.from(entries));
}

/** Sets values, none of which is inside of another one. `value` is JSON. */
export function setEntries({ places }: JsonDocument, nodes: Uint32Array, value: string): Work<Splice[]> {
  return planEdit(places, { type: 'set-all', nodes, jsons: [value] });
}

/** Removes values, and the members that an earlier or later one of the same key hides: none appears in their place. */
export function removeEntries(document: JsonDocument, entries: readonly number[]): Work<Splice[]> {
  const { places } = document;
  const found = new Set(entries);
  const removedKeys = new Map<number, Set<string>>();
  for (const entry of entries) {
    const parent = places.parent(entry);
    if (parent < 0 || places.kind(parent) !== 'object') continue;
    const keys = removedKeys.get(parent) ?? new Set();
    removedKeys.set(parent, keys.add(places.key(entry)));
  }
  for (const [parent, keys] of removedKeys) {
    const close = places.tape.closing(parent);
    for (let child = parent + 1; child < close; child = places.tape.next(child))
      if (keys.has(places.key(child))) found.add(child);
  }
  return planEdit(places, { type: 'remove', nodes: outermostOf(document, [...found]) });
}

/** Inserts a value before an item, at the end (`/-`), or under a new key. @throws CodedError `refused` if the key is there */
export function insertValue(document: JsonDocument, at: string, value: string): Work<Splice[]> {
  const { places } = document;
  const path = readPath(at);
  const around = places.atPath(path.slice(0, -1));
  if (around >= 0 && places.kind(around) === 'object' && places.atPath(path) >= 0)
    throw new CodedError('refused', `${at} is there already. Use "set" to replace it.`);
  return editValues(document, [{ op: 'add', path, value }]);
}

/** Removes the values at paths: all of them, or none if one is missing. @throws CodedError `missing` */
export function removeValues(document: JsonDocument, given: readonly string[]): Work<Splice[]> {
  const { places } = document;
  const entries = given.map((text) => {
    const entry = places.atPath(readPath(text));
    if (entry < 0) throw new CodedError('missing', `There is no value at ${text}.`);
    return entry;
  });
  // What is inside of another one goes with it.
  const outer: number[] = [];
  for (const entry of entries.toSorted((a, b) => a - b)) {
    const before = outer.at(-1);
    if (before === undefined || entry >= places.tape.next(before)) outer.push(entry);
  }
  // From the last to the first, so that the positions before them stay.
  return editValues(
    document,
    outer.toReversed().map((entry) => ({ op: 'remove', path: places.path(entry) })),
  );
}
