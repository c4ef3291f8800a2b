import { Button, CheckboxControl, SearchControl, SelectControl, TextControl } from '@wordpress/components';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { boot, may } from '../../app/boot.ts';
import type { ListedTaxonomy } from '../../app/boot.ts';
import { treeTerms } from '../../app/choices.ts';
import type { TreeTerm } from '../../app/choices.ts';
import { makeTerm } from '../../app/make-term.ts';
import { mayBeUndated } from '../../app/rest-types.ts';
import { toastRefusal } from '../../app/toasts.tsx';
import { termsField } from '../../editor/stored-post.ts';
import type { Draft } from '../../editor/draft.ts';
import { inSentence, say } from '../../words.ts';

/** Drafts whose author has ticked the default category. */
const byHand = new WeakSet<Draft>();

/** The category of posts without one. It is created with the first such post, so the page may have been loaded before. */
const isDefault = (id: number, terms: readonly TreeTerm[]): boolean =>
  boot.site.defaultCategory > 0
    ? id === boot.site.defaultCategory
    : (terms.find((term) => term.id === id)?.slug ?? 'uncategorized') === 'uncategorized';

/** Whether no user has chosen a category of an unpublished post: it has no category, or the one that the server assigned. */
export function isUnchosen(
  draft: Draft,
  { restBase, isSection }: ListedTaxonomy,
  terms: readonly TreeTerm[],
): boolean {
  const [first, ...others] = (draft.value(restBase) ?? []) as readonly number[];
  if (first === undefined) return true;
  const isNew = mayBeUndated(draft.state().post?.status ?? 'draft');
  return isSection && isNew && others.length === 0 && !byHand.has(draft) && isDefault(first, terms);
}

const common = { __next40pxDefaultSize: true, __nextHasNoMarginBottom: true } as const;

export function TermTree({ draft, taxonomy }: { readonly draft: Draft; readonly taxonomy: ListedTaxonomy }) {
  const { data: all = [] } = useQuery(treeTerms(taxonomy.restBase));
  const [words, setWords] = useState('');
  const chosen = (draft.value(taxonomy.restBase) ?? []) as readonly number[];
  const query = words.trim().toLowerCase();
  const shown = query ? all.filter((term) => term.name.toLowerCase().includes(query)) : all;
  const choose = (id: number, on: boolean) => {
    const now = (draft.value(taxonomy.restBase) ?? []) as readonly number[]; // it may have changed while the term was created
    const others = on && isUnchosen(draft, taxonomy, all) ? [] : now.filter((one) => one !== id);
    if (on && isDefault(id, all)) byHand.add(draft);
    draft.edit(termsField(taxonomy.restBase, on ? [...others, id] : others));
  };
  return (
    <div className="term-tree">
      {all.length > 8 && (
        <SearchControl
          label={say('Search %s', inSentence(taxonomy.plural))}
          value={words}
          onChange={setWords}
          __nextHasNoMarginBottom
          size="compact"
        />
      )}
      <div className="term-list" role="group" aria-label={taxonomy.plural}>
        {shown.map(({ id, name: label, depth }) => (
          <div key={id} style={{ paddingInlineStart: query ? 0 : depth * 20 }}>
            <CheckboxControl
              label={label}
              __nextHasNoMarginBottom
              checked={chosen.includes(id)}
              onChange={(on) => choose(id, on)}
            />
          </div>
        ))}
        {shown.length === 0 && (
          <p className="empty">
            {query ? say('No results for “%s”.', words) : say('No %s yet.', inSentence(taxonomy.plural))}
          </p>
        )}
      </div>
      <AddTerm draft={draft} taxonomy={taxonomy} terms={all} onAdded={(id) => choose(id, true)} />
    </div>
  );
}

interface AddTermProps {
  readonly draft: Draft;
  readonly taxonomy: ListedTaxonomy;
  readonly terms: readonly TreeTerm[];
  readonly onAdded: (id: number) => void;
}

function AddTerm({ draft, taxonomy, terms, onAdded }: AddTermProps) {
  const queries = useQueryClient();
  const [isAdding, setAdding] = useState(false);
  const [name, setName] = useState('');
  const [parent, setParent] = useState('0');
  const opener = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement>(null);
  // The focused control disappears when the form opens or closes. Focus that already moved to another field stays.
  const wasAdding = useRef(isAdding);
  useEffect(() => {
    if (wasAdding.current !== isAdding && document.activeElement === document.body)
      (isAdding ? field : opener).current?.focus();
    wasAdding.current = isAdding;
  }, [isAdding]);
  const add = async () => {
    try {
      const id = await makeTerm(taxonomy.restBase, {
        name: name.trim(),
        ...(parent === '0' ? {} : { parent: Number(parent) }),
      });
      await queries.invalidateQueries({ queryKey: ['terms', taxonomy.restBase] });
      onAdded(id);
      setName('');
      setAdding(false);
    } catch (error) {
      toastRefusal(error);
    }
  };
  return (
    <>
      {may('manage_categories') && !isAdding && (
        <Button ref={opener} variant="link" onClick={() => setAdding(true)}>
          {say('Add new %s', inSentence(taxonomy.singular))}
        </Button>
      )}
      {isAdding && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            draft.waitFor(add());
          }}
        >
          <TextControl
            ref={field}
            label={say('New %s name', inSentence(taxonomy.singular))}
            {...common}
            value={name}
            onChange={setName}
          />
          <SelectControl
            label={say('Parent')}
            {...common}
            value={parent}
            onChange={setParent}
            options={[
              { value: '0', label: say('None') },
              ...terms.map(({ id, name: label, depth }) => ({
                value: String(id),
                label: `${' '.repeat(depth * 3)}${label}`,
              })),
            ]}
          />
          <div>
            <Button
              type="submit"
              variant="secondary"
              disabled={name.trim() === ''}
              accessibleWhenDisabled
              __next40pxDefaultSize
            >
              {say('Add')}
            </Button>
            <Button variant="tertiary" __next40pxDefaultSize onClick={() => setAdding(false)}>
              {say('Cancel')}
            </Button>
          </div>
        </form>
      )}
    </>
  );
}

/** Chooses the main category, used on cards and in the permalink. */
export function MainCategory({
  draft,
  taxonomy,
}: {
  readonly draft: Draft;
  readonly taxonomy: ListedTaxonomy;
}) {
  const { data: terms = [] } = useQuery(treeTerms(taxonomy.restBase));
  const chosen = (draft.value(taxonomy.restBase) ?? []) as readonly number[];
  const main = Number(draft.value('broadsheet.primary_category') ?? 0);
  if (chosen.length < 2) return null;
  const own = terms.filter(({ id }) => chosen.includes(id));
  return (
    <SelectControl
      label={say('Primary')}
      {...common}
      value={String(chosen.includes(main) ? main : 0)}
      onChange={(id) => draft.edit({ 'broadsheet.primary_category': Number(id) })}
      options={[
        { value: '0', label: say('First') },
        ...own.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
    />
  );
}
