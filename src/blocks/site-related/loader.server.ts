import { isListed } from '../../content/posts/policy.ts';
import { relatedSize } from '../../content/related/related-posts.ts';
import { postTypeNamed } from '../../content/types/registry.ts';
import type { LoadContext } from '../load-context.ts';
import type { RelatedConfig, RelatedList } from './related-item.ts';
import { relatedConfig, relatedIds, relatedList } from './related-list.server.ts';

export interface SiteRelatedData {
  /** Undefined: not known in time; the container stays empty, and the reader's browser asks. */
  readonly list: RelatedList | undefined;
  readonly excludeIds: readonly number[];
  readonly config: RelatedConfig;
}

/**
 * How long a page waits for a ranking that is not kept yet, in milliseconds. Most take 10; who opens a new article should not wait for one that takes long:
 * his browser asks for the list.
 */
const patience = 20;

export async function load(_settings: unknown, context: LoadContext): Promise<SiteRelatedData | undefined> {
  const { content, page: { post } } = context;
  if (!post || !isListed(post) || !postTypeNamed(post.type).supports.has('related')) return undefined;
  const excludeIds = post.details.relatedExclude;
  const settings = content.settings.current();
  const found = settings.then(({ related_posts: shown }) => (shown ? relatedIds(content, post, { excludeIds, waitMs: patience }) : undefined));
  // They are the best there are: lists below leave them out.
  const chosen = context.showOnce(async () => ((await found) ?? []).slice(0, relatedSize(await settings)));
  const [site, ids] = await Promise.all([settings, found, chosen]);
  if (!site.related_posts) return undefined;
  context.tag(`related:${post.id}`, 'secondary');
  const list = ids && await relatedList(content, post, { ids, cards: (some) => context.cards(some) });
  return { list, excludeIds, config: relatedConfig(site) };
}
