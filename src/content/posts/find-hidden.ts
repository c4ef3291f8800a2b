import { sql } from 'kysely';
import type { Reader } from '../../db/open-database.ts';
import { portions } from '../../lib/portions.ts';
import { postTypeNamed, registeredTypes } from '../types/registry.ts';
import { holdsAddress } from './free-slug.ts';
import { findPostPaths } from './page-path.ts';
import { bySpecificity } from './policy.ts';
import { postStatuses } from './post.ts';
import type { PostSummary } from './post.ts';
import { findSummaries } from './reader.ts';

/** Something that nobody can read at its address, since another thing is shown there. */
export interface HiddenPost {
  /** Root-relative; with plain permalinks both have one of their own. */
  readonly path: string;
  readonly hidden: PostSummary;
  readonly shown: PostSummary;
}

/** Things with the slug of another one that are looked at; far fewer share an address. */
const mostAlike = 20_000;

/**
 * What has the address of another thing. Nothing new comes to be so (decision 084): it was written before that, or without us. One question over the slugs of
 * all posts that have an address, and two for each thousand that share one.
 */
export async function findHidden(read: Reader): Promise<HiddenPost[]> {
  const statuses = sql.join(postStatuses.filter(holdsAddress));
  const types = sql.join(registeredTypes().filter(({ isPublic }) => isPublic).map(({ name }) => name));
  const here = sql`status in (${statuses}) and type in (${types})`;
  const { rows } = await sql<{ id: number }>`select id from post where ${here} and slug in (
    select slug from post where ${here} and slug <> '' group by slug having count(*) > 1) order by slug, id limit ${mostAlike}`.execute(read);
  const posts: PostSummary[] = [];
  const paths = new Map<number, string>();
  for (const some of portions(rows)) {
    const found = [...(await findSummaries(read, some.map(({ id }) => id))).values()];
    posts.push(...found);
    for (const [id, path] of await findPostPaths(read, found, 'rewritten')) paths.set(id, path);
  }
  return [...Map.groupBy(posts.toSorted((a, b) => a.id - b.id), ({ id }) => paths.get(id) ?? '')].flatMap(([path, alike]) => {
    const [shown, ...others] = alike.toSorted(bySpecificity);
    return shown ? others.map((hidden) => ({ path, hidden, shown })) : [];
  });
}

/** One line: what is hidden, by what, and where each is edited. */
export function describeHidden({ path, hidden, shown }: HiddenPost): string {
  const named = ({ id, type, title }: PostSummary) =>
    `${postTypeNamed(type).labels.singular} ${id} "${title.slice(0, 60)}" (/wp-admin/post.php?post=${id}&action=edit)`;
  return `${path} is ${named(shown)}; it hides ${named(hidden)}`;
}
