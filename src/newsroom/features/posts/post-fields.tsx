import type { QueryClient } from '@tanstack/react-query';
import type { Field, Filter } from '@wordpress/dataviews';
import { boot } from '../../app/boot.ts';
import type { ListedTaxonomy, ListedType, PostFeature } from '../../app/boot.ts';
import { authors, formats, treeTerms, usedTerms } from '../../app/choices.ts';
import { Moment } from '../../app/moment.tsx';
import { plainText, titleText } from '../../app/rest-types.ts';
import { say, sayWith } from '../../words.ts';
import { monthsOf, tabs } from './post-list.ts';
import type { ListExtension, ListQuery, PostRow } from './post-list.ts';

const labels: ReadonlyMap<string, string> = new Map([
  ...tabs.map(({ slug, label }) => [slug, label] as const),
  ['draft', say('Draft')],
]);
const months = new Intl.DateTimeFormat(boot.site.dates, { month: 'long', year: 'numeric', timeZone: 'UTC' });
const monthName = (month: string) =>
  months.format(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(4)) - 1));

const filterFieldOf: ReadonlyMap<string, string> = new Map([
  ['author', 'author'],
  ['m', 'date'],
  [boot.site.formatParameter, 'format'],
  ['show_sticky', 'sticky'],
]);

export const filtersOf = (
  { taxonomies }: ListedType,
  query: ListQuery,
  own: ListExtension | undefined,
): Filter[] =>
  Object.entries(query.filters).map(([parameter, values]) => {
    const filter = own?.filterOf(parameter, values);
    if (filter) return filter;
    const field =
      filterFieldOf.get(parameter) ?? taxonomies.find((taxonomy) => taxonomy.parameter === parameter)?.name;
    const isOne = filterFieldOf.has(parameter);
    return { field: field ?? parameter, operator: isOne ? 'is' : 'isAny', value: isOne ? values[0] : values };
  });

const wordsOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value])
    .filter((one) => one !== undefined && one !== null && one !== '')
    .map(String);

export function parametersOf(
  { taxonomies }: ListedType,
  filters: readonly Filter[],
  own: ListExtension | undefined,
): ListQuery['filters'] {
  const parameters = [
    ...filterFieldOf,
    ...taxonomies.map(({ parameter, name }) => [parameter, name] as const),
  ];
  return Object.fromEntries(
    filters.flatMap((filter) => {
      const ofField = own?.valuesOf(filter);
      const values = ofField ?? wordsOf(filter.value);
      const parameter = ofField ? filter.field : parameters.find(([, name]) => name === filter.field)?.[0];
      return parameter === undefined || values.length === 0 ? [] : [[parameter, values] as const];
    }),
  );
}

/** Class of titles that are too long for a list, in characters. */
const longOf = (title: string) => (title.length > 160 ? 'is-long' : undefined);

/** Columns and filters of a list of posts. `locks`: names of the users who edit a post, by its id. */
export function postFields(
  queries: QueryClient,
  type: ListedType,
  { filters }: ListQuery,
  locks: ReadonlyMap<number, string>,
): Field<PostRow>[] {
  const has = (feature: PostFeature) => type.supports.includes(feature);
  return [
    titleField(locks),
    statusField,
    ...(has('author') ? [authorField(queries, filters)] : []),
    ...type.taxonomies.map((taxonomy) => termField(queries, taxonomy, filters[taxonomy.parameter] ?? [])),
    dateField(queries, type, filters),
    modifiedField,
    {
      id: 'slug',
      label: say('Slug'),
      enableSorting: false,
      filterBy: false,
      getValue: ({ item }) => item.slug,
    },
    ...(has('post-formats') ? [formatField(filters)] : []),
    ...(has('sticky') ? [stickyField(filters)] : []),
    ...(has('comments') ? [commentsField] : []),
  ];
}

type Filters = ListQuery['filters'];

/** Filters in the URL are expanded from the start. */
const filterBy = (filters: Filters, parameter: string) => ({
  operators: ['is' as const],
  isPrimary: filters[parameter] !== undefined,
});

const titleField = (locks: ReadonlyMap<number, string>): Field<PostRow> => ({
  id: 'title',
  label: say('Title'),
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
        <em>{say('(no title)')}</em>
      )}
      {item.sticky && <small>{say('Sticky')}</small>}
      {item.password !== '' && <small>{say('Password protected')}</small>}
      {locks.has(item.id) && (
        <small className="row-lock">{say('%s is editing', locks.get(item.id) ?? '')}</small>
      )}
    </span>
  ),
});

const statusField: Field<PostRow> = {
  id: 'status',
  label: say('Status'),
  enableSorting: false,
  filterBy: false,
  getValue: ({ item }) => item.status,
  render: ({ item: { status } }) => (
    <span className={`status status-${status}`}>{labels.get(status) ?? status}</span>
  ),
};

const authorField = (queries: QueryClient, filters: Filters): Field<PostRow> => ({
  id: 'author',
  label: say('Author'),
  filterBy: filterBy(filters, 'author'),
  getElements: async () =>
    (await queries.fetchQuery(authors)).map(({ id, name }) => ({ value: String(id), label: name })),
  getValue: ({ item }) => String(item.author ?? ''),
  render: ({ item }) => (
    <span className="row-text" dir="auto">
      {plainText(item['_embedded']?.author?.[0]?.name ?? '')}
    </span>
  ),
});

const dateField = (queries: QueryClient, type: ListedType, filters: Filters): Field<PostRow> => ({
  id: 'date',
  label: say('Date'),
  getValue: ({ item }) => item.date.slice(0, 7).replace('-', ''),
  filterBy: filterBy(filters, 'm'),
  getElements: async () =>
    [...new Set([...(filters['m'] ?? []), ...(await queries.fetchQuery(monthsOf(type)))])].map((month) => ({
      value: month,
      label: monthName(month),
    })),
  render: ({ item }) =>
    item.date_floating ? (
      <span>{sayWith('Modified %s', <Moment of={item.modified} />)}</span>
    ) : (
      <Moment of={item.date} />
    ),
});

const modifiedField: Field<PostRow> = {
  id: 'modified',
  label: say('Last modified'),
  filterBy: false,
  getValue: ({ item }) => item.modified,
  render: ({ item }) => <Moment of={item.modified} />,
};

const formatField = (filters: Filters): Field<PostRow> => ({
  id: 'format',
  label: say('Format'),
  enableSorting: false,
  elements: [...formats],
  filterBy: filterBy(filters, boot.site.formatParameter),
  getValue: ({ item }) => item.format ?? 'standard',
});

const stickyField = (filters: Filters): Field<PostRow> => ({
  id: 'sticky',
  label: say('Sticky'),
  enableSorting: false,
  elements: [{ value: '1', label: say('Sticky posts') }],
  filterBy: filterBy(filters, 'show_sticky'),
  getValue: ({ item }) => (item.sticky ? '1' : ''),
  render: ({ item }) => <>{item.sticky ? say('Yes') : say('No')}</>,
});

const commentsField: Field<PostRow> = {
  id: 'comments',
  label: say('Comments'),
  enableSorting: false,
  filterBy: false,
  getValue: ({ item }) => (item.comment_status === 'open' ? say('Open') : say('Closed')),
};

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
