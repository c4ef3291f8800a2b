import { fetchOutside } from '../../lib/fetch-outside.ts';
import type { FetchOutside } from '../../lib/fetch-outside.ts';
import { InvalidInputError, UnavailableError } from '../../lib/errors.ts';
import { UnrecoverableError } from '../jobs/job.ts';
import { jobQueue } from '../jobs/job-queue.ts';
import type { JobQueueSite } from '../jobs/job-queue.ts';
import type { Queue } from '../jobs/keep-jobs.ts';
import { parseFeed } from './parse-feed.ts';
import { feedJob, saveFeed } from './writer.ts';

/** Bytes of a feed: those of newspapers have some hundred thousand. */
const maxBytes = 2 * 1024 * 1024;
const timeoutMs = 10_000;

export interface FeedQueueSite extends JobQueueSite {
  /** For tests. */
  readonly fetch?: FetchOutside | undefined;
}

/** Fetches feeds of other sites, one after the other. One that can't be read leaves the copy that there is. */
export function feedQueue(site: FeedQueueSite): Queue {
  const { fetch: ask = fetchOutside, now = Date.now } = site;
  return jobQueue(site, feedJob, {
    concurrency: 1,
    failure: ({ url }) => `The feed ${url} can't be read; pages show what it held before`,
    run: async ({ url }, { signal, finish }) => {
      const headers = { accept: 'application/rss+xml, application/atom+xml, application/rdf+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.1' };
      const reply = await ask(url, { signal, maxBytes, timeoutMs, headers }).catch((error: unknown) => {
        // An address that is never called will not be one later.
        throw error instanceof InvalidInputError ? new UnrecoverableError(error.message) : error;
      });
      if (reply.status !== 200) throw new UnavailableError(`It answers with status ${reply.status}.`);
      const items = await parseFeed(reply.body, reply.headers['content-type'] ?? '', reply.url);
      await finish((tx) => saveFeed(tx, url, items, now()));
    },
  });
}
