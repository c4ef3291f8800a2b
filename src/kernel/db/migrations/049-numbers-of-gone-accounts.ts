import type { Migration } from '../migration.ts';

/** Numbers of accounts that are gone, where rows stayed: an import may have given one to somebody else, or may yet. */
export const numbersOfGoneAccounts: Migration = {
  id: 49,
  name: 'numbers-of-gone-accounts',
  steps: () => [
    `update import_item set local_id = 0 where kind = 'user' and local_id <> 0 and not exists (select 1 from "user" where "user".id = import_item.local_id)`,
    ...(['shared_draft.shared_by', 'post_lock.asker_id', 'post_lock.refused_id'] as const).map((named) => {
      const [table = '', column = ''] = named.split('.');
      return `update ${table} set ${column} = 0 where ${column} <> 0 and not exists (select 1 from "user" where "user".id = ${named})`;
    }),
  ],
};
