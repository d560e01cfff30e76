import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/other-browsers/**/*.test.ts'],
    environment: 'node',
    testTimeout: 300_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000, interval: 150 } },
    // One browser at a time: its keys go to the window that has the focus.
    fileParallelism: false,
  },
});
