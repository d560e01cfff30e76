// Builds the engine's steps of two commits: the steps are always those of the head, so that both do the same work; what they
// measure is the engine of each.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { root } from '../../scripts/setup.mjs';

const WASM = 'src/workers/engine/wasm';
/** The suites that run in Node, by the file of their steps. */
export const SUITE_FILES = {
  engine: 'parsing',
  operations: 'operations',
  compare: 'comparing',
  table: 'tables',
  schema: 'validating',
};

/** Returns the id of a commit, or `null` where it is not in this clone. */
export function findCommit(name) {
  const { status, stdout } = git(['rev-parse', '--verify', '--quiet', `${name}^{commit}`]);
  return status === 0 ? stdout.trim() : null;
}

/** Writes the sources of a commit into a folder, with the benches of the head. */
export function writeSources(commit, folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const archive = spawnSync('git', ['archive', commit, 'src'], { cwd: root, maxBuffer: 1e9 });
  const unpacked = spawnSync('tar', ['-x', '-C', folder], { input: archive.stdout });
  if (archive.status !== 0 || unpacked.status !== 0) throw new Error(`the sources of ${commit} can't be written`);
  cpSync(join(root, 'bench'), join(folder, 'bench'), { recursive: true });
  if (git(['diff', '--quiet', commit, '--', WASM]).status === 0) {
    cpSync(join(root, WASM, 'binary.ts'), join(folder, WASM, 'binary.ts'));
    return;
  }
  mkdirSync(join(folder, 'scripts'), { recursive: true });
  cpSync(join(root, 'scripts/wasm.mjs'), join(folder, 'scripts/wasm.mjs'));
  const compiled = spawnSync(process.execPath, ['scripts/wasm.mjs'], { cwd: folder, encoding: 'utf8' });
  if (compiled.status !== 0) throw new Error(compiled.stderr);
}

/** Builds the suites of a folder with sources. Returns the suites that can be built: an older engine may lack what a step calls. */
export async function buildSuites(folder, outDir) {
  const built = [];
  for (const [suite, file] of Object.entries(SUITE_FILES)) {
    const lib = join(folder, `bench/engine/${file}.ts`);
    const bundle = { ssr: lib, outDir: join(outDir, suite), emptyOutDir: true, target: 'node20', minify: false };
    try {
      await build({ root: folder, configFile: false, logLevel: 'silent', build: bundle, ssr: { noExternal: true } });
      if (existsSync(join(outDir, suite, `${file}.js`))) built.push(suite);
    } catch (error) {
      process.stdout.write(`${suite} is not compared: ${String(error).split('\n')[0]}\n`);
    }
  }
  return built;
}

function git(args) {
  return spawnSync('git', args, { cwd: root, encoding: 'utf8' });
}
