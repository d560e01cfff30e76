import { defineConfig } from 'vitest/config';
import HangReporter from '../hang-reporter.ts';

const seconds = (name: string): number => Number(process.env[name]) * 1000;

/** Files that hang, for the test of `hang-reporter.ts`. */
export default defineConfig({
  test: {
    name: 'hanging',
    root: import.meta.dirname,
    include: ['*.hang.ts'],
    setupFiles: ['../running-test.ts'],
    testTimeout: 600_000,
    teardownTimeout: 600_000,
    reporters: [
      'default',
      new HangReporter({ silence: seconds('SILENCE'), project: seconds('PROJECT'), closing: seconds('CLOSING') }),
    ],
  },
});
