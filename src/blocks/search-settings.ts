import { z } from 'zod';
import type { Content } from '../content/content.ts';
import { searchedTypes } from '../content/search/reader.ts';
import type { SearchScope } from '../content/search/reader.ts';
import { flag, text, wholeNumber } from './setting-types.ts';

/** Most live results that one may ask for. */
export const mostLiveResults = 20;

/** Settings of every search block, also as `atts` of `td_ajax_search`. The site's settings hold beside them. */
export const searchSettings = z.object({
  /** 0: as the site's settings say. */
  limit: wholeNumber(0, 0, mostLiveResults).meta({ title: 'Live results' }),
  /** The smaller of both counts; 0: no such bound. */
  results_limit: wholeNumber(0, 0, 100).meta({ title: 'Most results' }),
  exclude_pages: flag(false).meta({ title: 'Leave pages out' }),
  exclude_posts: flag(false).meta({ title: 'Leave posts out' }),
  post_type: z.preprocess((value) => (Array.isArray(value) ? value.filter((name) => typeof name === 'string').join(',') : value), text('', 200)).default('').meta({ title: 'Post types', description: 'Names, separated by commas; empty: all that are public.' }),
  disable_live_search: flag(false).meta({ title: 'No live results' }),
});
export type SearchSettings = z.output<typeof searchSettings>;

const typesOf = ({ post_type: names }: SearchSettings) => names.split(/[\s,]+/).filter((name) => name !== '' && name !== 'any');

export function scopeOf(settings: SearchSettings): SearchScope {
  return { types: typesOf(settings), excludePages: settings.exclude_pages, excludePosts: settings.exclude_posts };
}

/** What is searched, as `post_type` of the results page; empty where that is everything. */
export async function resultTypesOf(content: Pick<Content, 'database' | 'settings'>, settings: SearchSettings): Promise<string> {
  const [only, ...more] = typesOf(settings);
  if (only !== undefined && more.length === 0) return only;
  if (only === undefined && !settings.exclude_pages && !settings.exclude_posts) return '';
  return (await searchedTypes(content, scopeOf(settings))).join(',');
}

/** How many live results there are: `fallback` where the settings do not say. */
export function liveLimit({ limit, results_limit: most }: Pick<SearchSettings, 'limit' | 'results_limit'>, fallback: number): number {
  return Math.min(limit || fallback, most || mostLiveResults, mostLiveResults);
}
