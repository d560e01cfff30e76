// Works out in which order items come while somebody still chooses what to sort them by: what is left to do then is to
// move them. An edit that comes before all is known goes on from there.

import type { Revision } from '../../shared/units.ts';
import { isSamePath } from '../../shared/document/path.ts';
import type { SortBy, SortRequest } from '../../shared/protocol/edit-intent.ts';
import type { JsonDocument } from '../engine/document/document.ts';
import { isSortable, orderItems, type OrderedItems, type OrderItems } from '../engine/sort/sort.ts';
import type { Work } from '../engine/base/work.ts';
import type { Runner } from './runner.ts';

/** What this needs of the session. */
export interface Sortable {
  readonly document: JsonDocument;
  readonly revision: Revision;
  readonly settled: Promise<unknown>;
  readonly runner: Runner;
}

/** An order that is being worked out, or is known. */
interface Begun {
  readonly sort: SortRequest;
  readonly work: Work<OrderedItems>;
  known: OrderedItems | null;
}

/** The order of one container's items, of one revision: the session forgets it with every write. */
export class SortAhead {
  private begun: Begun | null = null;
  /** Counts what was asked and forgotten. */
  private turn = 0;

  constructor(private readonly session: Sortable) {}

  /** Begins, in place of what was begun before. Nothing happens where that can't be sorted: the sort itself says why. */
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

  /** Ends what was begun. */
  forget(): number {
    this.begun = null;
    return ++this.turn;
  }

  /** The order of a container's items: as far as it was worked out before, and the rest now. */
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
