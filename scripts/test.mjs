// `npm test`: installs what is missing, a browser included, then types, lint and every test.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser, install, root, run, runPackage } from './setup.mjs';

install();
const browser = await ensureBrowser();
process.stdout.write(`browser: ${browser}\n`);
run(process.execPath, ['scripts/wasm.mjs']);
runPackage('typescript', ['--noEmit', '-p', 'tsconfig.json']);
runPackage('oxlint', ['--type-aware', '--deny-warnings', '.']);
runPackage('oxfmt', ['--check', '.']);
run(process.execPath, ['scripts/build.mjs']);

const report = join(root, 'node_modules/.vitest-report.json');
rmSync(report, { force: true });
runPackage('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`], {
  CHROMIUM_PATH: browser,
});
const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(report, 'utf8'));
process.stdout.write(`\n${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped\n`);
