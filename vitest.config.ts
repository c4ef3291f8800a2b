// oxlint-disable-next-line import/no-unassigned-import -- it ends the process under an old Node
import './scripts/launch/refuse-old-node.mjs';
import { configDefaults, defineConfig } from 'vitest/config';
import { LongestFirst } from './test/harness/longest-first.ts';

/**
 * What puts modules of its own in the place of ours, before anything loads them: a worker that has them already has no use for such a file. Or loads ours anew:
 * files after it would have two of each.
 */
const mocking = [
  'src/cli/prepare-site.test.ts',
  'src/modules/accounts/sign-in.test.ts',
  'src/refused-schema.test.ts',
  'src/site/pages/load-blocks.test.ts',
  'src/site/pages/shown-posts.test.ts',
  'src/site/pages/render-document.test.ts',
  'src/site/pages/template-for.test.ts',
  'test/wire/pages-and-settings.test.ts',
  'test/wire/proved-again.test.ts',
];

/** V8's middle compilers take a process of Node 24 down now and then where processors are scarce (issues 64841 and 62393 of nodejs/node): decision 106. */
const withoutMiddleCompilers =
  Number.parseInt(process.versions.node) < 26 ? ['--no-maglev', '--no-sparkplug'] : [];

/** The server renders the admin bar, which is next to the newsroom's packages. */
const resolve = { dedupe: ['react', 'react-dom'] };

/** No file has a worker to itself: one that finishes takes the next file, with the modules (and the browser) that it has. */
const common = {
  setupFiles: [
    'test/harness/note-cpu.ts',
    'test/harness/fail-on-console-error.ts',
    'test/harness/no-owner-stacks.ts',
    'test/harness/one-zero.ts',
  ],
  environment: 'node' as const,
  // Sheets of looks are measured, and the tokens that they leave; all others are nothing to tests that look at no page.
  css: { include: [/\/look\/parts\/|\/theme\/tokens\.css/] },
  isolate: false,
  // Two for each core of a small machine: while one waits for a browser, a server or the engine to rest, the other computes.
  maxWorkers: 4,
  // What a test renders is garbage at its end: with room for more of it (megabytes) that is looked through less often, for a twentieth less CPU.
  execArgv: [...withoutMiddleCompilers, '--max-semi-space-size=64'],
  // No bound of what is tested: what hangs ends. On two processors with fourteen processes that want one, an import of six seconds' work took three minutes.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  // What a busy machine does late it does all the same.
  expect: { poll: { timeout: 45_000 } },
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
          // Cases of routes are read by tests (test/harness/route-cases.ts).
          exclude: [...configDefaults.exclude, ...mocking, 'src/**/rest/*cases.test.ts'],
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
