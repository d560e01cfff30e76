// Serves the calls that go through the history of a session's document. Steps that are splices are carried out together, so that
// going back over a thousand takes little longer than over one.

import type { HistoryList } from '../../shared/protocol/history.ts';
import type { WriteResult } from '../../shared/protocol/protocol.ts';
import type { CallId } from '../../shared/protocol/reply.ts';
import type { Splice } from '../../shared/document/splice.ts';
import type { ByteRange } from '../../shared/units.ts';
import { carryOutSteps, type ReadText } from '../../engine/document/compose-steps.ts';
import type { HistoryChange } from '../../engine/document/history.ts';
import type { Session } from './session.ts';
import { isShort, withRow } from './state-report.ts';

/** Serves the calls of a document worker that undo and redo. */
export class StepCalls {
  constructor(private readonly session: Session) {}

  undo(call: CallId, count: number): Promise<WriteResult | null> {
    return this.go(call, 'undo', count);
  }

  redo(call: CallId, count: number): Promise<WriteResult | null> {
    return this.go(call, 'redo', count);
  }

  /** Returns the steps of the history. */
  readSteps(): HistoryList {
    const { steps, isCut } = this.session.history;
    return { steps, isCut };
  }

  /** Gives the steps that made some contents the times at which they were made first. */
  dateSteps(times: readonly (readonly [content: number, time: number])[]): void {
    this.session.history.date(new Map(times));
  }

  private go(call: CallId, direction: 'undo' | 'redo', count: number): Promise<WriteResult | null> {
    const { session } = this;
    return session.exclusive(() =>
      session.runner.call(call, async () => {
        let changed: ByteRange | null = null;
        const carriedOut: HistoryChange[] = [];
        const read: ReadText = (start, end) => session.document.memory.text(start, end).slice();
        const carryOut = (change: HistoryChange): HistoryChange => {
          const done = session.carryOut(change);
          ({ changed } = done);
          carriedOut.push(change);
          return done.inverse;
        };
        const look = session.history[direction]((changes) => carryOutSteps(changes, read, carryOut), count);
        if (look === undefined) return null;
        session.wrote();
        session.startChecking();
        await session.settled;
        if (session.document.isLive && look.expanded.length > 0) {
          session.document.rows.expandStarts(look.expanded);
          session.changedRows();
        }
        const { selection } = look;
        return withRow(session.document, {
          ...session.result(),
          changed,
          selection,
          carriedOut: shortSplices(carriedOut),
        });
      }),
    );
  }
}

/** The splices of a single change, where they can be sent to the page. */
function shortSplices([only, ...others]: readonly HistoryChange[]): readonly Splice[] | null {
  return only?.type === 'splices' && others.length === 0 && isShort(only.splices) ? only.splices : null;
}
