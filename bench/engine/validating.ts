// Steps of the suite `schema`: validation in scans of the same document, beside decode, JSON.parse and a validator: ajv, whose
// generated code the page's policy forbids, and cfworker, which needs none. All must find errors at the same number of places. It
// runs in Node, which tells the processor time of the process.

import { Validator, type Schema } from '@cfworker/json-schema';
import Ajv from 'ajv/dist/2020.js';
import { compileSchema } from '../../src/engine/schema/compile.ts';
import { inferSchema } from '../../src/engine/schema/infer/infer-schema.ts';
import { validate, type Validation } from '../../src/engine/schema/validate.ts';
import { finish, type Work } from '../../src/engine/base/work.ts';
import { FORMATS } from '../../src/engine/schema/library/formats.ts';
import { makePatterns } from '../../src/engine/schema/library/browser-regexps.ts';
import { interleave, type Measured } from './interleave.ts';
import { decode, encodeValue, holding, openDocument, scanOf } from './open.ts';
import { makeOrders, ORDERS_SCHEMA } from './orders.ts';
import type { BenchJob, Peer, Step } from './step.ts';

/** Number of memory samples in one run. */
const LOOKS = 8;
/** Above this size the interpreter would take most of the run, in bytes. */
const SLOW_PEER_BYTES = 12e6;
/** Runs until the code is compiled. */
const WARM_UP = 3;

/** Measures one document of orders, in processor time. */
export async function measureSchema(job: BenchJob): Promise<Measured[]> {
  const found: Measured[] = [];
  for (const step of schemaSteps(job)) {
    if (!(job.only?.includes(step.name) ?? true)) continue;
    for (let run = 0; run < WARM_UP; run += 1) step.own();
    found.push(await interleave(step, job.rounds, processorTime));
  }
  return found;
}

async function processorTime(task: () => unknown, repeats: number): Promise<number> {
  const before = process.cpuUsage();
  for (let run = 0; run < repeats; run += 1) await task();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / repeats;
}

/** Returns the steps on one document of orders. */
export function* schemaSteps({ size, style }: BenchJob): Generator<Step> {
  const bytes = makeOrders(size, style);
  const document = openDocument(bytes);
  const { places } = document;
  const scanning = scanOf(document);
  const options = { assertsFormats: true, patterns: makePatterns(), formats: FORMATS } as const;
  for (const parser of ['native', 'lossless'] as const) {
    const schema = openDocument(encodeValue(ORDERS_SCHEMA));
    const graph = finish(compileSchema(schema, 'bench:///orders.json', () => null, { ...options, parser }));
    const own = timeSlices(validate(graph, places, parser));
    const { count } = own.result.failures;
    const peers = parser === 'native' ? peersOf(bytes, count) : [];
    yield {
      name: `validate, ${parser} numbers`,
      own: () => finish(validate(graph, places, parser)),
      fromBytes: () => finish(validate(graph, openDocument(bytes).places, parser)),
      beside: [...peers, scanning],
      facts: () => ({
        errors: count,
        longestMs: own.longestMs,
        memory: memoryOf(validate(graph, places, parser)) / bytes.length,
      }),
    };
  }
  yield {
    name: 'infer a schema',
    own: () => void finish(inferSchema(places, 'native', FORMATS, true)),
    beside: [scanning],
    facts: () => ({ memory: memoryOf(inferSchema(places, 'native', FORMATS, true)) / bytes.length }),
  };
}

function peersOf(bytes: Uint8Array, errors: number): Peer[] {
  const ajv = new Ajv({ allErrors: true, strict: false });
  ajv.addFormat('date-time', FORMATS.find('date-time', false) ?? true);
  const test = ajv.compile(ORDERS_SCHEMA);
  const parse = (): unknown => JSON.parse(decode(bytes));
  const compiled = (): void => {
    test(parse());
  };
  compiled();
  // For alternatives ajv reports each error and one more; ours reports those of the closest alternative.
  const places = new Set(test.errors?.map(({ instancePath }) => instancePath)).size;
  if (places !== errors) throw new RangeError(`${errors} errors, ajv finds ${places}`);
  const validator = new Validator(ORDERS_SCHEMA as Schema, '2020-12', false);
  const refusal = bytes.length > SLOW_PEER_BYTES ? 'not run: it would take most of the time' : undefined;
  const interpret = (instance: unknown): void => {
    if (validator.validate(instance).valid !== (errors === 0)) throw new RangeError('other errors');
  };
  return [
    { name: 'JSON.parse, ajv', start: 'bytes', run: compiled },
    holding('ajv', parse, (value) => test(value)),
    { name: 'JSON.parse, cfworker', start: 'bytes', refusal, run: () => interpret(parse()) },
    holding('cfworker', parse, interpret, refusal),
  ];
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
