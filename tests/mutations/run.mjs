// `npm run test:mutations [-- <text>]`: applies one break at a time (`list.mjs`) and runs the unit tests that should detect it.
// With a text, only breaks in files whose path contains it. It changes the sources while it runs, and restores each.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { BREAKS } from './list.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
/** Timeout of a test run in milliseconds: a break may cause an endless loop. */
const MAX_RUN_MS = 180_000;
/** The share of breaks that tests have to detect. */
const WANTED = 0.9;

/** The file that is broken now, with its original source; `null` when there is none. */
let broken = null;

function restore() {
  if (broken === null) return;
  writeFileSync(broken.path, broken.source);
  broken = null;
}

process.on('exit', restore);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130));

/** Runs test files in threads, which end with the process if one hangs. */
function runTests(files, timeout) {
  const parameters = [
    vitest,
    'run',
    '--project',
    'unit',
    '--project',
    'jq',
    '--bail',
    '1',
    '--pool',
    'threads',
    '--reporter',
    'dot',
  ];
  const { status, signal, stdout, stderr, error } = spawnSync(process.execPath, [...parameters, ...files], {
    cwd: root,
    encoding: 'utf8',
    timeout,
    killSignal: 'SIGKILL',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (signal === 'SIGINT' || status === 130) process.exit(130);
  if (error !== undefined && error.code !== 'ETIMEDOUT') throw error;
  return { passed: status === 0, output: `${stdout}${stderr}` };
}

/** Returns what is wrong with an entry of the list; `null` when it is valid. */
function faultOf({ file, find, replace, tests }) {
  const times = readFileSync(join(root, file), 'utf8').split(find).length - 1;
  if (times !== 1) return `"${find}" occurs ${times} times, expected once`;
  if (find === replace) return 'it changes nothing';
  const missing = tests.find((test) => !existsSync(join(root, test)));
  return missing === undefined ? null : `${missing} is missing`;
}

/** Whether the tests detect a break. */
function isCaught({ file, find, replace, tests }) {
  const path = join(root, file);
  const source = readFileSync(path, 'utf8');
  broken = { path, source };
  try {
    // A replacement function, because `$` has a meaning in a replacement string.
    writeFileSync(
      path,
      source.replace(find, () => replace),
    );
    const { passed, output } = runTests(tests, MAX_RUN_MS);
    // A change that does not compile is not a valid break.
    if (/Transform failed|PARSE_ERROR|Parse failure/.test(output))
      throw new Error(`${file} does not compile:\n${output}`);
    return !passed;
  } finally {
    restore();
  }
}

const [wanted = ''] = process.argv.slice(2);
const chosen = BREAKS.filter(({ file }) => file.includes(wanted));
const faults = chosen.flatMap((one) => {
  const fault = faultOf(one);
  return fault === null ? [] : [`${one.file}: ${fault}`];
});
if (chosen.length === 0) faults.push(`no file of the list contains "${wanted}"`);
if (faults.length > 0) {
  process.stderr.write(`${faults.join('\n')}\n`);
  process.exit(1);
}

// Tests that fail without a break would seem to detect every break.
const { passed, output } = runTests([...new Set(chosen.flatMap(({ tests }) => tests))]);
if (!passed) {
  process.stderr.write(`${output}\nThe tests fail without a break.\n`);
  process.exit(1);
}

let caught = 0;
let unexpected = 0;
for (const one of chosen) {
  // Lets pending signals be handled between two breaks.
  await setImmediate();
  const { file, find, replace, why } = one;
  const isNoticed = isCaught(one);
  if (isNoticed) caught += 1;
  else if (why === undefined) unexpected += 1;
  const reason = isNoticed || why === undefined ? '' : ` (${why})`;
  process.stdout.write(`${isNoticed ? 'caught  ' : 'SURVIVED'}  ${file}: ${find} → ${replace}${reason}\n`);
}
process.stdout.write(`\n${caught} of ${chosen.length} caught\n`);
if (unexpected > 0 || caught < WANTED * chosen.length) process.exitCode = 1;
