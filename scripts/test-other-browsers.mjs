// `npm run test:other-browsers`: one walk through the built page in Firefox ESR and in WebKitGTK. Needs Debian's packages firefox-esr,
// webkit2gtk-driver and xvfb; a browser that is absent is skipped with one line.
import { install, root, run, runPackage } from './setup.mjs';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

install();
if (!existsSync(join(root, 'dist/client/index.html'))) run(process.execPath, ['scripts/build.mjs']);
runPackage('vitest', [
  'run',
  '--config',
  'tests/other-browsers/vitest.config.ts',
  '--root',
  root,
  ...process.argv.slice(2),
]);
