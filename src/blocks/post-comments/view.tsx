import { Avatar } from '../../ui/avatar.tsx';
import { PostTime } from '../../ui/post-time.tsx';
import { SectionTitle } from '../../ui/section-title.tsx';
import type { ViewProps } from '../block.ts';
import type { PostCommentsData, ShownComment } from './data.ts';

/** Levels that are indented, however many the settings allow. */
const deepest = 6;

export function View({ data }: ViewProps<unknown, PostCommentsData | undefined>) {
  if (!data || (data.comments.length === 0 && data.pings.length === 0)) return null;
  const { total, comments, pings, closed } = data;
  const levels = Math.min(deepest, data.levels);
  return (
    <section className="post-comments" id="comments">
      {comments.length > 0 && <SectionTitle title={total === 1 ? '1 comment' : `${total} comments`} />}
      {comments.length > 0 && <ol className="comment-list">{comments.map((comment) => <Comment key={comment.id} comment={comment} levels={levels} />)}</ol>}
      {closed !== undefined && comments.length > 0 && <p className="comments-closed">{closed}</p>}
      {pings.length > 0 && (
        <div className="pings">
          <h2 className="pings-title">Mentioned elsewhere</h2>
          <ul>{pings.map(({ id, title, url }) => <li key={id} id={`comment-${id}`}>{url === '' ? title : <a href={url} rel="external nofollow ugc">{title}</a>}</li>)}</ul>
        </div>
      )}
    </section>
  );
}

function Comment({ comment, levels }: { readonly comment: ShownComment; readonly levels: number }) {
  const depth = Math.min(levels, comment.depth + 1);
  return (
    <li className={`comment depth-${depth}`} id={`comment-${comment.id}`}>
      <div className="comment-head">
        <Avatar name={comment.authorName} id={comment.authorColor} src={comment.portrait} size={36} />
        <p>
          <b className="comment-author">{comment.authorUrl === '' ? comment.authorName : <a href={comment.authorUrl} rel="external nofollow ugc">{comment.authorName}</a>}</b>
          {comment.isPostAuthor && <span className="comment-mark">Author</span>}
          {comment.depth > 0 && <span className="visually-hidden"> (answer, level {comment.depth + 1})</span>}
          <a className="comment-time" href={`#comment-${comment.id}`}><PostTime at={comment.createdAt} withTime /></a>
        </p>
      </div>
      {/* Cleaned by the loader. */}
      <div className="comment-content" dangerouslySetInnerHTML={{ __html: comment.html }} />
    </li>
  );
}
