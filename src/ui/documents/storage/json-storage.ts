// Stores small values in the browser's storage, as JSON. A value that is too long is refused, and the previous one stays.

/** Longest value that is stored. @see requirements SET-4 */
export const MAX_CHARACTERS = 1_000_000;

/** Whether a value was stored; sizes in characters. */
export type StoredJson =
  | { readonly success: true }
  | { readonly success: false; readonly size: number; readonly maxSize: number };

/** Writes a value. It is not stored either if the browser refuses it (private mode, no room). */
export function storeJson(storage: () => Storage, key: string, value: unknown): StoredJson {
  const text = JSON.stringify(value);
  const refused = { success: false, size: text.length, maxSize: MAX_CHARACTERS } as const;
  if (text.length > MAX_CHARACTERS) return refused;
  try {
    storage().setItem(key, text);
    return { success: true };
  } catch {
    return refused;
  }
}

/** Reads a value; `null` when there is none, or it is not JSON. */
export function readKept(storage: () => Storage, key: string): unknown {
  try {
    const text = storage().getItem(key);
    return text === null ? null : (JSON.parse(text) as unknown);
  } catch {
    return null;
  }
}
