import { fillIn } from '../../lib/messages.ts';
import { useActing } from '../../reader/islands/acting.ts';
import type { Acting } from '../../reader/islands/acting.ts';
import { Avatar, PostTime } from '../../ui/byline.tsx';
import { useLanguage, useTextDirection } from '../../ui/language.ts';
import { SectionTitle } from '../../ui/kicker.tsx';
import type { ViewProps } from '../block.ts';
import { inBranches } from './data.ts';
import { Closed, CommentForm, formConfig } from './comment-form.tsx';
import type { CommentTexts, PostCommentsData, ShownComment, Branch } from './data.ts';

export function View({ data }: ViewProps<unknown, PostCommentsData>) {
  const acting = useActing();
  const { counted } = useLanguage();
  const heading =
    data.total === 0 ? data.texts.comment_field : counted(data.texts.comment_count ?? '', data.total);
  const { comments, pings, form, closed, texts } = data;
  const behaviour = form ? acting.late('comment-form', formConfig(form, texts)) : {};
  const reports = comments.some(({ reportUrl }) => reportUrl !== '')
    ? acting.late('comment-report', { close: texts.menu_close })
    : {};
  return (
    <section className="post-comments" id="comments" {...behaviour}>
      {comments.length > 0 && <SectionTitle title={heading ?? ''} />}
      {data.orders && (
        <p className="comment-orders">
          {data.orders.map(({ newestFirst, url, isCurrent }) => (
            <a key={url} href={url} rel="nofollow" aria-current={isCurrent || undefined}>
              {newestFirst ? texts.comment_newest_first : texts.comment_oldest_first}
            </a>
          ))}
        </p>
      )}
      {comments.length > 0 && (
        <Branches branches={inBranches(comments, data.levels)} depth={1} texts={texts} acts={reports} />
      )}
      <Pages data={data} />
      {closed !== undefined && (
        <p className="comments-closed">
          <Closed closed={closed} logInUrl={data.logInUrl} texts={texts} />
        </p>
      )}
      {form && <CommentForm form={form} texts={texts} isFirst={comments.length === 0} />}
      {pings.length > 0 && (
        <div className="pings">
          <h2 className="pings-title">{texts.comment_elsewhere}</h2>
          <ul>
            {pings.map(({ id, title, url }) => (
              <li key={id} id={`comment-${id}`}>
                {url === '' ? (
                  title
                ) : (
                  <a href={url} rel="external nofollow ugc">
                    {title}
                  </a>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

function Pages({ data: { older, newer, texts } }: { readonly data: PostCommentsData }) {
  if (older === undefined && newer === undefined) return null;
  return (
    <nav className="comment-pages" aria-label={texts.comment_field}>
      {older !== undefined && (
        <a className="button button-quiet" href={older} rel="nofollow">
          {texts.comment_older}
        </a>
      )}
      {newer !== undefined && (
        <a className="button button-quiet" href={newer} rel="nofollow">
          {texts.comment_newer}
        </a>
      )}
    </nav>
  );
}

interface BranchesProps {
  readonly branches: readonly Branch[];
  /** 1 for comments on the post itself. */
  readonly depth: number;
  readonly texts: CommentTexts;
  readonly acts?: ReturnType<Acting['late']>;
}

function Branches({ branches, depth, texts, acts }: BranchesProps) {
  return (
    <ol className={depth === 1 ? 'comment-list' : 'children'} {...acts}>
      {branches.map(({ comment, answers }) => (
        <li key={comment.id} className={`comment depth-${depth}`} id={`comment-${comment.id}`}>
          <Comment comment={comment} isFirst={depth === 1} texts={texts} />
          {answers.length > 0 && <Branches branches={answers} depth={depth + 1} texts={texts} />}
        </li>
      ))}
    </ol>
  );
}

/** `isFirst`: the page does not show the comment that it replies to, if any. */
function Comment({
  comment,
  isFirst,
  texts,
}: {
  readonly comment: ShownComment;
  readonly isFirst: boolean;
  readonly texts: CommentTexts;
}) {
  const { id, authorName, authorUrl, replyUrl, reportUrl, url } = comment;
  const directionOf = useTextDirection();
  return (
    <article className="comment-body" id={`div-comment-${id}`}>
      <div className="comment-head">
        <Avatar name={authorName} id={comment.authorColor} src={comment.portrait} size={36} />
        <p>
          <b className="comment-author" dir={directionOf(authorName)}>
            {authorUrl === '' ? (
              authorName
            ) : (
              <a href={authorUrl} rel="external nofollow ugc">
                {authorName}
              </a>
            )}
          </b>
          {comment.isPostAuthor && <span className="comment-mark">{texts.comment_author}</span>}
          {comment.depth > 0 && (
            <span className={isFirst ? 'comment-level' : 'visually-hidden'}>
              {' '}
              {fillIn(texts.comment_level ?? '', comment.depth + 1)}
            </span>
          )}
          <a className="comment-time" href={url}>
            <PostTime at={comment.createdAt} withTime />
          </a>
        </p>
      </div>
      {comment.isHeld && (
        <p className="comment-awaiting-moderation" role="status">
          {texts.comment_held}
        </p>
      )}
      {/* Cleaned by the loader. */}
      <div className="comment-content" dangerouslySetInnerHTML={{ __html: comment.html }} />
      {replyUrl !== '' && (
        <a
          className="comment-reply-link"
          href={replyUrl}
          rel="nofollow"
          data-held=""
          data-commentid={id}
          data-name={authorName}
          aria-label={texts.comment_reply_to?.replace('%s', () => authorName)}
        >
          {texts.comment_reply}
        </a>
      )}
      {reportUrl !== '' && (
        <a
          className="comment-report"
          href={reportUrl}
          rel="nofollow"
          data-held=""
          aria-label={texts.report_comment_of?.replace('%s', () => authorName)}
        >
          {texts.report_comment}
        </a>
      )}
    </article>
  );
}
