// Builds the parts of the editor that other pages load: the embed page with its own scripts, a classic script for its head, and
// the SDK as an ES module, a classic script and an npm package. `tests/e2e/embed/embed-gallery.test.ts` keeps its size.
//
//   embed.html ──▶ dist/client/embed.html, embed/assets      src/embed/boot ──▶ dist/client/embed/boot.js
//   src/embed/sdk ──▶ dist/client/embed/sdk.js, sdk.classic.js ──▶ dist/embed/, with types and package.json
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { sandbox } from './sandbox.mjs';
import { root, runPackage } from './setup.mjs';

const SDK = join(root, 'src/embed/sdk');
const PACKAGE = join(root, 'dist/embed');

/** Bundles a script with all of its imports. */
async function bundle(entry, format, globalName) {
  const made = await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      copyPublicDir: false,
      rollupOptions: {
        input: entry,
        preserveEntrySignatures: 'strict',
        output: { format, codeSplitting: false, ...(globalName && { name: globalName }) },
      },
    },
  });
  const { output } = Array.isArray(made) ? made[0] : made;
  return `${output[0].code.trim()}\n`;
}

/** Builds the embed page into `client`, which already contains the product's own page. */
async function buildPage(client) {
  await build({
    configFile: false,
    root,
    // Vite would warn that it does not bundle the classic script in the head.
    logLevel: 'error',
    plugins: [react(), sandbox()],
    worker: { format: 'es' },
    build: {
      outDir: client,
      emptyOutDir: false,
      copyPublicDir: false,
      assetsDir: 'embed/assets',
      target: 'es2023',
      chunkSizeWarningLimit: 6000,
      rollupOptions: {
        input: join(root, 'embed.html'),
        output: { codeSplitting: { groups: [{ name: 'embed', test: /\/src\/embed\/page\/main\.tsx$/ }] } },
      },
    },
  });
}

/** Writes the types of the SDK, with imports of the built files. */
function writeTypes(folder) {
  const options = ['--declaration', '--emitDeclarationOnly', '--noEmit', 'false', '--outDir', folder];
  runPackage('typescript', ['-p', join(SDK, 'tsconfig.json'), ...options]);
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.d.ts'))) {
    const path = join(folder, name);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/(from '\.\/[a-z]+)\.ts'/g, "$1.js'"));
  }
}

/** Builds the embed page, its classic script, the SDK and the gallery. */
export async function buildEmbed(client) {
  const folder = join(client, 'embed');
  mkdirSync(folder, { recursive: true });
  rmSync(PACKAGE, { recursive: true, force: true });
  mkdirSync(PACKAGE, { recursive: true });
  const [boot, module, classic] = await Promise.all([
    bundle(join(root, 'src/embed/boot/boot.ts'), 'iife'),
    bundle(join(SDK, 'index.ts'), 'es'),
    bundle(join(SDK, 'index.ts'), 'iife', 'Diptych'),
  ]);
  writeFileSync(join(folder, 'boot.js'), boot);
  for (const [name, code] of [
    ['sdk.js', module],
    ['sdk.classic.js', classic],
  ]) {
    writeFileSync(join(folder, name), code);
    writeFileSync(join(PACKAGE, name), code);
  }
  writeTypes(PACKAGE);
  for (const name of ['package.json', 'README.md']) cpSync(join(SDK, name), join(PACKAGE, name));
  cpSync(join(root, 'LICENSE'), join(PACKAGE, 'LICENSE'));
  cpSync(join(root, 'src/embed/gallery'), join(folder, 'gallery'), { recursive: true });
  await buildPage(client);
}
