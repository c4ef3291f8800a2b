import { CheckboxControl } from '@wordpress/components';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { boot, readTypes } from '../../app/boot.ts';
import { CancelButton, SubmitButton, useSending } from '../../app/form-modal.tsx';
import { FormFault } from '../../app/problem.tsx';
import { typesAddress } from '../../app/screens.ts';
import { useUnsaved } from '../../app/unsaved.tsx';
import { say } from '../../words.ts';
import { Advanced, CheckGroup, TextField } from './form-parts.tsx';
import { nameOf, reloadWith, restBaseOf, saveDefinition, slugOf } from './type-data.ts';
import type { TaxonomyRow, TypeRow } from './type-data.ts';

type Values = Omit<TaxonomyRow, 'state' | 'items' | 'revision'>;

const none: Values = {
  name: '',
  plural: '',
  singular: '',
  slug: '',
  hierarchical: false,
  has_feed: true,
  in_sitemap: true,
  is_topic: false,
  rest_base: '',
  types: [],
};

function valuesOf({ state: _state, items: _items, revision: _revision, ...values }: TaxonomyRow): Values {
  return values;
}

const maxNameLength = 32;

/** Empty names and addresses follow the labels while they are typed. */
function useTaxonomyForm(row: TaxonomyRow | undefined) {
  const [base, setBase] = useState(row);
  const [typed, setTyped] = useState<Values>(row ? valuesOf(row) : none);
  const values: Values = {
    ...typed,
    name: typed.name || nameOf(typed.singular, maxNameLength),
    slug: typed.slug || slugOf(typed.singular),
    rest_base: typed.rest_base || restBaseOf(typed.plural) || nameOf(typed.singular, maxNameLength),
  };
  return {
    base,
    isNew: base?.state !== 'defined',
    values,
    isDirty: JSON.stringify(typed) !== JSON.stringify(base ? valuesOf(base) : none),
    set: (change: Partial<Values>) => setTyped((before) => ({ ...before, ...change })),
    show: (theirs: TaxonomyRow) => {
      setBase(theirs);
      setTyped(valuesOf(theirs));
    },
  };
}

/** Post types that can have a taxonomy: those with pages, and all of the site. */
const typeOptions = (types: readonly TypeRow[]) => [
  ...readTypes
    .filter(({ name, restBase }) => restBase !== 'media' && !types.some((one) => one.name === name))
    .map(({ name, plural }) => ({ value: name, label: plural })),
  ...types
    .filter(({ state }) => state === 'defined')
    .map(({ name, plural }) => ({ value: name, label: plural })),
];

const labels = () => ({
  name: say('Name in the database'),
  plural: say('Plural name'),
  singular: say('Singular name'),
  slug: say('Slug'),
  rest_base: say('REST base'),
});

/** Defines a taxonomy. */
export function TaxonomyForm({
  row,
  types,
}: {
  readonly row: TaxonomyRow | undefined;
  readonly types: readonly TypeRow[];
}) {
  const { base, isNew, values, isDirty, set, show } = useTaxonomyForm(row);
  const { fault, isBusy, send, settle } = useSending(labels());
  const settled = useUnsaved(isDirty);
  const navigate = useNavigate();
  const save = (revision: number) =>
    send(async () => {
      await saveDefinition('taxonomy', values.name, values, revision);
      settled();
      reloadWith('saved', values.name);
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(isNew ? 0 : (base?.revision ?? 0));
  };
  const faults = fault?.faults ?? {};
  return (
    <form className="form one-thing types-form" onSubmit={submit}>
      <FormFault<TaxonomyRow>
        fault={fault}
        onShow={(theirs) => {
          show(theirs);
          settle();
        }}
        onOverwrite={(theirs) => void save(theirs.revision)}
      />
      <TextField
        label={say('Plural name')}
        help={say('Shown in menus, such as “Genres”.')}
        value={values.plural}
        maxLength={60}
        isRequired
        fault={faults['plural']}
        onChange={(plural) => set({ plural })}
      />
      <TextField
        label={say('Singular name')}
        help={say('One term, such as “Genre”.')}
        value={values.singular}
        maxLength={60}
        isRequired
        fault={faults['singular']}
        onChange={(singular) => set({ singular })}
      />
      <TextField
        label={say('Slug')}
        help={
          isNew
            ? say('First part of its addresses: %s', `${boot.site.url}/${values.slug || '…'}/…`)
            : say('First part of its addresses. Old addresses redirect to the new ones.')
        }
        value={values.slug}
        maxLength={60}
        isCode
        fault={faults['slug']}
        onChange={(slug) => set({ slug })}
      />
      <CheckboxControl
        label={say('Terms have parents, as categories have')}
        checked={values.hierarchical}
        onChange={(hierarchical) => set({ hierarchical })}
      />
      <CheckGroup
        legend={say('Post types')}
        options={typeOptions(types)}
        chosen={values.types}
        onChange={(chosen) => set({ types: chosen })}
      />
      <AdvancedFields values={values} isNew={isNew} faults={faults} set={set} />
      <div className="form-end">
        <CancelButton
          isDirty={isDirty}
          onCancel={() => {
            settled();
            void navigate(typesAddress);
          }}
        />
        <SubmitButton
          isBusy={isBusy}
          isDisabled={isBusy || values.plural.trim() === '' || values.singular.trim() === ''}
        >
          {isNew ? say('Add taxonomy') : say('Save')}
        </SubmitButton>
      </div>
    </form>
  );
}

function AdvancedFields({
  values,
  isNew,
  faults,
  set,
}: {
  readonly values: Values;
  readonly isNew: boolean;
  readonly faults: Readonly<Record<string, string>>;
  readonly set: (change: Partial<Values>) => void;
}) {
  return (
    <Advanced isOpen={['name', 'rest_base'].some((field) => field in faults)}>
      <TextField
        label={say('Name in the database')}
        help={isNew ? say('It can’t be changed later.') : say('It can’t be changed.')}
        value={values.name}
        maxLength={maxNameLength}
        isCode
        isReadOnly={!isNew}
        fault={faults['name']}
        onChange={(name) => set({ name })}
      />
      <CheckboxControl
        label={say('Terms are topics')}
        help={say('Feeds, structured data and breadcrumbs name them.')}
        checked={values.is_topic}
        onChange={(isOn) => set({ is_topic: isOn })}
      />
      <CheckboxControl
        label={say('Archives of its terms have feeds')}
        checked={values.has_feed}
        onChange={(isOn) => set({ has_feed: isOn })}
      />
      <CheckboxControl
        label={say('Sitemaps list its terms')}
        checked={values.in_sitemap}
        onChange={(isOn) => set({ in_sitemap: isOn })}
      />
      <TextField
        label={say('REST base')}
        help={say('Address of its terms for programs: %s', `/wp-json/wp/v2/${values.rest_base || '…'}`)}
        value={values.rest_base}
        maxLength={40}
        isCode
        fault={faults['rest_base']}
        onChange={(restBase) => set({ rest_base: restBase })}
      />
    </Advanced>
  );
}
