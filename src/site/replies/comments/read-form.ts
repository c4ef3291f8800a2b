import type { TypedComment } from '../../../modules/comments/submission.ts';
import { positive } from '../../../lib/numbers.ts';

/** The comment form as it was sent. */
export interface CommentForm {
  readonly typed: TypedComment;
  readonly postId: number;
  /** 0: answers the post itself. */
  readonly parentId: number;
  readonly consent: boolean;
  /** The field that people don't see was filled in. */
  readonly trapped: boolean;
  /** The form's script says that it passed the captcha; proves nothing. */
  readonly saysPassed: boolean;
}

/** Reads a parsed form; what is missing is empty, and of a field sent twice the last one counts. */
export function readForm(body: unknown): CommentForm {
  const fields = new Map<string, unknown>(
    typeof body === 'object' && body !== null ? Object.entries(body) : [],
  );
  const text = (name: string) => {
    const value = fields.get(name);
    const last: unknown = Array.isArray(value) ? value.at(-1) : value;
    return typeof last === 'string' ? last.toWellFormed().replaceAll('\0', '') : '';
  };
  return {
    typed: { comment: text('comment'), author: text('author'), email: text('email'), url: text('url') },
    postId: positive(text('comment_post_ID')) ?? 0,
    parentId: positive(text('comment_parent')) ?? 0,
    consent: text('wp-comment-cookies-consent') !== '',
    trapped: text('comment_more') !== '',
    saysPassed: text('comment_captcha') !== '',
  };
}
