import { articleType, pageType } from '../../modules/types/names.ts';
import { postTypeNamed } from '../../modules/types/registry.ts';
import { limitOf } from './call.ts';
import type { Call } from './call.ts';
import { XmlRpcFault } from './fault.ts';
import { anything, id, optionalFlag, optionalWhole } from './kinds.ts';
import { blogBody, blogStruct, blogStructs } from './meta-weblog-struct.ts';
import type { BlogStruct } from './meta-weblog-struct.ts';
import { credentials, method } from './method.ts';
import { mostPosts } from './posts.ts';
import { getPost, listPosts, noPost, removePost, savePost, typeNamed } from './rest-post.ts';

/** Types that clients of these older methods know. */
function typeOf(sent: BlogStruct) {
  const { post_type: named = articleType } = sent;
  if (named !== articleType && named !== pageType) throw new XmlRpcFault(401, 'Invalid post type.');
  return typeNamed(named);
}

export async function createPost(call: Call, sent: BlogStruct, publish: boolean): Promise<string> {
  const type = typeOf(sent);
  return String((await savePost(call, type, undefined, await blogBody(call, type, sent, publish))).id);
}

export async function changePost(
  call: Call,
  postId: number,
  sent: BlogStruct,
  publish: boolean,
  only?: string,
): Promise<true> {
  const stored = await getPost(call, postId, only);
  if (sent.post_type && sent.post_type !== stored.type)
    throw new XmlRpcFault(401, 'The post type may not be changed.');
  const type = postTypeNamed(stored.type);
  await savePost(call, type, postId, await blogBody(call, type, sent, publish, stored));
  return true;
}

const newPost = method(
  'metaWeblog.newPost',
  { blog_id: anything, ...credentials, content: blogStruct, publish: optionalFlag },
  (call, { content, publish = false }) => createPost(call, content, publish),
);

const editPost = method(
  'metaWeblog.editPost',
  { post_id: id, ...credentials, content: blogStruct, publish: optionalFlag },
  (call, { post_id: postId, content, publish = false }) => changePost(call, postId, content, publish),
);

const getOne = method(
  'metaWeblog.getPost',
  { post_id: id, ...credentials },
  async (call, { post_id: postId }) => {
    const [found] = await blogStructs(call, [await getPost(call, postId)]);
    if (!found) throw noPost();
    return found;
  },
);

/** The newest posts that the caller may edit. */
export const recentPosts = (call: Call, number: number | undefined, most = mostPosts) =>
  listPosts(call, typeNamed(articleType), {}, limitOf(number, 10, most));

const getRecentPosts = method(
  'metaWeblog.getRecentPosts',
  { blog_id: anything, ...credentials, number: optionalWhole },
  async (call, { number }) => blogStructs(call, await recentPosts(call, number)),
);

const deletePost = method(
  'metaWeblog.deletePost',
  { app_key: anything, post_id: id, ...credentials, publish: anything },
  (call, { post_id: postId }) => removePost(call, postId),
);

export const metaWeblogMethods = [newPost, editPost, getOne, getRecentPosts, deletePost];
