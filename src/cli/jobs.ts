import { countFailedJobs, listJobs } from '../kernel/jobs/store.ts';
import type { WaitingJob } from '../kernel/jobs/store.ts';
import { retryJobs, dropJobs } from '../modules/jobs/commands.ts';
import { operator } from '../modules/users/role.ts';
import type { Database } from '../kernel/db/open-database.ts';
import { NotFoundError } from '../lib/errors.ts';
import { harmless } from '../lib/visible-name.ts';
import { positive } from '../lib/numbers.ts';
import { readWords, UsageError } from './command.ts';
import type { Command } from './command.ts';
import { answersInLines } from './with-database.ts';

const maxListed = 200;

export const jobsCommand: Command = {
  usage: [
    'Usage: npm run broadsheet -- jobs list [--failed] [--kind KIND]',
    '       npm run broadsheet -- jobs retry [ID …]',
    '       npm run broadsheet -- jobs drop ID …',
    '',
    '  list   pending background jobs (image sizes, mail …) and failed ones, with the reason',
    '  retry  retries all failed jobs, or only the given ones',
    '  drop   deletes the given jobs without running them',
    '',
    'The server runs the jobs: immediately if it is running, otherwise at its next start. Jobs that failed permanently are retained for 90 days.',
  ].join('\n'),
  run: answersInLines(readArguments, runJobs),
};

export type JobsTask =
  | { readonly action: 'list'; readonly failed: boolean; readonly kind?: string | undefined }
  | { readonly action: 'retry' | 'drop'; readonly ids: readonly number[] };

function readArguments(args: readonly string[]): JobsTask {
  const {
    values,
    positionals: [action, ...words],
  } = readWords(args, { failed: { type: 'boolean' }, kind: { type: 'string' } });
  const misplaced = Object.keys(values)[0];
  if (misplaced !== undefined && action !== 'list')
    throw new UsageError(`--${misplaced} works only with list.`);
  if (action === 'list') {
    if (words.length > 0) throw new UsageError(`jobs list takes no argument, but got "${words.join(' ')}".`);
    return { action, failed: values.failed ?? false, kind: values.kind };
  }
  if (action !== 'retry' && action !== 'drop') {
    throw new UsageError(
      action === undefined
        ? 'Missing action: list, retry or drop.'
        : `Unknown action "${action}" for jobs. Use list, retry or drop.`,
    );
  }
  if (action === 'drop' && words.length === 0)
    throw new UsageError('jobs drop needs the IDs of the jobs to delete. Use jobs list to see them.');
  return {
    action,
    ids: words.map((word) => {
      const id = positive(word);
      if (id === undefined) throw new UsageError(`jobs ${action} takes job IDs, but got "${word}".`);
      return id;
    }),
  };
}

const count = (number: number, one = 'job', many = 'jobs') => `${number} ${number === 1 ? one : many}`;

/** Returns the lines to print. Throws `NotFoundError` for unknown ids and then changes nothing. */
export async function runJobs(database: Database, task: JobsTask): Promise<string[]> {
  const { read } = database;
  if (task.action === 'list') {
    const jobs = await listJobs(read, { kind: task.kind, failed: task.failed, limit: maxListed + 1 });
    const failed = await countFailedJobs(read);
    return [
      ...jobs.slice(0, maxListed).map(describe),
      ...(jobs.length > maxListed ? ['… and more.'] : []),
      jobs.length === 0
        ? `No ${task.failed ? 'failed' : 'pending'} jobs.`
        : `${count(failed)} failed permanently.`,
    ];
  }
  const failedOnly = task.action === 'retry';
  const known = (await listJobs(read, { failed: failedOnly })).map(({ id }) => id);
  const other = task.ids.find((id) => !known.includes(id));
  if (other !== undefined) {
    throw new NotFoundError(
      `${failedOnly ? 'Failed job' : 'Job'} ${other} not found. Use "jobs list${failedOnly ? ' --failed' : ''}" to see the IDs.`,
    );
  }
  const ids = task.ids.length === 0 ? known : task.ids;
  const changed = await database.write((tx) =>
    (failedOnly ? retryJobs : dropJobs)(tx, operator(), { ids: [...ids] }),
  );
  return [
    changed === 0 ? 'Nothing to do.' : `${count(changed)} ${failedOnly ? 'will be retried' : 'dropped'}.`,
  ];
}

/** Reasons, and possibly keys, come from external programs (a mail server, a decoder), so escape sequences are removed. */
function describe({ id, kind, key, attempts, reason, dueAt, isClaimed }: WaitingJob): string {
  const name = harmless(`[${id}] ${kind} ${key}`);
  if (isClaimed) return `${name}: running`;
  if (reason === '') return `${name}: pending`;
  const next = dueAt === 0 ? 'no automatic retry' : `next retry at ${new Date(dueAt).toISOString()}`;
  return `${name}: failed after ${count(attempts, 'attempt', 'attempts')}, ${next}: ${harmless(reason.replace(/\s+/g, ' '))}`;
}
