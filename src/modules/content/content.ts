import type { Database } from '../../kernel/db/open-database.ts';
import { createFeeds } from '../feeds/index.ts';
import type { Feeds } from '../feeds/index.ts';
import { createFrontCache } from '../front/index.ts';
import type { FrontCache } from '../front/index.ts';
import { createMenuCache, siteOfMenus } from '../menus/index.ts';
import type { MenuCache } from '../menus/index.ts';
import { createMetaReader, createTextWorkers, findPostPaths, findSummaries } from '../posts/index.ts';
import type { MetaReader } from '../posts/index.ts';
import { createShownTexts } from '../shown-texts/index.ts';
import type { ShownTexts } from '../shown-texts/index.ts';
import { createRelatedPosts } from '../related/index.ts';
import type { RelatedPosts } from '../related/index.ts';
import { createSearchClient } from '../search/index.ts';
import type { SearchClient } from '../search/index.ts';
import { createSettingsCache, frontPageOf } from '../settings/index.ts';
import type { SettingsCache, SiteSource } from '../settings/index.ts';
import { createTemplateCache } from '../templates/index.ts';
import type { TemplateCache } from '../templates/index.ts';
import { batch } from '../../lib/batch.ts';
import type { WorkerPool } from '../../lib/worker-pool.ts';
import { findPortraits } from '../portraits/index.ts';
import type { Portrait } from '../users/index.ts';
import { createUserCache } from '../users/index.ts';
import type { UserCache } from '../users/index.ts';
import { createTermCache, chainOf } from '../terms/index.ts';
import type { TermCache } from '../terms/index.ts';
import { createSearchCounter } from '../searched/index.ts';
import type { SearchCounter } from '../searched/index.ts';
import { createMissingPageCounter } from '../redirects/index.ts';
import type { MissingPageCounter } from '../redirects/index.ts';
import { createViewCounter } from '../views/index.ts';
import type { ViewCounter } from '../views/index.ts';
import { createWidgetAreas } from '../widgets/index.ts';
import type { WidgetAreas } from '../widgets/index.ts';
import { permalinks } from '../types/index.ts';

export interface Content extends SiteSource {
  readonly terms: TermCache;
  readonly users: UserCache;
  readonly templates: TemplateCache;
  readonly menus: MenuCache;
  readonly widgetAreas: WidgetAreas;
  readonly front: FrontCache;
  readonly search: SearchClient;
  readonly related: RelatedPosts;
  readonly views: ViewCounter;
  readonly searches: SearchCounter;
  readonly missingPages: MissingPageCounter;
  readonly feeds: Feeds;
  readonly meta: MetaReader;
  readonly shownTexts: ShownTexts;
  readonly textWorkers: WorkerPool;
  readonly portraits: (userIds: readonly number[]) => Promise<Map<number, Portrait>>;
  /** Stops the idle workers and flushes pending views, searches and missing pages; the database stays open. */
  close(): Promise<void>;
}

/** Creates the readers; their caches listen to the database's invalidations. `onWarning` receives messages about invalid stored values. */
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
  const missingPages = createMissingPageCounter(database, { onWarning });
  const feeds = createFeeds(database, onWarning);
  const textWorkers = createTextWorkers();
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
    front: createFrontCache(database),
    templates: createTemplateCache(database),
    widgetAreas: createWidgetAreas(database),
    search,
    related,
    views,
    searches,
    missingPages,
    feeds,
    meta: createMetaReader(database),
    shownTexts: createShownTexts({ database, siteUrl, settings, textWorkers }),
    textWorkers,
    portraits: batch((ids) => findPortraits({ database, siteUrl }, ids)),
    close: async () => {
      related.close();
      await feeds.close();
      await views.close();
      await searches.close();
      await missingPages.close();
      await search.close();
      await textWorkers.endIdle();
    },
  };
}

interface Addressed {
  readonly type: 'post_type' | 'taxonomy';
  readonly objectId: number;
}

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
