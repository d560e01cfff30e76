// `npm run bench:server`: requests per second, compared with a bare Fastify and pg route. Reports figures without limits.
//   node scripts/build.mjs && node bench/server/run.mjs [--seconds 5] [--bytes 10000] [--only write]
import { machine, table } from '../harness.mjs';
import { CONNECTIONS, figures } from './load.mjs';
import { measureServer } from './measure.mjs';

const option = (name, usual) => (process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : usual);
const rounds = Number(option('--seconds', 5));
const rows = [];
await measureServer(
  { rounds, roundSeconds: 1, bytes: Number(option('--bytes', 10_000)), only: option('--only', '') },
  ({ name, bytes, times, spent }) => {
    const [mine, its, ours] = [times.single, times.peer, times.both].map((turns) => figures(turns.flat(), 2 * rounds));
    const per = (which) => spent[which] / times[which].flat().length;
    rows.push([
      `${name}, ${bytes} bytes`,
      mine.rate.toFixed(0),
      `${mine.p50.toFixed(1)} ms`,
      `${mine.p95.toFixed(1)} ms`,
      its.rate.toFixed(0),
      (its.rate / mine.rate).toFixed(1),
      `${per('single').toFixed(2)} ms, bare ${per('peer').toFixed(2)} ms (× ${(per('single') / per('peer')).toFixed(1)})`,
      `${ours.rate.toFixed(0)} (× ${(ours.rate / mine.rate).toFixed(1)})`,
    ]);
    process.stdout.write(`${rows.at(-1).join('  ')}\n`);
  },
);
const head = [
  'request',
  'requests a second',
  'p50',
  'p95',
  'bare Fastify and pg',
  'times as long',
  'processor time',
  'two processes',
];
process.stdout.write(`\nServer, ${machine()}, ${CONNECTIONS} connections.\n\n${table(head, rows)}\n`);
