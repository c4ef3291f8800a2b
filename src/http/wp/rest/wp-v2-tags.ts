import { termRoutes } from './term-collection.ts';

/** `/wp/v2/tags` and `/wp/v2/tags/{id}` */
export const wpV2Tags = termRoutes('post_tag');
