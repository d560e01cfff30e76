// Memory of the renderer against the size of the document, of Diptych and of each peer that opened it.

import { axisX, axisY, dot, gridX, gridY, line, link } from '@observablehq/plot';
import { spellBytes } from '../spell.ts';
import type { MemoryPoint } from '../summary.ts';
import { COLOUR, drawPanel, frame, headHeight, WIDTHS, type Caption, type Layout, type LegendEntry } from './frame.ts';
import { decades } from './rows.ts';

const HEIGHT = { wide: 320, narrow: 300 };
/** A symbol for each: colours alone would not be told apart by everyone. */
const LOOKS = [
  { mark: 'dot', symbol: 'circle', colour: COLOUR.own, dashes: '' },
  { mark: 'square', symbol: 'square', colour: COLOUR.peer, dashes: '6 3' },
  { mark: 'triangle', symbol: 'triangle', colour: COLOUR.warn, dashes: '2 3' },
  { mark: 'diamond', symbol: 'diamond', colour: COLOUR.soft, dashes: '8 3 2 3' },
  { mark: 'ring', symbol: 'circle', colour: COLOUR.ink, dashes: '1 3' },
] as const;

/** Draws a line for Diptych and for each peer. */
export function drawMemory(points: readonly MemoryPoint[], layout: Layout): string {
  const names = [...new Set(points.map(({ who }) => who))];
  const look = (index: number): (typeof LOOKS)[number] => LOOKS[index % LOOKS.length] ?? LOOKS[0];
  const caption: Caption = {
    title: 'Memory by the size of the document',
    subtitle:
      'Of the renderer; both axes logarithmic. The dotted line is as much memory as the document. At small sizes it is the page itself.',
    description: `Memory of ${names.join(', ')}; the table below has the same figures.`,
    legend: names.map((name, index): LegendEntry => ({ name, colour: look(index).colour, mark: look(index).mark })),
  };
  const top = headHeight(caption, layout);
  const sizes = points.map(({ megabytes }) => megabytes);
  const memories = points.map(({ memoryMb }) => memoryMb);
  const x = [Math.min(...sizes) / 1.5, Math.max(...sizes) * 1.5];
  const y = [Math.min(50, ...memories) / 1.5, Math.max(1000, ...memories) * 1.3];
  const [low, high] = [Math.max(x[0] ?? 1, y[0] ?? 1), Math.min(x[1] ?? 1, y[1] ?? 1)];
  const at = { x: 'megabytes', y: 'memoryMb' } as const;
  const size = (megabytes: number): string => spellBytes(megabytes * 1e6);
  const panel = drawPanel(
    {
      width: WIDTHS[layout],
      height: HEIGHT[layout],
      marginLeft: 64,
      marginRight: 24,
      marginTop: 8,
      marginBottom: 42,
      x: { type: 'log', domain: x },
      y: { type: 'log', domain: y },
      marks: [
        gridX({ ticks: decades(x), stroke: COLOUR.grid, strokeOpacity: 1 }),
        gridY({ ticks: steps(y), stroke: COLOUR.grid, strokeOpacity: 1 }),
        axisX({
          ticks: decades(x),
          tickFormat: size,
          tickSize: 0,
          label: 'the document (log)',
          labelAnchor: 'right',
          labelOffset: 36,
        }),
        axisY({ ticks: steps(y), tickFormat: size, tickSize: 0, label: null }),
        link(low < high ? [{ low, high }] : [], {
          x1: 'low',
          y1: 'low',
          x2: 'high',
          y2: 'high',
          stroke: COLOUR.soft,
          strokeDasharray: '1 4',
        }),
        ...names.flatMap((name, index) => {
          const own = points.filter(({ who }) => who === name);
          const { colour, symbol, dashes, mark } = look(index);
          return [
            line(own, {
              ...at,
              stroke: colour,
              strokeWidth: index === 0 ? 2.6 : 1.8,
              ...(dashes && { strokeDasharray: dashes }),
            }),
            dot(own, { ...at, r: 4.5, symbol, fill: mark === 'ring' ? COLOUR.ground : colour, stroke: colour }),
          ];
        }),
      ],
    },
    0,
    top,
  );
  return frame(caption, layout, top + HEIGHT[layout] + 12, [panel]);
}

/** 1, 2 and 5 of each power of ten in a domain: memory spans only one or two. */
function steps([low = 1, high = 10]: readonly number[]): number[] {
  return decades([low / 10, high]).flatMap((power) =>
    [1, 2, 5].map((digit) => digit * power).filter((tick) => tick >= low && tick <= high),
  );
}
