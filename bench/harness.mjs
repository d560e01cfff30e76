// What the benches share: a built page on a port of its own, a Chromium, the machine's name, tables.
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { build, createServer, preview } from 'vite';
import { CHROMIUM_ARGUMENTS, ensureBrowser, root } from '../scripts/setup.mjs';

/** Builds the page in `folder` and serves it; answers its address and how to stop. */
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
  const server = await preview({ ...config, build: { outDir }, preview: { port: 0, host: '127.0.0.1' } });
  return { address: server.resolvedUrls.local[0], stop: () => server.close() };
}

/** Starts Chromium; `extra` are arguments, `options` Playwright's. */
export async function launch(extra = [], options = {}) {
  return chromium.launch({
    executablePath: await ensureBrowser(),
    args: [...CHROMIUM_ARGUMENTS, ...extra],
    ...options,
  });
}

/** A module of the benches, for scripts that Node runs as they are. */
export async function loadModule(path) {
  const server = { middlewareMode: true };
  // What the page would need bundled is none of a bench's.
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

/** The benches' generator of documents. */
export const loadGenerator = () => loadModule('/bench/generate.ts');

/** The machine in a line, for the tables. */
export function machine() {
  return `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`;
}

/** Rows of cells as a Markdown table. */
export function table(head, rows) {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Keeps a run's figures under bench/results. */
export function save(name, data) {
  const folder = join(root, 'bench/results');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), typeof data === 'string' ? data : JSON.stringify(data, null, 2));
}
