import type { Settings } from './settings.ts';

/** Id of the page that is the front page; 0 where the site begins with the newest posts. */
export function frontPageOf(settings: Pick<Settings, 'show_on_front' | 'page_on_front'>): number {
  return settings.show_on_front === 'page' ? settings.page_on_front : 0;
}

/** Id of the page in whose place the newest posts stand; 0 where none does, and where they are the front page. */
export function postsPageOf(settings: Pick<Settings, 'show_on_front' | 'page_for_posts'>): number {
  return settings.show_on_front === 'page' ? settings.page_for_posts : 0;
}
