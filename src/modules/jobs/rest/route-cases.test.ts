import type { RouteCases } from '../../../../test/harness/route-cases.ts';
import type { Writer } from '../../../../test/harness/writer.ts';
import type { Tx } from '../../../kernel/db/open-database.ts';

let made = 0;
/** A failed job of a kind that no queue runs. */
const failedJob = async (tx: Tx) => {
  const { id } = await tx.db
    .insertInto('job')
    .values({
      kind: 'case',
      key: `case ${++made}`,
      payload: '{}',
      priority: 0,
      due_at: 0,
      created_at: 1,
      failed_at: 1,
      reason: 'It failed.',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id };
};
const retriesAll: Writer = {
  does: 'all failed jobs of a kind are retried',
  send: 'POST /broadsheet/v1/jobs/retry',
  silent: true,
  run: async ({ database, send }) => {
    await database.write(failedJob);
    return send('POST', '/broadsheet/v1/jobs/retry', JSON.stringify({ kind: 'case' }));
  },
};
const sends = (does: string, method: 'POST' | 'DELETE', end: string): Writer => ({
  does,
  send: `${method} /broadsheet/v1/jobs/{item}${end}`,
  silent: true,
  run: async ({ database, send }) => {
    const { id } = await database.write(failedJob);
    return send(method, `/broadsheet/v1/jobs/${id}${end}`, undefined);
  },
});
const who = '-  +-----  rest_forbidden';
const item = 'job  +-----  rest_forbidden';

export const cases: RouteCases = {
  'GET /broadsheet/v1/jobs': who,
  'POST /broadsheet/v1/jobs/retry': { who, body: () => ({ kind: 'nothing' }), writes: [retriesAll] },
  'DELETE /broadsheet/v1/jobs/{id}': {
    who: item,
    subject: failedJob,
    writes: [sends('a failed job is forgotten', 'DELETE', '')],
  },
  'POST /broadsheet/v1/jobs/{id}/retry': {
    who: item,
    subject: failedJob,
    body: () => ({}),
    writes: [sends('a failed job is retried', 'POST', '/retry')],
  },
};
