import type { Tx } from '../../kernel/db/open-database.ts';
import { portions } from '../../lib/batch.ts';
import { shortened } from '../../lib/cut-text.ts';
import type { Actor } from '../../kernel/permission.ts';
import type { Activity } from '../../kernel/command.ts';

const maxSummaryLength = 200;

/** Characters of JSON; an entry with longer details is stored without them and can't be undone. */
const maxDetailsLength = 50_000;

export async function writeActivity(
  tx: Tx,
  actor: Actor,
  {
    verb,
    kind,
    itemId,
    summary,
    details,
  }: Pick<Activity, 'verb' | 'kind' | 'itemId' | 'summary' | 'details'>,
): Promise<void> {
  await tx.db
    .insertInto('activity')
    .values({
      at: Date.now(),
      user_id: actor.id,
      user_name: actor.displayName,
      verb,
      kind,
      item_id: itemId,
      summary: shortened(summary, maxSummaryLength),
      came_from: actor.from ?? 'site',
      details: storedDetails(details),
    })
    .execute();
}

function storedDetails(details: Activity['details']): string {
  const text = details ? JSON.stringify(details) : '';
  return text.length > maxDetailsLength ? '' : text;
}

/** Anonymizes a user's entries, including changes of their account. Pending registrations have a login name but no id. */
export async function forgetInActivity(
  tx: Tx,
  { id, login }: { readonly id: number; readonly login: string },
): Promise<void> {
  await tx.db.updateTable('activity').set({ user_name: '', user_id: 0 }).where('user_id', '=', id).execute();
  const nameless = await tx.db
    .selectFrom('activity')
    .select(['id', 'summary'])
    .where('kind', '=', 'user')
    .where('item_id', '=', 0)
    .execute();
  const theirs = nameless.filter(({ summary }) => summary.startsWith(`"${login}":`)).map((entry) => entry.id);
  await tx.db
    .updateTable('activity')
    .set({ summary: '' })
    .where('kind', '=', 'user')
    .where((eb) =>
      eb.or([eb('item_id', '=', id), ...[...portions(theirs)].map((some) => eb('id', 'in', some))]),
    )
    .execute();
}
