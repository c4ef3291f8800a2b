import { Button, CheckboxControl, Modal } from '@wordpress/components';
import { useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { may } from '../../app/boot.ts';
import { keyOf } from '../../app/key-of.ts';
import { addressNow } from '../../app/list-address.ts';
import { Nothing } from '../../app/list-parts.tsx';
import { ListSearch } from '../../app/list-search.tsx';
import { plainText } from '../../app/plain-text.ts';
import { ScreenHead } from '../../app/screen-head.tsx';
import { Skeleton } from '../../app/skeleton.tsx';
import { useUnsavedWhen } from '../../app/unsaved.tsx';
import { useKeys } from '../../app/use-keys.ts';
import { useLastPage } from '../../app/use-list-view.ts';
import { useRowFocus } from '../../app/use-row-focus.ts';
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

/** `edit-comments.php`: comments of all posts, decided about with the mouse or with WordPress' keys. */
export function CommentsScreen() {
  if (!may('moderate_comments'))
    return (
      <>
        <ScreenHead title="Nothing to see here" />
        <p>Comments are for who has the right “moderate_comments”.</p>
      </>
    );
  return <CommentList />;
}

function CommentList() {
  const [address, setAddress] = useSearchParams();
  const query = useMemo(() => readCommentQuery(address), [address]);
  const { data, isPending, isPlaceholderData, error } = useComments(query);
  const { data: counts } = useCommentCounts(query.post);
  const moderation = useModeration();
  const [current, setCurrent] = useState(0);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [writing, setWriting] = useState<{ readonly row: CommentRow; readonly what: 'reply' | 'edit' }>();
  const [unfinished] = useState<Unfinished>(() => new Map());
  useUnsavedWhen(() => [...unfinished.values()].some(isWritten));
  const [opened, setOpened] = useState<number>();
  const [isExplaining, setExplaining] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  // Of the address as it is: the screen shows a filter a moment after it was chosen, and another one may be chosen before.
  const go = (change: Partial<CommentQuery>) =>
    setAddress(writeCommentQuery({ ...readCommentQuery(addressNow()), page: 1, ...change }));

  // As it was decided, before the server has said so.
  const rows = useMemo(() => {
    const decided = (data?.body ?? []).map((row) => ({
      ...row,
      status: moderation.decided.get(row.id) ?? row.status,
      broadsheet_reports: moderation.kept.has(row.id) ? [] : row.broadsheet_reports,
    }));
    const told = decided.filter((row) => query.only !== undefined || isIn(query.tab, row));
    // One that somebody writes in stays, whatever becomes of it meanwhile: its words would go with it.
    return !writing || told.some(({ id }) => id === writing.row.id) ? told : [writing.row, ...told];
  }, [data, moderation.decided, moderation.kept, query.tab, query.only, writing]);
  const only = rows.find(({ id }) => id === query.only);
  const wanted = query.only !== opened && !query.ask ? only : undefined;
  if (wanted) {
    setOpened(wanted.id);
    setWriting({ row: wanted, what: 'edit' });
  }
  const picked = rows.filter(({ id }) => chosen.has(id));
  const at = rows.findIndex(({ id }) => id === current);

  const focus = (row: CommentRow | undefined) => {
    if (!row) return;
    setCurrent(row.id);
    document.querySelector<HTMLElement>(`#comment-${row.id}`)?.focus();
  };
  const decide = (row: CommentRow, to: CommentStatus) => {
    const index = rows.indexOf(row);
    // Who goes by keys is at the next one at once, wherever this one stays.
    const next = rows[index + 1] ?? rows[index - 1];
    moderation.decide(row, to);
    if (at === index && next) focus(next);
  };
  const choose = (id: number, isOn: boolean) =>
    setChosen((before) => new Set(isOn ? [...before, id] : [...before].filter((one) => one !== id)));
  const press = (event: KeyboardEvent) => {
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
    // A key that is held moves on; it decides about one comment.
    if (event.repeat && key !== 'j' && key !== 'k') return;
    const row = rows[at];
    if (key === 'j') focus(rows[at + 1] ?? (at < 0 ? rows[0] : undefined));
    else if (key === 'k') focus(at < 0 ? rows.at(-1) : rows[at - 1]);
    else if (key === 'z') void moderation.undo();
    else if (key === '?') setExplaining(true);
    else if (!row) return;
    else if (key === 'x') choose(row.id, !chosen.has(row.id));
    else if (
      (key === 'r' || key === 'e' || key === 'q') &&
      (row.status === 'approved' || row.status === 'hold')
    ) {
      setWriting({ row, what: key === 'r' ? 'reply' : 'edit' });
    } else {
      const decision = decisionsOn(row).find((one) => one.key === key);
      if (!decision) return;
      decide(row, decision.to);
    }
    event.preventDefault();
  };
  useKeys(press);

  const decideAll = (to: CommentStatus) => {
    setChosen(new Set());
    const isNew = ({ status, broadsheet_reports: reports }: CommentRow) =>
      status !== to || (to === 'approved' && reports.length > 0);
    void moderation.decideAll(picked.filter(isNew), to);
  };
  const pages = useLastPage(
    {
      page: query.page,
      perPage,
      total: data?.total ?? 0,
      count: data?.body.length ?? 0,
      isBusy: isPlaceholderData,
    },
    (page) => go({ page }),
  );
  const heading = useRowFocus(
    rows.map(({ id }) => id),
    { total: data?.total ?? 0, isBusy: isPlaceholderData },
  );
  const isGone = query.tab.slug === 'spam' || query.tab.slug === 'trash';
  const title = plainText(rows[0]?.['_embedded']?.up?.[0]?.title?.rendered ?? '');
  return (
    <>
      <ScreenHead title="Comments" heading={heading}>
        <Button variant="link" className="views" aria-keyshortcuts="?" onClick={() => setExplaining(true)}>
          Keys
        </Button>
      </ScreenHead>
      <nav className="tabs" aria-label="Status">
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
      <div className="search">
        <ListSearch
          label="Search comments"
          placeholder="Words, a name, an address"
          value={query.search}
          onSearch={(search) => go({ search })}
        />
      </div>
      {query.post > 0 && (
        <p className="narrowed">
          Only on <b dir="auto">{title || `post ${query.post}`}</b>{' '}
          <Button variant="link" onClick={() => go({ post: 0 })}>
            Show all posts
          </Button>
        </p>
      )}
      {query.ask && only && (
        <Question
          comment={only}
          to={query.ask}
          onDecide={(to) => {
            moderation.decide(only, to);
            go({ tab: waiting });
          }}
        />
      )}
      {query.only !== undefined && (
        <p className="narrowed">
          Only one comment{' '}
          <Button variant="link" onClick={() => go({})}>
            Show all comments
          </Button>
        </p>
      )}
      {error && (
        <p className="problem" role="alert">
          {error.message}
        </p>
      )}
      {isPending && <Skeleton rows={12} />}
      {data &&
        rows.length === 0 &&
        (query.search === '' ? (
          <Nothing>{query.tab.empty}</Nothing>
        ) : (
          <Nothing
            way={
              <Button variant="secondary" onClick={() => go({ search: '' })}>
                Reset
              </Button>
            }
          >
            Nothing matches “<bdi>{query.search}</bdi>”.
          </Nothing>
        ))}
      {data && rows.length > 0 && (
        <>
          <div className="bulk" role="group" aria-label="Together">
            <CheckboxControl
              label={picked.length === 0 ? 'Choose all' : `${picked.length} chosen`}
              checked={picked.length === rows.length}
              indeterminate={picked.length > 0 && picked.length < rows.length}
              onChange={(isOn) => setChosen(new Set(isOn ? rows.map(({ id }) => id) : []))}
            />
            {picked.length > 0 && (
              <>
                <Button size="compact" variant="secondary" onClick={() => decideAll('approved')}>
                  Approve
                </Button>
                <Button size="compact" variant="secondary" onClick={() => decideAll('hold')}>
                  {isGone ? 'Restore' : 'Unapprove'}
                </Button>
                {query.tab.slug !== 'spam' && (
                  <Button size="compact" variant="secondary" onClick={() => decideAll('spam')}>
                    Spam
                  </Button>
                )}
                {query.tab.slug !== 'trash' && (
                  <Button size="compact" variant="secondary" onClick={() => decideAll('trash')}>
                    Trash
                  </Button>
                )}
                {isGone && (
                  <Button size="compact" variant="secondary" isDestructive onClick={() => setDeleting(true)}>
                    Delete for good
                  </Button>
                )}
              </>
            )}
          </div>
          <ol className="comments" aria-busy={isPlaceholderData}>
            {rows.map((row) => (
              <CommentItem
                key={row.id}
                comment={row}
                moderation={moderation}
                isCurrent={row.id === current}
                isChosen={chosen.has(row.id)}
                writing={writing?.row.id === row.id ? writing.what : undefined}
                unfinished={unfinished}
                onChoose={(isOn) => choose(row.id, isOn)}
                onFocus={() => setCurrent(row.id)}
                onDecide={(to) => decide(row, to)}
                onWrite={(what) => {
                  setWriting(what && { row, what });
                  if (!what) focus(row);
                }}
              />
            ))}
          </ol>
          {pages > 1 && (
            <nav className="pages" aria-label="Pages">
              {query.page > 1 && (
                <Link to={writeCommentQuery({ ...query, page: query.page - 1 })}>Newer</Link>
              )}
              <span>
                Page {query.page.toLocaleString()} of {pages.toLocaleString()}
              </span>
              {query.page < pages && (
                <Link to={writeCommentQuery({ ...query, page: query.page + 1 })}>Older</Link>
              )}
            </nav>
          )}
        </>
      )}
      {isExplaining && <Keys onClose={() => setExplaining(false)} />}
      {isDeleting && (
        <Modal title="Delete for good?" size="small" onRequestClose={() => setDeleting(false)}>
          <div className="ask">
            <p>
              {picked.length === 1 ? 'One comment is' : `${picked.length} comments are`} deleted. This can’t
              be taken back.
            </p>
            <div className="ask-end">
              <Button variant="tertiary" onClick={() => setDeleting(false)}>
                Cancel
              </Button>
              <Button
                variant="primary"
                isDestructive
                onClick={() => {
                  setDeleting(false);
                  setChosen(new Set());
                  void moderation.remove(picked);
                }}
              >
                Delete for good
              </Button>
            </div>
          </div>
        </Modal>
      )}
    </>
  );
}

/** The tab of those that wait, where who decided about one goes on. */
const waiting = tabs[2];

/** What a mail asked about a comment: its link decides nothing, since programs that look through mails open it, too. */
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
    <div className="narrowed question" role="group" aria-label={words.asks}>
      <p>{isSo ? words.isSo : words.asks}</p>
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
  Record<CommentStatus, { readonly asks: string; readonly does: string; readonly isSo: string }>
> = {
  approved: { asks: 'Approve this comment?', does: 'Approve', isSo: 'This comment is approved already.' },
  hold: { asks: 'Unapprove this comment?', does: 'Unapprove', isSo: 'This comment waits already.' },
  spam: { asks: 'Is this comment spam?', does: 'Mark as spam', isSo: 'This comment is spam already.' },
  trash: {
    asks: 'Move this comment to the trash?',
    does: 'Move to the trash',
    isSo: 'This comment is in the trash already.',
  },
};

const keys = [
  ['j', 'the next comment'],
  ['k', 'the one before'],
  ['a', 'approve'],
  ['u', 'unapprove'],
  ['s', 'spam'],
  ['d', 'trash'],
  ['z', 'take the last one back'],
  ['r', 'reply'],
  ['e', 'edit'],
  ['x', 'choose'],
  ['Ctrl Enter', 'send what is written'],
  ['Esc', 'leave it'],
] as const;

function Keys({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal title="Keys" size="small" onRequestClose={onClose}>
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
