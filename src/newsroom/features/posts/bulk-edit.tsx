import { useQueryClient } from '@tanstack/react-query';
import { SelectControl } from '@wordpress/components';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { may, maySetSticky } from '../../app/boot.ts';
import type { ListedType, PostFeature } from '../../app/boot.ts';
import { CancelButton, SubmitButton, useIsUnmounted } from '../../app/form-modal.tsx';
import { sentStatus } from '../../app/rest-types.ts';
import type { PostSent } from '../../app/rest-types.ts';
import { AuthorControl, TermsControl } from '../../app/post-controls.tsx';
import { useUnsaved } from '../../app/unsaved.tsx';
import { inSentence, say } from '../../words.ts';
import { postWork } from './post-actions.ts';
import type { PostChange } from './post-actions.ts';
import { termsOf } from './post-list.ts';
import type { PostRow } from './post-list.ts';
import { statusesFor } from './quick-edit.tsx';
import type { EditProps } from './quick-edit.tsx';

const asItIs = { value: '', label: say('No change') };
interface Choice {
  readonly name: keyof PostSent;
  readonly label: string;
  readonly feature: PostFeature;
  readonly options: readonly (readonly [string, string])[];
}
const choices: readonly Choice[] = [
  {
    name: 'comment_status',
    label: say('Comments'),
    feature: 'comments',
    options: [
      ['open', say('Allow comments')],
      ['closed', say('Closed')],
    ],
  },
  {
    name: 'sticky',
    label: say('Sticky'),
    feature: 'sticky',
    options: [
      ['true', say('Sticky')],
      ['false', say('Not sticky')],
    ],
  },
];

/** Values for several posts; an empty one leaves each post unchanged. */
interface Chosen {
  readonly status: string;
  readonly author: number;
  readonly fields: Readonly<Record<string, string>>;
}
type Added = Readonly<Record<string, readonly number[]>>;

function changeOf(post: PostRow, { taxonomies }: ListedType, chosen: Chosen, added: Added): PostChange {
  const { status, author } = chosen;
  const terms = taxonomies.flatMap((taxonomy) => {
    const own = termsOf(post, taxonomy);
    const more = (added[taxonomy.restBase] ?? []).filter((id) => !own.includes(id));
    return more.length === 0 ? [] : [[taxonomy.restBase, [...own, ...more]] as const];
  });
  const fields = Object.entries(chosen.fields)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => [name, name === 'sticky' ? value === 'true' : value] as const);
  return {
    ...(status === '' || status === post.status ? {} : { status: sentStatus(status) }),
    ...(author === 0 || author === post.author ? {} : { author }),
    ...Object.fromEntries(terms),
    ...Object.fromEntries(fields),
  };
}

/** Edits several posts: empty fields stay unchanged, and terms are added to each post's own. */
export function BulkEdit({ type, posts, onDone }: EditProps & { readonly posts: readonly PostRow[] }) {
  const work = postWork(useQueryClient(), type);
  const [status, setStatus] = useState('');
  const [author, setAuthor] = useState(0);
  const [added, setAdded] = useState<Added>({});
  // New tags are created in the background; saving waits for them.
  const latest = useRef(added);
  const making = useRef<Promise<unknown>>(Promise.resolve());
  const isUnmounted = useIsUnmounted();
  const [isBusy, setBusy] = useState(false);
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  useUnsaved(
    status !== '' ||
      author !== 0 ||
      Object.values(added).some(({ length }) => length > 0) ||
      Object.values(chosen).some((value) => value !== ''),
  );

  const offered = choices.filter(({ feature }) =>
    feature === 'sticky' ? maySetSticky(type) : type.supports.includes(feature),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    void making.current.then(() => {
      if (isUnmounted()) return undefined;
      onDone();
      return work.edit(posts, (post) =>
        changeOf(post, type, { status, author, fields: chosen }, latest.current),
      );
    });
  };
  return (
    <form className="form" onSubmit={submit}>
      <div className="form-columns">
        <div>
          <SelectControl
            __next40pxDefaultSize
            label={say('Status')}
            value={status}
            options={[asItIs, ...statusesFor(type)]}
            onChange={setStatus}
          />
          {type.supports.includes('author') && may(type.othersCapability) && (
            <AuthorControl value={author} name="" onChange={setAuthor} isOptional />
          )}
          {offered.map(({ name, label, options }) => (
            <SelectControl
              key={name}
              __next40pxDefaultSize
              label={label}
              value={chosen[name] ?? ''}
              onChange={(value) => setChosen({ ...chosen, [name]: value })}
              options={[asItIs, ...options.map(([value, text]) => ({ value, label: text }))]}
            />
          ))}
        </div>
        <div>
          {type.taxonomies.map((taxonomy) => (
            <TermsControl
              key={taxonomy.name}
              taxonomy={taxonomy}
              label={say('Add %s', inSentence(taxonomy.plural))}
              value={added[taxonomy.restBase] ?? []}
              known={[]}
              onChange={(ids) => setAdded((latest.current = { ...latest.current, [taxonomy.restBase]: ids }))}
              onMaking={(made) => (making.current = Promise.all([making.current, made]))}
            />
          ))}
        </div>
      </div>
      <div className="form-end">
        <CancelButton />
        <SubmitButton isBusy={isBusy}>{say('Save all %d', posts.length)}</SubmitButton>
      </div>
    </form>
  );
}
