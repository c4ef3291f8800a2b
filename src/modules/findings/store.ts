import { sql } from 'kysely';
import { z } from 'zod';
import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import type { Actor } from '../../kernel/permission.ts';
import { startOf } from '../../lib/cut-text.ts';
import { readStored } from '../../lib/schemas.ts';
import { editableSql, enlistedBesideStatusSql } from '../posts/index.ts';

/** Posts with findings that are stored; those with the lowest ids are dropped first. */
export const maxPosts = 2000;
/** Pictures and links that are listed for each post; all are counted. */
const maxListed = 10;
const maxAddressLength = 300;

export interface Findings {
  /** Names of picture files, `featured` for the featured image. */
  readonly pictures: readonly { readonly name: string; readonly isFeatured: boolean }[];
  /** Paths on this site. */
  readonly links: readonly string[];
}

export interface CheckedFindings extends Findings {
  /** The revision of the post that was checked. */
  readonly revision: number;
}

const storedDetails = z.object({
  pictures: z.array(z.object({ name: z.string(), isFeatured: z.boolean() })),
  links: z.array(z.string()),
});

const withoutNul = (text: string) => text.replaceAll('\0', '');

/**
 * Replaces the findings of checked posts; posts without any, and posts that are not listed, lose their row. Skips posts
 * that were saved during the check: another one is enqueued.
 */
export async function saveFindings(
  tx: Tx,
  checked: ReadonlyMap<number, CheckedFindings>,
  { now, most = maxPosts }: { readonly now: number; readonly most?: number },
): Promise<void> {
  if (checked.size === 0) return;
  const listed = await tx.db
    .selectFrom('post')
    .select(['id', 'revision'])
    .where('id', 'in', [...checked.keys()])
    .where(enlistedBesideStatusSql)
    // So that no post is withdrawn until the rows are written.
    .$if(tx.dialect.rowLocks, (query) => query.forShare())
    .execute();
  const revisions = new Map(listed.map(({ id, revision }) => [id, revision]));
  const current = [...checked].filter(([id, { revision }]) => (revisions.get(id) ?? revision) === revision);
  if (current.length === 0) return;
  const rows = current.flatMap(([id, { pictures, links }]) => {
    if (!revisions.has(id) || pictures.length + links.length === 0) return [];
    const details = {
      pictures: pictures.slice(0, maxListed).map((one) => ({ ...one, name: withoutNul(one.name) })),
      links: links.slice(0, maxListed).map((link) => startOf(withoutNul(link), maxAddressLength)),
    };
    return [
      {
        post_id: id,
        checked_at: now,
        picture_count: pictures.length,
        link_count: links.length,
        details: JSON.stringify(details),
      },
    ];
  });
  await tx.db
    .deleteFrom('post_finding')
    .where(
      'post_id',
      'in',
      current.map(([id]) => id),
    )
    .execute();
  if (rows.length === 0) return;
  await tx.db.insertInto('post_finding').values(rows).execute();
  const beyond = await tx.db
    .selectFrom('post_finding')
    .select('post_id')
    .orderBy('post_id', 'desc')
    .offset(most)
    .limit(1)
    .executeTakeFirst();
  if (beyond) await tx.db.deleteFrom('post_finding').where('post_id', '<=', beyond.post_id).execute();
}

export interface PostFindings extends Findings {
  readonly id: number;
  readonly title: string;
  readonly authorName: string;
  /** Counts of all pictures and links, of which the first are listed. */
  readonly pictureCount: number;
  readonly linkCount: number;
}

export interface FoundFindings {
  readonly posts: number;
  readonly pictures: number;
  readonly links: number;
  /** The newest posts with findings. */
  readonly listed: readonly PostFindings[];
}

/** Findings in posts that the actor may edit, in one query over at most `maxPosts` rows. */
export async function listFindings(read: Reader, actor: Actor, limit: number): Promise<FoundFindings> {
  const rows = await read
    .selectFrom('post_finding as finding')
    // SQLite then begins with the findings, of which there are fewer.
    .crossJoin('post')
    .leftJoin('user', 'user.id', 'post.author_id')
    .select(['post.id', 'post.title', 'finding.details', 'finding.picture_count', 'finding.link_count'])
    .select(sql<string>`coalesce("user".display_name, '')`.as('authorName'))
    .select(sql<number>`count(*) over ()`.as('allPosts'))
    .select(sql<number>`sum(finding.picture_count) over ()`.as('allPictures'))
    .select(sql<number>`sum(finding.link_count) over ()`.as('allLinks'))
    .whereRef('post.id', '=', 'finding.post_id')
    .where(editableSql(actor))
    .orderBy('finding.post_id', 'desc')
    .limit(limit)
    .execute();
  const [first] = rows;
  return {
    posts: Number(first?.allPosts ?? 0),
    pictures: Number(first?.allPictures ?? 0),
    links: Number(first?.allLinks ?? 0),
    listed: rows.map(({ id, title, authorName, details, ...counts }) => ({
      id,
      title,
      authorName,
      pictureCount: counts.picture_count,
      linkCount: counts.link_count,
      ...readStored(storedDetails, details, { pictures: [], links: [] }),
    })),
  };
}

export async function removeFindings(tx: Tx, postId: number): Promise<void> {
  await tx.db.deleteFrom('post_finding').where('post_id', '=', postId).execute();
}
