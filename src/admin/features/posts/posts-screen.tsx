import { useQueryClient } from '@tanstack/react-query';
import { Button } from '@wordpress/components';
import { DataViews } from '@wordpress/dataviews';
import type { Action, Filter, View } from '@wordpress/dataviews';
import { backup, external, pencil, trash } from '@wordpress/icons';
import { Suspense, useMemo, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { NavigateFunction } from 'react-router';
import { boot, listedTypes, may, mayBegin } from '../../app/boot.ts';
import type { ListedType } from '../../app/boot.ts';
import { latePart } from '../../app/late.tsx';
import { useListSettings } from '../../app/list-settings.ts';
import { ListParts, Nothing } from '../../app/list-parts.tsx';
import { SavedViews } from '../../app/saved-views.tsx';
import { ScreenHead } from '../../app/screen-head.tsx';
import { editAddress, newAddress } from '../../app/screens.ts';
import { Skeleton } from '../../app/skeleton.tsx';
import { useIsNarrow } from '../../app/use-is-narrow.ts';
import { useChoosing, useLastPage, useOpenRow } from '../../app/use-list-view.ts';
import { useRowDialogs } from '../../app/use-row-dialogs.tsx';
import { useRowFocus } from '../../app/use-row-focus.ts';
import { postWork, titleOf } from './post-actions.ts';
import { filterFieldOf, postFields } from './post-fields.tsx';
import {
  isMine,
  mayDelete,
  mayEdit,
  perPageSizes,
  readListQuery,
  tabs,
  useCounts,
  useLocks,
  usePosts,
  writeListQuery,
} from './post-list.ts';
import type { ListQuery, PostRow } from './post-list.ts';

const QuickEdit = latePart(async () => (await import('./quick-edit.tsx')).QuickEdit);
const BulkEdit = latePart(async () => (await import('./bulk-edit.tsx')).BulkEdit);

/** `edit.php`: the list of the type that the address names, or of the first one. */
export function PostsScreen() {
  const [address] = useSearchParams();
  const asked = address.get('post_type');
  const type = asked === null ? listedTypes[0] : listedTypes.find(({ name }) => name === asked);
  if (!type)
    return (
      <>
        <ScreenHead title="Nothing to see here" />
        <p>There is no list of “{asked}”, or it is not for you.</p>
      </>
    );
  return <PostList key={type.name} type={type} named={asked} />;
}

const none: readonly PostRow[] = [];
/** Columns of tables that say how wide they are. */
const styles = { status: { maxWidth: 110 }, date: { minWidth: 124 }, modified: { minWidth: 124 } };

function PostList({ type, named }: { readonly type: ListedType; readonly named: string | null }) {
  const [address, setAddress] = useSearchParams();
  const query = useMemo(() => readListQuery(address, type), [address, type]);
  const isNarrow = useIsNarrow();
  const choosing = useChoosing();
  const isStacked = choosing?.isOn === false;
  const hasRoom = !useIsNarrow(1199) || isNarrow;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const settings = useListSettings(type.name);
  const [{ columns, perPage: ownPerPage = 20 }, setSettings] = settings;
  const perPage = query.perPage ?? ownPerPage;
  const { data, isPending, isPlaceholderData, error } = usePosts(queries, type, query, perPage);
  const { data: counts } = useCounts(type);
  const [chosen, setChosen] = useState<{ readonly tab: string; readonly ids: string[] }>({
    tab: '',
    ids: [],
  });
  const locks = useLocks(data?.body ?? none);
  const fields = useMemo(() => postFields(queries, type, query, locks), [queries, type, query, locks]);
  const write = (change: Partial<ListQuery>) => writeListQuery(named, { ...query, ...change });

  const tree = type.taxonomies.find(({ isHierarchical }) => isHierarchical);
  const usual = [
    'status',
    ...(type.supports.includes('author') ? ['author'] : []),
    ...(tree && hasRoom ? [tree.name] : []),
    'date',
  ];
  const shown = choosing?.isOn
    ? []
    : (columns ?? usual).filter((name) => fields.some(({ id }) => id === name));
  const fieldOf = (word: string) =>
    filterFieldOf.get(word) ?? type.taxonomies.find(({ parameter }) => parameter === word)?.name ?? word;
  const filters: Filter[] = Object.entries(query.filters).map(([parameter, values]) => {
    const isOne = filterFieldOf.has(parameter);
    return { field: fieldOf(parameter), operator: isOne ? 'is' : 'isAny', value: isOne ? values[0] : values };
  });
  const [opened, setOpened] = useState<readonly Filter[]>([]);
  const view: View = {
    type: isStacked ? 'list' : 'table',
    titleField: 'title',
    fields: shown,
    search: query.search,
    page: query.page,
    perPage,
    sort: { field: query.orderby, direction: query.order },
    // One that was opened, and says nothing yet, is no part of the address.
    filters: [...filters, ...opened.filter(({ field }) => !filters.some((one) => one.field === field))],
    ...(isStacked ? {} : { layout: { density: 'compact', styles } }),
  } as View;
  const change = (next: View) => {
    const fieldsNow = next.fields ?? shown;
    if (fieldsNow.join() !== shown.join()) setSettings(() => ({ columns: fieldsNow }));
    const rows = next.perPage;
    if (rows !== undefined && rows !== perPage) setSettings(() => ({ perPage: rows }));
    const parameters = [
      ...filterFieldOf,
      ...type.taxonomies.map((taxonomy) => [taxonomy.parameter, taxonomy.name] as const),
    ];
    const filtersNow = Object.fromEntries(
      (next.filters ?? []).flatMap(({ field, value }) => {
        const values = (Array.isArray(value) ? value : [value])
          .filter((one) => one !== undefined && one !== null && one !== '')
          .map(String);
        const parameter = parameters.find(([, name]) => name === field)?.[0];
        return parameter === undefined || values.length === 0 ? [] : [[parameter, values] as const];
      }),
    );
    setOpened(
      (next.filters ?? []).filter(
        ({ value }) =>
          [undefined, null, ''].includes(value as string) || (Array.isArray(value) && value.length === 0),
      ),
    );
    const orderby =
      (['date', 'title', 'author', 'modified'] as const).find((name) => name === next.sort?.field) ?? 'date';
    const asked = write({
      search: next.search ?? '',
      orderby,
      order: next.sort?.direction ?? query.order,
      filters: filtersNow,
      page: next.page ?? 1,
      perPage: next.perPage === perPage ? query.perPage : undefined,
    });
    const isOther = [...new Set([...asked.keys(), ...address.keys()])].some(
      (name) => name !== 'paged' && asked.get(name) !== address.get(name),
    );
    if (isOther || next.perPage !== perPage) asked.delete('paged');
    if (asked.toString() !== write({}).toString()) setAddress(asked);
  };
  const total = data?.total ?? 0;
  const lastPage = useLastPage(
    { page: query.page, perPage, total, count: data?.body.length ?? 0, isBusy: isPlaceholderData },
    (page) => setAddress(write({ page })),
  );
  const isTrash = query.tab.slug === 'trash';
  const { actions, dialog } = useRowDialogs(
    useMemo(
      () => actionsOf(type, postWork(queries, type), { isTrash, onPhone: isNarrow ? navigate : undefined }),
      [queries, type, isTrash, isNarrow, navigate],
    ),
  );
  const heading = useRowFocus(
    (data?.body ?? none).map(({ id }) => id),
    { total, isBusy: isPlaceholderData },
  );
  const openRow = useOpenRow((id) => (isTrash ? undefined : editAddress(Number(id))));
  const mine = { ...query, tab: tabs[0], filters: { author: [String(boot.user.id)] }, page: 1 };
  const reset = () => setAddress(write({ search: '', filters: {}, page: 1 }));
  return (
    <>
      <ScreenHead title={type.plural} heading={heading}>
        <SavedViews path="/edit.php" query={write({ page: 1 }).toString()} settings={settings} />
        {mayBegin(type) && (
          <Link className="head-new" to={newAddress(type.name)}>
            Add {type.singular.toLowerCase()}
          </Link>
        )}
      </ScreenHead>
      <nav className="tabs" aria-label="Status">
        {tabs
          .filter(({ slug }) => slug === '' || slug === query.tab.slug || (counts?.by[slug] ?? 0) > 0)
          .map((tab) => (
            <Link
              key={tab.slug}
              to={`?${writeListQuery(named, { ...query, tab, filters: isMine(query) ? {} : query.filters, page: 1 }).toString()}`}
              aria-current={tab.slug === query.tab.slug && !isMine(query) ? 'page' : undefined}
            >
              {tab.label}{' '}
              <span>{(tab.slug === '' ? counts?.all : counts?.by[tab.slug])?.toLocaleString() ?? ''}</span>
            </Link>
          ))}
        {counts &&
          may(type.othersCapability) &&
          type.supports.includes('author') &&
          (counts.mine > 0 || isMine(query)) && (
            <Link
              to={`?${writeListQuery(named, mine).toString()}`}
              aria-current={isMine(query) ? 'page' : undefined}
            >
              Mine <span>{counts.mine.toLocaleString()}</span>
            </Link>
          )}
      </nav>
      {error && (
        <p className="problem" role="alert">
          {error.message}
        </p>
      )}
      {isPending ? (
        <Skeleton rows={12} />
      ) : (
        <div className="list" aria-busy={isPlaceholderData}>
          <DataViews<PostRow>
            data={[...(data?.body ?? [])]}
            fields={fields}
            view={view}
            onChangeView={change}
            getItemId={({ id }) => String(id)}
            isLoading={isPlaceholderData}
            actions={actions}
            selection={isStacked || chosen.tab !== query.tab.slug ? [] : chosen.ids}
            onChangeSelection={isStacked ? openRow : (ids) => setChosen({ tab: query.tab.slug, ids })}
            paginationInfo={{ totalItems: total, totalPages: lastPage }}
            defaultLayouts={isStacked ? { list: {} } : { table: {} }}
            config={{ perPageSizes }}
            onReset={columns === undefined ? false : () => setSettings(() => ({ columns: usual }))}
            renderItemLink={({ item, children, ...props }) => (
              <Link {...props} to={editAddress(item.id)}>
                {children}
              </Link>
            )}
            isItemClickable={({ status }) => status !== 'trash'}
            empty={<NoPosts type={type} query={query} onReset={reset} />}
          >
            <ListParts
              searchLabel={`Search ${type.plural.toLowerCase()}`}
              search={query.search}
              choosing={choosing}
              onSearch={(search) => setAddress(write({ search, page: 1 }))}
            />
          </DataViews>
        </div>
      )}
      {dialog}
    </>
  );
}

/** Why a list is empty, and what leads on. */
function NoPosts({
  type,
  query: { search, filters, tab },
  onReset,
}: {
  readonly type: ListedType;
  readonly query: ListQuery;
  readonly onReset: () => void;
}) {
  const [one, many] = [type.singular.toLowerCase(), type.plural.toLowerCase()];
  if (search !== '' || Object.keys(filters).length > 0) {
    return (
      <Nothing
        way={
          <Button variant="secondary" onClick={onReset}>
            Reset
          </Button>
        }
      >
        {search === '' ? (
          `None of the ${many} is like that.`
        ) : (
          <>
            Nothing matches “<bdi>{search}</bdi>”{Object.keys(filters).length > 0 && ', narrowed as it is'}.
          </>
        )}
      </Nothing>
    );
  }
  const write = mayBegin(type) && (
    <Link className="nothing-new" to={newAddress(type.name)}>
      Write {/^[aeiou]/.test(one) ? 'an' : 'a'} {one}
    </Link>
  );
  if (tab.slug === '') return <Nothing way={write}>There are no {many} here.</Nothing>;
  return <Nothing>{tab.slug === 'trash' ? 'The trash is empty.' : `No ${one} ${tab.is}.`}</Nothing>;
}

/** What can be done with rows, of the trash and of all else. */
function actionsOf(
  type: ListedType,
  work: ReturnType<typeof postWork>,
  { isTrash, onPhone }: { readonly isTrash: boolean; readonly onPhone: NavigateFunction | undefined },
): Action<PostRow>[] {
  if (isTrash) {
    return [
      {
        id: 'restore',
        label: 'Restore',
        icon: backup,
        isPrimary: true,
        supportsBulk: true,
        isEligible: mayDelete,
        callback: (posts) => void work.restore(posts),
      },
      {
        id: 'delete',
        label: 'Delete for good',
        icon: trash,
        supportsBulk: true,
        isEligible: mayDelete,
        modalHeader: 'Delete for good?',
        RenderModal: ({ items, closeModal }) => (
          <div className="ask">
            <p>
              {items.length === 1 && items[0] ? `“${titleOf(items[0])}” is` : `${items.length} are`} deleted
              with all revisions. This can’t be taken back.
            </p>
            <div className="ask-end">
              <Button variant="tertiary" onClick={closeModal}>
                Cancel
              </Button>
              <Button
                variant="primary"
                isDestructive
                onClick={() => {
                  closeModal?.();
                  void work.remove(items);
                }}
              >
                Delete for good
              </Button>
            </div>
          </div>
        ),
      },
    ];
  }
  return [
    // In a table columns need the room, and titles lead there.
    ...(onPhone
      ? [
          {
            id: 'write',
            label: 'Edit',
            icon: pencil,
            isPrimary: true,
            isEligible: mayEdit,
            callback: ([post]: PostRow[]) => post && void onPhone(editAddress(post.id)),
          },
          ...(type.hasPages
            ? [
                {
                  id: 'view',
                  label: 'View',
                  icon: external,
                  callback: ([post]: PostRow[]) => post && location.assign(post.link),
                },
              ]
            : []),
        ]
      : []),
    {
      id: 'edit',
      label: (items) => (items.length > 1 ? 'Edit together' : 'Quick edit'),
      icon: pencil,
      isPrimary: true,
      supportsBulk: true,
      isEligible: mayEdit,
      modalHeader: (items) =>
        items.length === 1 && items[0] ? `Quick edit: ${titleOf(items[0])}` : `Edit ${items.length} together`,
      modalSize: 'large',
      RenderModal: ({ items, closeModal }) => {
        const done = () => closeModal?.();
        const [post] = items;
        return (
          <Suspense fallback={<Skeleton rows={6} />}>
            {items.length === 1 && post ? (
              <QuickEdit type={type} post={post} onDone={done} />
            ) : (
              <BulkEdit type={type} posts={items} onDone={done} />
            )}
          </Suspense>
        );
      },
    },
    {
      id: 'trash',
      label: 'Trash',
      icon: trash,
      isPrimary: true,
      supportsBulk: true,
      isEligible: mayDelete,
      callback: (posts) => void work.trash(posts),
    },
  ];
}
