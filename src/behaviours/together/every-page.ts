// Nearly every page has these: one file comes sooner than four, and is smaller than they are together.
export { start as 'lazy-footer' } from '../lazy-footer.ts';
export { start as 'lazy-image' } from '../lazy-image.ts';
export { start as 'nav-menu' } from '../nav-menu.ts';
export { start as protect } from '../protect.ts';
