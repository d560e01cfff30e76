// The page's workers, each as one bundle, as a plugin of a development server: otherwise each start of a worker loads some three
// hundred modules one by one.
import { join } from 'node:path';
import { build } from 'vite';
import { root } from './setup.mjs';

const BASE = '/bundled-workers/';
/** These start all others. */
const NAMES = ['document', 'job'];
const ENTRY = new RegExp(String.raw`^/src/workers/(${NAMES.join('|')})\.worker\.ts(?:$|\?)`);
const TYPES = { js: 'text/javascript', wasm: 'application/wasm' };

/** Returns the files of the bundles by address. */
async function bundle() {
  const { output } = await build({
    configFile: false,
    root,
    base: BASE,
    logLevel: 'error',
    worker: { format: 'es' },
    build: {
      write: false,
      target: 'es2023',
      minify: false,
      modulePreload: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: NAMES.map((name) => join(root, 'src/workers', `${name}.worker.ts`)),
        preserveEntrySignatures: false,
        output: { entryFileNames: '[name].js' },
      },
    },
  });
  return new Map(output.map((file) => [BASE + file.fileName, file.type === 'chunk' ? file.code : file.source]));
}

/** Returns the plugin. While Vite watches files, it serves the modules. */
export function bundledWorkers() {
  return {
    name: 'diptych-bundled-workers',
    configureServer(server) {
      if (server.config.server.watch !== null) return;
      let bundling = null;
      server.middlewares.use((request, response, next) => {
        const name = ENTRY.exec(request.url)?.[1];
        const path = request.url.replace(/\?.*/, '');
        if (name === undefined && !path.startsWith(BASE)) {
          next();
          return;
        }
        bundling ??= bundle();
        bundling.then((files) => {
          const content = name === undefined ? files.get(path) : `import '${BASE}${name}.worker.js';`;
          response.statusCode = content === undefined ? 404 : 200;
          response.setHeader('content-type', TYPES[path.split('.').at(-1)] ?? TYPES.js);
          response.setHeader('cache-control', 'max-age=3600');
          response.end(content);
        }, next);
      });
    },
  };
}
