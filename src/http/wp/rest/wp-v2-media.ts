import { z } from 'zod';
import { choicesParam, idsParam, wordsParam } from './params.ts';
import { getPost, listPosts, postItemParams, postParams } from './post-collection.ts';
import { refusedCollection, refusedItem, restRoute } from './rest-route.ts';

/** `/wp/v2/media` */
export const wpV2Media = restRoute({
  path: '/wp/v2/media',
  params: z.object({
    ...postParams, parent: idsParam(), parent_exclude: idsParam(), media_type: choicesParam(['image', 'video', 'text', 'application', 'audio']), mime_type: wordsParam(),
  }),
  refused: refusedCollection('Sorry, you are not allowed to upload media on this site.'),
  get: (request, sent) => listPosts(request, sent, {
    type: 'attachment', parentIds: sent.parent, excludeParentIds: sent.parent_exclude, mimeTypes: sent.mime_type, mediaTypes: sent.media_type,
  }),
});

/** `/wp/v2/media/{id}` */
export const wpV2MediaItem = restRoute({
  path: '/wp/v2/media/(?P<id>[\\d]+)',
  params: postItemParams,
  refused: refusedItem('Sorry, you are not allowed to edit this post.', 'Sorry, you are not allowed to delete this post.'),
  get: (request, sent, captured) => getPost(request, captured, 'attachment', sent),
});
