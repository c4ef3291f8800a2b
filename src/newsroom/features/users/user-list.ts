import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { defaultAvatarPath } from '../../../lib/account-urls.ts';
import { boot } from '../../app/boot.ts';
import type { ListAddress, Orders } from '../../app/use-list-view.ts';
import { plainText } from '../../app/rest-types.ts';
import type { EditedUser, UserCounts, UserSent } from '../../app/rest-types.ts';
import { rest } from '../../app/rest.ts';
import { toast } from '../../app/toasts.tsx';
import { doAll } from '../../app/work.ts';
import { say, sayCount } from '../../words.ts';

export type UserRow = Pick<
  EditedUser,
  | 'id'
  | 'revision'
  | 'username'
  | 'name'
  | 'email'
  | 'url'
  | 'description'
  | 'slug'
  | 'link'
  | 'roles'
  | 'registered_date'
  | 'avatar_urls'
  | 'first_name'
  | 'last_name'
  | 'nickname'
  | 'locale'
  | '_links'
>;

/** URL of an account's portrait; undefined if REST returns the default picture. */
export function portraitOf(
  { avatar_urls: urls }: Pick<UserRow, 'avatar_urls'>,
  side: '48' | '96',
): string | undefined {
  return urls[side]?.endsWith(defaultAvatarPath) ? undefined : urls[side];
}

export const orders = { name: 'asc', email: 'asc', registered: 'desc' } as const satisfies Orders<string>;
export type UserOrder = keyof typeof orders;

/** State of a list in the URL, with WordPress' parameter names. */
export interface UserAddress extends ListAddress<UserOrder> {
  /** '': any. */
  readonly role: string;
}

const fields =
  'id,revision,username,name,email,url,description,slug,link,roles,registered_date,avatar_urls,first_name,last_name,nickname,locale,_links';
const orderOf = { name: 'name', email: 'email', registered: 'registered_date' } as const;

export function useUsers({ role, ...address }: UserAddress, perPage: number) {
  const { search, orderby, order, page } = address;
  return useQuery({
    queryKey: ['users', 'list', role, address, perPage],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({
        context: 'edit',
        orderby: orderOf[orderby],
        order,
        page: String(page),
        per_page: String(perPage),
        _fields: fields,
        ...(role === '' ? {} : { roles: role }),
        ...(search === '' ? {} : { search }),
      });
      return rest<readonly UserRow[]>(`/wp/v2/users?${query.toString()}`, { signal });
    },
  });
}

export const findUser = async (id: number, signal?: AbortSignal): Promise<UserRow> =>
  (await rest<UserRow>(`/wp/v2/users/${id}?context=edit&_fields=${fields}`, { signal })).body;

export function useRoleCounts() {
  return useQuery({
    queryKey: ['users', 'counts'],
    queryFn: async ({ signal }) => (await rest<UserCounts>('/broadsheet/v1/user-counts', { signal })).body,
  });
}

/** Published posts of a type, by account; undefined while they load. */
export function usePostCounts(type: string | undefined, ids: readonly number[]) {
  const include = ids.join();
  const { data } = useQuery({
    queryKey: ['users', 'posts', type, include],
    enabled: type !== undefined && include !== '',
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ type: type ?? '', include });
      return (await rest<UserCounts>(`/broadsheet/v1/user-counts?${query.toString()}`, { signal })).body;
    },
  });
  return data?.posts;
}

export const nameOf = ({ name, username }: Pick<UserRow, 'name' | 'username'>): string =>
  plainText(name) || username;
export const rolesOf = ({ roles }: Pick<UserRow, 'roles'>): string =>
  roles.map((name) => boot.roles.find((role) => role.name === name)?.label ?? name).join(', ') ||
  say('No role');

const allows = (user: UserRow, method: string) =>
  user['_links']?.self?.[0]?.targetHints?.allow?.includes(method) ?? false;
/** Permissions of the current user, from the reply's links; users can't delete their own account. */
export const mayDelete = (user: UserRow): boolean => allows(user, 'DELETE');
export const mayEdit = (user: UserRow): boolean => allows(user, 'POST');

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

/** Actions on accounts. Each sends the revision that the user saw; the server refuses stale changes, which is reported. */
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
    /** Edits the version that the user saw. Throws `RestError` if refused. */
    edit: async (user: UserRow, body: UserChange): Promise<UserRow> => {
      const made = await change(user, body, user.revision);
      await queries.invalidateQueries({ queryKey: keys });
      const back = Object.fromEntries(
        Object.keys(body).map((name) => [name, user[name as keyof UserChange]]),
      ) as UserChange;
      toast(say('“%s” updated.', nameOf(made)), {
        undo: () =>
          void doAll(queries, keys, [made], {
            doing: say('Undoing'),
            done: (count, name) =>
              count === 1 ? say('“%s” restored', name) : sayCount('%d restored|%d restored', count),
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
          doing: say('Changing roles'),
          done: (count, name) =>
            count === 1
              ? say('“%s” is now %s', name, label)
              : sayCount('%d user is now %s|%d users are now %s', count, count, label),
          nameOf,
          run: (user) => change(user, { roles: role === '' ? [] : [role] }, user.revision),
          undo: (user, made) => change(user, { roles: user.roles }, made.revision),
        },
      ),
    endSessions: (users: readonly UserRow[]) =>
      doAll(queries, keys, users, {
        doing: say('Logging out'),
        done: (count, name) =>
          count === 1
            ? say('“%s” logged out everywhere', name)
            : sayCount('%d logged out everywhere|%d logged out everywhere', count),
        nameOf,
        run: ({ id }) => rest(`/broadsheet/v1/users/${id}/sessions`, { method: 'DELETE' }),
      }),
    remove: (users: readonly UserRow[], heir: number) =>
      doAll(queries, ['users', 'posts'], users, {
        doing: say('Deleting'),
        done: (count, name) =>
          count === 1 ? say('“%s” deleted', name) : sayCount('%d deleted|%d deleted', count),
        nameOf,
        run: ({ id, revision }) =>
          rest(`${path(id)}?force=true&reassign=${heir}&revision=${revision}`, { method: 'DELETE' }),
      }),
  };
}
