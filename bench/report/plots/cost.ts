// Cost against size: a panel per step, both axes logarithmic and the same in all panels, so that a straight line of the slope of the
// grid means twice the time for twice the size.

import { axisX, axisY, dot, gridX, gridY, line, link, text } from '@observablehq/plot';
import { digits } from '../spell.ts';
import { MAX_EXPONENT, type CostPoint, type CostSeries } from '../summary.ts';
import { COLOUR, cut, drawPanel, frame, headHeight, WIDTHS, type Caption, type Layout, type Panel } from './frame.ts';
import { decades } from './rows.ts';

const COLUMNS = { wide: 4, narrow: 2 };
const PANEL_HEIGHT = 190;

/** Draws a panel for each step. */
export function drawCost(series: readonly CostSeries[], layout: Layout): string {
  const caption: Caption = {
    title: 'Cost against the size of the document',
    subtitle:
      'Milliseconds (up) and megabytes (right), both logarithmic. A line parallel to the dotted one is linear: twice the size, twice the time.',
    description: `${series.length} steps by size; the table below has the same figures.`,
    legend: [
      { name: 'Diptych', colour: COLOUR.own, mark: 'line' },
      { name: 'its first peer', colour: COLOUR.peer, mark: 'dashes' },
    ],
  };
  const top = headHeight(caption, layout);
  const columns = COLUMNS[layout];
  const width = (WIDTHS[layout] - 16) / columns;
  const points = series.flatMap((one) => [...one.points, ...one.peerPoints]);
  const sizes = points.map(({ megabytes }) => megabytes);
  const times = points.map(({ ms }) => ms);
  const x = [Math.min(...sizes) / 1.5, Math.max(...sizes) * 1.5];
  const y = [Math.min(...times) / 2, Math.max(...times) * 2];
  const panels = series.map((one, index) =>
    costPanel(one, {
      x,
      y,
      width,
      left: 8 + (index % columns) * width,
      top: top + Math.floor(index / columns) * PANEL_HEIGHT,
    }),
  );
  return frame(caption, layout, top + Math.ceil(series.length / columns) * PANEL_HEIGHT + 12, panels);
}

interface Place {
  readonly x: readonly number[];
  readonly y: readonly number[];
  readonly width: number;
  readonly left: number;
  readonly top: number;
}

function costPanel({ step, points, peerPoints, exponent }: CostSeries, { x, y, width, left, top }: Place): Panel {
  const at = { x: 'megabytes', y: 'ms' } as const;
  const isSteep = exponent !== null && exponent > MAX_EXPONENT;
  const first = points.find(({ megabytes }) => megabytes >= 1) ?? points[0];
  const linear = first === undefined ? [] : [linearThrough(first, x, y)];
  const said = exponent === null ? '' : `exponent ${exponent.toFixed(2)}${isSteep ? ', too steep' : ''}`;
  return drawPanel(
    {
      width,
      height: PANEL_HEIGHT - 8,
      marginLeft: 38,
      marginRight: 8,
      marginTop: 40,
      marginBottom: 22,
      x: { type: 'log', domain: [...x] },
      y: { type: 'log', domain: [...y] },
      marks: [
        gridX({ ticks: decades(x), stroke: COLOUR.grid, strokeOpacity: 1 }),
        gridY({ ticks: decades(y), stroke: COLOUR.grid, strokeOpacity: 1 }),
        axisX({ ticks: decades(x), tickFormat: short, tickSize: 0, label: null }),
        axisY({ ticks: decades(y), tickFormat: short, tickSize: 0, label: null }),
        link(linear, { x1: 'x1', y1: 'y1', x2: 'x2', y2: 'y2', stroke: COLOUR.soft, strokeDasharray: '1 4' }),
        line(peerPoints, { ...at, stroke: COLOUR.peer, strokeWidth: 1.8, strokeDasharray: '4 3' }),
        dot(peerPoints, { ...at, r: 2.5, fill: COLOUR.peer }),
        line(points, { ...at, stroke: COLOUR.own, strokeWidth: 2.2 }),
        dot(points, { ...at, r: 3, fill: COLOUR.own }),
        text([step], {
          frameAnchor: 'top-left',
          dx: -34,
          dy: -32,
          textAnchor: 'start',
          text: (name: string) => cut(name, width - 28),
          className: 'bold',
        }),
        text([said], {
          frameAnchor: 'top-left',
          dx: -34,
          dy: -16,
          textAnchor: 'start',
          text: (words: string) => words,
          className: isSteep ? 'warn' : 'soft',
        }),
      ],
    },
    left,
    top,
  );
}

const short = (value: number): string => (value >= 1000 ? `${value / 1000}k` : digits(value));
/** The part within the panel of the line of slope one through a point. */
function linearThrough(
  { megabytes, ms }: CostPoint,
  [x1 = 0, x2 = 0]: readonly number[],
  [y1 = 0, y2 = 0]: readonly number[],
) {
  const factor = ms / megabytes;
  const from = Math.max(x1, y1 / factor);
  const to = Math.min(x2, y2 / factor);
  return { x1: from, y1: from * factor, x2: to, y2: to * factor };
}
