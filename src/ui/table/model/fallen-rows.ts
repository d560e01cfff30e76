// The rows that an edit has made fall out of the filter. They stay where they are until the rows are chosen again, and are marked.

import { Emitter } from '../../model/emitter.ts';
import type { DocumentClient } from '../../client/document.ts';
import type { TableState } from './table-state.ts';
import type { Expressions } from './expressions.ts';
import { unlessStale } from '../../async/stale.ts';

/** Delay after an edit, in milliseconds. */
const REST_MS = 200;

/** The parts of the table model that are used here. */
export interface FilteredTable {
  readonly client: DocumentClient;
  readonly state: TableState;
  readonly expressions: Expressions;
  readonly isAtRest: boolean;
  subscribe(listener: () => void): () => void;
  run(action: Promise<unknown>): void;
}

const NONE: ReadonlySet<number> = new Set();

/** The fallen rows of one table, by their positions in the array. */
export class FallenRows {
  private positions: ReadonlySet<number> = NONE;
  private asked = '';
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly changed = new Emitter();

  constructor(private readonly table: FilteredTable) {}

  readonly subscribe = this.changed.subscribe;

  has(position: number | undefined): boolean {
    return position !== undefined && this.positions.has(position);
  }

  /** Follows the table from now on, until the returned function is called. */
  start(): () => void {
    const stop = this.table.subscribe(() => this.follow());
    return () => {
      stop();
      clearTimeout(this.timer);
    };
  }

  private follow(): void {
    const { isOutdated, arranged, arrangement } = this.table.state;
    const id = arranged?.id ?? null;
    const isStale = isOutdated && id !== null && arrangement.filters.length > 0;
    const question = isStale ? `${id} ${this.table.client.state.revision}` : '';
    if (question === this.asked) return;
    this.asked = question;
    clearTimeout(this.timer);
    if (question === '') this.set(NONE);
    else if (id !== null)
      this.timer = setTimeout(
        () => this.table.run(unlessStale(this.ask(question, id), undefined, 'invalid-document')),
        REST_MS,
      );
  }

  private async ask(question: string, id: number): Promise<void> {
    const { client, state, expressions } = this.table;
    const { path, arrangement } = state;
    await expressions.prepare(path, arrangement.filters);
    const fallen = await client.fallenRows(path, id, arrangement.filters);
    if (this.asked === question) this.set(new Set(fallen));
  }

  private set(positions: ReadonlySet<number>): void {
    if (positions === this.positions) return;
    this.positions = positions;
    this.changed.emit();
  }
}
