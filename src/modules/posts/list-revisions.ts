import { holdsFolded } from '../../kernel/db/folded.ts';
import type { Reader } from '../../kernel/db/open-database.ts';
import { revisionColumns, toRevision } from './revisions.ts';
import type { Revision, RevisionKind } from './revisions.ts';

export interface RevisionQuery {
  /** Both kinds without it. */
  readonly kind?: RevisionKind | undefined;
  /** Words that the title, the excerpt or the text holds, in this order. */
  readonly search?: string | undefined;
  readonly ids?: readonly number[] | undefined;
  readonly excludeIds?: readonly number[] | undefined;
  readonly order: 'created_at' | 'id' | 'title';
  readonly descending: boolean;
  readonly limit: number;
  readonly offset: number;
}

/** One page of the revisions and autosaves of a post, whole, and how many there are. Two queries. */
export async function listWholeRevisions(
  read: Reader,
  postId: number,
  query: RevisionQuery,
): Promise<{ revisions: Revision[]; total: number }> {
  const { kind, search, ids, excludeIds, order, descending, limit, offset } = query;
  const found = read
    .selectFrom('revision')
    .where('post_id', '=', postId)
    .$if(kind !== undefined, (rows) => rows.where('kind', '=', kind ?? 'revision'))
    .$if(ids !== undefined, (rows) => rows.where('id', 'in', ids ?? []))
    .$if((excludeIds ?? []).length > 0, (rows) => rows.where('id', 'not in', excludeIds ?? []))
    .$if(search !== undefined, (rows) =>
      rows.where((eb) =>
        eb.or(['title', 'excerpt', 'content'].map((column) => holdsFolded(column, search ?? ''))),
      ),
    );
  const direction = descending ? 'desc' : 'asc';
  const [rows, counted] = await Promise.all([
    found
      .select(revisionColumns)
      .orderBy(order, direction)
      .orderBy('id', direction)
      .limit(limit)
      .offset(offset)
      .execute(),
    found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { revisions: rows.map(toRevision), total: Number(counted.total) };
}
