import { isListed } from '../../modules/posts/policy.ts';
import { relatedSize } from '../../modules/related/related-posts.ts';
import { postTypeNamed } from '../../modules/types/registry.ts';
import type { LoadContext } from '../load-context.ts';
import type { RelatedConfig, RelatedList } from './related-item.ts';
import { relatedConfig, relatedIds, relatedList } from './related-list.server.ts';

export interface SiteRelatedData {
  /** Undefined: not ranked in time; the container stays empty, and the browser requests the list. */
  readonly list: RelatedList | undefined;
  /** Posts that the call excludes: those that an editor excluded, and when it fills the container, those that the page shows. */
  readonly excludeIds: readonly number[];
  readonly config: RelatedConfig;
}

/**
 * Milliseconds that a page waits for an uncached ranking. Most take 10 to 60; a reader should not wait behind crawlers'
 * requests, so the browser loads a late list.
 */
const patience = 250;

export async function load(_settings: unknown, context: LoadContext): Promise<SiteRelatedData | undefined> {
  const {
    content,
    page: { post },
  } = context;
  if (!post || !isListed(post) || !postTypeNamed(post.type).supports.has('related')) return undefined;
  const excludeIds = post.details.relatedExclude;
  const settings = content.settings.current();
  const found = settings.then(({ related_posts: shown }) =>
    shown ? relatedIds(content, post, { excludeIds, waitMs: patience }) : undefined,
  );
  // Related posts have priority: lists below leave them out.
  const chosen = context.showOnce(async () => ((await found) ?? []).slice(0, relatedSize(await settings)));
  const [site, ids] = await Promise.all([settings, found, chosen]);
  if (!site.related_posts) return undefined;
  context.tag(`related:${post.id}`, 'secondary');
  const config = relatedConfig(site);
  if (ids)
    return {
      list: await relatedList(content, post, { ids, cards: (some) => context.cards(some) }),
      excludeIds,
      config,
    };
  // The lists below have chosen by now: the browser's list leaves out their posts.
  const others = await context.showLast(0, (shown) => [...shown].filter((id) => id !== post.id));
  return { list: undefined, excludeIds: [...new Set([...excludeIds, ...others])], config };
}
