// Walks over the members of an object or the items of an array and applies their schemas one by one. Progress is stored in the
// frame: a walk pauses when a schema has to be applied or a slice ends, and resumes from there.

import type { Places } from '../tape/places.ts';
import type { Reason } from './failure.ts';
import type { ValidationFrame } from './frames.ts';
import {
  NONE,
  type Check,
  type ItemsCheck,
  type MembersCheck,
  type SchemaGraph,
  type UnevaluatedCheck,
} from './graph.ts';
import type { ValueReader } from './value-reader.ts';

/** The entry of the document's root. */
const ROOT = 0;
/**
 * The member of the root that names the schema for editors. It is not part of what is described: a schema that restricts
 * members or keys which it does not name does not mean this one.
 */
const SCHEMA_KEY = '$schema';

/** The parts of the machine that a walk uses. */
export interface WalkMachine {
  readonly graph: SchemaGraph;
  readonly places: Places;
  readonly reader: ValueReader;
  /** Whether the last applied schema holds. */
  readonly result: boolean;
  /** Steps left in this slice. */
  budget: number;
  /** Applies a schema to a value. Returns `false` when the result comes later. */
  apply(
    node: number,
    value: number,
    from: ValidationFrame | null,
    isInPlace: boolean,
    reports: boolean,
    tells?: boolean,
  ): boolean;
  failFrame(frame: ValidationFrame, reason: Reason, check: Check, detail?: number, value?: number): void;
}

/** Applies the schemas of an object's members, and its dependent schemas. Returns `false` when it has to be called again. */
export function walkMembers(machine: WalkMachine, frame: ValidationFrame, check: MembersCheck): boolean {
  const { tape } = machine.places;
  if (frame.step === 0) {
    frame.step = 1;
    frame.next = frame.value + 1;
    frame.position = -1;
    frame.clearPending();
    frame.pendingAt = 0;
    frame.clearSeen(check.names.count);
  }
  const close = tape.closing(frame.value);
  while (frame.step === 1) {
    if (frame.awaits) {
      frame.awaits = false;
      if (!machine.result) frame.isValid = false;
      if (!frame.isValid && !frame.reports) return true;
    }
    const code = frame.pendingAt < frame.pending.length ? frame.pending[frame.pendingAt] : undefined;
    if (code !== undefined) {
      frame.pendingAt += 1;
      frame.awaits = true;
      const isKey = code < 0;
      if (!machine.apply(isKey ? ~code : code, isKey ? ~frame.child : frame.child, frame, false, frame.reports))
        return false;
      continue;
    }
    if (frame.next >= close) {
      frame.step = 2;
      break;
    }
    machine.budget -= 1;
    if (machine.budget <= 0) return false;
    frame.child = frame.next;
    frame.next = tape.next(frame.child);
    frame.position += 1;
    chooseSchemas(machine, frame, check);
  }
  if (frame.step === 2) {
    checkKeys(machine, frame, check);
    frame.step = 3;
  }
  for (;;) {
    if (frame.awaits) {
      frame.awaits = false;
      if (!machine.result) frame.isValid = false;
    }
    if (!frame.isValid && !frame.reports) return true;
    const dependent = check.dependentSchemas[frame.step - 3];
    if (dependent === undefined) return true;
    frame.step += 1;
    if (!frame.hasSeen(dependent.key)) continue;
    frame.awaits = true;
    if (!machine.apply(dependent.node, frame.value, frame, true, frame.reports, frame.tracks)) return false;
  }
}

/** Collects the schemas that apply to a member. */
function chooseSchemas(machine: WalkMachine, frame: ValidationFrame, check: MembersCheck): void {
  const { reader } = machine;
  const { child, pending } = frame;
  frame.clearPending();
  frame.pendingAt = 0;
  let text: string | null = null;
  let key = -1;
  const isEscaped = reader.readKey(child);
  if (isEscaped || reader.isRelaxed) {
    text = machine.places.key(child);
    key = check.names.find(text);
  } else if (check.names.count > 0) {
    key = check.names.findBytes(reader.bytes, reader.start, reader.end, frame.position);
  }
  if (key >= 0) frame.see(key);
  const property = key < 0 ? NONE : (check.properties[key] ?? NONE);
  if (property !== NONE) pending.push(property);
  let isCovered = property !== NONE;
  if (check.patterns.length > 0) {
    text ??= machine.places.key(child);
    for (const { pattern, node } of check.patterns) {
      if (!pattern.test(text)) continue;
      pending.push(node);
      isCovered = true;
    }
  }
  const isSchemaName = frame.value === ROOT && property === NONE && namesSchema(machine, child, text);
  if (!isCovered && check.additional !== NONE && !isSchemaName) {
    isCovered = true;
    if (machine.graph.nodes[check.additional]?.verdict === false) machine.failFrame(frame, 'unknown', check, 0, child);
    else pending.push(check.additional);
  }
  if (isCovered && frame.tracks) frame.marks.mark(frame.position);
  if (check.keys !== NONE && !isSchemaName) pending.push(~check.keys);
}

/** Whether a member of the root, whose key the reader has read or decoded to `text`, names the document's schema. */
function namesSchema({ reader, places }: WalkMachine, child: number, text: string | null): boolean {
  if (text !== null) return text === SCHEMA_KEY;
  return reader.end - reader.start === SCHEMA_KEY.length && places.key(child) === SCHEMA_KEY;
}

/** Checks which keys an object has, and their number. */
function checkKeys(machine: WalkMachine, frame: ValidationFrame, check: MembersCheck): void {
  const count = frame.position + 1;
  if (count < check.least) machine.failFrame(frame, 'tooFew', check, count);
  if (count > check.most) machine.failFrame(frame, 'tooMany', check, count);
  for (const key of check.required) if (!frame.hasSeen(key)) machine.failFrame(frame, 'missing', check, key);
  for (const [index, { key, needed }] of check.dependentRequired.entries()) {
    if (!frame.hasSeen(key)) continue;
    for (const other of needed) {
      if (!frame.hasSeen(other)) machine.failFrame(frame, 'dependent', check, index * check.names.count + other);
    }
  }
}

/** Applies the schemas of an array's items. Returns `false` when it has to be called again. */
export function walkItems(machine: WalkMachine, frame: ValidationFrame, check: ItemsCheck): boolean {
  const { tape } = machine.places;
  if (frame.step === 0) {
    frame.step = 1;
    frame.next = frame.value + 1;
    frame.position = -1;
    frame.matches = 0;
    frame.clearPending();
    frame.pendingAt = 0;
    if (frame.tracks && check.rest !== NONE) frame.marks.isAll = true;
  }
  const close = tape.closing(frame.value);
  for (;;) {
    if (frame.awaits) {
      frame.awaits = false;
      if ((frame.pending[frame.pendingAt - 1] ?? 0) >= 0) {
        if (!machine.result) frame.isValid = false;
        if (!frame.isValid && !frame.reports) return true;
      } else if (machine.result) {
        frame.matches += 1;
        if (check.marks && frame.tracks) frame.marks.mark(frame.position);
      }
    }
    const code = frame.pendingAt < frame.pending.length ? frame.pending[frame.pendingAt] : undefined;
    if (code !== undefined) {
      frame.pendingAt += 1;
      frame.awaits = true;
      const isTest = code < 0;
      if (!machine.apply(isTest ? ~code : code, frame.child, frame, false, !isTest && frame.reports)) return false;
      continue;
    }
    const isRest = frame.position + 1 >= check.prefix.length;
    if (frame.next >= close || (isRest && check.rest === NONE && check.contains === NONE)) break;
    machine.budget -= 1;
    if (machine.budget <= 0) return false;
    frame.child = frame.next;
    frame.next = tape.next(frame.child);
    frame.position += 1;
    frame.clearPending();
    frame.pendingAt = 0;
    const node = isRest ? check.rest : (check.prefix[frame.position] ?? NONE);
    if (node !== NONE) frame.pending.push(node);
    if (!isRest && frame.tracks) frame.marks.mark(frame.position);
    if (check.contains !== NONE) frame.pending.push(~check.contains);
  }
  if (check.contains !== NONE && (frame.matches < check.least || frame.matches > check.most)) {
    machine.failFrame(frame, 'contains', check, frame.matches);
  }
  return true;
}

/** Applies a schema to the children that no other schema has evaluated. Returns `false` when it has to be called again. */
export function walkUnevaluated(machine: WalkMachine, frame: ValidationFrame, check: UnevaluatedCheck): boolean {
  const { tape } = machine.places;
  if (frame.step === 0) {
    frame.step = 1;
    frame.next = frame.value + 1;
    frame.position = -1;
  }
  const close = tape.closing(frame.value);
  const isForbidden = machine.graph.nodes[check.node]?.verdict === false;
  const isRootObject = frame.value === ROOT && machine.places.kind(ROOT) === 'object';
  for (;;) {
    if (frame.awaits) {
      frame.awaits = false;
      if (!machine.result) frame.isValid = false;
    }
    if ((!frame.isValid && !frame.reports) || frame.next >= close) break;
    machine.budget -= 1;
    if (machine.budget <= 0) return false;
    frame.child = frame.next;
    frame.next = tape.next(frame.child);
    frame.position += 1;
    if (frame.marked?.has(frame.position) === true) continue;
    if (isRootObject && machine.places.key(frame.child) === SCHEMA_KEY) continue;
    if (isForbidden) {
      machine.failFrame(frame, 'unevaluated', check, 0, frame.child);
      continue;
    }
    frame.awaits = true;
    if (!machine.apply(check.node, frame.child, frame, false, frame.reports)) return false;
  }
  frame.marks.isAll = true;
  return true;
}
