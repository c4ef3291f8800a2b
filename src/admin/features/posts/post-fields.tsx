import type { Field } from '@wordpress/dataviews';
import type { ListedType } from '../../app/boot.ts';
import { tabs } from './post-list.ts';
import type { PostRow } from './post-list.ts';

const labels: ReadonlyMap<string, string> = new Map([...tabs.map(({ slug, label }) => [slug, label] as const), ['draft', 'Draft']]);

const dates = new Intl.DateTimeFormat(document.documentElement.lang || undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** The columns of a list of posts. */
export function postFields({ hasAuthor, isHierarchical }: ListedType): Field<PostRow>[] {
  return [
    {
      id: 'title', label: 'Title', enableHiding: false, getValue: ({ item }) => item.title.raw,
      render: ({ item }) => <span className="row-title">{item.title.raw || <em>Without a title</em>}</span>,
    },
    {
      id: 'status', label: 'Status', enableSorting: false, filterBy: false, getValue: ({ item }) => item.status,
      render: ({ item: { status } }) => <span className={`status status-${status}`}>{labels.get(status) ?? status}</span>,
    },
    ...(hasAuthor ? [{
      id: 'author', label: 'Author', filterBy: false as const, getValue: ({ item }: { item: PostRow }) => item['_embedded']?.author?.[0]?.name ?? '',
    }] : []),
    ...(isHierarchical ? [] : [{
      id: 'terms', label: 'Categories', enableSorting: false, filterBy: false as const,
      getValue: ({ item }: { item: PostRow }) => (item['_embedded']?.['wp:term']?.[0] ?? []).map(({ name }) => name).join(', '),
    }]),
    {
      id: 'date', label: 'Date', filterBy: false, getValue: ({ item }) => item.date,
      render: ({ item }) => <time dateTime={item.date}>{dates.format(new Date(item.date))}</time>,
    },
    {
      id: 'modified', label: 'Last changed', filterBy: false, getValue: ({ item }) => item.modified,
      render: ({ item }) => <time dateTime={item.modified}>{dates.format(new Date(item.modified))}</time>,
    },
  ];
}
