// A document client that refuses writes while the host has set `readonly`. The views use this client; the host's own writes
// bypass it.

import { CodedError } from '../../shared/errors.ts';
import type { DocumentClient } from '../../ui/client/document.ts';
import { EMBED } from '../../ui/strings/embed/embed.ts';

const WRITES: ReadonlySet<PropertyKey> = new Set<keyof DocumentClient>([
  'apply',
  'applyPacked',
  'changeLines',
  'edit',
  'format',
  'redo',
  'replace',
  'undo',
]);

/** Returns the client with writes that reject with `refused` while `isReadOnly` returns true. */
export function guardWrites(client: DocumentClient, isReadOnly: () => boolean): DocumentClient {
  const refuse = (): Promise<never> => Promise.reject(new CodedError('refused', EMBED.readonlyText));
  const bound = new Map<PropertyKey, unknown>();
  return new Proxy(client, {
    get(target, name) {
      if (WRITES.has(name) && isReadOnly()) return refuse;
      const value: unknown = bound.get(name) ?? Reflect.get(target, name, target);
      if (typeof value !== 'function' || bound.has(name)) return value;
      const method: unknown = (value as (...args: unknown[]) => unknown).bind(target);
      bound.set(name, method);
      return method;
    },
    set: (target, name, value) => Reflect.set(target, name, value, target),
  });
}
