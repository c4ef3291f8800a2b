import type { Tx } from '../../kernel/db/open-database.ts';
import type { SavedPost } from '../posts/events.ts';
import { searchTokensOf } from './post-words.ts';
import { indexPost, unindexPost } from './writer.ts';

/** Brings the search index up to a saved post: it holds listed posts only. */
export async function indexSavedPost(tx: Tx, saved: SavedPost): Promise<void> {
  const { id, before, after, prepared } = saved;
  if (before && before.listed === after.listed && (!after.listed || hasSameEntry(saved, before))) return;
  if (before?.listed) await unindexPost(tx, id);
  if (!after.listed) return;
  const { type, publishedAt } = after;
  const post = before ? await readTexts(tx, id) : textsOf(saved);
  const tokens = searchTokensOf({ type, ...post }, prepared);
  await indexPost(tx, { id, type, publishedAt, title: post.title, tokens });
}

function hasSameEntry(
  { after, written, text }: SavedPost,
  before: NonNullable<SavedPost['before']>,
): boolean {
  const hasSameTexts = written.title === undefined && text === undefined && written.excerpt === undefined;
  return hasSameTexts && after.type === before.type && after.publishedAt === before.publishedAt;
}

/** A new post was written with all of its texts. */
const textsOf = ({ written: { title = '', excerpt = '', content = '' }, text }: SavedPost) => ({
  title,
  excerpt,
  content,
  expanded: text?.expanded ?? null,
});

const readTexts = (tx: Tx, id: number) =>
  tx.db
    .selectFrom('post')
    .select(['title', 'excerpt', 'content', 'expanded'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
