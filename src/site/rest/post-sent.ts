import { writtenMeta } from '../../modules/posts/check-post.ts';
import { footnotesKey, seoDetails, seoKeys, seoPrimaryCategory } from '../../modules/posts/meta.ts';
import type { Post, PostDetails } from '../../modules/posts/model.ts';
import { findTerms } from '../../modules/terms/reader.ts';
import type { PostType } from '../../modules/types/model.ts';
import { taxonomiesOf } from '../../modules/types/registry.ts';
import type { Tx, Reader } from '../../kernel/db/open-database.ts';
import { defined } from '../../lib/records.ts';
import { zoneOffset } from '../../lib/dates.ts';
import { metaInput } from '../../modules/types/rest/meta-field.ts';
import { momentOf } from '../../kernel/http/rest/query-params.ts';
import type { SentPost } from './post-arguments.ts';
import { detailsSent } from './post-arguments.ts';
import { dateOf, undatedStatuses } from './post-resource.ts';
import type { RestRequest } from '../../kernel/http/rest/rest-request.ts';
import { findPostPaths } from '../../modules/posts/addresses.ts';
import { postFields } from '../../modules/posts/post-input.ts';
import type { PostFields } from '../../modules/posts/post-input.ts';
import { sectionTaxonomy, tagTaxonomy } from '../../modules/types/names.ts';
import { findUser } from '../../modules/users/reader.ts';
import type { SeoFacts } from '../../lib/seo-text.ts';
import { InvalidParamsError } from '../../kernel/http/rest/rest-errors.ts';

/** Sent fields in the commands' form; `stored`: the post to change. Ignores ids that are no terms of their taxonomy, as WordPress does. */
export async function postInput(
  tx: Tx,
  request: RestRequest,
  type: PostType,
  sent: SentPost,
  stored: Post | undefined,
) {
  const termIds = await termsOf(tx, type, sent, stored);
  const given = detailsSent(sent.broadsheet);
  const seo = await seoSent(tx.db, request, type, sent, {
    stored,
    termIds: termIds ?? stored?.termIds ?? [],
  });
  return defined({
    status: sent.status,
    title: sent.title,
    slug: sent.slug === stored?.slug ? undefined : sent.slug,
    content: sent.content,
    excerpt: sent.excerpt,
    password: sent.password,
    format: sent.format,
    sticky: sent.sticky,
    commentStatus: sent.comment_status,
    pingStatus: sent.ping_status,
    template: sent.template,
    featuredMediaId: sent.featured_media,
    parentId: sent.parent,
    menuOrder: sent.menu_order,
    authorIds: bylineOf(sent.author, stored),
    publishedAt: publishedAtOf(request, sent, stored),
    meta: postMetaInput(type.name, sent.meta),
    termIds,
    ...given,
    details: seo || given.details ? { ...seo, ...given.details } : undefined,
  });
}

/** Sent meta in the commands' form; footnotes of '' are deleted. */
export function postMetaInput(type: string, meta: SentPost['meta']) {
  return metaInput(writtenMeta(type), meta, (key, value) => key === footnotesKey && value === '');
}

/** REST names one author, the first of the byline; co-authors are preserved. */
function bylineOf(author: number | undefined, stored: Post | undefined): number[] | undefined {
  if (author === undefined || author === stored?.authorId) return undefined;
  return [author, ...(stored?.authorIds ?? []).slice(1).filter((id) => id !== author)];
}

/** The sent time, local or UTC; undefined if unchanged, as when a client returns the date that it received. */
export function publishedAtOf(
  request: RestRequest,
  {
    date,
    date_gmt: utc,
    status,
  }: Pick<SentPost, 'date' | 'date_gmt'> & { readonly status?: string | undefined },
  stored: Post | undefined,
): number | undefined {
  const sent = date === undefined ? utc : date;
  if (sent === undefined) return undefined;
  // A removed date is 0 or, for a post that needs a date, the current time.
  if (sent === null) return undatedStatuses.has(status ?? stored?.status ?? 'draft') ? 0 : Date.now();
  const isLocal = sent === date && sent.isLocal;
  const shown = stored && dateOf(stored);
  // Compares with the shown time: when clocks are set back, an hour occurs twice, and the local time is read as the
  // later one.
  const shownAs =
    shown !== undefined && isLocal ? shown + zoneOffset(shown, request.settings.timezone_string) : shown;
  if (shownAs !== undefined && Math.floor(shownAs / 1000) === Math.floor(sent.milliseconds / 1000))
    return undefined;
  return isLocal ? momentOf(request, sent) : sent.milliseconds;
}

/** The post's future terms: those sent per taxonomy, without unknown ids; other taxonomies keep theirs. */
async function termsOf(
  tx: Tx,
  type: PostType,
  sent: SentPost,
  stored: Post | undefined,
): Promise<number[] | undefined> {
  const wished = sentTerms(type, sent);
  if (wished.length === 0) return undefined;
  const had = stored?.termIds ?? [];
  const known = await findTerms(tx.db, [...had, ...wished.flatMap(({ ids }) => ids)]);
  const replaced = new Set(wished.map(({ name }) => name));
  const given = wished.flatMap(({ name, ids }) => ids.filter((id) => known.get(id)?.taxonomy === name));
  return [...had.filter((id) => !replaced.has(known.get(id)?.taxonomy ?? '')), ...given];
}

function sentTerms(
  type: PostType,
  sent: SentPost,
): { readonly name: string; readonly ids: readonly number[] }[] {
  const values = new Map<string, unknown>(Object.entries(sent));
  return taxonomiesOf(type.name).flatMap(({ name, restBase }) => {
    const ids: unknown = restBase === undefined ? undefined : values.get(restBase);
    return Array.isArray(ids) ? [{ name, ids: ids.filter((id) => typeof id === 'number') }] : [];
  });
}

type Seo = NonNullable<PostFields['details']>;
type SeoField = keyof typeof seoKeys;

const fieldByKey = new Map<string, SeoField>(
  Object.entries(seoKeys).flatMap(([field, keys]) => keys.map((key) => [key, field as SeoField] as const)),
);
const robotsKey = 'rank_math_robots';
const focusKeys = ['_yoast_wpseo_focuskw', 'rank_math_focus_keyword'];
const { shape: sentDetails } = postFields.shape.details.unwrap();

interface SeoTarget {
  readonly stored: Post | undefined;
  readonly termIds: readonly number[];
}

/**
 * Details from SEO plugins' meta keys, read as an import does; undefined if none were sent or the type has no details.
 * Throws `InvalidParamsError` for a value that is not text.
 */
async function seoSent(
  read: Reader,
  request: RestRequest,
  { isPublic }: PostType,
  sent: SentPost,
  target: SeoTarget,
): Promise<Seo | undefined> {
  const entries = Object.entries(sent.meta ?? {}).filter(
    ([key]) => fieldByKey.has(key) || focusKeys.includes(key),
  );
  const fields = new Set(entries.flatMap(([key]) => fieldByKey.get(key) ?? []));
  if (!isPublic || fields.size === 0) return undefined;
  const values = new Map(entries.map(([key, value]) => [key, key === robotsKey ? '' : textOf(key, value)]));
  const meta = (key: string) => values.get(key) ?? '';
  const {
    site: {
      content: { siteUrl: site },
    },
    settings,
  } = request;
  const paths =
    target.stored && fields.has('canonicalUrl')
      ? await findPostPaths(read, [target.stored], settings.permalink_structure)
      : undefined;
  const path = paths?.get(target.stored?.id ?? 0);
  const hasPlaceholders = [...values.values()].some((text) => text.includes('%'));
  const facts = hasPlaceholders ? await factsOf(read, request, sent, target, meta) : noFacts;
  const all: Pick<PostDetails, SeoField> = {
    ...seoDetails({
      meta,
      robots: robotsOf(sent.meta?.[robotsKey]),
      link: path === undefined ? '' : `${site}${path}`,
      site,
      facts,
    }),
    primaryCategoryId: Number(seoPrimaryCategory(meta)),
  };
  return Object.fromEntries(
    [...fields].map((field) => {
      const parsed = sentDetails[field].safeParse(all[field]);
      if (parsed.success) return [field, parsed.data];
      const [key = 'meta'] = seoKeys[field].filter((name) => values.has(name));
      throw invalid(key, parsed.error.issues.map(({ message }) => message).join('; '));
    }),
  );
}

const noFacts: SeoFacts = {
  id: '',
  title: '',
  excerpt: '',
  siteTitle: '',
  siteDescription: '',
  author: '',
  categories: [],
  primaryCategory: '',
  tags: [],
  focusKeyword: '',
  language: '',
  publishedAt: 0,
  modifiedAt: 0,
  now: 0,
};

async function factsOf(
  read: Reader,
  { actor, settings }: RestRequest,
  sent: SentPost,
  { stored, termIds }: SeoTarget,
  meta: (key: string) => string,
): Promise<SeoFacts> {
  const terms = [...(await findTerms(read, termIds)).values()];
  const named = (taxonomy: string) =>
    terms.filter((term) => term.taxonomy === taxonomy).map(({ name }) => name);
  const author = sent.author ?? stored?.authorId;
  const writer = author === undefined || author === actor?.id ? actor : await findUser(read, author);
  const now = Date.now();
  const primary = Number(seoPrimaryCategory(meta)) || stored?.details.primaryCategoryId;
  return {
    id: stored ? String(stored.id) : '',
    title: sent.title ?? stored?.title ?? '',
    excerpt: sent.excerpt ?? stored?.excerpt ?? '',
    siteTitle: settings.blogname,
    siteDescription: settings.blogdescription,
    author: writer?.displayName ?? '',
    categories: named(sectionTaxonomy),
    tags: named(tagTaxonomy),
    primaryCategory: terms.find(({ id }) => id === primary)?.name ?? '',
    focusKeyword: focusKeys.map(meta).find((text) => text !== '') ?? '',
    language: settings.site_language,
    publishedAt: stored?.publishedAt || now,
    modifiedAt: now,
    now,
  };
}

/** A value as the plugin's own form sends it. */
function textOf(key: string, value: unknown): string {
  if (value === null) return '';
  if (value === true || value === false) return value ? '1' : '';
  if (typeof value === 'string' || typeof value === 'number') return String(value).trim();
  throw invalid(key, 'it is not of type string');
}

/** Rank Math's directives: an array, or comma-separated text. */
function robotsOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (typeof value === 'string') return value.toLowerCase().split(/[\s,]+/);
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
  throw invalid(robotsKey, 'it is not of type array of strings');
}

function invalid(key: string, reason: string): InvalidParamsError {
  return new InvalidParamsError({
    [`meta.${key}`]: { code: 'rest_invalid_type', message: `The meta "${key}" can't be stored: ${reason}.` },
  });
}
