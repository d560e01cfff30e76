// Column statistics in words and digits.

import { unquote } from '../../../shared/bytes/literals.ts';
import { timeText } from '../filter/filter-text.ts';
import { readIsoTime } from '../../../shared/document/iso-time.ts';
import type { ColumnFigures, ValueCount } from '../../../shared/protocol/figures.ts';
import type { FieldKind } from '../../../shared/protocol/wizard.ts';
import { FIGURES } from '../../strings/editors/figures.ts';

/** Kinds that a filter by value can spell. */
const SCALARS: ReadonlySet<FieldKind> = new Set<FieldKind>(['string', 'number', 'boolean', 'null']);

/** The number of rows with a value. */
export function presentIn({ rows, missing }: ColumnFigures): number {
  return rows - missing;
}

/** The number of different values, in words. */
export function distinctText({ distinct, isEstimate }: ColumnFigures): string {
  return isEstimate ? FIGURES.about(distinct) : distinct.toLocaleString();
}

/** The kind that most values have; `null` does not count beside others. */
export function mainKind({ kinds }: ColumnFigures): FieldKind | null {
  const all = (Object.entries(kinds) as [FieldKind, number][]).filter(([kind, count]) => count > 0 && kind !== 'null');
  return all.toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? (kinds.null > 0 ? 'null' : null);
}

/** The kinds that fewer rows have than the main one. */
export function oddKinds(figures: ColumnFigures): readonly (readonly [FieldKind, number])[] {
  const main = mainKind(figures);
  return (Object.entries(figures.kinds) as [FieldKind, number][]).filter(
    ([kind, count]) => count > 0 && kind !== main && kind !== 'null',
  );
}

/** A value as a cell shows it. */
export function valueText({ kind, json }: ValueCount): string {
  return kind === 'string' ? unquote(json) : json;
}

/** Whether rows can be filtered by a value. */
export function canFilter({ kind, isCut }: ValueCount): boolean {
  return SCALARS.has(kind) && !isCut;
}

/** A share as a percentage with as many digits as it needs. */
export function shareText(count: number, of: number): string {
  const share = of === 0 ? 0 : count / of;
  const digits = share > 0 && share < 0.1 ? 1 : 0;
  if (share > 0 && share < 0.0005) return '< 0.1 %';
  return `${(share * 100).toLocaleString(undefined, { minimumFractionDigits: digits, maximumFractionDigits: digits })} %`;
}

/** An edge of a histogram, short. */
export function edgeText(edge: string, of: 'numbers' | 'times'): string {
  if (of === 'times') return timeText(edge);
  const value = Number(edge);
  return Math.abs(value) >= 1e6 || (value !== 0 && Math.abs(value) < 1e-4)
    ? value.toLocaleString(undefined, { notation: 'compact', maximumSignificantDigits: 4 })
    : edge;
}

/** An edge as a number, to draw it. */
export function edgeValue(edge: string, of: 'numbers' | 'times'): number {
  return of === 'times' ? (readIsoTime(edge) ?? 0) : Number(edge);
}
