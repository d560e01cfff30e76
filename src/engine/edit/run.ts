// A run of neighbouring values, which are edited together.

/** Neighbours in one container, from the entry `first` to `last`, both inclusive. */
export interface Run {
  readonly container: number;
  readonly ordinal: number;
  readonly first: number;
  readonly last: number;
  readonly length: number;
}
