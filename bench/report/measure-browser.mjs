// The page's suites on its production build: a file opened, typed into and saved beside each peer (A B B A), and the longest task
// of each step.
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
/** What is measured of an opening: the name of the step, its unit, and where the clock starts. */
const FIGURES = {
  screenMs: ['first screen, on a cold cache', 'ms', 'open'],
  firstMs: ['first text on the screen', 'ms', 'bytes'],
  wholeMs: ['whole document, checked', 'ms', 'bytes'],
  longestMs: ['longest blocked moment while opening', 'ms', 'bytes'],
  editMs: ['first edit on the screen', 'ms', 'open'],
  keyMs: ['key to frame, p95', 'ms', 'open'],
  saveMs: ['save', 'ms', 'open'],
  memory: ['memory of the renderer', 'bytes', 'open'],
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
      const found = [];
      for (const peer of opening.peers) {
        const own = () => openOwn(browser, diptych.address, file, opening.keys);
        const theirs = () => openPeer(browser, peers.address, file, peer, opening.keys);
        found.push([peer, await inTurn(own, theirs, opening.rounds)]);
      }
      recordOpenings(found, file, record);
    }
    for (const view of tasks.views) {
      const file = await writeRecords(folder, tasks.megabytes, view === 'compare');
      const rounds = [];
      for (let round = 0; round < tasks.rounds; round += 1) {
        try {
          rounds.push(await VIEWS[view](browser, diptych.address, file));
        } catch (error) {
          process.stdout.write(`${view}: broke off: ${String(error).slice(0, 300)}\n`);
          process.exitCode = 1;
        }
      }
      recordTasks(view, rounds, file, record);
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

/** Runs both A B B A. A peer that fails is not run again. */
async function inTurn(own, theirs, rounds) {
  const found = { own: [], theirs: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const which of ['own', 'theirs', 'theirs', 'own']) {
      const opened = await (which === 'own' ? own() : theirs());
      found[which].push(opened);
      process.stdout.write('.');
      if (opened.failure !== undefined) return { ...found, failure: opened.failure };
    }
  }
  return found;
}

function recordOpenings(found, file, record) {
  for (const [figure, [step, unit, start]] of Object.entries(FIGURES)) {
    const of = (runs) => runs.map((one) => one[figure]);
    const isMeasured = (values) => values.every((value) => typeof value === 'number');
    const all = found.flatMap(([, { own }]) => of(own));
    if (!isMeasured(all)) continue;
    const beside = found.flatMap(([peer, { own, theirs, failure }]) => {
      if (failure !== undefined) return [{ peer: PEERS[peer], start, own: [], theirs: [], failure }];
      return isMeasured(of(theirs)) ? [{ peer: PEERS[peer], start, own: of(own), theirs: of(theirs) }] : [];
    });
    const bytes = file.megabytes * 1e6;
    record({
      type: 'measure',
      suite: 'browser',
      step,
      shape: 'records',
      style: file.style,
      bytes,
      unit,
      own: all,
      beside,
    });
  }
}

/** Records each step with its longest tasks in all rounds. */
function recordTasks(view, rounds, file, record) {
  const [first = []] = rounds;
  for (const { name, cpuMs, named } of first) {
    if (cpuMs === undefined) continue;
    const found = rounds.flatMap((steps) => steps.filter((step) => step.name === name));
    record({
      type: 'tasks',
      view,
      step: name,
      style: file.style,
      bytes: file.megabytes * 1e6,
      ms: found.flatMap(({ ms }) => (ms === null ? [] : [ms])),
      longest: found.map(({ longest }) => longest),
      work: found.map((step) => step.cpuMs),
      ...(named ? { named } : {}),
    });
  }
}
