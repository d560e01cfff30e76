// Wraps the methods of an API so that each returns a `Reply`: coded errors cross the worker's boundary as data. Buffers are
// transferred, not copied.

import { transfer } from 'comlink';
import { toWire } from '../../shared/errors.ts';
import type { Reply } from '../../shared/protocol/reply.ts';

/** Runs a call and packs its value or its error. */
export async function reply<T>(
  call: () => Promise<T> | T,
  buffers: (value: T) => Transferable[] = () => [],
): Promise<Reply<T>> {
  try {
    const value = await call();
    return transfer({ ok: true, value }, buffers(value));
  } catch (error) {
    return { ok: false, error: toWire(error) };
  }
}
