import { z } from 'zod';
import type { Selectable } from 'kysely';
import { readStored } from '../../lib/schemas.ts';
import type { Reader } from '../../kernel/db/open-database.ts';
import type { ActivityTable } from '../../kernel/db/tables/site-tables.ts';
import { holdsFolded } from '../../kernel/db/search-sql.ts';
import { changeVerbs } from '../../kernel/command.ts';
import type { Activity, ActivityKind, ActivitySource, ActivityVerb } from '../../kernel/command.ts';

const storedDetails = z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() }));

export interface ActivityFilter {
  readonly kind?: ActivityKind | undefined;
  readonly verb?: ActivityVerb | undefined;
  readonly source?: ActivitySource | undefined;
  /** Id of the account that made the change. */
  readonly userId?: number | undefined;
  /** In the summary or the name of the user; upper and lower case are the same. */
  readonly search?: string | undefined;
  /** Milliseconds, from and until; `until` is excluded. */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
  readonly itemId?: number | undefined;
}

export interface ActivityQuery extends ActivityFilter {
  readonly limit: number;
  /** Pagination: only entries before this one. */
  readonly before?: number | undefined;
}

/** Entries, newest first. */
export async function listActivity(
  read: Reader,
  { limit, before, kind, verb, source, userId, search = '', from, until, itemId }: ActivityQuery,
): Promise<Activity[]> {
  let query = read.selectFrom('activity').selectAll().orderBy('id', 'desc').limit(limit);
  if (kind !== undefined) query = query.where('kind', '=', kind);
  if (verb !== undefined) query = query.where('verb', '=', verb);
  if (source !== undefined) query = query.where('came_from', '=', source);
  if (userId !== undefined) query = query.where('user_id', '=', userId);
  if (from !== undefined) query = query.where('at', '>=', from);
  if (until !== undefined) query = query.where('at', '<', until);
  if (itemId !== undefined) query = query.where('item_id', '=', itemId);
  if (before !== undefined) query = query.where('id', '<', before);
  if (search !== '')
    query = query.where((either) =>
      either.or([holdsFolded('summary', search), holdsFolded('user_name', search)]),
    );
  const rows = await query.execute();
  return rows.map((row) => ({
    ...toActivity(row),
    ...(row.details === '' ? {} : { details: readStored(storedDetails, row.details, {}) }),
  }));
}

/** Entries that are searched for changes by others. */
const maxSearched = 5000;

/** Changes by others after `since`, in milliseconds, newest first; without details. Log-ins are no changes. */
export async function listChangesByOthers(
  read: Reader,
  { userId, since, limit }: { readonly userId: number; readonly since: number; readonly limit: number },
): Promise<Activity[]> {
  const rows = await read
    .selectFrom((from) =>
      from
        .selectFrom('activity')
        .select(['id', 'at', 'came_from', 'user_id', 'user_name', 'verb', 'kind', 'item_id', 'summary'])
        // In the order of ids, since times have no index.
        .orderBy('id', 'desc')
        .limit(maxSearched)
        .as('recent'),
    )
    .selectAll()
    .where('user_id', '<>', userId)
    .where('verb', 'in', changeVerbs)
    .where('at', '>', since)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toActivity);
}

type Row = Omit<Selectable<ActivityTable>, 'details'>;

const toActivity = (row: Row): Activity => ({
  id: row.id,
  at: row.at,
  from: row.came_from,
  userId: row.user_id,
  userName: row.user_name,
  verb: row.verb,
  kind: row.kind,
  itemId: row.item_id,
  summary: row.summary,
});

const portion = 500;

/** All entries, newest first, in portions; entries added in the meantime are left out. */
export async function* readActivity(read: Reader, filter: ActivityFilter): AsyncGenerator<Activity[]> {
  for (let before: number | undefined; ; ) {
    const entries = await listActivity(read, { ...filter, limit: portion, before });
    if (entries.length > 0) yield entries;
    if (entries.length < portion) return;
    before = entries.at(-1)?.id;
  }
}

const maxPeople = 200;

/** Accounts with entries by their last name in the log; the ones with the latest entries, at most 200. */
export async function listPeople(read: Reader): Promise<{ readonly id: number; readonly name: string }[]> {
  const last = await read
    .selectFrom('activity')
    .select((eb) => eb.fn.max('id').as('last'))
    .where('user_id', '>', 0)
    .groupBy('user_id')
    .orderBy('last', 'desc')
    .limit(maxPeople)
    .execute();
  if (last.length === 0) return [];
  const rows = await read
    .selectFrom('activity')
    .select(['user_id', 'user_name'])
    .where(
      'id',
      'in',
      last.map((row) => Number(row.last)),
    )
    .execute();
  return rows.map((row) => ({ id: row.user_id, name: row.user_name }));
}
