import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from './stamp.mjs';

const BROWSER_TEST = /\.e2e\.test\.tsx?$/;
/** Hours before the commit: files that changed since then always run, so that new and adapted tests do. */
const RECENT_HOURS = 24;

function git(root, ...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : '';
}

/** The files that the commit and those in the hours before it changed. */
function recentlyChanged(root) {
  const seconds = Number(git(root, 'log', '-1', '--format=%ct'));
  const since = new Date((seconds - RECENT_HOURS * 3600) * 1000).toISOString();
  return new Set(git(root, 'log', `--since=${since}`, '--name-only', '--format=').split('\n'));
}

/**
 * The files that a run leaves out: one of each two that follow each other by duration, chosen by the commit, so that
 * all commits take about the same time. `secondsOf`: expected duration of a file.
 */
export function undrawn(files, commit, secondsOf) {
  const bySeconds = files.toSorted((a, b) => secondsOf(b) - secondsOf(a) || (a < b ? -1 : 1));
  return bySeconds.filter((_file, nth) => {
    const [first, second] = bySeconds.slice(nth - (nth % 2));
    const bit = createHash('sha256').update(`${commit} ${first} ${second}`).digest().readUInt8() % 2;
    return second !== undefined && nth % 2 === bit;
  });
}

/** The browser tests that a whole run of this clone leaves out (decision 115); none outside of a clone. */
export function undrawnBrowserTests(root) {
  const commit = git(root, 'rev-parse', 'HEAD');
  if (commit === '') return [];
  const recent = recentlyChanged(root);
  const durations = JSON.parse(readFileSync(join(root, 'test/harness/durations.json'), 'utf8'));
  const files = listFiles(root, ['src', 'test'], (name) => BROWSER_TEST.test(name))
    .map(({ name }) => name)
    .filter((name) => !recent.has(name));
  return undrawn(files, commit, (file) => durations[file] ?? statSync(join(root, file)).size / 5000);
}
