import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { commandLine } from '../../test/harness/command-line.ts';
import { onBothDatabases } from '../../test/harness/databases.ts';
import { claimJobs, failJob } from '../kernel/jobs/claim.ts';
import type { JobKind } from '../kernel/jobs/model.ts';
import { enqueueJobs } from '../kernel/jobs/store.ts';
import { NotFoundError } from '../lib/errors.ts';
import { z } from 'zod';
import { runJobs } from './jobs.ts';

const pingJob: JobKind<{ readonly to: string }> = {
  name: 'ping',
  schema: z.object({ to: z.string() }),
  tries: { firstPauseMs: 60_000, maxPauseMs: 60_000, most: 2 },
};

onBothDatabases('the jobs command', (get) => {
  test('lists pending and failed jobs, and runs and drops them again', async () => {
    const list = (failed = false, kind?: string) => runJobs(get(), { action: 'list', failed, kind });
    expect(await list()).toEqual(['No pending jobs.']);
    await get().write((tx) =>
      enqueueJobs(
        tx,
        pingJob,
        ['waits', 'late', 'dead', 'runs'].map((key) => ({ key, payload: { to: key } })),
        1000,
      ),
    );
    const jobs = await claimJobs(get(), pingJob, 1000, 4);
    await get().write(async (tx) => {
      for (const job of jobs.filter(({ key }) => key === 'late' || key === 'dead')) {
        await failJob(
          tx,
          pingJob,
          job,
          { reason: 'No\u001b[2J\n answer\u202e', final: job.key === 'dead' },
          Date.now(),
        );
      }
      await tx.db.updateTable('job').set({ claim: '' }).where('key', '=', 'waits').execute();
    });
    const lines = await list();
    const idOf = (key: string) => Number(new RegExp(`\\[(\\d+)\\] ping ${key}`).exec(lines.join('\n'))?.[1]);
    expect(lines.map((line) => line.replace(/^\[\d+\] /, '')).toSorted()).toEqual([
      '1 job failed permanently.',
      'ping dead: failed after 1 attempt, no automatic retry: No[2J answer',
      expect.stringMatching(/^ping late: failed after 1 attempt, next retry at \d{4}-[^ ]+Z: No/),
      'ping runs: running',
      'ping waits: pending',
    ]);
    expect((await list(true)).map((line) => line.replace(/^\[\d+\] ping |:.*/g, ''))).toEqual([
      'dead',
      'late',
      '1 job failed permanently.',
    ]);
    expect(await list(false, 'other')).toEqual(['No pending jobs.']);

    await expect(runJobs(get(), { action: 'retry', ids: [idOf('dead'), idOf('waits')] })).rejects.toThrow(
      NotFoundError,
    );
    expect(await list(true)).toHaveLength(3);
    expect(await runJobs(get(), { action: 'retry', ids: [idOf('dead')] })).toEqual([
      '1 job will be retried.',
    ]);
    expect(await runJobs(get(), { action: 'retry', ids: [] })).toEqual(['1 job will be retried.']);
    expect(await runJobs(get(), { action: 'retry', ids: [] })).toEqual(['Nothing to do.']);
    expect(await list(true)).toEqual(['No failed jobs.']);
    await expect(runJobs(get(), { action: 'drop', ids: [idOf('runs'), 999_999] })).rejects.toThrow(
      'Job 999999 not found.',
    );
    expect(await runJobs(get(), { action: 'drop', ids: [idOf('runs'), idOf('waits')] })).toEqual([
      '2 jobs dropped.',
    ]);
    expect((await list()).map((line) => line.replace(/^\[\d+\] ping |:.*/g, '')).toSorted()).toEqual([
      '0 jobs failed permanently.',
      'dead',
      'late',
    ]);
  });
});

test.each<[string[], RegExp]>([
  [[], /Missing action/],
  [['shrink'], /Unknown action "shrink"/],
  [['drop'], /needs the IDs/],
  [['retry', 'x'], /takes job IDs, but got "x"/],
  [['retry', '--failed'], /--failed works only with list/],
  [['list', '7'], /no argument/],
])('jobs %j is refused with a sentence and the usage', (args, message) => {
  const { status, stderr } = spawnSync(process.execPath, [commandLine, 'jobs', ...args], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([2, expect.stringMatching(message)]);
  expect(stderr).toContain('Usage: npm run broadsheet -- jobs list');
});
