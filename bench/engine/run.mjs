// `npm run bench`: the engine's steps beside their peers, in turn in the same run, in a Chromium worker. Options:
//   --quick        1 MB only, one round: checks that the benches run, not their results
//   --size N       only this many megabytes (1, 10, 100)
//   --shape NAME   only this shape
//   --operations, --compare, --table, --merge, --copies, --schema, --query   another suite than the engine's own
import { machine, table } from '../harness.mjs';
import { findNativeJq, QUERIES, runNativeJq } from './queries.mjs';
import { openEngineSession } from './session.mjs';

const option = (name) => (process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : undefined);
const quick = process.argv.includes('--quick');
const suite =
  ['operations', 'compare', 'table', 'merge', 'copies', 'schema', 'query'].find((name) =>
    process.argv.includes(`--${name}`),
  ) ?? 'engine';
const sizes = option('--size') ? [Number(option('--size'))] : quick ? [1] : [1, 10, 100];
const shapes = option('--shape')
  ? [option('--shape')]
  : suite === 'engine'
    ? ['records', 'numbers', 'strings', 'deep', 'wide', 'geo']
    : ['records'];
const styles = suite === 'engine' || suite === 'schema' ? ['pretty', 'compact'] : ['pretty'];
const rounds = quick ? { least: 1, most: 1, budgetMs: 0 } : { least: 2, most: 12, budgetMs: 2000 };

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const ms = (value) => value.toFixed(value < 1 ? 3 : value < 100 ? 1 : 0);
const factor = (value) => `${value.toFixed(value < 10 ? 2 : 0)}×`;
const besides = ({ peer, own, theirs, failure }) =>
  failure === undefined
    ? `${factor(median(theirs.map((time, index) => time / own[index])))} ${peer}`
    : `${peer} fails: ${failure}`;
const limitOf = (limit) => (limit === undefined ? '' : 'ms' in limit ? `${limit.ms} ms` : `${limit.scans} scans`);
const factsOf = (facts) =>
  Object.entries(facts ?? {})
    .map(([name, value]) => `${name} ${Number(value.toPrecision(4))}`)
    .join(', ');

const session = await openEngineSession();
const rows = [];
try {
  for (const megabytes of sizes) {
    const size = megabytes * 1e6;
    for (const shape of shapes)
      for (const style of styles)
        for (const query of suite === 'query' ? QUERIES : [undefined]) {
          const found = await session.runJob({ suite, shape, style, size, rounds, query });
          for (const { step, own, beside, limit, facts } of found) {
            rows.push([
              `${megabytes} MB ${shape} ${style}`,
              step,
              ms(median(own)),
              beside.map(besides).join('; '),
              limitOf(limit),
              factsOf(facts),
            ]);
            process.stdout.write(`${rows.at(-1).join('  ')}\n`);
          }
        }
    const native = suite === 'query' ? findNativeJq() : null;
    if (native !== null)
      rows.push([`${megabytes} MB records`, native, ms(median(await runNativeJq(size, quick ? 1 : 3))), '', '', '']);
  }
} finally {
  await session.close();
}
const head = ['document', 'step', 'ms', 'times as long as the step', 'limit', 'facts'];
process.stdout.write(`\n${suite}, ${machine()}. Times are medians.\n\n${table(head, rows)}\n`);
