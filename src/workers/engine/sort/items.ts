// The items of a container that change places.

/** The items of a container: their entries, and the bytes of each, with its key inside an object. */
export interface Items {
  readonly container: number;
  readonly nodes: Uint32Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}
