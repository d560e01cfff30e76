// Writes to a document: recorded in the journal, and tracked until the state includes them.

import { hasCode } from '../../shared/errors.ts';
import type { EditResult, WriteResult } from '../../shared/protocol/protocol.ts';
import { asRevision, type Revision } from '../../shared/units.ts';
import type { RecoveringConnection } from './recovering-connection.ts';
import type { JournaledWrite } from './journal.ts';
import { waitForState } from './wait-for-state.ts';

/** How often a base is read again because of what was written meanwhile, until the next write. */
const MAX_RENEWALS = 5;

/** What became of a write. */
interface Answered<T> {
  readonly result: T;
  /** Whether the worker died during it, and another one has carried it out. */
  readonly isReplayed: boolean;
}

/** The writes of one document. */
export class Writing {
  /** Resolves when the state includes all writes sent so far. */
  arriving: Promise<void> = Promise.resolve();
  private underWay = 0;
  private isRenewing = false;

  constructor(private readonly connection: RecoveringConnection) {}

  /** Whether writes are pending that the state does not include yet. */
  get isWriting(): boolean {
    return this.underWay > 0;
  }

  /**
   * Carries out a change and records it in the journal. `base` is given for a small change: if the worker dies during it, the
   * replacement worker carries it out. `time`: when it was made, if that is not now.
   */
  write(
    change: JournaledWrite,
    send: () => Promise<WriteResult>,
    base: Revision | null = null,
    time?: number,
  ): Promise<EditResult> {
    const small = base === null ? null : { change, revision: asRevision(base + 1) };
    return this.carryOut(small, send, () => change, time);
  }

  /** Runs an undo or redo and records in the journal where it led. */
  undoOrRedo(send: () => Promise<WriteResult | null>): Promise<EditResult | null> {
    return this.carryOut(null, send, (result) => this.connection.journal.returned(result));
  }

  private async carryOut<T extends WriteResult | null>(
    small: { readonly change: JournaledWrite; readonly revision: Revision } | null,
    send: () => Promise<T>,
    noteOf: (result: WriteResult) => Parameters<RecoveringConnection['journal']['confirm']>[2],
    time?: number,
  ): Promise<T> {
    const { connection } = this;
    const { journal } = connection;
    journal.sink?.beforeWrite();
    const { content: before } = connection.state;
    const isAlone = this.underWay === 0;
    const sent = send();
    const number = journal.send(small?.change ?? null, time);
    if (small !== null) connection.expect(small.revision);
    const inTime = (result: T): Answered<T> => ({ result, isReplayed: false });
    const answer = sent.then(inTime, async (error: unknown): Promise<Answered<T>> => {
      // The journal keeps what a closing client has sent.
      if (small === null || !(connection.isClosed || hasCode(error, 'worker-died'))) throw error;
      await connection.restored();
      if (!journal.keep(number)) throw error;
      const { content } = connection.state;
      const kept: WriteResult = { revision: small.revision, content, changed: null, rows: [], selection: null };
      return { result: kept as T, isReplayed: true };
    });
    this.underWay += 1;
    const arrived = answer
      .then(
        ({ result: done }) => {
          if (done === null) return undefined;
          return waitForState(connection, ({ revision }) => revision >= done.revision);
        },
        () => undefined,
      )
      .then(() => {
        this.underWay -= 1;
        journal.sink?.afterWrite();
      });
    this.arriving = Promise.all([this.arriving, arrived]).then(() => undefined);
    let answered: Answered<T>;
    try {
      answered = await answer;
    } catch (error) {
      journal.remove(number);
      throw error;
    }
    const { result } = answered;
    if (result === null) {
      journal.remove(number);
      return result;
    }
    // It stands in the journal. Its content here is that of the state, which may be the one from before it still.
    if (answered.isReplayed) return result;
    // Before anything else is awaited: the journal records the order of the writes, and another worker would have other
    // numbers.
    const own = { ...result, content: connection.toOwnContent(result.content) };
    connection.expect(own.revision);
    if (isAlone && own.content === before) journal.remove(number);
    else journal.confirm(number, own, noteOf(own));
    // The result must not arrive before the state that it made.
    await new Promise<void>((resolve) => connection.painting.after(resolve));
    if (journal.needsBase) void this.renewBase();
    return own;
  }

  /** Makes the current document the base of the journal. */
  private async renewBase(): Promise<void> {
    if (this.isRenewing) return;
    this.isRenewing = true;
    const { connection } = this;
    const { journal } = connection;
    try {
      // Until it was read, more may have been written or undone.
      for (let tries = 0; journal.needsBase && tries < MAX_RENEWALS; tries += 1)
        if (!(await (journal.sink?.renewBase() ?? false))) await connection.readBase();
    } catch {
      // The journal stays long; nothing is lost.
    } finally {
      this.isRenewing = false;
    }
  }
}
