import type { Settings } from '../settings/settings.ts';

/** Posts on a page of a list that has no number of its own, as the site's settings say. */
export function postsPerPage({ posts_per_page: perPage }: Pick<Settings, 'posts_per_page'>): number {
  return perPage;
}
