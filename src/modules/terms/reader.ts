import { sql } from 'kysely';
import type { RawBuilder, Selectable } from 'kysely';
import { holding } from '../../kernel/db/search-sql.ts';
import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import type { TermTable } from '../../kernel/db/tables/site-tables.ts';
import { fold, nameKey } from '../../lib/fold.ts';
import { counterKey, accents, metaById, accentMetaKey, sectionTaxonomy } from '../types/index.ts';
import { readSettings } from '../settings/index.ts';
import { byName, deepestTerm } from './model.ts';
import type { Term } from './model.ts';

const columns = ['id', 'taxonomy', 'slug', 'name', 'description', 'parent_id', 'count', 'revision'] as const;

const accentSql = sql<
  string | null
>`(select min(value) from term_meta where term_meta.term_id = term.id and key = ${sql.lit(accentMetaKey)})`;

interface TermRow extends Pick<Selectable<TermTable>, (typeof columns)[number]> {
  readonly accent: string | null;
}

function toTerm(row: TermRow): Term {
  const accent = row.accent === null ? Number.NaN : Number(row.accent);
  return {
    id: row.id,
    taxonomy: row.taxonomy,
    slug: row.slug,
    name: row.name,
    description: row.description,
    parentId: row.parent_id,
    count: row.count,
    revision: row.revision,
    accent: Number.isInteger(accent) && accent >= 0 && accent < accents ? accent : row.id % accents,
  };
}

export async function findTerms(read: Reader, ids: readonly number[]): Promise<Map<number, Term>> {
  if (ids.length === 0) return new Map();
  const rows = await read
    .selectFrom('term')
    .select(columns)
    .select(accentSql.as('accent'))
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, toTerm(row)]));
}

/** Returns terms and blocks their deletion until the transaction ends; missing ones are left out. */
export async function holdTerms(tx: Tx, ids: readonly number[]): Promise<Map<number, Term>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.db
    .selectFrom('term')
    .select(columns)
    .select(accentSql.as('accent'))
    .where('id', 'in', ids)
    .orderBy('id')
    .$if(tx.dialect.rowLocks, (query) => query.forKeyShare())
    .execute();
  return new Map(rows.map((row) => [row.id, toTerm(row)]));
}

/**
 * Serializes moves and deletions in a taxonomy's tree, where descendants may be moved concurrently. Taken before the
 * term's row lock, since a deletion also updates its children.
 */
export async function lockTree(tx: Tx, id: number): Promise<void> {
  if (!tx.dialect.rowLocks) return;
  const term = await tx.db.selectFrom('term').select('taxonomy').where('id', '=', id).executeTakeFirst();
  if (term) await tx.dialect.lockName(`hierarchy ${term.taxonomy}`)?.execute(tx.db);
}

export async function findTermMeta(
  read: Reader,
  ids: readonly number[],
  keys: readonly string[],
): Promise<Map<number, Map<string, string[]>>> {
  if (ids.length === 0 || keys.length === 0) return new Map();
  return metaById(
    await read
      .selectFrom('term_meta')
      .select(['term_id as id', 'key', 'value'])
      .where('term_id', 'in', ids)
      .where('key', 'in', keys)
      .orderBy('term_meta.id')
      .execute(),
  );
}

export async function findTermToChange(tx: Tx, id: number): Promise<Term | undefined> {
  const row = await tx.db
    .selectFrom('term')
    .select(columns)
    .select(accentSql.as('accent'))
    .where('id', '=', id)
    .$if(tx.dialect.rowLocks, (query) => query.forUpdate())
    .executeTakeFirst();
  return row && toTerm(row);
}

export async function findTermBySlug(
  read: Reader,
  taxonomy: string,
  slug: string,
): Promise<Term | undefined> {
  const row = await read
    .selectFrom('term')
    .select(columns)
    .select(accentSql.as('accent'))
    .where('taxonomy', '=', taxonomy)
    .where('slug', '=', slug)
    .executeTakeFirst();
  return row && toTerm(row);
}

/** The oldest sibling with this name, case-insensitively. */
export async function findTermByName(
  read: Reader,
  { taxonomy, name, parentId }: Pick<Term, 'taxonomy' | 'name' | 'parentId'>,
): Promise<Term | undefined> {
  const rows = await read
    .selectFrom('term')
    .select(columns)
    .select(accentSql.as('accent'))
    .where('taxonomy', '=', taxonomy)
    .where('name_key', '=', nameKey(name))
    .where('parent_id', '=', parentId)
    .orderBy('id')
    .execute();
  const same = rows.find((row) => row.name.toLowerCase() === name.toLowerCase());
  return same && toTerm(same);
}

/**
 * Terms with listed posts whose folded name or slug has one of these prefixes: `limit` per taxonomy, in the given
 * order, most used first. Uses indexes, unlike `search` below, which scans all names.
 */
export async function listTermsByBeginning(
  read: Reader,
  taxonomies: readonly string[],
  beginnings: readonly string[],
  limit: number,
): Promise<Term[]> {
  if (taxonomies.length === 0 || beginnings.length === 0) return [];
  const begins = sql.join(
    beginnings.flatMap((beginning) =>
      [sql.ref('slug'), sql.ref('name_key')].map(
        (column) => sql`${column} >= ${beginning} and ${column} < ${`${beginning}\u{10ffff}`}`,
      ),
    ),
    sql` or `,
  );
  // Raw SQL: every page of search results runs it, and building it with Kysely takes three times as long.
  const found = taxonomies.map(
    (taxonomy) => sql`
    select id from (
      select id from term where taxonomy = ${sql.lit(taxonomy)} and (${begins}) and count > 0 order by count desc, id limit ${sql.lit(limit)}
    ) as one`,
  );
  const { rows } = await sql<TermRow>`
    select ${sql.raw(columns.join(', '))}, ${accentSql} as accent from term where id in (${sql.join(found, sql` union all `)})`.execute(
    read,
  );
  const place = ({ taxonomy }: Term) => taxonomies.indexOf(taxonomy);
  return rows.map(toTerm).toSorted((a, b) => place(a) - place(b) || b.count - a.count || a.id - b.id);
}

export interface TermListQuery {
  readonly taxonomy: string;
  readonly parentId?: number;
  /** Part of the name or slug; ignores case and accents. */
  readonly search?: string;
  /** The whole name; ignores case and accents. */
  readonly name?: string;
  readonly slugs?: readonly string[];
  readonly ids?: readonly number[];
  readonly excludeIds?: readonly number[];
  readonly hideEmpty?: boolean;
  /** Default: by name, ignoring case and accents. */
  readonly order?: 'name' | 'count' | 'id' | 'slug' | 'description';
  readonly descending?: boolean;
  readonly limit: number;
  readonly offset?: number;
}

const orderColumns = {
  name: 'name_key',
  count: 'count',
  id: 'id',
  slug: 'slug',
  description: 'description',
} as const;

function isCalled(search: string): RawBuilder<boolean> {
  return sql<boolean>`(name_key like ${holding(fold(search))} escape '\\' or lower(slug) like ${holding(search.toLowerCase())} escape '\\')`;
}

export async function listTerms(
  read: Reader,
  query: TermListQuery,
): Promise<{ terms: Term[]; total: number }> {
  let rows = read.selectFrom('term').where('taxonomy', '=', query.taxonomy);
  if (query.parentId !== undefined) rows = rows.where('parent_id', '=', query.parentId);
  if (query.search) rows = rows.where(isCalled(query.search));
  if (query.name !== undefined) rows = rows.where('name_key', '=', nameKey(query.name));
  if (query.slugs) rows = rows.where('slug', 'in', query.slugs.length > 0 ? query.slugs : ['']);
  if (query.ids) rows = rows.where('id', 'in', query.ids.length > 0 ? query.ids : [0]);
  if (query.excludeIds && query.excludeIds.length > 0) rows = rows.where('id', 'not in', query.excludeIds);
  if (query.hideEmpty) rows = rows.where('count', '>', 0);
  const direction = query.descending ? 'desc' : 'asc';
  const [found, counted] = await Promise.all([
    rows
      .select(columns)
      .select(accentSql.as('accent'))
      .orderBy(orderColumns[query.order ?? 'name'], direction)
      .orderBy('id', direction)
      .limit(query.limit)
      .offset(query.offset ?? 0)
      .execute(),
    rows.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  const terms = found.map(toTerm);
  // The index by count has no names, so terms with equal counts are sorted here.
  if (query.order === 'count')
    terms.sort((a, b) => (query.descending ? b.count - a.count : a.count - b.count) || byName(a, b));
  return { terms, total: Number(counted.total) };
}

/** Counts listed posts of these types per term including descendants, from the maintained counters, with one query. */
export async function countPostsOfTerms(
  read: Reader,
  ids: readonly number[],
  types: readonly string[],
): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  const termByKey = new Map(
    ids.flatMap((termId) => types.map((type) => [counterKey({ termId, type }), termId] as const)),
  );
  if (termByKey.size === 0) return counts;
  const rows = await read
    .selectFrom('counter')
    .select(['key', 'value'])
    .where('key', 'in', [...termByKey.keys()])
    .execute();
  for (const { key, value } of rows) {
    const id = termByKey.get(key) ?? 0;
    counts.set(id, (counts.get(id) ?? 0) + Number(value));
  }
  return counts;
}

export async function findWithAncestors(read: Reader, ids: readonly number[]): Promise<Term[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<TermRow>`
    with recursive chain(id, parent_id) as (
      select id, parent_id from term where id in (${sql.join(ids)})
      union
      select term.id, term.parent_id from term join chain on term.id = chain.parent_id
    )
    select ${sql.join(columns.map((column) => sql.ref(`term.${column}`)))}, ${accentSql} as accent from term where id in (select id from chain)`.execute(
    read,
  );
  return rows.map(toTerm);
}

export async function findIdsWithBelow(
  read: Reader,
  ids: readonly number[],
  limit: number,
): Promise<number[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    with recursive below(id) as (select id from term where id in (${sql.join(ids)}) union select term.id from term join below on term.parent_id = below.id)
    select id from below limit ${limit}`.execute(read);
  return rows.map(({ id }) => id);
}

/** Length of the chain from `id` up to its root, itself included; 0 for id 0. Terms of a cycle count once. */
export async function levelsUpFrom(read: Reader, id: number): Promise<number> {
  const { rows } = await sql<{ levels: number | string }>`
    with recursive chain(id, parent_id) as (
      select id, parent_id from term where id = ${id} union select term.id, term.parent_id from term join chain on term.id = chain.parent_id
    )
    select count(*) as levels from chain`.execute(read);
  return Number(rows[0]?.levels ?? 0);
}

/** Levels from `id` down, itself included; stops counting one level beyond the maximum. A cycle can only lead back to `id`, where it stops. */
export async function levelsDownFrom(read: Reader, id: number): Promise<number> {
  const { rows } = await sql<{ levels: number | string | null }>`
    with recursive chain(id, level) as (
      select id, 1 from term where id = ${id} union select term.id, level + 1 from term join chain on term.parent_id = chain.id where level <= ${deepestTerm}
        and term.id <> ${id}
    )
    select max(level) as levels from chain`.execute(read);
  return Number(rows[0]?.levels ?? 0);
}

/** The default category's id; undefined if the settings name none that exists. */
export async function findDefaultCategory(read: Reader): Promise<number | undefined> {
  const id = (await readSettings(read)).settings.default_category;
  const term = id > 0 ? (await findTerms(read, [id])).get(id) : undefined;
  return term && isDefaultCategory(term, id) ? id : undefined;
}

export function isDefaultCategory(term: Pick<Term, 'id' | 'taxonomy'>, defaultCategory: number): boolean {
  return term.id === defaultCategory && term.taxonomy === sectionTaxonomy;
}

interface Placed {
  readonly id: number;
  readonly depth: number;
}

interface TreePage {
  readonly total: number;
  readonly above: readonly { readonly id: number; readonly name: string }[];
  readonly terms: readonly Placed[];
}

interface Branch {
  readonly id: number;
  readonly parentId: number;
  readonly name: string;
}

/** Sorts each term before its descendants. Terms with a missing parent or in a cycle count as roots. */
function treeOrder(branches: readonly Branch[]): Placed[] {
  const ids = new Set(branches.map(({ id }) => id));
  const below = Map.groupBy(branches, ({ parentId }) => (ids.has(parentId) ? parentId : 0));
  const placed = new Map<number, number>();
  const walk = (top: Branch) => {
    const left: { readonly branch: Branch; readonly depth: number }[] = [{ branch: top, depth: 0 }];
    for (let next = left.pop(); next; next = left.pop()) {
      const { branch, depth } = next;
      if (placed.has(branch.id)) continue;
      placed.set(branch.id, depth);
      left.push(
        ...(below.get(branch.id) ?? []).toReversed().map((one) => ({ branch: one, depth: depth + 1 })),
      );
    }
  };
  for (const top of below.get(0) ?? []) walk(top);
  for (const one of branches) walk(one); // enters cycles at their first term
  return [...placed].map(([id, depth]) => ({ id, depth }));
}

export async function listTree(
  read: Reader,
  {
    taxonomy,
    limit,
    offset,
  }: {
    readonly taxonomy: string;
    readonly limit: number;
    readonly offset: number;
  },
): Promise<TreePage> {
  const rows = await read
    .selectFrom('term')
    .select(['id', 'parent_id', 'name'])
    .where('taxonomy', '=', taxonomy)
    .orderBy('name_key')
    .orderBy('id')
    .execute();
  const branches = rows.map(({ id, parent_id: parentId, name }) => ({ id, parentId, name }));
  const order = treeOrder(branches);
  const terms = order.slice(offset, offset + limit);
  const byId = new Map(branches.map((branch) => [branch.id, branch]));
  const above: Branch[] = [];
  const [first] = terms;
  for (let at = first && byId.get(first.id); at && above.length < (first?.depth ?? 0); ) {
    at = byId.get(at.parentId);
    if (at) above.unshift(at);
  }
  return { total: order.length, above: above.map(({ id, name }) => ({ id, name })), terms };
}
