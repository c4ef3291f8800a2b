import { setTimeout as sleep } from 'node:timers/promises';
import type { Content } from '../../modules/content/content.ts';
import { findCards, termLink } from '../../modules/cards/cards.ts';
import { listPostIds } from '../../modules/posts/list.ts';
import { listTerms } from '../../modules/terms/reader.ts';
import type { PageCache } from './page-cache.ts';
import { describeKey, requestKey } from './request-key.ts';
import { sectionTaxonomy } from '../../modules/types/names.ts';

/** Articles and categories that are rendered before somebody asks for them. */
const newest = 20;
const largest = 12;
/** Rest after each page, in milliseconds: readers come between. */
const restMs = 20;

export interface WarmUpOptions {
  readonly cache: Pick<PageCache, 'respond'>;
  readonly content: Content;
  readonly onFailure: (error: unknown) => void;
}

export interface WarmUp {
  /** Resolves once all is rendered, or it was closed. */
  readonly done: Promise<void>;
  /** Renders nothing more, and waits for what is being rendered. */
  close(): Promise<void>;
}

/**
 * Renders the front page, the newest articles and the largest categories into the cache, one after the other: readers who come first after a start, and the
 * first article that is published, need not wait for code and data that nobody used yet.
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
    if (latest !== undefined) await content.search.rankRelated(latest); // the rankings of these are kept: what they were made with is read for the next one
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
