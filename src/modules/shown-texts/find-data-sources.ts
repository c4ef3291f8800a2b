import type { Tag } from '../../kernel/db/invalidation.ts';
import type { Reader } from '../../kernel/db/open-database.ts';
import {
  deepestGlobals,
  globalPartsIn,
  globalPartTypes,
  shownInPagesKey,
  withGlobalParts,
} from '../../lib/builder-data/global-parts.ts';
import type { DataSources, KnownItem, KnownName } from '../../lib/builder-data/parts.ts';
import { noSources } from '../../lib/builder-data/parts.ts';
import { readPhpData } from '../../lib/php-serialize.ts';
import { templateIdsIn } from '../../lib/builder-data/elementor.ts';
import { neededSources, elementorDataKey } from '../../lib/builder-data/text-with-data.ts';
import type { TextAndMeta } from '../../lib/builder-data/text-with-data.ts';
import { isRecord } from '../../lib/records.ts';
import { portions } from '../../lib/batch.ts';
import { Ledger, sourceKey } from '../imports/index.ts';
import { mediaUrl } from '../media/index.ts';
import { permalinks, fileType, taxonomyNamed } from '../types/index.ts';
import type { PermalinkStructure } from '../types/index.ts';
import { formerAddresses } from '../settings/index.ts';
import type { SiteSource } from '../settings/index.ts';
import { findWithAncestors, chainOf } from '../terms/index.ts';
import { findUsers } from '../users/index.ts';
import { findThoseWithPages, mayBeOpened } from '../posts/index.ts';
import type { Post } from '../posts/index.ts';

/** Post type of ACF's field definitions, if an export includes them. */
const fieldPostType = 'acf-field';
/** Post type of Elementor's templates and global widgets. */
const templateType = 'elementor_library';
/** Maximum templates read per post, and their nesting. */
const maxTemplates = 50;
const maxTemplateDepth = 4;
/** Of all templates of a post, in UTF-16 units. */
const maxTemplateData = 8_000_000;

/** Loads the rows that a post's data refers to by the old site's ids, and the types of fields. */
export async function findDataSources(
  written: TextAndMeta,
  post: Pick<Post, 'id' | 'guid'>,
  { database, siteUrl, settings }: SiteSource,
): Promise<DataSources & { readonly tags: readonly Tag[] }> {
  const parts = globalPartsIn(written.content);
  const ownNeeds = neededSources(written);
  if (parts.length + ownNeeds.ids.size + ownNeeds.keys.size + ownNeeds.templates.size === 0)
    return { ...noSources, tags: [] };
  const { read } = database;
  const current = await settings.current();
  const structure = current.permalink_structure;
  const origin = await findOrigin(read, post, formerAddresses(current).map(sourceKey));
  const tags = new Set<Tag>();
  const globals = await findGlobals(
    read,
    parts.map(({ id }) => id),
    { origin, tags },
  );
  const { ids, keys, templates } =
    globals.size === 0
      ? ownNeeds
      : neededSources({ ...written, content: withGlobalParts(written.content, { globals }) });
  const fields = await findFields(read, [...keys]);
  const items = await findItems(read, siteUrl, await origin.posts([...ids]));
  const names =
    ids.size === 0 ? noSources : await findNames(read, [...ids], { origin, fields, structure, tags });
  const { terms, users } = names;
  return {
    items,
    fieldTypes: fields.types,
    taxonomies: fields.taxonomies,
    terms,
    users,
    templates: await findTemplates(read, templates, { origin, tags }),
    globals,
    tags: [...tags],
  };
}

interface Origin {
  /** Ids here by the old site's ids. */
  posts(ids: readonly string[]): Promise<Map<string, number>>;
  /** Ids here by taxonomy and old id (`category:3`). */
  terms(names: readonly string[]): Promise<Map<string, number>>;
  users(ids: readonly string[]): Promise<Map<string, number>>;
}

/** Posts that weren't imported refer to this site's ids. */
const ownSite: Origin = {
  posts: async (ids) => new Map(ids.map((id) => [id, Number(id)])),
  terms: async (names) => new Map(names.map((name) => [name, Number(name.slice(name.lastIndexOf(':') + 1))])),
  users: async (ids) => new Map(ids.map((id) => [id, Number(id)])),
};

async function findOrigin(
  read: Reader,
  { id, guid }: Pick<Post, 'id' | 'guid'>,
  sites: readonly string[],
): Promise<Origin> {
  if (guid === '' || sites.length === 0) return ownSite;
  const ownNames = [String(id), /[?&](?:p|page_id)=(\d{1,13})\b/.exec(guid)?.[1] ?? ''];
  const own = await read
    .selectFrom('import_item')
    .select('source')
    .where('source', 'in', sites)
    .where('kind', '=', 'post')
    .where('external_id', 'in', ownNames)
    .where('local_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  const address = sourceKey(guid);
  const source =
    own?.source ?? (sites.length === 1 ? sites[0] : sites.find((site) => address.startsWith(site)));
  if (source === undefined) return { posts: none, terms: none, users: none };
  const ledger = new Ledger(source);
  const localIds = (found: ReadonlyMap<string, { readonly localId: number }>) =>
    new Map(
      [...found].filter(([, { localId }]) => localId > 0).map(([name, { localId }]) => [name, localId]),
    );
  return {
    posts: async (ids) => localIds(await ledger.find(read, 'post', ids)),
    terms: async (names) => localIds(await ledger.findNotes(read, 'term', names)),
    users: async (ids) => localIds(await ledger.findNotes(read, 'user', ids)),
  };
}

const none = async () => new Map<string, number>();

async function findItems(
  read: Reader,
  siteUrl: string,
  known: ReadonlyMap<string, number>,
): Promise<Map<string, KnownItem>> {
  const byId = new Map<number, KnownItem>();
  for (const some of portions([...new Set(known.values())])) {
    const rows = await read
      .selectFrom('post')
      .leftJoin('media', 'media.post_id', 'post.id')
      .select(['post.id', 'post.type', 'post.status', 'post.title', 'post.excerpt', 'post.mime_type'])
      .select(['media.file', 'media.source_url', 'media.edition', 'media.alt'])
      .where('post.id', 'in', some)
      .execute();
    for (const row of rows) {
      if (row.type !== fileType) byId.set(row.id, { id: row.id });
      else if (mayBeOpened(row)) {
        const url = mediaUrl(siteUrl, {
          file: row.file ?? '',
          sourceUrl: row.source_url ?? '',
          edition: row.edition ?? 0,
        });
        byId.set(row.id, {
          id: row.id,
          file: { url, mimeType: row.mime_type, alt: row.alt ?? '', caption: row.excerpt, title: row.title },
        });
      }
    }
  }
  return new Map(
    [...known].flatMap(([external, id]) => {
      const item = byId.get(id);
      return item ? [[external, item] as const] : [];
    }),
  );
}

interface Fields {
  readonly types: Map<string, string>;
  readonly taxonomies: Map<string, string>;
}

async function findFields(read: Reader, keys: readonly string[]): Promise<Fields> {
  const types = new Map<string, string>();
  const taxonomies = new Map<string, string>();
  for (const some of portions(keys)) {
    const rows = await read
      .selectFrom('post')
      .select(['slug', 'content'])
      .where('slug', 'in', some)
      .where('type', '=', fieldPostType)
      .execute();
    for (const { slug, content } of rows) {
      const type = settingIn(content, 'type');
      if (type !== undefined) types.set(slug, type);
      const taxonomy = type === 'taxonomy' ? settingIn(content, 'taxonomy') : undefined;
      if (taxonomy !== undefined) taxonomies.set(slug, taxonomy);
    }
  }
  return { types, taxonomies };
}

function settingIn(content: string, name: 'type' | 'taxonomy'): string | undefined {
  const settings = readPhpData(content);
  const value = isRecord(settings) && Object.hasOwn(settings, name) ? settings[name] : undefined;
  return typeof value === 'string' && /^[a-z\d_-]{1,40}$/.test(value) ? value : undefined;
}

interface NameQuery {
  readonly origin: Origin;
  readonly fields: Fields;
  readonly structure: PermalinkStructure;
  readonly tags: Set<Tag>;
}

/** Names of the terms and users whose ids fields of these types may contain. */
async function findNames(
  read: Reader,
  ids: readonly string[],
  { origin, fields: { types, taxonomies }, structure, tags }: NameQuery,
): Promise<Pick<DataSources, 'terms' | 'users'>> {
  const named = [...new Set(taxonomies.values())].slice(0, maxTaxonomies);
  const termIds = await origin.terms(named.flatMap((taxonomy) => ids.map((id) => `${taxonomy}:${id}`)));
  const userIds = [...types.values()].includes('user') ? await origin.users(ids) : new Map<string, number>();
  const known = new Map(
    (await inPortions([...termIds.values()], (some) => findWithAncestors(read, some))).map((term) => [
      term.id,
      term,
    ]),
  );
  const links = permalinks(structure);
  const terms = new Map<string, KnownName>();
  for (const [name, id] of termIds) {
    const term = known.get(id);
    if (!term || !name.startsWith(`${term.taxonomy}:`)) continue;
    tags.add(`term:${id}`);
    const url = taxonomyNamed(term.taxonomy).isPublic ? links.term(chainOf(term, known)) : '';
    terms.set(name, { name: term.name, url });
  }
  const userById = new Map(
    (
      await inPortions([...userIds.values()], async (some) => [...(await findUsers(read, some)).values()])
    ).map((user) => [user.id, user]),
  );
  const withPages = new Set(await inPortions([...userById.keys()], (some) => findThoseWithPages(read, some)));
  const users = new Map<string, KnownName>();
  for (const [name, id] of userIds) {
    const user = userById.get(id);
    if (!user) continue;
    tags.add(`user:${id}`).add(`list:author:${id}`);
    users.set(name, { name: user.displayName, url: withPages.has(id) ? links.author(user) : '' });
  }
  return { terms, users };
}

/** Per post. */
const maxTaxonomies = 10;

async function inPortions<Value>(
  ids: readonly number[],
  find: (some: readonly number[]) => Promise<readonly Value[]>,
): Promise<Value[]> {
  const found: Value[] = [];
  for (const some of portions([...new Set(ids)])) found.push(...(await find(some)));
  return found;
}

const findTemplates = (
  read: Reader,
  requested: ReadonlySet<string>,
  query: Pick<NameQuery, 'origin' | 'tags'>,
) =>
  findNested([...requested], maxTemplateDepth, query, {
    textsOf: (ids) => findTemplateData(read, ids),
    named: templateIdsIn,
  });

/** Content of posts embedded as parts, including nested ones, by the old site's ids. */
const findGlobals = (read: Reader, requested: readonly string[], query: Pick<NameQuery, 'origin' | 'tags'>) =>
  findNested(requested, deepestGlobals, query, {
    textsOf: (ids) => findGlobalTexts(read, ids),
    named: (text) => globalPartsIn(text).map(({ id }) => id),
  });

interface NestedTexts {
  textsOf(ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
  named(text: string): Iterable<string>;
}

/** Texts and the texts they refer to, by the old site's ids; loaded level by level within the limits per post. */
async function findNested(
  requested: readonly string[],
  deepest: number,
  { origin, tags }: Pick<NameQuery, 'origin' | 'tags'>,
  { textsOf, named }: NestedTexts,
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  let room = maxTemplateData;
  let next = [...new Set(requested)];
  for (let level = 0; level < deepest && next.length > 0; level++) {
    const ids = await origin.posts(next.slice(0, maxTemplates - found.size));
    const texts = await textsOf([...new Set(ids.values())]);
    const inner = new Set<string>();
    for (const [name, id] of ids) {
      const text = texts.get(id);
      tags.add(`post:${id}`);
      if (text === undefined || text.length > room) continue;
      room -= text.length;
      found.set(name, text);
      for (const one of named(text)) inner.add(one);
    }
    next = [...inner].filter((one) => !found.has(one));
  }
  return found;
}

/** Parts without a password that visitors saw at the old site, by id. */
async function findGlobalTexts(read: Reader, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await read
    .selectFrom('post')
    .select(['id', 'content'])
    .where('id', 'in', ids)
    .where('type', 'in', globalPartTypes)
    .where('password', '=', '')
    .where(({ or, and, eb, exists, selectFrom }) =>
      or([
        eb('status', '=', 'publish'),
        and([
          eb('status', '=', 'private'),
          exists(
            selectFrom('post_meta')
              .select('post_meta.id')
              .whereRef('post_meta.post_id', '=', 'post.id')
              .where('post_meta.key', '=', shownInPagesKey),
          ),
        ]),
      ]),
    )
    .execute();
  return new Map(rows.map(({ id, content }) => [id, content]));
}

/** Published templates without a password, by id. */
async function findTemplateData(read: Reader, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await read
    .selectFrom('post')
    .innerJoin('post_meta', 'post_meta.post_id', 'post.id')
    .select(['post.id', 'post_meta.value'])
    .where('post.id', 'in', ids)
    .where('post.type', '=', templateType)
    .where('post.status', '=', 'publish')
    .where('post.password', '=', '')
    .where('post_meta.key', '=', elementorDataKey)
    .orderBy('post_meta.id', 'desc')
    .execute();
  return new Map(rows.map(({ id, value }) => [id, value]));
}
