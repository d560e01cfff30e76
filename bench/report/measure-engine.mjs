// The engine's suites: each job's steps as lines of results.
import { loadGenerator } from '../harness.mjs';
import { QUERIES } from '../engine/queries.mjs';

/** Runs the jobs and passes each step to `record`. */
export async function measureEngine(session, jobs, record) {
  const { SHAPES } = await loadGenerator();
  for (const job of jobs) {
    const queries =
      job.suite === 'query' ? QUERIES.filter(({ name }) => job.only?.includes(name) ?? true) : [undefined];
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
            own: beside.some((pairs) => pairs.own.length > 0) ? [] : own,
            beside,
            ...(facts ? { facts } : {}),
          });
        }
      } catch (error) {
        process.stdout.write(`${suite}, ${bytes / 1e6} MB of ${shape}: not measured: ${String(error).slice(0, 300)}\n`);
        process.exitCode = 1;
      }
    }
  }
}
