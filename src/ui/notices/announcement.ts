// Texts of live regions, which screen readers read out when they change.

/** Returns what a live region has to hold to announce a text: one that differs from what it holds, even if only in its end. */
export function announcing(said: string, next: string): string {
  return said === next ? `${next}\u00a0` : next;
}
