// Runs the writes of a panel's document one at a time: a later write includes the edits that an earlier one missed.

import type { ShelfKey } from '../model/document-key.ts';

/** A queue for work that must not overlap. */
export interface WriteQueue {
  /** Whether work is running. */
  readonly isBusy: boolean;
  /** Runs work after all earlier work, and returns its outcome. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** Ends the turn that a deletion has in a panel's writes: closes what was deleted, and lets the writes go on. */
export type EndTurn = (isDeleted: boolean) => Promise<void>;

/** The writes of one panel, as whatever ends a document sees them. */
export interface PanelWrites {
  /** Saves unsaved changes, if that is possible without asking. */
  flush(): Promise<boolean>;
  /**
   * Takes the turn of the deletion of a document: the writes before it have ended, with all that was unsaved, and none begins until
   * the turn has ended. Nothing to do where the panel shows another document.
   */
  takeTurn(key: ShelfKey): Promise<EndTurn>;
}

/** Creates an empty queue. */
export function createWriteQueue(): WriteQueue {
  let busy: Promise<void> | null = null;
  return {
    get isBusy() {
      return busy !== null;
    },
    async run(work) {
      while (busy !== null) await busy;
      const mine = work();
      const free = (): void => {
        busy = null;
      };
      await (busy = mine.then(free, free));
      return mine;
    },
  };
}
