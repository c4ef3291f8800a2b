import { useQuery, queryOptions } from '@tanstack/react-query';
import { Button, SelectControl } from '@wordpress/components';
import { useMemo, useState, useSyncExternalStore } from 'react';
import type { ListedType } from '../../../app/boot.ts';
import { siteFormat, boot } from '../../../app/boot.ts';
import { Skeleton } from '../../../app/screen-head.tsx';
import { toast } from '../../../app/toasts.tsx';
import { compareTexts, withOlderBlock } from '../../../editor/compare-texts.ts';
import type { Draft } from '../../../editor/draft.ts';
import { footnotesField } from '../../../editor/footnotes.ts';
import type { SentFields } from '../../../editor/stored-post.ts';
import { undo } from '../../../editor/undo.ts';
import { ChangedBlocks, WordsChanged } from './changed-blocks.tsx';
import type { EditedRevision, SeenUser } from '../../../app/rest-types.ts';
import { rest } from '../../../app/rest.ts';
import './revisions.css';
import { say, sayCount } from '../../../words.ts';

const moments = siteFormat({ dateStyle: 'medium', timeStyle: 'short' });

/** Compare with the current text, the previous revision, or the one with this id. */
type Beside = 'now' | 'before' | number;

interface RevisionsProps {
  readonly draft: Draft;
  readonly type: ListedType;
  readonly onEnd: () => void;
}

/** Revisions of a text, compared with the current text or another revision. Restoring one changes the draft. */
export function RevisionsView({ draft, type, onEnd }: RevisionsProps) {
  const { post } = useSyncExternalStore(draft.subscribe, draft.state);
  const { data, error } = useQuery({
    ...pastStates(type, post?.id ?? 0, post?.revision ?? 0),
    enabled: post !== undefined,
  });
  return (
    <div className="past">
      <div className="past-head">
        <h2>{say('Revisions')}</h2>
        <Button variant="secondary" size="compact" onClick={onEnd}>
          {say('Back to editor')}
        </Button>
      </div>
      {error && (
        <p className="problem" role="alert">
          {error.message}
        </p>
      )}
      {!data && !error && <Skeleton rows={8} />}
      {data?.states.length === 0 && (
        <p className="empty">{say('No revisions yet. The first saved change creates one.')}</p>
      )}
      {data && data.states.length > 0 && post && (
        <Comparison draft={draft} type={type} postId={post.id} states={data.states} names={data.names} />
      )}
    </div>
  );
}

interface ComparisonProps {
  readonly draft: Draft;
  readonly type: ListedType;
  readonly postId: number;
  /** Oldest first; not empty. */
  readonly states: readonly PastState[];
  readonly names: ReadonlyMap<number, string>;
}

function Comparison({ draft, type, postId, states, names }: ComparisonProps) {
  // The last revision equals the stored post, so without unsaved changes start with the one before.
  const [chosen, setChosen] = useState(
    () => states[Math.max(0, states.length - (draft.isDirty() ? 1 : 2))]?.id ?? 0,
  );
  const [beside, setBeside] = useState<Beside>('now');
  const at = Math.max(
    0,
    states.findIndex(({ id }) => id === chosen),
  );
  const state = states[at];
  const otherAt = beside === 'before' ? at - 1 : states.findIndex(({ id }) => id === beside);
  const other = beside === 'now' ? undefined : states[otherAt];
  const texts = useQuery(pastTexts(type, postId, state?.id ?? 0));
  const otherTexts = useQuery({ ...pastTexts(type, postId, other?.id ?? 0), enabled: other !== undefined });
  const content = draft.content();
  const [title, excerpt] = [draft.text('title'), draft.text('excerpt')];
  const now = useMemo(() => ({ title, excerpt, content }), [title, excerpt, content]);
  if (!state) return null;
  const nameOf = ({ author, date_gmt: date, slug }: PastState) => {
    const [when, who] = [moments.format(new Date(`${date}Z`)), names.get(author) ?? say('unknown user')];
    return slug.includes('-autosave-') ? say('%s, %s (autosave)', when, who) : say('%s, %s', when, who);
  };
  const isNow = beside === 'now';
  const nothing: PastTexts = { title: '', excerpt: '', content: '' };
  const second = isNow ? now : other ? otherTexts.data : nothing;
  const isFirstOlder = isNow || (beside !== 'before' && otherAt > at);
  const fault = texts.error ?? otherTexts.error;
  const restore = (markup: string, fields: Partial<PastTexts>, message: string) =>
    restoreTexts(draft, type, { markup, fields, message });
  return (
    <>
      <RevisionSlider states={states} chosen={state} nameOf={nameOf} onChoose={setChosen} />
      <div className="past-acts">
        <CompareControl
          states={states.filter(({ id }) => id !== state.id)}
          beside={beside}
          nameOf={nameOf}
          onChange={setBeside}
        />
        <Button
          variant="primary"
          __next40pxDefaultSize
          disabled={!texts.data}
          accessibleWhenDisabled
          onClick={() => {
            const { content: markup, ...fields } = texts.data ?? nothing;
            restore(markup, fields, say('Revision restored: %s', nameOf(state)));
          }}
        >
          {say('Restore this revision')}
        </Button>
      </div>
      {fault && (
        <p className="problem" role="alert">
          {fault.message}
        </p>
      )}
      {!fault && (!texts.data || !second) && <Skeleton rows={6} />}
      {texts.data && second && (
        <Changes
          older={isFirstOlder ? texts.data : second}
          newer={isFirstOlder ? second : texts.data}
          onRestore={isNow ? (markup, fields) => restore(markup, fields, say('Change restored')) : undefined}
        />
      )}
    </>
  );
}

interface Restored {
  readonly markup: string;
  readonly fields: Partial<PastTexts>;
  readonly message: string;
}

function restoreTexts(draft: Draft, type: ListedType, { markup, fields, message }: Restored): void {
  const before = { title: draft.text('title'), excerpt: draft.text('excerpt') };
  const values = edits(fields.values ?? {});
  const valuesBefore = edits(
    Object.fromEntries(
      Object.keys(fields.values ?? {}).map((name) => [name, draft.value(`meta.${name}`) ?? null]),
    ),
  );
  const notes = fields.footnotes === undefined ? {} : { [footnotesField]: fields.footnotes };
  const known = (['title', 'excerpt', 'content'] as const).filter(
    (name) => fields[name] !== undefined && type.supports.includes(name === 'content' ? 'editor' : name),
  );
  const { history: earlier } = draft.state();
  draft.replace(markup, {
    ...Object.fromEntries(known.map((name) => [name, fields[name]])),
    ...notes,
    ...values,
  });
  const { history } = draft.state();
  toast(message, {
    undo: () => {
      // Changes made since then stay: the user can still undo by hand. An unchanged text has no undo step.
      if (history !== earlier && draft.state().history === history) draft.setHistory(undo(history));
      draft.edit({
        ...Object.fromEntries(known.map((name) => [name, before[name as 'title' | 'excerpt']])),
        ...valuesBefore,
      });
    },
  });
}

/** Values of custom fields as the draft holds them. */
const edits = (values: Readonly<Record<string, unknown>>): SentFields =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`meta.${name}`, value])) as SentFields;

interface SliderProps {
  readonly states: readonly PastState[];
  readonly chosen: PastState;
  readonly nameOf: (state: PastState) => string;
  readonly onChoose: (id: number) => void;
}

function RevisionSlider({ states, chosen, nameOf, onChoose }: SliderProps) {
  const at = states.indexOf(chosen);
  const choose = (index: number) => onChoose((states[index] ?? chosen).id);
  return (
    <div className="past-choice">
      <Button
        variant="secondary"
        size="compact"
        disabled={at === 0}
        accessibleWhenDisabled
        onClick={() => choose(at - 1)}
      >
        {say('Older')}
      </Button>
      <label>
        <span className="past-of">
          <strong>{nameOf(chosen)}</strong> {say('%d of %d', at + 1, states.length)}
        </span>
        <input
          type="range"
          aria-label={say('Revision')}
          min={0}
          max={states.length - 1}
          value={at}
          aria-valuetext={nameOf(chosen)}
          onChange={(event) => choose(Number(event.target.value))}
        />
      </label>
      <Button
        variant="secondary"
        size="compact"
        disabled={at === states.length - 1}
        accessibleWhenDisabled
        onClick={() => choose(at + 1)}
      >
        {say('Newer')}
      </Button>
    </div>
  );
}

interface CompareProps {
  readonly states: readonly PastState[];
  readonly beside: Beside;
  readonly nameOf: (state: PastState) => string;
  readonly onChange: (beside: Beside) => void;
}

function CompareControl({ states, beside, nameOf, onChange }: CompareProps) {
  return (
    <SelectControl
      label={say('Compare with')}
      __next40pxDefaultSize
      __nextHasNoMarginBottom
      value={String(beside)}
      options={[
        { value: 'now', label: say('Current version') },
        { value: 'before', label: say('Previous revision') },
        ...states.toReversed().map((one) => ({ value: String(one.id), label: nameOf(one) })),
      ]}
      onChange={(value) => onChange(value === 'now' || value === 'before' ? value : Number(value))}
    />
  );
}

interface ChangesProps {
  readonly older: PastTexts;
  readonly newer: PastTexts;
  readonly onRestore: ((markup: string, fields: Partial<PastTexts>) => void) | undefined;
}

function Changes({ older, newer, onRestore }: ChangesProps) {
  const changes = useMemo(() => compareTexts(older.content, newer.content), [older.content, newer.content]);
  const count = (kind: string) => changes.filter((change) => change.kind === kind).length;
  const fields = (['title', 'excerpt'] as const).filter((name) => older[name] !== newer[name]);
  const summary = [
    ...fields.map((name) => (name === 'title' ? say('the title') : say('the excerpt'))),
    ...(count('changed') > 0 ? [sayCount('%d changed|%d changed', count('changed'))] : []),
    ...(count('added') > 0 ? [sayCount('%d added|%d added', count('added'))] : []),
    ...(count('removed') > 0 ? [sayCount('%d removed|%d removed', count('removed'))] : []),
  ];
  return (
    <>
      <p className="past-message" role="status">
        {summary.length === 0 ? say('No differences.') : say('Changes: %s.', summary.join(', '))}
      </p>
      {fields.map((name) => (
        <section
          key={name}
          className="past-block"
          data-kind="changed"
          aria-label={name === 'title' ? say('Changed: title') : say('Changed: excerpt')}
        >
          <header>
            <strong>{say('Changed')}</strong> <span>{name === 'title' ? say('Title') : say('Excerpt')}</span>
          </header>
          <WordsChanged older={older[name]} newer={newer[name]} />
          {onRestore && (
            <Button
              variant="tertiary"
              size="compact"
              onClick={() => onRestore(newer.content, { [name]: older[name] })}
            >
              {name === 'title' ? say('Restore the title') : say('Restore the excerpt')}
            </Button>
          )}
        </section>
      ))}
      <ChangedBlocks
        changes={changes}
        onRestore={onRestore && ((index) => onRestore(withOlderBlock(changes, index), {}))}
      />
    </>
  );
}

export type PastState = Pick<EditedRevision, 'id' | 'author' | 'date_gmt' | 'slug'>;

export interface PastTexts {
  readonly title: string;
  readonly excerpt: string;
  readonly content: string;
  /** As JSON. */
  readonly footnotes?: string;
  /** Of the custom fields that the revision knows. */
  readonly values?: Readonly<Record<string, unknown>>;
}

type SentRevision = Pick<EditedRevision, 'id' | 'title' | 'excerpt' | 'content' | 'meta'>;

const perPage = 100;
/** Maximum pages listed: the newest thousand revisions. */
const maxPages = 10;

/** All revisions of a post, oldest first, and their authors by id. `revision`: the post's revision count, which invalidates the query. */
export const pastStates = ({ restBase }: ListedType, postId: number, revision: number) =>
  queryOptions({
    queryKey: ['revisions', restBase, postId, revision],
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const page = async (number: number) =>
        rest<readonly PastState[]>(
          `/wp/v2/${restBase}/${postId}/revisions?context=edit&per_page=${perPage}&page=${number}&_fields=id,author,date_gmt,slug`,
          { signal },
        );
      const { body: first, total } = await page(1);
      const pages = Math.min(Math.ceil(total / perPage), maxPages);
      const others = await Promise.all(
        Array.from({ length: Math.max(0, pages - 1) }, (_, index) => page(index + 2)),
      );
      const states = [...first, ...others.flatMap(({ body }) => body)].toReversed();
      const authors = [...new Set(states.map(({ author }) => author))]
        .filter((id) => id > 0 && id !== boot.user.id)
        .slice(0, 100);
      const people =
        authors.length === 0
          ? []
          : (
              await rest<readonly Pick<SeenUser, 'id' | 'name'>[]>(
                `/wp/v2/users?include=${authors.join()}&per_page=100&_fields=id,name`,
                { signal },
              )
            ).body;
      return {
        states,
        names: new Map([
          [boot.user.id, boot.user.name],
          ...people.map(({ id, name }) => [id, name] as const),
        ]),
      };
    },
  });

/** Texts of one revision; immutable. */
export const pastTexts = ({ restBase }: ListedType, postId: number, id: number) =>
  queryOptions({
    queryKey: ['revision', restBase, postId, id],
    staleTime: Infinity,
    queryFn: async ({ signal }): Promise<PastTexts> => {
      const { body } = await rest<SentRevision>(
        `/wp/v2/${restBase}/${postId}/revisions/${id}?context=edit&_fields=id,title.raw,excerpt.raw,content.raw,meta`,
        { signal },
      );
      const { footnotes = '', ...values } = body.meta ?? {};
      return {
        title: body.title?.raw ?? '',
        excerpt: body.excerpt?.raw ?? '',
        content: body.content?.raw ?? '',
        footnotes,
        values,
      };
    },
  });
