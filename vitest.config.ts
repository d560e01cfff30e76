import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { browserPackages } from './scripts/browser-packages.mjs';
import { sandbox } from './scripts/sandbox.mjs';
import { CHROMIUM_ARGUMENTS, findBrowser } from './scripts/setup.mjs';

const executablePath = await findBrowser();
const MONACO_TOKENS = 'Token length and text length do not match!';

/** Tests of jq itself. */
const JQ_FILES = ['tests/unit/workers/query/jq.test.ts', 'tests/conformance/jq.test.ts'];

export default defineConfig({
  test: {
    // Monaco keeps no colours for an empty line. When one is typed into and joined before the next frame, its tokens throw this,
    // and the line is coloured again.
    onUnhandledError: (error) =>
      // The message holds the stack of the place that it was thrown at.
      !(error.message.startsWith(MONACO_TOKENS) && error.message.includes('LineTokens')),
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}', 'tests/conformance/**/*.test.ts'],
          environment: 'node',
          setupFiles: ['tests/seed.ts'],
          testTimeout: 120_000,
          // Loading the modules of each file anew takes more processor than most tests.
          isolate: false,
          exclude: JQ_FILES,
          // Vitest leaves a core to itself, and does little with it.
          maxWorkers: 2,
        },
      },
      {
        test: {
          // What fills jq's memory to its end leaves nothing for the next file.
          name: 'jq',
          include: JQ_FILES,
          environment: 'node',
          setupFiles: ['tests/seed.ts'],
          testTimeout: 120_000,
          maxWorkers: 2,
        },
      },
      {
        plugins: [react(), sandbox()],
        worker: { format: 'es' },
        optimizeDeps: { include: browserPackages() },
        test: {
          name: 'browser',
          // Two pages: one alone leaves a core idle for a quarter of the time.
          maxWorkers: 2,
          // Last: its browser stays, and busy, until all is over.
          sequence: { groupOrder: 2 },
          include: ['tests/browser/**/*.test.{ts,tsx}'],
          testTimeout: 60_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { ...(executablePath === null ? {} : { executablePath }), args: CHROMIUM_ARGUMENTS },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          environment: 'node',
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // What a page shows soon it shows later on a loaded machine; what is waited for is a state, not a time.
          expect: { poll: { timeout: 15_000, interval: 100 } },
          // To load Playwright anew for each file takes two minutes in all.
          isolate: false,
          // A page mostly waits: two files at a time keep two cores busy.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
