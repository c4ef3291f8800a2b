// What an article has beside what every page has (`every-page.ts`).
export { start as 'list-pages' } from '../list-pages.ts';
export { start as 'site-related' } from '../site-related.ts';
export { start as 'time-ago' } from '../time-ago.ts';
export { start as views } from '../views.ts';
