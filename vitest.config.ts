// oxlint-disable-next-line import/no-unassigned-import -- it exits under an unsupported Node version
import './scripts/launch/refuse-old-node.mjs';
import { configDefaults, defineConfig } from 'vitest/config';
import { LongestFirst } from './test/harness/longest-first.ts';

/** Tests that mock or reload modules. They run isolated, since the workers of all other tests share loaded modules. */
const mocking = [
  'src/cli/prepare-site.test.ts',
  'src/modules/accounts/sign-in.test.ts',
  'src/refused-schema.test.ts',
  'src/site/pages/load-blocks.test.ts',
  'src/site/pages/shown-posts.test.ts',
  'src/site/pages/render-document.test.ts',
  'src/site/pages/template-for.test.ts',
  'test/wire/pages-and-settings.test.ts',
  'test/wire/reauthentication.test.ts',
];

/** Browser tests that a whole run leaves out (scripts/launch/draw-tests.mjs, decision 115). */
const undrawn = JSON.parse(process.env.BROADSHEET_UNDRAWN ?? '[]') as string[];

/** V8's mid-tier compilers sometimes crash Node 24 on busy machines (nodejs/node issues 64841 and 62393, decision 106). */
const withoutMiddleCompilers =
  Number.parseInt(process.versions.node) < 26 ? ['--no-maglev', '--no-sparkplug'] : [];

/** The server also renders the admin bar, whose folder has its own packages: both must use the same React. */
const resolve = { dedupe: ['react', 'react-dom'] };

/** Options of both projects. Without isolation, a worker reuses its loaded modules and its browser for the next file. */
const common = {
  setupFiles: [
    'test/harness/note-cpu.ts',
    'test/harness/no-own-types.ts',
    'test/harness/fail-on-console-error.ts',
    'test/harness/no-owner-stacks.ts',
    'test/harness/one-zero.ts',
  ],
  environment: 'node' as const,
  // Unit tests read only these style sheets; Vitest replaces all others with empty ones.
  css: { include: [/\/look\/parts\/|\/theme\/tokens\.css/] },
  isolate: false,
  // Two workers per core of a small machine: one computes while the other waits for a browser or a server.
  maxWorkers: 4,
  // Megabytes for new objects. Most of them are garbage after a test; fewer collections save 5% of the CPU time.
  execArgv: [...withoutMiddleCompilers, '--max-semi-space-size=64'],
  // Only ends tests that hang. On a busy two-core machine, an import with six seconds of CPU time took three minutes.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  // Long enough for a busy machine.
  expect: { poll: { timeout: 120_000 } },
  // The summary of a failed run shows messages only: they name the values, not "Array(1)".
  chaiConfig: { truncateThreshold: 400 },
};

export default defineConfig({
  test: {
    globalSetup: ['test/harness/global-setup.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      { resolve, test: { ...common, name: 'mocking', include: mocking, isolate: true } },
      {
        resolve,
        test: {
          ...common,
          name: 'broadsheet',
          // Other tests load these route cases (test/harness/route-cases.ts).
          exclude: [...configDefaults.exclude, ...mocking, ...undrawn, 'src/**/rest/*cases.test.ts'],
          include: [
            'src/**/*.test.{ts,tsx}',
            'test/**/*.test.{ts,tsx}',
            'scripts/**/*.test.{ts,mjs}',
            'demo/**/*.test.ts',
          ],
        },
      },
    ],
  },
});
