// Times from run to run, at 10 MB: a row of panels per class of machine, which are never joined.

import { axisX, axisY, dot, gridY, line, ruleX, text } from '@observablehq/plot';
import { digits } from '../spell.ts';
import type { HistoryPoint } from '../summary.ts';
import { COLOUR, cut, drawPanel, frame, headHeight, WIDTHS, type Caption, type Layout, type Panel } from './frame.ts';

const COLUMNS = { wide: 4, narrow: 2 };
const PANEL_HEIGHT = 160;
const CLASS_HEIGHT = 26;

interface HistoryDot {
  readonly run: string;
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** Draws a panel for each step on each class of machine. */
export function drawHistory(points: readonly HistoryPoint[], layout: Layout): string {
  const machines = [...new Set(points.map(({ machine }) => machine))];
  const steps = [...new Set(points.map(({ step }) => step))];
  const caption: Caption = {
    title: 'From run to run, 10 MB',
    subtitle:
      'Milliseconds, linear axis from 0; each dot is a run with its 95 % interval, named by its commit. Machines of different classes are never joined.',
    description: `${machines.length} classes of machines, ${steps.length} steps; the table below has the same figures.`,
    legend: [],
  };
  const columns = COLUMNS[layout];
  const width = (WIDTHS[layout] - 16) / columns;
  let y = headHeight(caption, layout);
  const panels: Panel[] = [];
  for (const machine of machines) {
    panels.push({ svg: `<text class="bold" x="16" y="${y + 14}">${machine}</text>`, x: 0, y });
    y += CLASS_HEIGHT;
    for (const [index, step] of steps.entries()) {
      const dots = points
        .filter((point) => point.machine === machine && point.step === step)
        .toSorted((a, b) => (a.date < b.date ? -1 : 1))
        .map(({ commit, ms }, run): HistoryDot => ({ run: `${run + 1}\n${commit.slice(0, 7)}`, ...ms }));
      panels.push(
        historyPanel(step, dots, {
          width,
          left: 8 + (index % columns) * width,
          top: y + Math.floor(index / columns) * PANEL_HEIGHT,
        }),
      );
    }
    y += Math.ceil(steps.length / columns) * PANEL_HEIGHT;
  }
  return frame(caption, layout, y + 8, panels);
}

function historyPanel(
  step: string,
  dots: readonly HistoryDot[],
  place: { width: number; left: number; top: number },
): Panel {
  const most = Math.max(...dots.map(({ high }) => high)) * 1.1;
  const hasRoom = dots.length <= 3;
  return drawPanel(
    {
      width: place.width,
      height: PANEL_HEIGHT - 8,
      marginLeft: 38,
      marginRight: 8,
      marginTop: 24,
      marginBottom: 34,
      x: { type: 'point', domain: dots.map(({ run }) => run), padding: 0.6 },
      y: { domain: [0, most] },
      marks: [
        gridY({ ticks: 3, stroke: COLOUR.grid, strokeOpacity: 1 }),
        axisY({ ticks: 3, tickFormat: digits, tickSize: 0, label: null }),
        axisX({
          tickFormat: (run: string) => (hasRoom ? (run.split('\n')[1] ?? '') : (run.split('\n')[0] ?? '')),
          tickSize: 0,
          label: null,
        }),
        ruleX(dots, { x: 'run', y1: 'low', y2: 'high', stroke: COLOUR.own, strokeWidth: 2.2 }),
        line(dots, { x: 'run', y: 'value', stroke: COLOUR.own, strokeWidth: 1.4 }),
        dot(dots, { x: 'run', y: 'value', r: 3.6, fill: COLOUR.own }),
        text([step], {
          frameAnchor: 'top-left',
          dx: -34,
          dy: -18,
          textAnchor: 'start',
          text: (name: string) => cut(name, place.width - 4),
        }),
      ],
    },
    place.left,
    place.top,
  );
}
