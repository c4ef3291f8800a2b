import { permalinks } from '../../modules/types/permalinks.ts';
import { fromList, minAskers, listSearched } from '../../modules/searched/store.ts';
import { withQuery } from '../../lib/urls.ts';
import { countsAge } from '../front-lists.server.ts';
import type { LoadContext } from '../load-context.ts';
import type { Settings } from './block.ts';

export interface SearchedData {
  readonly title: string;
  readonly phrases: readonly { readonly text: string; readonly url: string }[];
}

const fewest = 3;

/** Undefined with fewer than three phrases to show. */
export async function load(
  { custom_title: title, limit, days }: Settings,
  context: LoadContext,
): Promise<SearchedData | undefined> {
  const {
    content: { database, settings },
    now,
  } = context;
  const site = await settings.current();
  context.expireIn(countsAge);
  const found = await listSearched(
    database.read,
    { days, limit, least: minAskers(site), hidden: site.popular_searches_hidden },
    now,
  );
  if (found.length < fewest) return undefined;
  const { search } = permalinks(site.permalink_structure);
  return { title, phrases: found.map((text) => ({ text, url: withQuery(search(text), fromList) })) };
}
