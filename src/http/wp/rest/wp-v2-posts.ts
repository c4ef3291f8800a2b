import { z } from 'zod';
import { choiceParam, choicesParam, flagParam, idsParam } from './params.ts';
import { getPost, listPosts, postItemParams, postParams } from './post-collection.ts';
import { refusedCollection, refusedItem, restRoute } from './rest-route.ts';
import { postFormats } from '../../../content/posts/post.ts';

const params = z.object({
  ...postParams,
  tax_relation: choiceParam(['AND', 'OR'], 'AND'),
  categories: idsParam(),
  categories_exclude: idsParam(),
  tags: idsParam(),
  tags_exclude: idsParam(),
  sticky: flagParam(),
  format: choicesParam(postFormats),
});

/** `/wp/v2/posts` */
export const wpV2Posts = restRoute({
  path: '/wp/v2/posts',
  params,
  refused: refusedCollection('Sorry, you are not allowed to create posts as this user.'),
  get: (request, sent) => {
    const termGroups = [sent.categories, sent.tags].filter((ids) => ids !== undefined);
    const excludeTermIds = [...(sent.categories_exclude ?? []), ...(sent.tags_exclude ?? [])];
    return listPosts(request, sent, {
      type: 'post',
      sticky: sent.sticky,
      formats: sent.format,
      termGroups: termGroups.length > 0 ? termGroups : undefined,
      anyTermGroup: sent.tax_relation === 'OR' ? true : undefined,
      excludeTermIds: excludeTermIds.length > 0 ? excludeTermIds : undefined,
    });
  },
});

/** `/wp/v2/posts/{id}` */
export const wpV2Post = restRoute({
  path: '/wp/v2/posts/(?P<id>[\\d]+)',
  params: postItemParams,
  refused: refusedItem('Sorry, you are not allowed to edit this post.', 'Sorry, you are not allowed to delete this post.'),
  get: (request, sent, captured) => getPost(request, captured, 'post', sent),
});
