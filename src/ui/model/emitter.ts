// Tells listeners that something has happened.

/** Calls its listeners, in the order in which they subscribed, with what it emits. */
export class Emitter<Values extends unknown[] = []> {
  private readonly listeners = new Set<(...values: Values) => void>();

  /** `source` is started for the first listener, and stopped when the last one has unsubscribed. */
  constructor(private readonly source?: { start(): void; stop(): void }) {}

  /** Calls `listener` from now on. Returns a function that unsubscribes. */
  readonly subscribe = (listener: (...values: Values) => void): (() => void) => {
    if (this.listeners.size === 0) this.source?.start();
    this.listeners.add(listener);
    return () => {
      if (this.listeners.delete(listener) && this.listeners.size === 0) this.source?.stop();
    };
  };

  emit(...values: Values): void {
    for (const listener of this.listeners) listener(...values);
  }
}
