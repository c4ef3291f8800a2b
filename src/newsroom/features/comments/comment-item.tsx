import { Button, CheckboxControl } from '@wordpress/components';
import { Link } from 'react-router';
import { createElement, Fragment, useMemo } from 'react';
import type { ReactNode } from 'react';
import { Moment } from '../../app/moment.tsx';
import { plainText } from '../../app/rest-types.ts';
import { say, sayCount, sayWith } from '../../words.ts';
import { EditForm, ReplyForm } from './comment-forms.tsx';
import type { Unfinished } from './comment-forms.tsx';
import { tabs, writeCommentQuery, nameOf } from './comment-list.ts';
import type { CommentRow, CommentStatus } from './comment-list.ts';
import type { Moderation } from './use-moderation.ts';

const statusLabels: Readonly<Record<CommentStatus, string>> = {
  approved: say('Approved'),
  hold: say('Pending'),
  spam: say('Spam'),
  trash: say('In the trash'),
};

/** Decisions by status, with their keyboard shortcuts. */
export const decisions: Readonly<
  Record<
    CommentStatus,
    readonly { readonly to: CommentStatus; readonly label: string; readonly key: string }[]
  >
> = {
  hold: [
    { to: 'approved', label: say('Approve'), key: 'a' },
    { to: 'spam', label: say('Spam'), key: 's' },
    { to: 'trash', label: say('Trash'), key: 'd' },
  ],
  approved: [
    { to: 'hold', label: say('Unapprove'), key: 'u' },
    { to: 'spam', label: say('Spam'), key: 's' },
    { to: 'trash', label: say('Trash'), key: 'd' },
  ],
  spam: [
    { to: 'approved', label: say('Approve'), key: 'a' },
    { to: 'hold', label: say('Not spam'), key: 'u' },
    { to: 'trash', label: say('Trash'), key: 'd' },
  ],
  trash: [
    { to: 'approved', label: say('Approve'), key: 'a' },
    { to: 'hold', label: say('Restore'), key: 'u' },
    { to: 'spam', label: say('Spam'), key: 's' },
  ],
};

/** Adds "Keep" for approved comments that were reported. */
export const decisionsOn = ({
  status,
  broadsheet_reports: reports,
}: Pick<CommentRow, 'status' | 'broadsheet_reports'>): (typeof decisions)[CommentStatus] =>
  status === 'approved' && reports.length > 0
    ? [{ to: 'approved', label: say('Dismiss reports'), key: 'a' }, ...decisions[status]]
    : decisions[status];

const reasons: Readonly<Record<CommentRow['broadsheet_reports'][number]['reason'], string>> = {
  spam: say('Spam or advertising'),
  insult: say('Insults or hate'),
  other: say('Something else'),
};

/** Reports of a comment: the count of each reason, and the messages. */
function Reports({ reports }: { readonly reports: CommentRow['broadsheet_reports'] }) {
  if (reports.length === 0) return null;
  return (
    <div className="comment-reports" role="group" aria-label={say('Reports')}>
      <p>
        <strong>
          {sayCount(
            'Reported by a reader|Reported by %d readers',
            reports.length,
            reports.length.toLocaleString(),
          )}
        </strong>
      </p>
      <ul>
        {[...Map.groupBy(reports, ({ reason }) => reason)].map(([reason, ones]) => (
          <li key={reason}>
            {reasons[reason]}
            {ones.length > 1 && ` (${ones.length.toLocaleString()})`}
            {ones
              .filter(({ text }) => text !== '')
              .map(({ text, date_gmt: at }, index) => (
                <q key={`${at} ${index}`} dir="auto">
                  {text}
                </q>
              ))}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface ItemProps {
  readonly comment: CommentRow;
  readonly moderation: Moderation;
  readonly isCurrent: boolean;
  readonly isChosen: boolean;
  readonly writing: 'reply' | 'edit' | undefined;
  readonly onChoose: (isChosen: boolean) => void;
  readonly unfinished: Unfinished;
  readonly onFocus: () => void;
  readonly onDecide: (to: CommentStatus) => void;
  readonly onWrite: (what: 'reply' | 'edit' | undefined) => void;
}

export function CommentItem({
  comment,
  moderation,
  isCurrent,
  isChosen,
  writing,
  unfinished,
  onChoose,
  onFocus,
  onDecide,
  onWrite,
}: ItemProps) {
  const { id, status } = comment;
  const name = nameOf(comment);
  return (
    <li
      id={`comment-${id}`}
      className={`comment is-${status}`}
      data-current={isCurrent}
      tabIndex={-1}
      aria-label={`${name}, ${statusLabels[status]}`}
      onFocus={onFocus}
      onMouseDown={onFocus}
    >
      <div className="comment-box">
        <CheckboxControl
          aria-label={say('Select comment by %s', name)}
          checked={isChosen}
          onChange={onChoose}
        />
      </div>
      <div className="comment-body">
        <p className="comment-head">
          <strong dir="auto">{name}</strong>
          <span
            className={`status status-${status === 'approved' ? 'publish' : status === 'hold' ? 'pending' : 'trash'}`}
          >
            {statusLabels[status]}
          </span>
          <Moment of={comment.date} />
        </p>
        <CommentAbout comment={comment} />
        {writing === 'edit' ? (
          <EditForm
            comment={comment}
            moderation={moderation}
            unfinished={unfinished}
            onDone={() => onWrite(undefined)}
          />
        ) : (
          <CommentText html={comment.content.rendered} />
        )}
        <Reports reports={comment.broadsheet_reports} />
        <CommentActions
          comment={comment}
          isHidden={writing !== undefined}
          onDecide={onDecide}
          onWrite={onWrite}
        />
        {writing === 'reply' && (
          <ReplyForm
            comment={comment}
            moderation={moderation}
            unfinished={unfinished}
            onDone={() => onWrite(undefined)}
          />
        )}
      </div>
    </li>
  );
}

function CommentAbout({ comment }: Pick<ItemProps, 'comment'>) {
  const { author_email: email, author_url: url, author_ip: ip } = comment;
  const [post] = comment['_embedded']?.up ?? [];
  const [answered] = comment['_embedded']?.['in-reply-to'] ?? [];
  const title = plainText(post?.title?.rendered ?? '') || say('(no title)');
  return (
    <p className="comment-about">
      <span>
        {sayWith(
          'on %s',
          <Link to={writeCommentQuery({ tab: tabs[0], search: '', post: comment.post, page: 1 })} dir="auto">
            {title}
          </Link>,
        )}
      </span>
      {answered?.author_name !== undefined && (
        <span>{sayWith('in reply to %s', <bdi>{plainText(answered.author_name)}</bdi>)}</span>
      )}
      {email !== '' && (
        <span>
          <bdi>{email}</bdi>
        </span>
      )}
      {ip !== '' && <span>{ip}</span>}
      {url !== '' && (
        <span className="comment-address">
          <bdi>{url}</bdi>
        </span>
      )}
    </p>
  );
}

function CommentActions({
  comment,
  isHidden,
  onDecide,
  onWrite,
}: Pick<ItemProps, 'comment' | 'onDecide' | 'onWrite'> & { readonly isHidden: boolean }) {
  const { status } = comment;
  return (
    <div className="comment-do" hidden={isHidden}>
      {decisionsOn(comment).map(({ to, label, key }) => (
        <Button
          key={to}
          variant="link"
          isDestructive={to === 'spam' || to === 'trash'}
          aria-keyshortcuts={key}
          onClick={() => onDecide(to)}
        >
          {label}
        </Button>
      ))}
      {(status === 'approved' || status === 'hold') && (
        <>
          <Button variant="link" aria-keyshortcuts="r" onClick={() => onWrite('reply')}>
            {say('Reply')}
          </Button>
          <Button variant="link" aria-keyshortcuts="e" onClick={() => onWrite('edit')}>
            {say('Edit')}
          </Button>
        </>
      )}
      {status === 'approved' && <a href={comment.link}>{say('View')}</a>}
    </div>
  );
}

/** Elements that commenters may use; only the element name is used, no attributes. */
const allowedElements = new Set([
  'p',
  'br',
  'em',
  'i',
  'strong',
  'b',
  'code',
  'pre',
  'blockquote',
  'q',
  'cite',
  'del',
  's',
  'ul',
  'ol',
  'li',
]);
/** Elements whose content is not text. */
const silent = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'iframe',
  'object',
  'embed',
  'svg',
  'math',
  'head',
  'title',
  'textarea',
  'select',
]);

/**
 * A comment's content for moderators, inert: links show their address and lead nowhere, pictures show theirs. The
 * server has cleaned the HTML; here only element names are used.
 */
function CommentText({ html }: { readonly html: string }) {
  const shown = useMemo(() => nodesOf(new DOMParser().parseFromString(html, 'text/html').body), [html]);
  return (
    <div className="comment-text" dir="auto">
      {shown}
    </div>
  );
}

function nodesOf(parent: Element): ReactNode[] {
  return [...parent.childNodes].map((node, index) => {
    if (node instanceof Text) return node.data;
    if (!(node instanceof Element)) return null;
    const name = node.localName;
    if (silent.has(name)) return null;
    if (name === 'br') return <br key={index} />;
    if (name === 'img') return <Address key={index} of={node.getAttribute('src') ?? ''} />;
    if (name === 'a')
      return (
        <Fragment key={index}>
          <u>{nodesOf(node)}</u>
          <Address of={node.getAttribute('href') ?? ''} />
        </Fragment>
      );
    return allowedElements.has(name) ? (
      createElement(name, { key: index }, ...nodesOf(node))
    ) : (
      <Fragment key={index}>{nodesOf(node)}</Fragment>
    );
  });
}

function Address({ of }: { readonly of: string }) {
  return of === '' ? null : <bdi className="comment-address"> {of}</bdi>;
}
