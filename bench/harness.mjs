// Shared by the benches: serving a built page, launching Chromium, describing the machine, tables.
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { build, createServer, preview } from 'vite';
import { CHROMIUM_ARGUMENTS, ensureBrowser, root } from '../scripts/setup.mjs';

/** An isolated page has a finer clock. */
const ISOLATED = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' };

/** Builds the page in `folder` and serves it. Returns its address and a function that stops the server. */
export async function servePage(folder) {
  const outDir = join(root, 'dist', folder);
  const config = {
    root: join(root, folder),
    configFile: false,
    logLevel: 'warn',
    base: './',
    worker: { format: 'es' },
  };
  await build({ ...config, build: { outDir, emptyOutDir: true, target: 'es2023', chunkSizeWarningLimit: 9999 } });
  const server = await preview({
    ...config,
    build: { outDir },
    preview: { port: 0, host: '127.0.0.1', headers: ISOLATED },
  });
  return { address: server.resolvedUrls.local[0], stop: () => server.close() };
}

/** Starts Chromium. `extra` are arguments, `options` Playwright's options. */
export async function launch(extra = [], options = {}) {
  return chromium.launch({
    executablePath: await ensureBrowser(),
    args: [...CHROMIUM_ARGUMENTS, ...extra],
    ...options,
  });
}

/** Loads a TypeScript module of the benches, for scripts that Node runs directly. */
export async function loadModule(path) {
  const server = { middlewareMode: true, hmr: false, ws: false };
  // A bench needs none of the page's bundled dependencies.
  const optimizeDeps = { noDiscovery: true, include: [] };
  const vite = await createServer({
    root,
    configFile: false,
    logLevel: 'error',
    server,
    optimizeDeps,
    appType: 'custom',
  });
  try {
    return await vite.ssrLoadModule(path);
  } finally {
    await vite.close();
  }
}

/** Loads the benches' generator of documents. */
export const loadGenerator = () => loadModule('/bench/generate.ts');

/** Describes the machine in one line, for the tables. */
export function machine() {
  return `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`;
}

/** Returns rows of cells as a Markdown table. */
export function table(head, rows) {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
