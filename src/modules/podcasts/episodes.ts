import { sql } from 'kysely';
import { phpText, unserializeMap } from '../../lib/php-serialize.ts';
import type { PhpMap } from '../../lib/php-serialize.ts';
import { servedTypes } from '../media/index.ts';
import type { Reader } from '../../kernel/db/open-database.ts';
import { metaById } from '../types/index.ts';
import { enlistedBesideStatusSql, enlistedSql, ofTypes } from '../posts/index.ts';

/** A media file that a post offers to feed readers and podcast apps. */
export interface EpisodeFile {
  /** Absolute, http or https. */
  readonly url: string;
  /** Bytes; 0 when unknown. */
  readonly length: number;
  readonly type: string;
  /** Seconds; 0 when unknown. */
  readonly duration: number;
  readonly isExplicit: boolean;
  /** Plain text; empty when missing. */
  readonly subtitle: string;
  readonly summary: string;
  /** '' when missing. */
  readonly image: string;
  /** 0 when missing. */
  readonly season: number;
  readonly number: number;
  readonly kind: EpisodeKind | undefined;
  readonly hasNoPlayer: boolean;
  /** Public addresses of what belongs to an episode of the ready type. */
  readonly chaptersUrl?: string | undefined;
  readonly transcripts?: readonly { readonly url: string; readonly type: string }[];
}

export const episodeKinds = ['full', 'trailer', 'bonus'] as const;
export type EpisodeKind = (typeof episodeKinds)[number];

/** WordPress' own key, which PowerPress extends: address, bytes, type and serialized details, one per line. */
export const enclosureKey = 'enclosure';
/** Seriously Simple Podcasting's key: only the URL; details are under separate keys. */
export const audioFileKey = 'audio_file';
/** Details that Seriously Simple Podcasting stores under its own names. */
export const ownDetailKeys = [
  'filesize_raw',
  'itunes_season_number',
  'itunes_episode_number',
  'itunes_episode_type',
] as const;
/** Details under names that other plugins use as well. */
export const sharedDetailKeys = ['duration', 'explicit', 'episode_type'] as const;

/** Key of a file in one of PowerPress' further channels. */
const channelKey = (channel: string): string => `_${channel}:${enclosureKey}`;
export const isChannelKey = (key: string): boolean => /^_[^:]+:enclosure$/.test(key);

/** Per post. */
const maxFiles = 20;

type EpisodeMeta = ReadonlyMap<string, readonly string[]>;

export function episodeFiles(
  meta: EpisodeMeta | undefined,
  siteUrl: string,
  channel?: string,
): EpisodeFile[] {
  if (!meta) return [];
  const key = channel === undefined ? enclosureKey : channelKey(channel);
  const files = new Map<string, EpisodeFile>();
  for (const value of meta.get(key) ?? []) {
    const file = files.size < maxFiles ? readEnclosure(value, siteUrl) : undefined;
    if (file && !files.has(file.url)) files.set(file.url, file);
  }
  const own = channel === undefined ? readAudioFile(meta, siteUrl) : undefined;
  if (own) files.set(own.url, merged(files.get(own.url), own));
  return [...files.values()];
}

export function playerKind(type: string): 'audio' | 'video' | undefined {
  return /^(audio|video)\//i.exec(type)?.[1]?.toLowerCase() as 'audio' | 'video' | undefined;
}

/** Seriously Simple Podcasting also writes the URL to `enclosure`, without the details. */
function merged(enclosure: EpisodeFile | undefined, own: EpisodeFile): EpisodeFile {
  return enclosure
    ? {
        ...own,
        length: enclosure.length || own.length,
        type: enclosure.type,
        duration: enclosure.duration || own.duration,
      }
    : own;
}

function readEnclosure(text: string, siteUrl: string): EpisodeFile | undefined {
  const [written = '', bytes = '', mimeType = '', ...rest] = text.split('\n');
  const url = webAddress(written, siteUrl);
  const type =
    /^[\w.+-]+\/[\w.+-]+(?=$|[\s;])/.exec(mimeType.trim())?.[0] ??
    (url === undefined ? undefined : typeByEnding(url));
  if (url === undefined || type === undefined) return undefined;
  const details = unserializeMap(rest.join('\n').trim());
  const detail = (...names: readonly string[]) =>
    names.map((name) => phpText(details.get(name)).trim()).find((value) => value !== '') ?? '';
  return {
    url,
    type,
    length: bytesOf(bytes),
    duration: secondsOf(detail('duration')),
    isExplicit: detail('explicit') === '1',
    subtitle: detail('subtitle').slice(0, maxSubtitle),
    summary: detail('summary').slice(0, maxSummary),
    image: webAddress(detail('itunes_image', 'image'), siteUrl) ?? '',
    season: positive(detail('season')),
    number: positive(detail('episode_no')),
    kind: kindOf(detail('episode_type')),
    hasNoPlayer: isSet(details, 'no_player'),
  };
}

function readAudioFile(meta: EpisodeMeta, siteUrl: string): EpisodeFile | undefined {
  const value = (key: string) =>
    meta
      .get(key)
      ?.find((one) => one.trim() !== '')
      ?.trim() ?? '';
  const url = webAddress(value(audioFileKey), siteUrl);
  if (url === undefined) return undefined;
  return {
    url,
    type: typeByEnding(url) ?? (value('episode_type') === 'video' ? 'video/mp4' : 'audio/mpeg'),
    length: bytesOf(value('filesize_raw')),
    duration: secondsOf(value('duration')),
    isExplicit: value('explicit') === 'on',
    subtitle: '',
    summary: '',
    image: '',
    season: positive(value('itunes_season_number')),
    number: positive(value('itunes_episode_number')),
    kind: kindOf(value('itunes_episode_type')),
    hasNoPlayer: false,
  };
}

/** Maximum characters that Apple Podcasts shows. */
const maxSubtitle = 255;
const maxSummary = 4000;

function webAddress(written: string, siteUrl: string): string | undefined {
  const text = written.trim();
  if (text === '' || !URL.canParse(text, `${siteUrl}/`)) return undefined;
  const { href, protocol } = new URL(text, `${siteUrl}/`);
  return /^https?:$/.test(protocol) && href.length <= maxAddress ? href : undefined;
}

const maxAddress = 2000;

/** Podcast types by extension that aren't allowed for upload. */
const moreTypes: Readonly<Record<string, string>> = {
  m4b: 'audio/mp4',
  aac: 'audio/aac',
  opus: 'audio/ogg',
  mpg: 'video/mpeg',
  mpeg: 'video/mpeg',
};

function typeByEnding(url: string): string | undefined {
  const ending = /\.(\w{1,5})$/.exec(new URL(url).pathname)?.[1]?.toLowerCase() ?? '';
  return servedTypes[ending] ?? (Object.hasOwn(moreTypes, ending) ? moreTypes[ending] : undefined);
}

const bytesOf = (text: string) => (/^\d{1,15}$/.test(text.trim()) ? Number(text.trim()) : 0);
const positive = (text: string) => (/^\d{1,6}$/.test(text) ? Number(text) : 0);
const kindOf = (text: string) => episodeKinds.find((kind) => kind === text.toLowerCase());
const isSet = (details: PhpMap, name: string) => /^(?!0$)./.test(phpText(details.get(name)));

/** `1:02:03`, `62:03` or `3723`, as seconds; undefined for anything else. */
export function secondsIn(text: string): number | undefined {
  if (!/^\d{1,6}(?::\d{1,2}){0,2}$/.test(text)) return undefined;
  return text.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0);
}

const secondsOf = (text: string): number => secondsIn(text) ?? 0;

/** Characters read of a meta value; enough for PowerPress' details with a summary of 4,000. */
const maxValue = 20_000;

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

/** Selects episodes of a term or of a PowerPress channel; by default all of the main channel. */
interface EpisodeQuery {
  /** A type whose posts count as episodes without such meta. */
  readonly type?: string | undefined;
  readonly termId?: number | undefined;
  readonly channel?: string | undefined;
  readonly limit: number;
  readonly offset?: number;
}

const isShown = ofTypes((type) => type.isPublic);

export async function findEpisodes(
  read: Reader,
  { type, termId, channel, limit, offset = 0 }: EpisodeQuery,
): Promise<{ id: number; type: string }[]> {
  // Literals match the partial indexes `post_meta_episode` and `post_meta_channel`.
  const named =
    channel === undefined
      ? sql<boolean>`key in (${sql.lit(enclosureKey)}, ${sql.lit(audioFileKey)})`
      : sql<boolean>`key like '%:enclosure' and key = ${channelKey(channel)}`;
  const ofTerm = sql<boolean>`exists (select 1 from term_relationship where term_relationship.post_id = post.id and term_id = ${termId ?? 0})`;
  const ofType =
    type === undefined
      ? sql``
      : sql` union select id as post_id from (select id from post where type = ${type} and ${enlistedSql}
          order by published_at desc, id desc limit ${sql.lit(limit + offset)}) as newest`;
  const { rows } = await sql<{ id: number; type: string }>`
    select post.id, post.type from (select distinct post_id from post_meta where ${named} and value <> ''${ofType}) as named join post on post.id = named.post_id
    where ${enlistedBesideStatusSql} and ${isShown.sql()}${termId === undefined ? sql`` : sql` and ${ofTerm}`}
    order by published_at desc, post.id desc limit ${sql.lit(limit)} offset ${sql.lit(offset)}`.execute(read);
  return rows;
}
