// `npm run bench:browser`: the production build in Chromium with a dropped file of 100 MB, step by step: the duration of each
// step, and its longest task on the main thread. Peers in the same run: vanilla-jsoneditor, and Monaco with a whole model.
// Options:
//   --quick       2 MB, pretty only, no peers: checks that the bench runs
//   --size N      megabytes (100)
//   --alone       no peers: they can't open a gigabyte
//   --text        only text mode, all of its operations
//   --tree        only tree mode, likewise
//   --table       only table mode: arrays of several shapes
//   --documents   storing a document in the browser, and opening it again
//   --compare     comparing it with a copy that has a thousand changes
//   --transform   querying it in each language
//   --follow      following a log that grows
//   --trust       looking for secrets, and writing receipts
//   --embed       in a page of another origin, to which the document is transferred
//   --strict      best of three runs; fails on a task with more than 50 ms of processor time that
//                 docs/architecture.md does not name (see tasks.mjs)
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch, loadGenerator, loadModule, machine, servePage, table } from '../harness.mjs';
import { run } from '../../scripts/setup.mjs';
import { serveDiptych } from './serve.mjs';
import { runCompareSteps } from './compare-steps.mjs';
import { runDocumentSteps } from './document-steps.mjs';
import { runEmbedSteps } from './embed-steps.mjs';
import { runFollowSteps, writeLog } from './follow-steps.mjs';
import { runSteps } from './steps.mjs';
import { runTextSteps } from './text-steps.mjs';
import { runTableSteps, writeTables } from './table-steps.mjs';
import { runTransformSteps } from './transform-steps.mjs';
import { runTrustSteps } from './trust-steps.mjs';
import { runTreeSteps } from './tree-steps.mjs';
import { runPeers } from './peers.mjs';

const option = (name) => (process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : undefined);
const quick = process.argv.includes('--quick');
const strict = process.argv.includes('--strict');
const megabytes = Number(option('--size') ?? (quick ? 2 : 100));
/** Maximum processor time of a task, in milliseconds. */
const LIMIT_MS = 50;
/**
 * Whether limits are multiples of the duration of a scan. Off otherwise, because a second index of a gigabyte may not fit in
 * memory.
 */
const timesScans = process.argv.includes('--tree');
/** Number of records of the changed copy that differ. */
const CHANGES = 1000;

if (!process.argv.includes('--built')) run(process.execPath, ['scripts/build.mjs']);
const folder = mkdtempSync(join(tmpdir(), 'diptych-bench-'));
const diptych = await serveDiptych();
const peers =
  quick || process.argv.includes('--alone') || process.argv.includes('--table') || process.argv.includes('--follow')
    ? null
    : await servePage('bench/browser/peers');
const browser = await launch();
try {
  const files = await writeFiles();
  const results = [];
  for (const file of files) {
    const rounds = [];
    try {
      for (let round = 0; round < (strict ? 3 : 1); round += 1) rounds.push(await runRound(file));
    } catch (error) {
      process.stdout.write(`\n${file.style} broke off: ${String(error)}\n`);
      process.exitCode = 1;
    }
    if (rounds.length > 0) results.push({ file, steps: best(rounds) });
  }
  const others = peers === null ? [] : await runPeers(browser, peers.address, files);
  report(results, others);
} finally {
  await browser.close();
  await diptych.stop();
  await peers?.stop();
  rmSync(folder, { recursive: true });
}

function runRound(file) {
  const words = { word: 'guid', other: 'uuid' };
  // Each record has the first, one of sixteen the second: some hundred thousand hits at 100 MB, and at a gigabyte.
  const replaced = megabytes > 400 ? { word: ' kelp"', other: ' help"' } : words;
  if (process.argv.includes('--text')) return runTextSteps(browser, diptych.address, file, replaced);
  if (process.argv.includes('--compare')) return runCompareSteps(browser, diptych.address, file);
  if (process.argv.includes('--transform')) return runTransformSteps(browser, diptych.address, file);
  if (process.argv.includes('--documents')) return runDocumentSteps(browser, diptych.address, file);
  if (process.argv.includes('--follow')) return runFollowSteps(browser, diptych.address, file, quick ? 5 : 60);
  if (process.argv.includes('--trust')) return runTrustSteps(browser, diptych.address, file);
  if (process.argv.includes('--embed')) return runEmbedSteps(browser, diptych.address, file);
  if (process.argv.includes('--tree')) return runTreeSteps(browser, diptych.address, file, { ...words, path: 'guid' });
  if (process.argv.includes('--table')) return runTableSteps(browser, diptych.address, file);
  return runSteps(browser, diptych.address, file);
}

/** Generates the documents: pretty, and on one line. */
async function writeFiles() {
  if (process.argv.includes('--follow')) return [writeLog(folder, megabytes)];
  const { generate } = await loadGenerator();
  const { changeRecords } = await loadModule('/bench/engine/comparing.ts');
  const { measureScan } = await loadModule('/bench/browser/scan.ts');
  const isTable = process.argv.includes('--table');
  const made = ['pretty', 'compact'].slice(0, isTable || quick ? 1 : 2).map((style) => {
    const path = join(folder, `records-${style}.json`);
    const bytes = generate('records', style, megabytes * 1e6);
    writeFileSync(path, bytes);
    const changed = join(folder, `records-${style}-changed.json`);
    // Only if needed, because it builds an index of its own.
    if (process.argv.includes('--compare')) writeFileSync(changed, changeRecords(bytes, CHANGES)[1]);
    return {
      style,
      path,
      changed,
      size: bytes.length,
      first: 'guid',
      scanMs: () => (timesScans ? measureScan(readFileSync(path)) : 0),
      // The column that table mode sorts by.
      column: 'guid',
      rows: isTable ? JSON.parse(new TextDecoder().decode(bytes)).length : 0,
    };
  });
  return isTable ? [...made, ...writeTables(folder, megabytes / 100)] : made;
}

/** Returns the best result of each step over several rounds. */
function best(rounds) {
  return rounds[0].map((step, index) => rounds.map((steps) => steps[index]).toSorted(byTasks)[0] ?? step);
}

/**
 * Orders by the processor time over the limit (0 where all tasks were under it), then by the longest task and by processor
 * time; steps that were only timed by the share of their limit.
 */
function byTasks(a, b) {
  const overwork = (step) => Math.max(0, (step.cpuMs ?? 0) - LIMIT_MS);
  const order = [overwork(a) - overwork(b), a.longest - b.longest, (a.cpuMs ?? 0) - (b.cpuMs ?? 0)];
  return order.find((difference) => difference !== 0) ?? (a.ratio ?? 0) - (b.ratio ?? 0);
}

function report(results, others) {
  const rows = results.flatMap(({ file, steps }) =>
    steps.map((step) => [
      `${Math.round(file.size / 1e6)} MB ${file.style}`,
      step.name,
      step.value,
      String(step.longest),
      String(step.cpuMs ?? ''),
      step.named ?? '',
    ]),
  );
  const text = [
    `Diptych in Chromium, production build, ${machine()}.`,
    '',
    table(['document', 'step', 'result', 'longest task ms', 'at work ms', 'named by the design'], rows),
    '',
    ...(others.length === 0
      ? []
      : [
          table(
            ['document', 'peer', 'first content ms', 'longest task ms', 'renderer memory', 'key to frame, p95'],
            others,
          ),
          '',
        ]),
  ].join('\n');
  process.stdout.write(`\n${text}`);
  const over = results.flatMap(({ file, steps }) =>
    steps
      .filter((step) => step.cpuMs > LIMIT_MS && !step.named)
      .map((step) => `${file.style}: ${step.name}, ${step.cpuMs} ms`),
  );
  const late = results.flatMap(({ file, steps }) =>
    steps.filter((step) => step.late).map((step) => `${file.style}: ${step.name}, ${step.value}`),
  );
  if (over.length > 0) process.stdout.write(`\nTasks over ${LIMIT_MS} ms:\n  ${over.join('\n  ')}\n`);
  if (late.length > 0) process.stdout.write(`\nLonger than they may take:\n  ${late.join('\n  ')}\n`);
  if (strict && over.length + late.length > 0) process.exitCode = 1;
}
