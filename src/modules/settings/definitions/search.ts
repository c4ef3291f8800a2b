import { z } from 'zod';
import { flag, lines, whole } from '../kinds.ts';
import { setting, settingGroup } from '../setting.ts';

/** The search in the header, and what search blocks begin with. */
export const search = settingGroup('search', 'Search', {
  header_search_limit: setting(whole(1, 20), {
    default: 4,
    title: 'Header search results',
    help: 'Most live results below the search in the header.',
  }),
  search_block_limit: setting(whole(1, 20), {
    default: 5,
    title: 'Search block results',
    help: 'Most live results of search and menu blocks without a limit of their own.',
  }),
  mobile_search: setting(flag, {
    default: true,
    title: 'Mobile search',
    help: 'Shows the search button in the mobile header.',
  }),
  search_exclude_pages: setting(flag, {
    default: false,
    title: 'Leave pages out',
    help: 'Pages are not found.',
  }),
  search_exclude_posts: setting(flag, {
    default: false,
    title: 'Leave posts out',
    help: 'Posts are not found.',
  }),
  search_post_type: setting(
    z
      .array(z.string().regex(/^[a-z0-9_-]{1,20}$/, 'expected the name of a post type'))
      .max(50)
      .readonly(),
    {
      default: [],
      title: 'Only these types',
      help: 'Post types that are searched; none: all that are public.',
    },
  ),
  search_disable_live_search: setting(flag, {
    default: false,
    title: 'No live results',
    help: 'Typing shows no results; the form still leads to the results page.',
  }),
  search_results_limit: setting(whole(1, 100), {
    default: 10,
    title: 'Results per page',
    help: 'Most results on a page of search results.',
  }),
  searched_askers: setting(whole(2, 10_000), {
    default: 3,
    title: 'Most searched: askers',
    help: 'A phrase shows once so many different people searched for it on one day.',
  }),
  searched_hidden: setting(lines(1000), {
    default: [],
    title: 'Most searched: never shown',
    help: 'Words and phrases; whatever holds one of them is never shown as most searched.',
  }),
});
