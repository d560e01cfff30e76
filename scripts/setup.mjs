// Used by the other scripts before anything is installed, so it imports only modules of Node.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The project's folder. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

// Each window would start a second renderer for the suggestions below the address bar.
const UNUSED_FEATURES = ['WebUIOmniboxPopup', 'WebUIOmniboxFullPopup', 'WebUIOmniboxAimPopup'];

/** Arguments with which tests and benches start Chromium: without its background activity. */
export const CHROMIUM_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${UNUSED_FEATURES.join()}`,
];

/**
 * Arguments with which tests start Chromium. A script that is streamed is parsed before the process looks whether it has compiled
 * it for an earlier page, which costs an eighth of the CPU time of a load.
 */
export const TEST_CHROMIUM_ARGUMENTS = [
  ...CHROMIUM_ARGUMENTS,
  // Only the last list counts.
  `--disable-features=${[...UNUSED_FEATURES, 'ScriptStreaming'].join()}`,
];

/** Runs a command in the project's folder, with its output on ours. Ends this process if it fails. */
export function run(command, args, env = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  if (status === 0) return;
  process.stderr.write(`${[command, ...args].join(' ')} failed${error ? `: ${error.message}` : ''}\n`);
  process.exit(status ?? 1);
}

/** Runs the program of an installed package with this Node. */
export function runPackage(name, args, env = {}) {
  const folder = join(root, 'node_modules', name);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = typeof bin === 'string' ? bin : (bin[name] ?? Object.values(bin)[0]);
  run(process.execPath, [join(folder, file), ...args], env);
}

/** Installs the packages unless those of the lock file are installed. */
export function install() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    process.stderr.write(`Diptych needs Node 20.19 or newer; this is ${process.versions.node}.\n`);
    process.exit(1);
  }
  const installed = join(root, 'node_modules/.package-lock.json');
  const fresh =
    existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs;
  // Not `npm ci`: it refuses a lock file that lacks the optional packages of other platforms.
  if (!fresh) run('npm', ['install', '--no-audit', '--no-fund']);
}

const CANDIDATES = [
  // The same engine without a window: it runs the tests in a tenth less time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** Returns the path of a Chromium: that in CHROMIUM_PATH, the system's, or Playwright's; `null` if there is none. */
export async function findBrowser() {
  const known = [process.env['CHROMIUM_PATH'], ...CANDIDATES].find((path) => path && existsSync(path));
  if (known) return known;
  const { chromium } = await import(pathToFileURL(join(root, 'node_modules/playwright/index.mjs')).href);
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : null;
}

/** Returns the path of a Chromium. Installs one if there is none: Debian's as root, otherwise Playwright's. */
export async function ensureBrowser() {
  const found = await findBrowser();
  if (found) return found;
  if (process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    run('apt-get', ['update', '-qq'], env);
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell'], env);
  } else {
    runPackage('playwright', ['install', 'chromium', '--only-shell']);
  }
  const installed = await findBrowser();
  if (!installed) throw new Error('No Chromium was found or could be installed. Set CHROMIUM_PATH to one.');
  return installed;
}
