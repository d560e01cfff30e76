// Writes to a document: noted in the journal, and known to have arrived once the state has them.

import { hasCode } from '../../shared/errors.ts';
import type { EditResult, WriteResult } from '../../shared/protocol/protocol.ts';
import { asRevision, type Revision } from '../../shared/units.ts';
import type { Connection } from './connection.ts';
import type { Change } from './journal.ts';
import { until } from './wait-for-state.ts';

/** The writes of one document. */
export class Writing {
  /** Until the writes that are on their way have arrived in the state. */
  arriving: Promise<void> = Promise.resolve();
  private underWay = 0;
  private isRenewing = false;

  constructor(private readonly connection: Connection) {}

  /** Whether writes are on their way that the state does not have yet. */
  get isWriting(): boolean {
    return this.underWay > 0;
  }

  /**
   * Carries out a change and notes it in the journal. `base` is that of a small one: when the worker dies over it, the next
   * one carries it out.
   */
  write(change: Change, send: () => Promise<WriteResult>, base: Revision | null = null): Promise<EditResult> {
    const small = base === null ? null : { change, revision: asRevision(base + 1) };
    return this.carryOut(small, send, () => change);
  }

  /** Takes the latest step back, or does it again. */
  return(send: () => Promise<WriteResult | null>): Promise<EditResult | null> {
    return this.carryOut(null, send, (result) => this.connection.journal.returned(result));
  }

  private async carryOut<T extends WriteResult | null>(
    small: { readonly change: Change; readonly revision: Revision } | null,
    send: () => Promise<T>,
    noteOf: (result: WriteResult) => Parameters<Connection['journal']['confirm']>[2],
  ): Promise<T> {
    const { connection } = this;
    const { journal } = connection;
    journal.sink?.beforeWrite();
    const { content: before } = connection.state;
    const isAlone = this.underWay === 0;
    const sent = send();
    const number = journal.send(small?.change ?? null);
    if (small !== null) connection.expect(small.revision);
    const answer = sent.catch(async (error: unknown): Promise<T> => {
      if (small === null || !hasCode(error, 'worker-died')) throw error;
      await connection.restored();
      if (!journal.keep(number)) throw error;
      const { content } = connection.state;
      const kept: WriteResult = { revision: small.revision, content, changed: null, rows: [], selection: null };
      return kept as T;
    });
    this.underWay += 1;
    const arrived = answer
      .then(
        (done) => {
          if (done === null) return undefined;
          return until(connection, ({ revision }) => revision >= done.revision);
        },
        () => undefined,
      )
      .then(() => {
        this.underWay -= 1;
        journal.sink?.afterWrite();
      });
    this.arriving = Promise.all([this.arriving, arrived]).then(() => undefined);
    let result: T;
    try {
      result = await answer;
    } catch (error) {
      journal.remove(number);
      throw error;
    }
    if (result === null) {
      journal.remove(number);
      return result;
    }
    // At once: the journal has the order of the writes, and another worker would have other revisions.
    const own = { ...result, content: connection.toOwnContent(result.content) };
    connection.expect(own.revision);
    if (isAlone && own.content === before) journal.remove(number);
    else journal.confirm(number, own, noteOf(own));
    // Not before the state that it made.
    await new Promise<void>((resolve) => connection.painting.after(resolve));
    if (journal.needsBase) void this.renewBase();
    return own;
  }

  /** Gives the journal the document as it is now as its base. */
  private async renewBase(): Promise<void> {
    if (this.isRenewing) return;
    this.isRenewing = true;
    const { connection } = this;
    try {
      if (!(await (connection.journal.sink?.renewBase() ?? false))) await connection.readBase();
    } catch {
      // The journal stays long; nothing is lost.
    } finally {
      this.isRenewing = false;
    }
  }
}
