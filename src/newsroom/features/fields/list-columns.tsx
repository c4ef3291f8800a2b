import './cells.css';
import { useQuery } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type { Field } from '@wordpress/dataviews';
import { boot, siteFormat } from '../../app/boot.ts';
import type { ListedType } from '../../app/boot.ts';
import { authors } from '../../app/choices.ts';
import { DayInput, NumberInput, TextInput } from './filter-input.tsx';
import { findThings } from '../../editor/things-control.tsx';
import { libraryFiles } from '../../editor/media-upload.ts';
import { say } from '../../words.ts';
import type { ListExtension, PostRow } from '../posts/post-list.ts';
import { fieldSet } from './field-data.ts';
import { idsOf, isEmpty, isRow, listOf } from './field-values.ts';
import type { StoredField } from './field-values.ts';
import {
  columnOf,
  columnPrefix,
  filterOf,
  isTyped,
  patternOf,
  rangeOperators,
  sentFilter,
  valuesOf,
} from './list-filters.ts';
import { plainText } from '../../app/rest-types.ts';

const sortedKinds = new Set<StoredField['kind']>([
  'text',
  'number',
  'date',
  'date_time',
  'choice',
  'boolean',
]);
const isSorted = ({ kind, multiple, is_ready: isReady }: StoredField): boolean =>
  isReady && !multiple && sortedKinds.has(kind);

/** Columns and parameters that fields add to the list of their type. */
export async function fieldColumns(queries: QueryClient, type: ListedType): Promise<ListExtension> {
  const { fields } = await queries.fetchQuery(fieldSet(type.name));
  const columns = fields.filter((field) => field.is_column);
  const filters = new Map(
    fields.filter((field) => field.is_filter && field.is_ready).map((field) => [columnOf(field), field]),
  );
  const sorted = new Set(columns.filter(isSorted).map(columnOf));
  const shown = fields.filter((field) => field.is_column || filters.has(columnOf(field)));
  return {
    restFields: columns.map(({ name }) => `meta.${name}`),
    parameters: new Map([...filters].map(([name, field]) => [name, patternOf(field)] as const)),
    orders: Object.fromEntries([...sorted].map((name) => [name, 'asc' as const])),
    orderOf: (orderby) => (sorted.has(orderby) ? `field:${orderby.slice(columnPrefix.length)}` : orderby),
    usual: columns.slice(0, 2).map(columnOf),
    columns: (chosen) =>
      shown.map((field) =>
        columnField(queries, field, {
          isFilter: filters.has(columnOf(field)),
          isChosen: chosen[columnOf(field)] !== undefined,
          isBetween: /\d\.\.\S/.test(chosen[columnOf(field)]?.[0] ?? ''),
        }),
      ),
    filterOf: (parameter, values) => {
      const field = filters.get(parameter);
      return field && filterOf(field, values);
    },
    valuesOf: (filter) => {
      const field = filters.get(filter.field);
      return field && valuesOf(field, filter);
    },
    sentFilters: (chosen) =>
      Object.entries(chosen).flatMap(([parameter, values]) => {
        const field = filters.get(parameter);
        return field ? sentFilter(field, values) : [];
      }),
  };
}

interface ColumnUse {
  readonly isFilter: boolean;
  readonly isChosen: boolean;
  readonly isBetween: boolean;
}

/** Inputs of filters by a value that is typed. */
const inputs: Readonly<Partial<Record<StoredField['kind'], typeof TextInput>>> = {
  number: NumberInput,
  date: DayInput,
  date_time: DayInput,
  text: TextInput,
  colour: TextInput,
};

function columnField(
  queries: QueryClient,
  field: StoredField,
  { isFilter, isChosen, isBetween }: ColumnUse,
): Field<PostRow> {
  const { kind, label } = field;
  const operators = rangeOperators[kind];
  const input = inputs[kind];
  return {
    id: columnOf(field),
    label,
    ...(kind === 'number' ? { type: 'number' as const } : {}),
    ...(kind === 'date' || kind === 'date_time' ? { type: 'date' as const } : {}),
    enableSorting: field.is_column && isSorted(field),
    enableHiding: field.is_column,
    filterBy: isFilter && {
      operators: operators
        ? [...operators, ...(isBetween ? ['between' as const] : [])]
        : [isTyped(field) ? 'is' : 'isAny'],
      isPrimary: isChosen,
    },
    ...(isTyped(field) ? { type: 'text' as const } : {}),
    ...(isFilter && input ? { Edit: input } : {}),
    ...(isFilter && !operators && !isTyped(field) ? { getElements: elementsOf(queries, field) } : {}),
    getValue: ({ item }) => item.meta?.[field.name] ?? '',
    render: ({ item }) => <FieldCell field={field} value={item.meta?.[field.name]} />,
  };
}

interface Element {
  readonly value: string;
  readonly label: string;
}

/** The values to choose from. */
function elementsOf(queries: QueryClient, field: StoredField): () => Promise<Element[]> {
  switch (field.kind) {
    case 'choice':
      return () => Promise.resolve((field.choices ?? []).map(({ value, label }) => ({ value, label })));
    case 'boolean':
      return () =>
        Promise.resolve([
          { value: '1', label: say('Yes') },
          { value: '0', label: say('No') },
        ]);
    case 'user':
      return async () =>
        (await queries.fetchQuery(authors)).map(({ id, name }) => ({ value: String(id), label: name }));
    case 'post':
    case 'term':
      return async () => [...(await findThings(relationOf(field), { per_page: '100' }))];
    default:
      return () => Promise.resolve([]);
  }
}

const relationOf = ({ kind, post_types: postTypes, taxonomies }: StoredField) => ({
  control: kind === 'post' || kind === 'term' ? kind : ('user' as const),
  ...(postTypes ? { postTypes } : {}),
  ...(taxonomies ? { taxonomies } : {}),
});

const days = new Intl.DateTimeFormat(boot.site.dates, { dateStyle: 'medium', timeZone: 'UTC' });
const moments = siteFormat({ dateStyle: 'medium', timeStyle: 'short' }, 'UTC');
const dateText = (format: Intl.DateTimeFormat, text: string): string => {
  const at = Date.parse(text.length === 10 ? text : `${text}Z`);
  return Number.isNaN(at) ? text : format.format(at);
};

const maxTextLength = 120;

/** A number as readers see it; a currency that another field holds is in that one's column. */
function numberText({ max, unit, show_max: showMax, currency = '' }: StoredField, value: number): string {
  const format = (one: number) => one.toLocaleString(boot.site.dates, { maximumFractionDigits: 10 });
  if (/^[A-Z]/.test(currency)) return value.toLocaleString(boot.site.dates, { style: 'currency', currency });
  const scaled = showMax && max !== undefined ? `${format(value)} / ${format(max)}` : format(value);
  return unit ? `${scaled} ${unit}` : scaled;
}

/** A value in a list. */
export function FieldCell({ field, value }: { readonly field: StoredField; readonly value: unknown }) {
  if (isEmpty(value)) return <span className="empty">—</span>;
  switch (field.kind) {
    case 'number':
      return <span>{numberText(field, Number(value))}</span>;
    case 'date':
      return <span>{dateText(days, String(value))}</span>;
    case 'date_time':
      return <span>{dateText(moments, String(value))}</span>;
    case 'boolean':
      return <span>{value === true ? say('Yes') : say('No')}</span>;
    case 'choice': {
      const labels = new Map(field.choices?.map((choice) => [choice.value, choice.label]));
      return (
        <Text
          text={listOf(value)
            .map((one) => labels.get(String(one)) ?? String(one))
            .join(', ')}
        />
      );
    }
    case 'colour':
      return (
        <span className="cell-colour">
          <i style={{ background: String(value) }} aria-hidden="true" />
          {String(value)}
        </span>
      );
    case 'link':
      return <Text text={isRow(value) ? String(value['title'] || value['url'] || '') : ''} />;
    case 'place':
      return (
        <Text
          text={
            isRow(value) ? String(value['label'] || `${String(value['lat'])}, ${String(value['lng'])}`) : ''
          }
        />
      );
    case 'image':
    case 'file':
      return <FileCell id={idsOf(value)[0] ?? 0} />;
    case 'post':
    case 'term':
    case 'user':
      return <NamesCell field={field} ids={idsOf(value)} />;
    default:
      return <Text text={typeof value === 'string' ? value : ''} />;
  }
}

function Text({ text }: { readonly text: string }) {
  return (
    <span className="row-text" dir="auto">
      {text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text}
    </span>
  );
}

/** Joins the requests of a list's rows into few. */
function joined<Found>(load: (ids: readonly number[]) => Promise<ReadonlyMap<number, Found>>) {
  let waiting: { readonly ids: Set<number>; readonly found: Promise<ReadonlyMap<number, Found>> } | undefined;
  return async (id: number): Promise<Found | null> => {
    if (!waiting) {
      const ids = new Set<number>();
      waiting = {
        ids,
        found: new Promise((resolve) => setTimeout(resolve)).then(async () => {
          waiting = undefined;
          const all = [...ids];
          const parts = Array.from({ length: Math.ceil(all.length / maxJoined) }, (_, part) =>
            load(all.slice(part * maxJoined, (part + 1) * maxJoined)),
          );
          return new Map((await Promise.all(parts)).flatMap((part) => [...part]));
        }),
      };
    }
    waiting.ids.add(id);
    return (await waiting.found).get(id) ?? null;
  };
}

/** Most items of a request. */
const maxJoined = 100;

const oneFile = joined(
  async (ids) =>
    new Map(
      (await libraryFiles({ include: ids.join(), per_page: String(maxJoined) })).body.map((file) => [
        file.id,
        file,
      ]),
    ),
);

function FileCell({ id }: { readonly id: number }) {
  const { data } = useQuery({
    queryKey: ['media', 'cell', id],
    staleTime: 60_000,
    queryFn: () => oneFile(id),
  });
  if (!data) return <span>{`#${id}`}</span>;
  const name = plainText(data.title.raw) || `#${id}`;
  return data.media_type === 'image' ? (
    <img
      className="cell-image"
      src={data.media_details.sizes?.['thumbnail']?.source_url ?? data.source_url}
      alt={data.alt_text || name}
      loading="lazy"
    />
  ) : (
    <Text text={name} />
  );
}

const loaders = new Map<string, (id: number) => Promise<string | null>>();

function nameLoader(field: StoredField): (id: number) => Promise<string | null> {
  const relation = relationOf(field);
  const key = JSON.stringify(relation);
  const known = loaders.get(key);
  if (known) return known;
  const loader = joined(
    async (ids) =>
      new Map(
        (await findThings(relation, { include: ids.join(), per_page: String(maxJoined) })).map(
          ({ value, label }) => [Number(value), label] as const,
        ),
      ),
  );
  loaders.set(key, loader);
  return loader;
}

function NamesCell({ field, ids }: { readonly field: StoredField; readonly ids: readonly number[] }) {
  const { data } = useQuery({
    queryKey: ['things', 'cell', field.kind, field.name, ids.join()],
    staleTime: 60_000,
    queryFn: () => Promise.all(ids.slice(0, 5).map(nameLoader(field))),
  });
  return (
    <Text
      text={ids
        .slice(0, 5)
        .map((id, at) => data?.[at] ?? `#${id}`)
        .join(', ')}
    />
  );
}
