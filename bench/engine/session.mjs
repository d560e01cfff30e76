// Runs jobs of the engine's bench: in a Chromium worker; those of schemas in this process.
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { build } from 'vite';
import { root } from '../../scripts/setup.mjs';
import { launch, servePage } from '../harness.mjs';

/** Starts a browser and the bench's page. Returns functions that run jobs, and one that ends both. */
export async function openEngineSession() {
  const { address, stop } = await servePage('bench/engine');
  const browser = await launch();
  const inPage = async (body, argument) => {
    const page = await browser.newPage();
    try {
      await page.goto(address);
      await page.waitForFunction('"runJob" in window');
      return await page.evaluate(body, argument);
    } finally {
      await page.close();
    }
  };
  return {
    chromium: browser.version(),
    runJob: (job) => (job.suite === 'schema' ? runSchemaJob(job) : inPage((wanted) => globalThis.runJob(wanted), job)),
    gauge: () => inPage(() => globalThis.runGauge()),
    async close() {
      await browser.close();
      await stop();
    },
  };
}

let measuring = null;

async function runSchemaJob(job) {
  measuring ??= buildSchemaBench();
  return (await measuring).measureSchema(job);
}

async function buildSchemaBench() {
  const outDir = join(root, 'dist/bench/schema');
  const bundle = { ssr: join(root, 'bench/engine/validating.ts'), outDir, emptyOutDir: true, target: 'node20' };
  await build({ root, configFile: false, logLevel: 'warn', build: bundle, ssr: { noExternal: true } });
  setFlagsFromString('--expose-gc');
  globalThis.gc = runInNewContext('gc');
  return import(join(outDir, 'validating.js'));
}
