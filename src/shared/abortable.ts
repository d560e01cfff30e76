// Waiting for work that can be cancelled.

import { cancelled } from './errors.ts';

/** Resolves to the result of work, or rejects as soon as the signal aborts. The work goes on. @throws CodedError `cancelled` */
export async function abortable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const cancel = (): void => reject(cancelled());
  if (signal?.aborted === true) cancel();
  signal?.addEventListener('abort', cancel);
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}
