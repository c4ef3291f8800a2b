import type { z } from 'zod';
import { findRevision } from '../../modules/posts/revisions.ts';
import { findTerms } from '../../modules/terms/reader.ts';
import { articleType } from '../../modules/types/names.ts';
import { postTypeNamed } from '../../modules/types/registry.ts';
import type { PostType } from '../../modules/types/model.ts';
import { defined } from '../../lib/records.ts';
import { postBase } from '../../modules/types/model.ts';
import { askRest, limitOf, listRest } from './call.ts';
import type { Call } from './call.ts';
import { XmlRpcFault } from './fault.ts';
import {
  credentials,
  method,
  anything,
  fieldNames,
  id,
  list,
  moment,
  optionalFlag,
  optionalStruct,
  optionalText,
  optionalWhole,
  recordOf,
  struct,
  text,
} from './method.ts';
import { postStructs } from './structs.ts';
import { getPost, listPosts, noPost, removePost, savePost, typeNamed, typeOfPost } from './rest-post.ts';
import type { RestPost } from './rest-post.ts';
import { taxonomyOfType, termIdsByName } from './term-names.ts';
import { IsoDate } from './values.ts';
import type { SentStruct } from './values.ts';

/** Posts per answer. */
export const maxPosts = 100;

export const sentFields = {
  custom_fields: list(struct({ id: optionalText, key: optionalText, value: optionalText })).optional(),
};

const content = struct({
  post_type: optionalText,
  post_status: optionalText,
  post_title: optionalText,
  post_author: optionalWhole,
  post_excerpt: optionalText,
  post_content: optionalText,
  post_date: moment,
  post_date_gmt: moment,
  post_format: optionalText,
  post_name: optionalText,
  post_password: optionalText,
  comment_status: optionalText,
  ping_status: optionalText,
  sticky: optionalFlag,
  post_thumbnail: anything,
  post_parent: optionalWhole,
  menu_order: optionalWhole,
  terms: recordOf(list(id)).optional(),
  terms_names: recordOf(list(text)).optional(),
  ...sentFields,
  if_not_modified_since: moment,
});
type Content = z.output<typeof content>;

/** The body of a REST write; `stored`: the post to change. */
async function bodyOf(
  call: Call,
  type: PostType,
  sent: Content,
  stored?: RestPost,
): Promise<Record<string, unknown>> {
  const isOwn = !stored && sent.post_author === call.actor.id;
  return defined({
    status: sent.post_status || undefined,
    title: sent.post_title,
    content: sent.post_content,
    excerpt: sent.post_excerpt,
    slug: sent.post_name,
    password: sent.post_password,
    author: isOwn ? undefined : sent.post_author || undefined,
    ...(sent.post_date_gmt === undefined ? { date: sent.post_date } : { date_gmt: sent.post_date_gmt }),
    format: sent.post_format || undefined,
    comment_status: sent.comment_status || undefined,
    ping_status: sent.ping_status || undefined,
    ...stickyOf(sent.sticky, stored),
    ...thumbnailOf(sent.post_thumbnail),
    parent: sent.post_parent,
    menu_order: sent.menu_order,
    ...(await termsOf(call, type, sent)),
    ...customFieldsOf(sent.custom_fields, stored),
  });
}

/** Clients send the flag with every post: unchanged, it needs no capability. */
export const stickyOf = (sticky: boolean | undefined, stored: RestPost | undefined) =>
  sticky === undefined || sticky === (stored?.sticky ?? false) ? {} : { sticky };

/** An id; an empty value removes the image. A struct, which clients send back as they received it, changes nothing. */
export function thumbnailOf(sent: unknown): { readonly featured_media?: number } {
  if (sent === '' || sent === null) return { featured_media: 0 };
  if (typeof sent === 'number') return { featured_media: sent };
  return typeof sent === 'string' && /^\d{1,15}$/.test(sent) ? { featured_media: Number(sent) } : {};
}

/**
 * Changes custom fields: an id names an existing field, which is deleted if it has neither key nor value; without an
 * id, one is added. Protected fields (`_…`) are sent as meta: REST stores keys of SEO plugins and ignores others.
 */
export function customFieldsOf(sent: Content['custom_fields'], stored: RestPost | undefined) {
  if (!sent || sent.length === 0) return {};
  const fields: ({ readonly name: string; readonly value: string } | undefined)[] = [
    ...(stored?.broadsheet?.custom_fields ?? []),
  ];
  const meta: Record<string, string> = {};
  for (const { id: number, key, value = '' } of sent) {
    if (key?.startsWith('_')) {
      meta[key] = value;
      continue;
    }
    if (number === undefined || number === '') {
      if (key !== undefined && key !== '') fields.push({ name: key, value });
      continue;
    }
    const at = Number(number) - 1;
    if (fields[at]) fields[at] = key === undefined ? undefined : { name: key, value };
  }
  return {
    broadsheet: { custom_fields: fields.filter((field) => field !== undefined) },
    ...(Object.keys(meta).length > 0 ? { meta } : {}),
  };
}

async function termsOf(
  call: Call,
  type: PostType,
  { terms, terms_names: names }: Content,
): Promise<Record<string, number[]>> {
  const wished: Record<string, number[]> = {};
  const known = await findTerms(call.content.database.read, Object.values(terms ?? {}).flat());
  for (const [name, ids] of Object.entries(terms ?? {})) {
    const { restBase } = taxonomyOfType(name, type.name);
    if (ids.some((one) => known.get(one)?.taxonomy !== name)) throw new XmlRpcFault(403, 'Invalid term ID.');
    wished[restBase] = [...ids];
  }
  for (const [name, some] of Object.entries(names ?? {})) {
    const taxonomy = taxonomyOfType(name, type.name);
    wished[taxonomy.restBase] = [
      ...(wished[taxonomy.restBase] ?? []),
      ...(await termIdsByName(call, taxonomy, some, 'create')),
    ];
  }
  return wished;
}

const newPost = method('wp.newPost', { blog_id: anything, ...credentials, content }, async (call, sent) => {
  const type = typeNamed(sent.content.post_type || articleType);
  return String((await savePost(call, type, undefined, await bodyOf(call, type, sent.content))).id);
});

const editPost = method(
  'wp.editPost',
  { blog_id: anything, ...credentials, post_id: id, content },
  async (call, { post_id: postId, content: sent }) => {
    const stored = await getPost(call, postId);
    if (sent.if_not_modified_since !== undefined && modifiedAfter(stored, sent.if_not_modified_since)) {
      throw new XmlRpcFault(409, 'There is a revision of this post that is more recent.');
    }
    const type = postTypeNamed(stored.type);
    if (sent.post_type && sent.post_type !== type.name)
      throw new XmlRpcFault(401, 'The post type may not be changed.');
    await savePost(call, type, postId, await bodyOf(call, type, sent, stored));
    return true;
  },
);

/** Without a zone it is in UTC. */
const modifiedAfter = (post: RestPost, sent: string) =>
  Date.parse(`${post.modified_gmt}Z`) > Date.parse(sent.length > 19 ? sent : `${sent}Z`);

const deletePost = method(
  'wp.deletePost',
  { blog_id: anything, ...credentials, post_id: id },
  (call, { post_id: postId }) => removePost(call, postId),
);

const getOne = method(
  'wp.getPost',
  { blog_id: anything, ...credentials, post_id: id, fields: fieldNames },
  async (call, { post_id: postId, fields }) => {
    const [found] = await postStructs(call, [await getPost(call, postId)], fields);
    if (!found) throw noPost();
    return found;
  },
);

const orders: Readonly<Record<string, string>> = {
  date: 'date',
  post_date: 'date',
  modified: 'modified',
  post_modified: 'modified',
  title: 'title',
  post_title: 'title',
  ID: 'id',
  name: 'slug',
  author: 'author',
  parent: 'parent',
  menu_order: 'menu_order',
};
const filter = optionalStruct({
  post_type: optionalText,
  post_status: optionalText,
  number: optionalWhole,
  offset: optionalWhole,
  orderby: optionalText,
  order: optionalText,
  s: optionalText,
});

const getPosts = method(
  'wp.getPosts',
  { blog_id: anything, ...credentials, filter, fields: fieldNames },
  async (call, sent) => {
    const {
      post_type: type = articleType,
      post_status: status,
      number,
      offset = 0,
      orderby = '',
      order = '',
      s: search,
    } = sent.filter;
    return postStructs(
      call,
      await listPosts(
        call,
        typeNamed(type),
        {
          ...(status ? { status } : {}),
          search: search || undefined,
          orderby: orders[orderby] ?? 'date',
          order: order.toLowerCase() === 'asc' ? 'asc' : 'desc',
        },
        limitOf(number, 10, maxPosts),
        offset,
      ),
      sent.fields,
    );
  },
);

interface RestRevision {
  readonly id: number;
  readonly author: number;
  readonly date: string;
  readonly date_gmt: string;
  readonly parent: number;
  readonly slug: string;
  readonly title?: { readonly raw: string };
  readonly content?: { readonly raw: string };
  readonly excerpt?: { readonly raw: string };
}

const getRevisions = method(
  'wp.getRevisions',
  { blog_id: anything, ...credentials, post_id: id, fields: fieldNames },
  async (call, sent) => {
    const type = await typeOfPost(call, sent.post_id);
    const wished = sent.fields ?? ['post_date', 'post_date_gmt'];
    const revisions = await listRest<RestRevision>(
      call,
      `${postBase(type)}/${sent.post_id}/revisions`,
      {
        context: 'edit',
        _fields: 'id,author,date,date_gmt,parent,slug,title.raw,content.raw,excerpt.raw',
      },
      maxPosts,
    );
    return revisions.map((revision): SentStruct => {
      const fields: SentStruct = {
        post_title: revision.title?.raw ?? '',
        post_date: IsoDate.of(revision.date),
        post_date_gmt: IsoDate.of(revision.date_gmt),
        post_modified: IsoDate.of(revision.date),
        post_modified_gmt: IsoDate.of(revision.date_gmt),
        post_status: 'inherit',
        post_type: 'revision',
        post_name: revision.slug,
        post_author: String(revision.author),
        post_excerpt: revision.excerpt?.raw ?? '',
        post_content: revision.content?.raw ?? '',
        post_parent: String(revision.parent),
      };
      const wantsAll = wished.includes('post');
      return {
        post_id: String(revision.id),
        ...Object.fromEntries(Object.entries(fields).filter(([name]) => wantsAll || wished.includes(name))),
      };
    });
  },
);

const restoreRevision = method(
  'wp.restoreRevision',
  { blog_id: anything, ...credentials, revision_id: id },
  async (call, { revision_id: revisionId }) => {
    const revision = await findRevision(call.content.database.read, revisionId);
    if (!revision) throw noPost();
    const type = await typeOfPost(call, revision.postId);
    await askRest(
      call,
      'POST',
      `/broadsheet/v1/${type.restBase ?? type.name}/${revision.postId}/revisions/${revisionId}`,
    );
    return true;
  },
);

export const postMethods = [newPost, editPost, deletePost, getOne, getPosts, getRevisions, restoreRevision];
