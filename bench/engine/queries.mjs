// `--query`: cost of queries, each in a new worker: name and balance of the people older than 40, the poorest first. Paths are
// compared with json-p3, and the query with the installed jq, if there is one.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadGenerator, machine, table } from '../harness.mjs';

const JQ = 'map(select(.age != null and .age > 40)) | sort_by(.balance) | map({name, balance})';

/** A path over the tape takes at most a fifth of the time that json-p3 takes with its values. */
const PATH_LIMIT = 5;

/** Name, language, text, peer. */
const QUERIES = [
  ['wizard', 'wizard', '', 'javascript'],
  [
    'JavaScript',
    'javascript',
    'data.filter(({ age }) => age > 40).sort((a, b) => a.balance - b.balance).map(({ name, balance }) => ({ name, balance }))',
    'javascript',
  ],
  [
    'Lodash',
    'lodash',
    '_.map(_.sortBy(_.filter(data, (item) => item.age > 40), "balance"), (item) => _.pick(item, ["name", "balance"]))',
    'javascript',
  ],
  ['JMESPath', 'jmespath', 'sort_by([?age > `40`], &balance)[].{name: name, balance: balance}', 'javascript'],
  ['JSON Query', 'jsonquery', 'filter(.age > 40) | sort(.balance) | pick(.name, .balance)', 'javascript'],
  ['jq', 'jq', JQ, 'javascript'],
  ['JSONPath, the filter alone', 'jsonpath', '$[?@.age > 40]', 'filter'],
  ...['$[*].name', '$[*].address.*', '$[100:1000]', '$[?@.age > 40]', '$..city'].map((path) => [
    `\`${path}\``,
    'jsonpath',
    path,
    'json-p3',
  ]),
];

const ms = (value) => value.toFixed(value < 10 ? 1 : 0);
const times = (ratio) => `${ratio.toFixed(ratio < 10 ? 1 : 0)}×`;

/** Runs all queries at these sizes, in megabytes. Returns the report. */
export async function runQuerying(sizes, quick, runOrder) {
  const rows = [];
  for (const megabytes of sizes) {
    const size = megabytes * 1e6;
    const rounds = quick ? 1 : megabytes >= 100 ? 3 : megabytes >= 10 ? 9 : 25;
    for (const [name, language, text, peer] of QUERIES) {
      const order = { shape: 'records', style: 'pretty', size, rounds, lossless: false, operations: false };
      const found = await runOrder({ ...order, querying: { language, text, peer } });
      const ratio = found.peerMs / found.ms;
      const isPath = peer === 'json-p3';
      rows.push([
        `${Math.round(found.bytes / 1e6)} MB: ${name}`,
        ms(found.ms),
        found.items,
        isPath ? '' : `${times(ratio)} of ${ms(found.peerMs)}`,
        isPath ? `${times(ratio)} of ${ms(found.peerMs)}` : '',
        // Below 10 MB most of the time is the fixed cost of a query.
        isPath && megabytes >= 10 ? `${PATH_LIMIT}×${ratio < PATH_LIMIT ? ' MISSED' : ''}` : '',
      ]);
      process.stdout.write(`${rows.at(-1).join('  ')}\n`);
    }
    const native = await runNative(size, rounds);
    if (native === null) process.stdout.write('There is no jq here to compare with.\n');
    else rows.push([`${megabytes} MB: jq of this machine, ${native.version}`, ms(native.ms), '', '', '', '']);
  }
  const head = ['records: query', 'ms', 'items', 'beside JavaScript', 'beside json-p3', 'at least'];
  return [
    `Queries, ${machine()}. From bytes, whose tape is there, to bytes of JSON, as the first query on a document; medians.`,
    'Beside: `JSON.parse`, the same by hand, or json-p3, and `JSON.stringify`, from bytes to bytes. JavaScript and Lodash',
    'run in the same worker here; the frame around the sandbox adds two transfers. jq of this machine reads a file.',
    '',
    table(head, rows),
    '',
  ].join('\n');
}

/** Runs the same query with the installed jq, from a file and without output; `null` where there is no jq. */
async function runNative(size, rounds) {
  const { stdout, error } = spawnSync('jq', ['--version'], { encoding: 'utf8' });
  if (error !== undefined) return null;
  const { generate } = await loadGenerator();
  const folder = mkdtempSync(join(tmpdir(), 'diptych-jq-'));
  try {
    const file = join(folder, 'records.json');
    writeFileSync(file, generate('records', 'pretty', size));
    const found = Array.from({ length: rounds }, () => {
      const started = performance.now();
      const { status } = spawnSync('jq', ['-c', JQ, file], { stdio: 'ignore' });
      if (status !== 0) throw new Error(`jq ended with ${status}`);
      return performance.now() - started;
    });
    return { version: stdout.trim(), ms: found.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
