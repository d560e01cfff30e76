// `npm run bench:report`: measures everything beside its peers, in turn in the same run, and makes docs/performance.md, its plots and
// the README's blocks from the results. Options:
//   --quick, --full   a share of about a minute, or all sizes and shapes (by default a share of five minutes)
//   --out FOLDER      writes results and report there; without it into bench/results, docs and README.md
//   --suites A,B      only these: engine, operations, compare, table, schema, query, server, browser, bundle
//   --views A,B       of the page only the long tasks in these views: both panels, text, tree, table, compare, transform
//   --openings        of the page only files that are opened beside the peers
//   --built           the page is built already
//   --busy            measures for the committed report although other processes want a core; the report says so in red
//   --render          measures nothing: makes the report of the committed results
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { openEngineSession } from '../engine/session.mjs';
import { loadModule } from '../harness.mjs';
import { root, run } from '../../scripts/setup.mjs';
import { bundleOf } from './bundle.mjs';
import { otherProcesses } from './idleness.mjs';
import { measureBrowser } from './measure-browser.mjs';
import { measureEngine } from './measure-engine.mjs';
import { measureRequests } from './measure-server.mjs';
import { planOf } from './plan.mjs';

const has = (name) => process.argv.includes(name);
const option = (name) => (has(name) ? process.argv[process.argv.indexOf(name) + 1] : undefined);
const share = has('--quick') ? 'quick' : has('--full') ? 'full' : 'short';
const out = option('--out') === undefined ? null : resolve(option('--out'));
const wanted = option('--suites')?.split(',');
const isWanted = (suite) => wanted === undefined || wanted.includes(suite);

if (!has('--render')) await measureAll();
const { writeReport } = await loadModule('/bench/report/write.ts');
for (const path of writeReport(root, out)) process.stdout.write(`wrote ${path}\n`);
process.exit();

async function measureAll() {
  await refuseWhenBusy();
  if (!has('--built')) run(process.execPath, ['scripts/build.mjs']);
  else run(process.execPath, ['scripts/wasm.mjs']);
  const { FORMAT, spellResult } = await loadModule('/bench/report/results.ts');
  const date = new Date().toISOString();
  const commit = git('rev-parse', 'HEAD');
  const folder = join(out ?? join(root, 'bench'), 'results');
  const file = join(
    folder,
    [date.slice(0, 19).replaceAll(':', ''), commit.slice(0, 7), ...(wanted?.slice(0, 1) ?? [])]
      .join('-')
      .concat('.jsonl'),
  );
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, '');
  const started = performance.now();
  const record = (line) => {
    appendFileSync(file, `${spellResult(line)}\n`);
    const name = [line.suite ?? line.view, line.step ?? line.part].filter(Boolean).join(': ');
    const size = line.type === 'measure' ? `, ${line.bytes / 1e6} MB of ${line.shape}` : '';
    if (name !== '') process.stdout.write(`${Math.round((performance.now() - started) / 1000)} s  ${name}${size}\n`);
  };
  const plan = planOf(share);
  const views = option('--views')?.split(',');
  if (has('--openings')) plan.tasks = { ...plan.tasks, views: [] };
  if (views !== undefined)
    Object.assign(plan, { opening: { ...plan.opening, megabytes: [] }, tasks: { ...plan.tasks, views } });
  const session = await openEngineSession();
  try {
    record({
      type: 'run',
      format: FORMAT,
      date,
      commit,
      isChanged: git('status', '--porcelain', '--untracked-files=no') !== '',
      share,
      processor: cpus()[0]?.model.trim() || 'unknown processor',
      cores: cpus().length,
      memoryGb: Math.round(totalmem() / 2 ** 30),
      node: process.versions.node,
      chromium: session.chromium,
    });
    const gauge = async (when) => {
      // Before the loop, which is a process that wants a core.
      const load = await otherProcesses();
      record({ type: 'gauge', when, ms: await session.gauge(), load });
    };
    await gauge('before');
    if (isWanted('bundle')) for (const line of bundleOf(join(root, 'dist/client'))) record(line);
    if (isWanted('browser')) {
      await measureBrowser(plan, record);
      await gauge('between');
    }
    if (plan.server !== null && isWanted('server')) await measureRequests(plan.server, record);
    const jobs = plan.engine.filter(({ suite }) => isWanted(suite));
    await measureEngine(session, jobs, record, () => gauge('between'));
    await gauge('after');
  } finally {
    await session.close();
  }
}

/** The committed report is made on an idle machine. */
async function refuseWhenBusy() {
  const { MAX_LOAD } = await loadModule('/bench/report/page.ts');
  const load = await otherProcesses();
  if (load <= MAX_LOAD) return;
  const found = `${load.toFixed(1)} other processes want a core: what is measured now is worth less.`;
  process.stdout.write(`\u001B[31m${found}\u001B[0m\n`);
  if (out === null && !has('--busy') && wanted?.join() !== 'bundle')
    throw new Error(
      'The committed report is measured on an idle machine; --busy measures all the same, and says so in it.',
    );
}

function git(...args) {
  const { stdout, status } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args[0]} failed: the results need a commit to belong to`);
  return stdout.trim();
}
