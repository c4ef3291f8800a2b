import type { Field } from '@wordpress/dataviews';
import type { ListedType } from '../../app/boot.ts';
import { tabs } from './post-list.ts';
import type { PostRow } from './post-list.ts';

const labels: ReadonlyMap<string, string> = new Map([...tabs.map(({ slug, label }) => [slug, label] as const), ['draft', 'Draft']]);

const language = document.documentElement.lang || undefined;
const thisYear = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' });
const year = new Date().getFullYear();
const otherYears = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });

/** A moment as short as it is clear: its time where it is of this year, else its year. */
function Moment({ of }: { readonly of: string }) {
  const at = new Date(of);
  return <time dateTime={of}>{(at.getFullYear() === year ? thisYear : otherYears).format(at)}</time>;
}

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
      render: ({ item }) => <Moment of={item.date} />,
    },
    {
      id: 'modified', label: 'Last changed', filterBy: false, getValue: ({ item }) => item.modified,
      render: ({ item }) => <Moment of={item.modified} />,
    },
  ];
}
