// For parts of a table that is not compared.

/** Subscribes to nothing. */
export function neverChanges(): () => void {
  return () => undefined;
}
