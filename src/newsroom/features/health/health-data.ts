import { queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type { Jobs, MailTest, RetriedJobs, RetryJobsSent, SiteHealth } from '../../app/rest-types.ts';
import { rest } from '../../app/rest.ts';
import { toast } from '../../app/toasts.tsx';
import { say, sayCount } from '../../words.ts';

export type Finding = SiteHealth['findings'][number];
export type Job = Jobs['jobs'][number];

const queryKey = ['health'];
const jobsKey = ['jobs'];
/** Milliseconds between checks of a test mail. */
const mailMs = 1000;

/** Not read again on each focus of the window: it counts the files of the media folder. */
export const siteHealth = queryOptions<SiteHealth>({
  queryKey,
  staleTime: 60_000,
  queryFn: async ({ signal }) => (await rest<SiteHealth>('/broadsheet/v1/health', { signal })).body,
});

export const failedJobs = queryOptions<Jobs>({
  queryKey: [...jobsKey, 'failed'],
  queryFn: async ({ signal }) =>
    (await rest<Jobs>('/broadsheet/v1/jobs?failed=true&per_page=100', { signal })).body,
});

/** The job of a test mail; null: the mail server has accepted it. */
export const testMailJob = (id: number) =>
  queryOptions<Job | null>({
    queryKey: [...jobsKey, 'mail', id],
    refetchInterval: ({ state: { data } }) =>
      data === null || (data?.message ?? '') !== '' ? false : mailMs,
    queryFn: async ({ signal }) => {
      const { body } = await rest<Jobs>(`/broadsheet/v1/jobs?id=${id}`, { signal });
      return body.jobs[0] ?? null;
    },
  });

export function healthWork(queries: QueryClient) {
  const refresh = async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey }),
      queries.invalidateQueries({ queryKey: jobsKey }),
    ]);
  };
  return {
    refresh,
    sendMail: async (): Promise<MailTest> =>
      (await rest<MailTest>('/broadsheet/v1/health/mail-test', { method: 'POST' })).body,
    retry: async ({ id }: Job): Promise<void> => {
      await rest(`/broadsheet/v1/jobs/${id}/retry`, { method: 'POST' }).finally(refresh);
      toast(say('The job is retried now.'));
    },
    forget: async ({ id }: Job): Promise<void> => {
      await rest(`/broadsheet/v1/jobs/${id}`, { method: 'DELETE' }).finally(refresh);
      toast(say('The job was deleted.'));
    },
    retryAll: async (): Promise<void> => {
      const { body } = await rest<RetriedJobs, RetryJobsSent>('/broadsheet/v1/jobs/retry', {
        method: 'POST',
        body: {},
      }).finally(refresh);
      toast(sayCount('%d job is retried now.|%d jobs are retried now.', body.retried));
    },
  };
}
