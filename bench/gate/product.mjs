// `node bench/gate/product.mjs`, in the nightly run: the page and the server of this working copy (built) against those of a base commit,
// in turn, A B B A: a file of 10 MB opened and typed into in pages of one browser, and requests to servers beside each other. Options:
//   --base REF, --rounds N (10), --summary FILE, --suites page,server
//   --plant FIGURE    makes a figure 15 % larger, to see that it is found
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openOwn } from '../browser/opening.mjs';
import { serveDiptych } from '../browser/serve.mjs';
import { launch, loadGenerator, loadModule, machine, table } from '../harness.mjs';
import { root } from '../../scripts/setup.mjs';
import { measureServer } from '../server/measure.mjs';
import { findCommit, refuseWithout } from './builds.mjs';

const option = (name, usual) => (process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : usual);
const reference = option('--base', 'HEAD^');
const rounds = Number(option('--rounds', 10));
const suites = option('--suites', 'page,server').split(',');
const planted = option('--plant');
const PLANTED = 1.15;
const KEYS = 40;
const BYTES = 10e6;
/** The browser tells no shorter blocked moment, in milliseconds. */
const UNTOLD_MS = 50;
const FIGURES = {
  screenMs: 'first screen',
  firstMs: 'first text',
  wholeMs: 'whole document, checked',
  longestMs: 'longest blocked moment',
  keyMs: 'key to frame',
  saveMs: 'save',
  memory: 'memory',
};
const SERVER = { roundSeconds: 0.5, bytes: 10_000 };

const base = findCommit(reference);
if (base === null) {
  refuseWithout(reference);
  process.exit();
}
const folder = buildBase();
const steps = [
  ...(suites.includes('page') ? await measurePage() : []),
  ...(suites.includes('server') ? await measureRequests() : []),
].map((step) => (step.name === planted ? { ...step, other: step.other.map((value) => value * PLANTED) } : step));
const { judge } = await loadModule('/bench/gate/judge.ts');
const percent = (ratio) => `${((ratio - 1) * 100).toFixed(1)} %`;
const verdicts = judge(steps);
const rows = verdicts.map(({ name, ratio, isSlower }) => [
  name,
  percent(ratio.value),
  `${percent(ratio.low)} to ${percent(ratio.high)}`,
  isSlower ? '**more**' : '',
]);
const text = `Page and server against ${base.slice(0, 7)}, ${machine()}.\n\n${table(['figure', 'more by', 'interval', ''], rows)}\n`;
process.stdout.write(`\n${text}`);
if (option('--summary') !== undefined) appendFileSync(option('--summary'), `\n${text}`);
process.exit(verdicts.some(({ isSlower }) => isSlower) ? 1 : 0);

async function measurePage() {
  const files = mkdtempSync(join(tmpdir(), 'diptych-gate-'));
  const path = join(files, 'records.json');
  const { generate } = await loadGenerator();
  writeFileSync(path, generate('records', 'pretty', BYTES));
  const pages = { one: await serveDiptych(undefined, folder), other: await serveDiptych() };
  const browser = await launch();
  const found = new Map(Object.values(FIGURES).map((name) => [name, { name, one: [], other: [] }]));
  try {
    // The first page of a browser is slower than all others.
    for (const which of ['one', 'other']) await openOwn(browser, pages[which].address, { path, first: 'guid' }, KEYS);
    for (let round = 0; round < rounds; round += 1) {
      for (const which of ['one', 'other', 'other', 'one']) {
        const opened = await openOwn(browser, pages[which].address, { path, first: 'guid' }, KEYS);
        for (const [figure, name] of Object.entries(FIGURES)) {
          const value = figure === 'longestMs' ? Math.max(opened[figure], UNTOLD_MS) : opened[figure];
          if (value !== null) found.get(name)[which].push(value);
        }
        process.stdout.write('.');
      }
    }
  } finally {
    await browser.close();
    for (const page of Object.values(pages)) await page.stop();
    rmSync(files, { recursive: true, force: true });
  }
  return [...found.values()].filter(({ one, other }) => one.length > 0 && one.length === other.length);
}

/** The median time of the requests of each turn. */
async function measureRequests() {
  const found = [];
  const middle = (times) => times.toSorted((a, b) => a - b)[times.length >> 1];
  await measureServer({ ...SERVER, rounds, rival: join(folder, 'dist/server/main.js') }, ({ name, times }) => {
    found.push({ name: `server: ${name}`, one: times.both.map(middle), other: times.single.map(middle) });
    process.stdout.write('.');
  });
  return found;
}

/** Builds the page and the server of the base, with the packages that are installed. Returns the folder. */
function buildBase() {
  const made = join(root, 'dist/bench/gate/page');
  rmSync(made, { recursive: true, force: true });
  mkdirSync(made, { recursive: true });
  const archive = spawnSync('git', ['archive', base], { cwd: root, maxBuffer: 1e9 });
  const unpacked = spawnSync('tar', ['-x', '-C', made], { input: archive.stdout });
  if (archive.status !== 0 || unpacked.status !== 0) throw new Error(`the sources of ${base} can't be written`);
  symlinkSync(join(root, 'node_modules'), join(made, 'node_modules'));
  const built = spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: made, encoding: 'utf8' });
  if (built.status !== 0) throw new Error(built.stderr);
  return made;
}
