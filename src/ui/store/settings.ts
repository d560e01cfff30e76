// Small settings in the browser's storage, one key each. A browser may refuse storage altogether
// (private mode, a full quota): a setting then lasts as long as the page.

/** Reads and writes settings by key; never throws. */
export interface Settings {
  /** The stored value where `accept` takes it, else `fallback`. */
  read<T>(key: string, accept: (stored: string) => T | undefined, fallback: T): T;
  write(key: string, value: string): void;
}

/** Settings over a `Storage`; `open` may throw, as `localStorage` does where it is forbidden. */
export function createSettings(open: () => Storage): Settings {
  const memory = new Map<string, string>();
  const storage = attempt(open);
  return {
    read(key, accept, fallback) {
      const stored = memory.get(key) ?? attempt(() => storage?.getItem(key) ?? null);
      return (stored === null || stored === undefined ? undefined : accept(stored)) ?? fallback;
    },
    write(key, value) {
      memory.set(key, value);
      attempt(() => storage?.setItem(key, value));
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

function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
