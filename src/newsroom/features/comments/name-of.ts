import { plainText } from '../../app/plain-text.ts';
import type { CommentRow } from './comment-list.ts';

/** Who wrote a comment. */
export const nameOf = ({ author_name: name }: Pick<CommentRow, 'author_name'>): string =>
  plainText(name) || 'somebody without a name';
