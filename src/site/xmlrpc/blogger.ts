import { manageSettings } from '../../modules/settings/policy.ts';
import { sectionTaxonomy } from '../../modules/types/names.ts';
import { findPersonalFields, noPersonalFields } from '../../modules/users/user-fields.ts';
import type { Call } from './call.ts';
import { changePost, createPost, recentPosts, blogStruct } from './meta-weblog.ts';
import type { BlogStruct } from './meta-weblog.ts';
import { alias, credentials, method, anything, id, optionalFlag, optionalWhole, text } from './method.ts';
import { authorOf, contentOf, termIdsOf, titleOf } from './structs.ts';
import { getPost, removePost } from './rest-post.ts';
import type { RestPost } from './rest-post.ts';
import { termNames } from './term-names.ts';
import { IsoDate } from './values.ts';
import type { SentStruct } from './values.ts';

/** Blogger's content holds the title and category ids as elements. */
function postStruct(post: RestPost): SentStruct {
  const categories = termIdsOf(post)
    .filter(({ taxonomy }) => taxonomy === sectionTaxonomy)
    .map((term) => term.id)
    .join(',');
  return {
    userid: String(authorOf(post)),
    dateCreated: IsoDate.of(post.date),
    content: `<title>${titleOf(post)}</title><category>${categories}</category>${contentOf(post)}`,
    postid: String(post.id),
  };
}

/** Splits off the first element of that name: its content, and the text without it. */
function takeElement(
  whole: string,
  name: string,
): { readonly held: string | undefined; readonly rest: string } {
  const [open, close] = [`<${name}>`, `</${name}>`];
  const start = whole.indexOf(open);
  const end = start < 0 ? -1 : whole.indexOf(close, start);
  if (end < 0) return { held: undefined, rest: whole };
  return {
    held: whole.slice(start + open.length, end),
    rest: whole.slice(0, start) + whole.slice(end + close.length),
  };
}

async function structOf(call: Call, content: string): Promise<BlogStruct> {
  const { held: title, rest } = takeElement(content, 'title');
  const { held: categories, rest: description } = takeElement(rest, 'category');
  const ids = categories
    ?.match(/\d{1,15}/g)
    ?.slice(0, 100)
    .map(Number);
  return blogStruct.parse({
    ...(title === undefined ? {} : { title }),
    description,
    ...(ids ? { categories: await termNames(call, ids) } : {}),
  });
}

const getOne = method(
  'blogger.getPost',
  { app_key: anything, post_id: id, ...credentials },
  async (call, { post_id: postId }) => postStruct(await getPost(call, postId)),
);

const getRecentPosts = method(
  'blogger.getRecentPosts',
  { app_key: anything, blog_id: anything, ...credentials, number: optionalWhole },
  async (call, { number }) => (await recentPosts(call, number)).map(postStruct),
);

const newPost = method(
  'blogger.newPost',
  { app_key: anything, blog_id: anything, ...credentials, content: text, publish: optionalFlag },
  async (call, { content, publish = false }) =>
    Number(await createPost(call, await structOf(call, content), publish)),
);

const editPost = method(
  'blogger.editPost',
  { app_key: anything, post_id: id, ...credentials, content: text, publish: optionalFlag },
  async (call, { post_id: postId, content, publish = false }) =>
    changePost(call, postId, await structOf(call, content), publish),
);

const deletePost = method(
  'blogger.deletePost',
  { app_key: anything, post_id: id, ...credentials, publish: anything },
  (call, { post_id: postId }) => removePost(call, postId),
);

const getUserInfo = method(
  'blogger.getUserInfo',
  { app_key: anything, ...credentials },
  async ({ actor, content }) => {
    const { firstName, lastName, nickname } =
      (await findPersonalFields(content.database.read, [actor.id])).get(actor.id) ?? noPersonalFields;
    return {
      nickname: nickname || actor.login,
      userid: String(actor.id),
      url: actor.url,
      lastname: lastName,
      firstname: firstName,
    };
  },
);

const getUsersBlogs = method('blogger.getUsersBlogs', { app_key: anything, ...credentials }, async (call) => [
  blogOf(call),
]);
/** WordPress' method has no app key parameter. */
const getBlogs = method('wp.getUsersBlogs', { ...credentials }, async (call) => [
  { ...blogOf(call), isPrimary: true },
]);

function blogOf({ actor, settings, content: { siteUrl } }: Call): SentStruct {
  return {
    isAdmin: manageSettings.test(actor, undefined),
    url: `${siteUrl}/`,
    blogid: '1',
    blogName: settings.blogname,
    xmlrpc: `${siteUrl}/xmlrpc.php`,
  };
}

export const bloggerMethods = [
  getOne,
  getRecentPosts,
  newPost,
  editPost,
  deletePost,
  getUserInfo,
  getUsersBlogs,
  alias('metaWeblog.getUsersBlogs', getUsersBlogs),
  getBlogs,
];
