// The queries of the suite `query`, each run in a new worker: name and balance of the people older than 40, the poorest first. The
// installed jq runs the same on a file, if there is one.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadGenerator } from '../harness.mjs';

const JQ = 'map(select(.age != null and .age > 40)) | sort_by(.balance) | map({name, balance})';

/** Name, language, text, peers. */
const LISTED = [
  ['wizard', 'wizard', '', ['by hand']],
  [
    'JavaScript',
    'javascript',
    'data.filter(({ age }) => age > 40).sort((a, b) => a.balance - b.balance).map(({ name, balance }) => ({ name, balance }))',
    ['by hand'],
  ],
  [
    'Lodash',
    'lodash',
    '_.map(_.sortBy(_.filter(data, (item) => item.age > 40), "balance"), (item) => _.pick(item, ["name", "balance"]))',
    ['by hand', 'Lodash'],
  ],
  [
    'JMESPath',
    'jmespath',
    'sort_by([?age > `40`], &balance)[].{name: name, balance: balance}',
    ['by hand', 'JMESPath'],
  ],
  ['JSON Query', 'jsonquery', 'filter(.age > 40) | sort(.balance) | pick(.name, .balance)', ['by hand', 'JSON Query']],
  ['jq', 'jq', JQ, ['by hand']],
  ['JSONPath, a filter', 'jsonpath', '$[?@.age > 40]', ['filter by hand', 'json-p3']],
  ...['$[*].name', '$[*].address.*', '$[100:1000]', '$..city'].map((path) => [path, 'jsonpath', path, ['json-p3']]),
];

/** The queries as orders. */
export const QUERIES = LISTED.map(([name, language, text, peers]) => ({ name, language, text, peers }));

/** Returns the name of the installed jq with its version, or `null` where there is none. */
export function findNativeJq() {
  const { stdout, error } = spawnSync('jq', ['--version'], { encoding: 'utf8' });
  return error === undefined ? `the installed ${stdout.trim()}` : null;
}

/** Runs the same query with the installed jq, from a file and without output. Returns the milliseconds of each run. */
export async function runNativeJq(size, rounds) {
  const { generate } = await loadGenerator();
  const folder = mkdtempSync(join(tmpdir(), 'diptych-jq-'));
  try {
    const file = join(folder, 'records.json');
    writeFileSync(file, generate('records', 'pretty', size));
    return Array.from({ length: rounds }, () => {
      const started = performance.now();
      const { status } = spawnSync('jq', ['-c', JQ, file], { stdio: 'ignore' });
      if (status !== 0) throw new Error(`jq ended with ${status}`);
      return performance.now() - started;
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
