import { termRoutes } from './term-collection.ts';

/** `/wp/v2/categories` and `/wp/v2/categories/{id}` */
export const wpV2Categories = termRoutes('category');
