// Cost of validation: `npm run bench -- --schema`. Each row is printed when it is measured; a failure is reported in its place.
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { build } from 'vite';
import { root } from '../../scripts/setup.mjs';
import { machine, save, table } from '../harness.mjs';

const HEAD = [
  'orders',
  'ms',
  'in scans',
  'of ms',
  'errors',
  'decode, JSON.parse, ajv',
  'longest step ms',
  'memory B/B',
];
const fixed = (value, digits = 1) => value.toFixed(digits);
const cellsOf = ({ name, ms, scanMs, errors, peerMs, longestMs, memory }) => [
  name,
  fixed(ms),
  fixed(ms / scanMs),
  fixed(scanMs),
  errors,
  peerMs === null ? '' : `${fixed(peerMs / ms)}× of ${fixed(peerMs, 0)} ms`,
  fixed(longestMs),
  fixed(memory, 3),
];

/** Measures documents of these sizes, in megabytes. `quick` only checks that it runs. */
export async function runValidating(sizes, quick) {
  const outDir = join(root, 'dist/bench/schema');
  const bundle = { ssr: join(root, 'bench/engine/validating.ts'), outDir, emptyOutDir: true, target: 'node20' };
  await build({ root, configFile: false, logLevel: 'warn', build: bundle, ssr: { noExternal: true } });
  const { measureValidating } = await import(join(outDir, 'validating.js'));
  setFlagsFromString('--expose-gc');
  globalThis.gc = runInNewContext('gc');
  const rows = [];
  for (const megabytes of sizes) {
    for (const style of ['pretty', 'compact']) {
      try {
        for (const figures of measureValidating(megabytes * 1e6, style, quick ? 0 : 6000)) {
          rows.push(cellsOf(figures));
          process.stdout.write(`${rows.at(-1).join('  ')}\n`);
        }
      } catch (error) {
        rows.push([`${megabytes} MB, ${style}: not measured: ${error.message}`, ...HEAD.slice(1).map(() => '')]);
        process.stdout.write(`${rows.at(-1)[0]}\n`);
      }
    }
  }
  const text = `Schema, processor time, ${machine()}.\n\n${table(HEAD, rows)}\n`;
  process.stdout.write(`\n${text}`);
  save('schema.md', text);
}
