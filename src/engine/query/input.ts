// The input of a query: one value of a snapshot, as JavaScript values, as text, or as a snapshot of its own. Each container of
// these values can be traced back to the bytes that it was made from. So what a query passes through keeps its numbers,
// duplicate keys, escapes and order.

import { CodedError } from '../../shared/errors.ts';
import { DIALECT_LABELS } from '../../shared/document/dialect.ts';
import { toJsonPath, type Path } from '../../shared/document/path.ts';
import { placesOf } from '../document/snapshot-places.ts';
import type { ReadPlaces } from '../tape/places.ts';
import { checkSnapshot, cutSnapshot, type Snapshot } from '../document/snapshot.ts';
import { ExactNumbers } from '../values/exact-number.ts';
import { readValue } from '../values/values.ts';
import type { Work } from '../base/work.ts';
import { guardNumbers, mapContainers, mapRespelt } from './alignment.ts';
import { findInexact, numberAt } from './inexact.ts';
import { findRespelt, inexactOf, type Respelt } from './respelt.ts';
import { QUERY } from '../../shared/texts/queries.ts';

/**
 * `native`: as returned by `JSON.parse`. `guarded`: the same, with an `ExactNumber` for each number whose value a double would
 * change.
 */
export type ValueKind = 'native' | 'guarded';

/** The numbers of a value that a double cannot hold. */
export interface Inexact {
  readonly count: number;
  /** The place of the first one in the document, and its spelling. */
  readonly path: Path;
  readonly text: string;
}

/** A value that was made, and the entries of its containers once somebody asked for them. */
interface Made {
  readonly kind: ValueKind;
  readonly value: unknown;
  nodes: Map<object, number> | null;
  respelt: Map<object, number> | null;
}

/** One value of a snapshot, which must not change. */
export class QueryInput {
  /** The value that was made last. */
  private made: Made | null = null;
  private numbers: Uint32Array<ArrayBuffer> | null = null;
  private found: Respelt | null = null;
  /** The numbers of guarded values. */
  readonly exact = new ExactNumbers();

  private constructor(
    private readonly snapshot: Snapshot,
    readonly places: ReadPlaces,
    readonly node: number,
  ) {}

  /**
   * The value at a path. Nothing is copied.
   * @throws CodedError `invalid-document` with the place of the error, `missing` when there is no such value, `refused` for a
   * snapshot of another version
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

  /** The kind of the value that was made last; `native` before there is one. */
  get kind(): ValueKind {
    return this.made?.kind ?? 'native';
  }

  /** Copies the value into a snapshot of its own, to be transferred. Cost: the copy. */
  cut(): Snapshot {
    const { start, end } = this.places.range(this.node);
    return cutSnapshot(this.snapshot, this.node, start, end);
  }

  /**
   * Returns the value. The last one is cached, so that the next query gets the same one. A caller that passes it to code that
   * may change it calls `respeltNodes` before and `forget` afterwards. A cached native value is turned into the guarded one in place.
   * @throws CodedError `too-large` for what JavaScript cannot hold
   */
  *value(kind: ValueKind): Work<unknown> {
    if (this.made?.kind === kind) return this.made.value;
    if (kind === 'guarded') yield* this.findRespelt();
    const numbers = kind === 'native' ? null : yield* this.inexactEntries();
    const native = this.made?.kind === 'native' ? this.made.value : yield* readValue(this.places, this.node, 'native');
    this.made = null;
    const value = numbers === null ? native : yield* guardNumbers(this.places, this.node, native, numbers, this.exact);
    this.made = { kind, value, nodes: null, respelt: null };
    return value;
  }

  /** The entry of each container of the value that was made last. That value must not have changed before the first call. */
  *nodes(): Work<ReadonlyMap<object, number>> {
    const { made } = this;
    if (made === null) return new Map();
    made.nodes ??= yield* mapContainers(this.places, this.node, made.value);
    return made.nodes;
  }

  /** Drops the cached value: the next call makes a new one. */
  forget(): void {
    this.made = null;
  }

  /** Finds what is respelt in the value, to be passed to `useRespelt` of a cut. */
  *respelt(): Work<Respelt> {
    const respelt = yield* this.findRespelt();
    return respelt.map((item) => item - this.node * 4);
  }

  /** Sets what `respelt` would find. */
  useRespelt(respelt: Respelt): void {
    this.keep(respelt.map((item) => item + this.node * 4));
  }

  /**
   * Like `nodes`, but only the containers whose text is not what `JSON.stringify` would write. That value must not have changed
   * before the first call.
   */
  *respeltNodes(): Work<ReadonlyMap<object, number>> {
    const { made } = this;
    if (made === null) return new Map();
    made.respelt ??= yield* mapRespelt(this.places, this.node, made.value, yield* this.findRespelt());
    return made.respelt;
  }

  /** Describes the numbers that a double would change; `null` when there are none. */
  *inexact(): Work<Inexact | null> {
    return this.describeInexact(yield* this.inexactEntries());
  }

  /** Describes numbers given by their entries, in order; `null` when there are none. */
  describeInexact(numbers: ArrayLike<number>): Inexact | null {
    const { [0]: first } = numbers;
    if (first === undefined) return null;
    return { count: numbers.length, path: this.places.path(first), text: numberAt(this.places, first) };
  }

  private *findRespelt(): Work<Respelt> {
    return this.found ?? this.keep(yield* findRespelt(this.places, this.node));
  }

  private keep(found: Respelt): Respelt {
    this.found = found;
    this.numbers = inexactOf(found);
    return found;
  }

  private *inexactEntries(): Work<Uint32Array<ArrayBuffer>> {
    this.numbers ??= yield* findInexact(this.places, this.node);
    return this.numbers;
  }
}
