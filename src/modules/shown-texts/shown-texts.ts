import { mayHoldDataBlocks } from '../../lib/builder-data/data-blocks.ts';
import type { DataSources } from '../../lib/builder-data/parts.ts';
import { noSources } from '../../lib/builder-data/parts.ts';
import { textWrittenKey, dataTask, textOfData } from '../../lib/builder-data/text-with-data.ts';
import type { TextAndMeta } from '../../lib/builder-data/text-with-data.ts';
import { batch } from '../../lib/batch.ts';
import { LruCache } from '../../lib/lru-cache.ts';
import { TooMuchWorkError } from '../../lib/worker-pool.ts';
import type { WorkerPool } from '../../lib/worker-pool.ts';
import { boundMetaKeys } from '../../lib/markup/bindings.ts';
import type { SiteSource } from '../settings/index.ts';
import { findDataMeta, placedKeys, longText } from '../posts/index.ts';
import type { DataMeta, Post } from '../posts/index.ts';
import { findDataSources } from './find-data-sources.ts';

export interface ShownTexts {
  /** The post with page-builder and field content added to `content`; the same object without such content. Idempotent. */
  of(post: Post): Promise<Post>;
}

/** Caches the texts of some posts until a row changes that they may show. */
export function createShownTexts({
  database,
  siteUrl,
  settings,
  textWorkers,
}: SiteSource & { readonly textWorkers: WorkerPool }): ShownTexts {
  const textByRevision = new LruCache<string, Pick<Post, 'content' | 'dataTags'>>(100);
  let changes = 0;
  database.bus.listen((emissions) => {
    const isShown = (tag: string) =>
      tag === '*' ||
      tag.startsWith('media:') ||
      tag.startsWith('post:') ||
      tag.startsWith('term:') ||
      tag.startsWith('user:');
    if (!emissions.some(({ tag }) => isShown(tag))) return;
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
      if (known !== undefined) return { ...plain, ...known };
      const began = changes;
      const meta = hasData ? ((await metaOf([post.id])).get(post.id) ?? []) : [];
      const text = textOf(post, meta);
      const { tags, ...sources } = await findDataSources(text, post, { database, siteUrl, settings });
      const content = await withData(textWorkers, text, sources);
      const found = { content, ...(tags.length === 0 ? {} : { dataTags: tags }) };
      if (began === changes && !post.isUnsaved && content.length < longText) textByRevision.set(key, found);
      return { ...plain, ...found };
    },
  };
}

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

/** Runs in a worker for long content. Data that takes too much time or memory is left out. */
async function withData(textWorkers: WorkerPool, text: TextAndMeta, sources: DataSources): Promise<string> {
  const size = text.content.length + text.meta.reduce((sum, [, value]) => sum + value.length, 0);
  if (size < longText) return textOfData({ text, sources });
  try {
    return await textWorkers.run(dataTask, { text, sources });
  } catch (error) {
    if (!(error instanceof TooMuchWorkError)) throw error;
    return text.content;
  }
}

/** Content with its own data but without other posts and files, for search and word counts. */
export function wordsWithData(post: Pick<Post, 'title' | 'excerpt' | 'content'>, meta: DataMeta): string {
  return textOfData({ text: textOf(post, meta), sources: noSources });
}
