import type { Tx } from '../../kernel/db/open-database.ts';
import { defineFollower, on } from '../../kernel/events.ts';
import { postDeleted, postSaved } from '../posts/events.ts';
import type { SavedPost } from '../posts/events.ts';
import { onPostDeleted } from '../posts/post-references.ts';
import { fileType } from '../types/names.ts';
import { namesIn, noteMentions, noteMentionsAnew } from './mentions.ts';
import { mediaReferences } from './post-references.ts';

export const followers = [
  defineFollower(
    'media',
    on(postSaved, async (tx: Tx, saved) => {
      await followMentions(tx, saved);
      if (saved.before?.type === fileType) tx.emit(`media:${saved.id}`);
    }),
    onPostDeleted(mediaReferences),
    on(postDeleted, (tx: Tx, { id, type }) => {
      if (type === fileType) tx.emit(`media:${id}`, 'remove');
    }),
  ),
];

async function followMentions(tx: Tx, { id, before, written, prepared }: SavedPost): Promise<void> {
  if (!before) return noteMentions(tx, id, namesIn(written, prepared));
  const { content, excerpt, meta = {} } = written;
  if (content !== undefined || excerpt !== undefined || Object.keys(meta).length > 0) {
    await noteMentionsAnew(tx, [id], prepared);
  }
}
