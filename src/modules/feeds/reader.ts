import { z } from 'zod';
import type { Reader } from '../../kernel/db/open-database.ts';
import type { Feed } from './feed.ts';

const items = z.array(
  z.object({
    title: z.string(),
    url: z.string(),
    author: z.string(),
    publishedAt: z.number(),
    summary: z.string(),
  }),
);

/** A feed of another site by its address; undefined for one that was never asked for. */
export async function findFeed(read: Reader, url: string): Promise<Feed | undefined> {
  return (await findFeeds(read, [url])).get(url);
}

/** Feeds of other sites by their addresses; without those that were never asked for. */
export async function findFeeds(read: Reader, urls: readonly string[]): Promise<Map<string, Feed>> {
  if (urls.length === 0) return new Map();
  const rows = await read
    .selectFrom('feed')
    .select(['url', 'items', 'fetched_at', 'asked_at', 'fault'])
    .where('url', 'in', urls)
    .execute();
  return new Map(
    rows.map((row) => [
      row.url,
      {
        url: row.url,
        items: items.parse(JSON.parse(row.items)),
        fetchedAt: row.fetched_at,
        askedAt: row.asked_at,
        fault: row.fault,
      },
    ]),
  );
}
