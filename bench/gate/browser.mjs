// `node bench/gate/browser.mjs`, in the nightly run: the page of this working copy (built) against that of a base commit, a file of 10 MB
// opened and typed into in turn, A B B A, in pages of one browser. Options: --base REF, --rounds N (10), --summary FILE.
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openOwn } from '../browser/opening.mjs';
import { serveDiptych } from '../browser/serve.mjs';
import { launch, loadGenerator, loadModule, machine, table } from '../harness.mjs';
import { root } from '../../scripts/setup.mjs';
import { findCommit } from './builds.mjs';

const option = (name, usual) => (process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : usual);
const reference = option('--base', 'HEAD^');
const rounds = Number(option('--rounds', 10));
const KEYS = 40;
const BYTES = 10e6;
/** The browser tells no shorter blocked moment, in milliseconds. */
const UNTOLD_MS = 50;
const FIGURES = { firstMs: 'first text', longestMs: 'longest blocked moment', keyMs: 'key to frame', memory: 'memory' };

const base = findCommit(reference);
if (base === null) {
  process.stdout.write(`${reference} is not in this clone: the page is compared with no base.\n`);
  process.exit();
}
const steps = await measure();
const { judge } = await loadModule('/bench/gate/judge.ts');
const percent = (ratio) => `${((ratio - 1) * 100).toFixed(1)} %`;
const verdicts = judge(steps);
const rows = verdicts.map(({ name, ratio, isSlower }) => [
  name,
  percent(ratio.value),
  `${percent(ratio.low)} to ${percent(ratio.high)}`,
  isSlower ? '**more**' : '',
]);
const text = `The page against ${base.slice(0, 7)}, 10 MB, ${machine()}.\n\n${table(['figure', 'more by', 'interval', ''], rows)}\n`;
process.stdout.write(`\n${text}`);
if (option('--summary') !== undefined) appendFileSync(option('--summary'), `\n${text}`);
process.exit(verdicts.some(({ isSlower }) => isSlower) ? 1 : 0);

async function measure() {
  const folder = buildBase();
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

/** Builds the page and the server of the base, with the packages that are installed. Returns the folder. */
function buildBase() {
  const folder = join(root, 'dist/bench/gate/page');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const archive = spawnSync('git', ['archive', base], { cwd: root, maxBuffer: 1e9 });
  const unpacked = spawnSync('tar', ['-x', '-C', folder], { input: archive.stdout });
  if (archive.status !== 0 || unpacked.status !== 0) throw new Error(`the sources of ${base} can't be written`);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const built = spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: folder, encoding: 'utf8' });
  if (built.status !== 0) throw new Error(built.stderr);
  return folder;
}
