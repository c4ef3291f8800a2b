import type { Database } from '../../kernel/db/open-database.ts';
import { LruCache } from '../../lib/lru-cache.ts';
import { findUsers } from './reader.ts';
import type { User } from '../../kernel/permission.ts';

export interface UserCache {
  byIds(ids: readonly number[]): Promise<Map<number, User>>;
}

const maxUsers = 2000;

/** Caches users in memory until a `user:…` or `account:…` tag is emitted by any process. */
export function createUserCache(database: Pick<Database, 'read' | 'bus'>): UserCache {
  const userById = new LruCache<number, User>(maxUsers);
  let epoch = 0;
  database.bus.listen((emissions) => {
    if (!emissions.some(({ tag }) => tag.startsWith('user:') || tag.startsWith('account:') || tag === '*'))
      return;
    epoch++;
    userById.clear();
  });
  return {
    byIds: async (ids) => {
      const found = new Map<number, User>();
      const missing: number[] = [];
      for (const id of new Set(ids)) {
        const user = userById.get(id);
        if (user) found.set(id, user);
        else if (id > 0) missing.push(id);
      }
      if (missing.length === 0) return found;
      const began = epoch;
      for (const [id, user] of await findUsers(database.read, missing)) {
        found.set(id, user);
        if (began === epoch) userById.set(id, user);
      }
      return found;
    },
  };
}
