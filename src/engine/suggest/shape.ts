// The shape of a container's items: which fields they have, in how many items, of which kinds. A field is a path of keys
// through objects. An array is a value like any other; its items are not inspected.
//
//   [{"a": 1, "b": {"c": null}}, {"a": "x"}]      field  parent  key  presence  kinds
//                                                    0     -1     -       2     2 objects
//                                                    1      0     a       2     number, string
//                                                    2      0     b       1     object
//                                                    3      2     c       1     null
//
// Fields are a tree rather than paths, so that a path of a million keys costs a million fields and not the square of that. Of
// duplicate keys the last one counts, as in `JSON.parse`. Keys are compared by their bytes with the field that came next in the
// last item, and decoded only when they differ.

import { hasComments } from '../../shared/document/dialect.ts';
import type { JsonDocument } from '../document/document.ts';
import { noCounts, refuseStale, valueKind, type KindCounts, type SuggestedKind } from './value-kinds.ts';
import { TEXT_BASE } from '../base/memory.ts';
import type { Places } from '../tape/places.ts';
import type { Work } from '../base/work.ts';
import { BACKSLASH, QUOTE } from '../../shared/bytes/ascii.ts';

export interface ShapeField {
  /** The index of the field around it; -1 for the items themselves, which are field 0. */
  readonly parent: number;
  readonly key: string;
  /** The number of items that have it. */
  readonly presence: number;
  /** The number of items that have it with each kind. */
  readonly kinds: KindCounts;
}

/** The shape of some items. */
export interface ArrayShape {
  /** In order of first appearance; a parent comes before its fields. */
  readonly fields: readonly ShapeField[];
  readonly items: number;
  /** Whether these are all fields. If not, the counts of those listed are still exact. */
  readonly complete: boolean;
}

/** Bytes of stored keys, at most. */
const KEY_BYTES = 16 * 1024 * 1024;
/** Values per slice. */
const SLICE_VALUES = 64 * 1024;

/** A field during counting. */
class Field {
  presence = 0;
  readonly kinds = noCounts();
  /** By key; created with the first one. */
  fields: Map<string, Field> | null = null;
  /** The field that last followed this one, and the one that last came first inside it. */
  next: Field | null = null;
  first: Field | null = null;
  /** The last item that had it, its kind there, and a linked list of the fields inside it that this item has. */
  item = -1;
  kind: SuggestedKind = 'null';
  had: Field | null = null;
  hadNext: Field | null = null;

  constructor(
    readonly parent: Field | null,
    readonly key: string,
    /** The first spelling of its key, including quotes. */
    readonly spelling: Uint8Array,
  ) {}
}

/** An object on the path to the current value. */
interface Level {
  readonly close: number;
  readonly field: Field;
  previous: Field | null;
}

/**
 * Measures the shape of a container's items, with at most `limit` fields. Cost: its entries.
 * @throws CodedError `invalid-document`
 */
export function* measureShape(
  document: JsonDocument,
  container: number,
  limit: number,
  sliceValues = SLICE_VALUES,
): Work<ArrayShape> {
  refuseStale(document);
  const { tape } = document;
  const reader = new ShapeReader(document, limit);
  const close = tape.closing(container);
  const { start, end } = document.places.range(container);
  let left = sliceValues;
  for (let item = container + 1; item < close; item = tape.next(item)) {
    reader.begin(item);
    while (!reader.isDone) {
      left -= reader.read(left);
      if (left > 0) continue;
      yield { done: tape.start(item) - start, total: end - start };
      left = sliceValues;
    }
  }
  return reader.finish();
}

/** The keys on the path from an item to a field. */
export function fieldPath(shape: ArrayShape, index: number): string[] {
  const path: string[] = [];
  for (let at = index; at > 0; at = shape.fields[at]?.parent ?? 0) path.push(shape.fields[at]?.key ?? '');
  return path.toReversed();
}

/** Adds items one by one, each in one or more reads. */
class ShapeReader {
  private readonly root = new Field(null, '', new Uint8Array());
  private readonly fields: Field[] = [this.root];
  private readonly levels: Level[] = [];
  private readonly places: Places;
  private items = -1;
  private entry = 0;
  private keyBytes = 0;
  private complete = true;

  constructor(
    private readonly document: JsonDocument,
    private readonly limit: number,
  ) {
    this.places = document.places;
  }

  /** Whether the current item has been read to its end. */
  get isDone(): boolean {
    return this.levels.length === 0;
  }

  begin(item: number): void {
    this.items += 1;
    this.entry = item + 1;
    this.occur(this.root, item, this.document.memory.bytes);
  }

  /** Continues reading, up to `most` values. Returns how many it has read. */
  read(most: number): number {
    const { levels } = this;
    const { tape, memory } = this.document;
    const { bytes } = memory;
    let read = 0;
    while (read < most) {
      const level = levels.at(-1);
      if (level === undefined) break;
      const { entry } = this;
      this.entry += 1;
      if (entry === level.close) {
        levels.pop();
        continue;
      }
      read += 1;
      const depth = levels.length;
      const field = this.fieldOf(level, entry, bytes);
      if (field !== null) this.occur(field, entry, bytes);
      if (levels.length === depth) this.entry = tape.next(entry);
    }
    return read;
  }

  finish(): ArrayShape {
    // A field whose occurrences were all overridden is in no item.
    const kept = this.fields.filter((field) => field.presence > 0);
    const indexes = new Map(kept.map((field, index) => [field, index]));
    return {
      fields: kept.map(({ parent, key, presence, kinds }) => ({
        parent: parent === null ? -1 : (indexes.get(parent) ?? 0),
        key,
        presence,
        kinds,
      })),
      items: this.items + 1,
      complete: this.complete,
    };
  }

  /** Counts a value of the current item, and enters it if it is an object. */
  private occur(field: Field, entry: number, bytes: Uint8Array): void {
    const { tape } = this.document;
    const kind = valueKind(bytes[TEXT_BASE + tape.start(entry)] ?? 0);
    if (field.item === this.items) takeBack(field);
    else if (field.parent !== null) {
      field.hadNext = field.parent.had;
      field.parent.had = field;
    }
    field.item = this.items;
    field.kind = kind;
    field.had = null;
    field.presence += 1;
    field.kinds[kind] += 1;
    if (kind === 'object') this.levels.push({ close: tape.closing(entry), field, previous: null });
  }

  /** The field of a member; `null` when there are too many. */
  private fieldOf(level: Level, entry: number, bytes: Uint8Array): Field | null {
    const { field, previous } = level;
    const expected = previous === null ? field.first : previous.next;
    if (expected !== null && !hasComments(this.document.dialect) && this.isSpelled(entry, expected.spelling, bytes)) {
      level.previous = expected;
      return expected;
    }
    const key = this.places.key(entry);
    field.fields ??= new Map();
    const found = field.fields.get(key) ?? this.add(field, key, entry);
    if (found === null) return null;
    if (previous === null) field.first = found;
    else previous.next = found;
    level.previous = found;
    return found;
  }

  /** Whether a member's key has this spelling; also false when a backslash before it makes that unclear. */
  private isSpelled(entry: number, spelling: Uint8Array, bytes: Uint8Array): boolean {
    let at = TEXT_BASE + this.document.tape.start(entry) - 1;
    while (bytes[at] !== QUOTE) at -= 1;
    for (let index = spelling.length - 1; index >= 0; index -= 1, at -= 1) {
      if (bytes[at] !== spelling[index]) return false;
    }
    return bytes[at] !== BACKSLASH;
  }

  private add(parent: Field, key: string, entry: number): Field | null {
    const { start, end } = this.places.keyRange(entry);
    if (this.fields.length >= this.limit || this.keyBytes + end - start > KEY_BYTES) {
      this.complete = false;
      return null;
    }
    this.keyBytes += end - start;
    const made = new Field(parent, key, this.places.text.slice(start, end).slice());
    parent.fields?.set(key, made);
    this.fields.push(made);
    return made;
  }
}

/** Reverts what was counted for a field, and the fields inside it, in the current item: its key has occurred again. */
function takeBack(field: Field): void {
  const left = [field];
  for (let taken = left.pop(); taken !== undefined; taken = left.pop()) {
    taken.presence -= 1;
    taken.kinds[taken.kind] -= 1;
    taken.item = -1;
    for (let inner = taken.had; inner !== null; inner = inner.hadNext) left.push(inner);
    taken.had = null;
  }
}
