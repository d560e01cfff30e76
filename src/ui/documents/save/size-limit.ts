// The largest document that this browser stores. The cloud's limit is the server's (`src/server/documents/content.ts`).

/** Larger documents are not stored in the browser. @see requirements SET-4 */
const MAX_LOCAL_BYTES = 536_870_912;

/** Returns how many bytes of text may be stored: the maximum, or the room that the browser has. */
export async function localMaximum(): Promise<number> {
  const estimate = 'storage' in navigator ? await navigator.storage.estimate?.().catch(() => null) : null;
  const { quota, usage } = estimate ?? {};
  // The stored content is compressed, but by an unknown ratio.
  const room = quota === undefined ? Number.POSITIVE_INFINITY : Math.max(0, quota - (usage ?? 0));
  return Math.min(MAX_LOCAL_BYTES, room);
}
