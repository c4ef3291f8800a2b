import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

const gone = (column: string) =>
  sql<boolean>`${sql.ref(column)} > 0 and not exists (select 1 from "user" where "user".id = ${sql.ref(column)})`;

/** Tables of which a row is nobody's once its account is gone. */
const ofAccounts = [
  'user_meta',
  'session',
  'application_password',
  'second_factor',
  'recovery_code',
  'passkey',
  'account_token',
  'post_lock',
] as const;

/**
 * What was written for an account while it was being deleted belonged to nobody. Posts and files go to the first administrator, which the log says; comments
 * and versions are nobody's, and what somebody was typing is a version.
 */
export const leftBehind: Migration = {
  id: 47,
  name: 'left behind',
  steps: () => [
    async (db) => {
      const tables = db.$extendTables<{
        user: { id: number; display_name: string; roles: string };
        post: { id: number; type: string; status: string; password: string; author_id: number };
        byline: { post_id: number; user_id: number; post_type: string; listed: number };
        revision: { author_id: number; kind: string };
        template_revision: { author_id: number };
        comment: { user_id: number };
        counter: { key: string; value: number };
        activity: {
          at: number;
          user_id: number;
          user_name: string;
          verb: string;
          kind: string;
          item_id: number;
          summary: string;
          came_from: string;
        };
        user_meta: { user_id: number };
        session: { user_id: number };
        application_password: { user_id: number };
        second_factor: { user_id: number };
        recovery_code: { user_id: number };
        passkey: { user_id: number };
        account_token: { user_id: number };
        post_lock: { user_id: number };
      }>();
      for (const table of ofAccounts)
        await tables
          .deleteFrom(table)
          .where(gone(`${table}.user_id`))
          .execute();
      await tables.updateTable('comment').set({ user_id: 0 }).where(gone('comment.user_id')).execute();
      await tables
        .updateTable('revision')
        .set({ author_id: 0, kind: 'revision' })
        .where(gone('revision.author_id'))
        .execute();
      await tables
        .updateTable('template_revision')
        .set({ author_id: 0 })
        .where(gone('template_revision.author_id'))
        .execute();
      const places = await tables
        .deleteFrom('byline')
        .where(gone('byline.user_id'))
        .returning('user_id')
        .execute();
      const lost = await tables
        .selectFrom('post')
        .select('author_id')
        .distinct()
        .where(gone('post.author_id'))
        .execute();
      const formers = [
        ...new Set([...places.map((row) => row.user_id), ...lost.map((row) => row.author_id)]),
      ].map(Number);
      for (const id of formers)
        await tables
          .deleteFrom('counter')
          .where('key', '>=', `author:${id}:`)
          .where('key', '<', `author:${id};`)
          .execute();
      if (lost.length === 0) return;
      const heir = await tables
        .selectFrom('user')
        .select(['id', 'display_name'])
        .where('roles', 'like', '%"administrator"%')
        .orderBy('id')
        .limit(1)
        .executeTakeFirst();
      const id = Number(heir?.id ?? 0);
      // Who wrote with them is named once.
      await tables
        .deleteFrom('byline')
        .where('user_id', '=', id)
        .where((eb) =>
          eb.exists(
            eb
              .selectFrom('post')
              .select('post.id')
              .whereRef('post.id', '=', 'byline.post_id')
              .where(gone('post.author_id')),
          ),
        )
        .execute();
      const posts = await tables
        .updateTable('post')
        .set({ author_id: id })
        .where(gone('post.author_id'))
        .returning('id')
        .execute();
      await tables
        .deleteFrom('counter')
        .where('key', '>=', `author:${id}:`)
        .where('key', '<', `author:${id};`)
        .execute();
      const counted = new Map<string, number>();
      const count = tables
        .selectFrom('post')
        .select((eb) => ['type', eb.fn.countAll<number>().as('count')])
        .where('status', '=', 'publish')
        .where('password', '=', '')
        .where('author_id', '=', id)
        .groupBy('type');
      const beside = tables
        .selectFrom('byline')
        .select((eb) => ['post_type as type', eb.fn.countAll<number>().as('count')])
        .where('user_id', '=', id)
        .where('listed', '=', 1)
        .groupBy('post_type');
      for (const row of [...(await count.execute()), ...(await beside.execute())])
        counted.set(row.type, (counted.get(row.type) ?? 0) + Number(row.count));
      for (const [type, value] of counted)
        await tables
          .insertInto('counter')
          .values({ key: `author:${id}:${type}`, value })
          .execute();
      await tables
        .insertInto('activity')
        .values({
          at: Date.now(),
          user_id: 0,
          user_name: 'Broadsheet',
          verb: 'update',
          kind: 'user',
          item_id: id,
          came_from: 'site',
          summary: `${posts.length} posts and files of deleted accounts: to ${heir ? `"${heir.display_name}"` : 'nobody'}`,
        })
        .execute();
    },
  ],
};
