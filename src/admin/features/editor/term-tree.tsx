import { Button, CheckboxControl, SearchControl, SelectControl, TextControl } from '@wordpress/components';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { may } from '../../app/boot.ts';
import type { ListedTaxonomy } from '../../app/boot.ts';
import { RestError } from '../../app/rest.ts';
import { toast } from '../../app/toasts.tsx';
import type { Draft } from '../../editor/draft.ts';
import { addTerm, useAllTerms } from './terms.ts';
import type { Term } from './terms.ts';

interface Placed extends Term {
  readonly depth: number;
}

/** Terms below their parents, in order of names; what has a parent that is not there stands outermost. */
function placed(terms: readonly Term[]): Placed[] {
  const ids = new Set(terms.map(({ id }) => id));
  const below = Map.groupBy(terms, ({ parent = 0 }) => (ids.has(parent) ? parent : 0));
  const walk = (parent: number, depth: number): Placed[] => (below.get(parent) ?? []).flatMap((term) => [{ ...term, depth }, ...walk(term.id, depth + 1)]);
  return walk(0, 0);
}

const common = { __next40pxDefaultSize: true, __nextHasNoMarginBottom: true } as const;

/** Sections as the tree that they are, with a search where they are many, and a way to add one. */
export function TermTree({ draft, taxonomy }: { readonly draft: Draft; readonly taxonomy: ListedTaxonomy }) {
  const queries = useQueryClient();
  const { data: terms = [] } = useAllTerms(taxonomy);
  const [words, setWords] = useState('');
  const [isAdding, setAdding] = useState(false);
  const [name, setName] = useState('');
  const [parent, setParent] = useState('0');
  const chosen = (draft.value(taxonomy.restBase) ?? []) as readonly number[];
  const all = placed(terms);
  const wanted = words.trim().toLowerCase();
  const shown = wanted ? all.filter((term) => term.name.toLowerCase().includes(wanted)) : all;
  const choose = (id: number, on: boolean) => draft.edit({ [taxonomy.restBase]: on ? [...chosen, id] : chosen.filter((one) => one !== id) });
  const add = async () => {
    try {
      const term = await addTerm(taxonomy, name.trim(), Number(parent));
      await queries.invalidateQueries({ queryKey: ['terms', taxonomy.restBase] });
      draft.edit({ [taxonomy.restBase]: [...chosen, term.id] });
      setName('');
      setAdding(false);
    } catch (error) {
      if (!(error instanceof RestError)) throw error;
      toast(error.message);
    }
  };
  return (
    <div className="term-tree">
      {terms.length > 8 && <SearchControl label={`Search ${taxonomy.plural.toLowerCase()}`} value={words} onChange={setWords} __nextHasNoMarginBottom
        size="compact" />}
      <div className="term-list" role="group" aria-label={taxonomy.plural}>
        {shown.map(({ id, name: label, depth }) => (
          <div key={id} style={{ paddingInlineStart: wanted ? 0 : depth * 20 }}>
            <CheckboxControl label={label} __nextHasNoMarginBottom checked={chosen.includes(id)} onChange={(on) => choose(id, on)} />
          </div>
        ))}
        {shown.length === 0 && <p className="empty">{wanted ? `Nothing is called “${words}”.` : `There are no ${taxonomy.plural.toLowerCase()} yet.`}</p>}
      </div>
      {may('manage_categories') && !isAdding && <Button variant="link" onClick={() => setAdding(true)}>Add a {taxonomy.singular.toLowerCase()}</Button>}
      {isAdding && (
        <form onSubmit={(event) => { event.preventDefault(); void add(); }}>
          <TextControl label={`Name of the new ${taxonomy.singular.toLowerCase()}`} {...common} value={name} onChange={setName} />
          <SelectControl
            label="Below" {...common} value={parent} onChange={setParent}
            options={[{ value: '0', label: 'Nothing' },
              ...all.map(({ id, name: label, depth }) => ({ value: String(id), label: `${' '.repeat(depth * 3)}${label}` }))]}
          />
          <div>
            <Button type="submit" variant="secondary" disabled={name.trim() === ''} accessibleWhenDisabled __next40pxDefaultSize>Add</Button>
            <Button variant="tertiary" __next40pxDefaultSize onClick={() => setAdding(false)}>Cancel</Button>
          </div>
        </form>
      )}
    </div>
  );
}
