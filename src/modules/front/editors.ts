import type { Reader, Tx } from '../../kernel/db/open-database.ts';

/** Milliseconds without a heartbeat after which an editor is no longer listed; a desk sends one every ten seconds. */
export const editorMs = 30_000;

export interface FrontEditor {
  readonly userId: number;
  /** Milliseconds. */
  readonly since: number;
}

/** Users who have the front page desk open, the first one first. */
export async function listFrontEditors(read: Reader, now = Date.now()): Promise<FrontEditor[]> {
  const rows = await read
    .selectFrom('front_editor')
    .select(['user_id', 'since'])
    .where('seen_at', '>', now - editorMs)
    .orderBy('since')
    .orderBy('user_id')
    .execute();
  return rows.map((row) => ({ userId: row.user_id, since: row.since }));
}

/** Notes that a user has the desk open, and removes those who closed it. */
export async function noteFrontEditor(tx: Tx, userId: number, now = Date.now()): Promise<void> {
  await tx.db
    .deleteFrom('front_editor')
    .where('seen_at', '<=', now - editorMs)
    .execute();
  await tx.db
    .insertInto('front_editor')
    .values({ user_id: userId, since: now, seen_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ seen_at: now }))
    .execute();
}

export async function forgetFrontEditor(tx: Tx, userId: number): Promise<void> {
  await tx.db.deleteFrom('front_editor').where('user_id', '=', userId).execute();
}
