import type { Database } from '../../kernel/db/open-database.ts';
import { createFeeds } from '../feeds/store.ts';
import type { Feeds } from '../feeds/store.ts';
import { createMenuCache, siteOfMenus } from '../menus/cache.ts';
import type { MenuCache } from '../menus/cache.ts';
import { createMetaReader } from '../posts/meta.ts';
import { createShownTexts } from '../posts/shown-texts.ts';
import type { ShownTexts } from '../posts/shown-texts.ts';
import type { MetaReader } from '../posts/meta.ts';
import { textWorkers } from '../posts/prepare-text.ts';
import { createRelatedPosts } from '../related/related-posts.ts';
import type { RelatedPosts } from '../related/related-posts.ts';
import { createSearchClient } from '../search/search-client.ts';
import type { SearchClient } from '../search/search-client.ts';
import { createSettingsCache } from '../settings/cache.ts';
import type { SettingsCache } from '../settings/cache.ts';
import { createTemplateCache } from '../templates/cache.ts';
import type { TemplateCache } from '../templates/cache.ts';
import { batch } from '../../lib/batch.ts';
import { findPortraits } from '../users/portrait.ts';
import type { Portrait } from '../users/portrait.ts';
import { createUserCache } from '../users/cache.ts';
import type { UserCache } from '../users/cache.ts';
import { createTermCache } from '../terms/cache.ts';
import type { TermCache } from '../terms/cache.ts';
import { createSearchCounter } from '../searched/search-counter.ts';
import type { SearchCounter } from '../searched/search-counter.ts';
import { createViewCounter } from '../views/view-counter.ts';
import type { ViewCounter } from '../views/view-counter.ts';
import { permalinks } from '../settings/permalinks.ts';
import { findPostPaths } from '../posts/addresses.ts';
import { findSummaries } from '../posts/reader.ts';
import { frontPageOf } from '../settings/site-facts.ts';
import { chainOf } from '../terms/model.ts';

/** Everything that loaders and routes read content by. */
export interface Content {
  readonly database: Database;
  /** Public address without a trailing slash. */
  readonly siteUrl: string;
  readonly settings: SettingsCache;
  readonly terms: TermCache;
  readonly users: UserCache;
  readonly templates: TemplateCache;
  readonly menus: MenuCache;
  readonly search: SearchClient;
  readonly related: RelatedPosts;
  readonly views: ViewCounter;
  readonly searches: SearchCounter;
  readonly feeds: Feeds;
  readonly meta: MetaReader;
  /** Posts as readers see them, with the contents of page builders and fields. */
  readonly shownTexts: ShownTexts;
  /** Portraits of people; those who ask side by side share their queries. */
  readonly portraits: (userIds: readonly number[]) => Promise<Map<number, Portrait>>;
  /** Ends the idle workers and writes the views and searches that are not written yet; the database stays open. */
  close(): Promise<void>;
}

/** Opens the readers over a database; caches inside listen to its invalidation bus. `onWarning` is told of stored values that can't be used. */
export function createContent(
  database: Database,
  siteUrl: string,
  onWarning?: (message: string) => void,
): Content {
  const search = createSearchClient(database, { onWarning });
  const settings = createSettingsCache(database, onWarning);
  const terms = createTermCache(database);
  const related = createRelatedPosts({ database, search, settings }, onWarning);
  const views = createViewCounter(database, { onWarning });
  const searches = createSearchCounter({ database, settings }, { onWarning });
  const feeds = createFeeds(database, onWarning);
  return {
    database,
    siteUrl,
    settings,
    terms,
    users: createUserCache(database),
    menus: createMenuCache(
      database,
      (item) => addressOf(database, settings, terms, item),
      async () => siteOfMenus(await settings.current()),
    ),
    templates: createTemplateCache(database),
    search,
    related,
    views,
    searches,
    feeds,
    meta: createMetaReader(database),
    shownTexts: createShownTexts({ database, siteUrl, settings }),
    portraits: batch((ids) => findPortraits({ database, siteUrl }, ids)),
    close: async () => {
      related.close();
      await feeds.close();
      await views.close();
      await searches.close();
      await search.close();
      await textWorkers.endIdle();
    },
  };
}

/** A thing that has an address: what menu items point to. */
interface Addressed {
  readonly type: 'post_type' | 'taxonomy';
  readonly objectId: number;
}

/** Root-relative address of a post or term by id, in the site's permalink structure; undefined when there is no such thing. */
async function addressOf(
  database: Pick<Database, 'read'>,
  settings: SettingsCache,
  terms: TermCache,
  { type, objectId }: Addressed,
): Promise<string | undefined> {
  const current = await settings.current();
  const { permalink_structure: structure } = current;
  if (type === 'taxonomy') {
    const known = await terms.withAncestors([objectId]);
    const term = known.get(objectId);
    return term && permalinks(structure).term(chainOf(term, known));
  }
  if (objectId === frontPageOf(current)) return '/';
  const post = (await findSummaries(database.read, [objectId])).get(objectId);
  return post && (await findPostPaths(database.read, [post], structure)).get(objectId);
}
