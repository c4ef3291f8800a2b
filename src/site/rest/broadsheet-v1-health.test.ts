import { beforeAll, beforeEach, expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makeUser } from '../../../test/harness/factories.ts';
import { useRestApp } from '../../../test/harness/rest-app.ts';
import { startQueues } from '../../kernel/jobs/job-queue.ts';
import { listJobs } from '../../kernel/jobs/store.ts';
import { createRunLog, listTaskRuns } from '../../kernel/jobs/task-runs.ts';
import { TooManyRequestsError } from '../../lib/errors.ts';
import { SlowPages } from '../health/slow-pages.ts';

onBothDatabases('the health of a site over REST', (get) => {
  const slowPages = new SlowPages();
  slowPages.note('/slow-story/', 1234.5);
  const counted: unknown[] = [];
  const rest = useRestApp(get, undefined, {
    health: {
      slowPages,
      environment: { set: { PORT: '3000', SMTP_URL: 'set' }, mistyped: { SITE_ULR: 'SITE_URL' } },
      trustsProxy: false,
      pageCacheBytes: 1,
    },
    mails: {
      sendsMail: true,
      count: (request) => {
        counted.push(request);
        if (counted.length > 2) throw new TooManyRequestsError('Too many.', 60);
      },
    },
  });
  const base = '/broadsheet/v1';
  const who = { chief: 0, editor: 0 };

  beforeAll(() =>
    get().write(async (tx) => {
      who.chief = await makeUser(tx, {
        login: 'chief',
        email: 'chief@paper.example',
        roles: ['administrator'],
      });
      who.editor = await makeUser(tx, { login: 'editor', roles: ['editor'] });
    }),
  );
  beforeEach(() => get().write(async (tx) => void (await tx.db.deleteFrom('job').execute())));

  const addJob = (key: string, { reason = '', failedAt = 0 } = {}) =>
    get().write(async (tx) => {
      const row = {
        kind: 'mail',
        key,
        payload: '{"to":"secret@mail.example"}',
        priority: 0,
        due_at: 0,
        created_at: 1,
      };
      const { id } = await tx.db
        .insertInto('job')
        .values({ ...row, reason, failed_at: failedAt, attempts: 3 })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    });

  test('[IMP-33] findings come from the database, the disk and the process; nothing secret is in the reply', async () => {
    await addJob('a', { reason: 'connect ECONNREFUSED 127.0.0.1:25', failedAt: 5 });
    const { status, json, text } = await rest.getAs(who.chief, `${base}/health`);
    expect(status).toBe(200);
    const byId = new Map(
      (json['findings'] as unknown as { id: string; status: string; values: object }[]).map((one) => [
        one.id,
        one,
      ]),
    );
    expect(byId.get('database')).toMatchObject({ status: 'good', values: { name: get().dialect.name } });
    expect(byId.get('jobs-failed')).toMatchObject({ status: 'recommended', values: { count: 1 } });
    expect(byId.get('mail-failing')?.values).toEqual({
      count: 1,
      message: 'connect ECONNREFUSED 127.0.0.1:25',
    });
    expect(byId.get('variables')?.values).toEqual({ names: 'SITE_ULR', meant: 'SITE_URL' });
    expect(json['slow_pages']).toMatchObject({
      pages: [{ pattern: '/*/', path: '/slow-story/', ms: 1235, count: 1 }],
    });
    expect(text).not.toMatch(/secret@mail|chief@paper|password|smtp:\/\//i);
    expect(text).not.toContain(rest.dataDir);
    for (const [id, expected] of [
      [who.editor, 403],
      [undefined, 401],
    ] as const)
      expect(
        (await (id === undefined ? rest.get(`${base}/health`) : rest.getAs(id, `${base}/health`))).status,
      ).toBe(expected);
  });

  test('[IMP-33] a test mail goes to the caller, is logged, and is throttled', async () => {
    const sendTest = () =>
      rest.sendAs(who.chief, 'POST', `${base}/health/mail-test`, { to: 'other@mail.example' });
    const sent = await sendTest();
    expect([sent.status, sent.json]).toEqual([202, { job: expect.any(Number), to: 'chief@paper.example' }]);
    const [job] = await get().read.selectFrom('job').select(['id', 'payload']).execute();
    expect([job?.id, JSON.parse(job?.payload ?? '{}')]).toEqual([
      sent.json['job'],
      expect.objectContaining({ to: 'chief@paper.example', account: 'chief' }),
    ]);
    expect(counted[0]).toEqual({ account: who.chief, recipient: 'chief@paper.example' });
    expect((await rest.getAs(who.chief, `${base}/activity?kind=site`)).list[0]).toMatchObject({
      summary: 'test mail',
    });
    expect((await sendTest()).status).toBe(202);
    expect((await sendTest()).status).toBe(429);
    expect((await rest.sendAs(who.editor, 'POST', `${base}/health/mail-test`, {})).status).toBe(403);
  });

  test('[IMP-33] failed jobs are listed, retried and forgotten, one or all; others are left alone', async () => {
    const failed = await addJob('a', { reason: 'x', failedAt: 5 });
    const again = await addJob('b', { reason: 'y' });
    const waiting = await addJob('c');
    const list = await rest.getAs(who.chief, `${base}/jobs?failed=true`);
    expect(list.json['kinds']).toEqual([
      { kind: 'mail', waiting: 1, running: 0, retrying: 1, failed: 1, next: null },
    ]);
    expect(
      (list.json['jobs'] as unknown as { id: number; state: string }[]).map(({ id, state }) => [id, state]),
    ).toEqual([
      [failed, 'failed'],
      [again, 'retrying'],
    ]);
    expect(list.text).not.toContain('secret@mail');
    const send = async (method: string, path: string, id = who.chief) =>
      (await rest.sendAs(id, method, `${base}/jobs/${path}`, {})).status;
    expect(await send('DELETE', String(waiting))).toBe(404);
    const unchanged = await rest.sendAs(who.chief, 'POST', `${base}/jobs/${waiting}/retry`, {});
    expect([unchanged.status, unchanged.json]).toEqual([200, { retried: 0 }]);
    for (const id of ['0', '999999', '99999999999999999999', '-1', '1e3', 'x', '%00'])
      expect([id, await send('DELETE', id)]).toEqual([id, 404]);
    expect(await send('POST', `${failed}/retry`, who.editor)).toBe(403);
    expect(await send('POST', `${failed}/retry`)).toBe(200);
    expect(await send('DELETE', String(again))).toBe(200);
    await addJob('d', { reason: 'z', failedAt: 5 });
    await addJob('e', { reason: 'z', failedAt: 5 });
    const none = await rest.sendAs(who.chief, 'POST', `${base}/jobs/retry`, { kind: `mail' or 1=1` });
    expect(none.json).toEqual({ retried: 0 });
    expect((await rest.sendAs(who.chief, 'POST', `${base}/jobs/retry`, { kind: 'mail' })).json).toEqual({
      retried: 2,
    });
    expect((await listJobs(get().read, { failed: true })).length).toBe(0);
    for (const query of ['failed=perhaps', 'per_page=0', 'per_page=101', 'kind[]=a&kind[]=b'])
      expect([query, (await rest.getAs(who.chief, `${base}/jobs?${query}`)).status]).toEqual([query, 400]);
  });

  test('[IMP-33] the last run of a queue is stored, and the error of one that fails', async () => {
    let left = 1;
    const queue = (name: string, work: () => Promise<void>) => ({
      name,
      concurrency: 1,
      take: async () => (left-- > 0 ? [work] : []),
      nextDueAt: async () => undefined,
    });
    const runs = async () =>
      (await listTaskRuns(get().read)).map(({ name, failedAt, reason }) => [name, failedAt > 0, reason]);
    const run = async (name: string, work: () => Promise<void>, expected: unknown) => {
      left = 1;
      const log = { info: () => {}, warn: () => {} };
      const running = startQueues([queue(name, work)], { bus: get().bus, log, noteRun: createRunLog(get()) });
      await expect.poll(runs).toContainEqual(expected);
      await running.close();
    };
    await run('daily', async () => {}, ['daily', false, '']);
    await run('broken', async () => Promise.reject(new Error('no room')), ['broken', true, 'no room']);
    const { json } = await rest.getAs(who.chief, `${base}/health`);
    expect(json['tasks']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'broken', message: 'no room', is_late: false }),
      ]),
    );
    await run('broken', async () => {}, ['broken', false, '']);
  });
});
