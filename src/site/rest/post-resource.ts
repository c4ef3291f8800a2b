import type { PostFormat } from '../../lib/post-formats.ts';
import { postFormats } from '../../lib/post-formats.ts';
import type { z } from 'zod';
import { footnotesKey } from '../../modules/posts/meta.ts';
import { mayBeOpened } from '../../modules/posts/policy.ts';
import type { Post, PostStatus } from '../../modules/posts/model.ts';
import { postStatuses } from '../../modules/posts/model.ts';
import { siteTypography } from '../../modules/settings/site-facts.ts';
import { postTypeNamed, taxonomiesOf, taxonomyNamed } from '../../modules/types/registry.ts';
import type { PostFeature, PostType } from '../../modules/types/model.ts';
import { localIso, utcIso } from '../../lib/dates.ts';
import { slugify } from '../../lib/slugify.ts';
import type { PostParts } from './load-posts.ts';
import { mediaArguments } from './media-arguments.ts';
import { mediaFields } from './media-fields.ts';
import { emptyMeta, metaProperties } from '../../modules/types/rest/meta-field.ts';
import type { ShownMeta } from '../../modules/types/rest/meta-field.ts';
import { flagParam, objectParam, optionalWhole, shape, textParam } from '../../kernel/http/rest/params.ts';
import { postArguments, termsArgument, detailsField } from './post-arguments.ts';
import { renderedExcerpt } from './load-posts.ts';
import {
  everywhere,
  fieldsOf,
  oncePer,
  toEditors,
  whole,
  writtenFields,
  renderedTitle,
} from '../../kernel/http/rest/resource.ts';
import type { Field, Resource } from '../../kernel/http/rest/resource.ts';
import { fileType, patternSyncKey, patternType } from '../../modules/types/names.ts';

const { shown, written, group, writtenGroup, resource } = fieldsOf<PostParts>();
const text = textParam();
const number = optionalWhole();
const moment = shape<string>({ type: 'string', format: 'date-time' });
const word = <Word extends string>(words: readonly Word[]) => shape<Word>({ type: 'string', enum: words });

/** Statuses of posts that may lack a date until they are published. */
export const undatedStatuses: ReadonlySet<string> = new Set<PostStatus>(['draft', 'pending', 'auto-draft']);

/** The publication date; for a never-published draft its modification date, as in WordPress. */
export const dateOf = (post: Pick<Post, 'publishedAt' | 'modifiedAt' | 'status'>): number =>
  post.publishedAt === 0 && !mayBeOpened(post) ? post.modifiedAt : post.publishedAt;

const commonFields = {
  id: shown(number, everywhere, ({ post }) => post.id),
  date: written(
    moment,
    everywhere,
    ({ post }, { settings }) => localIso(dateOf(post), settings.timezone_string),
    postArguments.date,
  ),
  date_gmt: written(moment, whole, ({ post }) => utcIso(dateOf(post)), postArguments.date_gmt),
  guid: group(whole, {
    rendered: shown(
      text,
      whole,
      ({ post }, { site }) => post.guid || `${site.content.siteUrl}/?p=${post.id}`,
    ),
    raw: shown(text, toEditors, ({ post }, { site }) => post.guid || `${site.content.siteUrl}/?p=${post.id}`),
  }),
  modified: shown(moment, whole, ({ post }, { settings }) =>
    localIso(post.modifiedAt, settings.timezone_string),
  ),
  modified_gmt: shown(moment, whole, ({ post }) => utcIso(post.modifiedAt)),
  password: written(postArguments.password, toEditors, ({ post }) => post.password),
  slug: written(postArguments.slug, everywhere, ({ post }) => post.slug),
  status: written(word<PostStatus>(postStatuses), whole, ({ post }) => post.status, postArguments.status),
  type: shown(text, everywhere, ({ post }) => post.type),
  link: shown(text, everywhere, ({ link }) => link),
};

const title = {
  title: writtenGroup(
    everywhere,
    {
      raw: shown(text, toEditors, ({ post }) => post.title),
      rendered: shown(text, everywhere, ({ post }, { settings }) =>
        renderedTitle(post.title, siteTypography(settings)),
      ),
    },
    postArguments.title,
  ),
};

const author = { author: written(postArguments.author, everywhere, ({ post }) => post.authorId) };
const thumbnail = {
  featured_media: written(postArguments.featured_media, everywhere, ({ post }) => post.featuredMediaId),
};
const discussion = {
  comment_status: written(postArguments.comment_status, whole, ({ post }) => post.commentStatus),
  ping_status: written(postArguments.ping_status, whole, ({ post }) => post.pingStatus),
};
const template = { template: written(postArguments.template, whole, (parts) => parts.template) };
const classes = {
  class_list: shown(shape<readonly string[]>({ type: 'array', items: { type: 'string' } }), whole, classList),
};
const isProtected = shown(flagParam(), everywhere, ({ post }) => post.isProtected);

const editor = {
  content: writtenGroup(
    whole,
    {
      raw: shown(text, toEditors, ({ rawContent }) => rawContent),
      rendered: shown(text, whole, ({ content }) => content),
      protected: isProtected,
      block_version: shown(number, toEditors, ({ rawContent }) => (rawContent.includes('<!-- wp:') ? 1 : 0)),
    },
    postArguments.content,
  ),
};
const excerpt = {
  excerpt: writtenGroup(
    everywhere,
    {
      raw: shown(text, toEditors, ({ post }) => post.excerpt),
      rendered: shown(text, everywhere, ({ post, isRevealed }, { settings }) =>
        isRevealed ? renderedExcerpt(post, siteTypography(settings)) : '',
      ),
      protected: isProtected,
    },
    postArguments.excerpt,
  ),
};

/** For editors: the address with another slug, and the slug derived from the title. */
const naming = {
  permalink_template: shown(text, toEditors, ({ permalinkTemplate }) => permalinkTemplate),
  generated_slug: shown(
    text,
    toEditors,
    ({ post }, { settings }) => post.slug || slugify(post.title, settings.site_language),
  ),
};
/** Our own field: whether a draft has no date, since `date` then shows its modification. */
const floating = {
  date_floating: shown(
    flagParam(),
    toEditors,
    ({ post }) => post.publishedAt === 0 && undatedStatuses.has(post.status),
  ),
};
/** Our own field: counts changes. A change or deletion sends the revision that it is based on. */
const revision = { revision: shown(number, toEditors, ({ post }) => post.revision) };

/** The terms of one taxonomy, in a field named like its collection. */
const termsOf = (taxonomy: string) =>
  written(termsArgument, whole, ({ terms }) =>
    terms.filter((term) => term.taxonomy === taxonomy).map(({ id }) => id),
  );

/** Patterns are for authors: stored texts, and copies are marked separately. */
const patternFields = {
  title: writtenGroup(whole, { raw: shown(text, whole, ({ post }) => post.title) }, postArguments.title),
  content: writtenGroup(
    whole,
    {
      raw: shown(text, whole, ({ post }) => post.content),
      protected: isProtected,
      block_version: shown(number, toEditors, ({ post }) => (post.content.includes('<!-- wp:') ? 1 : 0)),
    },
    postArguments.content,
  ),
  [patternSyncKey]: shown(text, everywhere, ({ meta }) => String(meta[patternSyncKey] ?? '')),
};
const withoutSync = ({ meta }: PostParts) =>
  Object.fromEntries(Object.entries(meta).filter(([key]) => key !== patternSyncKey));

const parent = { parent: written(postArguments.parent, whole, ({ post }) => post.parentId) };
const place = { menu_order: written(postArguments.menu_order, whole, ({ post }) => post.menuOrder) };
const sticky = { sticky: written(postArguments.sticky, whole, ({ post }) => post.sticky) };
const format = {
  format: written(word<PostFormat>(postFormats), whole, ({ post }) => post.format, postArguments.format),
};
const metaOf = (type: PostType, get: (parts: PostParts) => ShownMeta = ({ meta }) => meta) => {
  const properties = { [footnotesKey]: { type: ['string', 'null'] }, ...metaProperties(type.meta) };
  return {
    meta: written(shape<ShownMeta>({ type: 'object', properties }), whole, get, objectParam(properties)),
  };
};

/** Fields of a generic post type for typed clients: common ones, and those of some types. */
export type PostFields = typeof commonFields &
  typeof template &
  typeof classes &
  typeof floating &
  typeof revision &
  Partial<
    typeof title &
      typeof editor &
      typeof excerpt &
      typeof author &
      typeof thumbnail &
      typeof parent &
      typeof place &
      typeof discussion &
      typeof sticky &
      typeof format &
      ReturnType<typeof metaOf> &
      typeof naming &
      typeof detailsField &
      Pick<typeof patternFields, typeof patternSyncKey>
  >;
export type FileFields = typeof attachmentFields;

type AnyFields = Record<string, Field<PostParts>>;

function fieldsOfType(type: PostType): AnyFields {
  const having = (feature: PostFeature, fields: AnyFields): AnyFields =>
    type.supports.has(feature) ? fields : {};
  const taxonomies = taxonomiesOf(type.name).flatMap(({ name, restBase }) =>
    restBase === undefined ? [] : [[restBase, termsOf(name)] as const],
  );
  return {
    ...commonFields,
    ...having('title', title),
    ...having('editor', editor),
    ...having('excerpt', excerpt),
    ...having('author', author),
    ...having('thumbnail', thumbnail),
    ...(type.isHierarchical ? parent : {}),
    ...having('page-attributes', place),
    ...having('comments', discussion),
    ...having('sticky', sticky),
    ...template,
    ...having('post-formats', format),
    ...metaOf(type),
    ...Object.fromEntries(taxonomies),
    ...(type.isPublic ? { ...naming, ...detailsField } : {}),
    ...classes,
    ...floating,
    ...revision,
    ...(type.name === patternType ? { ...patternFields, ...metaOf(type, withoutSync) } : {}),
  };
}

/** Attachments are files with text fields of their own. */
const attachmentFields = {
  ...commonFields,
  ...title,
  ...author,
  ...thumbnail,
  ...discussion,
  ...template,
  meta: emptyMeta,
  ...naming,
  ...classes,
  ...mediaFields,
  ...revision,
};

/** Makes fields without an argument among these read-only. */
function onlyWritten(args: Readonly<Record<string, unknown>>, fields: AnyFields): AnyFields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, { ...field, writable: Object.hasOwn(args, name) }]),
  );
}

export type PostResource = Resource<PostParts, PostFields>;
export type FileResource = Resource<PostParts, FileFields>;

/** The resource of a type, including attachments. */
export const anyResource = oncePer(
  (type: PostType): Resource<PostParts> =>
    resource(
      type.name,
      type.name === fileType ? onlyWritten(mediaArguments, attachmentFields) : fieldsOfType(type),
    ),
);

/** The same, typed for clients: all fields that posts of the type, or files, may have. */
export const postResource = (type: PostType): PostResource =>
  anyResource(type) as Resource<PostParts> as PostResource;
export const fileResource = (type: PostType): FileResource =>
  anyResource(type) as Resource<PostParts> as FileResource;

export function writtenPost(type: PostType): z.ZodObject<typeof postArguments> {
  // Each field is parsed by its argument; clients never send fields that the type lacks.
  return writtenFields(anyResource(type)) as z.ZodType as z.ZodObject<typeof postArguments>;
}

function classList({ post, terms }: PostParts): string[] {
  return [
    `post-${post.id}`,
    post.type,
    `type-${post.type}`,
    `status-${post.status}`,
    ...(postTypeNamed(post.type).supports.has('post-formats') ? [`format-${post.format}`] : []),
    ...(post.isProtected
      ? ['post-password-required']
      : post.featuredMediaId > 0
        ? ['has-post-thumbnail']
        : []),
    'hentry',
    ...terms
      .filter(({ taxonomy }) => taxonomyNamed(taxonomy).isPublic)
      .map((term) => `${taxonomyNamed(term.taxonomy).wireName}-${term.slug}`),
  ];
}
