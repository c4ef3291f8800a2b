import type { QueryClient } from '@tanstack/react-query';
import { rest } from '../../app/rest.ts';
import type { UserSent } from '../../app/sent.ts';
import { toast } from '../../app/toasts.tsx';
import { counted, doAll } from '../../app/work.ts';
import { nameOf } from './user-list.ts';
import type { UserRow } from './user-list.ts';

/** Fields of an account as REST takes them. */
export type UserChange = Readonly<
  Pick<
    UserSent,
    | 'name'
    | 'email'
    | 'url'
    | 'description'
    | 'slug'
    | 'roles'
    | 'first_name'
    | 'last_name'
    | 'nickname'
    | 'locale'
  >
>;

/** What is done with accounts. Each change says which revision was seen: what somebody else changed meanwhile is not done, and said. */
export function userWork(queries: QueryClient) {
  const keys = ['users'];
  const path = (id: number) => `/wp/v2/users/${id}`;
  const change = async ({ id }: UserRow, body: UserChange, revision: number) =>
    (
      await rest<UserRow, UserSent>(`${path(id)}?context=edit`, {
        method: 'POST',
        body: { ...body, revision },
      })
    ).body;
  return {
    /** Changes one as somebody saw it; what is refused is thrown. */
    edit: async (user: UserRow, body: UserChange): Promise<UserRow> => {
      const made = await change(user, body, user.revision);
      await queries.invalidateQueries({ queryKey: keys });
      const back = Object.fromEntries(
        Object.keys(body).map((name) => [name, user[name as keyof UserChange]]),
      ) as UserChange;
      toast(`“${nameOf(made)}” is saved.`, {
        undo: () =>
          void doAll(queries, keys, [made], {
            doing: 'Taking it back',
            done: counted('is as it was', 'are as they were'),
            nameOf: () => nameOf(user),
            run: (one) => change(one, back, one.revision),
          }),
      });
      return made;
    },
    giveRole: (users: readonly UserRow[], role: string, label: string) =>
      doAll(
        queries,
        keys,
        users.filter(({ roles }) => roles.join() !== role),
        {
          doing: 'Changing roles',
          done: (count, name) => (count === 1 ? `“${name}” is ${label} now` : `${count} are ${label} now`),
          nameOf,
          run: (user) => change(user, { roles: role === '' ? [] : [role] }, user.revision),
          undo: (user, made) => change(user, { roles: user.roles }, made.revision),
        },
      ),
    endSessions: (users: readonly UserRow[]) =>
      doAll(queries, keys, users, {
        doing: 'Signing out',
        done: counted('is signed out everywhere', 'are signed out everywhere'),
        nameOf,
        run: ({ id }) => rest(`/broadsheet/v1/users/${id}/sessions`, { method: 'DELETE' }),
      }),
    remove: (users: readonly UserRow[], heir: number) =>
      doAll(queries, ['users', 'posts'], users, {
        doing: 'Deleting',
        done: counted('is deleted', 'are deleted'),
        nameOf,
        run: ({ id, revision }) =>
          rest(`${path(id)}?force=true&reassign=${heir}&revision=${revision}`, { method: 'DELETE' }),
      }),
  };
}
