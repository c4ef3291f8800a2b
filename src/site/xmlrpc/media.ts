import { fileType } from '../../modules/types/names.ts';
import { postTypeNamed } from '../../modules/types/registry.ts';
import { defined } from '../../lib/records.ts';
import { postBase } from '../../modules/types/model.ts';
import { askRest, limitOf } from './call.ts';
import { XmlRpcFault } from './fault.ts';
import { mediaStruct } from './structs.ts';
import {
  alias,
  credentials,
  method,
  anything,
  id,
  optionalFlag,
  optionalStruct,
  optionalText,
  optionalWhole,
  struct,
  text,
} from './method.ts';
import { maxPosts } from './posts.ts';
import { getPost, listPosts, removePost } from './rest-post.ts';
import type { RestPost } from './rest-post.ts';

/** `bits` is already in a file; its type follows from name and bytes, not from `type`. */
const data = struct({
  name: text,
  type: optionalText,
  bits: anything,
  overwrite: optionalFlag,
  post_id: optionalWhole,
});

const newMediaObject = method(
  'metaWeblog.newMediaObject',
  { blog_id: anything, ...credentials, data },
  async (call, { data: { name, post_id: postId } }) => {
    if (!call.part) throw new XmlRpcFault(500, 'Could not write file: the struct has no base64.');
    const file = { ...call.part, name };
    const made = await askRest<RestPost>(call, 'POST', postBase(postTypeNamed(fileType)), {
      body: defined({ post: postId || undefined }),
      file,
    });
    return { ...mediaStruct(made), id: String(made.id), file: name, url: made.source_url ?? '' };
  },
  true,
);

const getMediaItem = method(
  'wp.getMediaItem',
  { blog_id: anything, ...credentials, attachment_id: id },
  async (call, { attachment_id: fileId }) => mediaStruct(await getPost(call, fileId, fileType)),
);

const filter = optionalStruct({
  number: optionalWhole,
  offset: optionalWhole,
  parent_id: anything,
  mime_type: optionalText,
});

const getMediaLibrary = method(
  'wp.getMediaLibrary',
  { blog_id: anything, ...credentials, filter },
  async (call, { filter: sent }) => {
    const { number, offset = 0, parent_id: parent, mime_type: mime } = sent;
    const isFamily = mime !== undefined && !mime.includes('/');
    return (
      await listPosts(
        call,
        postTypeNamed(fileType),
        {
          parent: parent === undefined || parent === '' ? undefined : String(parent),
          ...(mime ? { [isFamily ? 'media_type' : 'mime_type']: mime } : {}),
        },
        limitOf(number, maxPosts, maxPosts),
        offset,
      )
    ).map(mediaStruct);
  },
);

const deleteFile = method(
  'wp.deleteFile',
  { blog_id: anything, ...credentials, attachment_id: id },
  (call, { attachment_id: fileId }) => removePost(call, fileId, fileType),
);

export const mediaMethods = [
  newMediaObject,
  alias('wp.uploadFile', newMediaObject),
  getMediaItem,
  getMediaLibrary,
  deleteFile,
];
