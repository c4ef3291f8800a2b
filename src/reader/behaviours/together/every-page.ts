// One chunk of the behaviours that nearly every page uses: faster to load, and smaller than separate files.
export { start as 'lazy-footer' } from '../lazy-footer.ts';
export { start as 'lazy-image' } from '../lazy-image.ts';
export { start as 'list-pages' } from '../list-pages.ts';
export { start as 'nav-menu' } from '../nav-menu.ts';
export { start as protect } from '../protect.ts';
export { start as 'site-related' } from '../site-related.ts';
export { start as ticker } from '../ticker.ts';
export { start as 'time-ago' } from '../time-ago.ts';
export { start as views } from '../views.ts';
