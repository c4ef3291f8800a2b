import { Button, Modal } from '@wordpress/components';
import { useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { may } from '../../app/boot.ts';
import { keyOf, useKeys } from '../../app/keys.ts';
import { Nothing, NothingFound, ListSearch } from '../../app/list-parts.tsx';
import { plainText } from '../../app/rest-types.ts';
import { Problem } from '../../app/problem.tsx';
import type { CommentCounts } from '../../app/rest-types.ts';
import { AccessDenied, ScreenHead, Skeleton } from '../../app/screen-head.tsx';
import { useUnsavedWhen } from '../../app/unsaved.tsx';
import { useLastPage, addressNow, useRowFocus } from '../../app/use-list-view.ts';
import { say, sayWith } from '../../words.ts';
import { BulkBar, DeleteQuestion } from './bulk-bar.tsx';
import { isWritten } from './comment-forms.tsx';
import type { Unfinished } from './comment-forms.tsx';
import { CommentItem, decisionsOn } from './comment-item.tsx';
import {
  countOf,
  isIn,
  perPage,
  readCommentQuery,
  tabs,
  useCommentCounts,
  useComments,
  writeCommentQuery,
} from './comment-list.ts';
import type { CommentQuery, CommentRow, CommentStatus } from './comment-list.ts';
import { useModeration } from './use-moderation.ts';
import type { Moderation } from './use-moderation.ts';

/** `edit-comments.php`: comments of all posts, moderated with the mouse or WordPress' shortcuts. */
export function CommentsScreen() {
  if (!may('moderate_comments'))
    return (
      <AccessDenied>{say('Managing comments requires the capability “moderate_comments”.')}</AccessDenied>
    );
  return <CommentList />;
}

/** The comments of the list, with decisions that the server has not confirmed yet. */
function useShownRows(
  stored: readonly CommentRow[] | undefined,
  { tab, only }: CommentQuery,
  { decided, dismissed }: Moderation,
  written: CommentRow | undefined,
): readonly CommentRow[] {
  return useMemo(() => {
    const rows = (stored ?? []).map((row) => ({
      ...row,
      status: decided.get(row.id) ?? row.status,
      broadsheet_reports: dismissed.has(row.id) ? [] : row.broadsheet_reports,
    }));
    const visible = rows.filter((row) => only !== undefined || isIn(tab, row));
    // A comment with an open form stays in the list, so that its text is not lost.
    return !written || visible.some(({ id }) => id === written.id) ? visible : [written, ...visible];
  }, [stored, decided, dismissed, tab, only, written]);
}

interface KeyActions {
  readonly onFocus: (row: CommentRow | undefined) => void;
  readonly onUndo: () => void;
  readonly onExplain: () => void;
  readonly onToggle: (row: CommentRow) => void;
  readonly onWrite: (row: CommentRow, what: 'reply' | 'edit') => void;
  readonly onDecide: (row: CommentRow, to: CommentStatus) => void;
}

/** WordPress' shortcuts for a list of comments; `at`: index of the current one. */
function useCommentKeys(rows: readonly CommentRow[], at: number, act: KeyActions): void {
  useKeys((event) => {
    const { target } = event;
    const key = keyOf(event);
    const elsewhere = 'input:not([type=checkbox]),textarea,select,[role=dialog],[contenteditable]';
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      (target instanceof Element && target.closest(elsewhere))
    )
      return;
    // Holding a key only moves; a decision affects one comment.
    if (event.repeat && key !== 'j' && key !== 'k') return;
    const row = rows[at];
    if (key === 'j') act.onFocus(rows[at + 1] ?? (at < 0 ? rows[0] : undefined));
    else if (key === 'k') act.onFocus(at < 0 ? rows.at(-1) : rows[at - 1]);
    else if (key === 'z') act.onUndo();
    else if (key === '?') act.onExplain();
    else if (!row) return;
    else if (key === 'x') act.onToggle(row);
    else if (
      (key === 'r' || key === 'e' || key === 'q') &&
      (row.status === 'approved' || row.status === 'hold')
    ) {
      act.onWrite(row, key === 'r' ? 'reply' : 'edit');
    } else {
      const decision = decisionsOn(row).find((one) => one.key === key);
      if (!decision) return;
      act.onDecide(row, decision.to);
    }
    event.preventDefault();
  });
}

function useSelectedRows(rows: readonly CommentRow[], moderation: Moderation) {
  const [current, setCurrent] = useState(0);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const picked = rows.filter(({ id }) => chosen.has(id));
  const at = rows.findIndex(({ id }) => id === current);
  const focus = (row: CommentRow | undefined) => {
    if (!row) return;
    setCurrent(row.id);
    document.querySelector<HTMLElement>(`#comment-${row.id}`)?.focus();
  };
  return {
    current,
    setCurrent,
    at,
    focus,
    chosen,
    picked,
    chooseAll: (ids: readonly number[]) => setChosen(new Set(ids)),
    choose: (id: number, isOn: boolean) =>
      setChosen((before) => new Set(isOn ? [...before, id] : [...before].filter((one) => one !== id))),
    decide: (row: CommentRow, to: CommentStatus) => {
      const index = rows.indexOf(row);
      // With the keyboard, focus moves to the next comment at once, even if this one stays in the list.
      const next = rows[index + 1] ?? rows[index - 1];
      moderation.decide(row, to);
      if (at === index && next) focus(next);
    },
    decideAll: (to: CommentStatus) => {
      setChosen(new Set());
      const isNew = ({ status, broadsheet_reports: reports }: CommentRow) =>
        status !== to || (to === 'approved' && reports.length > 0);
      void moderation.decideAll(picked.filter(isNew), to);
    },
    removeAll: () => {
      setChosen(new Set());
      void moderation.remove(picked);
    },
  };
}

type Writing = { readonly row: CommentRow; readonly what: 'reply' | 'edit' } | undefined;

function useCommentRows(query: CommentQuery, moderation: Moderation) {
  const list = useComments(query);
  const [writing, write] = useState<Writing>();
  const [unfinished] = useState<Unfinished>(() => new Map());
  useUnsavedWhen(() => [...unfinished.values()].some(isWritten));
  const [opened, setOpened] = useState<number>();
  const rows = useShownRows(list.data?.body, query, moderation, writing?.row);
  const linked = query.only !== opened && !query.ask ? rows.find(({ id }) => id === query.only) : undefined;
  if (linked) {
    setOpened(linked.id);
    write({ row: linked, what: 'edit' });
  }
  return { list, rows, forms: { writing, write, unfinished } };
}

function CommentList() {
  const [address, setAddress] = useSearchParams();
  const query = useMemo(() => readCommentQuery(address), [address]);
  const moderation = useModeration();
  const { list, rows, forms } = useCommentRows(query, moderation);
  const { data, isPending, isPlaceholderData, error } = list;
  const { data: counts } = useCommentCounts(query.post);
  const [isExplaining, setExplaining] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  // Starts from the current URL: the screen renders a filter with a delay, and another may be chosen before.
  const go = (change: Partial<CommentQuery>) =>
    setAddress(writeCommentQuery({ ...readCommentQuery(addressNow()), page: 1, ...change }));
  const selected = useSelectedRows(rows, moderation);
  useCommentKeys(rows, selected.at, {
    onFocus: selected.focus,
    onUndo: () => void moderation.undo(),
    onExplain: () => setExplaining(true),
    onToggle: ({ id }) => selected.choose(id, !selected.chosen.has(id)),
    onWrite: (row, what) => forms.write({ row, what }),
    onDecide: selected.decide,
  });
  const [total, count] = [data?.total ?? 0, data?.body.length ?? 0];
  const pages = useLastPage({ page: query.page, perPage, total, count, isBusy: isPlaceholderData }, (page) =>
    go({ page }),
  );
  const heading = useRowFocus(
    rows.map(({ id }) => id),
    { total, isBusy: isPlaceholderData },
  );
  return (
    <>
      <ScreenHead title={say('Comments')} heading={heading}>
        <Button variant="link" className="views" aria-keyshortcuts="?" onClick={() => setExplaining(true)}>
          {say('Keyboard shortcuts')}
        </Button>
      </ScreenHead>
      <StatusTabs query={query} counts={counts} />
      <div className="search">
        <ListSearch
          label={say('Search comments')}
          placeholder={say('Text, name, email or IP address')}
          value={query.search}
          onSearch={(search) => go({ search })}
        />
      </div>
      <Narrowing
        query={query}
        rows={rows}
        onChange={go}
        onDecide={(row, to) => {
          moderation.decide(row, to);
          go({ tab: waiting });
        }}
      />
      <Problem message={error?.message} />
      {isPending && <Skeleton rows={12} />}
      {data && rows.length === 0 && query.search === '' && <Nothing>{query.tab.empty}</Nothing>}
      {data && rows.length === 0 && query.search !== '' && (
        <NothingFound onReset={() => go({ search: '' })}>
          {sayWith('No results for “%s”.', <bdi>{query.search}</bdi>)}
        </NothingFound>
      )}
      {data && rows.length > 0 && (
        <>
          <BulkBar
            rows={rows}
            picked={selected.picked}
            tab={query.tab}
            onChoose={selected.chooseAll}
            onDecide={selected.decideAll}
            onDelete={() => setDeleting(true)}
          />
          <ol className="comments" aria-busy={isPlaceholderData}>
            <CommentItems rows={rows} moderation={moderation} selected={selected} forms={forms} />
          </ol>
          {pages > 1 && <Pages query={query} pages={pages} />}
        </>
      )}
      {isExplaining && <Keys onClose={() => setExplaining(false)} />}
      {isDeleting && (
        <DeleteQuestion
          count={selected.picked.length}
          onCancel={() => setDeleting(false)}
          onDelete={() => {
            setDeleting(false);
            selected.removeAll();
          }}
        />
      )}
    </>
  );
}

interface ItemsProps {
  readonly rows: readonly CommentRow[];
  readonly moderation: Moderation;
  readonly selected: ReturnType<typeof useSelectedRows>;
  readonly forms: ReturnType<typeof useCommentRows>['forms'];
}

function CommentItems({ rows, moderation, selected, forms: { writing, write, unfinished } }: ItemsProps) {
  return rows.map((row) => (
    <CommentItem
      key={row.id}
      comment={row}
      moderation={moderation}
      isCurrent={row.id === selected.current}
      isChosen={selected.chosen.has(row.id)}
      writing={writing?.row.id === row.id ? writing.what : undefined}
      unfinished={unfinished}
      onChoose={(isOn) => selected.choose(row.id, isOn)}
      onFocus={() => selected.setCurrent(row.id)}
      onDecide={(to) => selected.decide(row, to)}
      onWrite={(what) => {
        write(what && { row, what });
        if (!what) selected.focus(row);
      }}
    />
  ));
}

function StatusTabs({
  query,
  counts,
}: {
  readonly query: CommentQuery;
  readonly counts: CommentCounts | undefined;
}) {
  return (
    <nav className="tabs" aria-label={say('Status')}>
      {tabs.map((tab) => (
        <Link
          key={tab.slug}
          to={writeCommentQuery({ ...query, tab, page: 1 })}
          aria-current={tab === query.tab ? 'page' : undefined}
        >
          {tab.label} <span>{countOf(tab, counts)?.toLocaleString() ?? ''}</span>
        </Link>
      ))}
    </nav>
  );
}

/** The post or comment that the list is limited to, and the decision that a mail proposed. */
function Narrowing({
  query,
  rows,
  onChange,
  onDecide,
}: {
  readonly query: CommentQuery;
  readonly rows: readonly CommentRow[];
  readonly onChange: (change: Partial<CommentQuery>) => void;
  readonly onDecide: (row: CommentRow, to: CommentStatus) => void;
}) {
  const only = rows.find(({ id }) => id === query.only);
  const title = plainText(rows[0]?.['_embedded']?.up?.[0]?.title?.rendered ?? '');
  return (
    <>
      {query.post > 0 && (
        <p className="narrowed">
          {sayWith('Comments on %s', <b dir="auto">{title || say('post %d', query.post)}</b>)}{' '}
          <Button variant="link" onClick={() => onChange({ post: 0 })}>
            {say('Show all posts')}
          </Button>
        </p>
      )}
      {query.ask && only && <Question comment={only} to={query.ask} onDecide={(to) => onDecide(only, to)} />}
      {query.only !== undefined && (
        <p className="narrowed">
          {say('Showing one comment')}{' '}
          <Button variant="link" onClick={() => onChange({})}>
            {say('Show all comments')}
          </Button>
        </p>
      )}
    </>
  );
}

function Pages({ query, pages }: { readonly query: CommentQuery; readonly pages: number }) {
  return (
    <nav className="pages" aria-label={say('Pages')}>
      {query.page > 1 && (
        <Link to={writeCommentQuery({ ...query, page: query.page - 1 })}>{say('Newer')}</Link>
      )}
      <span>{say('Page %d of %d', query.page.toLocaleString(), pages.toLocaleString())}</span>
      {query.page < pages && (
        <Link to={writeCommentQuery({ ...query, page: query.page + 1 })}>{say('Older')}</Link>
      )}
    </nav>
  );
}

/** The pending tab, where a moderator continues after deciding. */
const waiting = tabs[2];

/** Confirms a decision proposed by a mail. The link itself decides nothing, because mail scanners open it too. */
function Question({
  comment,
  to,
  onDecide,
}: {
  readonly comment: CommentRow;
  readonly to: CommentStatus;
  readonly onDecide: (to: CommentStatus) => void;
}) {
  const words = questions[to];
  const isSo = comment.status === to;
  return (
    <div className="narrowed question" role="group" aria-label={words.question}>
      <p>{isSo ? words.isSo : words.question}</p>
      {!isSo && (
        <Button
          __next40pxDefaultSize
          variant="primary"
          isDestructive={to !== 'approved'}
          onClick={() => onDecide(to)}
        >
          {words.does}
        </Button>
      )}
    </div>
  );
}

const questions: Readonly<
  Record<CommentStatus, { readonly question: string; readonly does: string; readonly isSo: string }>
> = {
  approved: {
    question: say('Approve this comment?'),
    does: say('Approve'),
    isSo: say('This comment is already approved.'),
  },
  hold: {
    question: say('Unapprove this comment?'),
    does: say('Unapprove'),
    isSo: say('This comment is already awaiting moderation.'),
  },
  spam: {
    question: say('Is this comment spam?'),
    does: say('Mark as spam'),
    isSo: say('This comment is already marked as spam.'),
  },
  trash: {
    question: say('Move this comment to trash?'),
    does: say('Move to trash'),
    isSo: say('This comment is already in the trash.'),
  },
};

const keys = [
  ['j', say('Next comment')],
  ['k', say('Previous comment')],
  ['a', say('Approve')],
  ['u', say('Unapprove')],
  ['s', say('Mark as spam')],
  ['d', say('Move to trash')],
  ['z', say('Undo the last action')],
  ['r', say('Reply')],
  ['e', say('Edit')],
  ['x', say('Select')],
  [say('Ctrl Enter'), say('Submit the reply or edit')],
  [say('Esc'), say('Cancel')],
] as const;

function Keys({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal title={say('Keyboard shortcuts')} size="small" onRequestClose={onClose}>
      <dl className="keys">
        {keys.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
