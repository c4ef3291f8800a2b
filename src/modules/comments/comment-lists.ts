import { sql } from 'kysely';
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { holding } from '../../kernel/db/search-sql.ts';
import type { Reader } from '../../kernel/db/open-database.ts';
import { normalizeEmail } from '../../lib/normalize-email.ts';
import type { Tables } from '../../kernel/db/tables.ts';
import type { Comment, CommentStatus, CommentType } from './model.ts';
import { approved, ofStatusAndType, openlyDiscussed, shownComment, unlockable } from './policy.ts';
import { commentColumns, toComment } from './reader.ts';

/** What a moderator asks for. */
export interface CommentsAsked {
  readonly statuses: readonly CommentStatus[];
  readonly types: readonly CommentType[];
}

export type CommentOrder = 'created_at' | 'id' | 'post_id' | 'parent_id' | 'given';

/** Which comments; every field narrows. */
export interface CommentFilter {
  /** Those of a moderator's question, whatever post they are on; without it what everybody sees: approved ones on listed posts. */
  readonly among?: CommentsAsked | undefined;
  /** Protected posts whose password was given: their comments are shown as those of listed posts. */
  readonly unlockedPostIds?: readonly number[] | undefined;
  readonly userIds?: readonly number[] | undefined;
  readonly excludeUserIds?: readonly number[] | undefined;
  readonly authorEmail?: string | undefined;
  readonly ids?: readonly number[] | undefined;
  readonly excludeIds?: readonly number[] | undefined;
  readonly postIds?: readonly number[] | undefined;
  readonly parentIds?: readonly number[] | undefined;
  readonly excludeParentIds?: readonly number[] | undefined;
  /** Looked for in the newest comments only, unless `postIds` narrows. */
  readonly search?: string | undefined;
  readonly after?: number | undefined;
  readonly before?: number | undefined;
  /** Those alone of which a report waits for a moderator. */
  readonly reported?: true | undefined;
}

export interface CommentQuery extends CommentFilter {
  readonly order: CommentOrder;
  readonly descending: boolean;
  readonly limit: number;
  readonly offset: number;
}

/** Comments that a search without a post looks through. */
const mostSearched = 5000;

const publicSql = shownComment.sql();
/** The same, but no database begins with the status: for questions that another index answers. */
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

/** Only answers to named comments are wanted. */
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
    wanted: readonly number[] | undefined,
    unwanted: readonly number[] | undefined,
  ) => {
    if (wanted) all.push(wanted.length > 0 ? eb(column, 'in', wanted) : sql<boolean>`1 = 0`);
    if (unwanted && unwanted.length > 0) all.push(eb(column, 'not in', unwanted));
  };
  among('comment.id', filter.ids, filter.excludeIds);
  among('comment.post_id', filter.postIds, undefined);
  among('comment.parent_id', filter.parentIds, filter.excludeParentIds);
  among('comment.user_id', filter.userIds, filter.excludeUserIds);
  if (filter.authorEmail !== undefined)
    all.push(eb('comment.author_email', '=', normalizeEmail(filter.authorEmail)));
  // Answers are in their parent's thread, by which there is an index.
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
    // Who wrote it is for moderators to look for.
    const searched = filter.among
      ? (['content', 'author_name', 'author_email', 'author_url', 'author_ip'] as const)
      : (['content'] as const);
    // Not every database knows small letters beside those from A to Z: what is written as it was typed is found by all.
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
        limit ${mostSearched}) as newest)`,
      );
    }
  }
  return all;
}

const ruleOf = ({ statuses, types }: CommentsAsked) => ofStatusAndType(statuses, types);

/** Whether a moderator asks for all there are of some statuses. */
function isPlain({ among, ...narrow }: CommentFilter): boolean {
  return among !== undefined && Object.values(narrow).every((value) => value === undefined || value === '');
}

/** Ids of all comments of some statuses by date: those of each status are read in that order, as many as the page needs, and put together. */
async function listPlainIds(
  read: Reader,
  { statuses, types }: CommentsAsked,
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

/** Comments in order. */
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

/** Whether a comment exists, is approved, and is on a listed post that has comments: what an asker by id is told. */
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

/** The newest approved comments of each post, at most `limit` a post, in one query. */
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

/** Which of these comments have an approved answer. */
export async function findAnswered(read: Reader, comments: readonly Comment[]): Promise<Set<number>> {
  if (comments.length === 0) return new Set();
  // By post, since that is what the index begins with.
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

/** How many comments there are, by status; those of one account beside spam and trash. */
interface CommentCounts {
  readonly byStatus: ReadonlyMap<CommentStatus, number>;
  readonly mine: number;
}

/** Counts comments as a moderator's list shows them, those on one post where it is named, in one query. */
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
