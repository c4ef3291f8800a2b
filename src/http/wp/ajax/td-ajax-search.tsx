import { siteDates } from '../../../content/settings/site-dates.ts';
import { DateScope } from '../../../ui/dates.ts';
import { renderHtml } from '../../../ui/render-html.ts';
import { findCards } from '../../../content/posts/cards.ts';
import { permalinks } from '../../../content/permalinks.ts';
import { searchPosts } from '../../../content/search/reader.ts';
import { LiveResults } from '../../../ui/live-results.tsx';
import { numberField } from './ajax-action.ts';
import type { AjaxAction } from './ajax-action.ts';

/** Longest text that is searched for, in characters; the echo is cut too. */
const longestQuery = 200;
const mostResults = 20;

/** `td_ajax_search`: live results. `limit` wins over the setting; the query is echoed so that a late answer can be told. */
export const tdAjaxSearch: AjaxAction = {
  name: 'td_ajax_search',
  cachedBy: { td_string: 'raw', limit: 'number', module: 'text', atts: 'json' },
  handle: async ({ site, fields }) => {
    const { content } = site;
    const query = (fields.get('td_string') ?? '').slice(0, longestQuery).toWellFormed();
    const settings = await content.settings.current();
    const limit = numberField(fields, 'limit', fields.get('module') === 'tdb_module_search' ? settings.search_block_limit : settings.header_search_limit, 1, mostResults);
    const { ids } = query.trim() === '' ? { ids: [] } : await searchPosts(content, { query, limit });
    const found = await findCards(content, ids, settings.permalink_structure);
    const cards = ids.map((id) => found.get(id)).filter((card) => card !== undefined);
    const html = query.trim() === '' ? '' : renderHtml(
      <DateScope value={siteDates(settings)}><LiveResults cards={cards} query={query} allUrl={permalinks(settings.permalink_structure).search(query)} /></DateScope>,
    );
    return {
      json: { td_search_query: query, td_total_in_list: cards.length, td_data: html },
      tags: new Map([['list:post', 'secondary'], ['list:page', 'secondary'], ['settings', 'primary'], ...ids.map((id) => [`post:${id}`, 'secondary'] as const)]),
    };
  },
};
