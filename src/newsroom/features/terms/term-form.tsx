import { useQuery, useQueryClient } from '@tanstack/react-query';
import { BaseControl, ComboboxControl, TextareaControl, TextControl } from '@wordpress/components';
import { useDeferredValue, useId, useState } from 'react';
import type { FormEvent } from 'react';
import type { ManagedTaxonomy } from '../../app/boot.ts';
import { firstTerms, foundTerms } from '../../app/choices.ts';
import { CancelButton, SubmitButton, useSending } from '../../app/form-modal.tsx';
import { FormFault } from '../../app/problem.tsx';
import { useUnsaved } from '../../app/unsaved.tsx';
import { plainText } from '../../app/rest-types.ts';
import type { SeenTerm } from '../../app/rest-types.ts';
import { rest } from '../../app/rest.ts';
import { termWork } from './term-list.ts';
import type { TermRow, TermChange } from './term-list.ts';
import { inSentence, say } from '../../words.ts';

type Values = Required<TermChange>;
const none: Values = { name: '', slug: '', parent: 0, description: '' };
const valuesOf = ({ name, slug, parent = 0, description }: TermRow): Values => ({
  name,
  slug,
  parent,
  description,
});

function changesOf(before: Values, now: Values): TermChange {
  return Object.fromEntries(
    Object.entries(now).filter(([name, value]) => value !== before[name as keyof Values]),
  );
}

const filledOf = ({ name, slug, parent, description }: Values) => ({
  name,
  ...(slug === '' ? {} : { slug }),
  ...(parent === 0 ? {} : { parent }),
  ...(description === '' ? {} : { description }),
});

interface FormProps {
  readonly taxonomy: ManagedTaxonomy;
  /** Undefined for a new term. */
  readonly term?: TermRow | undefined;
  /** Only name, slug and parent. */
  readonly isQuick?: boolean;
  readonly onDone?: ((made: TermRow | undefined) => void) | undefined;
  readonly onCancel?: (() => void) | undefined;
}

const labels = () => ({
  name: say('Name'),
  slug: say('Slug'),
  parent: say('Parent'),
  description: say('Description'),
});

/** Edits a term. Changes by other users are shown, and only overwritten on request. */
export function TermForm({ taxonomy, term, isQuick = false, onDone, onCancel }: FormProps) {
  const work = termWork(useQueryClient(), taxonomy);
  const [base, setBase] = useState(term);
  const [values, setValues] = useState(term ? valuesOf(term) : none);
  const { fault, isBusy, send, settle } = useSending(labels());
  const begun = base ? valuesOf(base) : { ...none, parent: values.parent };
  const isDirty = Object.keys(changesOf(begun, values)).length > 0;
  const settled = useUnsaved(isDirty);
  const set = (name: keyof Values) => (value: string | number) =>
    setValues((before) => ({ ...before, [name]: value }));
  /** `since`: the base of the changes, if it is not the version they apply to. */
  const save = (from: TermRow | undefined, since = from) =>
    send(async () => {
      if (!from || !since) {
        const made = await work.add(filledOf(values));
        setValues({ ...none, parent: values.parent });
        settled();
        return onDone?.(made);
      }
      const body = changesOf(valuesOf(since), values);
      if (Object.keys(body).length > 0) await work.edit(from, body);
      settled();
      return onDone?.(undefined);
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(base);
  };
  const singular = inSentence(taxonomy.singular);
  return (
    <form
      className="form"
      aria-label={term ? say('Edit %s', term.name) : say('Add %s', singular)}
      onSubmit={submit}
    >
      <FormFault<TermRow>
        fault={fault}
        onShow={(theirs) => {
          setBase(theirs);
          setValues(valuesOf(theirs));
          settle();
        }}
        onOverwrite={(theirs) => void save(theirs, base)}
      />
      <TextControl
        __next40pxDefaultSize
        label={say('Name')}
        help={isQuick ? undefined : say('The name shown to readers.')}
        dir="auto"
        value={values.name}
        maxLength={200}
        required
        onChange={set('name')}
      />
      <TextControl
        __next40pxDefaultSize
        label={say('Slug')}
        help={
          term
            ? say('The last part of the URL.')
            : say('The last part of the URL. Leave empty to generate it from the name.')
        }
        value={values.slug}
        maxLength={200}
        onChange={set('slug')}
      />
      {taxonomy.isHierarchical && (
        <ParentControl taxonomy={taxonomy} id={term?.id} value={values.parent} onChange={set('parent')} />
      )}
      {!isQuick && (
        <TextareaControl
          label={say('Description')}
          help={say('Shown at the top of its archive page.')}
          rows={4}
          dir="auto"
          value={values.description}
          maxLength={20_000}
          onChange={set('description')}
        />
      )}
      <div className="form-end">
        {onCancel && (
          <CancelButton
            isDirty={isDirty}
            onCancel={() => {
              settled();
              onCancel();
            }}
          />
        )}
        <SubmitButton isBusy={isBusy} isDisabled={isBusy || values.name.trim() === ''}>
          {term ? say('Save') : say('Add %s', singular)}
        </SubmitButton>
      </div>
    </form>
  );
}

/** Selects the parent term by name, with a search if there are many. */
function ParentControl({
  taxonomy: { restBase, singular },
  id,
  value,
  onChange,
}: {
  readonly taxonomy: ManagedTaxonomy;
  readonly id: number | undefined;
  readonly value: number;
  readonly onChange: (id: number) => void;
}) {
  const [typed, setTyped] = useState('');
  const field = useId();
  const query = useDeferredValue(typed.trim());
  const { data: first = [] } = useQuery(firstTerms(restBase));
  const { data: found = [] } = useQuery({ ...foundTerms(restBase, query), enabled: query !== '' });
  const { data: own } = useQuery({
    queryKey: ['terms', restBase, 'named', value],
    enabled: value > 0,
    queryFn: async ({ signal }) =>
      (await rest<Pick<SeenTerm, 'name'>>(`/wp/v2/${restBase}/${value}?_fields=name`, { signal })).body,
  });
  const offered = new Map([
    ...(value > 0 && own ? [[String(value), plainText(own.name)] as const] : []),
    ...(query === '' ? first : found.map((term) => ({ ...term, depth: 0 })))
      .filter((term) => term.id !== id)
      .map((term) => [String(term.id), `${'\u2003'.repeat(term.depth)}${term.name}`] as const),
  ]);
  return (
    <BaseControl id={field}>
      <ComboboxControl
        __next40pxDefaultSize
        label={say('Parent')}
        value={value > 0 ? String(value) : null}
        onFilterValueChange={setTyped}
        placeholder={say('No parent %s', inSentence(singular))}
        options={[...offered].map(([key, label]) => ({ value: key, label }))}
        onChange={(chosen) => onChange(Number(chosen ?? 0))}
      />
    </BaseControl>
  );
}
