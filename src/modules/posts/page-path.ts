import { sql } from 'kysely';
import type { Reader } from '../../kernel/db/open-database.ts';
import { isPlain, permalinks } from '../settings/permalinks.ts';
import type { PermalinkStructure } from '../settings/permalinks.ts';
import type { PostSummary } from './post.ts';
import { postTypeNamed, registeredTypes } from '../types/registry.ts';

/** Deepest chain of parents that an address shows; longer ones (and cycles) are cut. */
export const deepestPath = 20;

type Linked = Pick<PostSummary, 'id' | 'type' | 'slug' | 'parentId'>;

/** Slugs down to each of these posts, outermost first and its own last: what addresses of posts below it begin with. */
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

/** The posts below the given ones whose addresses show those above them, as far down as addresses show. */
export async function findPostsBelow(
  read: Reader,
  ids: readonly number[],
): Promise<Pick<Linked, 'id' | 'type'>[]> {
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

/** Root-relative address of each post; what stands below a parent carries its path, where its type shows that. */
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
