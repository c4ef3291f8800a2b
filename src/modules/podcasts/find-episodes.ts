import { sql } from 'kysely';
import type { Reader } from '../../kernel/db/open-database.ts';
import { metaById } from '../types/read-meta.ts';
import { enlistedBesideStatusSql, ofTypes } from '../posts/policy.ts';
import {
  audioFileKey,
  channelKey,
  enclosureKey,
  episodeFiles,
  ownDetailKeys,
  playerKind,
  sharedDetailKeys,
} from './episode-files.ts';
import type { EpisodeMeta } from './episode-files.ts';

/** Characters of a meta value that are read; enough for PowerPress' details with a summary of 4,000. */
const maxValue = 20_000;

/** Episode meta by post. `channel`: of a PowerPress channel. */
export async function findEpisodeMeta(
  read: Reader,
  ids: readonly number[],
  channel?: string,
): Promise<Map<number, EpisodeMeta>> {
  if (ids.length === 0) return new Map();
  const keys =
    channel === undefined
      ? [enclosureKey, audioFileKey, ...ownDetailKeys, ...sharedDetailKeys]
      : [channelKey(channel)];
  const rows = await read
    .selectFrom('post_meta')
    .select(['post_id as id', 'key', sql<string>`substr(value, 1, ${sql.lit(maxValue)})`.as('value')])
    .where('post_id', 'in', ids)
    .where('key', 'in', keys)
    .orderBy('post_meta.id')
    .execute();
  return metaById(rows);
}

/** The first audio or video file of a post, for the player on its page. */
export async function findShownEpisode(
  { database: { read }, siteUrl }: { readonly database: { readonly read: Reader }; readonly siteUrl: string },
  postId: number,
): Promise<{ url: string; kind: 'audio' | 'video' } | undefined> {
  for (const { url, type, hasNoPlayer } of episodeFiles(
    (await findEpisodeMeta(read, [postId])).get(postId),
    siteUrl,
  )) {
    const kind = playerKind(type);
    if (kind) return hasNoPlayer ? undefined : { url, kind };
  }
  return undefined;
}

/** Narrows episodes to those of a term or of a PowerPress channel; without either, all of the main channel. */
export interface EpisodeQuery {
  readonly termId?: number | undefined;
  readonly channel?: string | undefined;
  readonly limit: number;
  readonly offset?: number;
}

const isShown = ofTypes((type) => type.isPublic);

/** Listed posts of any type that name a file for podcast apps, the newest first. */
export async function findEpisodes(
  read: Reader,
  { termId, channel, limit, offset = 0 }: EpisodeQuery,
): Promise<{ id: number; type: string }[]> {
  // Literals match the partial indexes of migration 084.
  const named =
    channel === undefined
      ? sql<boolean>`key in (${sql.lit(enclosureKey)}, ${sql.lit(audioFileKey)})`
      : sql<boolean>`key like '%:enclosure' and key = ${channelKey(channel)}`;
  const ofTerm = sql<boolean>`exists (select 1 from term_relationship where term_relationship.post_id = post.id and term_id = ${termId ?? 0})`;
  const { rows } = await sql<{ id: number; type: string }>`
    select post.id, post.type from (select distinct post_id from post_meta where ${named} and value <> '') as named join post on post.id = named.post_id
    where ${enlistedBesideStatusSql} and ${isShown.sql()}${termId === undefined ? sql`` : sql` and ${ofTerm}`}
    order by published_at desc, post.id desc limit ${sql.lit(limit)} offset ${sql.lit(offset)}`.execute(read);
  return rows;
}
