// Of requests that come faster than they are answered only the newest matters.

import { CodedError, hasCode } from '../../shared/errors.ts';

interface Waiting<Q, A> {
  readonly request: Q;
  readonly resolve: (answer: A) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Sends one request at a time. While it is under way only the newest other one waits; those that it
 * overtakes reject with `superseded`.
 */
export function latestOnly<Q, A>(send: (request: Q) => Promise<A>): (request: Q) => Promise<A> {
  let busy = false;
  let waiting: Waiting<Q, A> | null = null;
  const run = async (item: Waiting<Q, A>): Promise<void> => {
    busy = true;
    try {
      item.resolve(await send(item.request));
    } catch (error) {
      item.reject(error);
    }
    busy = false;
    const next = waiting;
    waiting = null;
    if (next !== null) void run(next);
  };
  return (request) =>
    new Promise((resolve, reject) => {
      const item = { request, resolve, reject };
      if (!busy) {
        void run(item);
        return;
      }
      waiting?.reject(new CodedError('superseded', 'a newer request took its place'));
      waiting = item;
    });
}

/** Whether an error only says that a newer request took over. */
export function isSuperseded(error: unknown): boolean {
  return hasCode(error, 'superseded');
}
