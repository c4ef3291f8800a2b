import { ComboboxControl } from '@wordpress/components';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListedType } from '../../app/boot.ts';
import { rest } from '../../app/rest.ts';
import type { Draft } from '../../editor/draft.ts';

interface Page {
  readonly id: number;
  readonly title: { readonly raw: string };
}

/** The page that this one stands below. */
export function ParentControl({ draft, type }: { readonly draft: Draft; readonly type: ListedType }) {
  const [words, setWords] = useState('');
  const current = Number(draft.value('parent') ?? 0);
  const own = draft.state().post?.id;
  const ask = async (asked: Readonly<Record<string, string>>) => {
    const query = new URLSearchParams({ context: 'edit', status: 'publish,private,draft,pending,future', per_page: '20', _fields: 'id,title', ...asked });
    return (await rest<readonly Page[]>(`/wp/v2/${type.restBase}?${query.toString()}`)).body;
  };
  const { data: found = [] } = useQuery({
    queryKey: ['parents', type.restBase, words], placeholderData: keepPreviousData,
    queryFn: () => ask(words.trim() ? { search: words.trim() } : { orderby: 'title', order: 'asc' }),
  });
  const { data: named = [] } = useQuery({ queryKey: ['parents', type.restBase, 'one', current], enabled: current > 0,
    queryFn: () => ask({ include: String(current) }) });
  const options = [...new Map([...named, ...found].filter(({ id }) => id !== own).map((page) => [page.id, page])).values()];
  return (
    <ComboboxControl
      label="Below" value={current > 0 ? String(current) : null} __next40pxDefaultSize __nextHasNoMarginBottom onFilterValueChange={setWords}
      options={options.map(({ id, title }) => ({ value: String(id), label: title.raw || 'Without a title' }))}
        onChange={(id) => draft.edit({ parent: Number(id ?? 0) })}
    />
  );
}
