// `npm run bench`: the engine against its peers, in a Chromium worker. Options:
//   --quick        1 MB only, one round: checks that the benches run, not their results
//   --size N       only this many megabytes (1, 10, 100)
//   --shape NAME   only this shape
//   --compare      cost of Compare, in scans of both documents (1, 10 and 100 MB, or --size)
//   --query        cost of queries in each language, beside handwritten JavaScript (1, 10 and 100 MB, or --size)
//   --schema       cost of validating and of inferring a schema, in scans, beside decode + JSON.parse + ajv (1 and 10 MB, or
//                  --size), in processor time of Node
//   --operations   cost of edits, sorts and searches, in scans (100 MB of records, or --size)
import { launch, machine, save, servePage, table } from '../harness.mjs';
import { runQuerying } from './queries.mjs';
import { runValidating } from './schema.mjs';

const option = (name) => (process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : undefined);
const quick = process.argv.includes('--quick');
const sizes = option('--size') ? [Number(option('--size'))] : quick ? [1] : [1, 10, 100];
const shapes = option('--shape') ? [option('--shape')] : ['records', 'numbers', 'strings', 'deep', 'wide', 'geo'];

const number = (value, digits = 1) => (value === null ? '' : value.toFixed(digits));
const times = (value) => (value === null ? '' : value === Infinity ? 'peer fails' : `${number(value)}×`);
const cellsOf = (row) => [
  `${Math.round(row.bytes / 1e6)} MB ${row.shape} ${row.style}`,
  number(row.openMs),
  times(row.openRatio),
  number(row.scanMs),
  times(row.scanRatio),
  times(row.losslessRatio),
  number(row.tapePerByte, 2),
  times(row.formatRatio),
  times(row.smartRatio),
  times(row.compactRatio),
  number(row.expandAllShare, 2),
  number(row.windowMs, 2),
];

const comparing = process.argv.includes('--compare');
const operations = process.argv.includes('--operations');
const validating = process.argv.includes('--schema');
const querying = process.argv.includes('--query');
if (validating) {
  await runValidating(option('--size') ? sizes : sizes.filter((size) => size < 100), quick);
  process.exit();
}
const { address, stop } = await servePage('bench/engine');
const browser = await launch();
const results = [];
/** Runs one order in a new page. */
async function runOrder(order) {
  const page = await browser.newPage();
  await page.goto(address);
  await page.waitForFunction('"runOrder" in window');
  const figures = await page.evaluate((wanted) => window.runOrder(wanted), order);
  await page.close();
  return figures;
}

/** The engine against its peers, on every document. */
async function runPeers() {
  for (const megabytes of sizes) {
    for (const shape of shapes) {
      for (const style of ['pretty', 'compact']) {
        const rounds = quick ? 1 : megabytes === 100 ? 3 : megabytes === 10 ? 9 : 25;
        const lossless = megabytes <= 10 || shape === 'records';
        const order = { shape, style, size: megabytes * 1e6, rounds, lossless, operations: false };
        const figures = await runOrder(order);
        results.push(figures);
        process.stdout.write(`${cellsOf(figures).join('  ')}\n`);
      }
    }
  }
  const text = report();
  process.stdout.write(`\n${text}`);
  save('engine.json', { machine: machine(), results });
  save('engine.md', text);
}

/** Runs the operations on one document, and reports each with its limit. */
async function runOperations() {
  const size = Number(option('--size') ?? (quick ? 1 : 100)) * 1e6;
  const order = { shape: 'records', style: 'pretty', size, rounds: quick ? 1 : 3, lossless: false, operations: true };
  const found = await runOrder(order);
  const rows = found.map(({ name, ms, scans, limit }) => {
    const isScans = limit === null || 'scans' in limit;
    return [
      name,
      number(ms, ms < 1 ? 3 : 1),
      isScans ? number(scans, 2) : '',
      limit === null ? '' : isScans ? limit.scans : `${limit.ms} ms`,
    ];
  });
  const text = `Operations on ${size / 1e6} MB of records, ${machine()}.\n\n${table(['operation', 'ms', 'scans', 'limit'], rows)}\n`;
  process.stdout.write(text);
  save('operations.md', text);
}

/** Compares pairs of documents. */
async function runComparing() {
  const found = [];
  for (const megabytes of sizes) {
    const order = { shape: 'records', style: 'pretty', size: megabytes * 1e6, rounds: quick ? 1 : 3, lossless: false };
    found.push(...(await runOrder({ ...order, operations: false, comparing: true })));
  }
  const rows = found.map(({ name, bytes, ms, scans, differences, memory, peerMs }) => [
    `${Math.round(bytes / 1e6)} MB: ${name}`,
    number(ms, 0),
    number(scans),
    differences,
    number(memory, 2),
    peerMs === null ? '' : `${number(peerMs / ms, 0)}×`,
  ]);
  const head = ['both documents', 'ms', 'in scans', 'differences', 'memory B/B', 'jsondiffpatch'];
  const text = `Compare, ${machine()}.\n\n${table(head, rows)}\n`;
  process.stdout.write(text);
  save('compare.md', text);
}

/** Runs queries in each language. */
async function reportQuerying() {
  const text = await runQuerying(sizes, quick, runOrder);
  process.stdout.write(`\n${text}`);
  save('query.md', text);
}

try {
  const all = !comparing && !operations && !querying;
  if (comparing || (all && quick)) await runComparing();
  if (operations || (all && quick)) await runOperations();
  if (all && quick) await runValidating(sizes, quick);
  if (querying || (all && quick)) await reportQuerying();
  if (all) await runPeers();
} finally {
  await browser.close();
  await stop();
}

/** Returns all results as a table. */
function report() {
  return [
    `Engine, ${machine()}. × is how many times as long the peer takes: JSON.parse with TextDecoder, lossless-json, and`,
    'decode + JSON.parse + JSON.stringify + encode. Times are medians.',
    '',
    table(
      [
        'document',
        'open ms',
        'open',
        'scan ms',
        'scan',
        'scan / lossless-json',
        'tape B/B',
        'format',
        'smart',
        'compact',
        'expand all / scan',
        '60 rows ms',
      ],
      results.map(cellsOf),
    ),
    '',
  ].join('\n');
}
