import { CheckboxControl, SelectControl } from '@wordpress/components';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { boot } from '../../app/boot.ts';
import { CancelButton, SubmitButton, useSending } from '../../app/form-modal.tsx';
import { FormFault } from '../../app/problem.tsx';
import { typesAddress } from '../../app/screens.ts';
import { useUnsaved } from '../../app/unsaved.tsx';
import { say } from '../../words.ts';
import { Advanced, CheckGroup, TextField } from './form-parts.tsx';
import { nameOf, reloadWith, restBaseOf, saveDefinition, slugOf } from './type-data.ts';
import type { TypeRow } from './type-data.ts';

type Values = Omit<TypeRow, 'state' | 'items' | 'revision'>;

const none: Values = {
  name: '',
  plural: '',
  singular: '',
  archive_title: '',
  slug: '',
  hierarchical: false,
  has_archive: true,
  archive_slug: '',
  has_feed: true,
  in_search: true,
  in_sitemap: true,
  is_article: false,
  rest_base: '',
  supports: ['title', 'editor', 'excerpt', 'author', 'thumbnail', 'comments', 'revisions', 'related'],
  icon: 'dashicons-admin-post',
  own_capabilities: false,
  taxonomies: [],
};

function valuesOf({ state: _state, items: _items, revision: _revision, ...values }: TypeRow): Values {
  return values;
}

const maxNameLength = 20;

const features = () => [
  { value: 'title', label: say('Title') },
  { value: 'editor', label: say('Text') },
  { value: 'excerpt', label: say('Excerpt') },
  { value: 'author', label: say('Author') },
  { value: 'thumbnail', label: say('Featured image') },
  { value: 'comments', label: say('Comments') },
  { value: 'revisions', label: say('Revisions') },
  { value: 'related', label: say('Related posts') },
  { value: 'sticky', label: say('Sticky') },
  { value: 'page-attributes', label: say('Order') },
  { value: 'post-formats', label: say('Formats') },
];

const icons = () => [
  { value: 'dashicons-admin-post', label: say('Pin') },
  { value: 'dashicons-admin-page', label: say('Page') },
  { value: 'dashicons-admin-media', label: say('Media') },
  { value: 'dashicons-admin-comments', label: say('Comment') },
  { value: 'dashicons-admin-users', label: say('People') },
  { value: 'dashicons-admin-links', label: say('Link') },
  { value: 'dashicons-layout', label: say('Layout') },
  { value: 'dashicons-tag', label: say('Tag') },
  { value: 'dashicons-clock', label: say('Clock') },
  { value: 'dashicons-shield', label: say('Shield') },
];

/** Taxonomies that come with Broadsheet; those of the site name their types themselves. */
const builtInTaxonomies = () => {
  const { taxonomies = [] } = boot.types.find(({ name }) => name === boot.site.articleType) ?? {};
  return taxonomies
    .filter(({ isBuiltIn }) => isBuiltIn)
    .map(({ name, plural }) => ({ value: name, label: plural }));
};

const labels = () => ({
  name: say('Name in the database'),
  plural: say('Plural name'),
  singular: say('Singular name'),
  slug: say('Slug'),
  archive_title: say('Title of the archive'),
  archive_slug: say('Slug of the archive'),
  rest_base: say('REST base'),
});

/** Defines a post type. Empty names and addresses follow the labels while they are typed. */
function useTypeForm(row: TypeRow | undefined) {
  const [base, setBase] = useState(row);
  const [typed, setTyped] = useState<Values>(row ? valuesOf(row) : none);
  const isNew = base?.state !== 'defined';
  const values: Values = {
    ...typed,
    name: typed.name || nameOf(typed.singular, maxNameLength),
    slug: typed.slug || slugOf(typed.plural),
    rest_base: typed.rest_base || restBaseOf(typed.plural) || nameOf(typed.singular, maxNameLength),
  };
  return {
    base,
    isNew,
    typed,
    values,
    isDirty: JSON.stringify(typed) !== JSON.stringify(base ? valuesOf(base) : none),
    set: (change: Partial<Values>) => setTyped((before) => ({ ...before, ...change })),
    show: (theirs: TypeRow) => {
      setBase(theirs);
      setTyped(valuesOf(theirs));
    },
  };
}
export type TypeFormState = ReturnType<typeof useTypeForm>;

export function TypeForm({ row }: { readonly row: TypeRow | undefined }) {
  const form = useTypeForm(row);
  const { base, isNew, values, set } = form;
  const { fault, isBusy, send, settle } = useSending(labels());
  const settled = useUnsaved(form.isDirty);
  const navigate = useNavigate();
  const save = (revision: number) =>
    send(async () => {
      await saveDefinition('type', values.name, values, revision);
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
      <FormFault<TypeRow>
        fault={fault}
        onShow={(theirs) => {
          form.show(theirs);
          settle();
        }}
        onOverwrite={(theirs) => void save(theirs.revision)}
      />
      <TextField
        label={say('Plural name')}
        help={say('Shown in menus and as the title of the archive, such as “Reviews”.')}
        value={values.plural}
        maxLength={60}
        isRequired
        fault={faults['plural']}
        onChange={(plural) => set({ plural })}
      />
      <TextField
        label={say('Singular name')}
        help={say('One item, such as “Review”.')}
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
        label={say('Items have parents, as pages have')}
        checked={values.hierarchical}
        help={faults['hierarchical']}
        onChange={(hierarchical) => set({ hierarchical })}
      />
      <CheckboxControl
        label={say('An archive lists all items')}
        checked={values.has_archive}
        onChange={(isOn) => set({ has_archive: isOn })}
      />
      <CheckGroup
        legend={say('Taxonomies')}
        help={say('Taxonomies of your own choose their post types in their form.')}
        options={builtInTaxonomies()}
        chosen={values.taxonomies}
        onChange={(taxonomies) => set({ taxonomies })}
      />
      <AdvancedFields form={form} faults={faults} />
      <div className="form-end">
        <CancelButton
          isDirty={form.isDirty}
          onCancel={() => {
            settled();
            void navigate(typesAddress);
          }}
        />
        <SubmitButton
          isBusy={isBusy}
          isDisabled={isBusy || values.plural.trim() === '' || values.singular.trim() === ''}
        >
          {isNew ? say('Add post type') : say('Save')}
        </SubmitButton>
      </div>
    </form>
  );
}

const advanced = ['name', 'archive_title', 'archive_slug', 'rest_base', 'supports', 'own_capabilities'];

function AdvancedFields({
  form: { isNew, values, set },
  faults,
}: {
  readonly form: TypeFormState;
  readonly faults: Readonly<Record<string, string>>;
}) {
  return (
    <Advanced isOpen={advanced.some((field) => field in faults)}>
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
      {values.has_archive && (
        <>
          <TextField
            label={say('Title of the archive')}
            help={say('Leave empty to use the plural name.')}
            value={values.archive_title}
            maxLength={120}
            fault={faults['archive_title']}
            onChange={(title) => set({ archive_title: title })}
          />
          <TextField
            label={say('Slug of the archive')}
            help={say('Leave empty to use the slug above.')}
            value={values.archive_slug}
            maxLength={60}
            isCode
            fault={faults['archive_slug']}
            onChange={(slug) => set({ archive_slug: slug })}
          />
          <CheckboxControl
            label={say('The archive has a feed')}
            checked={values.has_feed}
            onChange={(isOn) => set({ has_feed: isOn })}
          />
        </>
      )}
      <CheckboxControl
        label={say('Searches find its items')}
        checked={values.in_search}
        onChange={(isOn) => set({ in_search: isOn })}
      />
      <CheckboxControl
        label={say('Sitemaps list its items')}
        checked={values.in_sitemap}
        onChange={(isOn) => set({ in_sitemap: isOn })}
      />
      <CheckboxControl
        label={say('Treat items as articles')}
        help={say('With ads between paragraphs, push notifications, counted views and the news sitemap.')}
        checked={values.is_article}
        onChange={(isOn) => set({ is_article: isOn })}
      />
      <CheckboxControl
        label={say('Capabilities of its own')}
        help={
          faults['own_capabilities'] ??
          say('Administrators and editors get them. Otherwise users need the capabilities for posts.')
        }
        checked={values.own_capabilities}
        onChange={(isOn) => set({ own_capabilities: isOn })}
      />
      <CheckGroup
        legend={say('Fields of an item')}
        options={features()}
        chosen={values.supports}
        onChange={(supports) => set({ supports })}
      />
      <SelectControl
        __next40pxDefaultSize
        label={say('Icon in the menu')}
        value={values.icon}
        options={icons()}
        onChange={(icon) => set({ icon: icon as Values['icon'] })}
      />
      <TextField
        label={say('REST base')}
        help={say('Address of its items for programs: %s', `/wp-json/wp/v2/${values.rest_base || '…'}`)}
        value={values.rest_base}
        maxLength={40}
        isCode
        fault={faults['rest_base']}
        onChange={(base) => set({ rest_base: base })}
      />
    </Advanced>
  );
}
