import { useQueryClient } from '@tanstack/react-query';
import { CheckboxControl, SelectControl, TextControl } from '@wordpress/components';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { may, maySetSticky } from '../../app/boot.ts';
import type { ListedType, PostFeature } from '../../app/boot.ts';
import { formats } from '../../app/choices.ts';
import { CancelButton, SubmitButton, useIsUnmounted } from '../../app/form-modal.tsx';
import { FormFault } from '../../app/problem.tsx';
import { RestError } from '../../app/rest.ts';
import { mayBeUndated } from '../../app/rest-types.ts';
import type { PostSent } from '../../app/rest-types.ts';
import { AuthorControl, ParentControl, TermsControl, OrderControl } from '../../app/post-controls.tsx';
import { toast } from '../../app/toasts.tsx';
import { useUnsaved } from '../../app/unsaved.tsx';
import { say } from '../../words.ts';
import { backOf, postWork, titleOf, touched } from './post-actions.ts';
import type { PostChange } from './post-actions.ts';
import { termsOf } from './post-list.ts';
import type { PostRow } from './post-list.ts';

type Values = Readonly<Record<string, unknown>>;

const minutes = (date: string) => date.slice(0, 16);

function valuesOf(post: PostRow, { taxonomies }: ListedType): Values {
  const fields = {
    title: post.title?.raw,
    slug: post.slug,
    date: post.date_floating ? '' : minutes(post.date),
    status: post.status,
    password: post.password,
    author: post.author,
    parent: post.parent,
    menu_order: post.menu_order,
    sticky: post.sticky,
    format: post.format,
    comment_status: post.comment_status,
  } satisfies { readonly [Name in keyof PostSent]?: unknown };
  return {
    ...fields,
    ...Object.fromEntries(taxonomies.map((taxonomy) => [taxonomy.restBase, termsOf(post, taxonomy)])),
  };
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The changed fields as REST arguments. `to`: the post they apply to. */
function changesOf(before: Values, now: Values, to: PostRow): PostChange {
  // Private posts have no password: their readers are not asked for one, and others can't read them.
  const next = now['status'] === 'private' ? { ...now, password: '' } : now;
  const changed = Object.entries(next).filter(
    ([name, value]) =>
      value !== undefined &&
      !isSame(value, before[name]) &&
      // Without a date, a post that another user has since scheduled would be published at once.
      (name !== 'date' || value !== '' || mayBeUndated(to.status)),
  );
  return Object.fromEntries(
    changed.map(([name, value]) => [
      name,
      name === 'date' ? (value === '' ? null : `${String(value)}:00`) : value,
    ]),
  );
}

export interface EditProps {
  readonly type: ListedType;
  readonly onDone: () => void;
}

function useQuickEdit({ type, post, onDone }: EditProps & { readonly post: PostRow }) {
  const queries = useQueryClient();
  const work = postWork(queries, type);
  const [base, setBase] = useState(post);
  const [values, setValues] = useState(() => valuesOf(post, type));
  const [fault, setFault] = useState<RestError>();
  const [isBusy, setBusy] = useState(false);
  // New tags are created in the background; saving waits for them.
  const latest = useRef(values);
  const making = useRef<Promise<unknown>>(Promise.resolve());
  const isUnmounted = useIsUnmounted();
  useUnsaved(Object.keys(changesOf(valuesOf(base, type), values, base)).length > 0);
  const setAll = (next: Values) => {
    latest.current = next;
    setValues(next);
  };
  /** `since`: the base of the changes, if it is not the version they apply to. */
  const save = async (from: PostRow, since = from) => {
    setBusy(true);
    try {
      await making.current;
      if (isUnmounted()) return;
      const body = changesOf(valuesOf(since, type), latest.current, from);
      if (Object.keys(body).length === 0) return onDone();
      const made = await work.change(from, body);
      onDone();
      toast(say('“%s” updated.', titleOf(made)), {
        undo: () => void work.edit([{ ...from, revision: made.revision }], () => backOf(from, body)),
      });
      await Promise.all(touched.map((key) => queries.invalidateQueries({ queryKey: [key] })));
    } catch (error) {
      if (!(error instanceof RestError)) throw error;
      setFault(error);
    } finally {
      setBusy(false);
    }
  };
  return {
    base,
    values,
    fault,
    isBusy,
    set: (name: string) => (value: unknown) => setAll({ ...latest.current, [name]: value }),
    save: () => save(base),
    show: (theirs: PostRow) => {
      setBase(theirs);
      setAll(valuesOf(theirs, type));
      setFault(undefined);
    },
    saveOver: (theirs: PostRow) => {
      setFault(undefined);
      void save(theirs, base);
    },
    wait: (made: Promise<unknown>) => (making.current = Promise.all([making.current, made])),
  };
}

/** Edits fields of a post within the list. Changes by other users are shown, and only overwritten on request. */
export function QuickEdit({ type, post, onDone }: EditProps & { readonly post: PostRow }) {
  const edit = useQuickEdit({ type, post, onDone });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void edit.save();
  };
  return (
    <form className="form" onSubmit={submit}>
      <FormFault fault={edit.fault} onShow={edit.show} onOverwrite={edit.saveOver} />
      <div className="form-columns">
        <div>
          <PublishingFields type={type} post={post} edit={edit} />
        </div>
        <div>
          {type.taxonomies.map((taxonomy) => (
            <TermsControl
              key={taxonomy.name}
              taxonomy={taxonomy}
              value={edit.values[taxonomy.restBase] as readonly number[]}
              onChange={edit.set(taxonomy.restBase)}
              onMaking={edit.wait}
              known={(post['_embedded']?.['wp:term'] ?? []).flat()}
            />
          ))}
          <PlacementFields type={type} post={post} edit={edit} />
        </div>
      </div>
      <div className="form-end">
        <CancelButton />
        <SubmitButton isBusy={edit.isBusy}>{say('Save')}</SubmitButton>
      </div>
    </form>
  );
}

interface FieldsProps {
  readonly type: ListedType;
  readonly post: PostRow;
  readonly edit: Pick<ReturnType<typeof useQuickEdit>, 'base' | 'values' | 'set'>;
}

const textOf = (values: Values, name: string) => (typeof values[name] === 'string' ? values[name] : '');

function PublishingFields({ type, post, edit: { base, values, set } }: FieldsProps) {
  const isUndated = mayBeUndated(base.status);
  return (
    <>
      <TextControl
        __next40pxDefaultSize
        label={say('Title')}
        dir="auto"
        value={textOf(values, 'title')}
        onChange={set('title')}
      />
      <TextControl
        __next40pxDefaultSize
        label={say('Slug')}
        help={say('The last part of the URL. The old URL redirects to the new one.')}
        value={textOf(values, 'slug')}
        onChange={set('slug')}
      />
      <TextControl
        __next40pxDefaultSize
        type="datetime-local"
        label={say('Date')}
        required={!isUndated}
        help={isUndated ? say('Leave empty to use the time of publication.') : undefined}
        value={textOf(values, 'date')}
        onChange={set('date')}
      />
      <SelectControl
        __next40pxDefaultSize
        label={say('Status')}
        value={textOf(values, 'status')}
        options={statusesFor(type, post.status)}
        onChange={set('status')}
      />
      {textOf(values, 'status') !== 'private' && (
        <TextControl
          __next40pxDefaultSize
          label={say('Password')}
          help={say('Readers need this password. Leave empty for public.')}
          value={textOf(values, 'password')}
          maxLength={255}
          autoComplete="off"
          onChange={set('password')}
        />
      )}
      {type.supports.includes('author') && may(type.othersCapability) && (
        <AuthorControl
          value={Number(values['author'] ?? 0)}
          name={post['_embedded']?.author?.[0]?.name ?? ''}
          onChange={set('author')}
        />
      )}
    </>
  );
}

function PlacementFields({ type, post, edit: { values, set } }: FieldsProps) {
  const has = (feature: PostFeature) => type.supports.includes(feature);
  return (
    <>
      {type.isHierarchical && (
        <ParentControl
          type={type}
          id={post.id}
          value={Number(values['parent'] ?? 0)}
          onChange={set('parent')}
        />
      )}
      {has('page-attributes') && (
        <OrderControl value={Number(values['menu_order'] ?? 0)} onChange={set('menu_order')} />
      )}
      {has('post-formats') && (
        <SelectControl
          __next40pxDefaultSize
          label={say('Format')}
          value={textOf(values, 'format')}
          onChange={set('format')}
          options={formats.map(({ value, label }) => ({ value: String(value), label }))}
        />
      )}
      {maySetSticky(type) && (
        <CheckboxControl
          label={say('Stick to the top of lists')}
          checked={values['sticky'] === true}
          onChange={set('sticky')}
        />
      )}
      {has('comments') && (
        <CheckboxControl
          label={say('Allow comments')}
          checked={values['comment_status'] === 'open'}
          onChange={(isOpen) => set('comment_status')(isOpen ? 'open' : 'closed')}
        />
      )}
    </>
  );
}

/** Statuses the user can set, plus the post's current one. */
export function statusesFor(
  { publishCapability }: ListedType,
  own?: string,
): { value: string; label: string }[] {
  const all = [
    { value: 'publish', label: say('Published') },
    { value: 'future', label: say('Scheduled') },
    { value: 'private', label: say('Private') },
    { value: 'pending', label: say('Pending') },
    { value: 'draft', label: say('Draft') },
  ];
  return all.filter(
    ({ value }) =>
      value === own ||
      value === 'draft' ||
      value === 'pending' ||
      (may(publishCapability) && value !== 'future'),
  );
}
