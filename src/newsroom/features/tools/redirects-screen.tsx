import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '@wordpress/components';
import type { Action, Field } from '@wordpress/dataviews';
import { closeSmall, link, pencil, search as searchIcon, trash } from '@wordpress/icons';
import { useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, useSearchParams } from 'react-router';
import type { SetURLSearchParams } from 'react-router';
import { Decide } from '../../app/decide.tsx';
import { DataList, useRowDialogs } from '../../app/data-list.tsx';
import { FormModal } from '../../app/form-modal.tsx';
import { Nothing, NothingFound } from '../../app/list-parts.tsx';
import { Moment } from '../../app/moment.tsx';
import { Problem } from '../../app/problem.tsx';
import { useListSettings } from '../../app/saved-views.tsx';
import { ScreenHead } from '../../app/screen-head.tsx';
import { toastRefusal } from '../../app/toasts.tsx';
import { useListView, readListAddress, writeListAddress, useRowFocus } from '../../app/use-list-view.ts';
import type { ListAddress } from '../../app/use-list-view.ts';
import { useIsNarrow } from '../../app/use-media-query.ts';
import { say, sayCount, sayWith } from '../../words.ts';
import { RedirectForm, statusLabels } from './redirect-form.tsx';
import { RedirectImport } from './redirect-import.tsx';
import {
  downloadRedirects,
  missingOrders,
  oneRedirect,
  redirectOrders,
  redirectWork,
  sourceOf,
  useMissingPages,
  useRedirects,
} from './redirect-list.ts';
import type { MissingOrder, MissingRow, RedirectOrder, RedirectRow } from './redirect-list.ts';
import { RedirectTester } from './redirect-tester.tsx';
import './tools.css';

const page = { page: 'redirects' } as const;
const missing = { ...page, tab: 'missing' } as const;

/** `tools.php?page=redirects`: redirects, and addresses that readers request in vain. */
export function RedirectsScreen() {
  const [address] = useSearchParams();
  return address.get('tab') === 'missing' ? <MissingList /> : <RedirectList />;
}

function Tabs({ current }: { readonly current: 'redirects' | 'missing' }) {
  return (
    <nav className="tabs" aria-label={say('Redirects')}>
      {[
        { name: 'redirects', label: say('Redirects'), of: page },
        { name: 'missing', label: say('Pages not found'), of: missing },
      ].map(({ name, label, of }) => (
        <Link
          key={name}
          to={`?${new URLSearchParams(of).toString()}`}
          aria-current={name === current ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

/** A dialog that the URL names by a parameter, so that Back closes it and links open it. */
function useAddressDialog(name: 'edit' | 'from') {
  const [address, setAddress] = useSearchParams();
  const value = address.get(name) ?? '';
  const [closed, setClosed] = useState('');
  if (value === '' && closed !== '') setClosed('');
  const change = (next: string) => {
    const params = new URLSearchParams(address);
    if (next === '') params.delete(name);
    else params.set(name, next);
    return params;
  };
  return {
    value: value === closed ? '' : value,
    addressOf: (next: string) => `/tools.php?${change(next).toString()}`,
    close: () => {
      // Its form must be gone before the URL changes, which would ask about unsaved input once more.
      flushSync(() => setClosed(value));
      setAddress(change(''), { replace: true });
    },
  };
}

function RedirectList() {
  const [address, setAddress] = useSearchParams();
  const listQuery = useMemo(() => readListAddress(address, redirectOrders), [address]);
  const tested = address.get('test') ?? '';
  const settings = useListSettings('redirects');
  const [{ perPage: ownPerPage = 20 }] = settings;
  const perPage = listQuery.perPage ?? ownPerPage;
  const { data, isPending, isPlaceholderData: isBusy, error } = useRedirects(listQuery, perPage);
  const [dialog, setDialog] = useState<'add' | 'import'>();
  const isPhone = useIsNarrow();
  const write = (to: ListAddress<RedirectOrder>, test = tested) =>
    writeListAddress({ ...page, ...(test === '' ? {} : { test }) }, to, redirectOrders);
  const test = (path: string) => setAddress(write(listQuery, path));
  const dialogs = useRowDialogs(useMemo(() => redirectActions(setAddress), [setAddress]));
  const editing = useAddressDialog('edit');
  const rows = data?.body;
  const total = data?.total ?? 0;
  const heading = useRowFocus(
    (rows ?? []).map(({ id }) => id),
    { total, isBusy },
  );
  const fields = useMemo(() => redirectFields(isPhone), [isPhone]);
  const list = useListView({
    settings,
    titleField: 'source',
    columns: fields.map(({ id }) => id),
    usual: ['target', 'status', 'created'],
    listQuery,
    orders: Object.keys(redirectOrders) as RedirectOrder[],
    perPage,
    go: (to) => setAddress(write(to)),
    total,
    count: rows?.length ?? 0,
    isBusy,
    scope: 'redirects',
    addressOf: (id) => editing.addressOf(String(id)),
    styles: { source: { minWidth: 220 }, target: { minWidth: 220 } },
  });
  const search = (words: string) => setAddress(write({ ...listQuery, search: words, page: 1 }));
  return (
    <>
      <ScreenHead title={say('Redirects')} heading={heading}>
        <div className="redirect-actions">
          <Button variant="tertiary" onClick={() => setDialog('import')}>
            {say('Import')}
          </Button>
          <Button variant="tertiary" onClick={() => void downloadRedirects().catch(toastRefusal)}>
            {say('Export')}
          </Button>
          <Button className="head-new" onClick={() => setDialog('add')}>
            {say('Add redirect')}
          </Button>
        </div>
      </ScreenHead>
      <Tabs current="redirects" />
      <p className="redirect-hint">
        {say(
          'Redirects apply where this site has no page. A page or post whose address changes is redirected automatically.',
        )}
      </p>
      <RedirectTester path={tested} onTest={test} />
      <Problem message={error?.message} />
      <DataList<RedirectRow>
        of={list}
        rows={rows}
        isPending={isPending}
        fields={fields}
        {...dialogs}
        addressOf={({ id }) => editing.addressOf(String(id))}
        searchLabel={say('Search redirects')}
        onSearch={search}
        empty={
          <NoRows search={listQuery.search} onReset={() => search('')}>
            {say('No redirects yet.')}
          </NoRows>
        }
      />
      {editing.value !== '' && (
        <EditRedirect
          key={editing.value}
          id={Number(editing.value)}
          row={rows?.find(({ id }) => String(id) === editing.value)}
          onClose={editing.close}
        />
      )}
      {dialog === 'add' && (
        <FormModal title={say('Add redirect')} size="medium" onRequestClose={() => setDialog(undefined)}>
          <RedirectForm onDone={() => setDialog(undefined)} />
        </FormModal>
      )}
      {dialog === 'import' && <RedirectImport onClose={() => setDialog(undefined)} />}
    </>
  );
}

function NoRows({
  search,
  onReset,
  children,
}: {
  readonly search: string;
  readonly onReset: () => void;
  readonly children: string;
}) {
  if (search === '') return <Nothing>{children}</Nothing>;
  return (
    <NothingFound onReset={onReset}>{sayWith('No results for “%s”.', <bdi>{search}</bdi>)}</NothingFound>
  );
}

/** `row`: from the list, if it is on its page. */
function EditRedirect({
  id,
  row,
  onClose,
}: {
  readonly id: number;
  readonly row: RedirectRow | undefined;
  readonly onClose: () => void;
}) {
  const [seen] = useState(row);
  const { data, error } = useQuery({ ...oneRedirect(id), enabled: seen === undefined });
  const redirect = seen ?? data;
  return (
    <FormModal title={say('Edit redirect')} size="medium" onRequestClose={onClose}>
      <Problem message={error?.message} />
      {redirect && <RedirectForm redirect={redirect} onDone={onClose} />}
    </FormModal>
  );
}

const addressField = (text: string) => (
  <bdi className="redirect-address" dir="ltr">
    {text}
  </bdi>
);

const redirectFields = (isPhone: boolean): Field<RedirectRow>[] => [
  {
    id: 'source',
    label: say('From'),
    enableHiding: false,
    filterBy: false,
    getValue: ({ item }) => item.source,
    render: ({ item }) => (
      <span className="row-title">
        {addressField(item.source)}
        {item.is_pattern && <small>{say('Pattern')}</small>}
      </span>
    ),
  },
  {
    id: 'target',
    label: say('To'),
    filterBy: false,
    getValue: ({ item }) => item.target,
    render: ({ item }) =>
      item.target === '' ? (
        <span className="redirect-none">{say('Nowhere')}</span>
      ) : (
        <span className="row-text">
          {isPhone && <span aria-hidden="true">→ </span>}
          {addressField(item.target)}
        </span>
      ),
  },
  {
    id: 'status',
    label: say('Type'),
    filterBy: false,
    getValue: ({ item }) => item.status,
    render: ({ item }) => <span>{statusLabels[item.status]}</span>,
  },
  {
    id: 'created',
    label: say('Added'),
    filterBy: false,
    getValue: ({ item }) => item.created,
    render: ({ item }) => <Moment of={item.created} />,
  },
];

const redirectActions = (setAddress: SetURLSearchParams): Action<RedirectRow>[] => [
  {
    id: 'edit',
    label: say('Edit'),
    icon: pencil,
    isPrimary: true,
    callback: ([redirect]) =>
      redirect &&
      setAddress((before) => {
        const next = new URLSearchParams(before);
        next.set('edit', String(redirect.id));
        return next;
      }),
  },
  {
    id: 'test',
    label: say('Test'),
    icon: searchIcon,
    isEligible: ({ is_pattern: isPattern }) => !isPattern,
    callback: ([redirect]) => {
      if (!redirect) return;
      setAddress((before) => {
        const next = new URLSearchParams(before);
        next.set('test', redirect.source);
        return next;
      });
      window.scrollTo({ top: 0 });
    },
  },
  {
    id: 'delete',
    label: say('Delete'),
    icon: trash,
    isPrimary: true,
    supportsBulk: true,
    modalSize: 'small',
    modalHeader: (rows: RedirectRow[]) =>
      rows.length === 1 ? say('Delete redirect?') : say('Delete redirects?'),
    RenderModal: ({ items, closeModal }) => <DeleteRedirects rows={items} onDone={() => closeModal?.()} />,
  },
];

function DeleteRedirects({
  rows,
  onDone,
}: {
  readonly rows: readonly RedirectRow[];
  readonly onDone: () => void;
}) {
  const work = redirectWork(useQueryClient());
  const [first] = rows;
  return (
    <div className="ask">
      <p className="redirect-ask">
        {rows.length === 1 && first
          ? say('Readers of “%s” will get “Page not found”, unless another redirect applies.', first.source)
          : sayCount(
              'Readers of %d address will get “Page not found”, unless another redirect applies.|Readers of %d addresses will get “Page not found”, unless another redirect applies.',
              rows.length,
            )}
      </p>
      <Decide
        onCancel={onDone}
        onDecide={() => {
          onDone();
          void work.remove(rows);
        }}
      >
        {say('Delete')}
      </Decide>
    </div>
  );
}

function MissingList() {
  const queries = useQueryClient();
  const [address, setAddress] = useSearchParams();
  const listQuery = useMemo(() => readListAddress(address, missingOrders), [address]);
  const settings = useListSettings('missing-pages');
  const [{ perPage: ownPerPage = 20 }] = settings;
  const perPage = listQuery.perPage ?? ownPerPage;
  const { data, isPending, isPlaceholderData: isBusy, error } = useMissingPages(listQuery, perPage);
  const write = (to: ListAddress<MissingOrder>) => writeListAddress(missing, to, missingOrders);
  const dialogs = useRowDialogs(
    useMemo(
      (): Action<MissingRow>[] => [
        {
          id: 'redirect',
          label: say('Redirect this'),
          icon: link,
          isPrimary: true,
          callback: ([row]) =>
            row &&
            setAddress((before) => {
              const next = new URLSearchParams(before);
              next.set('from', sourceOf(row));
              return next;
            }),
        },
        {
          id: 'dismiss',
          label: say('Dismiss'),
          icon: closeSmall,
          isPrimary: true,
          supportsBulk: true,
          callback: (rows) => void redirectWork(queries).dismiss(rows),
        },
      ],
      [queries, setAddress],
    ),
  );
  const adding = useAddressDialog('from');
  const rows = data?.pages;
  const sourceOfId = (id: number) => {
    const row = rows?.find((one) => one.id === id);
    return row ? sourceOf(row) : '';
  };
  const isPhone = useIsNarrow();
  const fields = useMemo(() => missingFields(isPhone), [isPhone]);
  const total = data?.total ?? 0;
  const heading = useRowFocus(
    (rows ?? []).map(({ id }) => id),
    { total, isBusy },
  );
  const list = useListView({
    settings,
    titleField: 'path',
    columns: fields.map(({ id }) => id),
    usual: ['count', 'seen', 'redirect'],
    listQuery,
    orders: Object.keys(missingOrders) as MissingOrder[],
    perPage,
    go: (to) => setAddress(write(to)),
    total,
    count: rows?.length ?? 0,
    isBusy,
    scope: 'missing',
    addressOf: (id) => adding.addressOf(sourceOfId(id)),
    styles: { path: { minWidth: 260 } },
  });
  const search = (words: string) => setAddress(write({ ...listQuery, search: words, page: 1 }));
  return (
    <>
      <ScreenHead title={say('Redirects')} heading={heading} />
      <Tabs current="missing" />
      <p className="redirect-hint">
        {say(
          'Addresses that readers requested in the last seven days and that have no page. Bots and scanners are left out, and nothing about readers is stored.',
        )}
      </p>
      <Problem message={error?.message} />
      <DataList<MissingRow>
        of={list}
        rows={rows}
        isPending={isPending}
        fields={fields}
        {...dialogs}
        addressOf={(row) => adding.addressOf(sourceOf(row))}
        searchLabel={say('Search addresses')}
        onSearch={search}
        empty={
          <NoRows search={listQuery.search} onReset={() => search('')}>
            {say('No reader requested a missing page in the last seven days.')}
          </NoRows>
        }
      />
      {adding.value !== '' && (
        <FormModal key={adding.value} title={say('Add redirect')} size="medium" onRequestClose={adding.close}>
          <RedirectForm source={adding.value} onDone={adding.close} />
        </FormModal>
      )}
    </>
  );
}

const missingFields = (isPhone: boolean): Field<MissingRow>[] => [
  {
    id: 'path',
    label: say('Address'),
    enableHiding: false,
    filterBy: false,
    getValue: ({ item }) => item.path,
    render: ({ item }) => <span className="row-title">{addressField(item.path)}</span>,
  },
  {
    id: 'count',
    label: say('Requests'),
    filterBy: false,
    getValue: ({ item }) => item.count,
    render: ({ item }) => <span>{sayCount('%d request|%d requests', item.count)}</span>,
  },
  {
    id: 'seen',
    label: say('Last requested'),
    filterBy: false,
    getValue: ({ item }) => item.last_seen,
    render: ({ item }) => <Moment of={item.last_seen} />,
  },
  // A tap on a stacked row does the same.
  ...(isPhone
    ? []
    : [
        {
          id: 'redirect',
          label: say('Redirect'),
          enableSorting: false,
          filterBy: false as const,
          getValue: ({ item }: { readonly item: MissingRow }) => item.path,
          render: ({ item }: { readonly item: MissingRow }) => (
            <Link
              className="redirect-this"
              to={`?${new URLSearchParams({ ...missing, from: sourceOf(item) }).toString()}`}
            >
              {say('Redirect this')}
              <span className="hidden-text"> {item.path}</span>
            </Link>
          ),
        },
      ]),
];
