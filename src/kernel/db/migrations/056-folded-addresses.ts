import { normalizeEmail } from '../../../lib/normalize-email.ts';
import type { Migration } from '../migration.ts';

const portion = 1000;

/** Comments were imported with the addresses of their authors as these were typed; they are looked for as they are compared. */
export const foldedAddresses: Migration = {
  id: 56,
  name: 'folded addresses',
  steps: () => [
    async (tx) => {
      const db = tx.$extendTables<{ comment: { id: number; author_email: string } }>();
      const after = async (id: number) =>
        db
          .selectFrom('comment')
          .select(['id', 'author_email'])
          .where('id', '>', id)
          .orderBy('id')
          .limit(portion)
          .execute();
      for (let rows = await after(0); rows.length > 0; rows = await after(rows.at(-1)?.id ?? Infinity)) {
        for (const { id, author_email: email } of rows) {
          const normal = normalizeEmail(email);
          if (normal !== email)
            await db.updateTable('comment').set({ author_email: normal }).where('id', '=', id).execute();
        }
      }
    },
  ],
};
