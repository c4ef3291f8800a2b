import { Button } from '@wordpress/components';
import { flushSync } from 'react-dom';
import type { MouseEvent, RefObject } from 'react';
import { Link } from 'react-router';
import { Moment } from '../../app/moment.tsx';
import type { Dashboard } from '../../app/rest-types.ts';
import type { CommentStatus } from '../comments/comment-list.ts';
import { useModeration } from '../comments/use-moderation.ts';
import { say } from '../../words.ts';
import { titled } from './dashboard-data.ts';

type Held = NonNullable<Dashboard['comments']>[number];

/** A row for decisions, whose names are HTML, as in WordPress. */
const decidable = (comment: Held) =>
  ({
    ...comment,
    author_name: Object.assign(document.createElement('i'), { textContent: comment.author_name }).innerHTML,
    status: 'hold',
    broadsheet_reports: [],
  }) as const;

/** Comments that wait, approved or trashed here. The focus moves to the next row, and after the last one to `heading`. */
export function WaitingComments({
  comments,
  heading,
}: {
  readonly comments: readonly Held[];
  readonly heading: RefObject<HTMLHeadingElement | null>;
}) {
  const moderation = useModeration();
  const shown = comments.filter(({ id }) => (moderation.decided.get(id) ?? 'hold') === 'hold');
  const decide = (comment: Held, to: CommentStatus) => (event: MouseEvent<HTMLElement>) => {
    const row = event.currentTarget.closest('li');
    const next = row?.nextElementSibling ?? row?.previousElementSibling;
    const target = next?.querySelector<HTMLElement>(`[data-decision=${to}]`) ?? heading.current;
    flushSync(() => moderation.decide(decidable(comment), to));
    target?.focus();
  };
  if (shown.length === 0) return <p className="empty">{say('No comments are waiting.')}</p>;
  return (
    <ul className="home-comments">
      {shown.map((comment) => {
        const name = comment.author_name || say('Anonymous');
        return (
          <li key={comment.id}>
            <p className="home-comment-head">
              <strong dir="auto">{name}</strong>
              <Moment of={comment.date} />
            </p>
            <p dir="auto">{comment.excerpt}</p>
            <p className="home-note">
              <Link className="cut" to={`/edit-comments.php?p=${comment.post}`} dir="auto">
                {titled(comment.post_title)}
              </Link>
            </p>
            <p className="home-do">
              <Button
                variant="link"
                data-decision="approved"
                aria-label={say('Approve comment by %s', name)}
                onClick={decide(comment, 'approved')}
              >
                {say('Approve')}
              </Button>
              <Button
                variant="link"
                isDestructive
                data-decision="trash"
                aria-label={say('Move comment by %s to trash', name)}
                onClick={decide(comment, 'trash')}
              >
                {say('Trash')}
              </Button>
            </p>
          </li>
        );
      })}
    </ul>
  );
}
