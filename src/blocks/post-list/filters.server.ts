import { readerText } from '../../modules/settings/definitions/translations.ts';
import type { Settings } from '../../modules/settings/settings.ts';
import { siteTypography } from '../../modules/settings/site-typography.ts';
import { madeOnceOf } from '../../lib/noted-reads.ts';
import { listTerms } from '../../modules/terms/reader.ts';
import { findSections, newestPosts, rankedCategories } from '../front-lists.server.ts';
import type { LoadContext } from '../load-context.ts';
import { parseIds } from '../setting-types.ts';
import type { FilterEntry } from './data.ts';
import type { PostListSettings } from './settings.ts';
import { tagTaxonomy } from '../../modules/types/names.ts';

/** Entries of a filter list that nobody chose by hand, beside the one that shows everything. */
const mostEntries = 8;

/** The entries of a list's filter, the one that shows everything first; empty when it has none. Read once for all lists with the same ones. */
export function findFilters(
  settings: PostListSettings,
  context: LoadContext,
): Promise<FilterEntry[]> | FilterEntry[] {
  const { td_ajax_filter_type: type, td_ajax_filter_ids: chosen, td_filter_default_txt: word } = settings;
  if (type === '') return [];
  return context.keep(`filter ${type} ${chosen} ${word}`, async (inner) => {
    const entries = await entriesOf(settings, inner);
    const site = await inner.content.settings.current();
    return entries.length === 0 ? [] : [{ value: '', label: word || site.trending_filter_label }, ...entries];
  });
}

async function entriesOf(
  { td_ajax_filter_type: type, td_ajax_filter_ids: chosen }: PostListSettings,
  context: LoadContext,
): Promise<FilterEntry[]> {
  switch (type) {
    case 'td_category_ids_filter': {
      const ids = chosen === '' ? (await rankedCategories(context)).map(({ id }) => id) : parseIds(chosen);
      const links = await findSections(ids, context);
      return ids.flatMap((id) => named(String(id), links.get(id)?.name));
    }
    case 'td_tag_slug_filter': {
      context.tag(`terms:${tagTaxonomy}`);
      const slugs = chosen.split(/[\s,]+/).filter(Boolean);
      const { terms } = await listTerms(context.content.database.read, {
        taxonomy: tagTaxonomy,
        hideEmpty: true,
        limit: mostEntries,
        ...(slugs.length > 0 ? { slugs } : { order: 'count' as const, descending: true }),
      });
      const typography = siteTypography(await context.content.settings.current());
      return terms.flatMap(({ slug, name }) => named(slug, typography.line(name)));
    }
    case 'td_author_ids_filter': {
      const ids =
        chosen === ''
          ? [...new Set((await newestPosts(context)).map(({ authorId }) => authorId))].slice(0, mostEntries)
          : parseIds(chosen);
      for (const id of ids) context.tag(`user:${id}`);
      const users = await context.content.users.byIds(ids);
      return ids.flatMap((id) => named(String(id), users.get(id)?.displayName));
    }
    case 'td_popularity_filter_fa': {
      const site = await context.content.settings.current();
      return popularities.map(([value, name]) => {
        return { value, label: readerText(site, name) };
      });
    }
    case '':
      return [];
  }
}

const popularities = [
  ['popular7', 'popular_week'],
  ['popular', 'popular'],
  ['comment_count', 'popular_discussed'],
  ['random_posts', 'popular_random'],
] as const;

const named = (value: string, label: string | undefined): FilterEntry[] => (label ? [{ value, label }] : []);

/** The site's wordings of a list's controls. */
export const listWords = madeOnceOf((site: Settings) => ({
  loadMore: readerText(site, 'load_more'),
  next: readerText(site, 'next'),
  previous: readerText(site, 'previous'),
}));
