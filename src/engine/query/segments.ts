// A JSONPath as it is followed over the tape: segments, their selectors, and the tests of filters.

import type { Name } from '../tape/places.ts';

/** One selector of a segment. */
export type TapeSelector =
  | { readonly type: 'name'; readonly name: Name }
  | { readonly type: 'index'; readonly index: number }
  | PathSlice
  | { readonly type: 'wildcard' }
  | { readonly type: 'filter'; readonly test: Test };

/** An array slice; `null` for a bound that is omitted. */
export interface PathSlice {
  readonly type: 'slice';
  readonly start: number | null;
  readonly end: number | null;
  readonly step: number;
}

/** A segment of a path. */
export interface TapeSegment {
  readonly isDescendant: boolean;
  readonly hasFilter: boolean;
  readonly selectors: readonly TapeSelector[];
}

export type TapePath = readonly TapeSegment[];

export type FilterSign = '==' | '!=' | '<' | '<=' | '>' | '>=';

/** A number that a filter compares with, as it is written in the query, and the nearest double. */
export interface NumberScalar {
  readonly text: string;
  readonly nearest: number;
}

/** A value that a filter compares with. */
export type Scalar = string | NumberScalar | boolean | null;

/** A filter. Its paths begin at the node that is tested. */
export type Test =
  | { readonly type: 'and' | 'or'; readonly left: Test; readonly right: Test }
  | { readonly type: 'not'; readonly test: Test }
  /** `path` has no filters. */
  | { readonly type: 'exists'; readonly path: TapePath; readonly isSingular: boolean }
  /** `path` is singular. */
  | { readonly type: 'compare'; readonly path: TapePath; readonly operator: FilterSign; readonly scalar: Scalar };
