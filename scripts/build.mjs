// Builds the page into dist/client (with a .br and a .gz file beside each larger file) and the server into dist/server.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { buildEmbed } from './embed.mjs';
import { buildCli } from './build-cli.mjs';
import { buildServer } from './build-server.mjs';
import { root, run, runPackage } from './setup.mjs';

// A program that has loaded Vite for its own use has set another one, with which React would be built for development.
process.env.NODE_ENV = 'production';
run(process.execPath, ['scripts/wasm.mjs']);
runPackage('vite', ['build', '--outDir', 'dist/client', '--emptyOutDir', '--logLevel', 'warn']);
await buildEmbed(join(root, 'dist/client'));
await buildServer(join(root, 'dist/server'));
await buildCli(join(root, 'dist/cli'));

function* files(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* files(path);
    else yield path;
  }
}

const built = Array.from(files(join(root, 'dist/client')));
for (const path of built) {
  if (!/\.(js|css|html|svg|wasm|ttf|json)$/.test(path)) continue;
  const bytes = readFileSync(path);
  if (bytes.length < 1024) continue;
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
}
