// What a query is run on: one value of a snapshot, as JavaScript values, as text, or as a snapshot of its own, and
// the way back from each container of these values to the bytes that it was made from. That is how what a query
// passes through keeps its numbers, duplicate keys, escapes and order.

import { CodedError } from '../../../shared/errors.ts';
import { DIALECT_LABELS } from '../../../shared/document/dialect.ts';
import { toJsonPath, type Path } from '../../../shared/document/path.ts';
import { placesOf } from '../document/snapshot-places.ts';
import type { ReadPlaces } from '../tape/places.ts';
import { checkSnapshot, cutSnapshot, type Snapshot } from '../document/snapshot.ts';
import { readValue } from '../values/values.ts';
import type { Work } from '../base/work.ts';
import { guardNumbers, mapContainers } from './alignment.ts';
import { findInexact, numberAt } from './inexact.ts';
import { QUERY } from '../../../shared/texts/queries.ts';

/**
 * `native`: what `JSON.parse` gives. `guarded`: the same, with a `LosslessNumber` for each number whose value a
 * double would change.
 */
export type ValueKind = 'native' | 'guarded';

/** The numbers of a value that a double can't hold. */
export interface Inexact {
  readonly count: number;
  /** Where in the document the first of them is, and how it is spelt. */
  readonly path: Path;
  readonly text: string;
}

/** One value of a snapshot, which must stay as it is. */
export class QueryInput {
  /** The value that was made last, and its containers once somebody asked for them. */
  private made: { readonly kind: ValueKind; readonly value: unknown; nodes: Map<object, number> | null } | null = null;
  private numbers: Uint32Array<ArrayBuffer> | null = null;

  private constructor(
    private readonly snapshot: Snapshot,
    readonly places: ReadPlaces,
    readonly node: number,
  ) {}

  /**
   * The value at a path. Nothing is copied.
   * @throws CodedError `invalid-document` with the place of what is wrong, `missing` where there is no such value,
   *   `refused` for a snapshot of another version
   */
  static of(snapshot: Snapshot, path: Path): QueryInput {
    checkSnapshot(snapshot);
    const places = placesOf(snapshot);
    const { dialect } = places.tape;
    if (snapshot.tape.length === 0) {
      const { error } = snapshot;
      const what = QUERY.notValid(DIALECT_LABELS[dialect]);
      throw new CodedError('invalid-document', error === null ? what : `${what} ${error.message}`, error?.place);
    }
    const node = places.atPath(path);
    if (node < 0) throw new CodedError('missing', QUERY.noValue(toJsonPath(path)));
    return new QueryInput(snapshot, places, node);
  }

  /** What is made of the value: which kind, once there is one. */
  get kind(): ValueKind {
    return this.made?.kind ?? 'native';
  }

  /** The value by itself, to be transferred. Cost: a copy. */
  cut(): Snapshot {
    const { start, end } = this.places.range(this.node);
    return cutSnapshot(this.snapshot, this.node, start, end);
  }

  /**
   * The value. The last one is kept, for the next query to be given the same; whoever gives it to code that may
   * change it calls `nodes` before and `forget` after that. A native one that is there becomes the guarded one.
   * @throws CodedError `too-large` for what JavaScript can't hold
   */
  *value(kind: ValueKind): Work<unknown> {
    if (this.made?.kind === kind) return this.made.value;
    const numbers = kind === 'native' ? null : yield* this.inexactEntries();
    const native = this.made?.kind === 'native' ? this.made.value : yield* readValue(this.places, this.node, 'native');
    this.made = null;
    const value = numbers === null ? native : yield* guardNumbers(this.places, this.node, native, numbers);
    this.made = { kind, value, nodes: null };
    return value;
  }

  /** The entry of each container of the value that was made last. Nobody may have changed that before the first call. */
  *nodes(): Work<ReadonlyMap<object, number>> {
    const { made } = this;
    if (made === null) return new Map();
    made.nodes ??= yield* mapContainers(this.places, this.node, made.value);
    return made.nodes;
  }

  /** Drops the value: the next one is made anew. */
  forget(): void {
    this.made = null;
  }

  /** The entries of the numbers that a double would change, counted from the value's own, in order. */
  *guarded(): Work<Uint32Array<ArrayBuffer>> {
    const numbers = yield* this.inexactEntries();
    return numbers.map((entry) => entry - this.node);
  }

  /** Takes these entries for what `guarded` would find. */
  guard(numbers: Uint32Array<ArrayBuffer>): void {
    this.numbers = numbers.map((entry) => entry + this.node);
  }

  /** The numbers that a double would change; `null` where there are none. */
  *inexact(): Work<Inexact | null> {
    return this.describeInexact(yield* this.inexactEntries());
  }

  /** The same of some numbers, by their entries in order. */
  describeInexact(numbers: ArrayLike<number>): Inexact | null {
    const { [0]: first } = numbers;
    if (first === undefined) return null;
    return { count: numbers.length, path: this.places.path(first), text: numberAt(this.places, first) };
  }

  private *inexactEntries(): Work<Uint32Array<ArrayBuffer>> {
    this.numbers ??= yield* findInexact(this.places, this.node);
    return this.numbers;
  }
}
