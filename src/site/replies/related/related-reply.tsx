import type { TagWeight } from '../../../blocks/load-context.ts';
import type { Tag } from '../../../modules/content/tags.ts';
import type { RelatedList } from '../../../blocks/site-related/related-item.ts';
import {
  emptyRelatedList,
  relatedConfig,
  relatedIds,
  relatedList,
} from '../../../blocks/site-related/related-list.server.ts';
import { Filling } from '../../../blocks/site-related/view.tsx';
import { isListed } from '../../../modules/posts/policy.ts';
import { siteDates } from '../../../modules/settings/site-facts.ts';
import type { PageAddress } from '../../pages/resolution.ts';
import { resolvePage } from '../../pages/resolve-page.ts';
import type { Site } from '../../pages/site.ts';
import { DateScope } from '../../../ui/language.ts';
import { renderHtml } from '../../../ui/elements.tsx';
import type { RenderedReply } from '../../cache/rendered-reply.ts';
import { movedReply } from '../moved-reply.ts';
import { postTypeNamed } from '../../../modules/types/registry.ts';

/** `?relatedposts=1` on an article's path: its related posts as JSON, without those in `relatedposts_exclude`. An empty list for other pages. */
export async function relatedReply(
  site: Site,
  request: PageAddress,
): Promise<RenderedReply | 'missing' | undefined> {
  if (!['1', 'true'].includes(request.query.get('relatedposts') ?? '')) return undefined;
  const resolution = await resolvePage(site.content, request);
  if (resolution.type !== 'page') return movedReply(site, resolution);
  if (resolution.status === 404) return 'missing';
  const settings = await site.content.settings.current();
  const { post, aboveTags = [] } = resolution.page;
  const tags = new Map<Tag, TagWeight>(aboveTags.map((tag) => [tag, 'primary']));
  let list: RelatedList | undefined;
  if (settings.related_posts && post && isListed(post) && postTypeNamed(post.type).supports.has('related')) {
    tags.set(`post:${post.id}`, 'primary');
    tags.set(`related:${post.id}`, 'secondary');
    const excludeIds =
      (request.query.get('relatedposts_exclude') ?? '').match(/\d{1,15}/g)?.map(Number) ?? [];
    list = await relatedList(site.content, post, {
      ids: (await relatedIds(site.content, post, { excludeIds })) ?? [],
      cards: async (ids) => {
        const found = await site.cards.find(ids, settings);
        for (const id of ids) tags.set(`post:${id}`, 'secondary');
        const cards = ids.map((id) => found.get(id)).filter((card) => card !== undefined);
        for (const card of cards) for (const [tag, weight] of card.tags) tags.set(tag, weight);
        return cards.map(({ data }) => data);
      },
    });
    if (list.items.length > 0) {
      const html = renderHtml(
        <DateScope value={siteDates(settings)}>
          <Filling list={list} config={relatedConfig(settings)} />
        </DateScope>,
      );
      list = {
        ...list,
        items: list.items.map(({ publishedAt: _date, ground: _colour, ...item }) => item),
        broadsheet: { html },
      };
    }
  }
  return {
    status: 200,
    contentType: 'application/json; charset=utf-8',
    body: JSON.stringify(list ?? emptyRelatedList(settings)),
    headers: { 'x-robots-tag': 'noindex' },
    tags,
    // Not stored for pages without related posts: there are many, and clients don't ask.
    store: list !== undefined,
  };
}
