import { isListed } from '../../modules/posts/policy.ts';
import { relatedSize } from '../../modules/related/related-posts.ts';
import { postTypeNamed } from '../../modules/types/registry.ts';
import type { LoadContext } from '../load-context.ts';
import type { RelatedConfig, RelatedList } from './related-item.ts';
import { relatedConfig, relatedIds, relatedList } from './related-list.server.ts';

export interface SiteRelatedData {
  /** Undefined: not known in time; the container stays empty, and the reader's browser asks. */
  readonly list: RelatedList | undefined;
  /** Posts that the call leaves out: those that somebody excluded, and where it fills the container those that the page shows. */
  readonly excludeIds: readonly number[];
  readonly config: RelatedConfig;
}

/**
 * How long a page waits for a ranking that is not kept yet, in milliseconds. Most are there after 10 to 60; who opens an article should not wait for those of a
 * crawler, nor for the words of a large site: his browser asks for the list.
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
  // They are the best there are: lists below leave them out.
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
  // The lists below had their choice: what the browser is given leaves out what they show.
  const others = await context.showLast(0, (shown) => [...shown].filter((id) => id !== post.id));
  return { list: undefined, excludeIds: [...new Set([...excludeIds, ...others])], config };
}
