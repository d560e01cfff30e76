// `npm run bench`: the engine against its peers, in a Chromium worker. Options:
//   --quick        1 MB only, one round: that the benches run, not what they say
//   --size N       only this many megabytes (1, 10, 100)
//   --shape NAME   only this shape
import { launch, machine, save, servePage, table } from '../harness.mjs';

const option = (name) => (process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : undefined);
const quick = process.argv.includes('--quick');
const sizes = option('--size') ? [Number(option('--size'))] : quick ? [1] : [1, 10, 100];
const shapes = option('--shape') ? [option('--shape')] : ['records', 'numbers', 'strings', 'deep', 'wide', 'geo'];

const { address, stop } = await servePage('bench/engine');
const browser = await launch();
const results = [];
try {
  for (const megabytes of sizes) {
    for (const shape of shapes) {
      for (const style of ['pretty', 'compact']) {
        const page = await browser.newPage();
        await page.goto(address);
        await page.waitForFunction('"runOrder" in window');
        const rounds = quick ? 1 : megabytes === 100 ? 3 : 9;
        const order = { shape, style, size: megabytes * 1e6, rounds, lossless: megabytes <= 10 || shape === 'records' };
        results.push(await page.evaluate((wanted) => window.runOrder(wanted), order));
        await page.close();
        process.stdout.write('.');
      }
    }
  }
} finally {
  await browser.close();
  await stop();
}

const number = (value, digits = 1) => (value === null ? '' : value.toFixed(digits));
const times = (value) => (value === null ? '' : `${number(value)}×`);
const text = [
  `Engine, ${machine()}. × is how many times as long the peer takes: JSON.parse with TextDecoder, lossless-json, and`,
  'decode + JSON.parse + JSON.stringify + encode. Times are medians.',
  '',
  table(
    [
      'document',
      'open ms',
      'scan ms',
      'JSON.parse',
      'lossless-json',
      'tape B/B',
      'format',
      'smart',
      'compact',
      'expand all / scan',
      '60 rows ms',
    ],
    results.map((row) => [
      `${Math.round(row.bytes / 1e6)} MB ${row.shape} ${row.style}`,
      number(row.openMs),
      number(row.scanMs),
      times(row.scanRatio),
      times(row.losslessRatio),
      number(row.tapePerByte, 2),
      times(row.formatRatio),
      times(row.smartRatio),
      times(row.compactRatio),
      number(row.expandAllShare, 2),
      number(row.windowMs, 2),
    ]),
  ),
  '',
].join('\n');
process.stdout.write(`\n${text}`);
save('engine.json', { machine: machine(), results });
save('engine.md', text);
