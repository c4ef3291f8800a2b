import { FormTokenField } from '@wordpress/components';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListedTaxonomy } from '../../app/boot.ts';
import { rest, RestError } from '../../app/rest.ts';
import { toast } from '../../app/toasts.tsx';
import type { Draft } from '../../editor/draft.ts';
import { addTerm } from './terms.ts';
import type { Term } from './terms.ts';

const known = new Map<string, Map<string, number>>();

/** Names and ids of a taxonomy's tags, as far as they were seen. */
function seen(base: string): Map<string, number> {
  const names = known.get(base) ?? new Map<string, number>();
  known.set(base, names);
  return names;
}

/** Tags by their names; a name that is not there yet becomes one. */
export function TagsControl({ draft, taxonomy }: { readonly draft: Draft; readonly taxonomy: ListedTaxonomy }) {
  const { restBase } = taxonomy;
  const [words, setWords] = useState('');
  const chosen = (draft.value(restBase) ?? []) as readonly number[];
  const find = async (asked: Readonly<Record<string, string>>) => {
    const query = new URLSearchParams({ per_page: '100', _fields: 'id,name', ...asked });
    const { body } = await rest<readonly Term[]>(`/wp/v2/${restBase}?${query.toString()}`);
    for (const { id, name } of body) seen(restBase).set(name, id);
    return body;
  };
  const { data: named = [] } = useQuery({
    queryKey: ['terms', restBase, 'named', chosen.join()], enabled: chosen.length > 0, queryFn: () => find({ include: chosen.join() }),
      placeholderData: keepPreviousData,
  });
  const { data: found = [] } = useQuery({
    queryKey: ['terms', restBase, 'found', words], enabled: words.trim().length > 0, queryFn: () => find({ search: words.trim(), per_page: '20' }),
  });
  const nameOf = (id: number) => named.find((term) => term.id === id)?.name ?? [...seen(restBase)].find(([, one]) => one === id)?.[0];
  const change = async (names: readonly string[]) => {
    try {
      const ids = await Promise.all(names.map(async (name) => {
        const there = seen(restBase).get(name) ?? (await find({ search: name })).find((term) => term.name.toLowerCase() === name.toLowerCase())?.id;
        if (there !== undefined) return there;
        const term = await addTerm(taxonomy, name);
        seen(restBase).set(term.name, term.id);
        return term.id;
      }));
      draft.edit({ [restBase]: [...new Set(ids)] });
    } catch (error) {
      if (!(error instanceof RestError)) throw error;
      toast(error.message);
    }
  };
  return (
    <FormTokenField
      label={`Add ${taxonomy.plural.toLowerCase()}`} value={chosen.map(nameOf).filter((name) => name !== undefined)} suggestions={found.map(({ name }) => name)}
      onInputChange={setWords} __next40pxDefaultSize
      onChange={(tokens) => void change(tokens.map((token) => (typeof token === 'string' ? token : token.value)))}
    />
  );
}
