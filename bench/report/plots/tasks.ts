// The longest task of the page's main thread in each step, and the longest blocked moment of each peer, on a logarithmic axis.

import { axisX, dot, gridX, ruleX, text } from '@observablehq/plot';
import { digits } from '../spell.ts';
import { COLOUR, drawPanel, frame, headHeight, WIDTHS, type Caption, type Layout } from './frame.ts';
import { placeRows, rowLabels, ROWS_LEFT } from './rows.ts';

/** A row of the plot. Times in milliseconds; `longest` is 0 where no task took 50. */
export interface TaskRow {
  readonly group: string;
  readonly name: string;
  readonly work: number | null;
  readonly longest: number;
  /** The longest of all runs. */
  readonly greatest: number;
  readonly runs: number;
}

const LIMIT_MS = 50;
/** Draws a row for each step. */
export function drawTasks(rows: readonly TaskRow[], layout: Layout): string {
  const caption: Caption = {
    title: 'Longest task of the main thread, by step',
    subtitle:
      'Logarithmic axis. A page answers at once while no task takes longer than the line at 50 ms; on a busy machine a task also waits for a core.',
    description: `${rows.length} steps; the table below has the same figures.`,
    legend: [
      { name: 'processor time', colour: COLOUR.own, mark: 'dot' },
      { name: 'duration, where over 50 ms', colour: COLOUR.soft, mark: 'ring' },
      { name: 'a peer, blocked', colour: COLOUR.warn, mark: 'diamond' },
    ],
  };
  const { placed, headings, height } = placeRows(rows, ({ group }) => group, layout);
  const top = headHeight(caption, layout);
  const high = Math.max(200, ...rows.map(({ work, longest }) => Math.max(work ?? 0, longest)));
  const ticks = [1, 10, 100, 1000, 10_000].filter((tick) => tick <= high * 1.3);
  const own = placed.flatMap((row) => (row.work === null ? [] : [{ ...row, work: Math.max(1, row.work) }]));
  const panel = drawPanel(
    {
      width: WIDTHS[layout],
      height: height + 40,
      marginLeft: ROWS_LEFT[layout],
      marginRight: 72,
      marginTop: 4,
      marginBottom: 36,
      x: { type: 'log', domain: [0.8, high * 1.3] },
      y: { type: 'identity', axis: null },
      marks: [
        gridX({ ticks, stroke: COLOUR.grid, strokeOpacity: 1 }),
        axisX({
          ticks,
          tickFormat: digits,
          tickSize: 0,
          label: 'milliseconds (log)',
          labelAnchor: 'right',
          labelOffset: 32,
        }),
        ruleX([LIMIT_MS], { stroke: COLOUR.ink, strokeWidth: 1.4, y1: 0, y2: height }),
        dot(
          placed.filter(({ work, longest }) => work !== null && longest > 0),
          { x: 'longest', y: 'y', r: 4, stroke: COLOUR.soft, strokeWidth: 1.6 },
        ),
        dot(own, { x: 'work', y: 'y', r: 4.4, fill: COLOUR.own }),
        dot(
          placed.filter(({ work }) => work === null),
          { x: 'longest', y: 'y', r: 5, symbol: 'diamond', fill: COLOUR.warn },
        ),
        text([LIMIT_MS], {
          x: (limit: number) => limit,
          frameAnchor: 'bottom',
          dy: 16,
          text: (limit: number) => String(limit),
        }),
        ...rowLabels({ placed, headings }, layout, {
          name: ({ name }) => name,
          value: ({ work, longest }) => `${digits(work ?? longest)} ms`,
        }),
      ],
    },
    0,
    top,
  );
  return frame(caption, layout, top + height + 48, [panel]);
}
