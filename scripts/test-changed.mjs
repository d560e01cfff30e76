// `npm run test:changed [base]`: runs the tests that a change affects: everything that has changed since the commit `base`, or
// by default everything that is not committed. Unit and browser-mode tests are found by their imports. End-to-end tests import
// no source of the page; they are found by the area of the page that they test.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ensureBrowser, install, root, run, runPackage } from './setup.mjs';

/** Pairs of source paths and the names of the end-to-end files that test them. */
const AREAS = [
  [
    /^src\/(ui\/text\/|workers\/engine\/(textview|lines|suggest)\/)/,
    /^(text|editor|caret-keys|folding|goto|suggest|screen-reader|first-load)/,
  ],
  [/^src\/(ui\/tree\/|workers\/engine\/(treeview|edit)\/)/, /^(tree|filter)/],
  [/^src\/(ui\/table\/|workers\/engine\/table\/)/, /^table/],
  [/^src\/(ui\/problems\/|workers\/engine\/problems\/)/, /^(problems|schema)/],
  [/^src\/(ui\/schema\/|workers\/(engine\/)?schema\/)/, /^schema/],
  [/^src\/embed\//, /^(embed|view-link)/],
  [/^src\/(ui\/find\/|workers\/engine\/search\/)/, /^(find|tree-find)/],
  [/^src\/(ui\/compare\/|workers\/engine\/diff\/)/, /^compare/],
  [/^src\/(ui\/transform\/|workers\/(query|sandbox)\/|workers\/engine\/query\/)/, /^(transform|sandbox)/],
  [/^src\/ui\/(documents|client)\//, /^(documents|save-failures|kills|saving|route|dialects)/],
  [/^src\/(ui\/documents\/cloud|ui\/account|server)\//, /^(account|cloud)/],
  [
    /^src\/ui\/(panel|app|page|widgets|commands|account|settings|theme)\//,
    /^(layout|floating|page|palette|commands|settings|accessibility|touch)/,
  ],
  [
    /^src\/(workers\/engine\/(layout|values|document)\/|workers\/jobs\/repair)/,
    /^(format|repair|bad-input|font-and-wrapping|dialects)/,
  ],
  [/^src\/server\/|^public\//, /^(offline|first-load)/],
];

const base = process.argv[2] ?? 'HEAD';
const lines = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
const changed = [
  ...new Set([...lines('diff', '--name-only', base), ...lines('ls-files', '--others', '--exclude-standard')]),
];
const present = changed.filter((path) => /\.(tsx?|mjs|css)$/.test(path) && existsSync(join(root, path)));
const endToEnd = readdirSync(join(root, 'tests/e2e'), { recursive: true, encoding: 'utf8' })
  .map((name) => `tests/e2e/${name}`)
  .filter((name) => name.endsWith('.test.ts'))
  .filter((name) =>
    changed.some((path) => path === name || AREAS.some(([from, to]) => from.test(path) && to.test(basename(name)))),
  );

install();
const env = { CHROMIUM_PATH: await ensureBrowser() };
run(process.execPath, ['scripts/wasm.mjs']);
const sources = present.filter((path) => !path.startsWith('tests/e2e/'));
if (sources.length > 0) {
  runPackage(
    'vitest',
    [
      'related',
      '--run',
      '--passWithNoTests',
      '--project',
      'unit',
      '--project',
      'isolated',
      '--project',
      'browser',
      ...sources,
    ],
    env,
  );
}
if (endToEnd.length > 0) {
  run(process.execPath, ['scripts/build.mjs']);
  runPackage('vitest', ['run', '--project', 'e2e', ...endToEnd], env);
}
if (sources.length + endToEnd.length === 0) process.stdout.write('Nothing that is tested has changed.\n');
