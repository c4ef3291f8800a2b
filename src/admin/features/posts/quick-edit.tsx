import { useQueryClient } from '@tanstack/react-query';
import { Button, CheckboxControl, SelectControl, TextControl } from '@wordpress/components';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { may, maySetSticky } from '../../app/boot.ts';
import type { ListedType, PostFeature } from '../../app/boot.ts';
import { formats } from '../../app/choices.ts';
import { CancelButton } from '../../app/form-modal.tsx';
import { OrderControl } from '../../app/order-control.tsx';
import { RestError } from '../../app/rest.ts';
import { mayBeUndated } from '../../app/sent-status.ts';
import type { PostSent } from '../../app/sent.ts';
import { AuthorControl, ParentControl, TermsControl } from '../../app/term-controls.tsx';
import { toast } from '../../app/toasts.tsx';
import { useIsGone } from '../../app/use-is-gone.ts';
import { useUnsaved } from '../../app/unsaved.tsx';
import { backOf, postWork, titleOf, touched } from './post-actions.ts';
import type { PostChange } from './post-actions.ts';
import { termsOf } from './post-list.ts';
import type { PostRow } from './post-list.ts';

/** What the form holds: each field as REST takes it. */
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

/** What was changed of a post, as REST takes it. `to`: the post that is changed by it. */
function changesOf(before: Values, now: Values, to: PostRow): PostChange {
  // Who may read private texts is asked for no password, and nobody else would be.
  const next = now['status'] === 'private' ? { ...now, password: '' } : now;
  const changed = Object.entries(next).filter(
    ([name, value]) =>
      value !== undefined &&
      !isSame(value, before[name]) &&
      // Without its date what somebody else scheduled meanwhile would be public at once.
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

/** What is told of a post in a list, changed without opening it; what somebody else saved meanwhile is shown, and never written over unasked. */
export function QuickEdit({ type, post, onDone }: EditProps & { readonly post: PostRow }) {
  const queries = useQueryClient();
  const work = postWork(queries, type);
  const [base, setBase] = useState(post);
  const [values, setValues] = useState(() => valuesOf(post, type));
  const [fault, setFault] = useState<RestError>();
  const [isBusy, setBusy] = useState(false);
  // A new name is made a tag behind the form: what is saved waits for it.
  const latest = useRef(values);
  const making = useRef<Promise<unknown>>(Promise.resolve());
  const isGone = useIsGone();
  useUnsaved(Object.keys(changesOf(valuesOf(base, type), values, base)).length > 0);
  const setAll = (next: Values) => {
    latest.current = next;
    setValues(next);
  };
  const set = (name: string) => (value: unknown) => setAll({ ...latest.current, [name]: value });
  const text = (name: string) => (typeof values[name] === 'string' ? values[name] : '');
  const has = (feature: PostFeature) => type.supports.includes(feature);

  /** `since`: what the changes began from, which is not always what they are made to. */
  const save = async (from: PostRow, since = from) => {
    setBusy(true);
    try {
      await making.current;
      if (isGone()) return;
      const body = changesOf(valuesOf(since, type), latest.current, from);
      if (Object.keys(body).length === 0) return onDone();
      const made = await work.change(from, body);
      onDone();
      toast(`“${titleOf(made)}” is saved.`, {
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(base);
  };
  const theirs = fault?.status === 409 ? (fault.theirs as PostRow | undefined) : undefined;
  return (
    <form className="form" onSubmit={submit}>
      {fault && (
        <div className="problem" role="alert">
          {fault.message}
          {theirs && (
            <p>
              <Button
                variant="link"
                onClick={() => {
                  setBase(theirs);
                  setAll(valuesOf(theirs, type));
                  setFault(undefined);
                }}
              >
                Show what they saved
              </Button>{' '}
              <Button
                variant="link"
                onClick={() => {
                  setFault(undefined);
                  void save(theirs, base);
                }}
              >
                Save mine over it
              </Button>
            </p>
          )}
        </div>
      )}
      <div className="form-columns">
        <div>
          <TextControl
            __next40pxDefaultSize
            label="Title"
            dir="auto"
            value={text('title')}
            onChange={set('title')}
          />
          <TextControl
            __next40pxDefaultSize
            label="Slug"
            help="The last part of its address; the former one leads here."
            value={text('slug')}
            onChange={set('slug')}
          />
          <TextControl
            __next40pxDefaultSize
            type="datetime-local"
            label="Date"
            required={!mayBeUndated(base.status)}
            help={mayBeUndated(base.status) ? 'Empty: that of its publication.' : undefined}
            value={text('date')}
            onChange={set('date')}
          />
          <SelectControl
            __next40pxDefaultSize
            label="Status"
            value={text('status')}
            options={statusesFor(type, post.status)}
            onChange={set('status')}
          />
          {text('status') !== 'private' && (
            <TextControl
              __next40pxDefaultSize
              label="Password"
              help="Readers are asked for it; empty: everybody may read."
              value={text('password')}
              maxLength={255}
              autoComplete="off"
              onChange={set('password')}
            />
          )}
          {has('author') && may(type.othersCapability) && (
            <AuthorControl
              value={Number(values['author'] ?? 0)}
              name={post['_embedded']?.author?.[0]?.name ?? ''}
              onChange={set('author')}
            />
          )}
        </div>
        <div>
          {type.taxonomies.map((taxonomy) => (
            <TermsControl
              key={taxonomy.name}
              taxonomy={taxonomy}
              value={values[taxonomy.restBase] as readonly number[]}
              onChange={set(taxonomy.restBase)}
              onMaking={(made) => (making.current = Promise.all([making.current, made]))}
              known={(post['_embedded']?.['wp:term'] ?? []).flat()}
            />
          ))}
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
              label="Format"
              value={text('format')}
              onChange={set('format')}
              options={formats.map(({ value, label }) => ({ value: String(value), label }))}
            />
          )}
          {maySetSticky(type) && (
            <CheckboxControl
              label="Keep it at the top of lists"
              checked={values['sticky'] === true}
              onChange={set('sticky')}
            />
          )}
          {has('comments') && (
            <CheckboxControl
              label="Readers may comment"
              checked={values['comment_status'] === 'open'}
              onChange={(isOpen) => set('comment_status')(isOpen ? 'open' : 'closed')}
            />
          )}
        </div>
      </div>
      <div className="form-end">
        <CancelButton />
        <Button
          __next40pxDefaultSize
          variant="primary"
          type="submit"
          isBusy={isBusy}
          disabled={isBusy}
          accessibleWhenDisabled
        >
          Save
        </Button>
      </div>
    </form>
  );
}

/** Statuses that who is here may give; what a post has stays offered. */
export function statusesFor(
  { publishCapability }: ListedType,
  own?: string,
): { value: string; label: string }[] {
  const all = [
    { value: 'publish', label: 'Published' },
    { value: 'future', label: 'Scheduled' },
    { value: 'private', label: 'Private' },
    { value: 'pending', label: 'Pending' },
    { value: 'draft', label: 'Draft' },
  ];
  return all.filter(
    ({ value }) =>
      value === own ||
      value === 'draft' ||
      value === 'pending' ||
      (may(publishCapability) && value !== 'future'),
  );
}
