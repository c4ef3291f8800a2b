import { z } from 'zod';
import { number, postTypes, toggle } from './setting-types.ts';

export const maxLiveResults = 20;

/** Settings of every search block, also as `atts` of `td_ajax_search`. The site's settings apply in addition. */
export const searchSettings = z.object({
  limit: number({
    default: 0,
    min: 0,
    max: maxLiveResults,
    group: 'Content',
    title: 'Live results',
    help: 'Results shown while a reader types. 0 means the site’s default.',
  }),
  results_limit: number({
    default: 0,
    min: 0,
    max: 100,
    group: 'Content',
    title: 'Maximum number of results',
    help: 'Upper limit for live results. 0 means no limit.',
  }),
  exclude_pages: toggle({
    default: false,
    group: 'Filter',
    title: 'Exclude pages',
    help: 'The site’s settings can exclude them everywhere.',
  }),
  exclude_posts: toggle({
    default: false,
    group: 'Filter',
    title: 'Exclude posts',
    help: 'The site’s settings can exclude them everywhere.',
  }),
  post_type: postTypes({
    max: 200,
    group: 'Filter',
    title: 'Post types',
    help: 'Post types to search. Select none for all public ones.',
  }),
  disable_live_search: toggle({
    default: false,
    group: 'Content',
    title: 'Disable live results',
    help: 'Results don’t appear while a reader types; the form still opens the results page.',
  }),
});
export type SearchSettings = z.output<typeof searchSettings>;

/** The number of live results; `fallback` if the settings don't set it. */
export function liveLimit(
  { limit, results_limit: most }: Pick<SearchSettings, 'limit' | 'results_limit'>,
  fallback: number,
): number {
  return Math.min(limit || fallback, most || maxLiveResults, maxLiveResults);
}
