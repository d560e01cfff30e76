// Computes the order of items while the user is still choosing what to sort them by, so that then they only have to be moved.
// An edit that comes earlier continues the computation.

import type { Revision } from '../../shared/units.ts';
import { isSamePath } from '../../shared/document/path.ts';
import type { SortBy, SortRequest } from '../../shared/protocol/edit-intent.ts';
import type { JsonDocument } from '../../engine/document/document.ts';
import { isSortable, orderItems, type OrderedItems, type OrderItems } from '../../engine/sort/sort.ts';
import type { Work } from '../../engine/base/work.ts';
import type { Runner } from './runner.ts';

/** The part of the session that this uses. */
export interface Sortable {
  readonly document: JsonDocument;
  readonly revision: Revision;
  readonly settled: Promise<unknown>;
  readonly runner: Runner;
}

/** An order that is being computed, or is known. */
interface Begun {
  readonly sort: SortRequest;
  readonly work: Work<OrderedItems>;
  known: OrderedItems | null;
}

/** The order of one container's items in one revision: the session drops it with every write. */
export class SortAhead {
  private begun: Begun | null = null;
  /** Incremented with every request and every `forget`. */
  private turn = 0;

  constructor(private readonly session: Sortable) {}

  /**
   * Starts a computation in place of the previous one. Does nothing for items that cannot be sorted: the sort itself reports
   * why.
   */
  async prepare(base: Revision, sort: SortRequest | null): Promise<void> {
    const turn = this.forget();
    await this.session.settled;
    const { document, revision, runner } = this.session;
    if (sort === null || turn !== this.turn || base !== revision || !document.isLive) return;
    const { places } = document;
    if (!isSortable(places, sort.node, sort.by)) return;
    const begun: Begun = { sort, work: orderItems(places, sort.node, sort.by, sort.direction), known: null };
    const work = (function* (): Work<void> {
      begun.known = yield* begun.work;
    })();
    this.begun = begun;
    await runner.advance(work, () => this.begun !== begun);
  }

  /** Drops the current computation. */
  forget(): number {
    this.begun = null;
    return ++this.turn;
  }

  /** Returns the order of a container's items; computes only what `prepare` has not computed yet. */
  *order(...asked: Parameters<OrderItems>): Work<OrderedItems> {
    const { begun } = this;
    this.forget();
    if (begun === null || !isAsked(begun.sort, asked)) return yield* orderItems(...asked);
    return begun.known ?? (yield* begun.work);
  }
}

function isAsked({ node, by, direction }: SortRequest, asked: Parameters<OrderItems>): boolean {
  const [, container, askedBy, askedDirection] = asked;
  return node === container && direction === askedDirection && isSame(by, askedBy);
}

function isSame(one: SortBy, other: SortBy): boolean {
  if (one.type !== 'path' || other.type !== 'path') return one.type === other.type;
  return isSamePath(one.path, other.path);
}
