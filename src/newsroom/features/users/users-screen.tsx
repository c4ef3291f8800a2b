import type { Action, Field } from '@wordpress/dataviews';
import { login, pencil, people, post, trash } from '@wordpress/icons';
import { useMemo } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { NavigateFunction } from 'react-router';
import { boot, listedTypes, may } from '../../app/boot.ts';
import { Moment } from '../../app/moment.tsx';
import { DataList, useRowDialogs } from '../../app/data-list.tsx';
import { Nothing, NothingFound } from '../../app/list-parts.tsx';
import { Problem } from '../../app/problem.tsx';
import { SavedViews, useListSettings } from '../../app/saved-views.tsx';
import { AccessDenied, ScreenHead } from '../../app/screen-head.tsx';
import { inviteAddress, listAddress, userAddress } from '../../app/screens.ts';
import { useIsNarrow } from '../../app/use-media-query.ts';
import { useListView, readListAddress, writeListAddress, useRowFocus } from '../../app/use-list-view.ts';
import { say, sayWith } from '../../words.ts';
import { DeleteUsers, EndSessions, GiveRole, Portrait } from './user-dialogs.tsx';
import {
  mayDelete,
  mayEdit,
  nameOf,
  orders,
  rolesOf,
  usePostCounts,
  useRoleCounts,
  useUsers,
} from './user-list.ts';
import type { UserAddress, UserOrder, UserRow } from './user-list.ts';

const orderNames = Object.keys(orders) as UserOrder[];
const write = ({ role, ...list }: UserAddress) => writeListAddress(role === '' ? {} : { role }, list, orders);

/** `users.php`: accounts by role. */
export function UsersScreen() {
  if (!may('list_users'))
    return <AccessDenied>{say('Viewing users requires the capability “list_users”.')}</AccessDenied>;
  return <UserList />;
}

function UserList() {
  const [address, setAddress] = useSearchParams();
  const listQuery = useMemo(
    (): UserAddress => ({ ...readListAddress(address, orders), role: address.get('role') ?? '' }),
    [address],
  );
  const settings = useListSettings('users');
  const [{ perPage: ownPerPage = 20 }] = settings;
  const perPage = listQuery.perPage ?? ownPerPage;
  const { data, isPending, isPlaceholderData, error } = useUsers(listQuery, perPage);
  const { data: counts } = useRoleCounts();
  const isPhone = useIsNarrow();
  const navigate = useNavigate();
  const posts = usePostCounts(
    isPhone ? undefined : writtenType?.name,
    (data?.body ?? []).map(({ id }) => id),
  );
  const fields = useMemo(() => fieldsFor(isPhone, posts), [isPhone, posts]);
  const dialogs = useRowDialogs(useMemo(() => actionsFor(isPhone, navigate), [isPhone, navigate]));
  const heading = useRowFocus(
    (data?.body ?? []).map(({ id }) => id),
    { total: data?.total ?? 0, isBusy: isPlaceholderData },
  );
  const list = useListView({
    settings,
    titleField: 'name',
    columns: fields.map(({ id }) => id),
    usual: ['username', 'email', 'role', 'work'],
    listQuery,
    orders: orderNames,
    perPage,
    go: (to) => setAddress(write({ ...to, role: listQuery.role })),
    total: data?.total ?? 0,
    count: data?.body.length ?? 0,
    isBusy: isPlaceholderData,
    scope: listQuery.role,
    addressOf: (id) => data?.body.filter((user) => user.id === id).map(addressOf)[0],
    styles,
  });
  const search = (words: string) => setAddress(write({ ...listQuery, search: words, page: 1 }));
  return (
    <>
      <ScreenHead title={say('Users')} heading={heading}>
        <SavedViews
          path="/users.php"
          query={write({ ...listQuery, page: 1 }).toString()}
          settings={settings}
        />
        {may('create_users') && may('edit_users') && (
          <Link className="head-new" to={inviteAddress}>
            {say('Invite user')}
          </Link>
        )}
      </ScreenHead>
      <RoleTabs listQuery={listQuery} counts={counts} />
      <Problem message={error?.message} />
      <DataList<UserRow>
        of={list}
        rows={data?.body}
        isPending={isPending}
        fields={fields}
        {...dialogs}
        addressOf={addressOf}
        searchLabel={say('Search users')}
        onSearch={search}
        empty={
          listQuery.search === '' ? (
            <Nothing>{say('No users with this role.')}</Nothing>
          ) : (
            <NothingFound onReset={() => search('')}>
              {sayWith('No results for “%s”.', <bdi>{listQuery.search}</bdi>)}
            </NothingFound>
          )
        }
      />
    </>
  );
}

function RoleTabs({
  listQuery,
  counts,
}: {
  readonly listQuery: UserAddress;
  readonly counts: ReturnType<typeof useRoleCounts>['data'];
}) {
  const tabs = boot.roles.filter(({ name }) => name === listQuery.role || (counts?.by[name] ?? 0) > 0);
  return (
    <nav className="tabs" aria-label={say('Role')}>
      {[{ name: '', label: say('All') }, ...tabs].map(({ name, label }) => (
        <Link
          key={name}
          to={`?${write({ ...listQuery, role: name, page: 1 }).toString()}`}
          aria-current={name === listQuery.role ? 'page' : undefined}
        >
          {label} <span>{(name === '' ? counts?.all : counts?.by[name])?.toLocaleString() ?? ''}</span>
        </Link>
      ))}
    </nav>
  );
}

const [writtenType] = listedTypes.filter(({ supports }) => supports.includes('author'));

function workAddress({ id }: UserRow): string | undefined {
  if (!writtenType) return undefined;
  const list = listAddress(writtenType.name);
  return `${list}${list.includes('?') ? '&' : '?'}author=${id}`;
}

const styles = { username: { minWidth: 120 }, email: { minWidth: 230 } };

const addressOf = (user: UserRow) =>
  mayEdit(user) && may('edit_users') ? userAddress(user.id) : workAddress(user);

/**
 * Columns of a list of accounts; rows on phones contain no links, which are among the actions instead. `posts`: how many
 * each account has published.
 */
const fieldsFor = (
  isPhone: boolean,
  posts: Readonly<Record<string, number>> | undefined,
): Field<UserRow>[] => [
  {
    id: 'name',
    label: say('Name'),
    enableHiding: false,
    filterBy: false,
    getValue: ({ item }) => nameOf(item),
    render: ({ item }) => (
      <span className="row-title row-person">
        <Portrait user={item} />
        <span dir="auto">
          {nameOf(item)}
          {item.id === boot.user.id && <small>{say('You')}</small>}
        </span>
      </span>
    ),
  },
  {
    id: 'username',
    label: say('Username'),
    enableSorting: false,
    filterBy: false,
    getValue: ({ item }) => item.username,
    render: ({ item }) => (
      <bdi className="row-text" dir="ltr">
        {item.username}
      </bdi>
    ),
  },
  {
    id: 'email',
    label: say('Email'),
    filterBy: false,
    getValue: ({ item }) => item.email,
    render: ({ item }) => (
      <bdi className="row-text" dir="ltr">
        {item.email}
      </bdi>
    ),
  },
  {
    id: 'role',
    label: say('Role'),
    enableSorting: false,
    filterBy: false,
    getValue: ({ item }) => rolesOf(item),
  },
  ...(writtenType && !isPhone
    ? [
        {
          id: 'work',
          label: writtenType.plural,
          enableSorting: false,
          filterBy: false as const,
          getValue: ({ item }: { readonly item: UserRow }) => item.id,
          render: ({ item }: { readonly item: UserRow }) => (
            <Link to={workAddress(item) ?? ''}>
              {posts?.[item.id]?.toLocaleString() ?? '–'}
              <span className="hidden-text">
                {' '}
                {writtenType.plural} {say('of %s', nameOf(item))}
              </span>
            </Link>
          ),
        },
      ]
    : []),
  {
    id: 'registered',
    label: say('Registered'),
    filterBy: false,
    getValue: ({ item }) => item.registered_date,
    render: ({ item }) => <Moment of={item.registered_date} />,
  },
];

const actionsFor = (isPhone: boolean, navigate: NavigateFunction): Action<UserRow>[] => [
  ...(isPhone
    ? [
        {
          id: 'edit',
          label: say('Edit'),
          icon: pencil,
          isPrimary: true,
          isEligible: (user: UserRow) => mayEdit(user) && may('edit_users'),
          callback: ([user]: UserRow[]) => user && void navigate(userAddress(user.id)),
        },
        ...(writtenType
          ? [
              {
                id: 'work',
                label: writtenType.plural,
                icon: post,
                callback: ([user]: UserRow[]) => user && void navigate(workAddress(user) ?? ''),
              },
            ]
          : []),
      ]
    : []),
  {
    id: 'role',
    label: say('Change role'),
    icon: people,
    supportsBulk: true,
    modalHeader: say('Change role'),
    modalSize: 'small',
    isEligible: (user) => may('promote_users') && mayEdit(user),
    RenderModal: ({ items, closeModal }) => <GiveRole users={items} onDone={() => closeModal?.()} />,
  },
  {
    id: 'sessions',
    label: say('Log out everywhere'),
    icon: login,
    supportsBulk: true,
    modalHeader: say('Log out everywhere?'),
    modalSize: 'small',
    // The user's own sessions are in the profile, which keeps the current one.
    isEligible: (user) => may('edit_users') && mayEdit(user) && user.id !== boot.user.id,
    RenderModal: ({ items, closeModal }) => <EndSessions users={items} onDone={() => closeModal?.()} />,
  },
  {
    id: 'delete',
    label: say('Delete'),
    icon: trash,
    isPrimary: true,
    supportsBulk: true,
    isEligible: mayDelete,
    modalHeader: say('Delete permanently?'),
    modalSize: 'medium',
    RenderModal: ({ items, closeModal }) => <DeleteUsers users={items} onDone={() => closeModal?.()} />,
  },
];
