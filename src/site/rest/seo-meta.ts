import { seoDetails, seoKeys, seoPrimaryCategory } from '../../modules/posts/foreign-seo.ts';
import type { PostDetails } from '../../modules/posts/details.ts';
import { findPostPaths } from '../../modules/posts/page-path.ts';
import type { Post } from '../../modules/posts/post.ts';
import { postFields } from '../../modules/posts/post-input.ts';
import type { PostFields } from '../../modules/posts/post-input.ts';
import { findTerms } from '../../modules/terms/reader.ts';
import type { PostType } from '../../modules/types/post-type.ts';
import { sectionTaxonomy, tagTaxonomy } from '../../modules/types/names.ts';
import { findUser } from '../../modules/users/reader.ts';
import type { Reader } from '../../kernel/db/open-database.ts';
import type { SeoFacts } from '../../lib/seo-text.ts';
import type { SentPost } from './post-arguments.ts';
import { InvalidParamsError } from '../../kernel/http/rest/rest-errors.ts';
import type { RestRequest } from '../../kernel/http/rest/rest-request.ts';

type Seo = NonNullable<PostFields['details']>;
type SeoField = keyof typeof seoKeys;

const fieldByKey = new Map<string, SeoField>(
  Object.entries(seoKeys).flatMap(([field, keys]) => keys.map((key) => [key, field as SeoField] as const)),
);
const robotsKey = 'rank_math_robots';
const focusKeys = ['_yoast_wpseo_focuskw', 'rank_math_focus_keyword'];
const { shape: sentDetails } = postFields.shape.details.unwrap();

/** The post as stored, if it is, and the terms that it will have. */
export interface SeoTarget {
  readonly stored: Post | undefined;
  readonly termIds: readonly number[];
}

/**
 * The details for which a caller sent meta keys of an SEO plugin, read as an import reads them; undefined where none was sent, or the type has no details.
 * Throws `InvalidParamsError` for a value that is no text.
 */
export async function seoSent(
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

/** What placeholders in the texts stand for. */
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

/** Rank Math's directives: a list, or a text with commas between them. */
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
