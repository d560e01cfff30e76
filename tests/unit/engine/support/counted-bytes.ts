// Bytes that count how many of them are read, by whatever code and in whatever way: what an algorithm costs, whatever the machine.

/** Bytes, and the number of them that were read so far. */
export interface CountedBytes {
  readonly bytes: Uint8Array;
  readonly reads: () => number;
}

/** Counts the reads of each byte, and the lengths of the ranges that native methods look at. */
export function countedBytes(source: Uint8Array): CountedBytes {
  let reads = 0;
  const search = (found: number, from: number): number => {
    reads += (found < 0 ? source.length : found + 1) - from;
    return found;
  };
  const methods: Readonly<Record<string, unknown>> = {
    includes: (byte: number, from = 0) => search(source.indexOf(byte, from), from) >= 0,
    indexOf: (byte: number, from = 0) => search(source.indexOf(byte, from), from),
    lastIndexOf: (byte: number, from = source.length - 1) => {
      const found = source.lastIndexOf(byte, from);
      reads += from - Math.max(0, found);
      return found;
    },
    // What is done with the range is not seen: it counts as read once.
    subarray: (start = 0, end = source.length) => {
      const part = source.subarray(start, end);
      reads += part.length;
      return part;
    },
    slice: (start = 0, end = source.length) => {
      const part = source.slice(start, end);
      reads += part.length;
      return part;
    },
  };
  const bytes = new Proxy(source, {
    get(target, key) {
      if (typeof key === 'string') {
        const method = methods[key];
        if (method !== undefined) return method;
        const first = key.charCodeAt(0);
        if (first >= 0x30 && first <= 0x39) reads += 1;
      }
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value === 'function') throw new TypeError(`reads by ${String(key)} are not counted`);
      return value;
    },
  });
  return { bytes, reads: () => reads };
}
