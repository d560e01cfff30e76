// `npm test`: installs what is missing, including a browser, then runs the type check, the linter, the format check, the build
// and all tests.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { runToEnd } from './run-to-end.mjs';
import { ensureBrowser, install, root, run, runPackage } from './setup.mjs';

/** An end for all tests, whatever happens; `tests/hang-reporter.ts` names what hangs before that. */
const MAX_MINUTES = 50;

install();
const browser = await ensureBrowser();
process.stdout.write(`browser: ${browser}\n`);
run(process.execPath, ['scripts/wasm.mjs']);
// The linter loads the types anyway and reports the compiler's errors; running the compiler too would take as long again.
runPackage('oxlint', ['--type-aware', '--type-check', '--deny-warnings', '.']);
runPackage('oxfmt', ['--check', '.']);
run(process.execPath, ['scripts/build.mjs']);

const report = join(root, 'node_modules/.vitest-report.json');
const absent = join(root, 'node_modules/.absent-suites');
for (const file of [report, absent]) rmSync(file, { force: true });
// On exit, because failing tests end this process.
process.on('exit', () => {
  if (!existsSync(report)) return;
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
  const files = testResults.map(({ name, startTime, endTime }) => ({
    name: relative(root, name),
    ms: endTime - startTime,
  }));
  process.stdout.write('\nThe slowest files:\n');
  for (const { name, ms } of files.toSorted((a, b) => b.ms - a.ms).slice(0, 10)) {
    process.stdout.write(`${(ms / 1000).toFixed(1).padStart(8)} s  ${name}\n`);
  }
  process.stdout.write(`\n${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped\n`);
  const suites = existsSync(absent) ? [...new Set(readFileSync(absent, 'utf8').trim().split('\n'))] : [];
  if (suites.length > 0)
    process.stdout.write(`public suites that are not on this machine: ${suites.toSorted().join(', ')}\n`);
});
process.exit(
  await runToEnd(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=json',
      '--reporter=./tests/hang-reporter.ts',
      `--outputFile.json=${report}`,
    ],
    { minutes: MAX_MINUTES, cwd: root, env: { ...process.env, CHROMIUM_PATH: browser, DIPTYCH_ABSENT_SUITES: absent } },
  ),
);
