import type { PostCard } from '../../modules/posts/model.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import type { LoadContext } from '../load-context.ts';
import { findPosts } from '../post-list/query.server.ts';
import { postListSettings } from '../post-list/settings.ts';

export interface MoreArticlesData {
  readonly title: string;
  readonly close: string;
  readonly cards: readonly PostCard[];
  /** Pixels to scroll before the box appears. */
  readonly distance: number;
  /** Days that it stays closed; 0: until the browser is closed. */
  readonly days: number;
}

const listDefaults = postListSettings.parse({});
const liveFilters = {
  same_category: 'cur_post_same_categories',
  latest: '',
  same_tag: 'cur_post_same_tags',
  same_author: 'cur_post_same_author',
} as const;

export async function load(_settings: unknown, context: LoadContext): Promise<MoreArticlesData | undefined> {
  const {
    content,
    page: { post },
  } = context;
  const site = await content.settings.current();
  if (site.more_articles !== 'show' || !post) return undefined;
  const wanted = {
    ...listDefaults,
    limit: site.more_articles_limit,
    live_filter: liveFilters[site.more_articles_source],
    post_ids: `-${post.id}`,
  };
  const { ids } = await findPosts(wanted, context, { page: 1, seed: 0, filter: '' });
  if (ids.length === 0) return undefined;
  return {
    title: readerText(site, 'more_articles'),
    close: readerText(site, 'more_articles_close'),
    cards: await context.cards(ids),
    distance: site.more_articles_distance,
    days: site.more_articles_days,
  };
}
