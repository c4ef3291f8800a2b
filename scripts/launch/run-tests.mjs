import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bringAdminPackages } from './admin.mjs';
import { run, stopCode } from './child.mjs';
import { childEnv } from './npm.mjs';
import { provision } from './provision.mjs';
import { describeEnd, LaunchError, say, step } from './say.mjs';
import { prepare } from './steps.mjs';
import { countsLine, failureLines, summarise } from './summary.mjs';

function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

async function runAll(root, args) {
  // Side by side: one waits for the registry while the other computes.
  const [node] = await Promise.all([prepare(root, 'build'), bringAdminPackages(root)]);
  const { chromium, postgres } = await provision();

  const checkCode = await step('Checking types, lint and structure', () => run(node, [join(root, 'scripts', 'check.mjs')], { cwd: root, env: childEnv(node) }));
  if (stopCode() !== null) throw new LaunchError('Stopped.');
  if (checkCode !== 0) say('The check failed; it counts as one failed test.');

  // Vitest prints the name of this file, so it stays.
  const report = join(root, '.cache', 'test-report.json');
  rmSync(report, { force: true });
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const reporters = ['--reporter=default', `--reporter=${join(root, 'test', 'harness', 'slowest.ts')}`, '--reporter=json', `--outputFile.json=${report}`];
  const env = childEnv(node, { BROADSHEET_PG_BIN: postgres, CHROMIUM_PATH: chromium, NODE_ENV: 'test' });
  const code = await run(node, [vitest, 'run', ...reporters, ...args], { cwd: root, env });
  const results = readReport(report);
  for (const line of failureLines(results, root)) say(line);
  const counts = summarise(results, code);
  return checkCode === 0 ? counts : { ...counts, failed: counts.failed + 1 };
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
