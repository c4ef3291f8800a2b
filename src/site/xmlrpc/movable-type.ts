import { sectionTaxonomy } from '../../modules/types/names.ts';
import { postTypeNamed } from '../../modules/types/registry.ts';
import { findTerms } from '../../modules/terms/reader.ts';
import { recentPosts } from './meta-weblog.ts';
import { credentials, method, anything, id, list, optionalFlag, optionalWhole, struct } from './method.ts';
import { authorOf, termIdsOf, titleOf } from './structs.ts';
import { getPost, savePost } from './rest-post.ts';
import { taxonomyOfType } from './term-names.ts';
import { IsoDate } from './values.ts';
import type { SentStruct } from './values.ts';

const maxTitles = 1000;

const getRecentPostTitles = method(
  'mt.getRecentPostTitles',
  { blog_id: anything, ...credentials, number: optionalWhole },
  async (call, { number }) =>
    (await recentPosts(call, number, maxTitles)).map(
      (post): SentStruct => ({
        dateCreated: IsoDate.of(post.date),
        userid: String(authorOf(post)),
        postid: String(post.id),
        title: titleOf(post),
        post_status: post.status,
        date_created_gmt: IsoDate.of(post.date_gmt),
      }),
    ),
);

const getPostCategories = method(
  'mt.getPostCategories',
  { post_id: id, ...credentials },
  async (call, { post_id: postId }) => {
    const ids = termIdsOf(await getPost(call, postId))
      .filter(({ taxonomy }) => taxonomy === sectionTaxonomy)
      .map((term) => term.id);
    const terms = await findTerms(call.content.database.read, ids);
    return ids
      .flatMap((one) => terms.get(one) ?? [])
      .map(
        (term, index): SentStruct => ({
          categoryName: term.name,
          categoryId: String(term.id),
          isPrimary: index === 0,
        }),
      );
  },
);

const categories = list(struct({ categoryId: id, isPrimary: optionalFlag }));

const setPostCategories = method(
  'mt.setPostCategories',
  { post_id: id, ...credentials, categories },
  async (call, { post_id: postId, categories: sent }) => {
    const post = await getPost(call, postId);
    const { restBase } = taxonomyOfType(sectionTaxonomy, post.type);
    await savePost(call, postTypeNamed(post.type), postId, {
      [restBase]: sent.map(({ categoryId }) => categoryId),
    });
    return true;
  },
);

const publishPost = method(
  'mt.publishPost',
  { post_id: id, ...credentials },
  async (call, { post_id: postId }) => {
    const post = await getPost(call, postId);
    await savePost(call, postTypeNamed(post.type), postId, { status: 'publish' });
    return true;
  },
);

export const movableTypeMethods = [getRecentPostTitles, getPostCategories, setPostCategories, publishPost];
