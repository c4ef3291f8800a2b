import { z } from 'zod';
import { readStored } from '../../lib/schemas.ts';
import type { Reader } from '../../kernel/db/open-database.ts';
import type { Activity, ActivityKind } from '../../kernel/command.ts';

const storedDetails = z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() }));

export interface ActivityQuery {
  readonly kind?: ActivityKind;
  readonly itemId?: number;
  readonly limit: number;
  /** Pagination: only entries before this one. */
  readonly before?: number;
}

export async function listActivity(
  read: Reader,
  { kind, itemId, limit, before }: ActivityQuery,
): Promise<Activity[]> {
  let query = read.selectFrom('activity').selectAll().orderBy('id', 'desc').limit(limit);
  if (kind !== undefined) query = query.where('kind', '=', kind);
  if (itemId !== undefined) query = query.where('item_id', '=', itemId);
  if (before !== undefined) query = query.where('id', '<', before);
  return (await query.execute()).map((row) => ({
    id: row.id,
    at: row.at,
    from: row.came_from,
    userId: row.user_id,
    userName: row.user_name,
    verb: row.verb,
    kind: row.kind,
    itemId: row.item_id,
    summary: row.summary,
    ...(row.details === '' ? {} : { details: readStored(storedDetails, row.details, {}) }),
  }));
}
