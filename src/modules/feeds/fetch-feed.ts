import { fetchOutside } from '../../lib/fetch-outside.ts';
import type { FetchOutside } from '../../lib/fetch-outside.ts';
import { InvalidInputError, UnavailableError } from '../../lib/errors.ts';
import { jobQueue } from '../jobs/job-queue.ts';
import type { JobQueueSite } from '../jobs/job-queue.ts';
import type { Queue } from '../jobs/keep-jobs.ts';
import type { FeedItem } from './feed.ts';
import { NoFeedError, parseFeed } from './parse-feed.ts';
import { feedJob, saveFeed, saveFeedFault } from './writer.ts';

/** Bytes of a feed: those of newspapers have some hundred thousand. */
const maxBytes = 2 * 1024 * 1024;
const timeoutMs = 10_000;

export interface FeedQueueSite extends JobQueueSite {
  /** For tests. */
  readonly fetch?: FetchOutside | undefined;
}

/**
 * Fetches feeds of other sites, one after the other. A feed that is refused, answers with an error or can't be parsed gets a fault and keeps its items; the job
 * is done. So does one that can't be reached, after the last attempt.
 */
export function feedQueue(site: FeedQueueSite): Queue {
  const { database, log, fetch: ask = fetchOutside, now = Date.now } = site;
  return jobQueue(site, feedJob, {
    concurrency: 1,
    run: async ({ url }, { signal, finish, attempts }) => {
      let read: FetchedFeed;
      try {
        read = await fetchFeed(ask, url, signal);
      } catch (error) {
        if (signal.aborted || !(error instanceof UnavailableError)) throw error;
        if (attempts < feedJob.tries.most) {
          await database.write((tx) => saveFeedFault(tx, url, error.message));
          throw error;
        }
        read = { fault: error.message };
      }
      if ('fault' in read)
        log.warn({ url, reason: read.fault }, 'A feed can’t be read; pages show its last copy');
      await finish((tx) =>
        'fault' in read ? saveFeedFault(tx, url, read.fault, now()) : saveFeed(tx, url, read.items, now()),
      );
    },
  });
}

type FetchedFeed = { readonly items: readonly FeedItem[] } | { readonly fault: string };

const headers = {
  accept:
    'application/rss+xml, application/atom+xml, application/rdf+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.1',
};

/** Throws `UnavailableError` where the server can't be reached. */
async function fetchFeed(ask: FetchOutside, url: string, signal: AbortSignal): Promise<FetchedFeed> {
  try {
    const reply = await ask(url, { signal, maxBytes, timeoutMs, headers });
    if (reply.status !== 200) return { fault: `The feed answers with status ${reply.status}.` };
    return { items: await parseFeed(reply.body, reply.headers['content-type'] ?? '', reply.url) };
  } catch (error) {
    if (error instanceof InvalidInputError || error instanceof NoFeedError) return { fault: error.message };
    throw error;
  }
}
