import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import { isPlain, permalinks, withNames, postTypeNamed, registeredTypes } from '../types/index.ts';
import type { PermalinkStructure } from '../types/index.ts';
import type { PostSummary } from './model.ts';
import { portions } from '../../lib/batch.ts';
import { holdsAddress } from './slugs.ts';
import { bySpecificity } from './policy.ts';
import { postStatuses } from './model.ts';
import { findSummaries } from './reader.ts';

/** Maximum number of ancestors in an address; longer chains (and cycles) are cut off. */
export const deepestPath = 20;

type Linked = Pick<PostSummary, 'id' | 'type' | 'slug' | 'parentId'>;

async function findSlugsDownTo(read: Reader, parentIds: readonly number[]): Promise<Map<number, string[]>> {
  const chains = new Map<number, string[]>();
  if (parentIds.length === 0) return chains;
  const { rows } = await sql<{ start: number; slug: string; depth: number }>`
    with recursive above(start, id, parent_id, slug, depth) as (
      select id, id, parent_id, slug, 1 from post where id in (${sql.join(parentIds)})
      union
      select above.start, post.id, post.parent_id, post.slug, above.depth + 1 from above join post on post.id = above.parent_id
        where above.depth < ${deepestPath}
    )
    select start, slug, depth from above order by start, depth desc`.execute(read);
  for (const { start, slug } of rows) {
    const chain = chains.get(start) ?? [];
    chains.set(start, chain);
    if (slug !== '') chain.push(slug);
  }
  return chains;
}

async function findPostsBelow(read: Reader, ids: readonly number[]): Promise<Pick<Linked, 'id' | 'type'>[]> {
  const types = registeredTypes()
    .filter(({ showsParents }) => showsParents)
    .map(({ name }) => name);
  if (ids.length === 0 || types.length === 0) return [];
  const { rows } = await sql<{ id: number; type: string }>`
    with recursive below(id, type, level) as (
      select id, type, 1 from post where parent_id in (${sql.join(ids)})
      union
      select post.id, post.type, below.level + 1 from post join below on post.parent_id = below.id where below.level < ${deepestPath}
    )
    select distinct id, type from below where type in (${sql.join(types)})`.execute(read);
  return rows;
}

/** Root-relative address of each post; includes the ancestors' slugs where the type shows them. */
export async function findPostPaths(
  read: Reader,
  posts: readonly Linked[],
  structure: PermalinkStructure,
): Promise<Map<number, string>> {
  const links = permalinks(structure);
  const isNested = ({ type, parentId }: Linked) =>
    parentId > 0 && !isPlain(structure) && postTypeNamed(type).showsParents;
  const parents = await findSlugsDownTo(read, [
    ...new Set(posts.filter(isNested).map(({ parentId }) => parentId)),
  ]);
  return new Map(
    posts.map((post) => [post.id, links.post(post, isNested(post) ? parents.get(post.parentId) : undefined)]),
  );
}

/** Invalidates the descendants of these posts, whose addresses have changed, and the lists of their types. */
export async function invalidateDescendants(tx: Tx, ids: readonly number[]): Promise<void> {
  const below = await findPostsBelow(tx.db, ids);
  for (const { id } of below) tx.emit(`post:${id}`);
  for (const type of new Set(below.map((post) => post.type))) tx.emit(`list:${type}`);
}

/** A post that visitors can't open because another post has the same address. */
interface HiddenPost {
  /** Root-relative; computed with named permalinks, since plain ones contain the id and never collide. */
  readonly path: string;
  readonly hidden: PostSummary;
  readonly shown: PostSummary;
}

/** Maximum number of posts with a shared slug that are checked; far fewer share an address. */
const maxAlike = 20_000;
/** Slugs per query: with over a million at once, PostgreSQL exceeds the reply's time limit. */
const slugsAtATime = 20_000;

/** Yields slugs that several posts with an address share, a portion at a time, in the database's collation order. */
async function* sharedSlugs(
  read: Reader,
  at: RawBuilder<unknown>,
  atATime: number,
): AsyncGenerator<string[]> {
  for (let after = ''; ; ) {
    const {
      rows: [last],
    } = await sql<{
      slug: string | null;
      found: number | string;
    }>`select max(slug) as slug, count(*) as found from (
      select slug from post where slug > ${after} order by slug limit ${atATime}) as part`.execute(read);
    const upTo = last?.slug;
    if (typeof upTo !== 'string') return;
    const { rows } = await sql<{ slug: string }>`
      select slug from post where slug > ${after} and slug <= ${upTo} and ${at} group by slug having count(*) > 1`.execute(
      read,
    );
    yield rows.map(({ slug }) => slug);
    if (Number(last?.found) < atATime) return;
    after = upTo;
  }
}

/**
 * Returns posts hidden by another post at the same address; these predate decision 084 or were written by other
 * software. Runs two short queries per `atATime` slugs and a few per thousand shared ones.
 */
export async function findHidden(read: Reader, atATime: number = slugsAtATime): Promise<HiddenPost[]> {
  const statuses = sql.join(postStatuses.filter(holdsAddress));
  const types = sql.join(
    registeredTypes()
      .filter(({ isPublic }) => isPublic)
      .map(({ name }) => name),
  );
  const at = sql`status in (${statuses}) and type in (${types})`;
  const rows: { id: number }[] = [];
  for await (const slugs of sharedSlugs(read, at, atATime)) {
    for (const some of portions(slugs)) {
      rows.push(
        ...(
          await sql<{ id: number }>`select id from post where slug in (${sql.join(some)}) and ${at}
        order by slug, id limit ${maxAlike - rows.length}`.execute(read)
        ).rows,
      );
    }
    if (rows.length >= maxAlike) break;
  }
  const posts: PostSummary[] = [];
  const paths = new Map<number, string>();
  for (const some of portions(rows)) {
    const found = [
      ...(
        await findSummaries(
          read,
          some.map(({ id }) => id),
        )
      ).values(),
    ];
    posts.push(...found);
    for (const [id, path] of await findPostPaths(read, found, withNames)) paths.set(id, path);
  }
  return [
    ...Map.groupBy(
      posts.toSorted((a, b) => a.id - b.id),
      ({ id }) => paths.get(id) ?? '',
    ),
  ].flatMap(([path, alike]) => {
    const [shown, ...others] = alike.toSorted(bySpecificity);
    return shown ? others.map((hidden) => ({ path, hidden, shown })) : [];
  });
}

export function describeHidden({ path, hidden, shown }: HiddenPost): string {
  const named = ({ id, type, title }: PostSummary) =>
    `${postTypeNamed(type).labels.singular} ${id} "${title.slice(0, 60)}" (/wp-admin/post.php?post=${id}&action=edit)`;
  return `${path} is ${named(shown)}; it hides ${named(hidden)}`;
}
