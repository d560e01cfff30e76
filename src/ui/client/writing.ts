// Writes to a document: noted in the journal, and known to have arrived once the state has them.

import { hasCode } from '../../shared/errors.ts';
import type { EditResult } from '../../shared/protocol.ts';
import type { Connection } from './connection.ts';
import type { Write } from './journal.ts';
import { until } from './until.ts';

/** The writes of one document. */
export class Writing {
  /** Until the writes that are on their way have arrived in the state. */
  arriving: Promise<void> = Promise.resolve();
  private compacting = false;

  constructor(private readonly connection: Connection) {}

  /**
   * Carries out a write and notes it in the journal. A small one counts from when it is sent: if the worker
   * dies over it, it is replayed and not lost. A large one counts once it is done: it may be what was deadly.
   */
  async write<T extends EditResult | null>(write: Write, answer: Promise<T>): Promise<T> {
    const { connection } = this;
    const { journal } = connection;
    const small = write.type === 'apply' || write.type === 'edit';
    if (small) journal.add(write);
    const arrived = answer.then(
      (done) => {
        if (done === null) return undefined;
        const made = connection.toOwn(done.revision);
        return until(connection, ({ revision }) => revision >= made);
      },
      () => undefined,
    );
    this.arriving = Promise.all([this.arriving, arrived]).then(() => undefined);
    let result: T;
    try {
      result = await answer;
    } catch (error) {
      if (!hasCode(error, 'worker-died')) journal.remove(write);
      throw error;
    }
    // At once: the journal has the order of the writes, and another worker would have other revisions.
    if (result !== null && !small) journal.add(write);
    const told = result && { ...result, revision: connection.toOwn(result.revision) };
    // Not before the state that it made.
    await new Promise<void>((resolve) => connection.painting.after(resolve));
    if (journal.isLong) void this.compact();
    return told;
  }

  /** Reads the document as the journal's new base. Writes that come meanwhile make it worthless: next time, then. */
  private async compact(): Promise<void> {
    if (this.compacting) return;
    this.compacting = true;
    const { connection } = this;
    const { journal } = connection;
    try {
      const written = journal.writes.length;
      const { dialect } = connection.state;
      const base = await connection.long(undefined, (call) => connection.ask('read', [call, 'file']));
      if (journal.writes.length === written) journal.start({ content: base, dialect });
    } catch {
      // The journal stays long; nothing is lost.
    } finally {
      this.compacting = false;
    }
  }
}
