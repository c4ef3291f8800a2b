import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.{ts,tsx}', 'scripts/**/*.test.{ts,mjs}', 'demo/**/*.test.ts'],
    globalSetup: ['test/harness/global-setup.ts'],
    setupFiles: ['test/harness/fail-on-console-error.ts'],
    environment: 'node',
    maxWorkers: 2,
    // CI's machine is shared: what waits for a browser or a process there gets a second try; at a desk a test that fails once is to be looked at.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // What a busy machine does late it does all the same.
    expect: { poll: { timeout: 10_000 } },
  },
});
