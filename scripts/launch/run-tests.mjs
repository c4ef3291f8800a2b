import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { installAdminPackages, makeAdmin } from './admin.mjs';
import { run, runBeside, stopCode } from './child.mjs';
import { undrawnBrowserTests } from './draw-tests.mjs';
import { childEnv } from './npm.mjs';
import { provision } from './provision.mjs';
import { describeEnd, LaunchError, say } from './say.mjs';
import { prepare } from './steps.mjs';
import { countsLine, failureLines, summarise } from './summary.mjs';
import { filtersOf, testNeeds } from './test-needs.mjs';

function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

/** Prints the output of `npm run check` at its end. It runs in parallel with the tests, which often wait for clocks, browsers or servers. */
async function check(root, node) {
  const { code, written } = await runBeside(node, [join(root, 'scripts', 'check.mjs')], {
    cwd: root,
    env: childEnv(node),
  });
  if (stopCode() === null) say(`Results of the type, lint and structure checks:\n${written.trimEnd()}`);
  return code === 0;
}

/** Provides Node and packages, and the builds, Chromium and PostgreSQL if needed. Downloads overlap with computation. */
async function setUp(root, needs) {
  const build = needs.build || !existsSync(join(root, 'dist', 'stamp.json'));
  const programs = ['chromium', 'postgres'].filter((name) => (name === 'postgres' ? needs.postgres : build));
  const site = prepare(root, build ? 'build' : 'packages');
  const newsroom = Promise.all([site, installAdminPackages(root)]).then(
    ([node]) => build && makeAdmin(root, node),
  );
  const ends = await Promise.allSettled([site, provision(programs), newsroom]);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  const [{ value: node }, { value: found }] = ends;
  return { node, ...found };
}

const BROWSERS = ['shell', 'whole'];

/** Rejects a BROADSHEET_BROWSER unknown to test/harness/browser-path.ts before anything is installed or built. */
export function checkBrowser({ BROADSHEET_BROWSER: value } = process.env) {
  if (value && !BROWSERS.includes(value))
    throw new LaunchError(
      `BROADSHEET_BROWSER is "${value}". Set it to ${BROWSERS.map((name) => `"${name}"`).join(' or ')}, or unset it.`,
    );
}

async function runAll(root, args) {
  checkBrowser();
  const filters = filtersOf(args);
  const isWhole = filters === null || filters.length === 0;
  const { node, chromium, postgres } = await setUp(root, testNeeds(root, filters));
  if (stopCode() !== null) throw new LaunchError('Stopped.');

  // Vitest prints this file's name, so it is not deleted.
  const report = join(root, '.cache', 'test-report.json');
  rmSync(report, { force: true });
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const reporters = [
    '--reporter=default',
    `--reporter=${join(root, 'test', 'harness', 'slowest.ts')}`,
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  const undrawn = isWhole && process.env.BROADSHEET_WHOLE !== '1' ? undrawnBrowserTests(root) : [];
  if (undrawn.length > 0)
    say(
      `${undrawn.length} files of browser tests are left out, chosen by the commit’s day; BROADSHEET_WHOLE=1 runs all.`,
    );
  const env = childEnv(node, {
    ...(postgres && { BROADSHEET_PG_BIN: postgres }),
    ...(chromium && { CHROMIUM_PATH: chromium }),
    NODE_ENV: 'test',
    BROADSHEET_UNDRAWN: JSON.stringify(undrawn),
  });
  const [isSound, code] = await Promise.all([
    !isWhole || check(root, node),
    run(node, [vitest, 'run', ...reporters, ...args], { cwd: root, env }),
  ]);
  const results = readReport(report);
  for (const line of failureLines(results, root)) say(line);
  const counts = summarise(results, code);
  if (isSound || stopCode() !== null) return counts;
  say('npm run check failed, see above; it counts as one failed test.');
  return { ...counts, failed: counts.failed + 1 };
}

/**
 * Sets up and runs the tests: all with `npm run check`, or those that `args` select. The last line is the count, even
 * when the setup fails. Returns the exit code.
 */
export async function runTests(root, args) {
  let counts = { passed: 0, failed: 1, skipped: 0 };
  try {
    counts = await runAll(root, args);
  } catch (error) {
    say(describeEnd(error));
  }
  say(countsLine(counts));
  return stopCode() ?? (counts.failed === 0 ? 0 : 1);
}
