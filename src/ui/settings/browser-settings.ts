// Small settings in the browser's storage, one key each. If the browser refuses storage (private mode, exceeded quota), a
// setting lasts as long as the page.

/** Result of storing a value; sizes in characters. @see requirements SET-4 */
export type WriteOutcome =
  | { readonly success: true }
  | { readonly success: false; readonly size: number; readonly maxSize: number };

/** Reads and writes settings by key; never throws. */
export interface Settings {
  /** Returns the stored value if `accept` parses it, else `fallback`. */
  read<T>(key: string, accept: (stored: string) => T | undefined, fallback: T): T;
  /** Stores a value. A value that is too long is refused, and the stored one is kept. */
  write(key: string, value: string): WriteOutcome;
}

/** Longer values are refused, in characters. */
export const MAX_VALUE_LENGTH = 1_000_000;

/** Creates settings over a `Storage`; `open` may throw, like `localStorage` when it is forbidden. */
export function createSettings(open: () => Storage): Settings {
  const memory = new Map<string, string>();
  const storage = attempt(open);
  return {
    read(key, accept, fallback) {
      const stored = memory.get(key) ?? attempt(() => storage?.getItem(key) ?? null);
      return (stored === null || stored === undefined ? undefined : accept(stored)) ?? fallback;
    },
    write(key, value) {
      if (value.length > MAX_VALUE_LENGTH) return { success: false, size: value.length, maxSize: MAX_VALUE_LENGTH };
      memory.set(key, value);
      attempt(() => storage?.setItem(key, value));
      return { success: true };
    },
  };
}

/** Accepts one of a list of words. */
export function oneOf<T extends string>(words: readonly T[]): (stored: string) => T | undefined {
  return (stored) => words.find((word) => word === stored);
}

/** Accepts a number from `min` to `max`. */
export function numberBetween(min: number, max: number): (stored: string) => number | undefined {
  return (stored) => {
    const value = stored.trim() === '' ? Number.NaN : Number(stored);
    return value >= min && value <= max ? value : undefined;
  };
}

/** Accepts a whole number from `min` to `max`. */
export function integerBetween(min: number, max: number): (stored: string) => number | undefined {
  return (stored) => {
    const value = /^\s*\d+\s*$/.test(stored) ? Number(stored) : Number.NaN;
    return value >= min && value <= max ? value : undefined;
  };
}

/** Accepts `true` and `false`. */
export function yesOrNo(stored: string): boolean | undefined {
  return stored === 'true' || stored === 'false' ? stored === 'true' : undefined;
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
