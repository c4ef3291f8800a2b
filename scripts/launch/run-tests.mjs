import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bringAdminPackages, makeAdmin } from './admin.mjs';
import { run, runBeside, stopCode } from './child.mjs';
import { childEnv } from './npm.mjs';
import { provision } from './provision.mjs';
import { describeEnd, LaunchError, say } from './say.mjs';
import { prepare } from './steps.mjs';
import { countsLine, failureLines, summarise } from './summary.mjs';

function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

/** What `npm run check` says, once it has said all of it; the tests run meanwhile, which often wait for a clock, a browser or a server. */
async function check(root, node) {
  const { code, written } = await runBeside(node, [join(root, 'scripts', 'check.mjs')], {
    cwd: root,
    env: childEnv(node),
  });
  if (stopCode() === null) say(`Types, lint and structure, checked beside the tests:\n${written.trimEnd()}`);
  return code === 0;
}

/** Node, Chromium and PostgreSQL for the tests, the site and its newsroom built: one waits for a registry while another computes. */
async function setUp(root) {
  const site = prepare(root, 'build');
  const newsroom = Promise.all([site, bringAdminPackages(root)]).then(([node]) => makeAdmin(root, node));
  const ends = await Promise.allSettled([site, provision(), newsroom]);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  const [{ value: node }, { value: programs }] = ends;
  return { node, ...programs };
}

const BROWSERS = ['shell', 'whole'];

/** Refuses a BROADSHEET_BROWSER that test/harness/browser-path.ts does not know, before anything is installed or built. */
export function checkBrowser({ BROADSHEET_BROWSER: value } = process.env) {
  if (value && !BROWSERS.includes(value))
    throw new LaunchError(
      `BROADSHEET_BROWSER is "${value}". Set it to ${BROWSERS.map((name) => `"${name}"`).join(' or ')}, or unset it.`,
    );
}

async function runAll(root, args) {
  checkBrowser();
  const { node, chromium, postgres } = await setUp(root);
  if (stopCode() !== null) throw new LaunchError('Stopped.');

  // Vitest prints the name of this file, so it stays.
  const report = join(root, '.cache', 'test-report.json');
  rmSync(report, { force: true });
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const reporters = [
    '--reporter=default',
    `--reporter=${join(root, 'test', 'harness', 'slowest.ts')}`,
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  const env = childEnv(node, { BROADSHEET_PG_BIN: postgres, CHROMIUM_PATH: chromium, NODE_ENV: 'test' });
  const [isSound, code] = await Promise.all([
    check(root, node),
    run(node, [vitest, 'run', ...reporters, ...args], { cwd: root, env }),
  ]);
  const results = readReport(report);
  for (const line of failureLines(results, root)) say(line);
  const counts = summarise(results, code);
  if (isSound || stopCode() !== null) return counts;
  say('npm run check failed, as told above; it counts as one failed test.');
  return { ...counts, failed: counts.failed + 1 };
}

/** Sets up and runs every test; the last line printed is the count, even when the set-up fails. Returns the exit code. */
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
