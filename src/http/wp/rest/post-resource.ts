import type { z } from 'zod';
import type { Post, PostFormat, PostStatus } from '../../../content/posts/post.ts';
import { postFormats, postStatuses } from '../../../content/posts/post.ts';
import { siteTypography } from '../../../content/settings/site-typography.ts';
import { postTypeNamed, taxonomiesOf } from '../../../content/types/registry.ts';
import type { PostFeature, PostType } from '../../../content/types/post-type.ts';
import { localIso, utcIso } from '../../../lib/site-time.ts';
import { slugify } from '../../../lib/slugify.ts';
import type { PostParts } from './load-posts.ts';
import { mediaArguments } from './media-arguments.ts';
import { mediaFields } from './media-fields.ts';
import { flagParam, optionalWhole, shape, textParam } from './params.ts';
import { postArguments, termsArgument } from './post-arguments.ts';
import { renderedExcerpt, renderedTitle } from './rendered-text.ts';
import { everywhere, fieldsOf, toEditors, whole, writtenFields } from './resource.ts';
import type { Field, Resource } from './resource.ts';
import { fileType, patternSyncKey, patternType, tagTaxonomy } from '../../../content/types/names.ts';

const { shown, written, group, resource } = fieldsOf<PostParts>();
const text = textParam();
const number = optionalWhole();
const moment = shape<string>({ type: 'string', format: 'date-time' });
const word = <Word extends string>(words: readonly Word[]) => shape<Word>({ type: 'string', enum: words });

type PostFields = Record<string, Field<PostParts>>;

/** When it was published; a draft that never was tells when it was changed, as in WordPress. */
export const dateOf = (post: Pick<Post, 'publishedAt' | 'modifiedAt' | 'status'>): number =>
  (post.publishedAt === 0 && post.status !== 'publish' && post.status !== 'inherit' ? post.modifiedAt : post.publishedAt);

/** Fields that every type begins with. */
const commonFields: PostFields = {
  id: shown(number, everywhere, ({ post }) => post.id),
  date: written(moment, everywhere, ({ post }, { settings }) => localIso(dateOf(post), settings.timezone_string), postArguments.date),
  date_gmt: written(moment, whole, ({ post }) => utcIso(dateOf(post)), postArguments.date_gmt),
  guid: group(whole, {
    rendered: shown(text, whole, ({ post }, { site }) => post.guid || `${site.content.siteUrl}/?p=${post.id}`),
    raw: shown(text, toEditors, ({ post }, { site }) => post.guid || `${site.content.siteUrl}/?p=${post.id}`),
  }),
  modified: shown(moment, whole, ({ post }, { settings }) => localIso(post.modifiedAt, settings.timezone_string)),
  modified_gmt: shown(moment, whole, ({ post }) => utcIso(post.modifiedAt)),
  password: written(postArguments.password, toEditors, ({ post }) => post.password),
  slug: written(postArguments.slug, everywhere, ({ post }) => post.slug),
  status: written(word<PostStatus>(postStatuses), whole, ({ post }) => post.status, postArguments.status),
  type: shown(text, everywhere, ({ post }) => post.type),
  link: shown(text, everywhere, ({ link }) => link),
};

const title: PostFields = {
  title: group(everywhere, {
    raw: shown(text, toEditors, ({ post }) => post.title),
    rendered: shown(text, everywhere, ({ post }, { settings }) => renderedTitle(post.title, siteTypography(settings))),
  }, postArguments.title),
};

const author: PostFields = { author: written(postArguments.author, everywhere, ({ post }) => post.authorId) };
const thumbnail: PostFields = { featured_media: written(postArguments.featured_media, everywhere, ({ post }) => post.featuredMediaId) };
const discussion: PostFields = {
  comment_status: written(postArguments.comment_status, whole, ({ post }) => post.commentStatus),
  ping_status: written(postArguments.ping_status, whole, ({ post }) => post.pingStatus),
};
const template: PostFields = { template: written(postArguments.template, whole, (parts) => parts.template) };
const classes: PostFields = { class_list: shown(shape<readonly string[]>({ type: 'array', items: { type: 'string' } }), whole, classList) };
const isProtected = shown(flagParam(), everywhere, ({ post }) => post.isProtected);

const editor: PostFields = {
  content: group(whole, {
    raw: shown(text, toEditors, ({ post }) => post.content),
    rendered: shown(text, whole, ({ content }) => content),
    protected: isProtected,
    block_version: shown(number, toEditors, ({ post }) => (post.content.includes('<!-- wp:') ? 1 : 0)),
  }, postArguments.content),
};
const excerpt: PostFields = {
  excerpt: group(everywhere, {
    raw: shown(text, toEditors, ({ post }) => post.excerpt),
    rendered: shown(text, everywhere, ({ post }, { settings }, context) =>
      (post.isProtected && context !== 'edit' ? '' : renderedExcerpt(post, siteTypography(settings)))),
    protected: isProtected,
  }, postArguments.excerpt),
};

/** For who edits: what addresses would be with another slug, and the slug that the title makes. */
const naming: PostFields = {
  permalink_template: shown(text, toEditors, ({ permalinkTemplate }) => permalinkTemplate),
  generated_slug: shown(text, toEditors, ({ post }) => post.slug || slugify(post.title)),
};
/** Ours: counts changes. Sent with a change or a deletion it says what that began from. */
const revision: PostFields = { revision: shown(number, toEditors, ({ post }) => post.revision) };

/** The terms of one taxonomy, in a field named like its collection. */
const termsOf = (taxonomy: string) =>
  written(termsArgument, whole, ({ terms }) => terms.filter((term) => term.taxonomy === taxonomy).map(({ id }) => id));

/** Patterns are for who writes: their texts are told as they are stored, and whether they are copied stands by itself. */
const patternFields: PostFields = {
  title: group(whole, { raw: shown(text, whole, ({ post }) => post.title) }, postArguments.title),
  content: group(whole, {
    raw: shown(text, whole, ({ post }) => post.content), protected: isProtected,
    block_version: shown(number, toEditors, ({ post }) => (post.content.includes('<!-- wp:') ? 1 : 0)),
  }, postArguments.content),
  [patternSyncKey]: shown(text, everywhere, ({ meta }) => String(meta[patternSyncKey] ?? '')),
  meta: written(
    shape<PostParts['meta']>({ type: 'object' }), whole, ({ meta }) => Object.fromEntries(Object.entries(meta).filter(([key]) => key !== patternSyncKey)),
    postArguments.meta,
  ),
};

/** Fields of a type of posts: those that it supports. */
function fieldsOfType(type: PostType): PostFields {
  const having = (feature: PostFeature, fields: PostFields): PostFields => (type.supports.has(feature) ? fields : {});
  const taxonomies = taxonomiesOf(type.name).flatMap(({ name, restBase }) => (restBase === undefined ? [] : [[restBase, termsOf(name)] as const]));
  return {
    ...commonFields, ...having('title', title), ...having('editor', editor), ...having('excerpt', excerpt), ...having('author', author),
    ...having('thumbnail', thumbnail),
    ...(type.isHierarchical ? { parent: written(postArguments.parent, whole, ({ post }) => post.parentId) } : {}),
    ...having('page-attributes', { menu_order: written(postArguments.menu_order, whole, ({ post }) => post.menuOrder) }),
    ...having('comments', discussion),
    ...having('sticky', { sticky: written(postArguments.sticky, whole, ({ post }) => post.sticky) }),
    ...template,
    ...having('post-formats', { format: written(word<PostFormat>(postFormats), whole, ({ post }) => post.format, postArguments.format) }),
    meta: written(shape<PostParts['meta']>({ type: 'object' }), whole, ({ meta }) => meta, postArguments.meta),
    ...Object.fromEntries(taxonomies),
    ...(type.isPublic ? naming : {}),
    ...classes,
    ...revision,
    ...(type.name === patternType ? patternFields : {}),
  };
}

/** Attachments are files; what is written about them stands in fields of their own. */
const attachmentFields: PostFields = onlyWritten(mediaArguments, {
  ...commonFields, ...title, ...author, ...thumbnail, ...discussion, ...template, meta: shown(shape<readonly never[]>({ type: 'array' }), whole, () => []),
  ...naming, ...classes, ...mediaFields, ...revision,
});

/** The fields, of which only those can be written that have an argument among these. */
function onlyWritten(args: Readonly<Record<string, unknown>>, fields: PostFields): PostFields {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, { ...field, writable: Object.hasOwn(args, name) }]));
}

const resourceByType = new WeakMap<PostType, Resource<PostParts>>();

/** The fields of a type's posts. */
export function postResource(type: PostType): Resource<PostParts> {
  const made = resourceByType.get(type) ?? resource(type.name, type.name === fileType ? attachmentFields : fieldsOfType(type));
  resourceByType.set(type, made);
  return made;
}

/** What writes of a type's posts take. */
export function writtenPost(type: PostType): z.ZodObject<typeof postArguments> {
  // Each field is read by its argument, and those that the type lacks are sent by nobody.
  return writtenFields(postResource(type)) as z.ZodObject<typeof postArguments>;
}

/** Path of a type's collection. */
export const postBase = ({ restBase, name }: Pick<PostType, 'restBase' | 'name'>): string => `/wp/v2/${restBase ?? name}`;

/** CSS classes that themes give the article. */
function classList({ post, terms }: PostParts): string[] {
  const prefix: Readonly<Record<string, string>> = { [tagTaxonomy]: 'tag' };
  return [
    `post-${post.id}`, post.type, `type-${post.type}`, `status-${post.status}`,
    ...(postTypeNamed(post.type).supports.has('post-formats') ? [`format-${post.format}`] : []),
    ...(post.isProtected ? ['post-password-required'] : post.featuredMediaId > 0 ? ['has-post-thumbnail'] : []),
    'hentry',
    ...terms.map((term) => `${prefix[term.taxonomy] ?? term.taxonomy}-${term.slug}`),
  ];
}
