import { z } from 'zod';
import { sql } from 'kysely';
import type { Reader, Database } from '../../kernel/db/open-database.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { creditKey, patternSyncKey, metaById, metaRules, postTypeNamed } from '../types/index.ts';
import { sentText } from '../../kernel/input-kinds.ts';
import { detailKeys } from './model.ts';
import type { Post, PostDetails } from './model.ts';
import { batch, portions } from '../../lib/batch.ts';
import { isListed } from './policy.ts';
import { builderDataKeys, elementorModeKey, textWrittenKey } from '../../lib/builder-data/text-with-data.ts';
import { cleanWhereNeeded } from '../../lib/clean-html/clean-html.ts';
import { FormerSites } from '../../lib/former-sites.ts';
import { resolveSeoText } from '../../lib/seo-text.ts';
import type { SeoFacts } from '../../lib/seo-text.ts';
import { trimEndOf } from '../../lib/cut-text.ts';

/** Post meta key of a post's footnotes, as JSON; every type with content has it. */
export const footnotesKey = 'footnotes';

const notes = z.array(z.object({ id: z.string(), content: z.string() }));

/** The stored footnotes of a post as JSON; '' if the post has no footnotes. */
export async function findFootnotes(read: Reader, postId: number): Promise<string> {
  const row = await read
    .selectFrom('post_meta')
    .select('value')
    .where('post_id', '=', postId)
    .where('key', '=', footnotesKey)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.value ?? '';
}

/** Parses stored footnotes. Throws `SyntaxError` or `ZodError` if they aren't a list of notes. */
export function readFootnotes(json: string): z.output<typeof notes> {
  return notes.parse(JSON.parse(json));
}

function isList(json: string): boolean {
  try {
    readFootnotes(json);
    return true;
  } catch {
    return false;
  }
}

export const sentFootnotes = z
  .string()
  .max(200_000)
  .refine(isList, 'expected a list of {"id", "content"} as JSON text');

/**
 * Cleans footnotes of users without `unfiltered_html`; returns the input unchanged if nothing was removed. Ids keep
 * letters, digits, `_` and `-`.
 */
export function cleanFootnotes(json: string): string {
  const sent = readFootnotes(json);
  const clean = sent.map(({ id, content }) => ({
    id: id.replaceAll(/[^\w-]/g, ''),
    content: cleanWhereNeeded([content])[0] ?? '',
  }));
  return clean.every(({ id, content }, index) => id === sent[index]?.id && content === sent[index]?.content)
    ? json
    : JSON.stringify(clean);
}

export interface MetaReader {
  /**
   * The first value of a key; undefined if missing, if the key is internal (begins with `_`), or if the post is
   * unlisted and not `own`. Concurrent calls share one query.
   */
  find(postId: number, key: string, own: boolean): Promise<string | undefined>;
}

export function isShownKey(key: string): boolean {
  return key !== '' && !key.startsWith('_') && key.length <= maxKeyLength;
}

export function isShownValue(value: string): boolean {
  return !serialized.test(value);
}

/** The first value of each key, by post. The caller checks visibility. */
export async function findFirstMeta(
  read: Reader,
  ids: readonly number[],
  keys: readonly string[],
): Promise<Map<number, Map<string, string>>> {
  const found = new Map<number, Map<string, string>>();
  for (const some of ids.length === 0 ? [] : portions(keys)) {
    const rows = await read
      .selectFrom('post_meta')
      .select(['post_id', 'key', 'value'])
      .where('post_id', 'in', ids)
      .where('key', 'in', some)
      .orderBy('id', 'desc')
      .execute(); // later entries overwrite, so the first value wins
    for (const { post_id: id, key, value } of rows)
      found.set(id, (found.get(id) ?? new Map<string, string>()).set(key, value));
  }
  return found;
}

const serialized = /^[aO]:\d+:/;

export function createMetaReader({ read }: Pick<Database, 'read'>): MetaReader {
  const load = batch(async (questions: readonly string[]) => {
    const requested = questions.map((question) => JSON.parse(question) as readonly [id: number, key: string]);
    const rows = await read
      .selectFrom('post_meta')
      .innerJoin('post', 'post.id', 'post_meta.post_id')
      .select(['post_meta.post_id', 'key', 'value', 'post.type', 'post.status', 'post.password'])
      .where('post_meta.post_id', 'in', [...new Set(requested.map(([id]) => id))])
      .where('key', 'in', [...new Set(requested.map(([, key]) => key))])
      .orderBy('post_meta.id', 'desc')
      .execute(); // later entries overwrite, so the first value wins
    return new Map(
      rows.map(({ post_id: id, key, value, type, status, password }) => [
        JSON.stringify([id, key]),
        { value, isListed: isListed({ type, status, isProtected: password !== '' }) },
      ]),
    );
  });
  return {
    find: async (postId, key, own) => {
      if (!isShownKey(key)) return undefined;
      const question = JSON.stringify([postId, key]);
      const found = (await load([question])).get(question);
      return found && (own || found.isListed) && isShownValue(found.value) ? found.value : undefined;
    },
  };
}

/** As in WordPress. */
const maxKeyLength = 255;

export interface CustomField {
  readonly name: string;
  readonly value: string;
}

const ofMachinery = 'names that begin with _ are of machinery; choose another one';
const controls = /[\p{Cc}\u2028\u2029]/u;

export const sentCustomFields = z
  .array(
    z.strictObject({
      name: z
        .string()
        .trim()
        .min(1)
        .max(255)
        .refine((name) => isShownKey(name), ofMachinery)
        .refine((name) => !controls.test(name), 'it is not a single line'),
      value: sentText(1_000_000).refine(
        isShownValue,
        'it is a serialized PHP list or object, which is never shown; send plain text',
      ),
    }),
  )
  .max(1000);

const keysWithPlaces: ReadonlySet<string> = new Set([
  ...Object.values(detailKeys),
  footnotesKey,
  creditKey,
  patternSyncKey,
]);
/** Whether a key is free for custom fields, that is, has no meaning for the site or the type. */
const isFree = (type: string, key: string): boolean =>
  isShownKey(key) && !keysWithPlaces.has(key) && !Object.hasOwn(postTypeNamed(type).meta, key);

/** Whether a key may be the name of a field of the type: it has no meaning for the site, plugins' data that it reads, or code. */
export function isFreeKey(type: string, key: string): boolean {
  const { meta } = postTypeNamed(type);
  const declared = Object.hasOwn(meta, key) ? meta[key] : undefined;
  return (
    isShownKey(key) &&
    !keysWithPlaces.has(key) &&
    !foreignKeys().has(key) &&
    (declared === undefined || metaRules.has(declared))
  );
}

/** Keys of other plugins' details, which are shown in other places. */
const foreignKeys = (): ReadonlySet<string> => new Set([...placedKeys, ...Object.values(seoKeys).flat()]);

/** All meta that may be custom fields; internal meta, which may be long, is not loaded. */
async function readFree(read: Reader, ids: readonly number[]): Promise<Map<number, Map<string, string[]>>> {
  if (ids.length === 0) return new Map();
  const rows = await read
    .selectFrom('post_meta')
    .select(['post_id as id', 'key', 'value'])
    .where('post_id', 'in', ids)
    .where((eb) => eb(eb.fn<string>('substr', ['key', eb.lit(1), eb.lit(1)]), '<>', '_'))
    .orderBy('post_meta.id')
    .execute();
  return metaById(rows);
}

/** The custom fields of each post, grouped by name, oldest name first, without PHP-serialized values. One query. */
export async function findCustomFields(
  read: Reader,
  posts: readonly Pick<Post, 'id' | 'type'>[],
): Promise<Map<number, readonly CustomField[]>> {
  const found = await readFree(
    read,
    posts.map(({ id }) => id),
  );
  return new Map(
    posts.map(({ id, type }) => [
      id,
      [...(found.get(id) ?? [])].flatMap(([name, values]) =>
        isFree(type, name) ? values.filter(isShownValue).map((value) => ({ name, value })) : [],
      ),
    ]),
  );
}

/**
 * The changed meta keys that turn a post's custom fields into `sent`. PHP-serialized values stay. Throws
 * `InvalidInputError` for a name with another meaning.
 */
export async function customMeta(
  read: Reader,
  { id, type }: Pick<Post, 'id' | 'type'>,
  sent: readonly CustomField[],
): Promise<Record<string, readonly string[]>> {
  const taken = sent.find(({ name }) => !isFree(type, name));
  if (taken) {
    const message = `"${taken.name}" is no custom field: what stands under that name is set elsewhere. Choose another name.`;
    throw new InvalidInputError(message, 'rest_invalid_param', { customFields: message });
  }
  const stored = (await readFree(read, [id])).get(id) ?? new Map<string, string[]>();
  const requested = Map.groupBy(sent, ({ name }) => name);
  const changed: Record<string, readonly string[]> = {};
  for (const name of new Set([...stored.keys(), ...requested.keys()])) {
    if (!isFree(type, name)) continue;
    const had = stored.get(name) ?? [];
    const values = requested.get(name)?.map(({ value }) => value) ?? [];
    const shown = had.filter(isShownValue);
    if (shown.length === values.length && shown.every((value, index) => value === values[index])) continue;
    changed[name] = [...values, ...had.filter((value) => !isShownValue(value))];
  }
  return changed;
}

/** Meta in insertion order. */
export type DataMeta = readonly (readonly [key: string, value: string])[];

const keysSql = (keys: readonly string[]) => sql.join(keys.map((key) => sql.lit(key)));

/** Whether a `post_meta` row means that its post has data: a page builder's key, or an ACF field reference. */
const meansDataSql = sql<boolean>`(key in (${keysSql(builderDataKeys)}) or (substr(key, 1, 1) = '_' and substr(value, 1, 6) = 'field_'))`;

export const hasDataSql = sql<
  boolean | 0 | 1
>`exists (select 1 from post_meta where post_meta.post_id = post.id and ${meansDataSql})`;

/** Meta that may belong to such data; for custom fields both the value and the reference. */
const mayBeDataSql = sql<boolean>`(key in (${keysSql([...builderDataKeys, elementorModeKey, textWrittenKey])})
  or (substr(key, 1, 1) = '_' and substr(value, 1, 6) = 'field_')
  or exists (select 1 from post_meta as field where field.post_id = post_meta.post_id and field.key = '_' || post_meta.key
    and substr(field.value, 1, 6) = 'field_'))`;

export async function findDataMeta(read: Reader, ids: readonly number[]): Promise<Map<number, DataMeta>> {
  const found = new Map<number, [string, string][]>();
  for (const some of portions(ids)) {
    const rows = await read
      .selectFrom('post_meta')
      .select(['post_id as id', 'key', 'value'])
      .where('post_id', 'in', some)
      .where(mayBeDataSql)
      .orderBy('post_meta.id')
      .execute();
    for (const { id, key, value } of rows) {
      const own = found.get(id) ?? [];
      found.set(id, own);
      own.push([key, value]);
    }
  }
  return found;
}

export function holdsData(meta: Readonly<Record<string, readonly string[]>>): boolean {
  return Object.entries(meta).some(
    ([key, values]) =>
      builderDataKeys.includes(key) ||
      (key.startsWith('_') && values.some((value) => value.startsWith('field_'))),
  );
}

export const placedKeys: readonly string[] = [...Object.values(detailKeys), 'kia_subtitle', 'wps_subtitle'];

/** Yoast and Rank Math meta keys for each detail; the first one with a value wins. */
export const seoKeys = {
  seoTitle: ['_yoast_wpseo_title', 'rank_math_title'],
  seoDescription: ['_yoast_wpseo_metadesc', 'rank_math_description'],
  canonicalUrl: ['_yoast_wpseo_canonical', 'rank_math_canonical_url'],
  noindex: ['_yoast_wpseo_meta-robots-noindex', 'rank_math_robots'],
  socialTitle: [
    '_yoast_wpseo_opengraph-title',
    'rank_math_facebook_title',
    '_yoast_wpseo_twitter-title',
    'rank_math_twitter_title',
  ],
  socialDescription: [
    '_yoast_wpseo_opengraph-description',
    'rank_math_facebook_description',
    '_yoast_wpseo_twitter-description',
    'rank_math_twitter_description',
  ],
  socialImage: [
    '_yoast_wpseo_opengraph-image',
    'rank_math_facebook_image',
    '_yoast_wpseo_twitter-image',
    'rank_math_twitter_image',
  ],
  primaryCategoryId: ['_yoast_wpseo_primary_category', 'rank_math_primary_category'],
} as const satisfies Partial<Record<keyof PostDetails, readonly string[]>>;

type SeoDetails = Pick<PostDetails, Exclude<keyof typeof seoKeys, 'primaryCategoryId'>>;

interface ForeignSeo {
  /** Trimmed value of a meta key; '' if missing. */
  meta(key: string): string;
  readonly robots: readonly unknown[];
  readonly link: string;
  readonly site: string;
  readonly facts: SeoFacts;
  /** Receives warnings about placeholders that are dropped or frozen. */
  note?(message: string): void;
}

export function seoDetails({ meta, robots, link, site, facts, note = () => {} }: ForeignSeo): SeoDetails {
  const first = (field: keyof SeoDetails) => seoKeys[field].map(meta).find((value) => value !== '') ?? '';
  const text = (field: keyof SeoDetails) => resolveSeoText(first(field), facts, note);
  return {
    seoTitle: text('seoTitle'),
    seoDescription: text('seoDescription'),
    canonicalUrl: canonicalOf(first('canonicalUrl'), link, site),
    noindex: meta('_yoast_wpseo_meta-robots-noindex') === '1' || robots.includes('noindex'),
    socialTitle: text('socialTitle'),
    socialDescription: text('socialDescription'),
    socialImage: webAddress(first('socialImage')),
  };
}

export const seoPrimaryCategory = (meta: (key: string) => string): string =>
  /^[1-9]\d*$/.exec(seoKeys.primaryCategoryId.map(meta).find((value) => value !== '') ?? '')?.[0] ?? '';

/** The text as an absolute HTTP(S) URL, or ''. */
export function webAddress(text: string): string {
  const address = text.trim();
  return /^https?:\/\//i.test(address) && URL.canParse(address) ? address : '';
}

/** Canonical URL: a path if it is on the post's own site, '' if it is the post's own URL. */
function canonicalOf(text: string, own: string, site: string): string {
  const address = webAddress(text);
  if (address === '') return '';
  const bare = (url: string) => trimEndOf(url.replace(/^https?:\/\/(?:www\.)?/i, ''), '/').toLowerCase();
  if (bare(address) === bare(own)) return '';
  const { origin, pathname, search } = new URL(address);
  const path = new FormerSites([site]).restOf(origin + pathname + search);
  return path === undefined ? address : `/${path.replace(/^\/+/, '')}`;
}
