import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { undrawn, undrawnBrowserTests } from './draw-tests.mjs';

const files = Array.from({ length: 41 }, (_, n) => `test/e2e/${n}.e2e.test.ts`);
const secondsOf = (file) => 100 - Number.parseInt(file.slice(9));
const seeds = Array.from({ length: 200 }, (_, n) => `day ${n}`);

test('one of each two files of similar duration is left out; the same for the same seed', () => {
  for (const seed of seeds.slice(0, 20)) {
    const out = undrawn(files, seed, secondsOf);
    expect(out).toEqual(undrawn(files.toReversed(), seed, secondsOf));
    for (let nth = 0; nth < 40; nth += 2)
      expect(files.slice(nth, nth + 2).filter((file) => out.includes(file))).toHaveLength(1);
    expect(out).not.toContain(files[40]); // without a partner
  }
});

test('each file runs for about half of the seeds', () => {
  const left = seeds.flatMap((seed) => undrawn(files, seed, secondsOf));
  for (const file of files.slice(0, 40)) {
    const times = left.filter((one) => one === file).length;
    expect(times).toBeGreaterThan(60);
    expect(times).toBeLessThan(140);
  }
});

describe('in a clone', () => {
  let root;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'broadsheet draw '));
    for (const name of ['a', 'b', 'c', 'd']) put(`test/e2e/${name}.e2e.test.ts`);
    put('test/wire/e.test.ts');
    put('test/harness/durations.json', '{"test/e2e/a.e2e.test.ts": 9}');
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));
  const put = (name, text = '') => {
    mkdirSync(join(root, name, '..'), { recursive: true });
    writeFileSync(join(root, name), text);
  };
  const commit = (date) => {
    const who = ['-c', 'user.name=A', '-c', 'user.email=a@example.com'];
    const env = { ...process.env, GIT_COMMITTER_DATE: date, GIT_AUTHOR_DATE: date };
    for (const args of [
      ['init', '-q'],
      ['add', '-A'],
      [...who, 'commit', '-qm', 'A change'],
    ])
      expect(spawnSync('git', args, { cwd: root, env }).status).toBe(0);
  };

  test('files that changed in the last day always run, others in turn, tests without a browser always', () => {
    commit('2026-01-01T12:00:00Z');
    put('readme.md', 'later');
    commit('2026-01-05T12:00:00Z');
    const left = undrawnBrowserTests(root);
    expect(left).toHaveLength(2);
    // A correction of the same day adds the file that it changes, and exchanges none.
    put(left[0], 'corrected');
    commit('2026-01-05T23:59:00Z');
    expect(undrawnBrowserTests(root)).toEqual([left[1]]);
    put('test/e2e/a.e2e.test.ts', 'changed');
    commit('2026-01-09T12:00:00Z');
    put('readme.md', 'later still');
    commit('2026-01-10T11:00:00Z');
    const out = undrawnBrowserTests(root);
    expect(out.length).toBeGreaterThan(0);
    expect(out).not.toContain('test/e2e/a.e2e.test.ts');
  });

  test('new files run, but not all files of a shallow clone or of sources without a history', () => {
    expect(undrawnBrowserTests(root)).toHaveLength(2);
    commit('2026-01-01T12:00:00Z');
    expect(undrawnBrowserTests(root)).toHaveLength(2);
    for (const name of ['e', 'f', 'g', 'h']) put(`test/e2e/${name}.e2e.test.ts`);
    commit('2026-01-01T13:00:00Z');
    expect(undrawnBrowserTests(root).filter((name) => /[e-h]\.e2e/.test(name))).toEqual([]);
    const shallow = join(root, 'shallow');
    const cloned = spawnSync('git', ['clone', '-q', '--depth', '1', `file://${root}`, shallow]);
    expect(cloned.status).toBe(0);
    expect(undrawnBrowserTests(shallow)).toHaveLength(4);
  });
});
