// The results of runs: JSON lines, one record a line, checked whenever they are written or read. The first line describes the run.

import { z } from 'zod';

/** Changes whenever older files can't be read any more. */
export const FORMAT = 2;

const count = z.int().nonnegative();
const measurement = z.number().nonnegative();

const run = z.strictObject({
  type: z.literal('run'),
  format: z.literal(FORMAT),
  date: z.iso.datetime(),
  commit: z.string().regex(/^[0-9a-f]{40}$/),
  /** Whether files differed from the commit. */
  isChanged: z.boolean(),
  share: z.enum(['quick', 'short', 'full']),
  processor: z.string().min(1),
  cores: z.int().positive(),
  memoryGb: z.int().positive(),
  node: z.string(),
  chromium: z.string(),
});

/** Times of a plain loop over bytes, in milliseconds, and the number of other processes that wanted a core in that moment. */
const gauge = z.strictObject({
  type: z.literal('gauge'),
  when: z.enum(['before', 'between', 'after']),
  ms: z.array(measurement).min(1),
  load: measurement,
});

/** A step and a peer, measured in turn from the same start. @see Start in `bench/engine/step.ts` */
const pairs = z
  .strictObject({
    peer: z.string().min(1),
    start: z.enum(['bytes', 'open']),
    own: z.array(measurement),
    theirs: z.array(measurement),
    failure: z.string().optional(),
  })
  .refine(({ own, theirs }) => own.length === theirs.length, 'each own measurement has one of the peer beside it')
  .refine(({ own, failure }) => own.length > 0 !== (failure !== undefined), 'a peer has measurements, or it fails');

/** A step on one document, and the same beside its peers. */
const measure = z.strictObject({
  type: z.literal('measure'),
  suite: z.enum(['engine', 'operations', 'compare', 'table', 'schema', 'query', 'server', 'browser']),
  step: z.string().min(1),
  shape: z.string().min(1),
  style: z.enum(['pretty', 'compact']),
  /** The size of the document. */
  bytes: z.int().positive(),
  unit: z.enum(['ms', 'bytes']),
  /** All measurements of the step itself: on an open document, if it can begin with one. */
  own: z.array(measurement),
  beside: z.array(pairs),
  facts: z.record(z.string(), z.number()).optional(),
});

/** The longest task of the page's main thread in a step: its duration (0: under 50 ms) and its processor time. */
const tasks = z.strictObject({
  type: z.literal('tasks'),
  /** The part of the page. */
  view: z.string().min(1),
  step: z.string().min(1),
  style: z.enum(['pretty', 'compact']),
  bytes: z.int().positive(),
  ms: z.array(measurement),
  longest: z.array(count).min(1),
  work: z.array(count).min(1),
  /** Whose work it is, where it is not the page's. */
  named: z.string().optional(),
});

/** The packed size of a part of the page's build (brotli). */
const bundle = z.strictObject({
  type: z.literal('bundle'),
  part: z.string().min(1),
  kind: z.enum(['script', 'style', 'font', 'other']),
  bytes: z.int().positive(),
});

const record = z.discriminatedUnion('type', [run, gauge, measure, tasks, bundle]);

export type RunLine = z.infer<typeof run>;
export type Gauge = z.infer<typeof gauge>;
export type MeasureLine = z.infer<typeof measure>;
export type PairsLine = z.infer<typeof pairs>;
export type TasksLine = z.infer<typeof tasks>;
export type BundleLine = z.infer<typeof bundle>;
export type ResultLine = z.infer<typeof record>;

/** All results of one run, or of the last runs that measured each suite. */
export interface Results {
  readonly run: RunLine;
  /** The runs that the results are from, the first one included, with what each measured. */
  readonly parts?: readonly RunPart[];
  readonly gauges: readonly Gauge[];
  readonly measures: readonly MeasureLine[];
  readonly tasks: readonly TasksLine[];
  readonly bundle: readonly BundleLine[];
}

export interface RunPart {
  readonly run: RunLine;
  readonly gauges: readonly Gauge[];
  readonly measured: readonly string[];
}

/** Reads a file of results. @throws Error with the line that is wrong, and why */
export function readResults(text: string): Results {
  const lines = text.split('\n').filter(Boolean);
  const records = lines.map((line, index) => readLine(line, index + 1));
  const [first] = records;
  if (first?.type !== 'run') throw new Error('line 1: the first line describes the run');
  const of = <Type extends ResultLine['type']>(type: Type): Extract<ResultLine, { type: Type }>[] =>
    records.filter((one): one is Extract<ResultLine, { type: Type }> => one.type === type);
  if (of('run').length > 1) throw new Error('a file has the results of one run');
  return { run: first, gauges: of('gauge'), measures: of('measure'), tasks: of('tasks'), bundle: of('bundle') };
}

function readLine(line: string, number: number): ResultLine {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new Error(`line ${number}: not JSON`);
  }
  const read = record.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new Error(`line ${number}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not a record'}`);
}

/** Spells a record as a line: measurements with four digits, which is more than they are worth. @throws Error */
export function spellResult(line: ResultLine): string {
  const short = (_: string, value: unknown): unknown =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value;
  const text = JSON.stringify(line, short);
  readLine(text, 1);
  return text;
}
