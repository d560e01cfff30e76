// The items of a container that is reordered.

/** The items of a container: their entries and their byte ranges, in an object including the keys. */
export interface Items {
  readonly container: number;
  readonly nodes: Uint32Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}
