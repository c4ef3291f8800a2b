import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Reader } from '../../kernel/db/open-database.ts';
import { portions } from '../../lib/portions.ts';
import { withNames } from '../settings/permalinks.ts';
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
/** Slugs that one question goes through: over a million at once PostgreSQL would work for longer than an answer is waited for. */
const slugsAtATime = 20_000;

/** Slugs that several posts `at` addresses have, by the index of slugs; a part of them at a time, in the database's order. */
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
 * What has the address of another thing. Nothing new comes to be so (decision 084): it was written before that, or without us. Two short questions for each
 * `atATime` slugs, and a few for each thousand that several posts have.
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
        order by slug, id limit ${mostAlike - rows.length}`.execute(read)
        ).rows,
      );
    }
    if (rows.length >= mostAlike) break;
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

/** One line: what is hidden, by what, and where each is edited. */
export function describeHidden({ path, hidden, shown }: HiddenPost): string {
  const named = ({ id, type, title }: PostSummary) =>
    `${postTypeNamed(type).labels.singular} ${id} "${title.slice(0, 60)}" (/wp-admin/post.php?post=${id}&action=edit)`;
  return `${path} is ${named(shown)}; it hides ${named(hidden)}`;
}
