// The page's suites on its production build: a file opened and typed into beside the peers (A B C C B A), and the longest task of
// each step.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCompareSteps } from '../browser/compare-steps.mjs';
import { openOwn, openPeer, PEERS } from '../browser/opening.mjs';
import { serveDiptych } from '../browser/serve.mjs';
import { runSteps } from '../browser/steps.mjs';
import { runTableSteps } from '../browser/table-steps.mjs';
import { runTextSteps } from '../browser/text-steps.mjs';
import { runTransformSteps } from '../browser/transform-steps.mjs';
import { runTreeSteps } from '../browser/tree-steps.mjs';
import { launch, loadGenerator, loadModule, servePage } from '../harness.mjs';

const WORDS = { word: 'guid', other: 'uuid' };
const CHANGES = 1000;
const VIEWS = {
  'both panels': runSteps,
  text: (browser, address, file) => runTextSteps(browser, address, file, WORDS),
  tree: (browser, address, file) => runTreeSteps(browser, address, file, { ...WORDS, path: 'guid' }),
  table: runTableSteps,
  compare: runCompareSteps,
  transform: runTransformSteps,
};
/** What is measured of an opening: the name of the step, and its unit. */
const FIGURES = {
  firstMs: ['first text on the screen', 'ms'],
  longestMs: ['longest blocked moment while opening', 'ms'],
  keyMs: ['key to frame, p95', 'ms'],
  memory: ['memory of the renderer', 'bytes'],
};

/** Measures openings and steps of views, and passes them to `record`. */
export async function measureBrowser({ opening, tasks }, record) {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-report-'));
  const diptych = await serveDiptych();
  const peers = await servePage('bench/browser/peers');
  const browser = await launch();
  try {
    for (const megabytes of opening.megabytes) {
      const file = await writeRecords(folder, megabytes, false);
      const targets = {
        own: () => openOwn(browser, diptych.address, file, opening.keys),
        ...Object.fromEntries(
          opening.peers.map((peer) => [peer, () => openPeer(browser, peers.address, file, peer, opening.keys)]),
        ),
      };
      recordOpenings(await inTurn(targets, opening.rounds), file, record);
    }
    for (const view of tasks.views) {
      const file = await writeRecords(folder, tasks.megabytes, view === 'compare');
      try {
        recordTasks(view, await VIEWS[view](browser, diptych.address, file), file, record);
      } catch (error) {
        process.stdout.write(`${view}: broke off: ${String(error).slice(0, 300)}\n`);
        process.exitCode = 1;
      }
    }
  } finally {
    await browser.close();
    await diptych.stop();
    await peers.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function writeRecords(folder, megabytes, hasCopy) {
  const { generate } = await loadGenerator();
  const path = join(folder, 'records.json');
  const changed = join(folder, 'records-changed.json');
  const bytes = generate('records', 'pretty', megabytes * 1e6);
  writeFileSync(path, bytes);
  if (hasCopy) {
    const { changeRecords } = await loadModule('/bench/engine/comparing.ts');
    writeFileSync(changed, changeRecords(bytes, CHANGES)[1]);
  }
  const { measureScan } = await loadModule('/bench/browser/scan.ts');
  return {
    style: 'pretty',
    path,
    changed,
    size: bytes.length,
    megabytes,
    first: 'guid',
    scanMs: () => measureScan(readFileSync(path)),
    column: 'guid',
    rows: JSON.parse(new TextDecoder().decode(bytes)).length,
  };
}

async function inTurn(targets, rounds) {
  const names = Object.keys(targets);
  const found = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const name of [...names, ...names.toReversed()]) {
      if (found[name].some(({ failure }) => failure !== undefined)) continue;
      found[name].push(await targets[name]());
      process.stdout.write('.');
    }
  }
  return found;
}

function recordOpenings({ own, ...others }, file, record) {
  for (const [figure, [step, unit]] of Object.entries(FIGURES)) {
    const of = (runs) => runs.map((one) => one[figure]);
    const isMeasured = (values) => values.every((value) => typeof value === 'number');
    if (!isMeasured(of(own))) continue;
    const beside = Object.entries(others).flatMap(([peer, runs]) => {
      const failure = runs.find((one) => one.failure !== undefined)?.failure;
      if (failure !== undefined) return [{ peer: PEERS[peer], own: [], theirs: [], failure }];
      return isMeasured(of(runs)) ? [{ peer: PEERS[peer], own: of(own), theirs: of(runs) }] : [];
    });
    const hasPairs = beside.some((pairs) => pairs.own.length > 0);
    const bytes = file.megabytes * 1e6;
    record({
      type: 'measure',
      suite: 'browser',
      step,
      shape: 'records',
      style: file.style,
      bytes,
      unit,
      own: hasPairs ? [] : of(own),
      beside,
    });
  }
}

function recordTasks(view, steps, file, record) {
  for (const { name, ms, longest, cpuMs, named } of steps) {
    if (cpuMs === undefined) continue;
    record({
      type: 'tasks',
      view,
      step: name,
      style: file.style,
      bytes: file.megabytes * 1e6,
      ms: ms === null ? [] : [ms],
      longest: [longest],
      work: [cpuMs],
      ...(named ? { named } : {}),
    });
  }
}
