// Builds the engine's steps of two commits: the steps are always those of the head, so that both do the same work; what they
// measure is the engine of each.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build } from 'vite';
import { root } from '../../scripts/setup.mjs';

const WASM = 'src/engine/wasm';
/** Where files and folders were in older commits, by where they are now. */
const FORMER_PATHS = {
  'src/engine/languages/run.ts': 'src/workers/query/run.ts',
  'src/engine/javascript': 'src/workers/sandbox',
  'src/engine/schema/library': 'src/workers/schema',
  'src/engine': 'src/workers/engine',
};
/** The suites that run in Node, by the file of their steps. */
export const SUITE_FILES = {
  engine: 'parsing',
  operations: 'operations',
  compare: 'comparing',
  table: 'tables',
  merge: 'merging',
  copies: 'copying',
  query: 'querying',
  schema: 'validating',
};
/** Suites whose steps call what the commit before lacks. They are not compared, and leave this list with the next commit. */
export const NEW_SUITES = [];

/** The name of the base that stays for a month, so that a slow creep adds up. */
export const MONTH = 'month';

/**
 * Returns the id of a commit, or `null` where it is not in this clone. `month` is the last commit of the month before, or the first one
 * of all.
 */
export function findCommit(name) {
  if (name === MONTH) return findMonth(new Date());
  const { status, stdout } = git(['rev-parse', '--verify', '--quiet', `${name}^{commit}`]);
  return status === 0 ? stdout.trim() : null;
}

function findMonth(now) {
  const start = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth())).toISOString();
  const last = git(['rev-list', '-1', `--before=${start}`, 'HEAD']).stdout.trim();
  if (last !== '') return last;
  // A part of the history has no first commit of all.
  if (git(['rev-parse', '--is-shallow-repository']).stdout.trim() === 'true') return null;
  return git(['rev-list', '--max-parents=0', 'HEAD']).stdout.trim().split('\n').at(-1) || null;
}

/**
 * What a gate does without a base. In CI it fails: what is not compared must not pass as not slower. Elsewhere it says so in red.
 */
export function refuseWithout(reference) {
  const text = `${reference} is not in this clone: nothing is compared.`;
  process.stdout.write(`\u001B[31m${text}\u001B[0m\n`);
  if (process.env.CI !== undefined && process.env.CI !== 'false') process.exitCode = 1;
  return text;
}

/** Writes the sources of a commit into a folder, with the benches of the head. */
export function writeSources(commit, folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const archive = spawnSync('git', ['archive', commit, 'src'], { cwd: root, maxBuffer: 1e9 });
  const unpacked = spawnSync('tar', ['-x', '-C', folder], { input: archive.stdout });
  if (archive.status !== 0 || unpacked.status !== 0) throw new Error(`the sources of ${commit} can't be written`);
  cpSync(join(root, 'bench'), join(folder, 'bench'), { recursive: true });
  for (const name of readdirSync(join(folder, 'bench'), { recursive: true })) {
    if (name.endsWith('.ts')) importFormerPaths(folder, join('bench', name));
  }
  const wasm = dirname(pathIn(folder, `${WASM}/index.ts`));
  const isSame = git(['diff', '--quiet', `${commit}:${wasm}`, `HEAD:${WASM}`]).status === 0;
  if (isSame && git(['diff', '--quiet', 'HEAD', '--', WASM]).status === 0) {
    cpSync(join(root, WASM, 'binary.ts'), join(folder, wasm, 'binary.ts'));
    return;
  }
  mkdirSync(join(folder, 'scripts'), { recursive: true });
  const script = readFileSync(join(root, 'scripts/wasm.mjs'), 'utf8');
  writeFileSync(join(folder, 'scripts/wasm.mjs'), script.replaceAll(WASM, wasm));
  const compiled = spawnSync(process.execPath, ['scripts/wasm.mjs'], { cwd: folder, encoding: 'utf8' });
  if (compiled.status !== 0) throw new Error(compiled.stderr);
}

/** Returns where a file of the head is in a folder with the sources of an older commit. */
function pathIn(folder, path) {
  if (existsSync(join(folder, path))) return path;
  const moved = Object.entries(FORMER_PATHS).find(([now]) => path === now || path.startsWith(`${now}/`));
  if (moved === undefined) return path;
  const [now, former] = moved;
  return `${former}${path.slice(now.length)}`;
}

/** Makes a bench of the head import the files of an older commit from where they are in it. */
function importFormerPaths(folder, file) {
  const text = readFileSync(join(folder, file), 'utf8');
  const from = join(folder, dirname(file));
  const mapped = text.replaceAll(/'((?:\.\.\/)+src\/[^']+)'/g, (_whole, specifier) => {
    const path = relative(folder, join(from, specifier));
    return `'${relative(from, join(folder, pathIn(folder, path)))}'`;
  });
  if (mapped !== text) writeFileSync(join(folder, file), mapped);
}

/**
 * Builds the suites of a folder with sources, but for those to skip. Returns their names. `onFailure` is told of one that can't be built.
 * @throws Error where one can't be built and nobody is told: what is not measured must not pass as not slower
 */
export async function buildSuites(folder, outDir, skipped = [], onFailure = null) {
  const built = [];
  for (const [suite, file] of Object.entries(SUITE_FILES)) {
    if (skipped.includes(suite)) continue;
    const lib = join(folder, `bench/engine/${file}.ts`);
    const bundle = { ssr: lib, outDir: join(outDir, suite), emptyOutDir: true, target: 'node20', minify: false };
    try {
      await build({ root: folder, configFile: false, logLevel: 'silent', build: bundle, ssr: { noExternal: true } });
    } catch (error) {
      if (onFailure !== null) {
        onFailure(suite);
        continue;
      }
      throw new Error(
        `the suite ${suite} of ${folder} can't be built. Where its steps call what older commits lack, name it in NEW_SUITES.`,
        { cause: error },
      );
    }
    built.push(suite);
  }
  return built;
}

function git(args) {
  return spawnSync('git', args, { cwd: root, encoding: 'utf8' });
}
