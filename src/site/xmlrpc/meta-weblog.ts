import type { z } from 'zod';
import { articleType, pageType, sectionTaxonomy, tagTaxonomy } from '../../modules/types/names.ts';
import { postTypeNamed } from '../../modules/types/registry.ts';
import { limitOf } from './call.ts';
import type { Call } from './call.ts';
import { XmlRpcFault } from './fault.ts';
import {
  credentials,
  method,
  anything,
  id,
  optionalFlag,
  optionalWhole,
  list,
  moment,
  optionalText,
  struct,
  text,
  words,
} from './method.ts';
import { maxPosts, customFieldsOf, sentFields, stickyOf, thumbnailOf } from './posts.ts';
import { getPost, listPosts, noPost, removePost, savePost, typeNamed } from './rest-post.ts';
import type { PostType } from '../../modules/types/model.ts';
import { defined } from '../../lib/records.ts';
import {
  authorOf,
  contentOf,
  customFieldsOf as shownFields,
  excerptOf,
  termsIn,
  termsOfPosts,
  titleOf,
} from './structs.ts';
import type { RestPost } from './rest-post.ts';
import { taxonomiesOfType, termIdsByName } from './term-names.ts';
import { IsoDate } from './values.ts';
import type { SentStruct } from './values.ts';

/** The struct of `metaWeblog.*` and WordPress' older page methods, with Movable Type's and WordPress' fields. */
export const blogStruct = struct({
  title: optionalText,
  description: optionalText,
  mt_excerpt: optionalText,
  mt_text_more: optionalText,
  wp_more_text: optionalText,
  mt_keywords: words,
  categories: list(text).optional(),
  mt_allow_comments: optionalText,
  mt_allow_pings: optionalText,
  dateCreated: moment,
  date_created_gmt: moment,
  post_type: optionalText,
  post_status: optionalText,
  page_status: optionalText,
  wp_slug: optionalText,
  wp_password: optionalText,
  wp_author_id: optionalWhole,
  wp_page_parent_id: optionalWhole,
  wp_page_order: optionalWhole,
  wp_page_template: optionalText,
  wp_post_format: optionalText,
  wp_post_thumbnail: anything,
  sticky: optionalFlag,
  ...sentFields,
});
export type BlogStruct = z.output<typeof blogStruct>;

/** The start of the "more" tag, which may contain link text. */
const more = '<!--more';
interface Parted {
  readonly main: string;
  readonly extended: string;
  readonly link: string;
}

/** Splits a text at its first "more" tag, as WordPress does. */
function parted(content: string): Parted {
  const at = content.indexOf(more);
  const end = at < 0 ? -1 : content.indexOf('-->', at);
  if (end < 0) return { main: content, extended: '', link: '' };
  return {
    main: content.slice(0, at).trim(),
    extended: content.slice(end + 3).trim(),
    link: content.slice(at + more.length, end).trim(),
  };
}

function joined({ description, mt_text_more: extended, wp_more_text: link }: BlogStruct): string | undefined {
  if (description === undefined || !extended) return description;
  return `${description}<!--more${link ? ` ${link.replaceAll('--', '')}` : ''}-->${extended}`;
}

/** `1` and `open` mean open; `0`, `2` and `closed` mean closed. */
function isOpen(sent: string | undefined): 'open' | 'closed' | undefined {
  if (sent === undefined) return undefined;
  return sent === '1' || sent === 'open' ? 'open' : 'closed';
}

/** The body of a REST write. `publish`: the call's own flag, for structs without a status. */
async function blogBody(
  call: Call,
  type: PostType,
  sent: BlogStruct,
  publish: boolean,
  stored?: RestPost,
): Promise<Record<string, unknown>> {
  const isOwn = sent.wp_author_id === (stored ? authorOf(stored) : call.actor.id);
  const status = sent.post_status || sent.page_status || (publish ? 'publish' : 'draft');
  return defined({
    // These methods report a scheduled post as published, so an unchanged status must not publish it.
    status:
      status === 'publish' &&
      stored?.status === 'future' &&
      sent.dateCreated === undefined &&
      sent.date_created_gmt === undefined
        ? undefined
        : status,
    title: sent.title,
    content: joined(sent),
    excerpt: sent.mt_excerpt,
    slug: sent.wp_slug || undefined,
    password: sent.wp_password,
    author: isOwn ? undefined : sent.wp_author_id || undefined,
    ...(sent.date_created_gmt === undefined
      ? { date: sent.dateCreated }
      : { date_gmt: sent.date_created_gmt }),
    comment_status: isOpen(sent.mt_allow_comments),
    ping_status: isOpen(sent.mt_allow_pings),
    parent: sent.wp_page_parent_id,
    menu_order: sent.wp_page_order,
    template: sent.wp_page_template === 'default' ? '' : sent.wp_page_template,
    format: sent.wp_post_format || undefined,
    ...stickyOf(sent.sticky, stored),
    ...thumbnailOf(sent.wp_post_thumbnail),
    ...customFieldsOf(sent.custom_fields, stored),
    ...(await termsOf(call, type, sent)),
  });
}

async function termsOf(
  call: Call,
  type: PostType,
  { categories, mt_keywords: tags }: BlogStruct,
): Promise<Record<string, number[]>> {
  const wished: Record<string, number[]> = {};
  for (const taxonomy of taxonomiesOfType(type.name)) {
    if (taxonomy.name === sectionTaxonomy && categories)
      wished[taxonomy.restBase] = await termIdsByName(call, taxonomy, categories, 'skip');
    if (taxonomy.name === tagTaxonomy && tags)
      wished[taxonomy.restBase] = await termIdsByName(call, taxonomy, tags, 'create');
  }
  return wished;
}

async function namesOf({ content }: Call, posts: readonly RestPost[]): Promise<(userId: number) => string> {
  const people = await content.users.byIds([...new Set(posts.map(authorOf))].filter((userId) => userId > 0));
  return (userId) => people.get(userId)?.displayName ?? '';
}

const openness = (status: string | undefined): number => (status === 'open' ? 1 : 0);
const commonStruct = (post: RestPost, { main }: Parted, authorName: string): SentStruct => ({
  dateCreated: IsoDate.of(post.date),
  userid: String(authorOf(post)),
  description: main,
  title: titleOf(post),
  link: post.link,
  permaLink: post.link,
  mt_allow_comments: openness(post.comment_status),
  mt_allow_pings: openness(post.ping_status),
  wp_slug: post.slug,
  wp_password: post.password,
  wp_author_id: String(authorOf(post)),
  wp_author_display_name: authorName,
  date_created_gmt: IsoDate.of(post.date_gmt),
  custom_fields: shownFields(post),
});

async function blogStructs(call: Call, posts: readonly RestPost[]): Promise<SentStruct[]> {
  const [terms, nameOf] = await Promise.all([termsOfPosts(call, posts), namesOf(call, posts)]);
  return posts.map((post) => {
    const given = termsIn(post, terms);
    const named = (taxonomy: string) =>
      given.filter((term) => term.taxonomy === taxonomy).map(({ name }) => name);
    const parts = parted(contentOf(post));
    return {
      ...commonStruct(post, parts, nameOf(authorOf(post))),
      postid: String(post.id),
      categories: named(sectionTaxonomy),
      mt_excerpt: excerptOf(post),
      mt_text_more: parts.extended,
      wp_more_text: parts.link,
      mt_keywords: named(tagTaxonomy).join(', '),
      post_status: post.status === 'future' ? 'publish' : post.status,
      wp_post_format: post.format ?? 'standard',
      sticky: post.sticky ?? false,
      date_modified: IsoDate.of(post.modified),
      date_modified_gmt: IsoDate.of(post.modified_gmt),
      wp_post_thumbnail: post.featured_media ? String(post.featured_media) : '',
    };
  });
}

/** Pages as `wp.getPage` returns them; `titles`: of parent pages, by id. */
export async function pageStructs(
  call: Call,
  pages: readonly RestPost[],
  titles: ReadonlyMap<number, string>,
): Promise<SentStruct[]> {
  const [terms, nameOf] = await Promise.all([termsOfPosts(call, pages), namesOf(call, pages)]);
  return pages.map((page) => {
    const parts = parted(contentOf(page));
    const parent = page.parent ?? 0;
    return {
      ...commonStruct(page, parts, nameOf(authorOf(page))),
      page_id: page.id,
      page_status: page.status,
      categories: termsIn(page, terms)
        .filter((term) => term.taxonomy === sectionTaxonomy)
        .map(({ name }) => name),
      excerpt: excerptOf(page),
      text_more: parts.extended,
      wp_author: nameOf(authorOf(page)),
      wp_page_parent_id: parent,
      wp_page_parent_title: titles.get(parent) ?? '',
      wp_page_order: page.menu_order ?? 0,
      wp_page_template: page.template || 'default',
    };
  });
}

/** These older methods know articles and pages only. */
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

export const recentPosts = (call: Call, number: number | undefined, most = maxPosts) =>
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
