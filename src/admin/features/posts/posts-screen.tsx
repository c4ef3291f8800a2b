import { useQueryClient } from '@tanstack/react-query';
import { Button } from '@wordpress/components';
import { DataViews } from '@wordpress/dataviews';
import type { Action, View } from '@wordpress/dataviews';
import { backup, external, trash } from '@wordpress/icons';
import { useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { listedTypes } from '../../app/boot.ts';
import type { ListedType } from '../../app/boot.ts';
import { ScreenHead } from '../../app/screen-head.tsx';
import { Skeleton } from '../../app/skeleton.tsx';
import { useIsNarrow } from '../../app/use-is-narrow.ts';
import { postWork } from './post-actions.ts';
import { postFields } from './post-fields.tsx';
import { mayDelete, perPageSizes, readListQuery, tabs, useCounts, usePosts, writeListQuery } from './post-list.ts';
import type { ListQuery, PostRow } from './post-list.ts';

/** `edit.php`: the list of the type that the address names, or of the first one. */
export function PostsScreen() {
  const [address] = useSearchParams();
  const asked = address.get('post_type');
  const type = asked === null ? listedTypes[0] : listedTypes.find(({ name }) => name === asked);
  if (!type) return <><ScreenHead title="Nothing to see here" /><p>There is no list of “{asked}”, or it is not for you.</p></>;
  return <PostList key={type.name} type={type} named={asked} />;
}

function PostList({ type, named }: { readonly type: ListedType; readonly named: string | null }) {
  const [address, setAddress] = useSearchParams();
  const query = useMemo(() => readListQuery(address), [address]);
  const isNarrow = useIsNarrow();
  const hasRoom = !useIsNarrow(1199) || isNarrow;
  const queries = useQueryClient();
  const { data, isPending, isPlaceholderData, error } = usePosts(type, query);
  const { data: counts } = useCounts(type);
  const [chosen, setChosen] = useState<{ readonly tab: string; readonly ids: string[] }>({ tab: '', ids: [] });
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const fields = useMemo(() => postFields(type), [type]);
  const go = (change: Partial<ListQuery>) => setAddress(writeListQuery(named, { ...query, ...change }));

  const shown = ['status', ...(type.hasAuthor ? ['author'] : []), ...(type.isHierarchical || !hasRoom ? [] : ['terms']), 'date'];
  const view: View = {
    type: isNarrow ? 'list' : 'table', titleField: 'title', fields: shown.filter((name) => !hidden.includes(name)), search: query.search, page: query.page,
    perPage: query.perPage, sort: { field: query.orderby, direction: query.order }, filters: [],
    ...(isNarrow ? {} : { layout: { density: 'compact', styles: { status: { maxWidth: 110 }, date: { minWidth: 124 } } } }),
  } as View;
  const change = (next: View) => {
    setHidden(shown.filter((name) => !(next.fields ?? shown).includes(name)));
    const orderby = (['date', 'title', 'author', 'modified'] as const).find((name) => name === next.sort?.field) ?? 'date';
    const search = next.search ?? '';
    const isOther = search !== query.search || orderby !== query.orderby || next.sort?.direction !== query.order || next.perPage !== query.perPage;
    go({ search, orderby, order: next.sort?.direction ?? query.order, perPage: next.perPage ?? 20, page: isOther ? 1 : next.page ?? 1 });
  };
  const total = data?.total ?? 0;
  return (
    <>
      <ScreenHead title={type.plural} />
      <nav className="tabs" aria-label="Status">
        {tabs.filter(({ slug }) => slug === '' || slug === query.tab.slug || (counts?.[slug] ?? 0) > 0).map((tab) => (
          <Link
            key={tab.slug} to={`?${writeListQuery(named, { ...query, tab, page: 1 }).toString()}`}
            aria-current={tab.slug === query.tab.slug ? 'page' : undefined}
          >
            {tab.label} <span>{counts?.[tab.slug]?.toLocaleString() ?? ''}</span>
          </Link>
        ))}
      </nav>
      {error && <p className="problem" role="alert">{error.message}</p>}
      {isPending ? <Skeleton rows={12} /> : (
        <div className="list" aria-busy={isPlaceholderData}>
          <DataViews<PostRow>
            data={[...data?.body ?? []]} fields={fields} view={view} onChangeView={change} getItemId={({ id }) => String(id)} isLoading={isPlaceholderData}
            actions={actionsOf(postWork(queries, type), { isTrash: query.tab.slug === 'trash', isNarrow })}
            selection={chosen.tab === query.tab.slug ? chosen.ids : []} onChangeSelection={(ids) => setChosen({ tab: query.tab.slug, ids })}
            paginationInfo={{ totalItems: total, totalPages: Math.ceil(total / query.perPage) }} defaultLayouts={isNarrow ? { list: {} } : { table: {} }}
            config={{ perPageSizes }} searchLabel={`Search ${type.plural.toLowerCase()}`}
            renderItemLink={({ item, children, ...props }) => <a {...props} href={item.link}>{children}</a>}
            isItemClickable={({ status }) => status !== 'trash'}
            empty={<p className="empty">{query.search === '' ? 'There is nothing here.' : `Nothing matches “${query.search}”.`}</p>}
          />
        </div>
      )}
    </>
  );
}

/** What can be done with rows, of the trash and of all else. */
function actionsOf(work: ReturnType<typeof postWork>, { isTrash, isNarrow }: { readonly isTrash: boolean; readonly isNarrow: boolean }): Action<PostRow>[] {
  if (isTrash) {
    return [
      {
        id: 'restore', label: 'Restore', icon: backup, isPrimary: true, supportsBulk: true, isEligible: mayDelete,
        callback: (posts) => void work.restore(posts),
      },
      {
        id: 'delete', label: 'Delete for good', icon: trash, supportsBulk: true, isEligible: mayDelete, modalHeader: 'Delete for good?',
        RenderModal: ({ items, closeModal }) => (
          <div className="ask">
            <p>{items.length === 1 ? `“${items[0]?.title.raw ?? ''}” is` : `${items.length} are`} deleted with all revisions. This can’t be taken back.</p>
            <div>
              <Button variant="tertiary" onClick={closeModal}>Cancel</Button>
              <Button variant="primary" isDestructive onClick={() => { closeModal?.(); void work.remove(items); }}>Delete for good</Button>
            </div>
          </div>
        ),
      },
    ];
  }
  return [
    // In a table the title leads there, and columns need the room.
    ...(isNarrow ? [{
      id: 'view', label: 'View', icon: external, isPrimary: true, callback: ([post]: PostRow[]) => post && location.assign(post.link),
    }] : []),
    {
      id: 'trash', label: 'Move to trash', icon: trash, isPrimary: true, supportsBulk: true, isEligible: mayDelete,
      callback: (posts) => void work.trash(posts),
    },
  ];
}
