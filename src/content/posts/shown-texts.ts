import type { Database, Reader } from '../../db/open-database.ts';
import { mayHoldDataBlocks } from '../../lib/builder-data/data-blocks.ts';
import type { DataSources, KnownItem } from '../../lib/builder-data/parts.ts';
import { noSources } from '../../lib/builder-data/parts.ts';
import { dataTask, textOfData } from '../../lib/builder-data/text-task.ts';
import { textWrittenKey } from '../../lib/builder-data/meta-keys.ts';
import { neededSources } from '../../lib/builder-data/text-with-data.ts';
import type { TextAndMeta } from '../../lib/builder-data/text-with-data.ts';
import { batch } from '../../lib/batch.ts';
import { LruCache } from '../../lib/lru-cache.ts';
import { portions } from '../../lib/portions.ts';
import { TooMuchWorkError } from '../../lib/worker-pool.ts';
import { sourceKey } from '../imports/ledger.ts';
import { mediaUrl } from '../media/picture.ts';
import { boundMetaKeys } from '../patterns/bindings.ts';
import type { SettingsCache } from '../settings/cache.ts';
import { formerAddresses } from '../settings/former-addresses.ts';
import { fileType } from '../types/names.ts';
import { findDataMeta, placedKeys } from './data-meta.ts';
import type { DataMeta } from './data-meta.ts';
import type { Post } from './post.ts';
import { mayBeOpened } from './policy.ts';
import { longText, textWorkers } from './text-workers.ts';

/** Posts with their texts as readers see them. */
export interface ShownTexts {
  /** The post with what page builders and fields show in its `content`; the same post where they show nothing. Asking again changes nothing. */
  of(post: Post): Promise<Post>;
}

interface Source {
  readonly database: Database;
  readonly siteUrl: string;
  readonly settings: SettingsCache;
}

/** Type of the posts in which ACF keeps fields, where an export includes them. */
const fieldPostType = 'acf-field';

/** Opens the reader; it keeps the texts of some posts until a post or file changes. */
export function createShownTexts({ database, siteUrl, settings }: Source): ShownTexts {
  const textByRevision = new LruCache<string, string>(100);
  let changes = 0;
  database.bus.listen((emissions) => {
    if (!emissions.some(({ tag }) => tag === '*' || tag.startsWith('media:') || tag.startsWith('post:')))
      return;
    changes++;
    textByRevision.clear();
  });
  const metaOf = batch((ids: readonly number[]) => findDataMeta(database.read, ids));
  return {
    of: async (post) => {
      if (!post.hasData && !mayHoldDataBlocks(post.content)) return post;
      const { hasData, ...plain } = post;
      const key = `${post.id} ${post.revision}`;
      const known = post.isUnsaved ? undefined : textByRevision.get(key);
      if (known !== undefined) return { ...plain, content: known };
      const began = changes;
      const meta = hasData ? ((await metaOf([post.id])).get(post.id) ?? []) : [];
      const text = textOf(post, meta);
      const sources = await findSources(text, post, { database, siteUrl, settings });
      const content = await withData(text, sources);
      if (began === changes && !post.isUnsaved && content.length < longText) textByRevision.set(key, content);
      return { ...plain, content };
    },
  };
}

/** Input of `textWithData` for a post. */
export function textOf(
  {
    title,
    excerpt,
    content,
    details,
    isUnsaved,
  }: Pick<Post, 'title' | 'excerpt' | 'content' | 'isUnsaved'> & Partial<Pick<Post, 'details'>>,
  meta: DataMeta,
): TextAndMeta {
  return {
    content,
    meta: isUnsaved ? [...meta, [textWrittenKey, '1']] : meta,
    shown: [title, excerpt, details?.subtitle ?? ''],
    placed: [...placedKeys, ...boundMetaKeys(content)],
  };
}

/** In a worker where it is long. Data that take too much time or memory show nothing. */
async function withData(text: TextAndMeta, sources: DataSources): Promise<string> {
  const size = text.content.length + text.meta.reduce((sum, [, value]) => sum + value.length, 0);
  if (size < longText) return textOfData({ text, sources });
  try {
    return await textWorkers.run(dataTask, { text, sources });
  } catch (error) {
    if (!(error instanceof TooMuchWorkError)) throw error;
    return text.content;
  }
}

/** Looks up what the data name: files and posts by their ids at the old site, and the types of fields. */
async function findSources(
  text: TextAndMeta,
  post: Pick<Post, 'id' | 'guid'>,
  { database, siteUrl, settings }: Source,
): Promise<DataSources> {
  const { ids, keys } = neededSources(text);
  if (ids.size === 0 && keys.size === 0) return noSources;
  const { read } = database;
  const known =
    ids.size === 0
      ? new Map<string, number>()
      : await findOwnIds(read, [...ids], post, formerAddresses(await settings.current()).map(sourceKey));
  const [items, fieldTypes] = [await findItems(read, siteUrl, known), await findFieldTypes(read, [...keys])];
  return { items, fieldTypes };
}

/** Ids here by the ids of the site that a post came from. Ids of a post that came from none are ours. */
async function findOwnIds(
  read: Reader,
  ids: readonly string[],
  { id, guid }: Pick<Post, 'id' | 'guid'>,
  sites: readonly string[],
): Promise<Map<string, number>> {
  if (guid === '' || sites.length === 0) return new Map(ids.map((one) => [one, Number(one)]));
  const ownNames = [String(id), /[?&](?:p|page_id)=(\d{1,13})\b/.exec(guid)?.[1] ?? ''];
  const rows: { source: string; external_id: string; local_id: number }[] = [];
  for (const some of portions([...new Set([...ids, ...ownNames])])) {
    rows.push(
      ...(await read
        .selectFrom('import_item')
        .select(['source', 'external_id', 'local_id'])
        .where('source', 'in', sites)
        .where('kind', '=', 'post')
        .where('external_id', 'in', some)
        .execute()),
    );
  }
  const address = sourceKey(guid);
  const source =
    rows.find((row) => row.local_id === id && ownNames.includes(row.external_id))?.source ??
    (sites.length === 1 ? sites[0] : sites.find((site) => address.startsWith(site)));
  return new Map(
    rows
      .filter((row) => row.source === source && row.local_id > 0)
      .map((row) => [row.external_id, row.local_id]),
  );
}

async function findItems(
  read: Reader,
  siteUrl: string,
  known: ReadonlyMap<string, number>,
): Promise<Map<string, KnownItem>> {
  const byId = new Map<number, KnownItem>();
  for (const some of portions([...new Set(known.values())])) {
    const rows = await read
      .selectFrom('post')
      .leftJoin('media', 'media.post_id', 'post.id')
      .select(['post.id', 'post.type', 'post.status', 'post.title', 'post.excerpt', 'post.mime_type'])
      .select(['media.file', 'media.source_url', 'media.edition', 'media.alt'])
      .where('post.id', 'in', some)
      .execute();
    for (const row of rows) {
      if (row.type !== fileType) byId.set(row.id, { id: row.id });
      else if (mayBeOpened(row)) {
        const url = mediaUrl(siteUrl, {
          file: row.file ?? '',
          sourceUrl: row.source_url ?? '',
          edition: row.edition ?? 0,
        });
        byId.set(row.id, {
          id: row.id,
          file: { url, mimeType: row.mime_type, alt: row.alt ?? '', caption: row.excerpt, title: row.title },
        });
      }
    }
  }
  return new Map(
    [...known].flatMap(([external, id]) => {
      const item = byId.get(id);
      return item ? [[external, item] as const] : [];
    }),
  );
}

async function findFieldTypes(read: Reader, keys: readonly string[]): Promise<Map<string, string>> {
  const types = new Map<string, string>();
  for (const some of portions(keys)) {
    const rows = await read
      .selectFrom('post')
      .select(['slug', 'content'])
      .where('slug', 'in', some)
      .where('type', '=', fieldPostType)
      .execute();
    for (const { slug, content } of rows) {
      const type = /^a:\d{1,4}:\{[^]{0,20000}?s:4:"type";s:\d{1,2}:"([a-z_]{1,40})"/.exec(content)?.[1];
      if (type !== undefined) types.set(slug, type);
    }
  }
  return types;
}

/** A text with what its data say, without anything that other posts or files say: for what finds and counts words. */
export function wordsWithData(post: Pick<Post, 'title' | 'excerpt' | 'content'>, meta: DataMeta): string {
  return textOfData({ text: textOf(post, meta), sources: noSources });
}
