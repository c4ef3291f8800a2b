import { z } from 'zod';
import { idsParam, optionalWhole } from './params.ts';
import { getPost, listPosts, postItemParams, postParams } from './post-collection.ts';
import { refusedCollection, refusedItem, restRoute } from './rest-route.ts';

/** `/wp/v2/pages` */
export const wpV2Pages = restRoute({
  path: '/wp/v2/pages',
  params: z.object({ ...postParams, menu_order: optionalWhole(), parent: idsParam(), parent_exclude: idsParam() }),
  refused: refusedCollection('Sorry, you are not allowed to create posts as this user.'),
  get: (request, sent) => listPosts(request, sent, { type: 'page', menuOrder: sent.menu_order, parentIds: sent.parent, excludeParentIds: sent.parent_exclude }),
});

/** `/wp/v2/pages/{id}` */
export const wpV2Page = restRoute({
  path: '/wp/v2/pages/(?P<id>[\\d]+)',
  params: postItemParams,
  refused: refusedItem('Sorry, you are not allowed to edit this post.', 'Sorry, you are not allowed to delete this post.'),
  get: (request, sent, captured) => getPost(request, captured, 'page', sent),
});
