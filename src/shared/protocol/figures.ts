// Figures of the columns of a table: how often values occur, and how numbers and times are distributed.

import type { Path } from '../document/path.ts';
import type { Revision } from '../units.ts';
import type { TableFilter } from './table.ts';
import type { FieldKind } from './wizard.ts';

/** A column, and the rows that count. */
export interface ColumnRequest {
  /** The path of the array. */
  readonly path: Path;
  readonly column: Path;
  /** All of them must match; none for all rows. */
  readonly filters: readonly TableFilter[];
}

/** The number of values in each of several adjacent ranges. */
export interface Histogram {
  readonly of: 'numbers' | 'times';
  /** One more than there are ranges: numbers of JSON, or times in ISO 8601. A range includes its start and not its end. */
  readonly edges: readonly string[];
  readonly counts: readonly number[];
}

/** A value and how often it occurs. */
export interface ValueCount {
  readonly kind: FieldKind;
  /** As JSON, or its beginning. */
  readonly json: string;
  readonly isCut: boolean;
  readonly count: number;
}

/** Figures of one column. Counts are exact; so are decimals, but for the mean, which has at least 15 digits. */
export interface ColumnFigures {
  readonly revision: Revision;
  /** The number of rows that count. */
  readonly rows: number;
  readonly missing: number;
  /** Number of rows per kind of value. */
  readonly kinds: Readonly<Record<FieldKind, number>>;
  /** Different values: 1.0 and 1 are the same, "1" and 1 are not. */
  readonly distinct: number;
  /** Whether `distinct` is an estimate. */
  readonly isEstimate: boolean;
  /** As spelt; empty if there are no numbers. */
  readonly least: string;
  readonly greatest: string;
  /** Empty without numbers, and when one is too large to be added. */
  readonly sum: string;
  readonly mean: string;
  /** Number of times among the strings. */
  readonly times: number;
  /** As spelt; empty if there are no times. */
  readonly earliest: string;
  readonly latest: string;
  /** `null` if there are no numbers or times, or all are the same. */
  readonly histogram: Histogram | null;
  /** The most frequent values. */
  readonly frequent: readonly ValueCount[];
}

/** Which values of a column are listed, and in which order. */
export interface ValuesRequest extends ColumnRequest {
  /** Only values whose text contains this; empty for all. */
  readonly search: string;
  readonly matchCase: boolean;
  readonly by: 'count' | 'value';
  readonly direction: 'ascending' | 'descending';
  /** Number of values, at most. */
  readonly limit: number;
}

/** The values of a column. */
export interface ValueList {
  readonly revision: Revision;
  readonly rows: number;
  readonly missing: number;
  readonly values: readonly ValueCount[];
  /** Number of values that contain the searched text, listed or not. */
  readonly found: number;
  /** Whether these are all: a column with more than 100,000 different values has only its most frequent ones. */
  readonly complete: boolean;
}
