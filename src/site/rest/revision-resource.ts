import { footnotesKey } from '../../modules/posts/meta.ts';
import type { Post } from '../../modules/posts/model.ts';
import { fieldNames, readFieldValues } from '../../modules/posts/field-values.ts';
import type { PostTexts, Revision } from '../../modules/posts/revisions.ts';
import { metaRules, shownMeta } from '../../modules/types/model.ts';
import { metaProperties } from '../../modules/types/rest/meta-field.ts';
import { siteTypography } from '../../modules/settings/site-facts.ts';
import { postTypeNamed } from '../../modules/types/registry.ts';
import type { PostFeature, PostType } from '../../modules/types/model.ts';
import { localIso, utcIso } from '../../lib/dates.ts';
import { optionalWhole, shape, textParam } from '../../kernel/http/rest/params.ts';
import { postBase } from '../../modules/types/model.ts';
import { paragraphs } from './load-posts.ts';
import { everywhere, fieldsOf, toEditors, whole, renderedTitle } from '../../kernel/http/rest/resource.ts';
import type { Context, Resource } from '../../kernel/http/rest/resource.ts';
import type { RestItem } from '../../kernel/http/rest/rest-reply.ts';
import { plainLink } from '../../kernel/http/rest/rest-reply.ts';
import { restUrl } from '../../kernel/http/rest/rest-request.ts';
import type { RestRequest } from '../../kernel/http/rest/rest-request.ts';

export interface RevisionParts {
  readonly revision: Revision;
  readonly post: Post;
  /** Rendered text; empty if not requested. */
  readonly content: string;
  /** Texts that an autosave is based on, if known. */
  readonly base?: PostTexts | undefined;
}

/** The post revision that an autosave is based on, with its texts; null if these are no longer stored. */
interface Began extends Readonly<Record<'title' | 'excerpt' | 'content', string | null>> {
  readonly revision: number;
  readonly footnotes?: string | null;
  /** Values of custom fields, of types that have some. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

const { shown, group, resource } = fieldsOf<RevisionParts>();
const text = textParam();
const number = optionalWhole();
const moment = shape<string>({ type: 'string', format: 'date-time' });
const local = shown(moment, everywhere, ({ revision }, { settings }) =>
  localIso(revision.createdAt, settings.timezone_string),
);
const utc = shown(moment, whole, ({ revision }) => utcIso(revision.createdAt));

/** The post's preview URL; for the caller's own autosave with its nonce. */
function previewLink({ post, revision }: RevisionParts, { site, actor, previewNonce }: RestRequest): string {
  const link = `${site.content.siteUrl}/?${postTypeNamed(post.type).idParameter}=${post.id}&preview=true`;
  const isOwn = revision.kind === 'autosave' && revision.authorId === actor?.id;
  return isOwn && previewNonce
    ? `${link}&preview_id=${post.id}&preview_nonce=${previewNonce(post.id)}`
    : link;
}

const commonFields = {
  author: shown(number, everywhere, ({ revision }) => revision.authorId),
  date: local,
  date_gmt: utc,
  id: shown(number, everywhere, ({ revision }) => revision.id),
  modified: local,
  modified_gmt: utc,
  parent: shown(number, everywhere, ({ revision }) => revision.postId),
  slug: shown(text, everywhere, ({ revision: { kind, postId } }) => `${postId}-${kind}-v1`),
};
const title = {
  title: group(everywhere, {
    raw: shown(text, toEditors, ({ revision }) => revision.title),
    rendered: shown(text, everywhere, ({ revision }, { settings }) =>
      renderedTitle(revision.title, siteTypography(settings)),
    ),
  }),
};
const editor = {
  content: group(whole, {
    raw: shown(text, toEditors, ({ revision }) => revision.content),
    rendered: shown(text, whole, ({ content }) => content),
  }),
};
const excerpt = {
  excerpt: group(everywhere, {
    raw: shown(text, toEditors, ({ revision }) => revision.excerpt),
    rendered: shown(text, everywhere, ({ revision }, { settings }) =>
      paragraphs(revision.excerpt, siteTypography(settings)),
    ),
  }),
};
type ShownValues = Readonly<Record<string, unknown>>;
/** Values of the type's fields at a revision, without fields that it doesn't know. */
function valuesOf(type: string, texts: PostTexts | undefined): ShownValues {
  const { meta: declared } = postTypeNamed(type);
  const stored = readFieldValues(texts?.fieldValues);
  return stored === undefined
    ? {}
    : shownMeta(
        Object.fromEntries(
          Object.entries(declared).filter(
            ([name, schema]) => metaRules.has(schema) && Object.hasOwn(stored, name),
          ),
        ),
        new Map(Object.entries(stored).map(([name, value]) => [name, value === null ? [] : [value]])),
      );
}
const metaOf = (type: PostType) => ({
  meta: shown(
    shape<ShownValues & { readonly footnotes: string }>({
      type: 'object',
      properties: { [footnotesKey]: { type: 'string' }, ...metaProperties(type.meta) },
    }),
    whole,
    ({ revision }) => ({ ...valuesOf(type.name, revision), footnotes: revision.footnotes ?? '' }),
  ),
});
const began = shape<Began | null>({
  type: ['object', 'null'],
  properties: {
    revision: { type: 'integer' },
    title: { type: ['string', 'null'] },
    excerpt: { type: ['string', 'null'] },
    content: { type: ['string', 'null'] },
    footnotes: { type: ['string', 'null'] },
    meta: { type: 'object' },
  },
});
const base = {
  base: shown(began, toEditors, ({ base: texts, revision, post }) => {
    if (revision.kind !== 'autosave' || revision.postRevision === 0) return null;
    return {
      revision: revision.postRevision,
      title: texts?.title ?? null,
      excerpt: texts?.excerpt ?? null,
      content: texts?.content ?? null,
      footnotes: texts?.footnotes ?? null,
      ...(texts?.fieldValues === undefined ? {} : { meta: valuesOf(post.type, texts) }),
    };
  }),
};
const preview = { preview_link: shown(text, toEditors, previewLink) };

/** Fields of revisions for typed clients: common ones, and those of types with such texts. */
export type RevisionFields = typeof commonFields &
  typeof preview &
  typeof base &
  Partial<typeof title & typeof editor & ReturnType<typeof metaOf> & typeof excerpt>;
type RevisionResource = Resource<RevisionParts, RevisionFields>;

export function revisionResource(type: PostType): RevisionResource {
  const having = <Some extends object>(feature: PostFeature, fields: Some): Partial<Some> =>
    type.supports.has(feature) ? fields : {};
  return resource(`${type.name}-revision`, {
    ...commonFields,
    ...having('title', title),
    ...having('editor', editor),
    ...(type.supports.has('editor') || fieldNames(type.name).length > 0 ? metaOf(type) : {}),
    ...having('excerpt', excerpt),
    ...preview,
    ...base,
  });
}

export function presentRevision(request: RestRequest, parts: RevisionParts, context: Context): RestItem {
  const type = postTypeNamed(parts.post.type);
  return {
    body: revisionResource(type).present(request, parts, context),
    links: { parent: [plainLink(restUrl(request, `${postBase(type)}/${parts.post.id}`))] },
  };
}
