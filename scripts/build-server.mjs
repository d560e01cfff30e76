// Builds the server into a folder: its entry, and the thread of the embedded database, which is a file of its own.
import { join } from 'node:path';
import { build } from 'vite';
import { root } from './setup.mjs';

/** Builds `main.js` and the files beside it. */
export async function buildServer(folder) {
  const source = join(root, 'src/server');
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: true,
      rollupOptions: {
        input: { main: join(source, 'main.ts'), 'pglite-worker': join(source, 'database/pglite-worker.mjs') },
        output: {
          entryFileNames: ({ name }) => (name === 'main' ? 'main.js' : `${name}.mjs`),
          // Beside the thread's file, which the code of the database finds by its own place.
          chunkFileNames: '[name]-[hash].js',
        },
      },
    },
  });
}
