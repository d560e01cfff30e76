// Rows of labels under headings, as in a table, for plots with a row per step.

import { text, type Markish } from '@observablehq/plot';
import { cut, HALO, WIDTHS, type Layout } from './frame.ts';

/** A row of the plot at its height. */
export type Placed<Row> = Row & { readonly y: number };

export interface Heading {
  readonly name: string;
  readonly y: number;
}

/** Height of a row and of a heading, in pixels: on narrow plots a label stands above its row. */
const ROW = { wide: 20, narrow: 36 };
const HEADING = { wide: 28, narrow: 30 };
/** Where the axis begins, in pixels. */
export const ROWS_LEFT = { wide: 420, narrow: 16 };

/** Places rows one below the other, with a heading wherever the group changes. */
export function placeRows<Row>(
  rows: readonly Row[],
  groupOf: (row: Row) => string,
  layout: Layout,
): { readonly placed: Placed<Row>[]; readonly headings: Heading[]; readonly height: number } {
  let y = 0;
  const headings: Heading[] = [];
  const placed = rows.map((row) => {
    const name = groupOf(row);
    if (headings.at(-1)?.name !== name) {
      headings.push({ name, y: y + HEADING[layout] / 2 + 2 });
      y += HEADING[layout];
    }
    y += ROW[layout];
    return { ...row, y: y - (layout === 'wide' ? ROW.wide / 2 : 10) };
  });
  return { placed, headings, height: y + 8 };
}

/** Returns the labels of rows: what is measured, beside what, the figure at the right, and the headings. */
export function rowLabels<Row>(
  { placed, headings }: { readonly placed: readonly Placed<Row>[]; readonly headings: readonly Heading[] },
  layout: Layout,
  labels: {
    readonly name: (row: Row) => string;
    readonly beside?: (row: Row) => string;
    readonly value: (row: Row) => string;
  },
): Markish[] {
  const { name, beside, value } = labels;
  const left = ROWS_LEFT[layout];
  const start = { y: 'y', frameAnchor: 'left', textAnchor: 'start' } as const;
  const room = WIDTHS.narrow - 24;
  const both = (row: Row): string => {
    if (beside === undefined) return cut(name(row), room);
    return cut(`${name(row)} · ${beside(row)}`, room);
  };
  return [
    text(placed, { y: 'y', frameAnchor: 'right', dx: 62, textAnchor: 'end', text: value, className: 'value', ...HALO }),
    ...(layout === 'narrow'
      ? [text(placed, { ...start, dy: -15, text: both, ...HALO })]
      : [
          text(placed, {
            ...start,
            dx: 32 - left,
            text: (row: Row) => cut(name(row), left - 58 - (beside?.(row).length ?? 0) * 6.2),
          }),
          ...(beside === undefined
            ? []
            : [text(placed, { ...start, dx: -12, textAnchor: 'end', text: beside, className: 'soft' })]),
        ]),
    text(headings, { ...start, dx: 16 - left, text: 'name', className: 'bold', ...HALO }),
  ];
}

/** The powers of ten in a domain. */
export function decades([low = 1, high = 10]: readonly number[]): number[] {
  const first = Math.ceil(Math.log10(low) - 1e-9);
  const last = Math.floor(Math.log10(high) + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, index) => Number((10 ** (first + index)).toPrecision(6)));
}
