import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { openSiteDatabase } from '../../site-database.ts';
import type { Database } from '../db/open-database.ts';
import { claimJobs, finishJob, leaseMs } from './claim.ts';
import { pauseAfter, UnrecoverableError } from './model.ts';
import type { JobKind } from './model.ts';
import { jobQueue, startQueues, dailyQueue, forgetFailedQueue } from './job-queue.ts';
import type { JobContext, JobHandler, RunningQueues, Queue } from './job-queue.ts';
import {
  dropJobs,
  enqueueJobs,
  failedRetentionMs,
  removeJobs,
  retryJobs,
  countFailedJobs,
  listJobs,
} from './store.ts';

type Ping = { readonly to: string };
const pingJob: JobKind<Ping> = {
  name: 'ping',
  schema: z.object({ to: z.string() }),
  tries: { firstPauseMs: 10, maxPauseMs: 40, most: 3 },
  aheadMs: 86_400_000,
};

test('pauses double up to the longest', () => {
  expect(
    [1, 2, 3, 4, 5, 1000].map((attempts) => pauseAfter({ firstPauseMs: 10, maxPauseMs: 60 }, attempts)),
  ).toEqual([10, 20, 40, 60, 60, 60]);
});

onBothDatabases('jobs', (get, place) => {
  const queues: RunningQueues[] = [];
  const logged: (readonly [message: string, details: object])[] = [];
  const note = (details: object, message: string) => void logged.push([message, details]);
  const log = { info: note, warn: note };
  afterEach(async () => {
    await close();
    logged.length = 0;
    await get().write((tx) => tx.db.deleteFrom('job').execute());
  });

  const close = async () => void (await Promise.all(queues.splice(0).map((one) => one.close())));
  type HandlerOptions = Partial<JobHandler<Ping>> & { readonly database?: Database };
  const startQueue = (
    run: JobHandler<Ping>['run'],
    { concurrency = 1, database = get(), ...handler }: HandlerOptions = {},
  ) => {
    queues.push(
      startQueues([jobQueue({ database, log }, pingJob, { ...handler, concurrency, run })], {
        bus: database.bus,
        log,
      }),
    );
  };
  const jobsOf = (keys: readonly string[]) => keys.map((key) => ({ key, payload: { to: `host of ${key}` } }));
  const enqueue = (keys: readonly string[], at?: number) =>
    get().write((tx) => enqueueJobs(tx, pingJob, jobsOf(keys), at));
  const left = async () =>
    (await listJobs(get().read, {})).map(({ key, attempts, dueAt, reason }) => ({
      key,
      attempts,
      dueAt,
      reason,
    }));
  const redirects = async () =>
    (await get().read.selectFrom('redirect').select('source').orderBy('source').execute()).map(
      ({ source }) => source,
    );
  const redirect = (source: string) => ({ source, target: '/', status: 301 as const, created_at: 1 });

  test('run in order once their transaction has committed, and are then deleted', async () => {
    const done: string[] = [];
    startQueue(async ({ to }) => void done.push(to));
    await expect(
      get().write(async (tx) => {
        await enqueueJobs(tx, pingJob, [{ key: 'never', payload: { to: 'nobody' } }]);
        throw new Error('taken back');
      }),
    ).rejects.toThrow('taken back');
    await get().write((tx) =>
      enqueueJobs(tx, pingJob, [
        ...jobsOf(['a', 'b']),
        { key: 'c', payload: { to: 'urgent' }, priority: -1 },
      ]),
    );
    await expect.poll(() => done).toEqual(['urgent', 'host of a', 'host of b']);
    await expect.poll(left).toEqual([]);
  });

  test('a key has one job: enqueuing it again restarts the job and drops the result of a running one', async () => {
    const runs: (readonly [to: string, context: JobContext])[] = [];
    let go = () => {};
    const gate = new Promise<void>((resolve) => (go = resolve));
    const outcomes: boolean[] = [];
    startQueue(async ({ to }, context) => {
      runs.push([to, context]);
      if (runs.length === 1) await gate;
      outcomes.push(
        await context.finish(
          async (tx) =>
            void (await tx.db
              .insertInto('redirect')
              .values(redirect(`/${to}/`))
              .execute()),
        ),
      );
    });
    await enqueue(['a']);
    await expect.poll(() => runs.length).toBe(1);
    await get().write((tx) => enqueueJobs(tx, pingJob, [{ key: 'a', payload: { to: 'newer' } }]));
    expect(await listJobs(get().read, {})).toMatchObject([{ key: 'a', attempts: 0, isClaimed: false }]);
    go();
    await expect.poll(() => outcomes).toEqual([false, true]);
    expect(runs.map(([to, { attempts }]) => [to, attempts])).toEqual([
      ['host of a', 1],
      ['newer', 1],
    ]);
    expect(await redirects()).toEqual(['/newer/']);
    await get().write((tx) => tx.db.deleteFrom('redirect').execute());
  });

  test('retries a failed job after growing pauses, then keeps it with its error until a user retries or drops it', async () => {
    let isFixed = false;
    const started: number[] = [];
    startQueue(
      async () => {
        started.push(Date.now());
        if (!isFixed) throw new Error(`No answer: ${'x'.repeat(600)}`);
      },
      { failure: ({ to }) => `${to} was not reached` },
    );
    await enqueue(['a']);
    await expect.poll(() => countFailedJobs(get().read)).toBe(1);
    expect(
      started.slice(1).map((at, n) => at - (started[n] ?? 0) >= pauseAfter(pingJob.tries, n + 1)),
    ).toEqual([true, true]);
    expect(await left()).toEqual([
      { key: 'a', attempts: 3, dueAt: 0, reason: expect.stringMatching(/^No answer: x{489}$/) },
    ]);
    const again = 'A job failed and will be retried';
    expect(logged.map(([message]) => message)).toEqual([
      again,
      again,
      expect.stringMatching(/^host of a was not reached; .*jobs list/),
    ]);

    isFixed = true;
    const [{ id } = { id: 0 }] = await listJobs(get().read, { failed: true });
    expect(await get().write((tx) => retryJobs(tx, [id, id + 999]))).toBe(1);
    await expect.poll(left).toEqual([]);
    expect(await get().write((tx) => retryJobs(tx, [id]))).toBe(0);
    isFixed = false;
    await enqueue(['b']);
    await expect.poll(() => countFailedJobs(get().read)).toBe(1);
    expect(
      await get().write(async (tx) =>
        dropJobs(
          tx,
          (await listJobs(tx.db, {})).map((job) => job.id),
        ),
      ),
    ).toBe(1);
    expect(await left()).toEqual([]);
  });

  test('an impossible or unreadable job is not retried, and others go on', async () => {
    startQueue(async ({ to }) => {
      if (to === 'host of hopeless') throw new UnrecoverableError('There is no such host.');
    });
    await get().write(async (tx) => {
      await enqueueJobs(tx, pingJob, jobsOf(['odd', 'broken', 'hopeless', 'fine']));
      await tx.db.updateTable('job').set({ payload: '{"to":7}' }).where('key', '=', 'odd').execute();
      await tx.db.updateTable('job').set({ payload: '{' }).where('key', '=', 'broken').execute();
    });
    await expect
      .poll(async () =>
        (await left())
          .map(({ key, attempts, dueAt, reason }) => [key, attempts, dueAt, reason.slice(0, 31)])
          .toSorted(),
      )
      .toEqual([
        ['broken', 1, 0, 'The data of the job could not b'],
        ['hopeless', 1, 0, 'There is no such host.'],
        ['odd', 1, 0, 'The data of the job could not b'],
      ]);
  });

  test('a job that fails without a message, or with one that no database accepts, also counts as failed', async () => {
    startQueue(async ({ to }) => {
      throw new UnrecoverableError(to === 'host of silent' ? '' : 'It said \0.');
    });
    await enqueue(['silent', 'odd']);
    await expect.poll(() => countFailedJobs(get().read)).toBe(2);
    expect((await listJobs(get().read, { failed: true })).map(({ reason }) => reason).toSorted()).toEqual([
      'It said .',
      'The error has no message.',
    ]);
  });

  test('commits the result of a job together with its end, or neither', async () => {
    let faults = 1;
    startQueue(
      async ({ to }, { finish }) =>
        void (await finish(async (tx) => {
          await tx.db
            .insertInto('redirect')
            .values(redirect(`/${to}/`))
            .execute();
          if (faults-- > 0) throw new Error('the disk is full');
        })),
    );
    await enqueue(['a']);
    await expect.poll(left).toEqual([]);
    expect(await redirects()).toEqual(['/host of a/']);
    expect(logged).toMatchObject([
      ['A job failed and will be retried', { job: 'ping a', reason: 'the disk is full' }],
    ]);
    await get().write((tx) => tx.db.deleteFrom('redirect').execute());
  });

  test('runs a job at its due time, without a call', async () => {
    const done: number[] = [];
    startQueue(async () => void done.push(Date.now()));
    const at = Date.now() + 150;
    await enqueue(['a'], at);
    await expect.poll(() => done.length).toBe(1);
    expect(done[0]).toBeGreaterThanOrEqual(at);
  });

  test('a job due in a day waits a day, and one due later than any pause was delayed by a clock change and runs', async () => {
    const now = Date.now();
    await enqueue(['a'], now + 86_400_000);
    expect([
      await claimJobs(get(), pingJob, now, 5),
      await claimJobs(get(), pingJob, now + 86_399_999, 5),
    ]).toEqual([[], []]);
    expect((await claimJobs(get(), pingJob, now - 120_000, 5)).map(({ key }) => key)).toEqual(['a']);
    await expect(enqueue(['b'], now + 86_400_000 + 60_000)).rejects.toThrow(
      'The due time of a ping job is too far in the future.',
    );
  });

  test('reclaims jobs of a killed process when their lease expires, but not released ones', async () => {
    await enqueue(['lost', 'gone'], 1000);
    const jobs = await claimJobs(get(), pingJob, 1000, 5);
    expect(jobs.map(({ key }) => key)).toEqual(['lost', 'gone']);
    expect(await claimJobs(get(), pingJob, 1000 + leaseMs - 1, 5)).toEqual([]);
    await get().write((tx) => removeJobs(tx, pingJob, ['gone']));
    const again = await claimJobs(get(), pingJob, 1000 + leaseMs, 5);
    expect(again).toMatchObject([{ key: 'lost', attempts: 2 }]);
    for (const job of jobs) expect(await get().write((tx) => finishJob(tx, job))).toBe(false);
    for (const job of again) expect(await get().write((tx) => finishJob(tx, job))).toBe(true);
  });

  test('a shutdown signals running jobs and releases them without counting the attempt', async () => {
    let started = 0;
    startQueue(
      (_payload, { signal }) =>
        new Promise((_resolve, reject) => {
          started++;
          signal.addEventListener('abort', () => reject(new Error('cut off')));
        }),
      { concurrency: 2 },
    );
    await enqueue(['a', 'b', 'c']);
    await expect.poll(() => started).toBe(2);
    await close();
    expect((await left()).map(({ key, attempts, reason }) => [key, attempts, reason]).toSorted()).toEqual([
      ['a', 0, ''],
      ['b', 0, ''],
      ['c', 0, ''],
    ]);
    expect((await listJobs(get().read, {})).some(({ isClaimed }) => isClaimed)).toBe(false);
    expect(logged).toEqual([]);
  });

  test('several processes share jobs: each job runs in one, and none exceeds its limit', async () => {
    const other = await openSiteDatabase({ ...place(), maxConnections: 3 });
    await other.watch();
    const keys = Array.from({ length: 60 }, (_, n) => `job ${n}`);
    const done: string[] = [];
    const doneBy = [0, 0];
    const maxRunning = [0, 0];
    for (const [at, database] of [get(), other].entries()) {
      let running = 0;
      startQueue(
        async ({ to }) => {
          maxRunning[at] = Math.max(maxRunning[at] ?? 0, ++running);
          for (let turn = 0; turn < 20; turn++) await setImmediate();
          running--;
          done.push(to);
          doneBy[at] = (doneBy[at] ?? 0) + 1;
        },
        { concurrency: 3, database },
      );
    }
    await enqueue(keys);
    await expect.poll(left).toEqual([]);
    expect(done.toSorted()).toEqual(keys.map((key) => `host of ${key}`).toSorted());
    expect(maxRunning.every((one) => one <= 3)).toBe(true);
    await close();
    await other.close();
  });

  test('a process that read its clock before another claimed a job leaves the job to it', async () => {
    await enqueue(['a']);
    const now = Date.now() + 1000;
    expect((await claimJobs(get(), pingJob, now, 5)).map(({ key }) => key)).toEqual(['a']);
    for (const before of [0, 2, 500, 30_000])
      expect(await claimJobs(get(), pingJob, now - before, 5)).toEqual([]);
  });

  test('a queue that could not be read is read again at the next call', async () => {
    let readCount = 0;
    let done = 0;
    const queue: Queue = {
      name: 'moody',
      concurrency: 1,
      nextDueAt: async () => undefined,
      take: async () => {
        if (++readCount === 1) throw new Error('away');
        return readCount === 2 ? [async () => void done++] : [];
      },
    };
    queues.push(startQueues([queue], { bus: get().bus, log }));
    await expect.poll(() => logged.length).toBe(1);
    get().bus.publish([{ tag: 'jobs:moody', urgency: 'change' }]);
    await expect.poll(() => done).toBe(1);
    expect(logged).toEqual([
      ['A job queue could not be read; will retry', { queue: 'moody', reason: 'away' }],
    ]);
  });

  test('a daily task that fails runs again soon, and one that succeeds a day later', async () => {
    const start = Date.UTC(2026, 5, 1);
    let fault: Error | undefined = new Error('disk full');
    const queue = dailyQueue('sweeping', async () => {
      if (fault) throw fault;
    });
    const run = async (at: number) => {
      const tasks = await queue.take(at, 1);
      for (const task of tasks) await task(new AbortController().signal);
      return tasks.length;
    };
    await expect(run(start)).rejects.toThrow('disk full');
    const again = await queue.nextDueAt(start);
    expect([await run(start + 1), again]).toEqual([0, start + 600_000]);
    fault = undefined;
    expect([await run(again ?? 0), await run(start + 1_200_000)]).toEqual([1, 0]);
    expect(await queue.nextDueAt(start)).toBe((again ?? 0) + 24 * 3_600_000);
  });

  test('deletes permanently failed jobs after a while, and no others', async () => {
    const now = Date.now();
    await get().write(async (tx) => {
      await enqueueJobs(tx, pingJob, jobsOf(['old', 'new', 'waiting']), now + 1e7);
      for (const [key, failedAt] of [
        ['old', now - failedRetentionMs - 1],
        ['new', now - failedRetentionMs + 60_000],
      ] as const) {
        await tx.db
          .updateTable('job')
          .set({ due_at: 0, reason: 'No answer', failed_at: failedAt })
          .where('key', '=', key)
          .execute();
      }
    });
    queues.push(startQueues([forgetFailedQueue({ database: get() })], { bus: get().bus, log }));
    await expect.poll(async () => (await left()).map(({ key }) => key)).toEqual(['new', 'waiting']);
  });
});
