// `npm run bench:cli`: the command line beside jq (if it is there), from a cold start, on 100 MB of records: time, and the most memory.
// In turn in the same run; the table shows medians and their ratio. Options: --size N (megabytes), --rounds N
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadGenerator, machine, table } from '../harness.mjs';
import { root, run } from '../../scripts/setup.mjs';

const option = (name, usual) =>
  Number(process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : usual);
const megabytes = option('--size', 100);
const rounds = option('--rounds', 5);

run(process.execPath, ['scripts/build-cli.mjs']);
const program = [process.execPath, join(root, 'dist/cli/diptych.js')];
const folder = mkdtempSync(join(tmpdir(), 'diptych-bench-cli-'));
try {
  const { generate } = await loadGenerator();
  const file = join(folder, 'records.json');
  writeFileSync(file, generate('records', 'pretty', megabytes * 1_000_000));
  const hasJq = spawnSync('jq', ['--version']).status === 0;
  const rows = [];
  for (const { name, own, jq } of [
    { name: 'a value by its path', own: ['get', file, '/1000'], jq: ['.[1000]', file] },
    {
      name: 'find a text that is nowhere',
      own: ['find', file, 'kestrel-nowhere'],
      jq: ['-e', 'any(.. | strings; contains("kestrel-nowhere"))', file],
    },
    { name: 'compact', own: ['format', '-c', file], jq: ['-c', '.', file] },
    { name: 'with one value in a line', own: ['format', file], jq: ['.', file] },
  ]) {
    const [ours, theirs] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      ours.push(measure([...program, ...own]));
      if (hasJq) theirs.push(measure(['jq', ...jq]), measure(['jq', ...jq]));
      ours.push(measure([...program, ...own]));
    }
    const [mine, other] = [middle(ours), hasJq ? middle(theirs) : null];
    rows.push([
      name,
      `${mine.seconds.toFixed(2)} s`,
      `${mine.megabytes} MB`,
      other === null ? '' : `${other.seconds.toFixed(2)} s`,
      other === null ? '' : `${other.megabytes} MB`,
      other === null ? '' : `${(other.seconds / mine.seconds).toFixed(1)} ×`,
    ]);
  }
  process.stdout.write(`${machine()}\n${table(['', 'diptych', 'memory', 'jq', 'memory', 'faster by'], rows)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Runs a program once. */
function measure([command, ...args]) {
  const before = process.hrtime.bigint();
  const { stderr } = spawnSync('/usr/bin/time', ['-f', '%M', command, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  const seconds = Number(process.hrtime.bigint() - before) / 1e9;
  return { seconds, megabytes: Math.round(Number(stderr.trim().split('\n').at(-1)) / 1000) };
}

function middle(runs) {
  const sorted = runs.toSorted((a, b) => a.seconds - b.seconds);
  return sorted[Math.floor(sorted.length / 2)];
}
