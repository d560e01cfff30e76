// The report: blocks of docs/performance.md and of the README, and the pictures that they show. All of it follows from results, so
// that the same results give the same bytes.

import { headlinesOf, type Headline } from './headlines.ts';
import { drawCost } from './plots/cost.ts';
import { drawHistory } from './plots/history.ts';
import { drawMemory } from './plots/memory.ts';
import { drawRatios } from './plots/ratios.ts';
import { drawTasks, type TaskRow } from './plots/tasks.ts';
import type { Layout } from './plots/frame.ts';
import type { Results, RunPart } from './results.ts';
import { digits, markdownTable, spellBytes, spellFactor, spellInterval, spellMs, spellRatio } from './spell.ts';
import { median } from './statistics.ts';
import {
  costSeries,
  historyPoints,
  BLOCKED,
  machineClass,
  MAX_EXPONENT,
  memoryPoints,
  ratioRows,
  shapeExponents,
  shapeRows,
  UNTOLD_MS,
  type RatioRow,
} from './summary.ts';

/** The texts between markers, by the name of the block. */
export type Blocks = Readonly<Record<string, string>>;

export interface Report {
  readonly blocks: Blocks;
  /** SVG files by name. */
  readonly pictures: Readonly<Record<string, string>>;
}

const LAYOUTS: readonly Layout[] = ['wide', 'narrow'];
/** Where the pictures are, seen from the README. */
export const PICTURES = 'docs/pictures/performance';
/** Where the clock starts, in words. */
const HEADINGS: Readonly<Record<RatioRow['start'], string>> = { bytes: 'From bytes', open: 'Document open' };
const STARTS: Readonly<Record<RatioRow['start'], string>> = { bytes: 'from bytes', open: 'document open' };
/** Parts of the page's build that are smaller are added up. */
const SMALL_PART_BYTES = 5000;

/** Makes the report of a run; `history` are all runs, that one included. */
export function makeReport(results: Results, history: readonly Results[]): Report {
  const ratios = ratioRows(results);
  const headlines = headlinesOf(ratios);
  const plotted = (['bytes', 'open'] as const).flatMap((start) =>
    headlines.flatMap(({ thing: { name }, [start]: row }) => (row === null ? [] : [{ ...row, step: name }])),
  );
  const series = costSeries(results).filter(({ suite }) => suite !== 'browser');
  const tasks = taskRows(results);
  const memory = memoryPoints(results);
  const points = historyPoints(history);
  const pictures: Record<string, string> = {};
  const draw = (name: string, count: number, plot: (layout: Layout) => string): void => {
    if (count > 0) for (const layout of LAYOUTS) pictures[`${name}-${layout}.svg`] = plot(layout);
  };
  draw('headlines', plotted.length, (layout) =>
    drawRatios(plotted, layout, 'How many times as long the closest peer takes', ({ start }) => HEADINGS[start]),
  );
  draw('ratios', ratios.length, (layout) => drawRatios(ratios, layout, 'Every step beside its peers'));
  draw('cost', series.length, (layout) => drawCost(series, layout));
  draw('tasks', tasks.length, (layout) => drawTasks(tasks, layout));
  draw('memory', memory.length, (layout) => drawMemory(memory, layout));
  draw('history', points.length, (layout) => drawHistory(points, layout));
  const show = (name: string, alternative: string, folder: string): string =>
    pictures[`${name}-wide.svg`] === undefined
      ? NOTHING
      : [
          '<picture>',
          `  <source media="(max-width: 600px)" srcset="${folder}/${name}-narrow.svg">`,
          `  <img src="${folder}/${name}-wide.svg" alt="${alternative}">`,
          '</picture>',
        ].join('\n');
  const here = 'pictures/performance';
  const joined = (...parts: readonly string[]): string => parts.filter(Boolean).join('\n\n');
  const blocks: Record<string, string> = {
    machine: machineLines(results),
    ratios: joined(show('ratios', 'Ratios of the times of peers and of Diptych', here), ratioTable(ratios)),
    shapes: shapeTable(results),
    cost: joined(show('cost', 'Times of steps by the size of the document', here), costTable(results)),
    tasks: joined(show('tasks', 'The longest task of the main thread in each step', here), taskTable(tasks)),
    memory: joined(show('memory', 'Memory by the size of the document', here), memoryTable(results)),
    history: joined(show('history', 'Times from run to run', here), historyTable(history)),
    bundle: bundleTable(results),
    readme: joined(
      show('headlines', 'Ratios of the times of peers and of Diptych', PICTURES),
      headlineTable(headlines),
      commitsOf(results, headlines),
      show('cost', 'Times of steps by the size of the document', PICTURES),
      machineLine(results),
    ),
  };
  return { blocks, pictures };
}

/** The head of a column of ratios. */
const RATIO = 'times as long (95 % interval; of fewer than six pairs the range)';
/** More processes than this that want a core disturb what is measured. */
export const MAX_LOAD = 1;
const NOTHING = 'Not measured in this share.';

/** Puts blocks between the markers of a text. @throws Error if a marker names no block */
export function fillBlocks(text: string, blocks: Blocks): string {
  return text.replaceAll(BLOCK, (_, name: string) => {
    const block = blocks[name];
    if (block === undefined) throw new Error(`there is no block ${name}`);
    return `<!-- made: ${name} -->\n\n${block}\n\n<!-- end: ${name} -->`;
  });
}

const BLOCK = /<!-- made: ([\w-]+) -->[\s\S]*?<!-- end: \1 -->/g;

/** Returns the text without its blocks: what was typed by hand. */
export function outsideBlocks(text: string): string {
  return text.replaceAll(BLOCK, '');
}

/** Times and ratios in a text. */
export function figuresIn(text: string): string[] {
  return text.match(/(?<![\w.])\d[\d.,]*\s?(?:×|(?:[µmn]?s|seconds?|minutes?|times|fold)\b)/g) ?? [];
}

function machineLine(results: Results): string {
  const { date, chromium } = results.run;
  const parts = partsOf(results);
  const commits = [...new Set(parts.map(({ run }) => `\`${run.commit.slice(0, 7)}\``))].join(', ');
  const loads = parts.flatMap(({ gauges }) => gauges.map(({ load }) => load));
  return `Measured on ${machineClass(results.run)}, Chromium ${chromium.split('.')[0]}, on ${date.slice(0, 10)} at ${commits}. ${busyness(loads)}`;
}

function machineLines(results: Results): string {
  const { run } = results;
  const parts = partsOf(results);
  const rows = parts.flatMap((part) =>
    part.gauges
      .filter(({ when }) => when !== 'between')
      .map(({ when, ms, load }) => [
        when === 'before' ? part.measured.join(', ') : '… after it',
        when === 'before' ? `\`${part.run.commit.slice(0, 12)}\`${part.run.isChanged ? ', with changes' : ''}` : '',
        when === 'before' ? part.run.date.slice(0, 16).replace('T', ' ') : '',
        spellMs(median(ms)),
        spellMs(Math.min(...ms)),
        spellMs(Math.max(...ms)),
        digits(load),
      ]),
  );
  return [
    `${machineClass(run)}, ${run.memoryGb} GB, Chromium ${run.chromium}, Node ${run.node}; the ${run.share} share.`,
    '',
    markdownTable(
      ['measured', 'commit', 'at (UTC)', 'a plain loop over 4 MB', 'fastest', 'slowest', 'processes that want a core'],
      rows,
    ),
    '',
    busyness(parts.flatMap(({ gauges }) => gauges.map(({ load }) => load))),
  ].join('\n');
}

function partsOf({ run, gauges, parts }: Results): readonly RunPart[] {
  return parts ?? [{ run, gauges, measured: ['all'] }];
}

/** In red where the machine was not idle. */
function busyness(loads: readonly number[]): string {
  const [least, most] = [digits(Math.min(...loads)), digits(Math.max(...loads))];
  const mark = Math.max(...loads) > MAX_LOAD ? '🔴 **The machine was busy**: before' : 'Before';
  return `${mark}, between and after the suites ${least === most ? least : `${least} to ${most}`} other processes wanted a core.`;
}

/** In red where the rows of the README are not from one commit. */
function commitsOf(results: Results, headlines: readonly Headline[]): string {
  const suites = new Set(headlines.flatMap(({ bytes, open }) => [bytes, open].flatMap((row) => row?.suite ?? [])));
  const commits = new Set(
    partsOf(results)
      .filter(({ measured }) => measured.some((name) => name === 'all' || suites.has(name as RatioRow['suite'])))
      .map(({ run }) => run.commit),
  );
  return commits.size > 1 ? '🔴 **The rows are from more than one commit.**' : '';
}

const documentOf = ({ bytes, shape, suite, larger }: RatioRow): string => {
  const size = suite === 'server' ? `contents of ${spellBytes(bytes)}` : `${spellBytes(bytes)} of ${shape}`;
  return larger === null ? size : `${size} (${spellBytes(larger.bytes)}: ${larger.failure})`;
};
const amount = ({ unit, step }: RatioRow, value: number): string => {
  if (step === BLOCKED && value < UNTOLD_MS) return `under ${UNTOLD_MS} ms`;
  return unit === 'ms' ? spellMs(value) : spellBytes(value);
};

function ratioTable(rows: readonly RatioRow[]): string {
  if (rows.length === 0) return '';
  return markdownTable(
    ['', 'step', 'document', 'clock starts', 'Diptych', 'peer', 'takes', RATIO, 'pairs'],
    rows.map((row) => [
      row.suite,
      row.step,
      documentOf(row),
      STARTS[row.start],
      amount(row, row.own),
      row.peer,
      amount(row, row.theirs),
      spellRatio(row.ratio, row.pairs),
      String(row.pairs),
    ]),
  );
}

function headlineTable(headlines: readonly Headline[]): string {
  const cell = (row: RatioRow | null): string =>
    row === null
      ? ''
      : `**${spellFactor(row.ratio.value)}${row.ratio.value < 1 ? ', slower' : ''}** ${spellInterval(row.ratio, row.pairs)}: ${amount(row, row.own)}, ${row.peer} ${amount(row, row.theirs)}`;
  const pairs = (rows: readonly (RatioRow | null)[]): string =>
    [...new Set(rows.flatMap((row) => (row === null ? [] : [row.pairs])))].join(', ');
  return markdownTable(
    ['', 'document', STARTS.bytes, STARTS.open, 'pairs'],
    headlines.map(({ thing, bytes, open }) => {
      if (bytes === null && open === null) return [thing.name, '🔴 not measured', '', '', ''];
      const sizes = [bytes, open].flatMap((row) => (row === null ? [] : [spellBytes(row.bytes)]));
      return [thing.name, [...new Set(sizes)].join(', '), cell(bytes), cell(open), pairs([bytes, open])];
    }),
  );
}

function shapeTable(results: Results): string {
  const rows = shapeRows(results);
  if (rows.length === 0) return NOTHING;
  const exponents = shapeExponents(results);
  return markdownTable(
    [
      'shape',
      '',
      'document',
      'open',
      '`JSON.parse`',
      RATIO,
      'pairs',
      'of the opening, the scan',
      'exponent of the opening, 1 to 100 MB',
      'of `JSON.parse`',
    ],
    rows.map((row) => [
      row.shape,
      row.style,
      spellBytes(row.bytes),
      spellMs(row.own),
      spellMs(row.theirs),
      spellRatio(row.ratio, row.pairs),
      String(row.pairs),
      scanOf(results, row),
      spellExponent(exponents.get(row.shape)?.exponent ?? null),
      exponents.get(row.shape)?.besideExponent?.toFixed(2) ?? '',
    ]),
  );
}

/** The time of the scan of the same document. */
function scanOf({ measures }: Results, { shape, style, bytes }: RatioRow): string {
  const scan = measures.find(
    (line) => line.step === 'scan' && line.shape === shape && line.style === style && line.bytes === bytes,
  );
  return scan === undefined ? '' : spellMs(median(scan.own));
}

/** In red where a step grows faster than its work. */
function spellExponent(exponent: number | null): string {
  if (exponent === null) return '';
  return exponent > MAX_EXPONENT ? `🔴 **${exponent.toFixed(2)}**` : exponent.toFixed(2);
}

function costTable(results: Results): string {
  const series = costSeries(results).filter(({ suite }) => suite !== 'browser');
  if (series.length === 0) return '';
  const sizes = [...new Set(series.flatMap(({ points }) => points.map(({ megabytes }) => megabytes)))].toSorted(
    (a, b) => a - b,
  );
  return markdownTable(
    ['', 'step', ...sizes.map((size) => spellBytes(size * 1e6)), 'exponent, 1 to 100 MB', 'of a scan, or of the peer'],
    series.map(({ suite, step, points, exponent, besideExponent }) => [
      suite,
      step,
      ...sizes.map((size) => {
        const point = points.find(({ megabytes }) => megabytes === size);
        return point === undefined ? '' : spellMs(point.ms);
      }),
      spellExponent(exponent),
      besideExponent?.toFixed(2) ?? '',
    ]),
  );
}

function taskRows({ tasks, measures }: Results): TaskRow[] {
  const own = tasks.map(({ view, step, work, longest, named }) => ({
    group: view[0]?.toUpperCase() + view.slice(1),
    name: named === undefined ? step : `${step} (${named})`,
    work: median(work),
    longest: median(longest),
    greatest: Math.max(...longest),
    runs: longest.length,
  }));
  const openings = measures.filter(({ suite, step }) => suite === 'browser' && step === BLOCKED);
  const largest = openings.toSorted((a, b) => b.bytes - a.bytes)[0];
  const peers = (largest?.beside ?? []).flatMap(({ peer, theirs }) =>
    theirs.length === 0
      ? []
      : [
          {
            group: 'Peers, opening',
            name: peer,
            work: null,
            longest: median(theirs),
            greatest: Math.max(...theirs),
            runs: theirs.length,
          },
        ],
  );
  return own.length === 0 ? [] : [...own, ...peers];
}

function taskTable(rows: readonly TaskRow[]): string {
  if (rows.length === 0) return '';
  return markdownTable(
    ['', 'step', 'longest task, processor time', 'longest task, duration', 'the longest of all runs', 'runs'],
    rows.map(({ group, name, work, longest, greatest, runs }) => [
      group,
      name,
      work === null ? '' : spellMs(work),
      longest === 0 ? 'under 50 ms' : spellMs(longest),
      greatest === 0 ? 'under 50 ms' : spellMs(greatest),
      String(runs),
    ]),
  );
}

function memoryTable(results: Results): string {
  const points = memoryPoints(results);
  if (points.length === 0) return '';
  const sizes = [...new Set(points.map(({ megabytes }) => megabytes))].toSorted((a, b) => a - b);
  const names = [...new Set(points.map(({ who }) => who))];
  const failures = new Map(
    results.measures
      .filter(({ unit }) => unit === 'bytes')
      .flatMap((line) => line.beside.map(({ peer, failure }) => [`${peer} ${line.bytes / 1e6}`, failure] as const)),
  );
  const peers = results.measures.flatMap(({ unit, beside }) =>
    unit === 'bytes' ? beside.map(({ peer }) => peer) : [],
  );
  return markdownTable(
    ['the document', ...sizes.map((size) => spellBytes(size * 1e6))],
    [...new Set([...names, ...peers])].map((name) => [
      name,
      ...sizes.map((size) => {
        const point = points.find(({ who, megabytes }) => who === name && megabytes === size);
        if (point === undefined)
          return failures.get(`${name} ${size}`)?.replace(/^page\.evaluate: (?:Error: )?/, '') ?? '';
        return `${spellBytes(point.memoryMb * 1e6)}, ${spellFactor(point.memoryMb / size)} the document`;
      }),
    ]),
  );
}

function historyTable(history: readonly Results[]): string {
  const points = historyPoints(history);
  if (points.length === 0) return NOTHING;
  const steps = [...new Set(points.map(({ step }) => step))];
  const runs = [...new Set(points.map(({ date }) => date))].toSorted();
  return markdownTable(
    ['machine', 'run', 'commit', ...steps],
    runs.map((date) => {
      const own = points.filter((point) => point.date === date);
      const [first] = own;
      return [
        first?.machine ?? '',
        date.slice(0, 16).replace('T', ' '),
        `\`${first?.commit.slice(0, 7) ?? ''}\``,
        ...steps.map((step) => {
          const point = own.find((one) => one.step === step);
          return point === undefined
            ? ''
            : `${spellMs(point.ms.value)} (${digits(point.ms.low)} to ${digits(point.ms.high)})`;
        }),
      ];
    }),
  );
}

function bundleTable({ bundle }: Results): string {
  if (bundle.length === 0) return NOTHING;
  const large = bundle.filter(({ part, bytes }) => part === 'first screen' || bytes >= SMALL_PART_BYTES);
  const small = bundle.filter((part) => !large.includes(part));
  const rows = large.map(({ part, kind, bytes }) => [part, kind, spellBytes(bytes)]);
  const rest = small.reduce((sum, { bytes }) => sum + bytes, 0);
  return markdownTable(['part', 'kind', 'packed'], [...rows, [`${small.length} smaller parts`, '', spellBytes(rest)]]);
}
