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

/** The files that a commit and those in the hours before it changed. `at`: its time, milliseconds. */
function recentlyChanged(root, at) {
  const since = new Date(at - RECENT_HOURS * 3_600_000).toISOString();
  // The first commit of a shallow clone has no parent, and would appear to change all files.
  return new Set(
    git(root, '-c', 'log.showRoot=false', 'log', `--since=${since}`, '--name-only', '--format=').split('\n'),
  );
}

/**
 * The files that a run leaves out: one of each two that follow each other by duration, so that all runs take about the
 * same time. `seed`: the same choice for the same text; `secondsOf`: expected duration of a file.
 */
export function undrawn(files, seed, secondsOf) {
  const bySeconds = files.toSorted((a, b) => secondsOf(b) - secondsOf(a) || (a < b ? -1 : 1));
  return bySeconds.filter((_file, nth) => {
    const [first, second] = bySeconds.slice(nth - (nth % 2));
    const bit = createHash('sha256').update(`${seed} ${first} ${second}`).digest().readUInt8() % 2;
    return second !== undefined && nth % 2 === bit;
  });
}

/**
 * The browser tests that a whole run of this clone leaves out. Chosen by the day of the commit in UTC, so that a
 * correction is tested with the files that failed (decision 115); without a commit always the same.
 */
export function undrawnBrowserTests(root) {
  const at = Number(git(root, 'log', '-1', '--format=%ct')) * 1000;
  const recent = recentlyChanged(root, at);
  const durations = JSON.parse(readFileSync(join(root, 'test/harness/durations.json'), 'utf8'));
  const files = listFiles(root, ['src', 'test'], (name) => BROWSER_TEST.test(name)).map(({ name }) => name);
  const out = undrawn(
    files,
    new Date(at).toISOString().slice(0, 10),
    (file) => durations[file] ?? statSync(join(root, file)).size / 5000,
  );
  return out.filter((name) => !recent.has(name));
}
