import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '@wordpress/components';
import type { Action } from '@wordpress/dataviews';
import { backup, external, pencil, trash } from '@wordpress/icons';
import { Suspense, useMemo } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { NavigateFunction } from 'react-router';
import { boot, listedTypes, may, mayBegin } from '../../app/boot.ts';
import type { ListedType } from '../../app/boot.ts';
import { hasFields } from '../../app/field-types.ts';
import { latePart } from '../../app/late.tsx';
import { DataList, useRowDialogs } from '../../app/data-list.tsx';
import { Nothing, NothingFound } from '../../app/list-parts.tsx';
import { Problem } from '../../app/problem.tsx';
import { SavedViews, useListSettings } from '../../app/saved-views.tsx';
import { RestoreHint } from '../../app/restore-hint.tsx';
import { AccessDenied, ScreenHead, Skeleton } from '../../app/screen-head.tsx';
import { editAddress, newAddress } from '../../app/screens.ts';
import { useIsNarrow } from '../../app/use-media-query.ts';
import { useListView, useRowFocus } from '../../app/use-list-view.ts';
import { inSentence, say, sayCount, sayWith } from '../../words.ts';
import { postWork, titleOf } from './post-actions.ts';
import { filtersOf, parametersOf, postFields } from './post-fields.tsx';
import {
  isMine,
  mayDelete,
  mayEdit,
  orders,
  readListQuery,
  tabs,
  useCounts,
  useLocks,
  usePosts,
  writeListQuery,
} from './post-list.ts';
import type { ListExtension, ListQuery, PostOrder, PostRow } from './post-list.ts';

const QuickEdit = latePart(async () => (await import('./quick-edit.tsx')).QuickEdit);
const BulkEdit = latePart(async () => (await import('./bulk-edit.tsx')).BulkEdit);

/** `edit.php`: posts of the type in the URL, or of the first one. */
export function PostsScreen() {
  const [address] = useSearchParams();
  const typeName = address.get('post_type');
  const type = typeName === null ? listedTypes[0] : listedTypes.find(({ name }) => name === typeName);
  if (!type)
    return (
      <AccessDenied>
        {say('The list “%s” does not exist, or you are not allowed to view it.', typeName ?? '')}{' '}
        <RestoreHint />
      </AccessDenied>
    );
  const Listed = hasFields(type.name) ? WithFields : PostList;
  return <Listed key={type.name} type={type} named={typeName} own={undefined} />;
}

interface ListProps {
  readonly type: ListedType;
  readonly named: string | null;
  readonly own: ListExtension | undefined;
}

/** A list with columns of custom fields, which are loaded first. */
function WithFields(props: ListProps) {
  const queries = useQueryClient();
  const { data, isPending } = useQuery({
    queryKey: ['fields', props.type.name, 'list'],
    staleTime: 0,
    retry: 1,
    queryFn: async () => (await import('../fields/list-columns.tsx')).fieldColumns(queries, props.type),
  });
  return isPending ? <Skeleton /> : <PostList {...props} own={data} />;
}

const none: readonly PostRow[] = [];
const styles = { status: { maxWidth: 110 }, date: { minWidth: 124 }, modified: { minWidth: 124 } };

function usePostQuery({ type, named, own }: ListProps) {
  const [address, setAddress] = useSearchParams();
  const query = useMemo(() => readListQuery(address, type, own), [address, type, own]);
  const queries = useQueryClient();
  const settings = useListSettings(type.name);
  const perPage = query.perPage ?? settings[0].perPage ?? 20;
  const posts = usePosts(queries, type, query, { perPage, own });
  const write = (change: Partial<ListQuery>) => writeListQuery(named, { ...query, ...change });
  const go = (change: Partial<ListQuery>) => setAddress(write(change));
  return { query, queries, settings, perPage, posts, write, go };
}

function usualColumns({ supports, taxonomies }: ListedType, hasRoom: boolean): readonly string[] {
  const tree = taxonomies.find(({ isHierarchical }) => isHierarchical);
  return [
    'status',
    ...(supports.includes('author') ? ['author'] : []),
    ...(tree && hasRoom ? [tree.name] : []),
    'date',
  ];
}

function PostList(props: ListProps) {
  const { type, own } = props;
  const listing = usePostQuery(props);
  const { query, queries, perPage, write, go } = listing;
  const { data, isPending, isPlaceholderData, error } = listing.posts;
  const { data: counts } = useCounts(type);
  const locks = useLocks(data?.body ?? none);
  const fields = useMemo(
    () => [...postFields(queries, type, query, locks), ...(own?.columns(query.filters) ?? [])],
    [queries, type, query, locks, own],
  );
  const isNarrow = useIsNarrow();
  const hasRoom = !useIsNarrow(1199) || isNarrow;
  const navigate = useNavigate();
  const total = data?.total ?? 0;
  const isTrash = query.tab.slug === 'trash';
  const dialogs = useRowDialogs(
    useMemo(
      () => actionsOf(type, postWork(queries, type), { isTrash, onPhone: isNarrow ? navigate : undefined }),
      [queries, type, isTrash, isNarrow, navigate],
    ),
  );
  const heading = useRowFocus(
    (data?.body ?? none).map(({ id }) => id),
    { total, isBusy: isPlaceholderData },
  );
  const list = useListView({
    settings: listing.settings,
    titleField: 'title',
    columns: fields.map(({ id }) => id),
    usual: [...usualColumns(type, hasRoom), ...(own?.usual ?? [])],
    listQuery: query,
    orders: Object.keys({ ...orders, ...own?.orders }) as PostOrder[],
    filters: filtersOf(type, query, own),
    perPage,
    go: (to, filters) => go({ ...to, filters: parametersOf(type, filters, own) }),
    total,
    count: data?.body.length ?? 0,
    isBusy: isPlaceholderData,
    scope: query.tab.slug,
    addressOf: (id) => (isTrash ? undefined : editAddress(id)),
    styles,
  });
  return (
    <>
      <ScreenHead title={type.plural} heading={heading}>
        <SavedViews path="/edit.php" query={write({ page: 1 }).toString()} settings={listing.settings} />
        {mayBegin(type) && (
          <Link className="head-new" to={newAddress(type.name)}>
            {say('Add %s', inSentence(type.singular))}
          </Link>
        )}
      </ScreenHead>
      <StatusTabs type={type} query={query} counts={counts} write={write} />
      <Problem message={error?.message} />
      <DataList<PostRow>
        of={list}
        rows={isPending ? undefined : (data?.body ?? none)}
        isPending={isPending}
        fields={fields}
        {...dialogs}
        addressOf={({ id, status }) => (status === 'trash' ? undefined : editAddress(id))}
        searchLabel={say('Search %s', inSentence(type.plural))}
        onSearch={(search) => go({ search, page: 1 })}
        empty={<NoPosts type={type} query={query} onReset={() => go({ search: '', filters: {}, page: 1 })} />}
      />
    </>
  );
}

function StatusTabs({
  type,
  query,
  counts,
  write,
}: {
  readonly type: ListedType;
  readonly query: ListQuery;
  readonly counts: ReturnType<typeof useCounts>['data'];
  readonly write: (change: Partial<ListQuery>) => URLSearchParams;
}) {
  const ownPosts = { tab: tabs[0], filters: { author: [String(boot.user.id)] }, page: 1 };
  return (
    <nav className="tabs" aria-label={say('Status')}>
      {tabs
        .filter(({ slug }) => slug === '' || slug === query.tab.slug || (counts?.by[slug] ?? 0) > 0)
        .map((tab) => (
          <Link
            key={tab.slug}
            to={`?${write({ tab, filters: isMine(query) ? {} : query.filters, page: 1 }).toString()}`}
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
          <Link to={`?${write(ownPosts).toString()}`} aria-current={isMine(query) ? 'page' : undefined}>
            {say('Mine')} <span>{counts.mine.toLocaleString()}</span>
          </Link>
        )}
    </nav>
  );
}

function NoPosts({
  type,
  query: { search, filters, tab },
  onReset,
}: {
  readonly type: ListedType;
  readonly query: ListQuery;
  readonly onReset: () => void;
}) {
  const [one, many] = [inSentence(type.singular), inSentence(type.plural)];
  if (search !== '' || Object.keys(filters).length > 0) {
    return (
      <NothingFound onReset={onReset}>
        {search === ''
          ? say('No %s match these filters.', many)
          : Object.keys(filters).length > 0
            ? sayWith('No results for “%s” with these filters.', <bdi>{search}</bdi>)
            : sayWith('No results for “%s”.', <bdi>{search}</bdi>)}
      </NothingFound>
    );
  }
  const write = mayBegin(type) && (
    <Link className="nothing-new" to={newAddress(type.name)}>
      {say('Add %s', one)}
    </Link>
  );
  if (tab.slug === '') return <Nothing way={write}>{say('No %s yet.', many)}</Nothing>;
  return <Nothing>{tab.empty(many)}</Nothing>;
}

function actionsOf(
  type: ListedType,
  work: ReturnType<typeof postWork>,
  { isTrash, onPhone }: { readonly isTrash: boolean; readonly onPhone: NavigateFunction | undefined },
): Action<PostRow>[] {
  if (isTrash) return trashActions(work);
  return [
    ...(onPhone ? phoneActions(type, onPhone) : []),
    {
      id: 'edit',
      label: (items) => (items.length > 1 ? say('Bulk edit') : say('Quick edit')),
      icon: pencil,
      isPrimary: true,
      supportsBulk: true,
      isEligible: mayEdit,
      modalHeader: (items) =>
        items.length === 1 && items[0]
          ? say('Quick edit: %s', titleOf(items[0]))
          : say('Bulk edit: %d', items.length),
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
      label: say('Trash'),
      icon: trash,
      isPrimary: true,
      supportsBulk: true,
      isEligible: mayDelete,
      callback: (posts) => void work.trash(posts),
    },
  ];
}

const trashActions = (work: ReturnType<typeof postWork>): Action<PostRow>[] => [
  {
    id: 'restore',
    label: say('Restore'),
    icon: backup,
    isPrimary: true,
    supportsBulk: true,
    isEligible: mayDelete,
    callback: (posts) => void work.restore(posts),
  },
  {
    id: 'delete',
    label: say('Delete permanently'),
    icon: trash,
    supportsBulk: true,
    isEligible: mayDelete,
    modalHeader: say('Delete permanently?'),
    RenderModal: ({ items, closeModal }) => (
      <div className="ask">
        <p>
          {items.length === 1 && items[0]
            ? say(
                '“%s” will be deleted permanently, including all revisions. This can’t be undone.',
                titleOf(items[0]),
              )
            : sayCount(
                '%d will be deleted permanently, including all revisions. This can’t be undone.|%d will be deleted permanently, including all revisions. This can’t be undone.',
                items.length,
              )}
        </p>
        <div className="ask-end">
          <Button variant="tertiary" onClick={closeModal}>
            {say('Cancel')}
          </Button>
          <Button
            variant="primary"
            isDestructive
            onClick={() => {
              closeModal?.();
              void work.remove(items);
            }}
          >
            {say('Delete permanently')}
          </Button>
        </div>
      </div>
    ),
  },
];

/** In tables, titles link there and columns need the space. */
const phoneActions = ({ hasPages }: ListedType, go: NavigateFunction): Action<PostRow>[] => [
  {
    id: 'write',
    label: say('Edit'),
    icon: pencil,
    isPrimary: true,
    isEligible: mayEdit,
    callback: ([post]: PostRow[]) => post && void go(editAddress(post.id)),
  },
  ...(hasPages
    ? [
        {
          id: 'view',
          label: say('View'),
          icon: external,
          callback: ([post]: PostRow[]) => post && location.assign(post.link),
        },
      ]
    : []),
];
