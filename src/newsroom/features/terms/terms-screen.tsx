import { Button } from '@wordpress/components';
import type { Action, Field } from '@wordpress/dataviews';
import { external, pencil, post, trash } from '@wordpress/icons';
import { Suspense, useMemo, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { NavigateFunction } from 'react-router';
import { managedTaxonomies, may } from '../../app/boot.ts';
import type { ManagedTaxonomy } from '../../app/boot.ts';
import { DataList, useRowDialogs } from '../../app/data-list.tsx';
import { latePart } from '../../app/late.tsx';
import { Nothing, NothingFound } from '../../app/list-parts.tsx';
import { Problem } from '../../app/problem.tsx';
import { SavedViews, useListSettings } from '../../app/saved-views.tsx';
import { AccessDenied, ScreenHead } from '../../app/screen-head.tsx';
import { listAddress, termAddress } from '../../app/screens.ts';
import { useIsNarrow } from '../../app/use-media-query.ts';
import { useListView, readListAddress, writeListAddress, useRowFocus } from '../../app/use-list-view.ts';
import { inSentence, say, sayWith } from '../../words.ts';
import { TermForm } from './term-form.tsx';
import { isTree, mayDelete, mayEdit, orders, useTerms } from './term-list.ts';
import type { TermAddress, TermOrder, TermRow } from './term-list.ts';

const DeleteTerms = latePart(async () => (await import('./delete-terms.tsx')).DeleteTerms);

const orderNames = Object.keys(orders) as TermOrder[];

/** `edit-tags.php`: terms of the taxonomy in the URL, or of the first one. */
export function TermsScreen() {
  const [address] = useSearchParams();
  const taxonomyName = address.get('taxonomy');
  const taxonomy =
    taxonomyName === null
      ? managedTaxonomies[0]
      : managedTaxonomies.find(({ name }) => name === taxonomyName);
  if (!taxonomy)
    return (
      <AccessDenied>
        {say('The list “%s” does not exist, or you are not allowed to view it.', taxonomyName ?? '')}
      </AccessDenied>
    );
  return <TermList key={taxonomy.name} taxonomy={taxonomy} />;
}

function useTermList(taxonomy: ManagedTaxonomy, columns: readonly string[]) {
  const { name } = taxonomy;
  const [address, setAddress] = useSearchParams();
  const listQuery = useMemo(() => readListAddress(address, orders), [address]);
  const settings = useListSettings(`terms:${name}`);
  const [{ perPage: ownPerPage = 20 }] = settings;
  const perPage = listQuery.perPage ?? ownPerPage;
  const terms = useTerms(taxonomy, listQuery, perPage);
  const { data, isPlaceholderData: isBusy } = terms;
  const write = (to: TermAddress) => writeListAddress({ taxonomy: name }, to, orders);
  const search = (words: string) => setAddress(write({ ...listQuery, search: words, page: 1 }));
  const total = data?.total ?? 0;
  const heading = useRowFocus(
    (data?.rows ?? []).map(({ id }) => id),
    { total, isBusy },
  );
  const list = useListView({
    settings,
    titleField: 'name',
    columns,
    usual: ['slug', 'count'],
    listQuery,
    orders: orderNames,
    perPage,
    go: (to) => setAddress(write(to)),
    total,
    count: data?.rows.length ?? 0,
    isBusy,
    scope: String(isTree(taxonomy, listQuery)),
    addressOf: (id) =>
      data?.rows.some((term) => term.id === id && mayEdit(term)) ? termAddress(name, id) : undefined,
  });
  const query = write({ ...listQuery, page: 1 }).toString();
  return { terms, listQuery, query, settings, search, heading, list };
}

function TermList({ taxonomy }: { readonly taxonomy: ManagedTaxonomy }) {
  const { name, singular, plural, createCapability } = taxonomy;
  const navigate = useNavigate();
  const isNarrow = useIsNarrow(1199);
  const isPhone = useIsNarrow();
  const [isAdding, setAdding] = useState(false);
  const fields = useMemo(() => termFields(taxonomy, isPhone), [taxonomy, isPhone]);
  const { terms, listQuery, query, settings, search, heading, list } = useTermList(
    taxonomy,
    fields.map(({ id }) => id),
  );
  const dialogs = useRowDialogs(
    useMemo(() => actionsOf(taxonomy, isPhone, navigate), [taxonomy, isPhone, navigate]),
  );
  const { data, isPending, error } = terms;
  const above = data?.above ?? [];
  const isShown = !isNarrow || isAdding;
  return (
    <>
      <ScreenHead title={plural} heading={heading}>
        <SavedViews path="/edit-tags.php" query={query} settings={settings} />
        {isNarrow && may(createCapability) && (
          <Button className="head-new" aria-expanded={isAdding} onClick={() => setAdding(!isAdding)}>
            {say('Add %s', inSentence(singular))}
          </Button>
        )}
      </ScreenHead>
      <Problem message={error?.message} />
      <div className="beside">
        {may(createCapability) && isShown && (
          <AddTerm taxonomy={taxonomy} onClose={isNarrow ? () => setAdding(false) : undefined} />
        )}
        <div>
          {above.length > 0 && (
            <p className="narrowed">
              {sayWith('The list continues below %s.', <b dir="auto">{above.join(' › ')}</b>)}
            </p>
          )}
          <DataList<TermRow>
            of={list}
            rows={data?.rows}
            isPending={isPending}
            fields={fields}
            {...dialogs}
            addressOf={(term) => (mayEdit(term) ? termAddress(name, term.id) : undefined)}
            searchLabel={say('Search %s', inSentence(plural))}
            onSearch={search}
            empty={
              listQuery.search === '' ? (
                <Nothing>{say('No %s yet.', inSentence(plural))}</Nothing>
              ) : (
                <NothingFound onReset={() => search('')}>
                  {sayWith('No results for “%s”.', <bdi>{listQuery.search}</bdi>)}
                </NothingFound>
              )
            }
          />
        </div>
      </div>
    </>
  );
}

function AddTerm({
  taxonomy,
  onClose,
}: {
  readonly taxonomy: ManagedTaxonomy;
  readonly onClose: (() => void) | undefined;
}) {
  const title = say('Add %s', inSentence(taxonomy.singular));
  return (
    <section className="beside-form" aria-label={title}>
      <h2>{title}</h2>
      <TermForm taxonomy={taxonomy} onCancel={onClose} onDone={onClose} />
    </section>
  );
}

function postsAddress({ type, parameter, isById }: ManagedTaxonomy, { id, slug }: TermRow): string {
  const list = listAddress(type.name);
  return `${list}${list.includes('?') ? '&' : '?'}${new URLSearchParams({ [parameter]: isById ? String(id) : slug }).toString()}`;
}

/** Columns of a list of terms; rows on phones contain no links. */
function termFields(taxonomy: ManagedTaxonomy, isPhone: boolean): Field<TermRow>[] {
  const { singular, plural } = taxonomy.type;
  return [
    {
      id: 'name',
      label: say('Name'),
      enableHiding: false,
      filterBy: false,
      getValue: ({ item }) => item.name,
      render: ({ item: { name, depth = 0 } }) => (
        <span className="row-title" dir="auto" style={{ paddingInlineStart: depth * 22 }}>
          {depth > 0 && <span className="hidden-text">{say('Level %d:', depth + 1)} </span>}
          {name}
        </span>
      ),
    },
    {
      id: 'description',
      label: say('Description'),
      enableSorting: false,
      filterBy: false,
      getValue: ({ item }) => item.description,
      render: ({ item }) => (
        <span className="row-text" dir="auto">
          {item.description}
        </span>
      ),
    },
    {
      id: 'slug',
      label: say('Slug'),
      filterBy: false,
      getValue: ({ item }) => item.slug,
      render: ({ item }) => (
        <span className="row-text" dir="auto">
          {item.slug}
        </span>
      ),
    },
    {
      id: 'count',
      label: plural,
      filterBy: false,
      getValue: ({ item }) => item.count,
      render: ({ item }) =>
        isPhone ? (
          <>
            {item.count.toLocaleString()} {inSentence(item.count === 1 ? singular : plural)}
          </>
        ) : (
          <Link to={postsAddress(taxonomy, item)}>
            {item.count.toLocaleString()}
            <span className="hidden-text"> {say('%s in %s', inSentence(plural), item.name)}</span>
          </Link>
        ),
    },
  ];
}

/** Row actions; terms that the site requires can't be deleted. */
function actionsOf(
  taxonomy: ManagedTaxonomy,
  isPhone: boolean,
  navigate: NavigateFunction,
): Action<TermRow>[] {
  return [
    // In a table, name and count link there.
    ...(isPhone
      ? [
          {
            id: 'edit',
            label: say('Edit'),
            icon: pencil,
            isPrimary: true,
            isEligible: mayEdit,
            callback: ([term]: TermRow[]) => term && void navigate(termAddress(taxonomy.name, term.id)),
          },
          {
            id: 'posts',
            label: taxonomy.type.plural,
            icon: post,
            callback: ([term]: TermRow[]) => term && void navigate(postsAddress(taxonomy, term)),
          },
        ]
      : []),
    {
      id: 'quick',
      label: say('Quick edit'),
      icon: pencil,
      isPrimary: true,
      isEligible: mayEdit,
      modalSize: 'medium',
      modalHeader: ([term]: TermRow[]) => say('Quick edit: %s', term?.name ?? ''),
      RenderModal: ({ items: [term], closeModal }) =>
        term ? (
          <TermForm
            taxonomy={taxonomy}
            term={term}
            isQuick
            onDone={() => closeModal?.()}
            onCancel={() => closeModal?.()}
          />
        ) : (
          <></>
        ),
    },
    {
      id: 'delete',
      label: say('Delete'),
      icon: trash,
      isPrimary: true,
      supportsBulk: true,
      isEligible: mayDelete,
      modalHeader: (terms: TermRow[]) =>
        say('Delete %s?', inSentence(terms.length === 1 ? taxonomy.singular : taxonomy.plural)),
      RenderModal: ({ items, closeModal }) => (
        <Suspense>
          <DeleteTerms taxonomy={taxonomy} terms={items} onDone={() => closeModal?.()} />
        </Suspense>
      ),
    },
    {
      id: 'view',
      label: say('View'),
      icon: external,
      callback: ([term]: TermRow[]) => term && location.assign(term.link),
    },
  ];
}
