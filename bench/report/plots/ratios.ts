// How many times as long each peer takes: a dot and its interval per step and peer, on a logarithmic axis.

import { axisX, dot, gridX, ruleX, ruleY } from '@observablehq/plot';
import { digits } from '../spell.ts';
import type { RatioRow } from '../summary.ts';
import { COLOUR, drawPanel, frame, headHeight, WIDTHS, type Caption, type Layout } from './frame.ts';
import { decades, placeRows, rowLabels, ROWS_LEFT, type Placed } from './rows.ts';

/** Headings of the suites. */
export const SUITES: Readonly<Record<RatioRow['suite'], string>> = {
  browser: 'The page',
  engine: 'Engine',
  operations: 'Edits, sorts, searches',
  query: 'Queries',
  table: 'Tables and CSV',
  compare: 'Compare',
  schema: 'Schema',
  server: 'Server',
};
/** Draws rows of ratios, under headings. */
export function drawRatios(
  rows: readonly RatioRow[],
  layout: Layout,
  title: string,
  headingOf: (row: RatioRow) => string = ({ suite }) => SUITES[suite],
): string {
  const caption: Caption = {
    title,
    subtitle: 'Logarithmic axis: each line to the right is ten times as long. The bar is the interval in the table.',
    description: `${rows.length} steps beside their peers; the table below has the same figures.`,
    legend: [
      { name: 'Diptych is faster', colour: COLOUR.own, mark: 'dot' },
      { name: 'no difference', colour: COLOUR.soft, mark: 'ring' },
      { name: 'the peer is faster', colour: COLOUR.warn, mark: 'diamond' },
    ],
  };
  const { placed, headings, height } = placeRows(rows, headingOf, layout);
  const top = headHeight(caption, layout);
  const width = WIDTHS[layout];
  const low = Math.min(1, ...rows.map(({ ratio }) => ratio.low));
  const high = Math.max(10, ...rows.map(({ ratio }) => ratio.high));
  const domain = [low / 1.3, high * 1.3];
  const x = (row: Placed<RatioRow>): number => row.ratio.value;
  const verdict = ({ ratio }: RatioRow): keyof typeof MARKS =>
    ratio.low > 1 ? 'own' : ratio.high < 1 ? 'warn' : 'soft';
  const panel = drawPanel(
    {
      width,
      height: height + 40,
      marginLeft: ROWS_LEFT[layout],
      marginRight: 72,
      marginTop: 4,
      marginBottom: 36,
      x: { type: 'log', domain },
      y: { type: 'identity', axis: null },
      marks: [
        gridX({ ticks: decades(domain), stroke: COLOUR.grid, strokeOpacity: 1 }),
        axisX({
          ticks: decades(domain),
          tickFormat: (tick: number) => `${digits(tick)}×`,
          tickSize: 0,
          label: 'times as long as Diptych (log)',
          labelAnchor: 'right',
          labelOffset: 32,
        }),
        ruleX([1], { stroke: COLOUR.ink, strokeWidth: 1.4, y1: 0, y2: height }),
        ruleY(placed, {
          x1: (row: Placed<RatioRow>) => row.ratio.low,
          x2: (row: Placed<RatioRow>) => row.ratio.high,
          y: 'y',
          stroke: (row: Placed<RatioRow>) => MARKS[verdict(row)].colour,
          strokeWidth: 2.4,
        }),
        ...(['own', 'soft', 'warn'] as const).map((kind) =>
          dot(
            placed.filter((row) => verdict(row) === kind),
            {
              x,
              y: 'y',
              r: 4.6,
              symbol: MARKS[kind].symbol,
              fill: kind === 'soft' ? COLOUR.ground : MARKS[kind].colour,
              stroke: MARKS[kind].colour,
              strokeWidth: 1.6,
            },
          ),
        ),
        ...rowLabels({ placed, headings }, layout, {
          name: ({ step }) => step,
          beside: ({ peer }) => peer,
          value: ({ ratio }) => `${digits(ratio.value)}×`,
        }),
      ],
    },
    0,
    top,
  );
  return frame(caption, layout, top + height + 48, [panel]);
}

const MARKS = {
  own: { colour: COLOUR.own, symbol: 'circle' },
  soft: { colour: COLOUR.soft, symbol: 'circle' },
  warn: { colour: COLOUR.warn, symbol: 'diamond' },
} as const;
