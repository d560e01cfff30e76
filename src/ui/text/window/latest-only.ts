// Drops all but the newest of requests that arrive faster than they are processed.

import { CodedError } from '../../../shared/errors.ts';

interface Waiting<Q, A> {
  readonly request: Q;
  readonly resolve: (answer: A) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Sends one request at a time. While it is under way, only the newest further request waits; the requests that it replaces
 * reject with `superseded`. For the requests of one caller: two that ask again when they are superseded would never let go.
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
