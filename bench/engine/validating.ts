// Cost of validation against a schema, in scans of the same document, compared with decode, JSON.parse and ajv, whose generated
// code the page's policy forbids. Both must find the same number of errors. It runs in Node, which reports the processor time
// of the process: on a shared machine, elapsed time includes that of other processes.

import Ajv from 'ajv/dist/2020.js';
import { JsonDocument } from '../../src/workers/engine/document/document.ts';
import { Scan } from '../../src/workers/engine/document/scan.ts';
import { compileEngine } from '../../src/workers/engine/base/memory.ts';
import { compileSchema } from '../../src/workers/engine/schema/compile.ts';
import { inferSchema } from '../../src/workers/engine/schema/infer/infer-schema.ts';
import { validate, type Validation } from '../../src/workers/engine/schema/validate.ts';
import { finish, type Work } from '../../src/workers/engine/base/work.ts';
import { FORMATS } from '../../src/workers/schema/formats.ts';
import { makePatterns } from '../../src/workers/schema/browser-regexps.ts';
import type { Style } from '../generate.ts';
import { makeOrders, ORDERS_SCHEMA } from './orders.ts';

/** Warm-up rounds, until the code is compiled. */
const WARM_UP = 4;
/** Number of memory samples in one run. */
const LOOKS = 8;

/** Times are medians of processor time, in milliseconds. */
export interface ValidatingFigures {
  readonly name: string;
  readonly bytes: number;
  readonly ms: number;
  readonly scanMs: number;
  readonly peerMs: number | null;
  /** Elapsed time between two yields. */
  readonly longestMs: number;
  /** Growth of heap and buffers in one run, without garbage, per byte of the file. */
  readonly memory: number;
  readonly errors: number;
}

/** Measures one document of about `size` bytes, in rounds for at least `budgetMs` and at least one round. */
export function* measureValidating(size: number, style: Style, budgetMs: number): Generator<ValidatingFigures> {
  const bytes = makeOrders(size, style);
  const engine = compileEngine();
  const open = (content: Uint8Array): JsonDocument => {
    const document = new JsonDocument(engine, content.length);
    document.append(content);
    document.complete();
    return document;
  };
  const document = open(bytes);
  const { memory, tape, places } = document;
  const scan = (): void => {
    if (Scan.aside(memory, tape).run(memory.size, true).type !== 'done') throw new Error('the scan failed');
  };
  const options = { assertsFormats: true, patterns: makePatterns(), formats: FORMATS } as const;
  const name = `${Math.round(size / 1e6)} MB, ${style}`;
  for (const parser of ['native', 'lossless'] as const) {
    const schema = open(new TextEncoder().encode(JSON.stringify(ORDERS_SCHEMA)));
    const graph = finish(compileSchema(schema, 'bench:///orders.json', () => null, { ...options, parser }));
    let errors = 0;
    let longestMs = 0;
    const own = (): void => {
      const run = timeSlices(validate(graph, places, parser));
      errors = run.result.failures.count;
      longestMs = run.longestMs;
    };
    let peerErrors = 0;
    const ajv = new Ajv({ allErrors: true, strict: false });
    ajv.addFormat('date-time', FORMATS.find('date-time', false) ?? true);
    const test = ajv.compile(ORDERS_SCHEMA);
    const peer = (): void => {
      test(JSON.parse(new TextDecoder().decode(bytes)));
      // For alternatives ajv reports each error and one more; ours reports those of the closest alternative.
      peerErrors = new Set(test.errors?.map(({ instancePath }) => instancePath)).size;
    };
    const isNative = parser === 'native';
    const [scanMs = 0, ms = 0, peerMs = 0] = medians(budgetMs, isNative ? [scan, own, peer] : [scan, own]);
    if (isNative && peerErrors !== errors) throw new RangeError(`${errors} errors, ajv finds ${peerErrors}`);
    const grown = memoryOf(validate(graph, places, parser)) / bytes.length;
    const figures = { bytes: bytes.length, ms, scanMs, longestMs, memory: grown, errors };
    yield { ...figures, name: `${name}: validate, ${parser} numbers`, peerMs: isNative ? peerMs : null };
  }
  const infer = (): unknown => finish(inferSchema(places, 'native', FORMATS, true));
  const [scanMs = 0, ms = 0] = medians(budgetMs / 4, [scan, infer]);
  const memoryGrown = memoryOf(inferSchema(places, 'native', FORMATS, true)) / bytes.length;
  const figures = { bytes: bytes.length, ms, scanMs, peerMs: null, longestMs: 0, memory: memoryGrown, errors: 0 };
  yield { ...figures, name: `${name}: infer a schema` };
}

function timeSlices(work: Work<Validation>): { result: Validation; longestMs: number } {
  let longestMs = 0;
  for (;;) {
    const started = performance.now();
    const step = work.next();
    longestMs = Math.max(longestMs, performance.now() - started);
    if (step.done === true) return { result: step.value, longestMs };
  }
}

/**
 * Returns the median processor time of each task. The tasks alternate, so that all run under the same load; warm-up rounds are
 * not counted.
 */
function medians(budgetMs: number, tasks: readonly (() => unknown)[]): number[] {
  const times: number[][] = tasks.map(() => []);
  const started = performance.now();
  const unmeasured = budgetMs === 0 ? 1 : WARM_UP;
  for (let turn = 0; turn <= unmeasured || (performance.now() - started < budgetMs && turn < 100); turn += 1) {
    for (const [index, task] of tasks.entries()) {
      const before = process.cpuUsage();
      task();
      const { user, system } = process.cpuUsage(before);
      if (turn >= unmeasured) times[index]?.push((user + system) / 1000);
    }
  }
  return times.map((list) => list.toSorted((a, b) => a - b)[list.length >> 1] ?? 0);
}

/** Returns the largest growth of heap and buffers during a work, without garbage, sampled every few slices. */
function memoryOf(work: Work<unknown>): number {
  const used = (): number => {
    globalThis.gc?.();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const before = used();
  let largest = 0;
  let looked = 0;
  for (let step = work.next(); step.done !== true; step = work.next()) {
    const { done, total } = step.value;
    if (done < (looked + 1) * (total / LOOKS)) continue;
    looked += 1;
    largest = Math.max(largest, used() - before);
  }
  return largest;
}
