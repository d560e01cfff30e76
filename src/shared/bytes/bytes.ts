// Functions on arrays of bytes.

/** Concatenates arrays. A single array is returned as it is, without a copy. */
export function joinBytes<Buffer extends ArrayBufferLike>(
  parts: readonly Uint8Array<Buffer>[],
): Uint8Array<Buffer | ArrayBuffer> {
  if (parts.length === 1 && parts[0] !== undefined) return parts[0];
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Whether two arrays hold the same bytes. */
export function equalBytes(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index += 1) if (one[index] !== other[index]) return false;
  return true;
}

/** Up to this many bytes, a loop is faster than a call of `set`. */
const SMALL = 48;

/** Copies the bytes `start` to `end` of `from` into `to`, at `at`. The two must not be the same array. */
export function copyBytes(from: Uint8Array, start: number, end: number, to: Uint8Array, at: number): void {
  if (end - start > SMALL) {
    to.set(from.subarray(start, end), at);
    return;
  }
  for (let index = start, target = at; index < end; index += 1, target += 1) to[target] = from[index] ?? 0;
}
