// The sandbox page, which runs the user's code, as a plugin of the build: one file, /sandbox.<hash>.html, that contains its
// scripts and its policy. `virtual:sandbox` exports its name.
//
//   worker.ts ──▶ one script ──▶ a string in frame.ts ──▶ one script ──▶ the page, which allows that script alone
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { build } from 'vite';
import { root } from './setup.mjs';

const FOLDER = join(root, 'src/workers/sandbox');
const NAME = 'virtual:sandbox';
const RESOLVED = `\0${NAME}`;

/** Bundles a script with all of its imports. */
async function bundle(entry, define) {
  const made = await build({
    configFile: false,
    root,
    logLevel: 'error',
    define,
    build: {
      write: false,
      target: 'es2023',
      minify: true,
      copyPublicDir: false,
      rollupOptions: { input: join(FOLDER, entry), output: { format: 'iife', codeSplitting: false } },
    },
  });
  const { output } = Array.isArray(made) ? made[0] : made;
  return output[0].code.trim();
}

async function makePage() {
  const worker = await bundle('worker.ts', {});
  // In an HTML page a closing tag ends the script even inside a string.
  const script = (await bundle('frame.ts', { WORKER_SCRIPT: JSON.stringify(worker) })).replaceAll(
    '</',
    String.raw`<\/`,
  );
  const hash = createHash('sha256').update(script).digest('base64');
  const policy = `default-src 'none'; script-src 'sha256-${hash}' 'unsafe-eval'; worker-src blob:`;
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>Diptych sandbox</title>
<script>${script}</script>
</html>
`;
  const name = `sandbox.${createHash('sha256').update(page).digest('hex').slice(0, 12)}.html`;
  return { name, page };
}

/** Returns the plugin. The page is made once per build, and once per start of a development server. */
export function sandbox() {
  let making = null;
  const made = () => (making ??= makePage());
  return {
    name: 'diptych-sandbox',
    resolveId: (id) => (id === NAME ? RESOLVED : null),
    async load(id) {
      return id === RESOLVED ? `export default ${JSON.stringify((await made()).name)};` : null;
    },
    async generateBundle() {
      // The server's bundle does not use it.
      if (this.environment?.config?.consumer === 'server') return;
      const { name, page } = await made();
      this.emitFile({ type: 'asset', fileName: name, source: page });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (!/^\/sandbox\.[0-9a-f]+\.html$/.test(request.url ?? '')) return next();
        made().then(
          ({ page }) => response.setHeader('content-type', 'text/html; charset=utf-8').end(page),
          (error) => next(error),
        );
      });
    },
  };
}
