import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { browserPackages } from './scripts/browser-packages.mjs';
import { bundledWorkers } from './scripts/bundled-workers.mjs';
import { sandbox } from './scripts/sandbox.mjs';
import { TEST_CHROMIUM_ARGUMENTS, findBrowser } from './scripts/setup.mjs';
import { leaveClipboard, takeClipboard } from './tests/clipboard-turns.ts';
import { LongestFirst } from './tests/longest-first.ts';

const executablePath = await findBrowser();
const MONACO_TOKENS = 'Token length and text length do not match!';

/** Tests that use up jq's memory, or replace a module, which has no effect where an earlier file has loaded it. */
const ISOLATED_FILES = [
  'tests/unit/workers/query/jq.test.ts',
  'tests/conformance/jq.test.ts',
  'tests/unit/workers/sort-ahead.test.ts',
  'tests/unit/server/account/acts.test.ts',
  'tests/unit/server/account/acts-law.test.ts',
];

/** Long, for loaded machines: tests wait for a state, not for a time. In milliseconds. */
const POLL = { timeout: 20_000, interval: 100 };

/**
 * Lets the browser keep the modules that the server sends. Each test file and each worker loads hundreds of them, and asking
 * whether they have changed took a third of the CPU time of the browser tests. No file changes during a run; while Vitest watches
 * files, it asks.
 */
function keepModules(): Plugin {
  return {
    name: 'keep-modules',
    configureServer(server) {
      if (server.config.server.watch !== null) return;
      server.middlewares.use((_, response, next) => {
        const setHeader = response.setHeader.bind(response);
        response.setHeader = (name, value) =>
          setHeader(name, name.toLowerCase() === 'cache-control' && value === 'no-cache' ? 'max-age=3600' : value);
        next();
      });
    },
  };
}

export default defineConfig({
  test: {
    // Monaco stores no tokens for an empty line. If the user types into one and joins it with the next before the next frame, its
    // tokens throw this error, and the line is tokenized again.
    onUnhandledError: (error) =>
      // The message contains the stack trace.
      !(error.message.startsWith(MONACO_TOKENS) && error.message.includes('LineTokens')),
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}', 'tests/conformance/**/*.test.ts'],
          environment: 'node',
          setupFiles: ['tests/seed.ts', 'tests/jq-binary.ts', 'tests/running-test.ts'],
          testTimeout: 120_000,
          // Loading the modules again for each file would take more CPU time than most tests.
          isolate: false,
          exclude: ISOLATED_FILES,
          // By default Vitest reserves a core for its main process, which needs little of it.
          maxWorkers: 2,
        },
      },
      {
        test: {
          // A process for each file.
          name: 'isolated',
          include: ISOLATED_FILES,
          environment: 'node',
          setupFiles: ['tests/seed.ts', 'tests/jq-binary.ts', 'tests/running-test.ts'],
          testTimeout: 120_000,
          maxWorkers: 2,
        },
      },
      {
        plugins: [react(), sandbox(), keepModules(), bundledWorkers()],
        worker: { format: 'es' },
        optimizeDeps: { include: browserPackages() },
        test: {
          name: 'browser',
          // A single page leaves one core idle for a quarter of the time; three delay each other's frames.
          maxWorkers: 2,
          // Last, because its browser stays busy until the end of the run.
          sequence: { groupOrder: 2 },
          include: ['tests/browser/**/*.test.{ts,tsx}'],
          testTimeout: 60_000,
          expect: { poll: POLL },
          browser: {
            enabled: true,
            commands: { takeClipboard, leaveClipboard },
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              // Clipboard tests read what was copied.
              contextOptions: { permissions: ['clipboard-read', 'clipboard-write'] },
              launchOptions: { ...(executablePath === null ? {} : { executablePath }), args: TEST_CHROMIUM_ARGUMENTS },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          setupFiles: ['tests/running-test.ts'],
          environment: 'node',
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: POLL },
          // Loading Playwright again for each file would take two minutes in total.
          isolate: false,
          // Three files at a time would take a fifth less time, but delay each other's frames and fonts.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
