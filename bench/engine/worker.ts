// Runs the engine's bench in a worker, like the engine itself.

import { compareSteps } from './comparing.ts';
import { copySteps } from './copying.ts';
import { gauge } from './gauge.ts';
import { interleave, type Measured } from './interleave.ts';
import { mergeSteps } from './merging.ts';
import { operationSteps } from './operations.ts';
import { parsingSteps } from './parsing.ts';
import { querySteps } from './querying.ts';
import type { BenchJob, EngineSuite, Step } from './step.ts';
import { tableSteps } from './tables.ts';

const STEPS: Readonly<Record<Exclude<EngineSuite, 'schema'>, (job: BenchJob) => Iterable<Step> | AsyncIterable<Step>>> =
  {
    engine: parsingSteps,
    operations: operationSteps,
    compare: compareSteps,
    table: tableSteps,
    merge: mergeSteps,
    copies: copySteps,
    query: querySteps,
  };

async function run(job: BenchJob): Promise<Measured[]> {
  if (job.suite === 'schema') throw new RangeError('schemas are measured in Node');
  const found: Measured[] = [];
  for await (const step of STEPS[job.suite](job)) {
    if (job.only?.includes(step.name) ?? true) found.push(await interleave(step, job.rounds));
  }
  return found;
}

self.onmessage = ({ data }: MessageEvent<BenchJob | 'gauge'>) => {
  Promise.resolve(data === 'gauge' ? gauge() : run(data)).then(
    (result) => self.postMessage({ result }),
    (error: unknown) =>
      self.postMessage({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
};
