import { isListed } from '../../content/posts/policy.ts';
import { relatedTag } from '../../content/related/related-store.ts';
import type { LoadContext } from '../load-context.ts';
import type { RelatedConfig, RelatedList } from './related-item.ts';
import { relatedList } from './related-list.server.ts';

export interface SiteRelatedData {
  /** Undefined: not known in time; the container stays empty, and the reader's browser asks. */
  readonly list: RelatedList | undefined;
  readonly excludeIds: readonly number[];
  readonly config: RelatedConfig;
}

/** How long a page waits for a ranking that is not kept yet, in milliseconds; most take 10, the first one of a process longer. */
const patience = 1000;

export async function load(_settings: unknown, context: LoadContext): Promise<SiteRelatedData | undefined> {
  const { content, page: { post } } = context;
  const site = await content.settings.current();
  if (!site.related_posts || !post || !isListed(post)) return undefined;
  context.tag(relatedTag(post.id), 'secondary');
  const excludeIds = post.details.relatedExclude;
  const list = await relatedList(content, post, { excludeIds, cards: (ids) => context.cards(ids), waitMs: patience });
  return { list, excludeIds, config: { headline: site.related_posts_headline, heading: site.related_posts_heading } };
}
