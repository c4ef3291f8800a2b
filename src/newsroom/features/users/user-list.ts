import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { defaultAvatarPath } from '../../../lib/default-avatar.ts';
import { boot } from '../../app/boot.ts';
import type { ListAddress, Orders } from '../../app/list-address.ts';
import { plainText } from '../../app/plain-text.ts';
import type { EditedUser, UserCounts } from '../../app/replies.ts';
import { rest } from '../../app/rest.ts';

/** An account as those see it who may change accounts. */
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

/** Address of an account's portrait; undefined where REST names the default picture. */
export function portraitOf(
  { avatar_urls: urls }: Pick<UserRow, 'avatar_urls'>,
  side: '48' | '96',
): string | undefined {
  return urls[side]?.endsWith(defaultAvatarPath) ? undefined : urls[side];
}

export const orders = { name: 'asc', email: 'asc', registered: 'desc' } as const satisfies Orders<string>;
export type UserOrder = keyof typeof orders;

/** What the address asks for, in WordPress' words: a role, and how the list is. */
export interface UserAddress extends ListAddress<UserOrder> {
  /** '': any. */
  readonly role: string;
}

const fields =
  'id,revision,username,name,email,url,description,slug,link,roles,registered_date,avatar_urls,first_name,last_name,nickname,locale,_links';
const orderOf = { name: 'name', email: 'email', registered: 'registered_date' } as const;

/** One page of accounts. */
export function useUsers({ role, ...asked }: UserAddress, perPage: number) {
  const { search, orderby, order, page } = asked;
  return useQuery({
    queryKey: ['users', 'list', role, asked, perPage],
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

/** One account, as it is stored now. */
export const findUser = async (id: number, signal?: AbortSignal): Promise<UserRow> =>
  (await rest<UserRow>(`/wp/v2/users/${id}?context=edit&_fields=${fields}`, { signal })).body;

/** How many accounts have each role. */
export function useRoleCounts() {
  return useQuery({
    queryKey: ['users', 'counts'],
    queryFn: async ({ signal }) => (await rest<UserCounts>('/broadsheet/v1/user-counts', { signal })).body,
  });
}

export const nameOf = ({ name, username }: Pick<UserRow, 'name' | 'username'>): string =>
  plainText(name) || username;
/** Labels of roles; one that nobody knows keeps its name. */
export const rolesOf = ({ roles }: Pick<UserRow, 'roles'>): string =>
  roles.map((name) => boot.roles.find((role) => role.name === name)?.label ?? name).join(', ') || 'No role';

const allows = (user: UserRow, method: string) =>
  user['_links']?.self?.[0]?.targetHints?.allow?.includes(method) ?? false;
/** Whether who is here may delete it, or change it: the reply says so for each; nobody deletes themselves. */
export const mayDelete = (user: UserRow): boolean => allows(user, 'DELETE');
export const mayEdit = (user: UserRow): boolean => allows(user, 'POST');
