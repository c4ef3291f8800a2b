import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { changedFields, noteChange, readInput, refuseUnseen } from '../../kernel/command.ts';
import type { From } from '../../kernel/command.ts';
import { whole } from '../../lib/whole-schema.ts';
import { sentId, sentMarkup, sentText } from '../../kernel/input-kinds.ts';
import { firstMoment, lastMoment } from '../posts/post-input.ts';
import type { Actor } from '../../kernel/actor.ts';
import { cleanName, cleanVisitorHtml } from './clean.ts';
import { commentToChange } from './comment-to-change.ts';
import type { Comment } from './comment.ts';
import { longest } from './submission.ts';
import * as writer from './writer.ts';

const readable = (text: string) => text !== '';
const unreadable = 'it holds nothing that can be read; throw the comment away instead';

/** What a moderator may change of a comment. */
export const commentFields = {
  /** HTML, with the tags that visitors may use. */
  content: sentMarkup(longest.comment).transform(cleanVisitorHtml).refine(readable, unreadable),
  authorName: sentText(longest.author).transform(cleanName).refine(readable, unreadable),
  /** Milliseconds. */
  createdAt: whole(firstMoment, lastMoment),
};
const schema = z.strictObject({ id: sentId, ...z.object(commentFields).partial().shape });

/** Changes the text, name or date of a comment for an actor who saw the text and name `from`. Throws `StaleError` with both sides. */
export async function editComment(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
  from: From<Pick<Comment, 'content' | 'authorName'>>,
): Promise<void> {
  const { id, ...sent } = readInput(schema, input, 'the comment');
  const { actor: moderator, comment } = await commentToChange(tx, actor, id);
  const { content, authorName } = comment;
  refuseUnseen<Pick<Comment, 'content' | 'authorName'>>(
    `comment ${id}`,
    { mine: sent, theirs: { content, authorName } },
    from,
  );
  const changed = changedFields(sent, comment);
  const fields = Object.keys(changed);
  if (fields.length === 0) return;
  await writer.updateComment(tx, id, {
    ...(changed.content === undefined ? {} : { content: changed.content }),
    ...(changed.authorName === undefined ? {} : { authorName: changed.authorName }),
    ...(changed.createdAt === undefined ? {} : { createdAt: changed.createdAt }),
  });
  await noteChange(tx, moderator, {
    verb: 'update',
    kind: 'comment',
    itemId: id,
    summary: `on post ${comment.postId}: ${fields.join(', ')}`,
  });
}
