import type { TagWeight } from '../../blocks/load-context.ts';
import { usualLimit, resultTypesOf, scopeOf } from '../../blocks/search.server.ts';
import { liveLimit, maxLiveResults, searchSettings } from '../../blocks/search-settings.ts';
import { findCards } from '../../modules/cards/cards.ts';
import { permalinks } from '../../modules/types/permalinks.ts';
import { searchedTypes, searchPosts } from '../../modules/search/results.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import { siteDates } from '../../modules/settings/site-facts.ts';
import { cardTags } from '../pages/tagged-cache.ts';
import { DateScope } from '../../ui/language.ts';
import { LiveResults } from '../../ui/search-parts.tsx';
import { renderHtml } from '../../ui/elements.tsx';
import { numberField, objectField } from './ajax-action.ts';
import type { AjaxAction } from './ajax-action.ts';
import type { Tag } from '../../modules/content/tags.ts';
import { searchableTypes } from '../../modules/types/registry.ts';
import { startOf } from '../../lib/cut-text.ts';

/** Characters; the echoed query is cut, too. */
const maxQueryLength = 200;

/** `td_ajax_search`: live results. Echoes the query, so that the client can recognize late answers. */
export const tdAjaxSearch: AjaxAction = {
  name: 'td_ajax_search',
  cachedBy: { td_string: 'raw', limit: 'number', module: 'text', atts: 'json' },
  handle: async ({ site, fields }) => {
    const { content } = site;
    const query = startOf(fields.get('td_string') ?? '', maxQueryLength);
    const settings = await content.settings.current();
    const block = searchSettings.parse(objectField(fields, 'atts') ?? {});
    const usual = usualLimit(
      settings,
      fields.get('module') === 'tdb_module_search' ? 'search_block_limit' : 'header_search_limit',
    );
    const limit = liveLimit(
      { ...block, limit: numberField(fields, 'limit', block.limit, 0, maxLiveResults) },
      usual,
    );
    const scope = scopeOf(block);
    const { ids, terms, suggestion, total, mistyped } = await searchPosts(content, {
      query,
      limit,
      ...scope,
    });
    const found = await findCards(content, ids, settings);
    const cards = ids.map((id) => found.get(id)).filter((card) => card !== undefined);
    const allUrl = permalinks(settings.permalink_structure).search(
      query,
      await resultTypesOf(content, block),
    );
    const texts = {
      all: readerText(settings, 'search_view_all'),
      nothing: readerText(settings, 'search_nothing'),
      near: readerText(settings, 'search_near'),
    };
    const html =
      query.trim() === ''
        ? ''
        : renderHtml(
            <DateScope value={siteDates(settings)}>
              <LiveResults
                cards={cards}
                query={query}
                terms={terms}
                suggestion={suggestion}
                allUrl={allUrl}
                texts={texts}
              />
            </DateScope>,
          );
    const types = new Set([...(await searchedTypes(content, scope)), ...searchableTypes()]);
    return {
      json: { td_search_query: query, td_total_in_list: cards.length, td_data: html },
      searched: total > 0 && !mistyped ? query : undefined,
      tags: new Map<Tag, TagWeight>([
        ...[...types].map((type) => [`list:${type}`, 'secondary'] as const),
        ...ids.map((id) => [`post:${id}`, 'secondary'] as const),
        ...cards.flatMap((card) => [...cardTags(card)]),
        ['excerpts', 'secondary'], // the search index includes patterns' text
      ]),
    };
  },
};
