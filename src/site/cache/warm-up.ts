import { setTimeout as sleep } from 'node:timers/promises';
import type { Content } from '../../modules/content/content.ts';
import { findCards, termLink } from '../../modules/cards/cards.ts';
import { listPostIds } from '../../modules/posts/list.ts';
import { listTerms } from '../../modules/terms/reader.ts';
import type { PageCache } from './page-cache.ts';
import { describeKey, requestKey } from './request-key.ts';
import { sectionTaxonomy } from '../../modules/types/names.ts';

const newest = 20;
const largest = 12;
/** Milliseconds after each page, for readers' requests. */
const restMs = 20;

export interface WarmUpOptions {
  readonly cache: Pick<PageCache, 'respond'>;
  readonly content: Content;
  readonly onFailure: (error: unknown) => void;
}

export interface WarmUp {
  /** Resolves once all pages are rendered, or after `close`. */
  readonly done: Promise<void>;
  /** Stops and waits for the current render. */
  close(): Promise<void>;
}

/**
 * Renders the front page, the newest articles and the largest categories into the cache, one after the other, so that
 * the first readers after a start, and the first article that is published, don't wait for cold code and data.
 */
export function warmUp({ cache, content, onFailure }: WarmUpOptions): WarmUp {
  const closing = new AbortController();
  const run = async () => {
    const ids = await listPostIds(content.database.read, { limit: newest });
    for (const path of ['/', ...(await articlePaths(content, ids)), ...(await categoryPaths(content))]) {
      if (closing.signal.aborted) return;
      const key = requestKey(path);
      if (key !== undefined) await cache.respond(describeKey(key, 'desktop'));
      await sleep(restMs);
    }
    const [latest] = ids;
    // Their rankings are stored already, so this loads the data for ranking the next article.
    if (latest !== undefined) await content.search.rankRelated(latest);
  };
  const done = run().catch(onFailure);
  return {
    done,
    close: () => {
      closing.abort();
      return done;
    },
  };
}

async function categoryPaths(content: Content): Promise<string[]> {
  const site = await content.settings.current();
  const { terms } = await listTerms(content.database.read, {
    taxonomy: sectionTaxonomy,
    parentId: 0,
    hideEmpty: true,
    order: 'count',
    descending: true,
    limit: largest,
  });
  return terms.map((term) => termLink(term, new Map(), site).url);
}

async function articlePaths(content: Content, ids: readonly number[]): Promise<string[]> {
  return [...(await findCards(content, ids, await content.settings.current())).values()].map(
    ({ url }) => url,
  );
}
