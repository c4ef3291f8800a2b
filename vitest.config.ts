import { configDefaults, defineConfig } from 'vitest/config';
import { LongestFirst } from './test/harness/longest-first.ts';

const tests = ['src/**/*.test.{ts,tsx}', 'test/**/*.test.{ts,tsx}', 'scripts/**/*.test.{ts,mjs}', 'demo/**/*.test.ts'];
/** What waits for a browser, for processes of its own, or for the engine to rest. */
const waiting = [
  '**/*.e2e.test.{ts,tsx}', 'test/e2e/**/*.test.ts', 'test/faults/**/*.test.ts', 'test/fuzz/**/*.test.ts', 'scripts/**/*.test.{ts,mjs}', 'src/cli/**/*.test.ts',
  'src/lib/memory-reducer.test.ts',
];

/** What puts modules of its own in the place of ours, before anything loads them: a worker that has them already has no use for such a file. */
const mocking = ['src/cli/prepare-site.test.ts', 'src/pages/load-blocks.test.ts', 'src/pages/render-document.test.ts', 'src/pages/template-for.test.ts'];

/** No file has a worker to itself: one that finishes takes the next file, with the modules (and the browser) that it has. */
const common = {
  setupFiles: ['test/harness/fail-on-console-error.ts'],
  environment: 'node' as const,
  isolate: false,
  // No bound of what is tested: what hangs ends.
  testTimeout: 180_000,
  hookTimeout: 240_000,
  // What a busy machine does late it does all the same.
  expect: { poll: { timeout: 45_000 } },
};

export default defineConfig({
  test: {
    globalSetup: ['test/harness/global-setup.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { ...common, name: 'waiting', include: waiting, exclude: [...configDefaults.exclude, ...mocking], maxWorkers: 4, sequence: { groupOrder: 0 } } },
      { test: { ...common, name: 'mocking', include: mocking, isolate: true, maxWorkers: 3, sequence: { groupOrder: 1 } } },
      {
        test: {
          ...common, name: 'working', include: tests, exclude: [...configDefaults.exclude, ...waiting, ...mocking], maxWorkers: 3, sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
