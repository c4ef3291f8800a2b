import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BenchSite } from './make-site.ts';
import { isMistyped } from './options.ts';
import { runBench } from './run-bench.ts';
import type { Measure } from './run-bench.ts';

let folder: string;
let printed: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'broadsheet-bench-test-'));
  printed = [];
  vi.spyOn(console, 'log').mockImplementation((line: unknown) => void printed.push(String(line)));
  vi.mocked(console.error).mockImplementation(() => {});
});
afterEach(() => {
  vi.mocked(console.log).mockRestore();
  rmSync(folder, { recursive: true, force: true });
});

const row = (met?: boolean) => ({
  what: 'time',
  value: 5,
  unit: 'ms',
  target: met === undefined ? '' : '≤ 4 ms',
  ...(met === undefined ? {} : { met }),
});
const measures: Readonly<Record<string, Measure>> = {
  met: async function* () {
    yield row(true);
  },
  open: async function* () {
    yield row();
  },
  missed: async function* () {
    yield row(true);
    yield row(false);
  },
  broken: async function* () {
    yield row(true);
    throw new Error('no server');
  },
};
const makeSite = async () => ({}) as BenchSite;
/** Lines printed as errors. */
const errorsOf = () => {
  const { calls } = vi.mocked(console.error).mock;
  const lines = calls.map(([line]) => String(line));
  vi.mocked(console.error).mockClear();
  return lines;
};
const run = async (only: string, more: readonly string[] = []) =>
  runBench(['--only', only, '--database', 'sqlite', '--json', join(folder, 'figures.json'), ...more], {
    measures,
    makeSite,
  });

test.each([
  ['met', 0],
  ['open', 0],
  ['met,open', 0],
  ['missed', 1],
  ['missed,met', 1],
  ['met,missed', 1],
  ['broken', 1],
  ['broken,met', 1],
])('measuring %s ends with exit code %i', async (only, exitCode) => {
  expect(await run(only)).toEqual({ exitCode, isStopped: false });
  // Each failure is printed at once, and again below the figures.
  const failure = 'FAILED: broken on sqlite: no server';
  expect(errorsOf()).toEqual(only.includes('broken') ? [failure, failure] : []);
});

test('a missed target on one of two databases is enough', async () => {
  const onPostgres: Measure = async function* ({ database }) {
    yield row((database as unknown) !== 'postgres');
  };
  const outcome = await runBench(['--only', 'part', '--json', join(folder, 'figures.json')], {
    measures: { part: onPostgres },
    makeSite: async (_folder, database) => ({ database }) as unknown as BenchSite,
  });
  expect(outcome).toEqual({ exitCode: 1, isStopped: false });
});

test('a missed target is printed and written, and later parts still run', async () => {
  await run('missed,met');
  expect(printed.join('\n')).toMatch(/MISSED[^]*Targets missed: 1/);
  const figures = JSON.parse(readFileSync(join(folder, 'figures.json'), 'utf8')) as {
    readonly rows: readonly { readonly part: string; readonly met: boolean }[];
  };
  expect(figures.rows.map(({ part, met }) => [part, met])).toEqual([
    ['missed', true],
    ['missed', false],
    ['met', true],
  ]);
});

test('a site that can’t be created ends with exit code 1, without any results', async () => {
  const noSite = async () => {
    throw new Error('no room');
  };
  const outcome = await runBench(['--only', 'met', '--json', join(folder, 'figures.json')], {
    measures,
    makeSite: noSite,
  });
  expect(outcome).toEqual({ exitCode: 1, isStopped: false });
  expect(errorsOf()[0]).toBe('FAILED: creating the site on sqlite: no room');
});

test('help measures nothing, and an unknown part is refused', async () => {
  expect(await run('missed', ['--help'])).toBe('help');
  await expect(run('nothing')).rejects.toSatisfy(isMistyped);
});
