import { Avatar } from '../../ui/avatar.tsx';
import { PostTime } from '../../ui/post-time.tsx';
import { SectionTitle } from '../../ui/section-title.tsx';
import type { ViewProps } from '../block.ts';
import type { PostCommentsData, ShownComment } from './data.ts';

/** Levels that are indented; deeper answers stay at the last one. */
const deepest = 5;

export function View({ data }: ViewProps<unknown, PostCommentsData | undefined>) {
  if (!data || data.comments.length === 0) return null;
  return (
    <section className="post-comments" id="comments">
      <SectionTitle title={data.total === 1 ? '1 comment' : `${data.total} comments`} />
      <ol className="comment-list">{data.comments.map((comment) => <Comment key={comment.id} comment={comment} />)}</ol>
    </section>
  );
}

function Comment({ comment }: { readonly comment: ShownComment }) {
  const depth = Math.min(deepest, comment.depth + 1);
  return (
    <li className={`comment depth-${depth}`} id={`comment-${comment.id}`}>
      <div className="comment-head">
        <Avatar name={comment.authorName} id={comment.id} size={36} />
        <p>
          <b className="comment-author">{comment.authorUrl === '' ? comment.authorName : <a href={comment.authorUrl} rel="external nofollow ugc">{comment.authorName}</a>}</b>
          {comment.depth > 0 && <span className="visually-hidden"> (answer, level {depth})</span>}
          <a className="comment-time" href={`#comment-${comment.id}`}><PostTime at={comment.createdAt} length="full" /></a>
        </p>
      </div>
      {/* Cleaned by the loader. */}
      <div className="comment-content" dangerouslySetInnerHTML={{ __html: comment.html }} />
    </li>
  );
}
