// `npm run test:repeat -- <file> <n>`: runs one test file n times beside two busy loops, as on a loaded machine. Stops at the
// first failure and reports which run it was.
import { spawn, spawnSync } from 'node:child_process';
import { ensureBrowser, root } from './setup.mjs';

const [file, times = '10'] = process.argv.slice(2);
if (file === undefined || !/^[1-9]\d*$/.test(times)) {
  process.stderr.write('Usage: npm run test:repeat -- <file of tests> [<how many times>]\n');
  process.exit(1);
}
const env = { ...process.env, CHROMIUM_PATH: await ensureBrowser() };
const busy = [1, 2].map(() => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
const stop = () => busy.forEach((loop) => loop.kill());
process.on('exit', stop);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));

for (let n = 1; n <= Number(times); n += 1) {
  const { status } = spawnSync('npx', ['vitest', 'run', file], { cwd: root, stdio: 'inherit', env });
  if (status !== 0) {
    process.stderr.write(`\nRun ${n} of ${times} failed.\n`);
    process.exit(1);
  }
}
process.stdout.write(`\n${times} runs passed.\n`);
