import { searchedTypes } from '../../modules/search/reader.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import { postTypeNamed } from '../../modules/types/registry.ts';
import { fillIn } from '../../lib/fill-in.ts';
import { startOf } from '../../lib/start-of.ts';
import type { Found, ResolveContext } from './resolution.ts';
import { askedTogether } from './resolve-together.ts';

/** Longest search text that is looked up, in characters. */
const longestSearch = 200;

/**
 * `post_type` names types that are searched, with commas between them, else it counts for nothing; among products a search has a kind of page of its own. What
 * a query names besides, terms, people and a date, narrows it, as in WordPress; where there is no such thing, there is no such page.
 */
export async function bySearch(context: ResolveContext, search: string): Promise<Found | undefined> {
  const {
    content,
    links,
    settings,
    request: { query },
  } = context;
  const text = startOf(search, longestSearch);
  const asked = query.get('post_type') ?? '';
  const { searchKind: kind } = postTypeNamed(asked);
  const all = kind !== 'search' || asked === '' ? [] : await searchedTypes(content);
  const named = all.filter((type) => asked.split(',').includes(type));
  const postType =
    kind !== 'search' ? asked : named.length === all.length ? undefined : named.join(',') || undefined;
  const together = await askedTogether(context);
  if (!together) return undefined;
  const { narrowed, aboveTags } = together;
  return {
    page: {
      kind,
      title: [fillIn(readerText(settings, 'search_title'), text), narrowed?.name].filter(Boolean).join(' – '),
      search: text,
      ...(postType !== undefined && { postType }),
      ...(narrowed && { narrowed, aboveTags }),
    },
    path: links.search(search, postType, narrowed?.query),
    listing: true,
  };
}
