import { z } from 'zod';
import { offParam, optionalWhole, textParam, wholeParam } from '../../../kernel/http/rest/params.ts';
import { valueOf } from '../../../kernel/http/rest/rest-reply.ts';
import type { RestRequest } from '../../../kernel/http/rest/rest-request.ts';
import { capturedId, itemRoute, method, restRoute } from '../../../kernel/http/rest/rest-route.ts';
import { countJobsByKind, listJobs } from '../../../kernel/jobs/store.ts';
import type { WaitingJob } from '../../../kernel/jobs/store.ts';
import { demand } from '../../../kernel/permission.ts';
import { NotFoundError } from '../../../lib/errors.ts';
import { manageSettings as may } from '../../settings/index.ts';
import { dropJobs, retryFailedJobs, retryJobs } from '../commands.ts';

const base = '/broadsheet/v1/jobs';
const iso = (at: number | undefined) => (at === undefined || at <= 0 ? null : new Date(at).toISOString());

const job = z.object({
  id: z.int(),
  kind: z.string(),
  /** Names what the job is about: usually the id of an item. */
  key: z.string(),
  /** `retrying`: the last attempt failed, and another one follows. */
  state: z.enum(['waiting', 'running', 'retrying', 'failed']),
  attempts: z.int(),
  /** Error of the last attempt; empty: none. */
  message: z.string(),
  created: z.string().nullable(),
  /** Time of the next attempt; null: none, or the job is running. */
  next: z.string().nullable(),
  /** Time of the permanent failure. */
  failed: z.string().nullable(),
});
const overview = z.object({
  kinds: z.array(
    z.object({
      kind: z.string(),
      waiting: z.int(),
      running: z.int(),
      retrying: z.int(),
      failed: z.int(),
      next: z.string().nullable(),
    }),
  ),
  jobs: z.array(job),
});

function stateOf({ isClaimed, reason, failedAt }: WaitingJob): z.output<typeof job>['state'] {
  if (isClaimed) return 'running';
  if (reason === '') return 'waiting';
  return failedAt > 0 ? 'failed' : 'retrying';
}

function present(one: WaitingJob): z.output<typeof job> {
  const { id, kind, key, attempts, reason, dueAt, isClaimed, failedAt, createdAt } = one;
  return {
    id,
    kind,
    key,
    state: stateOf(one),
    attempts,
    message: reason,
    created: iso(createdAt),
    next: isClaimed ? null : iso(dueAt),
    failed: iso(failedAt),
  };
}

/** 0: the job waits or runs already. */
const retried = z.object({ retried: z.int() });

/** `/broadsheet/v1/jobs`: background jobs, and their counts by kind. */
const broadsheetJobs = restRoute({
  path: base,
  methods: {
    GET: method({
      params: z.object({
        id: optionalWhole({ min: 1 }).describe('Only the job with this id; none if it is done.'),
        failed: offParam().describe('Whether to list only jobs whose last attempt failed.'),
        kind: textParam().describe('Only jobs of this kind, such as mail or media-sizes.'),
        per_page: wholeParam(50, { min: 1, max: 100 }).describe('Maximum number of items in the response.'),
      }),
      reply: valueOf(overview),
      may,
      run: async ({ site }, { id, failed, kind = '', per_page: limit }) => {
        const { read } = site.content.database;
        const [kinds, jobs] = await Promise.all([
          countJobsByKind(read),
          listJobs(read, { id, failed, kind: kind === '' ? undefined : kind, limit }),
        ]);
        return {
          kind: 'plain',
          body: {
            kinds: kinds.map(({ nextAt, ...one }) => ({ ...one, next: iso(nextAt) })),
            jobs: jobs.map(present),
          },
        };
      },
    }),
  },
});

/** `/broadsheet/v1/jobs/retry`: retries all failed jobs, or those of a kind. */
const broadsheetJobsRetry = restRoute({
  path: `${base}/retry`,
  methods: {
    POST: method({
      params: z.object({ kind: textParam().describe('Only jobs of this kind.') }),
      reply: valueOf(retried),
      may,
      run: async ({ actor, site }, { kind = '' }) => ({
        kind: 'plain',
        body: {
          retried: await site.content.database.write((tx) =>
            retryFailedJobs(tx, actor, { kind: kind === '' ? undefined : kind }),
          ),
        },
      }),
    }),
  },
});

const notFound = () => new NotFoundError('This job is done, is running, or was deleted.', 'job_not_found');

const ofJob = (isFound: (found: WaitingJob) => boolean) => ({
  inPath: { id: 'Id of the job.' },
  find: async ({ actor, site }: RestRequest, captured: Readonly<Record<string, string>>) => {
    demand(may, actor, undefined); // others don't learn which jobs exist
    const id = capturedId(captured);
    const [found] = await listJobs(site.content.database.read, { id });
    if (!found || !isFound(found)) throw notFound();
    return id;
  },
});

/** `/broadsheet/v1/jobs/{id}`: DELETE forgets a failed job. */
const broadsheetJob = itemRoute({
  path: `${base}/(?P<id>[\\d]+)`,
  ...ofJob(({ reason, isClaimed }) => reason !== '' && !isClaimed),
  methods: {
    DELETE: method({
      params: z.object({}),
      reply: valueOf(z.object({ deleted: z.literal(true) })),
      may,
      run: async ({ actor, site }, _params, id: number) => {
        await site.content.database.write((tx) => dropJobs(tx, actor, { ids: [id] }));
        return { kind: 'plain', body: { deleted: true as const } };
      },
    }),
  },
});

/** `/broadsheet/v1/jobs/{id}/retry`: retries a failed job now. */
const broadsheetJobRetry = itemRoute({
  path: `${base}/(?P<id>[\\d]+)/retry`,
  ...ofJob(() => true),
  methods: {
    POST: method({
      params: z.object({}),
      reply: valueOf(retried),
      may,
      run: async ({ actor, site }, _params, id: number) => {
        const count = await site.content.database.write((tx) => retryJobs(tx, actor, { ids: [id] }));
        return { kind: 'plain', body: { retried: count } };
      },
    }),
  },
});

/** In the order of the index. */
export const jobRoutes = [broadsheetJobs, broadsheetJobsRetry, broadsheetJob, broadsheetJobRetry] as const;
