import { sql } from 'kysely';
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { holding } from '../../kernel/db/search-sql.ts';
import type { Reader } from '../../kernel/db/open-database.ts';
import { normalizeEmail } from '../../lib/normalize-email.ts';
import type { Tables } from '../../kernel/db/tables.ts';
import type { Comment, CommentStatus, CommentType } from './model.ts';
import { approved, ofStatusAndType, openlyDiscussed, shownComment, unlockable } from './policy.ts';
import { commentColumns, toComment } from './reader.ts';

export interface CommentKinds {
  readonly statuses: readonly CommentStatus[];
  readonly types: readonly CommentType[];
}

export type CommentOrder = 'created_at' | 'id' | 'post_id' | 'parent_id' | 'given';

export interface CommentFilter {
  /** A moderator's filter, on any post; undefined: approved comments on listed posts, as visitors see them. */
  readonly among?: CommentKinds | undefined;
  /** Protected posts whose password the visitor has entered; their comments are listed, too. */
  readonly unlockedPostIds?: readonly number[] | undefined;
  readonly userIds?: readonly number[] | undefined;
  readonly excludeUserIds?: readonly number[] | undefined;
  readonly authorEmail?: string | undefined;
  readonly ids?: readonly number[] | undefined;
  readonly excludeIds?: readonly number[] | undefined;
  readonly postIds?: readonly number[] | undefined;
  readonly parentIds?: readonly number[] | undefined;
  readonly excludeParentIds?: readonly number[] | undefined;
  /** Searches only the newest comments, unless `postIds` is set. */
  readonly search?: string | undefined;
  readonly after?: number | undefined;
  readonly before?: number | undefined;
  readonly reported?: true | undefined;
}

export interface CommentQuery extends CommentFilter {
  readonly order: CommentOrder;
  readonly descending: boolean;
  readonly limit: number;
  readonly offset: number;
}

const maxSearched = 5000;

const publicSql = shownComment.sql();
/** The same rule, for queries that should use another index than the one by status. */
const publicBesideStatusSql = shownComment.sql({ beside: ['status'] });

function from(read: Reader, filter: CommentFilter & Partial<Pick<CommentQuery, 'order'>>) {
  const besideStatus =
    filter.ids !== undefined ||
    filter.reported !== undefined ||
    filter.order === 'id' ||
    filter.order === 'post_id' ||
    namesParents(filter);
  const rows = read.selectFrom('comment').innerJoin('post', 'post.id', 'comment.post_id');
  if (filter.among) return rows.where(ruleOf(filter.among).sql(besideStatus ? { beside: ['status'] } : {}));
  const open = openlyDiscussed.sql({ beside: ['status'] });
  const { unlockedPostIds: unlocked = [] } = filter;
  const isOpen =
    unlocked.length === 0
      ? open
      : sql<boolean>`(${open} or (post.id in (${sql.join(unlocked)}) and ${unlockable.sql()}))`;
  return rows.where(isOpen).where(besideStatus ? publicBesideStatusSql : publicSql);
}

function namesParents({ parentIds }: CommentFilter): boolean {
  return parentIds !== undefined && !parentIds.includes(0);
}

function conditions(
  eb: ExpressionBuilder<Tables, 'comment' | 'post'>,
  filter: CommentFilter,
): Expression<SqlBool>[] {
  const all: Expression<SqlBool>[] = [];
  const among = (
    column: 'comment.id' | 'comment.post_id' | 'comment.parent_id' | 'comment.user_id',
    included: readonly number[] | undefined,
    excluded: readonly number[] | undefined,
  ) => {
    if (included) all.push(included.length > 0 ? eb(column, 'in', included) : sql<boolean>`1 = 0`);
    if (excluded && excluded.length > 0) all.push(eb(column, 'not in', excluded));
  };
  among('comment.id', filter.ids, filter.excludeIds);
  among('comment.post_id', filter.postIds, undefined);
  among('comment.parent_id', filter.parentIds, filter.excludeParentIds);
  among('comment.user_id', filter.userIds, filter.excludeUserIds);
  if (filter.authorEmail !== undefined)
    all.push(eb('comment.author_email', '=', normalizeEmail(filter.authorEmail)));
  // Replies are in their parent's thread, which is indexed.
  if (namesParents(filter)) {
    all.push(
      eb(
        'comment.thread_id',
        'in',
        eb
          .selectFrom('comment as parent')
          .select('parent.thread_id')
          .where('parent.id', 'in', filter.parentIds ?? []),
      ),
    );
  }
  if (filter.after !== undefined) all.push(eb('comment.created_at', '>', filter.after));
  if (filter.before !== undefined) all.push(eb('comment.created_at', '<', filter.before));
  if (filter.reported) {
    all.push(
      eb(
        'comment.id',
        'in',
        eb
          .selectFrom('comment_report')
          .select('comment_report.comment_id')
          .where('comment_report.is_dismissed', '=', 0),
      ),
    );
  }
  if (filter.search) {
    const typed = holding(filter.search);
    // Only moderators can search by author.
    const searched = filter.among
      ? (['content', 'author_name', 'author_email', 'author_url', 'author_ip'] as const)
      : (['content'] as const);
    // SQLite lowercases only A to Z, so the search string as typed is matched as well.
    all.push(
      eb.or(
        searched.flatMap((column) => [
          sql<boolean>`lower(${eb.ref(`comment.${column}`)}) like ${typed.toLowerCase()} escape '\\'`,
          sql<boolean>`${eb.ref(`comment.${column}`)} like ${typed} escape '\\'`,
        ]),
      ),
    );
    if (!filter.postIds) {
      all.push(
        sql<boolean>`comment.id in (
        select newest.id from (select id from comment where ${(filter.among ? ruleOf(filter.among) : approved).sql()} order by created_at desc, id desc
        limit ${maxSearched}) as newest)`,
      );
    }
  }
  return all;
}

const ruleOf = ({ statuses, types }: CommentKinds) => ofStatusAndType(statuses, types);

function isPlain({ among, ...narrow }: CommentFilter): boolean {
  return among !== undefined && Object.values(narrow).every((value) => value === undefined || value === '');
}

/** Ids by date: reads each status in index order, as many rows as the page needs, and merges them. */
async function listPlainIds(
  read: Reader,
  { statuses, types }: CommentKinds,
  { descending, limit, offset }: CommentQuery,
): Promise<number[]> {
  const direction = descending ? 'desc' : 'asc';
  const [first, ...further] = statuses.map((status) => {
    const ofOne = read
      .selectFrom('comment')
      .select(['comment.id', 'comment.created_at'])
      .where(ofStatusAndType([status], types).sql())
      .orderBy('comment.created_at', direction)
      .orderBy('comment.id', direction)
      .limit(limit + offset);
    return read.selectFrom(ofOne.as('part')).select(['id', 'created_at']);
  });
  if (!first) return [];
  const rows = await further
    .reduce((all, part) => all.unionAll(part), first)
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ id }) => id);
}

export async function filterComments(read: Reader, query: CommentQuery): Promise<Comment[]> {
  const { among, order, descending, limit, offset: _, ...narrow } = query;
  if (among && order === 'created_at' && isPlain({ among, ...narrow })) {
    const ids = await listPlainIds(read, among, query);
    return ids.length === 0
      ? []
      : filterComments(read, { among, ids, order: 'given', descending, limit, offset: 0 });
  }
  const rows = from(read, query)
    .select(commentColumns)
    .where((eb) => eb.and(conditions(eb, query)));
  if (query.order === 'given') {
    const found = new Map((await rows.execute()).map((row) => [row.id, toComment(row)]));
    const ordered = (query.ids ?? []).map((id) => found.get(id)).filter((comment) => comment !== undefined);
    return ordered.slice(query.offset, query.offset + query.limit);
  }
  const direction = query.descending ? 'desc' : 'asc';
  const page = await rows
    .orderBy(`comment.${query.order}`, direction)
    .orderBy('comment.id', direction)
    .limit(query.limit)
    .offset(query.offset)
    .execute();
  return page.map(toComment);
}

export async function countComments(read: Reader, filter: CommentFilter): Promise<number> {
  if (filter.among && isPlain(filter)) {
    const counted = await read
      .selectFrom('comment')
      .select(sql<number>`count(*)`.as('total'))
      .where(ruleOf(filter.among).sql())
      .executeTakeFirstOrThrow();
    return Number(counted.total);
  }
  const row = await from(read, filter)
    .select(sql<number>`count(*)`.as('total'))
    .where((eb) => eb.and(conditions(eb, filter)))
    .executeTakeFirstOrThrow();
  return Number(row.total);
}

export async function findCommentAccess(
  read: Reader,
  id: number,
): Promise<{ approved: boolean; postListed: boolean; postId: number } | undefined> {
  const row = await read
    .selectFrom('comment')
    .leftJoin('post', 'post.id', 'comment.post_id')
    .select([
      'comment.status',
      'comment.post_id',
      'post.type as post_type',
      'post.status as post_status',
      'post.password',
    ])
    .where('comment.id', '=', id)
    .executeTakeFirst();
  return (
    row && {
      approved: approved.test(row),
      postId: row.post_id,
      postListed:
        row.post_type !== null &&
        row.post_status !== null &&
        openlyDiscussed.test({
          type: row.post_type,
          status: row.post_status,
          isProtected: row.password !== '',
        }),
    }
  );
}

export async function findNewestOfPosts(
  read: Reader,
  postIds: readonly number[],
  limit: number,
): Promise<Map<number, Comment[]>> {
  const found = new Map<number, Comment[]>();
  if (postIds.length === 0) return found;
  const ranked = from(read, {})
    .select(commentColumns)
    .select(
      sql<number>`row_number() over (partition by comment.post_id order by comment.created_at desc, comment.id desc)`.as(
        'place',
      ),
    )
    .where('comment.post_id', 'in', postIds);
  const rows = await read
    .selectFrom(ranked.as('ranked'))
    .selectAll()
    .where('place', '<=', limit)
    .orderBy('post_id')
    .orderBy('place')
    .execute();
  for (const row of rows) found.set(row.post_id, [...(found.get(row.post_id) ?? []), toComment(row)]);
  return found;
}

export async function findAnswered(read: Reader, comments: readonly Comment[]): Promise<Set<number>> {
  if (comments.length === 0) return new Set();
  // The index begins with `post_id`.
  const rows = await read
    .selectFrom('comment')
    .select('parent_id')
    .distinct()
    .where('post_id', 'in', [...new Set(comments.map(({ postId }) => postId))])
    .where(publicSql)
    .where(
      'parent_id',
      'in',
      comments.map(({ id }) => id),
    )
    .execute();
  return new Set(rows.map((row) => row.parent_id));
}

/** Counts by status; `mine`: one account's comments without spam and trash. */
interface CommentCounts {
  readonly byStatus: ReadonlyMap<CommentStatus, number>;
  readonly mine: number;
}

export async function countByStatus(read: Reader, userId: number, postId?: number): Promise<CommentCounts> {
  const rows = await read
    .selectFrom('comment')
    .innerJoin('post', 'post.id', 'comment.post_id')
    .select([
      'comment.status',
      sql<number>`count(*)`.as('total'),
      sql<number>`sum(case when comment.user_id = ${userId} then 1 else 0 end)`.as('own'),
    ])
    .$if(postId !== undefined, (query) => query.where('comment.post_id', '=', postId ?? 0))
    .groupBy('comment.status')
    .execute();
  const mine = rows.reduce(
    (sum, { status, own }) => (status === 'approved' || status === 'hold' ? sum + Number(own) : sum),
    0,
  );
  return { byStatus: new Map(rows.map(({ status, total }) => [status, Number(total)])), mine };
}

/** Comments that wait for moderation, the newest first, with the titles of their posts. */
export async function findHeldComments(
  read: Reader,
  limit: number,
): Promise<(Comment & { readonly postTitle: string })[]> {
  const rows = await read
    .selectFrom('comment')
    .innerJoin('post', 'post.id', 'comment.post_id')
    .select(commentColumns)
    .select('post.title as postTitle')
    .where('comment.status', '=', 'hold')
    .orderBy('comment.created_at', 'desc')
    .orderBy('comment.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...toComment(row), postTitle: row.postTitle }));
}
