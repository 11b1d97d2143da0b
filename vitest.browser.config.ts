import { defineConfig } from 'vitest/config';

// One file at a time: a fresh machine unpacks its Chromium at the first use, and two would do so at once.
export default defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts'],
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
