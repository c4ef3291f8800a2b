import type { QueryClient } from '@tanstack/react-query';
import type { Field, Option } from '@wordpress/dataviews';
import { boot } from '../../app/boot.ts';
import type { ListedTaxonomy, ListedType } from '../../app/boot.ts';
import { authors, formats, treeTerms, usedTerms } from '../../app/choices.ts';
import { Moment } from '../../app/moment.tsx';
import { plainText, titleText } from '../../app/plain-text.ts';
import { monthsOf, tabs } from './post-list.ts';
import type { ListQuery, PostRow } from './post-list.ts';

const labels: ReadonlyMap<string, string> = new Map([
  ...tabs.map(({ slug, label }) => [slug, label] as const),
  ['draft', 'Draft'],
]);
const months = new Intl.DateTimeFormat(boot.site.dates, { month: 'long', year: 'numeric', timeZone: 'UTC' });
const monthName = (month: string) =>
  months.format(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(4)) - 1));

type Shown = { readonly item: PostRow };

/** The words of the address by the fields that filter by them. */
export const filterFieldOf: ReadonlyMap<string, string> = new Map([
  ['author', 'author'],
  ['m', 'date'],
  [boot.site.formatParameter, 'format'],
  ['show_sticky', 'sticky'],
]);

/** The columns of a list of posts, and what it can be filtered by. `locks`: who else writes in one, by its id. */
/** A class for titles that are cut: they go on for longer than lists have room for, in letters. */
const longOf = (title: string) => (title.length > 160 ? 'is-long' : undefined);

export function postFields(
  queries: QueryClient,
  type: ListedType,
  { filters }: ListQuery,
  locks: ReadonlyMap<number, string>,
): Field<PostRow>[] {
  const { supports, taxonomies } = type;
  // What narrows the list is seen when it comes.
  const by = (parameter: string, operator: 'is' | 'isAny' = 'is') => ({
    operators: [operator],
    isPrimary: filters[parameter] !== undefined,
  });
  return [
    {
      id: 'title',
      label: 'Title',
      enableHiding: false,
      filterBy: false,
      getValue: ({ item }) => item.title?.raw ?? '',
      render: ({ item }) => (
        <span className="row-title" dir="auto">
          {item.title?.raw ? (
            <span className={longOf(item.title.raw)} lang={boot.site.language}>
              {titleText(item.title)}
            </span>
          ) : (
            <em>Without a title</em>
          )}
          {item.sticky && <small>Sticky</small>}
          {item.password !== '' && <small>With a password</small>}
          {locks.has(item.id) && <small className="row-lock">{locks.get(item.id)} is editing</small>}
        </span>
      ),
    },
    {
      id: 'status',
      label: 'Status',
      enableSorting: false,
      filterBy: false,
      getValue: ({ item }) => item.status,
      render: ({ item: { status } }) => (
        <span className={`status status-${status}`}>{labels.get(status) ?? status}</span>
      ),
    },
    ...(supports.includes('author')
      ? [
          {
            id: 'author',
            label: 'Author',
            filterBy: by('author'),
            getElements: async (): Promise<Option[]> =>
              (await queries.fetchQuery(authors)).map(({ id, name }) => ({ value: String(id), label: name })),
            getValue: ({ item }: Shown) => String(item.author ?? ''),
            render: ({ item }: Shown) => (
              <span className="row-text" dir="auto">
                {plainText(item['_embedded']?.author?.[0]?.name ?? '')}
              </span>
            ),
          },
        ]
      : []),
    ...taxonomies.map((taxonomy) => termField(queries, taxonomy, filters[taxonomy.parameter] ?? [])),
    {
      id: 'date',
      label: 'Date',
      getValue: ({ item }) => item.date.slice(0, 7).replace('-', ''),
      filterBy: by('m'),
      getElements: async () =>
        [...new Set([...(filters['m'] ?? []), ...(await queries.fetchQuery(monthsOf(type)))])].map(
          (month) => ({
            value: month,
            label: monthName(month),
          }),
        ),
      render: ({ item }) =>
        item.date_floating ? (
          <span>
            Changed <Moment of={item.modified} />
          </span>
        ) : (
          <Moment of={item.date} />
        ),
    },
    {
      id: 'modified',
      label: 'Last changed',
      filterBy: false,
      getValue: ({ item }) => item.modified,
      render: ({ item }) => <Moment of={item.modified} />,
    },
    { id: 'slug', label: 'Slug', enableSorting: false, filterBy: false, getValue: ({ item }) => item.slug },
    ...(supports.includes('post-formats')
      ? [
          {
            id: 'format',
            label: 'Format',
            enableSorting: false,
            elements: [...formats],
            filterBy: by(boot.site.formatParameter),
            getValue: ({ item }: Shown) => item.format ?? 'standard',
          },
        ]
      : []),
    ...(supports.includes('sticky')
      ? [
          {
            id: 'sticky',
            label: 'Sticky',
            enableSorting: false,
            elements: [{ value: '1', label: 'Sticky posts' }],
            filterBy: by('show_sticky'),
            getValue: ({ item }: Shown) => (item.sticky ? '1' : ''),
            render: ({ item }: Shown) => <>{item.sticky ? 'Yes' : 'No'}</>,
          },
        ]
      : []),
    ...(supports.includes('comments')
      ? [
          {
            id: 'comments',
            label: 'Comments',
            enableSorting: false,
            filterBy: false as const,
            getValue: ({ item }: Shown) => (item.comment_status === 'open' ? 'Open' : 'Closed'),
          },
        ]
      : []),
  ];
}

/** Of a taxonomy: the terms of each post, and those to filter by. */
function termField(
  queries: QueryClient,
  { name, restBase, plural, isHierarchical, isById }: ListedTaxonomy,
  chosen: readonly string[],
): Field<PostRow> {
  return {
    id: name,
    label: plural,
    enableSorting: false,
    filterBy: { operators: ['isAny'], isPrimary: chosen.length > 0 },
    getElements: async () => {
      if (!isHierarchical)
        return (await queries.fetchQuery(usedTerms(restBase, chosen))).map((term) => ({
          value: term.slug,
          label: term.name,
        }));
      const tree = await queries.fetchQuery(treeTerms(restBase));
      return tree.map((term) => ({
        value: isById ? String(term.id) : term.slug,
        label: `${'\u2003'.repeat(term.depth)}${term.name}`,
      }));
    },
    getValue: ({ item }) =>
      (item['_embedded']?.['wp:term'] ?? [])
        .flat()
        .filter((term) => term.taxonomy === name)
        .map((term) => String(term.id)),
    render: ({ item }) => {
      const names = (item['_embedded']?.['wp:term'] ?? [])
        .flat()
        .filter((term) => term.taxonomy === name)
        .map((term) => plainText(term.name));
      return (
        <span className="row-text" dir="auto">
          {names.join(', ')}
        </span>
      );
    },
  };
}
