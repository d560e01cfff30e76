// Wraps the methods of an API so that each returns a `Reply`: coded errors cross the worker's boundary as data. Buffers are
// transferred, not copied.

import { transfer } from 'comlink';
import { toWire } from '../../shared/errors.ts';
import type { Reply } from '../../shared/protocol/reply.ts';

/** Runs a call and packs its value or its error. The buffers of a value are the caller's afterwards. */
export async function reply<T>(call: () => Promise<T> | T): Promise<Reply<T>> {
  try {
    const value = await call();
    return transfer({ ok: true, value }, buffersOf(value, 2));
  } catch (error) {
    return { ok: false, error: toWire(error) };
  }
}

/** The buffers of a value: it is one itself, or has them as properties down to a depth. Items of arrays are not looked at. */
function buffersOf(value: unknown, depth: number): ArrayBuffer[] {
  if (value instanceof ArrayBuffer) return [value];
  if (ArrayBuffer.isView(value)) return [value.buffer as ArrayBuffer];
  if (depth === 0 || value === null || typeof value !== 'object' || Array.isArray(value)) return [];
  return Object.values(value).flatMap((property) => buffersOf(property, depth - 1));
}

/** Methods as calls of an API. */
export type Calls<Part, Name extends keyof Part> = {
  [N in Name]: Part[N] extends (...args: infer A) => infer R ? (...args: A) => Promise<Reply<Awaited<R>>> : never;
};

/** Returns the calls that methods of the same names carry out. */
export function callsOf<Part, Name extends keyof Part>(part: Part, ...names: readonly Name[]): Calls<Part, Name> {
  const methods = part as Readonly<Record<Name, (...args: unknown[]) => unknown>>;
  return Object.fromEntries(
    names.map((name) => [name, (...args: unknown[]) => reply(() => methods[name](...args))]),
  ) as Calls<Part, Name>;
}
