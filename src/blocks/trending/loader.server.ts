import type { z } from 'zod';
import { listPostIds } from '../../modules/posts/list.ts';
import type { Settings as SiteSettings } from '../../modules/settings/settings.ts';
import { listReadThisWeek } from '../../modules/views/store.ts';
import { wireNameOf } from '../block.ts';
import { countsAge } from '../front-lists.server.ts';
import type { LoadContext } from '../load-context.ts';
import type { PostListData } from '../post-list/data.ts';
import { loadList } from '../post-list/loader.server.ts';
import { parseIds } from '../setting-types.ts';
import { block } from './block.ts';

const defaults = { ...block.settings.parse({}), sort: '' } as const;

/** The order in the site's settings; an order by views is random until there are counts. */
async function siteSort(
  sort: SiteSettings['trending_sort'],
  context: LoadContext,
): Promise<SiteSettings['trending_sort']> {
  if (sort !== 'popular' && sort !== 'popular7') return sort;
  const hasCounts = await context.cache(`has counts ${sort}`, async (inner) => {
    inner.expireIn(countsAge);
    const { read } = inner.content.database;
    return sort === 'popular'
      ? (await listPostIds(read, { order: 'views', viewedOnly: true, limit: 1 })).length > 0
      : (await listReadThisWeek(read, inner.now)).length > 0;
  });
  return hasCounts ? sort : 'random_posts';
}

export async function load(
  settings: z.output<typeof block.settings>,
  context: LoadContext,
): Promise<PostListData | undefined> {
  const site = await context.content.settings.current();
  const here = context.page.post?.id;
  // A negative id excludes the current post from later AJAX pages, too.
  const postIds =
    here === undefined || parseIds(settings.post_ids).some((id) => id > 0 || id === -here)
      ? settings.post_ids
      : [settings.post_ids, -here].filter(Boolean).join(',');
  const asTheSiteSays = {
    ...settings,
    custom_title: settings.custom_title || site.trending_title,
    limit: settings.limit || site.trending_limit,
    td_column_number: settings.td_column_number || site.trending_columns,
    sort: settings.sort === 'as_the_site_says' ? await siteSort(site.trending_sort, context) : settings.sort,
    td_filter_default_txt: settings.td_filter_default_txt || site.trending_filter_label,
    time_ago_add_txt: settings.time_ago_add_txt || site.time_ago_add_txt,
    post_ids: postIds,
  };
  return loadList(asTheSiteSays, context, {
    blockType: wireNameOf(block),
    defaults,
    isLast: !parseIds(postIds).some((id) => id > 0),
  });
}
