// `npm run bench:gate`: the engine's steps of this working copy against those of a base commit, in turn on this machine, and the packed
// parts of the built page against their limits. A step fails when it is slower beyond doubt (judge.ts). Options:
//   --base REF        the commit (by default the one before HEAD), or `month`: the last one of the month before
//   --size MB         of the documents, in megabytes (1)
//   --suites A,B      only these, and not the page's parts
//   --processes N     how many processes each measure all steps (8)
//   --rounds N        rounds of A B B A in each (4)
//   --samples FILE    writes the ratios of all pairs
//   --summary FILE    appends the table to a text
//   --plant STEP      makes a step 15 % slower, to see that it is found; with --square as slow as if it grew with the square of the
//                     size from 1 MB on
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadModule, machine, table } from '../harness.mjs';
import { root } from '../../scripts/setup.mjs';
import { bundleOf } from '../report/bundle.mjs';
import { buildSuites, findCommit, MONTH, NEW_SUITES, refuseWithout, SUITE_FILES, writeSources } from './builds.mjs';
import { PART_LIMITS } from './part-limits.mjs';

const PLANTED = process.argv.includes('--square') ? 'square' : '1.15';
const option = (name, usual) => (process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : usual);
const [processes, rounds] = [Number(option('--processes', 8)), Number(option('--rounds', 4))];
const reference = option('--base', 'HEAD^');
const megabytes = Number(option('--size', 1));
const wanted = option('--suites')?.split(',');
const folder = join(root, 'dist/bench/gate');
const { judge, judgeSizes, pool, TOLERANCE } = await loadModule('/bench/gate/judge.ts');
const texts = [];
const faults = [];
await compareEngine();
if (wanted === undefined) await compareBundle();
const summary = option('--summary');
if (summary !== undefined) appendFileSync(summary, `\n## Gate\n\n${texts.join('\n\n')}\n`);
if (faults.length > 0) {
  process.stdout.write(`\u001B[31m${faults.join('\n')}\u001B[0m\n`);
  process.exitCode = 1;
}
process.exit();

function say(text) {
  texts.push(text);
  process.stdout.write(`${text}\n`);
}

async function compareEngine() {
  const base = findCommit(reference);
  if (base === null) {
    texts.push(refuseWithout(reference));
    return;
  }
  const suites = await buildBoth(base);
  const first = measure(suites);
  // What looks slower is measured again, and judged by all pairs.
  const steps = judge(first).some(({ isSlower }) => isSlower) ? pool(first, measure(suites)) : first;
  const verdicts = judge(steps);
  const percent = (ratio) => `${((ratio - 1) * 100).toFixed(1)} %`;
  const rows = verdicts.map(({ name, ratio, isSlower }) => [
    name,
    percent(ratio.value),
    `${percent(ratio.low)} to ${percent(ratio.high)}`,
    isSlower ? '**slower**' : '',
  ]);
  const head = ['step', 'takes longer by', `interval, for all ${steps.length} steps together`, ''];
  say(
    `Engine against ${base.slice(0, 7)}, ${megabytes} MB, ${machine()}, ${loadavg()[0].toFixed(1)} processes that want a core.\n\n${table(head, rows)}`,
  );
  const slower = verdicts.filter(({ isSlower }) => isSlower);
  if (slower.length === 0) say(`No step is slower by more than ${percent(TOLERANCE)} beyond doubt.`);
  for (const { name, ratio } of slower) {
    const fault = `${name} is slower than at ${base.slice(0, 7)} by ${percent(ratio.low)} at least`;
    say(fault);
    faults.push(fault);
  }
}

/** The parts of the built page against their limits, which a person sets. */
async function compareBundle() {
  const client = join(root, 'dist/client');
  if (!existsSync(join(client, 'index.html'))) {
    say('The page is not built: its parts are not weighed.');
    return;
  }
  const found = judgeSizes(PART_LIMITS, bundleOf(client));
  if (found.length === 0) say('No part of the page is heavier than its limit.');
  for (const part of found) {
    const fault = `${part} (bench/gate/part-limits.mjs)`;
    say(fault);
    faults.push(fault);
  }
}

/** Returns the suites that both commits have. */
async function buildBoth(base) {
  const sources = join(folder, 'sources');
  writeSources(base, sources);
  const lacking = (suite) => say(`${suite} is not compared: its steps call what ${base.slice(0, 7)} lacks.`);
  for (const suite of NEW_SUITES) lacking(suite);
  const others = Object.keys(SUITE_FILES).filter((suite) => wanted?.includes(suite) === false);
  await buildSuites(root, join(folder, 'head'), others);
  // Older commits lack more and more of what steps call.
  return buildSuites(sources, join(folder, 'base'), [...NEW_SUITES, ...others], reference === MONTH ? lacking : null);
}

/** Measures in several processes, each of which loads the other build first. */
function measure(suites) {
  const found = new Map();
  const compare = join(dirname(fileURLToPath(import.meta.url)), 'compare.mjs');
  for (let index = 0; index < processes; index += 1) {
    const first = index % 2 === 0 ? 'base' : 'head';
    const plant = process.argv.includes('--plant') ? [option('--plant'), PLANTED] : [];
    const args = [compare, folder, suites.join(','), String(megabytes * 1e6), String(rounds), first, ...plant];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1e8 });
    if (status !== 0) throw new Error(stderr);
    for (const line of stdout.trim().split('\n')) {
      const { name, one, other, reason } = JSON.parse(line);
      if (reason !== undefined) {
        if (index === 0) say(`${name} is not compared: the base can't do it (${reason}).`);
        continue;
      }
      const step = found.get(name) ?? { name, one: [], other: [], processes: [] };
      step.one.push(...one);
      step.other.push(...other);
      step.processes.push(other.map((ms, at) => Number((ms / one[at]).toPrecision(4))));
      found.set(name, step);
    }
    process.stdout.write('.');
  }
  const all = [...found.values()];
  const file = option('--samples');
  if (file !== undefined) {
    mkdirSync(dirname(file), { recursive: true });
    const lines = all.map(({ name, processes: ratios }) => JSON.stringify({ name, ratios }));
    writeFileSync(file, `${lines.join('\n')}\n`);
  }
  return all;
}
