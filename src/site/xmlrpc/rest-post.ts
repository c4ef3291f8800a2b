import { findPost } from '../../modules/posts/reader.ts';
import type { Post } from '../../modules/posts/model.ts';
import { fileType } from '../../modules/types/names.ts';
import type { PostType } from '../../modules/types/model.ts';
import { postTypeNamed, registeredTypes, taxonomiesOf } from '../../modules/types/registry.ts';
import { postBase } from '../../modules/types/model.ts';
import { askRest, listRest } from './call.ts';
import type { Call, RestQuery } from './call.ts';
import { XmlRpcFault } from './fault.ts';

interface Raw {
  readonly raw: string;
}

/** A post in REST's `edit` context; fields that its type lacks are undefined. */
export interface RestPost {
  readonly id: number;
  readonly date: string;
  readonly date_gmt: string;
  readonly modified: string;
  readonly modified_gmt: string;
  readonly guid: Raw;
  readonly password: string;
  readonly slug: string;
  readonly status: string;
  readonly type: string;
  readonly link: string;
  readonly title?: Raw;
  readonly content?: Raw;
  readonly excerpt?: Raw;
  readonly author?: number;
  readonly featured_media?: number;
  readonly comment_status?: string;
  readonly ping_status?: string;
  readonly sticky?: boolean;
  readonly format?: string;
  readonly parent?: number;
  readonly menu_order?: number;
  readonly template?: string;
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly broadsheet?: {
    readonly custom_fields: readonly { readonly name: string; readonly value: string }[];
  };
  /** Attachments only. */
  readonly description?: Raw;
  readonly caption?: Raw;
  readonly alt_text?: string;
  readonly mime_type?: string;
  readonly post?: number | null;
  readonly source_url?: string;
  readonly media_details?: MediaDetails;
  readonly [base: string]: unknown;
}

export interface MediaDetails {
  readonly width?: number;
  readonly height?: number;
  readonly file?: string;
  readonly original_image?: string;
  readonly sizes?: Readonly<
    Record<
      string,
      { readonly file: string; readonly width: number; readonly height: number; readonly mime_type: string }
    >
  >;
}

const fields = [
  'id',
  'date',
  'date_gmt',
  'modified',
  'modified_gmt',
  'guid.raw',
  'password',
  'slug',
  'status',
  'type',
  'link',
  'title.raw',
  'content.raw',
  'excerpt.raw',
  'author',
  'featured_media',
  'comment_status',
  'ping_status',
  'sticky',
  'format',
  'parent',
  'menu_order',
  'template',
  'broadsheet.custom_fields',
  'description.raw',
  'caption.raw',
  'alt_text',
  'mime_type',
  'post',
  'source_url',
  'media_details',
];

/** Value of `_fields`; omits rendered fields, so that no content is rendered. */
const fieldsOf = (type: PostType): string =>
  [...fields, ...taxonomiesOf(type.name).flatMap(({ restBase }) => restBase ?? [])].join(',');

export const noPost = () => new XmlRpcFault(404, 'Invalid post ID.');

/** Throws `XmlRpcFault` for an unknown type. */
export function typeNamed(name: string): PostType {
  const type = registeredTypes().find((one) => one.name === name && one.restBase !== undefined);
  if (!type) throw new XmlRpcFault(403, 'Invalid post type.');
  return type;
}

/** The type of a post, which determines its route; the route checks permissions. */
export async function typeOfPost(call: Call, id: number): Promise<PostType> {
  const post = await storedPost(call, id);
  return postTypeNamed(post.type);
}

async function storedPost({ content }: Call, id: number): Promise<Post> {
  const post = await findPost(content.database.read, id);
  if (!post || postTypeNamed(post.type).restBase === undefined) throw noPost();
  return post;
}

/** A post that the caller can edit; 404 if it isn't of `type`. */
export async function getPost(call: Call, id: number, type?: string): Promise<RestPost> {
  const found = await typeOfPost(call, id);
  if (type !== undefined && found.name !== type) throw noPost();
  return askRest<RestPost>(call, 'GET', `${postBase(found)}/${id}`, {
    query: { context: 'edit', _fields: fieldsOf(found) },
  });
}

export async function listPosts(
  call: Call,
  type: PostType,
  query: RestQuery,
  limit: number,
  offset = 0,
): Promise<RestPost[]> {
  const status = type.name === fileType ? undefined : 'any';
  return listRest<RestPost>(
    call,
    postBase(type),
    { context: 'edit', status, _fields: fieldsOf(type), ...query },
    limit,
    offset,
  );
}

export async function savePost(
  call: Call,
  type: PostType,
  id: number | undefined,
  body: Readonly<Record<string, unknown>>,
): Promise<RestPost> {
  return askRest<RestPost>(call, 'POST', id === undefined ? postBase(type) : `${postBase(type)}/${id}`, {
    query: { _fields: fieldsOf(type) },
    body,
  });
}

/** Moves a post to the trash; deletes trashed posts and attachments permanently, as WordPress does. */
export async function removePost(call: Call, id: number, type?: string): Promise<true> {
  const post = await storedPost(call, id);
  if (type !== undefined && post.type !== type) throw noPost();
  const force = post.type === fileType || post.status === 'trash';
  await askRest(call, 'DELETE', `${postBase(postTypeNamed(post.type))}/${id}`, { query: { force } });
  return true;
}
