import { sql } from 'kysely';
import type { Reader } from '../../db/open-database.ts';
import { isPlain, permalinks } from '../permalinks.ts';
import type { PermalinkStructure } from '../permalinks.ts';
import type { PostSummary } from './post.ts';
import { postTypeNamed, registeredTypes } from '../types/registry.ts';

/** Deepest chain of parents that an address shows; longer ones (and cycles) are cut. */
export const deepestPath = 20;

type Linked = Pick<PostSummary, 'id' | 'type' | 'slug' | 'parentId'>;

/** Slugs of the posts above each of the given ones, outermost first. */
async function findParentSlugs(read: Reader, posts: readonly Linked[]): Promise<Map<number, string[]>> {
  const parents = new Map<number, string[]>();
  const withParent = posts.filter((post) => post.parentId > 0);
  if (withParent.length === 0) return parents;
  const { rows } = await sql<{ start: number; slug: string; depth: number }>`
    with recursive above(start, id, parent_id, slug, depth) as (
      select id, id, parent_id, slug, 0 from post where id in (${sql.join(withParent.map(({ id }) => id))})
      union
      select above.start, post.id, post.parent_id, post.slug, above.depth + 1 from above join post on post.id = above.parent_id
        where above.depth < ${deepestPath}
    )
    select start, slug, depth from above where depth > 0 order by start, depth desc`.execute(read);
  for (const { start, slug } of rows) {
    const chain = parents.get(start) ?? [];
    parents.set(start, chain);
    if (slug !== '') chain.push(slug);
  }
  return parents;
}

/** The posts below the given ones whose addresses show those above them, as far down as addresses show. */
export async function findPostsBelow(read: Reader, ids: readonly number[]): Promise<Pick<Linked, 'id' | 'type'>[]> {
  const types = registeredTypes().filter(({ showsParents }) => showsParents).map(({ name }) => name);
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
export async function findPostPaths(read: Reader, posts: readonly Linked[], structure: PermalinkStructure): Promise<Map<number, string>> {
  const links = permalinks(structure);
  const nested = isPlain(structure) ? [] : posts.filter(({ type }) => postTypeNamed(type).showsParents);
  const parents = await findParentSlugs(read, nested);
  return new Map(posts.map((post) => [post.id, links.post(post, parents.get(post.id))]));
}
