// What all plots share: colours of both themes, fonts, a document to draw in without a browser, and the frame around panels.

import { plot, type PlotOptions } from '@observablehq/plot';
import { parseHTML } from 'linkedom';

/** Wide for pages, narrow for phones: text keeps its size, so a plot is laid out for each. In pixels. */
export const WIDTHS = { wide: 820, narrow: 390 } as const;
export type Layout = keyof typeof WIDTHS;

/** Colours by role; CSS resolves them by the reader's theme. */
export const COLOUR = {
  ink: 'var(--ink)',
  soft: 'var(--soft)',
  grid: 'var(--grid)',
  own: 'var(--own)',
  peer: 'var(--peer)',
  warn: 'var(--warn)',
  ground: 'var(--ground)',
} as const;

/** A name and how to draw it, in the legend above a plot. */
export interface LegendEntry {
  readonly name: string;
  readonly colour: string;
  readonly mark: 'dot' | 'ring' | 'line' | 'dashes' | 'square' | 'triangle' | 'diamond';
}

/** A drawing placed in a plot. */
export interface Panel {
  readonly svg: string;
  readonly x: number;
  readonly y: number;
}

export const THEMES = {
  light: {
    ink: '#1b1f24',
    soft: '#57606a',
    grid: '#d5d9de',
    own: '#0a6b4b',
    peer: '#7a4a00',
    warn: '#b3201b',
    ground: '#ffffff',
  },
  dark: {
    ink: '#e9ecef',
    soft: '#a9b1ba',
    grid: '#3a4149',
    own: '#4cc998',
    peer: '#e0ab5c',
    warn: '#ff8078',
    ground: '#14181c',
  },
};
const FONT = "Inter, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif";
const MARGIN = 16;

const variables = (theme: Readonly<Record<string, string>>): string =>
  Object.entries(theme)
    .map(([name, colour]) => `--${name}:${colour}`)
    .join(';');

const STYLE = `svg{font-family:${FONT};font-size:12px;color:var(--ink)}text{fill:var(--ink);white-space:pre}
.soft,.soft text,[aria-label$="tick label"] text,[aria-label$="axis label"] text{fill:var(--soft)}
.warn,.warn text{fill:var(--warn)}.bold,.bold text{font-weight:600}.value text{font-variant-numeric:tabular-nums}
:root{${variables(THEMES.light)}}@media (prefers-color-scheme:dark){:root{${variables(THEMES.dark)}}}`;

/** Draws one panel. The styles that Plot writes are left out: the frame has those of all. */
export function drawPanel(options: PlotOptions, x: number, y: number): Panel {
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  const figure = plot({ ...options, document, className: 'panel' });
  for (const style of figure.querySelectorAll('style')) style.remove();
  figure.setAttribute('x', String(x));
  figure.setAttribute('y', String(y));
  figure.setAttribute('overflow', 'visible');
  for (const name of ['viewBox', 'class', 'fill', 'font-family', 'font-size', 'text-anchor'])
    figure.removeAttribute(name);
  figure.setAttribute('text-anchor', 'middle');
  return { svg: shorten(figure.outerHTML), x, y };
}

/** Places of a hundredth of a pixel are enough, and keep a file small. */
function shorten(svg: string): string {
  return svg.replaceAll(/-?\d+\.\d{3,}/g, (digits) => String(Number(Number(digits).toFixed(2))));
}

/** What a plot says, apart from its data. */
export interface Caption {
  readonly title: string;
  /** What the axes mean. */
  readonly subtitle: string;
  /** Read out instead of the drawing. */
  readonly description: string;
  readonly legend: readonly LegendEntry[];
}

/** Height of title, subtitle and legend. */
export function headHeight({ subtitle, legend }: Caption, layout: Layout): number {
  return 30 + wrap(subtitle, layout).length * 17 + legendRows(legend, layout).length * 20 + 10;
}

/** Puts panels below a head, and returns the whole as the text of an SVG file. */
export function frame(caption: Caption, layout: Layout, height: number, panels: readonly Panel[]): string {
  const width = WIDTHS[layout];
  const { title, subtitle, description, legend } = caption;
  const lines = wrap(subtitle, layout);
  const head = [
    `<text class="bold" x="${MARGIN}" y="26" font-size="15">${escape(title)}</text>`,
    ...lines.map((line, index) => `<text class="soft" x="${MARGIN}" y="${46 + index * 17}">${escape(line)}</text>`),
    ...legendRows(legend, layout).flatMap((row, index) => drawLegend(row, 50 + lines.length * 17 + index * 20)),
  ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title description">`,
    `<title id="title">${escape(title)}</title>`,
    `<desc id="description">${escape(description)}</desc>`,
    `<style>${STYLE}</style>`,
    `<rect width="${width}" height="${height}" rx="8" fill="var(--ground)"/>`,
    ...head,
    ...panels.map(({ svg }) => svg),
    '</svg>',
    '',
  ].join('\n');
}

/** Width of a character of the labels in any of the fonts, in pixels. */
export const CHARACTER = 6.9;

/** Breaks a text into lines that fit. */
function wrap(words: string, layout: Layout): string[] {
  const most = Math.floor((WIDTHS[layout] - 2 * MARGIN) / CHARACTER);
  const lines: string[] = [];
  for (const word of words.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > most) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/** … on average in a label. */
const LABEL_CHARACTER = 6.5;

/** Cuts a label to a width in pixels. */
export function cut(label: string, width: number): string {
  const most = Math.floor(width / LABEL_CHARACTER);
  return label.length > most ? `${label.slice(0, most - 1)}…` : label;
}

/** Keeps a label readable where lines cross it. */
export const HALO = { fill: COLOUR.ink, stroke: COLOUR.ground, strokeWidth: 4, strokeLinejoin: 'round' } as const;

const entryWidth = ({ name }: LegendEntry): number => 40 + name.length * 6.8;

function legendRows(legend: readonly LegendEntry[], layout: Layout): LegendEntry[][] {
  const rows: LegendEntry[][] = [];
  let room = 0;
  for (const entry of legend) {
    const needed = entryWidth(entry);
    const last = rows.at(-1);
    if (last === undefined || needed > room) {
      rows.push([entry]);
      room = WIDTHS[layout] - 2 * MARGIN - needed;
    } else {
      last.push(entry);
      room -= needed;
    }
  }
  return rows;
}

function drawLegend(row: readonly LegendEntry[], y: number): string[] {
  let x = MARGIN;
  return row.map((entry) => {
    const mark = `<g transform="translate(${Number((x + 8).toFixed(1))},${y})">${MARKS[entry.mark](entry.colour)}</g>`;
    const text = `<text x="${Number((x + 22).toFixed(1))}" y="${y + 4}">${escape(entry.name)}</text>`;
    x += entryWidth(entry);
    return mark + text;
  });
}

const MARKS: Readonly<Record<LegendEntry['mark'], (colour: string) => string>> = {
  dot: (colour) => `<circle r="4.5" fill="${colour}"/>`,
  ring: (colour) => `<circle r="4" fill="none" stroke="${colour}" stroke-width="1.6"/>`,
  line: (colour) => `<path d="M-9 0H9" stroke="${colour}" stroke-width="2.2"/><circle r="3" fill="${colour}"/>`,
  dashes: (colour) =>
    `<path d="M-9 0H9" stroke="${colour}" stroke-width="1.8" stroke-dasharray="4 3"/><circle r="2.5" fill="${colour}"/>`,
  square: (colour) => `<rect x="-4" y="-4" width="8" height="8" fill="${colour}"/>`,
  triangle: (colour) => `<path d="M0-5L5 4H-5Z" fill="${colour}"/>`,
  diamond: (colour) => `<path d="M0-5.5L5 0L0 5.5L-5 0Z" fill="${colour}"/>`,
};

/** Text for an SVG file. */
function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
