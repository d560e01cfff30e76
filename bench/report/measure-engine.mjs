// The engine's suites: each job's steps as lines of results.
import { loadGenerator } from '../harness.mjs';
import { findNativeJq, QUERIES, runNativeJq } from '../engine/queries.mjs';

/** A job that takes longer is followed by a look at the machine, in milliseconds. */
const LONG_MS = 20_000;

/** Runs the jobs and passes each step to `record`; `between` is called after long ones. */
export async function measureEngine(session, jobs, record, between) {
  const { SHAPES } = await loadGenerator();
  for (const job of jobs) {
    const queries =
      job.suite === 'query' ? QUERIES.filter(({ name }) => job.only?.includes(name) ?? true) : [undefined];
    const started = performance.now();
    for (const query of queries) {
      const { only, ...rest } = job;
      const { shape, style, size: bytes, suite } = job;
      if (shape !== 'orders' && !SHAPES.includes(shape)) throw new RangeError(`no shape ${shape}`);
      try {
        const found = await session.runJob({ ...rest, query, ...(suite !== 'query' && only ? { only } : {}) });
        for (const { step, own, beside, facts } of found) {
          record({
            type: 'measure',
            suite,
            step,
            shape,
            style,
            bytes,
            unit: 'ms',
            own,
            beside: step === 'jq' ? [...beside, ...(await besideNative(session, job, query))] : beside,
            ...(facts ? { facts } : {}),
          });
        }
      } catch (error) {
        process.stdout.write(`${suite}, ${bytes / 1e6} MB of ${shape}: not measured: ${String(error).slice(0, 300)}\n`);
        process.exitCode = 1;
      }
    }
    if (performance.now() - started > LONG_MS) await between();
  }
}

/** Runs jq and the installed jq in turn, both from bytes; returns their pairs, if there is one. */
async function besideNative(session, job, query) {
  const peer = findNativeJq();
  if (peer === null) return [];
  const pairs = { peer, start: 'bytes', own: [], theirs: [] };
  const once = { ...job, query, only: undefined, rounds: { least: 1, most: 1, budgetMs: 0 } };
  for (let round = 0; round < job.rounds.least; round += 1) {
    const [step] = await session.runJob(once);
    const { own } = step.beside.find(({ start }) => start === 'bytes');
    pairs.own.push(...own);
    pairs.theirs.push(...(await runNativeJq(job.size, own.length)));
  }
  return [pairs];
}
