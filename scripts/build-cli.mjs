// Builds the command line as an npm package of its own, in dist/cli or the folder that is given: with the page that is built,
// without the server and its dependencies.
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { root, run } from './setup.mjs';

const LEFT_OUT = /\.(?:br|gz|map)$|^\/(?:embed|sw\.js|workbox)/;

/** Builds the package into a folder. */
export async function buildCli(folder) {
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    // The page fetches jq; the command has it beside its program.
    resolve: { alias: [{ find: /^.*\/jq\/binary\.ts$/, replacement: join(root, 'src/cli/jq-binary.ts') }] },
    build: {
      ssr: true,
      target: 'node20',
      minify: true,
      outDir: folder,
      emptyOutDir: true,
      rollupOptions: {
        input: { diptych: join(root, 'src/cli/main.ts'), 'mcp-worker': join(root, 'src/cli/mcp/worker.ts') },
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'parts/[name]-[hash].js',
          banner: (chunk) => (chunk.name === 'diptych' ? '#!/usr/bin/env node' : ''),
        },
      },
    },
  });
  const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const manifest = {
    name: 'diptych',
    version,
    description: 'Read, change, compare and check JSON of any size: what is not changed keeps every byte',
    license,
    type: 'module',
    bin: { diptych: 'diptych.js' },
    files: ['diptych.js', 'mcp-worker.js', 'parts', 'page', 'README.md', 'LICENSE'],
    engines: { node: '>=20.19' },
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  copyFileSync(join(root, 'docs/cli.md'), join(folder, 'README.md'));
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  copyFileSync(join(root, 'node_modules/jq-wasm/dist/build/jq.wasm'), join(folder, 'parts/jq.wasm'));
  chmodSync(join(folder, 'diptych.js'), 0o755);
  const page = join(root, 'dist/client');
  if (existsSync(join(page, 'index.html'))) copyPage(page, join(folder, 'page'));
  else process.stdout.write('The package has no page, and can’t "open": run "npm run build" first.\n');
}

/** Copies the built page, without what only other servers send: packed copies, the pages for frames, and the service worker. */
function copyPage(from, to) {
  cpSync(from, to, {
    recursive: true,
    filter: (path) => !LEFT_OUT.test(path.slice(from.length).replaceAll('\\', '/')),
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  run(process.execPath, ['scripts/wasm.mjs']);
  await buildCli(process.argv[2] ?? join(root, 'dist/cli'));
}
