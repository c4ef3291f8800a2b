import { z } from 'zod';
import type { Reader } from '../../db/open-database.ts';
import type { Feed } from './feed.ts';

const items = z.array(z.object({ title: z.string(), url: z.string(), author: z.string(), publishedAt: z.number(), summary: z.string() }));

/** A feed of another site by its address; undefined for one that was never asked for. */
export async function findFeed(read: Reader, url: string): Promise<Feed | undefined> {
  const row = await read.selectFrom('feed').select(['items', 'fetched_at', 'asked_at']).where('url', '=', url).executeTakeFirst();
  return row && { url, items: items.parse(JSON.parse(row.items)), fetchedAt: row.fetched_at, askedAt: row.asked_at };
}
